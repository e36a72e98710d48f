import type { Recall } from './recall';
import type { Slide } from './slides';
import type { Tree } from './tree';
import type { Rule, Vec } from './types';

/**
 * How the objects of one class respond to the actions that move them. Steps in four directions are one behaviour.
 */
export interface ObjectBehaviour {
  class: number;
  /** The usual step of each action; null if the action changes the object without moving it. */
  steps: Record<string, Vec | null>;
  /** Set if the object repeats its step until it is stopped; null: one step. */
  slide: Slide | null;
  /** Labels: `go` (the action's step or a slide), `stay`, `gone`, or `by r,c`. */
  motion: Tree;
  /** Next look by action: `same` or a picture. */
  looks: Record<string, Tree>;
  /** Observed motions by the set of colors ahead. Any other set is a reason for silence. */
  ahead: Record<string, string[]>;
  /**
   * Top, left, bottom and right of all places of the class. Set if it was stopped without a visible reason, which
   * may happen again outside.
   */
  range: [number, number, number, number] | null;
}

/** Statistics of one action, apart from its behaviours. */
export interface ActionRecord {
  seen: number;
  effects: number;
  /** Labels: `known`, or `odd` if the action had an effect that no behaviour explains. */
  surprise: Tree;
  odd: number;
  /** Observed numbers of objects that the action changed at once. */
  moved: number[];
  /** Observed colors under clicks, and on the boards outside the mask. */
  clicked: string[];
  colors: number[];
  /** Share of the action's boards that had an object of each class. */
  present: Record<string, number>;
}

export interface ModelData {
  version: 1;
  mask: number[];
  classes: string[][];
  /** The class that most actions move. */
  player: number | null;
  /** The action that takes back the last effect. */
  undo: string | null;
  behaviours: ObjectBehaviour[];
  actions: Record<string, ActionRecord>;
  /** Counts by `ground>seen`: the remembered ground color and the color seen when an object left the cell. */
  uncovered: Record<string, number>;
  /** Outcomes by action. */
  recall: Record<string, Recall>;
  /** Rules from `readRules`; if present, the model predicts by them alone. */
  written?: WrittenRule[];
}

/** A rule as written by a person or a language model. */
export type WrittenRule = Omit<Rule, 'id' | 'seen' | 'wrong'>;
