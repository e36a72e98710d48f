import { add, project } from './board';
import { applyChange, findTargets, isRecolour, readColour } from './changes';
import {
  clickedValue,
  describeThing,
  listAhead,
  listColours,
  listPairs,
  NOTHING,
  type PlayerView,
  viewPlayer,
} from './features';
import { GroundMemory } from './ground';
import {
  type ChangeBehaviour,
  isTrusted,
  listMovers,
  type ModelData,
  type ObjectBehaviour,
} from './knowledge';
import { isInside, type Look, parseLook, type Site } from './look';
import { Recall } from './recall';
import { Past, type Situation } from './situation';
import { type Slide, slideTo } from './slides';
import { findLeaves, type Leaf, rankOf } from './tree';
import type { Action, Board, Forecast, Mask, Transition, Vec } from './types';
import { Vision } from './vision';
import { nameColour, nameFeature, nameFeatureValue, nameLook } from './words';

/** Thrown to stop a forecast when a part of it is unknown. */
class Silence extends Error {}

const forecastCells = (cells: ReadonlyMap<number, number>): Forecast =>
  cells.size > 0 ? { kind: 'cells', cells, open: new Set() } : { kind: 'nothing' };

const silence = (reason: string): Forecast => ({ kind: 'silent', reason });

export class Forecaster {
  readonly mask: Mask;
  readonly #vision: Vision;
  readonly #memory: GroundMemory;
  readonly #undo: string | null;
  readonly #recall: Recall;
  /** Colours of objects that move. */
  readonly #movable: ReadonlySet<string>;
  #followed = new WeakMap<Transition, Followed>();

  constructor(readonly data: ModelData) {
    this.mask = new Set(data.mask);
    this.#vision = Vision.of(data.classes);
    this.#memory = new GroundMemory(this.#vision, listMovers(data.behaviours), data);
    this.#recall = new Recall(data.recall);
    const moving = data.behaviours.flatMap((one) =>
      one.kind === 'object' && Object.values(one.steps).some(Boolean) ? [one.class] : [],
    );
    this.#movable = new Set(
      moving.flatMap((i) =>
        (this.#vision.classes[i] ?? []).flatMap(({ parts }) => parts.map(([, , colour]) => String(colour))),
      ),
    );
    this.#undo = data.behaviours.find((one) => one.kind === 'undo')?.action ?? null;
  }

  findPlayers(board: Board): readonly Site[] {
    return this.data.player === null ? [] : this.#vision.find(board, this.data.player);
  }

  stepOfPlayer(action: string): Vec | null {
    return this.data.player === null ? null : this.#stepOf(this.data.player, action);
  }

  canEnter(colour: number): boolean | null {
    const met = this.data.behaviours.flatMap((one) =>
      one.kind === 'object' && one.class === this.data.player
        ? Object.entries(one.ahead).filter(([ahead]) => ahead.split(' ').includes(`ahead:${colour}`))
        : [],
    );
    return met.length > 0 ? met.some(([, labels]) => labels.some((label) => label !== 'stay')) : null;
  }

  reveal(board: Board, cells: readonly number[]): (number | null)[] {
    const memory = this.#memory.recall(board);
    return cells.map((cell) => this.#memory.reveal(memory, cell));
  }

  predict(board: Board, action: Action, past: readonly Transition[]): Forecast {
    const record = this.data.actions[action.id];
    if (!record) return silence(`${action.id} was never tried`);
    const { situation, memory } = this.#situate(board, action, past);
    if (action.id === this.#undo) return this.#predictUndo(situation);
    const change = this.#recallChange(board, action);
    const trust = this.data.trust[action.id];
    if (change && isTrusted(trust?.recall)) return forecastCells(change);
    const ruled = this.#applyRules(situation, memory);
    if (ruled.kind !== 'silent' && !isTrusted(trust?.rules))
      return silence(`predictions for ${action.id} often failed`);
    return ruled;
  }

  /** Forecasts by the rules alone and by recall alone, to score each of them. */
  predictApart(
    board: Board,
    action: Action,
    past: readonly Transition[],
  ): { rules: Forecast; recall: Forecast } {
    const { situation, memory } = this.#situate(board, action, past);
    const change = this.#recallChange(board, action);
    // An action without any effect so far has no rule that could be wrong.
    const hasRules = (this.data.actions[action.id]?.effects ?? 0) > 0;
    const rules = hasRules ? this.#applyRules(situation, memory) : silence('');
    return { rules, recall: change ? forecastCells(change) : silence('') };
  }

  #recallChange(board: Board, action: Action): ReadonlyMap<number, number> | null {
    const moving = this.data.behaviours.flatMap((one) =>
      one.kind === 'object' && one.steps[action.id] ? [this.#vision.find(board, one.class)] : [],
    );
    return this.#recall.find(board, action, moving);
  }

  #applyRules(situation: Situation, memory: Uint8Array): Forecast {
    try {
      return this.#combine(situation, memory);
    } catch (error) {
      if (error instanceof Silence) return silence(error.message);
      throw error;
    }
  }

  #situate(
    board: Board,
    action: Action,
    past: readonly Transition[],
  ): { situation: Situation; memory: Uint8Array } {
    const known = this.#follow(board, past);
    return { situation: known.past.situate(board, action), memory: known.memory };
  }

  /** The state after a level's past. Continues from the state one transition earlier if that is cached. */
  #follow(board: Board, past: readonly Transition[]): Followed {
    const last = past.at(-1);
    if (!last)
      return { length: 0, past: new Past(this.mask, this.#undo), memory: this.#memory.recall(board) };
    const known = this.#followed.get(last);
    if (known?.length === past.length) return known;
    const earlier = past.length > 1 ? this.#followed.get(past[past.length - 2] as Transition) : undefined;
    const state =
      earlier?.length === past.length - 1
        ? { past: earlier.past.clone(), memory: Uint8Array.from(earlier.memory), from: past.length - 1 }
        : {
            past: new Past(this.mask, this.#undo),
            memory: this.#memory.recall(past[0]?.before ?? board),
            from: 0,
          };
    for (const transition of past.slice(state.from)) {
      state.past.push(transition);
      this.#memory.update(state.memory, transition.after);
    }
    const followed = { length: past.length, past: state.past, memory: state.memory };
    this.#followed.set(last, followed);
    return followed;
  }

  #predictUndo({ board, previous }: Situation): Forecast {
    if (!previous) return silence('there is nothing to undo');
    const cells = new Map<number, number>();
    for (let i = 0; i < board.cells.length; i++)
      if (previous.cells[i] !== board.cells[i] && !this.mask.has(i))
        cells.set(i, previous.cells[i] as number);
    return forecastCells(cells);
  }

  #combine(situation: Situation, memory: Uint8Array): Forecast {
    const { board, action } = situation;
    const record = this.data.actions[action.id];
    const own = this.data.behaviours.filter((one) =>
      one.kind === 'object' ? action.id in one.steps : one.action === action.id,
    );
    if (record && record.effects === 0) {
      if (record.seen >= 3 && action.x === undefined) return { kind: 'nothing' };
      return silence(`${action.id} has had no effect so far`);
    }
    const player = viewPlayer(
      this.#vision,
      this.data.player,
      (index, id) => this.#stepOf(index, id),
      situation,
    );
    this.#checkSurprise(situation, player);
    this.#checkClick(situation);
    const result: Draft = { cells: new Map(), left: new Set(), known: 0, moved: 0, slides: [] };
    for (const behaviour of own) {
      if (behaviour.kind === 'object') this.#moveObjects(behaviour, situation, player, memory, result);
      else if (behaviour.kind === 'change') this.#change(behaviour, situation, player, result);
    }
    for (const colour of listColours(board))
      if (!this.data.colours.includes(colour))
        throw new Silence(`never saw ${nameColour(colour)} on the board`);
    this.#slideAll(board, memory, result);
    if (record && !record.moved.includes(result.moved))
      throw new Silence(`${action.id} never changed ${result.moved} objects at once`);
    const open = new Set<number>();
    for (const cell of result.left) {
      if (result.cells.has(cell)) continue;
      const colour = this.#memory.reveal(memory, cell);
      if (colour === null) open.add(cell);
      else result.cells.set(cell, colour);
    }
    for (const [cell, colour] of result.cells)
      if (board.cells[cell] === colour || this.mask.has(cell)) result.cells.delete(cell);
    if (result.cells.size > 0 || open.size > 0) return { kind: 'cells', cells: result.cells, open };
    return result.known > 0 ? { kind: 'nothing' } : silence('nothing here is known to change');
  }

  #stepOf(index: number, action: string): Vec | null {
    for (const one of this.data.behaviours)
      if (one.kind === 'object' && one.class === index && one.steps[action]) return one.steps[action];
    return null;
  }

  #checkClick(situation: Situation): void {
    const value = clickedValue(situation, this.mask);
    if (value !== null && !this.data.actions[situation.action.id]?.clicked.includes(value))
      throw new Silence(`never clicked on ${nameFeatureValue(value)}`);
  }

  #checkSurprise(situation: Situation, player: PlayerView | null): void {
    const features = describeThing(situation, this.mask, NOTHING, null, player);
    const record = this.data.actions[situation.action.id];
    const leaves = record ? findLeaves(record.surprise, features) : [];
    if (leaves.some((leaf) => leaf.label === 'odd' || leaf.fit < 0.8 * leaf.seen))
      throw new Silence(`${situation.action.id} also did something here that is not understood`);
  }

  #moveObjects(
    behaviour: ObjectBehaviour,
    situation: Situation,
    player: PlayerView | null,
    memory: Uint8Array,
    result: Draft,
  ): void {
    const { board, action } = situation;
    const step = behaviour.steps[action.id] ?? null;
    const sites = this.#vision.find(board, behaviour.class);
    if (sites.length === 0 && (this.data.actions[action.id]?.present[behaviour.class] ?? 0) >= USUAL)
      throw new Silence(`the ${nameLook(this.#vision.classes[behaviour.class]?.[0] as Look)} is not there`);
    for (const site of sites) {
      const { look, at, cells } = site;
      const features = describeThing(situation, this.mask, { ...site, look: look.key }, step, player);
      const ahead = listAhead(features);
      if (step && !behaviour.slide && !behaviour.ahead[ahead])
        throw new Silence(`never met ${nameUnmet(ahead, behaviour)} the ${nameLook(look)}`);
      for (const colour of behaviour.slide ? [] : this.#memory.listUnder(cells, memory))
        if (!behaviour.under.includes(colour))
          throw new Silence(`never saw the ${nameLook(look)} on ${nameColour(colour)}`);
      for (const pair of behaviour.slide ? [] : listPairs(features))
        if (this.#movable.has(pair.slice(0, pair.indexOf('>'))) && !behaviour.pairs.includes(pair))
          throw new Silence(`never met ${namePair(pair)} the ${nameLook(look)}`);
      const label = this.#decide(findLeaves(behaviour.motion, features), `what the ${nameLook(look)} does`);
      if (step && !behaviour.slide && !behaviour.ahead[ahead]?.includes(label))
        throw new Silence(`not sure what the ${nameLook(look)} does`);
      const looks = behaviour.looks[action.id];
      result.known++;
      if (behaviour.slide && label === 'go' && step) {
        result.slides.push({ site, step, slide: behaviour.slide });
        continue;
      }
      if (label !== 'stay') result.moved++;
      if (label === 'gone') {
        for (const cell of cells) result.left.add(cell);
        continue;
      }
      features.add(`moves:${label}`);
      const next = looks
        ? this.#decide(findLeaves(looks, features), `how the ${nameLook(look)} looks next`)
        : 'same';
      if (label === 'stay' && next === 'same') continue;
      if (label === 'stay') result.moved++;
      const by: Vec = label === 'go' && step ? step : label === 'stay' ? [0, 0] : parseStep(label);
      const to = next === 'same' ? look : parseLook(next);
      const target = add(at, by);
      if (!isInside(board, to, target)) throw new Silence(`the ${nameLook(look)} would leave the board`);
      if (label !== 'stay' && behaviour.range && !isWithin(target, behaviour.range))
        throw new Silence(`the ${nameLook(look)} was never there`);
      const reach = behaviour.reach[action.id];
      if (label === 'go' && step && reach !== undefined && project(target, step) > reach)
        throw new Silence(`the ${nameLook(look)} never went so far`);
      for (const cell of cells) result.left.add(cell);
      for (const [row, col, colour] of to.parts)
        result.cells.set((target[0] + row) * board.cols + target[1] + col, colour);
    }
  }

  /** Objects that slide at the same time make room for one another, so the foremost moves first. */
  #slideAll(board: Board, memory: Uint8Array, result: Draft): void {
    const { slides } = result;
    const working = { ...board, cells: Uint8Array.from(board.cells) };
    const known = (pick: (slide: Slide) => string[]) => [
      ...new Set(slides.flatMap(({ slide }) => pick(slide))),
    ];
    const [stops, passes] = [known((one) => one.stops), known((one) => one.passes)];
    slides.sort((a, b) => project(b.site.at, b.step) - project(a.site.at, a.step));
    for (const { site, step, slide } of slides) {
      const { look, at, cells } = site;
      const ground = Number(slide.passes[0]);
      for (const cell of cells) working.cells[cell] = this.#memory.reveal(memory, cell) ?? ground;
      const all = {
        stops: [...slide.stops, ...stops.filter((value) => !slide.passes.includes(value))],
        passes: [...slide.passes, ...passes.filter((value) => !slide.stops.includes(value))],
      };
      const end = slideTo(all, working, this.mask, look, at, step);
      if ('unknown' in end)
        throw new Silence(
          `never met ${nameFeatureValue(end.unknown)} ahead of the sliding ${nameLook(look)}`,
        );
      for (const [row, col, colour] of look.parts)
        working.cells[(end.at[0] + row) * board.cols + end.at[1] + col] = colour;
      if (end.at.join() === at.join()) continue;
      result.moved++;
      for (const cell of cells) result.left.add(cell);
      for (const [row, col, colour] of look.parts)
        result.cells.set((end.at[0] + row) * board.cols + end.at[1] + col, colour);
    }
  }

  #change(behaviour: ChangeBehaviour, situation: Situation, player: PlayerView | null, result: Draft): void {
    for (const thing of findTargets(situation.board, behaviour)) {
      const features = describeThing(situation, this.mask, thing, null, player);
      const label = this.#decide(
        findLeaves(behaviour.tree, features),
        `whether the ${nameSource(behaviour)} changes`,
        MANY_BOARDS,
      );
      result.known++;
      if (label === 'no') continue;
      for (const [cell, colour] of applyChange(situation.board, behaviour, thing))
        put(result.cells, cell, colour);
    }
  }

  /** @param atRoot minimum number of boards for a leaf without any condition */
  #decide(leaves: readonly Leaf[], subject: string, atRoot = 1): string {
    const label = leaves[0]?.label ?? '';
    if (leaves.some((leaf) => leaf.label !== label || !isCertain(leaf, atRoot)))
      throw new Silence(`not sure ${subject}`);
    return label;
  }
}

const isWithin = ([row, col]: Vec, [top, left, bottom, right]: readonly number[]): boolean =>
  row >= Number(top) && row <= Number(bottom) && col >= Number(left) && col <= Number(right);

/** Names the colour ahead that is new, or says that the combination is new. */
function nameUnmet(ahead: string, behaviour: ObjectBehaviour): string {
  const met = new Set(Object.keys(behaviour.ahead).flatMap((key) => key.split(' ')));
  const feature = ahead.split(' ').find((one) => !met.has(one));
  return feature ? nameFeature(feature) : 'all that is ahead of';
}

const namePair = (pair: string): string => {
  const [ahead, beyond] = pair.split('>').map(nameFeatureValue);
  return `${ahead} ahead and ${beyond} beyond`;
};

const nameSource = (one: ChangeBehaviour): string =>
  isRecolour(one) ? `${nameColour(readColour(one.from))} object` : nameLook(parseLook(one.from));

interface Followed {
  length: number;
  past: Past;
  memory: Uint8Array;
}

interface Draft {
  cells: Map<number, number>;
  /** Cells that an object leaves. */
  left: Set<number>;
  moved: number;
  /** Objects that slide until they are stopped. */
  slides: { site: Site; step: Vec; slide: Slide }[];
  /** Number of things with a known outcome. */
  known: number;
}

/** Minimum share of boards on which a class must appear to be expected on all of them. */
const USUAL = 0.8;

/** Minimum number of boards for a leaf, by the rank of its last test: tests of places or memories need most. */
const BOARDS = [1, 2, 3];
const MANY_BOARDS = 3;

/** True if the leaf's observations agree and come from enough boards. */
function isCertain({ seen, fit, boards, via }: Leaf, atRoot: number): boolean {
  const isPure = fit === seen || (seen >= 10 && fit >= 0.9 * seen);
  return isPure && boards >= (via === '' ? atRoot : (BOARDS[rankOf(via)] ?? 1));
}

const put = (cells: Map<number, number>, cell: number, colour: number) => {
  if (!cells.has(cell)) cells.set(cell, colour);
};

const parseStep = (label: string): Vec => label.slice('by '.length).split(',').map(Number) as unknown as Vec;
