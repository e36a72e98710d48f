import type { RecallData } from './recall';
import type { Slide } from './slides';
import type { Tree } from './tree';
import type { Condition, Effect, Vec } from './types';

/** How the objects of one class answer to actions that share a motion: steps in four directions are one behaviour. */
export interface ObjectBehaviour {
  kind: 'object';
  class: number;
  /** The usual step of each action; null if the action changes the object without moving it. */
  steps: Record<string, Vec | null>;
  /** Its steps are repeated until something stops the object; null: one step. */
  slide: Slide | null;
  /** Labels: `go` by the action's step or by a slide, `stay`, `gone`, or `by r,c`. */
  motion: Tree;
  /** Of actions that were seldom seen and never stopped: how far objects of the class were seen in the direction of the step. */
  reach: Record<string, number>;
  /** Next look of each action: `same` or a picture. */
  looks: Record<string, Tree>;
  /** Motions seen by everything that was ahead at once; anything else ahead is a reason for silence. */
  ahead: Record<string, string[]>;
  /** What was ever ahead together with what was beyond it. */
  pairs: string[];
  /** Colours of the ground under objects of the class, before any of these actions. */
  under: number[];
  /** Top, left, bottom and right of all places where the class was, if something unseen stops it: it may do so again. */
  range: [number, number, number, number] | null;
  seen: number;
  hits: number;
}

/** A colour or picture that turns into another one. Labels: `yes`, `no`. */
export interface ChangeBehaviour {
  kind: 'change';
  action: string;
  /** A picture, or "#" and a hex digit for any component of a colour. */
  from: string;
  to: string;
  /** Null: anywhere. */
  places: Vec[] | null;
  tree: Tree;
  seen: number;
  hits: number;
}

/** Takes back the last effect. */
export interface UndoBehaviour {
  kind: 'undo';
  action: string;
  seen: number;
  hits: number;
}

export type Behaviour = ObjectBehaviour | ChangeBehaviour | UndoBehaviour;

/** What the learner knows about one action apart from behaviours. */
export interface ActionRecord {
  seen: number;
  effects: number;
  /** Labels: `known`, or `odd` if the action did something that no behaviour explains. */
  surprise: Tree;
  /** Numbers of objects that the action changed at once. */
  moved: number[];
  /** Colours that clicks hit. */
  clicked: string[];
  /** Share of the action's boards that had an object of each class. */
  present: Record<string, number>;
}

/** A model as plain JSON. */
export interface ModelData {
  version: 1;
  mask: number[];
  /** Looks of each class of objects. */
  classes: string[][];
  /** Colours that were ever on a board. */
  colours: number[];
  /** The class that most actions move. */
  player: number | null;
  behaviours: Behaviour[];
  actions: Record<string, ActionRecord>;
  /** The ground of each level as rows of hex digits, "." where it was never seen. */
  grounds: string[];
  /** Colours seen when an object left a cell, by the colour its ground had before: `ground>seen` counts. */
  uncovered: Record<string, number>;
  /** How well each action was predicted before its outcome was seen. */
  trust: Record<string, Trust>;
  /** Outcomes of each action by picture. */
  recall: Record<string, RecallData>;
  /** Rules that somebody wrote; a model that has them predicts by them alone. */
  written?: WrittenRule[];
}

/** A rule as people and models write it. */
export interface WrittenRule {
  action: string;
  object: string;
  when: Condition[];
  effect: Effect;
}

/** Classes of objects that move or change. */
export const listMovers = (behaviours: readonly Behaviour[]): number[] => [
  ...new Set(behaviours.flatMap((one) => (one.kind === 'object' ? [one.class] : []))),
];

/** Forecasts made before their outcome was seen, and those among them that were wrong. */
export interface Score {
  said: number;
  wrong: number;
}

/** How well the rules and the recalled pictures of an action predicted so far. */
export interface Trust {
  rules: Score;
  recall: Score;
}

/** A larger share of wrong forecasts means silence. */
const MAX_WRONG = 0.25;

export const isTrusted = (score: Score | undefined): boolean =>
  !score || score.wrong <= MAX_WRONG * score.said;
