import { add, boardKey, isZero, parseVec } from './board';
import { clickedValue, listColors, NOTHING, viewPlayer } from './features';
import { GroundMemory } from './ground';
import type { ModelData, ObjectBehaviour } from './knowledge';
import { type ActionRecord, type Behaviour, type ChangeBehaviour, listMovers } from './knowledge';
import { findLook } from './look';
import { count, remember } from './memo';
import { Memory } from './memory';
import { cellsAfter, cellsBefore, isAlike, type ObjectEvent, type Patch, type Reading } from './reading';
import { recordOutcomes } from './recall';
import { followPast, NO_PAST, type Situation } from './situation';
import { isSlide, learnSlide, type Move, type Slide, unitStep } from './slides';
import { type Example, isLoose } from './tree';
import type { Mask, Transition, Vec } from './types';
import { Vision } from './vision';

/** A transition with its reading and situation. */
interface Case {
  transition: Transition;
  situation: Situation;
  reading: Reading;
  action: string;
  board: string;
}

const MAX_EXAMPLES = 3000;
const MAX_CHANGES = 40;
/** Minimum share of an action's moves that must have the same distance to be its step. */
const USUAL_STEP = 0.5;
const MAX_CLASSES = 24;

export class Learner {
  readonly #vision: Vision;
  readonly #classOf: ReadonlyMap<string, number>;
  readonly #classes: string[][];
  /** By class: how it slides, and its usual step for each action that moves it. */
  readonly #slides: readonly (Slide | null)[];
  readonly #steps: readonly ReadonlyMap<string, Vec>[];
  readonly #player: number | null;
  readonly #cases: readonly Case[];
  readonly #memory: Memory;

  constructor(
    transitions: readonly Transition[],
    readings: readonly Reading[],
    readonly mask: Mask,
    readonly undo: string | null,
  ) {
    this.#memory = Memory.of(mask);
    this.#memory.begin(transitions);
    this.#classes = groupLooks(readings);
    this.#vision = Vision.of(this.#classes);
    this.#classOf = new Map(this.#classes.flatMap((looks, i) => looks.map((look) => [look, i] as const)));
    const moves = this.#classes.map((): Move[] => []);
    for (const [i, transition] of transitions.entries()) {
      const others = readings[i]?.objects ?? [];
      for (const event of others)
        if (event.to && !isZero(event.by))
          moves[this.#classOf.get(event.from.key) ?? -1]?.push({ transition, event, others });
    }
    this.#slides = moves.map((own) => learnSlide(own, mask));
    this.#steps = moves.map((own, i) => findSteps(own, this.#slides[i] ?? null));
    const order = [...moves.keys()].filter((i) => this.#steps[i]?.size);
    const weigh = (i: number) => (this.#steps[i]?.size ?? 0) * 1e6 + (moves[i]?.length ?? 0);
    this.#player = order.sort((a, b) => weigh(b) - weigh(a))[0] ?? null;
    let past = NO_PAST;
    this.#cases = transitions.map((transition, i): Case => {
      const { before: board, action, start } = transition;
      const { last } = start ? NO_PAST : past;
      past = followPast(past, transition, mask, undo);
      const sites = this.#player === null ? [] : this.#vision.find(board, this.#player);
      const player = viewPlayer(sites, this.#stepOf(this.#player, action.id));
      const situation = this.#memory.reuse(transition, { board, action, mask, last, player });
      const reading = readings[i] as Reading;
      return { transition, situation, action: action.id, reading, board: boardKey(board, mask) };
    });
  }

  learn(): ModelData {
    const actions = [...new Set(this.#cases.map(({ action }) => action))].sort();
    const behaviours: Behaviour[] = this.#listActing().flatMap((acting, i) => this.#learnObjects(i, acting));
    for (const action of actions) behaviours.push(...this.#learnChanges(action));
    const records: Record<string, ActionRecord> = {};
    for (const action of actions) records[action] = this.#recordAction(action, behaviours);
    const memory = new GroundMemory(this.#vision, listMovers(behaviours));
    for (const { transition, reading } of this.#cases) memory.push(transition, listLeft(transition, reading));
    const transitions = this.#cases.map(({ transition }) => transition);
    return {
      version: 1,
      mask: [...this.mask].sort((a, b) => a - b),
      classes: this.#classes,
      player: this.#player,
      undo: this.undo,
      behaviours,
      actions: records,
      uncovered: memory.uncovered,
      recall: recordOutcomes(transitions, this.#listPlayerCells(), this.mask, this.#memory),
    };
  }

  #stepOf(index: number | null, action: string): Vec | null {
    return this.#steps[index ?? -1]?.get(action) ?? null;
  }

  /** Cells through which the player ever moved. */
  #listPlayerCells(): Set<number> {
    const cells = new Set<number>();
    for (const { transition, reading } of this.#cases)
      for (const event of reading.objects) {
        if (this.#classOf.get(event.from.key) !== this.#player) continue;
        for (const cell of cellsBefore(transition.before, event)) cells.add(cell);
        for (const cell of cellsAfter(transition.after, event)) cells.add(cell);
      }
    return cells;
  }

  /** The actions that moved or changed objects of each class. An undo does not show how a class moves. */
  #listActing(): Set<string>[] {
    const acting = this.#classes.map(() => new Set<string>());
    for (const { action, reading } of this.#cases)
      for (const { from } of action === this.undo ? [] : reading.objects)
        acting[this.#classOf.get(from.key) ?? -1]?.add(action);
    return acting;
  }

  /** One behaviour for all actions that move the class, and one for each action that changes it in place. */
  #learnObjects(index: number, acting: ReadonlySet<string>): ObjectBehaviour[] {
    const [moving, others] = [true, false].map((moves) =>
      [...acting].filter((action) => (this.#stepOf(index, action) !== null) === moves),
    ) as [string[], string[]];
    const groups = [moving, ...others.map((action) => [action])];
    return groups.flatMap((group) => (group.length > 0 ? this.#learnObject(index, group) : []));
  }

  #learnObject(index: number, actions: readonly string[]): ObjectBehaviour[] {
    const examples: Example[] = [];
    const looks = new Map<string, Example[]>();
    const ahead = new Map<string, Set<string>>();
    const stops = new Set<string>();
    const places: Vec[] = [];
    const slide = this.#slides[index] ?? null;
    let hits = 0;
    for (const one of this.#cases) {
      if (!actions.includes(one.action) || examples.length > MAX_EXAMPLES) continue;
      const step = this.#stepOf(index, one.action);
      const { byPlace, cells } = indexEvents(one.transition, one.reading);
      for (const site of this.#vision.find(one.transition.before, index)) {
        const event = byPlace.get(placeKey(site.at))?.find(({ from }) => from.key === site.look.key);
        // An object that moved covers this one.
        if (!event && site.cells.some((cell) => cells.has(cell))) continue;
        const thing = this.#memory.describe(one.situation, site, step);
        const isGo = slide && step && isSlide(slide, one.transition.after, this.mask, site, event, step);
        const label = isGo ? 'go' : labelMotion(event, step);
        if (event) hits++;
        places.push(site.at);
        if (event?.to) places.push(add(site.at, event.by));
        remember(ahead, thing.ahead, () => new Set<string>()).add(label);
        if (label === 'stay') stops.add(`${thing.ahead} ${thing.beyond}`);
        examples.push(this.#memory.motionExample(thing, label, one.board));
        const next = event?.to && event.to.key !== site.look.key ? event.to.key : 'same';
        if (label !== 'gone')
          remember<string, Example[]>(looks, one.action, () => []).push(
            this.#memory.lookExample(thing, label, next, one.board),
          );
      }
    }
    if (hits < 2) return [];
    const name = this.#classes[index]?.join() ?? '';
    const motion = this.#memory.grow(`${actions} ${name}`, examples);
    return [
      {
        kind: 'object',
        class: index,
        steps: Object.fromEntries(actions.map((action) => [action, this.#stepOf(index, action)])),
        slide,
        motion,
        looks: Object.fromEntries(
          [...looks].map(([action, list]) => [action, this.#memory.grow(`looks ${action} ${name}`, list)]),
        ),
        ahead: Object.fromEntries([...ahead].map(([key, labels]) => [key, [...labels]])),
        stops: [...stops].sort(),
        range: isLoose(motion) && !slide ? findRange(places) : null,
      },
    ];
  }

  #learnChanges(action: string): ChangeBehaviour[] {
    const own = this.#cases.filter((one) => one.action === action);
    const kinds = new Map<string, Patch[]>();
    for (const patch of own.flatMap(({ reading }) => reading.patches))
      remember<string, Patch[]>(kinds, patch.key, () => []).push(patch);
    const frequent = [...kinds].filter(([, { length }]) => length >= 2);
    frequent.sort((a, b) => b[1].length - a[1].length);
    return frequent.slice(0, MAX_CHANGES).map(([key, patches]): ChangeBehaviour => {
      const { from, to } = patches[0] as Patch;
      const examples: Example[] = [];
      for (const { transition, situation, reading, board } of own) {
        if (examples.length > MAX_EXAMPLES) break;
        const hits = reading.patches.filter((one) => one.key === key);
        for (const site of findLook(transition.before, from)) {
          const thing = this.#memory.describe(situation, site, null);
          const isHit = hits.some(({ at }) => at[0] === site.at[0] && at[1] === site.at[1]);
          examples.push(this.#memory.motionExample(thing, isHit ? 'yes' : 'no', board));
        }
      }
      const tree = this.#memory.grow(`${action} ${key}`, examples);
      return { kind: 'change', action, from: from.key, to: to.key, tree };
    });
  }

  /** Learns when an action has effects that no behaviour covers. */
  #recordAction(action: string, behaviours: readonly Behaviour[]): ActionRecord {
    const own = this.#cases.filter((one) => one.action === action);
    const classes = new Set(
      behaviours.flatMap((one) => (one.kind === 'object' && action in one.steps ? [one.class] : [])),
    );
    const changes = new Set(
      behaviours.flatMap((one) =>
        one.kind === 'change' && one.action === action ? [`${one.from}>${one.to}`] : [],
      ),
    );
    const isKnown = ({ reading: { objects, patches } }: Case) =>
      action === this.undo ||
      (objects.every(({ from }) => classes.has(this.#classOf.get(from.key) ?? -1)) &&
        patches.every(({ key }) => changes.has(key)));
    const examples = own.map((one): Example => {
      const thing = this.#memory.describe(one.situation, NOTHING, null);
      return this.#memory.motionExample(thing, isKnown(one) ? 'known' : 'odd', one.board);
    });
    const effects = own.filter(({ reading }) => reading.changed.length > 0).length;
    const odd = examples.filter(({ label }) => label === 'odd').length;
    const clicked = [...new Set(own.flatMap((one) => clickedValue(one.situation) ?? []))];
    const colors = [...new Set(own.flatMap((one) => listColors(one.transition.before)))];
    const moved = [...new Set(own.map(({ reading }) => reading.objects.length))].sort((a, b) => a - b);
    const present: Record<string, number> = {};
    for (const index of classes)
      present[index] =
        own.filter((one) => this.#vision.find(one.transition.before, index).length > 0).length / own.length;
    return {
      seen: own.length,
      effects,
      surprise: this.#memory.grow(action, examples),
      odd,
      clicked,
      colors,
      present,
      moved,
    };
  }
}

const leftCache = new WeakMap<Reading, readonly number[]>();

/** Cells that objects left and no object covers now. Objects that change in place leave none. */
const listLeft = ({ before, after }: Transition, reading: Reading): readonly number[] =>
  remember(leftCache, reading, () => {
    const covered = new Set(reading.objects.flatMap((event) => cellsAfter(after, event)));
    const moved = reading.objects.filter(({ to, by }) => to === null || !isZero(by));
    return moved.flatMap((event) => cellsBefore(before, event).filter((cell) => !covered.has(cell)));
  });

interface EventIndex {
  /** By the place of the object before the transition. */
  byPlace: Map<number, ObjectEvent[]>;
  cells: ReadonlySet<number>;
}

const eventCache = new WeakMap<Reading, EventIndex>();

const indexEvents = ({ before }: Transition, reading: Reading): EventIndex =>
  remember(eventCache, reading, () => {
    const byPlace = new Map<number, ObjectEvent[]>();
    for (const event of reading.objects)
      remember<number, ObjectEvent[]>(byPlace, placeKey(event.at), () => []).push(event);
    return { byPlace, cells: new Set(reading.objects.flatMap((event) => cellsBefore(before, event))) };
  });

const placeKey = ([row, col]: Vec): number => row * 1000 + col;

function labelMotion(event: ObjectEvent | undefined, step: Vec | null): string {
  if (!event) return 'stay';
  if (event.to === null) return 'gone';
  if (isZero(event.by)) return 'stay';
  return step && event.by.join() === step.join() ? 'go' : `by ${event.by.join()}`;
}

/** Groups looks that turn into one another into classes, most frequent first. */
function groupLooks(readings: readonly Reading[]): string[][] {
  const groups = new Map<string, string[]>();
  const weights = new Map<string, number>();
  const find = (key: string) => remember(groups, key, () => [key]);
  for (const { from, to } of readings.flatMap(({ objects }) => objects)) {
    count(weights, from.key, from.parts.length);
    const group = find(from.key);
    if (to === null || group.includes(to.key) || !isAlike(from, to)) continue;
    for (const key of find(to.key)) {
      group.push(key);
      groups.set(key, group);
    }
  }
  const weigh = (keys: readonly string[]) => keys.reduce((total, key) => total + (weights.get(key) ?? 0), 0);
  return [...new Set(groups.values())].sort((a, b) => weigh(b) - weigh(a)).slice(0, MAX_CLASSES);
}

/** The most frequent step of each action; one unit of it for a slide. */
function findSteps(moves: readonly Move[], slide: Slide | null): Map<string, Vec> {
  const counts = new Map<string, Map<string, number>>();
  for (const { transition, event } of moves)
    count(
      remember(counts, transition.action.id, () => new Map()),
      event.by.join(),
    );
  return new Map(
    [...counts].flatMap(([action, steps]): [string, Vec][] => {
      const [best, most] = [...steps].sort((a, b) => b[1] - a[1])[0] ?? ['0,0', 0];
      if (slide) return [[action, unitStep(parseVec(best), slide.unit)]];
      const all = [...steps.values()].reduce((a, b) => a + b);
      return most >= USUAL_STEP * all ? [[action, parseVec(best)]] : [];
    }),
  );
}

function findRange(places: readonly Vec[]): [number, number, number, number] {
  const [rows, cols] = [places.map(([row]) => row), places.map(([, col]) => col)];
  return [Math.min(...rows), Math.min(...cols), Math.max(...rows), Math.max(...cols)];
}
