import { isSame, isZero, parseVec } from './board';
import { clickedValue, listColors, NOTHING, viewPlayer } from './features';
import { GroundMemory } from './ground';
import type { ActionRecord, ModelData, ObjectBehaviour } from './knowledge';
import { count, remember } from './memo';
import { Memory } from './memory';
import type { ObjectEvent, Reading } from './reading';
import { recordOutcomes } from './recall';
import { followPast, NO_PAST, type Situation } from './situation';
import { isSlide, learnSlide, type Move, type Slide, unitStep } from './slides';
import { type Example, isTentative } from './tree';
import type { Mask, Transition, Vec } from './types';
import { Vision } from './vision';

/** A transition with its reading and situation. */
interface Case {
  transition: Transition;
  situation: Situation;
  reading: Reading;
  action: string;
}

const MAX_EXAMPLES = 3000;
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
    readonly transitions: readonly Transition[],
    readings: readonly Reading[],
    readonly mask: Mask,
    readonly undo: string | null,
  ) {
    this.#memory = Memory.of(mask);
    this.#memory.begin();
    this.#classes = groupLooks(readings);
    this.#vision = Vision.of(this.#classes);
    this.#classOf = new Map(this.#classes.flatMap((looks, i) => looks.map((look) => [look, i] as const)));
    const moves = this.#classes.map((): Move[] => []);
    for (const [i, transition] of transitions.entries())
      for (const event of readings[i]?.objects ?? [])
        if (event.to && !isZero(event.by))
          moves[this.#classIndex(event)]?.push({ transition, event, freed: (readings[i] as Reading).left });
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
      const situation = this.#memory.reuseSituation(transition, { board, action, mask, last, player });
      return { transition, situation, action: action.id, reading: readings[i] as Reading };
    });
  }

  learn(): ModelData {
    const actions = [...new Set(this.#cases.map(({ action }) => action))].sort();
    const behaviours = this.#listActing().flatMap((acting, i) => this.#learnObjects(i, acting));
    const own = this.#cases.flatMap(({ reading }) =>
      reading.objects.filter((one) => this.#classIndex(one) === this.#player),
    );
    const playerCells = new Set(own.flatMap(({ from, to }) => [...from.cells, ...(to?.cells ?? [])]));
    return {
      version: 1,
      mask: [...this.mask].sort((a, b) => a - b),
      classes: this.#classes,
      player: this.#player,
      undo: this.undo,
      behaviours,
      actions: Object.fromEntries(actions.map((action) => [action, this.#recordAction(action, behaviours)])),
      uncovered: this.#countUncovered(new GroundMemory(this.#vision, behaviours, {})),
      recall: recordOutcomes(this.transitions, playerCells, this.mask, this.#memory),
    };
  }

  #classIndex = ({ from }: ObjectEvent): number => this.#classOf.get(from.look.key) ?? -1;

  #stepOf(index: number | null, action: string): Vec | null {
    return this.#steps[index ?? -1]?.get(action) ?? null;
  }

  /** The actions that moved or changed objects of each class. An undo does not show how a class moves. */
  #listActing(): Set<string>[] {
    const acting = this.#classes.map(() => new Set<string>());
    for (const { action, reading } of this.#cases)
      for (const event of action === this.undo ? [] : reading.objects)
        acting[this.#classIndex(event)]?.add(action);
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
    const motions: Example[] = [];
    const looks = new Map<string, Example[]>();
    const ahead = new Map<string, Set<string>>();
    const places: Vec[] = [];
    const slide = this.#slides[index] ?? null;
    let hits = 0;
    for (const { transition, situation, reading, action } of this.#cases) {
      if (!actions.includes(action) || motions.length > MAX_EXAMPLES) continue;
      const step = this.#stepOf(index, action);
      for (const site of this.#vision.find(transition.before, index)) {
        const event = reading.objects.find(
          ({ from }) => isSame(from.at, site.at) && from.look.key === site.look.key,
        );
        // An object that moved covers this one.
        if (!event && site.cells.some((cell) => reading.left.has(cell))) continue;
        const thing = this.#memory.describe(situation, site, step);
        const isGo = slide && step && isSlide(slide, transition.after, this.mask, site, event, step);
        const label = isGo ? 'go' : labelMotion(event, step);
        if (event) hits++;
        places.push(site.at, ...(event?.to ? [event.to.at] : []));
        remember(ahead, thing.ahead, () => new Set<string>()).add(label);
        motions.push(this.#memory.observe(thing, label));
        const next = event?.to && event.to.look.key !== site.look.key ? event.to.look.key : 'same';
        if (label !== 'gone')
          remember<string, Example[]>(looks, action, () => []).push(this.#memory.observe(thing, next, label));
      }
    }
    if (hits < 2) return [];
    const name = this.#classes[index]?.join() ?? '';
    const motion = this.#memory.grow(`${actions} ${name}`, motions);
    return [
      {
        class: index,
        steps: Object.fromEntries(actions.map((action) => [action, this.#stepOf(index, action)])),
        slide,
        motion,
        looks: Object.fromEntries(
          [...looks].map(([action, list]) => [action, this.#memory.grow(`looks ${action} ${name}`, list)]),
        ),
        ahead: Object.fromEntries([...ahead].map(([key, labels]) => [key, [...labels]])),
        range: !slide && actions.some((action) => isTentative(motion, action)) ? findRange(places) : null,
      },
    ];
  }

  /** Learns when an action has effects that no behaviour covers. */
  #recordAction(action: string, behaviours: readonly ObjectBehaviour[]): ActionRecord {
    const own = this.#cases.filter((one) => one.action === action);
    const classes = new Set(behaviours.filter(({ steps }) => action in steps).map((one) => one.class));
    const isKnown = ({ reading: { objects, isExplained } }: Case) =>
      action === this.undo || (isExplained && objects.every((event) => classes.has(this.#classIndex(event))));
    const seen = own.map((one) => {
      const thing = this.#memory.describe(one.situation, NOTHING, null);
      return this.#memory.observe(thing, isKnown(one) ? 'known' : 'odd');
    });
    const hasObject = (index: number) =>
      own.filter(({ transition: { before } }) => this.#vision.find(before, index).length > 0);
    return {
      seen: own.length,
      effects: own.filter(({ reading }) => reading.hasEffect).length,
      surprise: this.#memory.grow(action, seen),
      odd: seen.filter(({ label }) => label === 'odd').length,
      clicked: [...new Set(own.flatMap((one) => clickedValue(one.situation) ?? []))],
      colors: [...new Set(own.flatMap((one) => listColors(one.transition.before)))],
      moved: [...new Set(own.map(({ reading }) => reading.objects.length))].sort((a, b) => a - b),
      present: Object.fromEntries([...classes].map((index) => [index, hasObject(index).length / own.length])),
    };
  }

  /** Counts the colors that appeared where objects left. Objects that change in place leave nothing. */
  #countUncovered(ground: GroundMemory): Record<string, number> {
    const counts: Record<string, number> = {};
    let memory: Uint8Array = new Uint8Array();
    for (const { transition, reading } of this.#cases) {
      const { start, before, after } = transition;
      if (start || memory.length !== before.cells.length) memory = ground.begin(before);
      const left = reading.objects
        .filter(({ to, by }) => to === null || !isZero(by))
        .flatMap(({ from }) => from.cells);
      for (const cell of left) {
        if (reading.taken.has(cell)) continue;
        const key = `${memory[cell]}>${after.cells[cell]}`;
        counts[key] = (counts[key] ?? 0) + 1;
      }
      memory = ground.follow(memory, after);
    }
    return counts;
  }
}

function labelMotion(event: ObjectEvent | undefined, step: Vec | null): string {
  if (!event) return 'stay';
  if (event.to === null) return 'gone';
  if (isZero(event.by)) return 'stay';
  return step && isSame(event.by, step) ? 'go' : `by ${event.by.join()}`;
}

/** Groups looks that turn into one another into classes, most frequent first. */
function groupLooks(readings: readonly Reading[]): string[][] {
  const groups = new Map<string, string[]>();
  const weights = new Map<string, number>();
  const find = (key: string) => remember(groups, key, () => [key]);
  for (const { from, to } of readings.flatMap(({ objects }) => objects)) {
    count(weights, from.look.key, from.look.parts.length);
    const group = find(from.look.key);
    if (to === null || group.includes(to.look.key)) continue;
    for (const key of find(to.look.key)) {
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
