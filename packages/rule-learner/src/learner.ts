import { add, isZero, project } from './board';
import { findTargets, isRecolour, type Kind, kindKey, listChanges } from './changes';
import {
  clickedValue,
  describeThing,
  listAhead,
  listColours,
  listPairs,
  NOTHING,
  type PlayerView,
  type Thing,
  viewPlayer,
} from './features';
import { GroundMemory } from './ground';
import {
  type ActionRecord,
  type Behaviour,
  type ChangeBehaviour,
  listMovers,
  type ModelData,
  type ObjectBehaviour,
} from './knowledge';
import type { Site } from './look';
import { remember } from './memo';
import { cellsAfter, cellsBefore, type ObjectEvent, type Reading } from './reading';
import { recordOutcomes } from './recall';
import type { Situation } from './situation';
import { isStopped, learnSlide, type Move, type Slide, unitStep } from './slides';
import { type Example, growTree, isLoose } from './tree';
import type { Mask, Transition, Vec } from './types';
import { Vision } from './vision';

/** A transition with its reading and situation. */
export interface Case {
  transition: Transition;
  situation: Situation;
  reading: Reading;
  action: string;
  board: string;
}

/** Moves after which an action that was never stopped is expected to go on. */
const GOES_ON = 5;
const MAX_EXAMPLES = 3000;
const MAX_CHANGES = 40;
const MAX_CLASSES = 24;

export class Learner {
  readonly #vision: Vision;
  readonly #classOf: ReadonlyMap<string, number>;
  readonly #classes: string[][];
  /** Most common step by class and action. */
  readonly #steps: ReadonlyMap<string, Vec>;
  readonly #slides: readonly (Slide | null)[];
  readonly #player: number | null;
  #views = new WeakMap<Situation, PlayerView | null>();

  constructor(
    readonly cases: readonly Case[],
    readonly mask: Mask,
    readonly undo: string | null,
  ) {
    this.#classes = groupLooks(cases);
    this.#vision = Vision.of(this.#classes);
    this.#classOf = new Map(this.#classes.flatMap((looks, i) => looks.map((look) => [look, i] as const)));
    this.#slides = this.#findSlides();
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
    for (const action of actions) behaviours.push(...this.#learnChanges(action));
    const records: Record<string, ActionRecord> = {};
    for (const action of actions) records[action] = this.#recordAction(action, behaviours);
    const memory = new GroundMemory(this.#vision, listMovers(behaviours));
    for (const one of this.cases) {
      if (!one.transition.start) this.#recordUnder(one, behaviours, memory);
      memory.push(one.transition, listLeft(one.transition, one.reading));
    }
    return {
      version: 1,
      mask: [...this.mask].sort((a, b) => a - b),
      classes: this.#classes,
      colours: [
        ...new Set(
          this.cases.flatMap(({ transition: { before, after } }) => [before, after].flatMap(listColours)),
        ),
      ],
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

  #recordUnder({ action, transition }: Case, behaviours: readonly Behaviour[], memory: GroundMemory): void {
    for (const one of behaviours) {
      if (one.kind !== 'object' || !(action in one.steps)) continue;
      for (const { cells } of this.#vision.find(transition.before, one.class))
        for (const colour of memory.listUnder(cells)) if (!one.under.includes(colour)) one.under.push(colour);
    }
  }

  /** Cells through which the player ever moved. */
  #listPlayerCells(): Set<number> {
    const cells = new Set<number>();
    for (const { transition, reading } of this.cases)
      for (const event of reading.objects) {
        if (this.#classOf.get(event.from.key) !== this.#player) continue;
        for (const cell of cellsBefore(transition.before, event)) cells.add(cell);
        for (const cell of cellsAfter(transition.after, event)) cells.add(cell);
      }
    return cells;
  }

  #findSlides(): (Slide | null)[] {
    const moves: Move[][] = this.#classes.map(() => []);
    for (const { transition, reading } of this.cases)
      for (const event of reading.objects) {
        if (event.to === null || isZero(event.by)) continue;
        moves[this.#classOf.get(event.from.key) ?? -1]?.push({ transition, event, others: reading.objects });
      }
    return moves.map((own) => learnSlide(own, this.mask));
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
        const slide = this.#slides[Number(key.split('|')[0])];
        return [key, slide ? unitStep(parseVec(best), slide.unit) : parseVec(best)];
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

  #describe({ situation }: Case, thing: Thing, step: Vec | null): Set<string> {
    return describeThing(situation, this.mask, thing, step, this.#viewPlayer(situation));
  }

  /** One behaviour for all actions that move the class, and one for each action that changes it in place. */
  #learnObjects(index: number): ObjectBehaviour[] {
    const acting = new Map<string, number>();
    for (const { action, reading } of this.cases)
      for (const { from } of reading.objects)
        if (this.#classOf.get(from.key) === index) acting.set(action, (acting.get(action) ?? 0) + 1);
    // Objects restored by an undo don't show how the class moves.
    if (this.undo) acting.delete(this.undo);
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
    const pairs = new Set<string>();
    const ahead = new Map<string, Set<string>>();
    const places: Vec[] = [];
    const stopped = new Set<string>();
    const gone = new Map<string, number>();
    let hits = 0;
    for (const one of this.cases) {
      if (!actions.includes(one.action) || examples.length > MAX_EXAMPLES) continue;
      const step = this.#steps.get(`${index}|${one.action}`) ?? null;
      for (const site of this.#vision.find(one.transition.before, index)) {
        const event = one.reading.objects.find(
          ({ from, at }) => at[0] === site.at[0] && at[1] === site.at[1] && from.key === site.look.key,
        );
        if (!event && one.reading.objects.some((other) => hides(one, other, site.cells))) continue;
        const features = this.#describe(one, { ...site, look: site.look.key }, step);
        const label = labelMotion(
          event,
          step,
          this.#slides[index] ? this.#isSlide(index, one, site, event, step) : false,
        );
        if (event) hits++;
        places.push(site.at);
        if (event?.to) places.push(add(site.at, event.by));
        if (label === 'stay') stopped.add(one.action);
        if (label === 'go') gone.set(one.action, (gone.get(one.action) ?? 0) + 1);
        for (const pair of listPairs(features)) pairs.add(pair);
        remember(ahead, listAhead(features), () => new Set<string>()).add(label);
        examples.push({ features, label, board: one.board, action: one.action });
        const next = event?.to && event.to.key !== site.look.key ? event.to.key : 'same';
        if (label !== 'gone')
          remember<string, Example[]>(looks, one.action, () => []).push({
            features: new Set([...features, `moves:${label}`]),
            label: next,
            board: one.board,
            action: one.action,
          });
      }
    }
    if (hits < 2) return [];
    const motion = growTree(examples);
    return [
      {
        kind: 'object',
        class: index,
        steps: Object.fromEntries(
          actions.map((action) => [action, this.#steps.get(`${index}|${action}`) ?? null]),
        ),
        slide: this.#slides[index] ?? null,
        motion,
        reach: Object.fromEntries(
          actions.flatMap((action) => {
            const step = this.#steps.get(`${index}|${action}`);
            if (!step || this.#slides[index] || stopped.has(action) || (gone.get(action) ?? 0) >= GOES_ON)
              return [];
            return [[action, Math.max(...places.map((at) => project(at, step)))]];
          }),
        ),
        looks: Object.fromEntries([...looks].map(([action, list]) => [action, growTree(list)])),
        ahead: Object.fromEntries([...ahead].map(([key, labels]) => [key, [...labels]])),
        pairs: [...pairs].sort(),
        under: [],
        range: isLoose(motion) && !this.#slides[index] ? findRange(places) : null,
        seen: examples.length,
        hits,
      },
    ];
  }

  /**
   * True if the object slid as its class does. An object that stays in front of a stop counts as a slide of zero
   * steps.
   */
  #isSlide(
    index: number,
    { transition: { after } }: Case,
    site: Site,
    event: ObjectEvent | undefined,
    step: Vec | null,
  ): boolean {
    const slide = this.#slides[index];
    if (!slide || !step || event?.to === null) return false;
    const by = event?.by ?? [0, 0];
    const isAlong = isZero(by) || unitStep(by, slide.unit).join() === step.join();
    return isAlong && isStopped(slide, after, this.mask, event ? cellsAfter(after, event) : site.cells, step);
  }

  #learnChanges(action: string): ChangeBehaviour[] {
    const own = this.cases.filter((one) => one.action === action);
    const kinds = new Map<
      string,
      { kind: Kind; hits: Map<Case, Set<string>>; count: number; places: Set<string> }
    >();
    for (const one of own)
      for (const { from, to, at } of listChanges(one.reading)) {
        const kind = { from, to, places: null };
        const entry = remember(kinds, kindKey(kind), () => ({
          kind,
          hits: new Map<Case, Set<string>>(),
          count: 0,
          places: new Set<string>(),
        }));
        remember(entry.hits, one, () => new Set<string>()).add(at.join());
        entry.places.add(at.join());
        entry.count++;
      }
    const frequent = [...kinds.values()].filter(({ count }) => count >= 2).sort((a, b) => b.count - a.count);
    return frequent.slice(0, MAX_CHANGES).map(({ kind, hits, count, places }): ChangeBehaviour => {
      const isFixed =
        !isRecolour(kind) && (new Set(kind.from.replace(/[./]/g, '')).size === 1 || places.size === 1);
      const full = { ...kind, places: isFixed ? [...places].map(parseVec) : null };
      const examples: Example[] = [];
      for (const one of own) {
        if (examples.length > MAX_EXAMPLES) break;
        for (const thing of findTargets(one.transition.before, full)) {
          const label = hits.get(one)?.has(thing.at.join()) ? 'yes' : 'no';
          examples.push({
            features: this.#describe(one, thing, null),
            label,
            board: one.board,
            action,
          });
        }
      }
      return {
        kind: 'change',
        action,
        ...full,
        tree: growTree(examples),
        seen: examples.length,
        hits: count,
      };
    });
  }

  /** Learns when an action has effects that no behaviour covers. */
  #recordAction(action: string, behaviours: readonly Behaviour[]): ActionRecord {
    const own = this.cases.filter((one) => one.action === action);
    const classes = new Set(
      behaviours.flatMap((one) => (one.kind === 'object' && action in one.steps ? [one.class] : [])),
    );
    const changes = new Set(
      behaviours.flatMap((one) => (one.kind === 'change' && one.action === action ? [kindKey(one)] : [])),
    );
    const isKnown = ({ reading }: Case) =>
      action === this.undo ||
      (reading.objects.every(({ from }) => classes.has(this.#classOf.get(from.key) ?? -1)) &&
        listChanges(reading).every((change) => changes.has(kindKey({ ...change, places: null }))));
    const examples = own.map((one): Example => {
      const features = this.#describe(one, NOTHING, null);
      return { features, label: isKnown(one) ? 'known' : 'odd', board: one.board, action };
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

const leftCache = new WeakMap<Reading, readonly number[]>();

/** Cells that objects left and no object covers now. */
const listLeft = ({ before, after }: Transition, reading: Reading): readonly number[] =>
  remember(leftCache, reading, () => {
    const covered = new Set(reading.objects.flatMap((event) => cellsAfter(after, event)));
    return reading.objects.flatMap((event) =>
      cellsBefore(before, event).filter((cell) => !covered.has(cell)),
    );
  });

const ownCache = new WeakMap<ObjectEvent, ReadonlySet<number>>();

const hides = ({ transition }: Case, event: ObjectEvent, cells: readonly number[]): boolean => {
  const own = remember(ownCache, event, () => new Set(cellsBefore(transition.before, event)));
  return cells.some((cell) => own.has(cell));
};

function labelMotion(event: ObjectEvent | undefined, step: Vec | null, isSlide: boolean): string {
  if (isSlide) return 'go';
  if (!event) return 'stay';
  if (event.to === null) return 'gone';
  if (isZero(event.by)) return 'stay';
  return step && event.by.join() === step.join() ? 'go' : `by ${event.by.join()}`;
}

/** Groups looks that turn into one another into classes, most frequent first. */
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

function findRange(places: readonly Vec[]): [number, number, number, number] {
  const [rows, cols] = [places.map(([row]) => row), places.map(([, col]) => col)];
  return [Math.min(...rows), Math.min(...cols), Math.max(...rows), Math.max(...cols)];
}

const parseVec = (text: string): Vec => text.split(',').map(Number) as unknown as Vec;
