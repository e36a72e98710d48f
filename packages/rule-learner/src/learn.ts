import { add, boardKey, changedCells, findComponents, isZero, sameBoards } from './board';
import { clickedValue, componentThing, describeThing, lookThing, NOTHING, type PlayerView, viewPlayer } from './features';
import { GroundMemory } from './ground';
import {
  type ActionRecord,
  type Behaviour,
  listMovers,
  type ModelData,
  type ObjectBehaviour,
} from './knowledge';
import { cellsAt, findLook, fits, type Look } from './look';
import { remember } from './memo';
import { Model } from './model';
import { type ObjectEvent, type Reading, readBlobs, readKnown } from './reading';
import { recordOutcomes } from './recall';
import { maxObjectSize, Scenery } from './scenery';
import { findChanged, Past, type Situation } from './situation';
import { type Example, growTree } from './tree';
import { scoreForecasts } from './trust';
import type { Mask, Transition, Vec } from './types';
import { Vision } from './vision';

/** A transition with everything learnt about it. */
export interface Case {
  transition: Transition;
  situation: Situation;
  reading: Reading;
  action: string;
  board: string;
}

const MAX_EXAMPLES = 3000;
const MAX_PATCHES = 40;
const MAX_CLASSES = 24;

/** Learns a model's data from transitions, oldest first, and how far it can be trusted. */
export function learnData(transitions: readonly Transition[], mask: Mask): ModelData {
  const data = learnAll(transitions, mask);
  return { ...data, trust: scoreForecasts(transitions, mask, (prefix) => learnAll(prefix, mask)) };
}

function learnAll(transitions: readonly Transition[], mask: Mask): ModelData {
  const usable = dropRestarts(transitions, mask);
  const scenery = Scenery.observe(usable, mask);
  const readings = readAll(usable, mask, scenery);
  const undo = findUndo(usable, mask);
  const past = new Past(mask, undo);
  const cases = usable.map((transition, i): Case => {
    if (transition.start) past.clear();
    const situation = past.situate(transition.before, transition.action);
    past.push(transition);
    return {
      transition,
      situation,
      reading: readings[i] as Reading,
      action: transition.action.id,
      board: boardKey(transition.before, mask),
    };
  });
  return new Learner(cases, mask, scenery, undo).learn();
}

/** Masked cells that change in a restart, as a multiple of the usual number: the step bar fills again. */
const REFILL = 4;
/** Share of cells in which a restarted board may differ from the level's start: a life is lost. */
const NEAR_START = 0.01;

/** A board put back to the level's start with a full step bar, or by an unusually large change, is no effect of the action. */
function dropRestarts(transitions: readonly Transition[], mask: Mask): Transition[] {
  const sizes = new Map<string, number[]>();
  const refills: number[] = [];
  for (const transition of transitions) {
    const size = findChanged(transition, mask).length;
    if (size > 0) remember<string, number[]>(sizes, transition.action.id, () => []).push(size);
    refills.push(countMasked(transition, mask));
  }
  const usual = new Map([...sizes].map(([action, list]) => [action, median(list)]));
  const usualRefill = Math.max(1, median(refills));
  let first: Transition | undefined;
  return transitions.filter((transition, i) => {
    if (transition.start || !first) first = transition;
    if (transition === first) return true;
    const distance = changedCells(transition.after, first.before, mask).length;
    if (distance > NEAR_START * transition.after.cells.length) return true;
    if ((refills[i] ?? 0) >= REFILL * usualRefill) return false;
    return distance > 0 || findChanged(transition, mask).length <= (usual.get(transition.action.id) ?? 0);
  });
}

const countMasked = ({ before, after }: Transition, mask: Mask): number => {
  let count = 0;
  for (const cell of mask) if (before.cells[cell] !== after.cells[cell]) count++;
  return count;
};

const median = (list: readonly number[]): number => [...list].sort((a, b) => a - b)[list.length >> 1] ?? 0;

export function readAll(transitions: readonly Transition[], mask: Mask, scenery: Scenery): Reading[] {
  const first = transitions.map((transition) => readBlobs(transition, mask, scenery));
  const known = new Map<string, { event: ObjectEvent; action: string; count: number }>();
  first.forEach(({ objects }, i) => {
    const action = (transitions[i] as Transition).action.id;
    for (const event of objects) {
      const key = [action, event.from.key, event.to?.key, event.by.join()].join('|');
      const entry = known.get(key) ?? { event, action, count: 0 };
      entry.count++;
      known.set(key, entry);
    }
  });
  const recurring = [...known.values()]
    .filter(({ event, count }) => count >= 2 || event.from.key === event.to?.key)
    .sort((a, b) => b.count * b.event.from.parts.length - a.count * a.event.from.parts.length);
  return transitions.map((transition, i) => {
    const reading = first[i] as Reading;
    if (reading.changed.length === 0) return reading;
    const own = recurring.filter(({ action }) => action === transition.action.id).map(({ event }) => event);
    return readKnown(transition, reading, own, scenery);
  });
}

/** The action of which every effect brings back the board before the last effect. */
function findUndo(transitions: readonly Transition[], mask: Mask): string | null {
  const seen = new Set<string>();
  const returns = new Map<string, number>();
  for (const transition of transitions) {
    seen.add(boardKey(transition.before, mask));
    if (findChanged(transition, mask).length === 0) continue;
    const step = seen.has(boardKey(transition.after, mask)) ? 1 : -MAX_NEW;
    returns.set(transition.action.id, (returns.get(transition.action.id) ?? 0) + step);
  }
  for (const [action, count] of returns) {
    if (count < 3) continue;
    const past = new Past(mask, action);
    let [fit, effects] = [0, 0];
    const undone = new Set<string>();
    for (const transition of transitions) {
      if (transition.start) past.clear();
      if (transition.action.id === action && findChanged(transition, mask).length > 0) {
        const { previous } = past.situate(transition.before, transition.action);
        effects++;
        if (previous && sameBoards(previous, transition.after, mask)) {
          fit++;
          undone.add(boardKey(previous, mask));
        }
      }
      past.push(transition);
    }
    if (undone.size >= 3 && fit >= 0.95 * effects) return action;
  }
  return null;
}

/** Weight of an effect that leads to a new board against an action that takes effects back. */
const MAX_NEW = 10;

class Learner {
  readonly #vision: Vision;
  readonly #classOf: ReadonlyMap<string, number>;
  readonly #classes: string[][];
  /** Most common step of each class and action. */
  readonly #steps: ReadonlyMap<string, Vec>;
  readonly #player: number | null;
  #views = new WeakMap<Situation, PlayerView | null>();

  constructor(
    readonly cases: readonly Case[],
    readonly mask: Mask,
    readonly scenery: Scenery,
    readonly undo: string | null,
  ) {
    this.#classes = groupLooks(cases);
    this.#vision = new Vision(this.#classes);
    this.#classOf = new Map(this.#classes.flatMap((looks, i) => looks.map((look) => [look, i] as const)));
    this.#steps = this.#findSteps();
    this.#player = this.#findPlayer();
  }

  learn(): ModelData {
    const actions = [...new Set(this.cases.map(({ action }) => action))].sort();
    const behaviours: Behaviour[] = [];
    if (this.undo) {
      const hits = this.cases.filter(
        ({ action, reading }) => action === this.undo && reading.changed.length > 0,
      ).length;
      behaviours.push({ kind: 'undo', action: this.undo, seen: hits, hits });
    }
    for (let i = 0; i < this.#classes.length; i++) behaviours.push(...this.#learnObjects(i));
    for (const action of actions)
      behaviours.push(...this.#learnRecolours(action), ...this.#learnPatches(action));
    const records: Record<string, ActionRecord> = {};
    for (const action of actions) records[action] = this.#recordAction(action, behaviours);
    const memory = new GroundMemory(this.#vision, listMovers(behaviours));
    for (const { transition, reading } of this.cases) memory.push(transition, listLeft(transition, reading));
    return {
      version: 1,
      mask: [...this.mask].sort((a, b) => a - b),
      classes: this.#classes,
      player: this.#player,
      behaviours,
      actions: records,
      ...memory.toData(),
      recall: recordOutcomes(
        this.cases.map(({ transition }) => transition),
        this.#listPlayerCells(),
        this.mask,
      ),
      trust: {},
    };
  }

  /** Cells where the player ever moved. */
  #listPlayerCells(): Set<number> {
    const cells = new Set<number>();
    for (const { transition, reading } of this.cases)
      for (const { from, to, at, by } of reading.objects) {
        if (this.#classOf.get(from.key) !== this.#player) continue;
        for (const cell of cellsAt(transition.before, from, at)) cells.add(cell);
        if (to) for (const cell of cellsAt(transition.after, to, add(at, by))) cells.add(cell);
      }
    return cells;
  }

  #findSteps(): Map<string, Vec> {
    const counts = new Map<string, Map<string, number>>();
    for (const { action, reading } of this.cases)
      for (const { from, to, by } of reading.objects) {
        if (to === null || isZero(by)) continue;
        const key = `${this.#classOf.get(from.key)}|${action}`;
        const steps = counts.get(key) ?? new Map<string, number>();
        counts.set(key, steps.set(by.join(), (steps.get(by.join()) ?? 0) + 1));
      }
    return new Map(
      [...counts].map(([key, steps]) => {
        const [best] = [...steps].sort((a, b) => b[1] - a[1])[0] ?? ['0,0'];
        return [key, best.split(',').map(Number) as unknown as Vec];
      }),
    );
  }

  #findPlayer(): number | null {
    const score = new Map<number, [actions: number, events: number]>();
    for (const key of this.#steps.keys()) {
      const index = Number(key.split('|')[0]);
      const [actions, events] = score.get(index) ?? [0, 0];
      score.set(index, [actions + 1, events]);
    }
    for (const { reading } of this.cases)
      for (const { from } of reading.objects) {
        const entry = score.get(this.#classOf.get(from.key) ?? -1);
        if (entry) entry[1]++;
      }
    const [best] = [...score].sort((a, b) => b[1][0] - a[1][0] || b[1][1] - a[1][1]);
    return best?.[0] ?? null;
  }

  #viewPlayer(situation: Situation): PlayerView | null {
    const stepOf = (index: number, action: string) => this.#steps.get(`${index}|${action}`) ?? null;
    return remember(this.#views, situation, () => viewPlayer(this.#vision, this.#player, stepOf, situation));
  }

  /** One behaviour for all actions that move the class, and one for each action that changes it in place. */
  #learnObjects(index: number): ObjectBehaviour[] {
    const acting = new Map<string, number>();
    for (const { action, reading } of this.cases)
      for (const { from } of reading.objects)
        if (this.#classOf.get(from.key) === index) acting.set(action, (acting.get(action) ?? 0) + 1);
    const moving = [...acting.keys()].filter((action) => this.#steps.has(`${index}|${action}`));
    const groups = [
      moving,
      ...[...acting.keys()].filter((action) => !moving.includes(action)).map((action) => [action]),
    ];
    return groups.flatMap((group) => (group.length > 0 ? this.#learnObject(index, group) : []));
  }

  #learnObject(index: number, actions: readonly string[]): ObjectBehaviour[] {
    const examples: Example[] = [];
    const looks = new Map<string, Example[]>();
    const met = new Set<string>();
    let hits = 0;
    for (const one of this.cases) {
      if (!actions.includes(one.action) || examples.length > MAX_EXAMPLES) continue;
      const step = this.#steps.get(`${index}|${one.action}`) ?? null;
      for (const site of this.#vision.find(one.transition.before, index)) {
        const event = one.reading.objects.find(
          ({ from, at }) => from.key === site.look.key && at.join() === site.at.join(),
        );
        if (!event && one.reading.objects.some((other) => hides(one, other, site.cells))) continue;
        const thing = { ...site, look: site.look.key };
        const features = describeThing(
          one.situation,
          this.mask,
          thing,
          step,
          this.#viewPlayer(one.situation),
        );
        const label = labelMotion(event, step);
        if (event) hits++;
        for (const feature of features) met.add(feature);
        examples.push({ features, label, board: one.board });
        const next = event?.to && event.to.key !== site.look.key ? event.to.key : 'same';
        if (label !== 'gone')
          remember<string, Example[]>(looks, one.action, () => []).push({
            features: new Set([...features, `moves:${label}`]),
            label: next,
            board: one.board,
          });
      }
    }
    if (hits < 2) return [];
    return [
      {
        kind: 'object',
        class: index,
        steps: Object.fromEntries(
          actions.map((action) => [action, this.#steps.get(`${index}|${action}`) ?? null]),
        ),
        motion: growTree(examples),
        looks: Object.fromEntries([...looks].map(([action, list]) => [action, growTree(list)])),
        met: [...met].filter((feature) => /^(ahead|look|action):/.test(feature)).sort(),
        seen: examples.length,
        hits,
      },
    ];
  }

  #learnRecolours(action: string): Behaviour[] {
    const own = this.cases.filter((one) => one.action === action);
    const kinds = new Map<string, number>();
    for (const { reading } of own)
      for (const { component, to } of reading.recolours) {
        const key = `${component.colour}>${to}`;
        kinds.set(key, (kinds.get(key) ?? 0) + 1);
      }
    return [...kinds].flatMap(([key, hits]): Behaviour[] => {
      if (hits < 2) return [];
      const [from, to] = key.split('>').map(Number) as [number, number];
      const examples: Example[] = [];
      for (const one of own) {
        if (examples.length > MAX_EXAMPLES) break;
        const { before } = one.transition;
        const hit = new Set(
          one.reading.recolours.filter((event) => event.to === to).map(({ component }) => component.id),
        );
        for (const component of findComponents(before).list) {
          if (component.colour !== from || component.cells.length > maxObjectSize(before)) continue;
          const thing = componentThing(before, component);
          const features = describeThing(
            one.situation,
            this.mask,
            thing,
            null,
            this.#viewPlayer(one.situation),
          );
          examples.push({ features, label: hit.has(component.id) ? 'yes' : 'no', board: one.board });
        }
      }
      return [{ kind: 'recolour', action, from, to, tree: growTree(examples), seen: examples.length, hits }];
    });
  }

  #learnPatches(action: string): Behaviour[] {
    const own = this.cases.filter((one) => one.action === action);
    const kinds = new Map<string, { from: Look; to: Look; hits: number; places: Set<string> }>();
    for (const { reading } of own)
      for (const { from, to, at } of reading.patches) {
        const key = `${from.key}>${to.key}`;
        const kind = kinds.get(key) ?? { from, to, hits: 0, places: new Set<string>() };
        kind.hits++;
        kind.places.add(at.join());
        kinds.set(key, kind);
      }
    const frequent = [...kinds.values()].filter(({ hits }) => hits >= 2).sort((a, b) => b.hits - a.hits);
    return frequent.slice(0, MAX_PATCHES).flatMap(({ from, to, hits, places }): Behaviour[] => {
      const isFlat = new Set(from.parts.map(([, , colour]) => colour)).size === 1;
      const fixed =
        isFlat || places.size === 1
          ? [...places].map((place) => place.split(',').map(Number) as unknown as Vec)
          : null;
      const examples: Example[] = [];
      for (const one of own) {
        const { before } = one.transition;
        const hit = new Set(
          one.reading.patches
            .filter((patch) => patch.from.key === from.key && patch.to.key === to.key)
            .map(({ at }) => at.join()),
        );
        for (const at of fixed?.filter((place) => fits(before, from, place)) ?? findLook(before, from)) {
          const thing = lookThing(before, from, at);
          const features = describeThing(
            one.situation,
            this.mask,
            thing,
            null,
            this.#viewPlayer(one.situation),
          );
          examples.push({ features, label: hit.has(at.join()) ? 'yes' : 'no', board: one.board });
        }
        if (examples.length > MAX_EXAMPLES) break;
      }
      if (examples.length === 0) return [];
      return [
        {
          kind: 'patch',
          action,
          from: from.key,
          to: to.key,
          places: fixed,
          tree: growTree(examples),
          seen: examples.length,
          hits,
        },
      ];
    });
  }

  /** Learns when an action does something that no behaviour covers. */
  #recordAction(action: string, behaviours: readonly Behaviour[]): ActionRecord {
    const own = this.cases.filter((one) => one.action === action);
    const classes = new Set(
      behaviours.flatMap((one) => (one.kind === 'object' && action in one.steps ? [one.class] : [])),
    );
    const recolours = new Set(
      behaviours.flatMap((one) =>
        one.kind === 'recolour' && one.action === action ? [`${one.from}>${one.to}`] : [],
      ),
    );
    const patches = new Set(
      behaviours.flatMap((one) =>
        one.kind === 'patch' && one.action === action ? [`${one.from}>${one.to}`] : [],
      ),
    );
    const isKnown = ({ reading }: Case) =>
      action === this.undo ||
      (reading.objects.every(({ from }) => classes.has(this.#classOf.get(from.key) ?? -1)) &&
        reading.recolours.every(({ component, to }) => recolours.has(`${component.colour}>${to}`)) &&
        reading.patches.every(({ from, to }) => patches.has(`${from.key}>${to.key}`)));
    const examples = own.map((one): Example => {
      const features = new Set<string>([`action:${action}`]);
      const player = this.#viewPlayer(one.situation);
      for (const feature of describeThing(one.situation, this.mask, NOTHING, null, player))
        features.add(feature);
      return { features, label: isKnown(one) ? 'known' : 'odd', board: one.board };
    });
    const effects = own.filter(({ reading }) => reading.changed.length > 0).length;
    const clicked = [...new Set(own.flatMap((one) => clickedValue(one.situation, this.mask) ?? []))].sort();
    const moved = [...new Set(own.map(({ reading }) => reading.objects.length))].sort((a, b) => a - b);
    const present: Record<string, number> = {};
    for (const index of classes)
      present[index] =
        own.filter((one) => this.#vision.find(one.transition.before, index).length > 0).length / own.length;
    return { seen: own.length, effects, surprise: growTree(examples), clicked, present, moved };
  }
}

/** Cells that objects left, unless another object covers them now. */
function listLeft({ before, after }: Transition, { objects }: Reading): number[] {
  const covered = new Set(objects.flatMap(({ to, at, by }) => (to ? cellsAt(after, to, add(at, by)) : [])));
  return objects.flatMap(({ from, at }) => cellsAt(before, from, at).filter((cell) => !covered.has(cell)));
}

const hides = (one: Case, { from, at }: ObjectEvent, cells: readonly number[]): boolean => {
  const own = new Set(cellsAt(one.transition.before, from, at));
  return cells.some((cell) => own.has(cell));
};

function labelMotion(event: ObjectEvent | undefined, step: Vec | null): string {
  if (!event) return 'stay';
  if (event.to === null) return 'gone';
  if (isZero(event.by)) return 'stay';
  return step && event.by.join() === step.join() ? 'go' : `by ${event.by.join()}`;
}

/** Looks that turn into one another are one class; the most frequent classes come first. */
function groupLooks(cases: readonly Case[]): string[][] {
  const parent = new Map<string, string>();
  const find = (key: string): string => {
    const up = parent.get(key);
    if (up === undefined) parent.set(key, key);
    return up === undefined || up === key ? key : find(up);
  };
  const counts = new Map<string, number>();
  for (const { reading } of cases)
    for (const { from, to } of reading.objects) {
      counts.set(from.key, (counts.get(from.key) ?? 0) + from.parts.length);
      find(from.key);
      if (to === null || to.key === from.key) continue;
      const sizes = [from.parts.length, to.parts.length];
      if (Math.min(...sizes) >= 0.8 * Math.max(...sizes)) parent.set(find(from.key), find(to.key));
    }
  const groups = new Map<string, string[]>();
  for (const key of parent.keys()) groups.set(find(key), [...(groups.get(find(key)) ?? []), key]);
  const weight = (keys: readonly string[]) => keys.reduce((total, key) => total + (counts.get(key) ?? 0), 0);
  return [...groups.values()].sort((a, b) => weight(b) - weight(a)).slice(0, MAX_CLASSES);
}

/** Learns from everything recorded, oldest first. Deterministic. */
export const learn = (transitions: readonly Transition[], mask: Mask): Model =>
  Model.fromJSON(learnData(transitions, mask));
