import { add, project } from './board';
import { applyChange, findTargets, isRecolour, readColour } from './changes';
import { clickedValue, describeThing, NOTHING, type PlayerView, viewPlayer } from './features';
import { GroundMemory } from './ground';
import {
  type ChangeBehaviour,
  isTrusted,
  listMovers,
  type ModelData,
  type ObjectBehaviour,
} from './knowledge';
import { isInside, type Look, parseLook } from './look';
import { Recall } from './recall';
import { Past, type Situation } from './situation';
import { findLeaf, isLocal, type Leaf } from './tree';
import type { Action, Board, Forecast, Mask, Transition, Vec } from './types';
import { Vision } from './vision';
import { nameColour, nameFeature, nameFeatureValue, nameLook } from './words';

/** Thrown inside a forecast when a part of it is unknown. */
class Silence extends Error {}

const forecastCells = (cells: ReadonlyMap<number, number>): Forecast =>
  cells.size > 0 ? { kind: 'cells', cells, open: new Set() } : { kind: 'nothing' };

const silence = (reason: string): Forecast => ({ kind: 'silent', reason });

/** Predicts boards from a model's data. */
export class Forecaster {
  readonly mask: Mask;
  readonly #vision: Vision;
  readonly #memory: GroundMemory;
  readonly #undo: string | null;
  readonly #recall: Recall;
  #followed = new WeakMap<Transition, Followed>();

  constructor(readonly data: ModelData) {
    this.mask = new Set(data.mask);
    this.#vision = new Vision(data.classes);
    this.#memory = new GroundMemory(this.#vision, listMovers(data.behaviours), data);
    this.#recall = new Recall(data.recall);
    this.#undo = data.behaviours.find((one) => one.kind === 'undo')?.action ?? null;
  }

  predict(board: Board, action: Action, past: readonly Transition[]): Forecast {
    const record = this.data.actions[action.id];
    if (!record) return silence(`${action.id} was never tried`);
    const { situation, memory } = this.#situate(board, action, past);
    if (action.id === this.#undo) return this.#predictUndo(situation);
    const change = this.#recall.find(board, action);
    const trust = this.data.trust[action.id];
    if (change && isTrusted(trust?.recall)) return forecastCells(change);
    const ruled = this.#applyRules(situation, memory);
    if (ruled.kind !== 'silent' && !isTrusted(trust?.rules))
      return silence(`predictions for ${action.id} often failed`);
    return ruled;
  }

  /** What rules and recall each predict, for a check of both. */
  predictApart(
    board: Board,
    action: Action,
    past: readonly Transition[],
  ): { rules: Forecast; recall: Forecast } {
    const { situation, memory } = this.#situate(board, action, past);
    const change = this.#recall.find(board, action);
    const rules = this.data.actions[action.id] ? this.#applyRules(situation, memory) : silence('');
    return { rules, recall: change ? forecastCells(change) : silence('') };
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

  /** The state after a level's past; continues from the state one transition earlier if that is known. */
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
    const result: Draft = { cells: new Map(), left: new Set(), known: 0, moved: 0 };
    for (const behaviour of own) {
      if (behaviour.kind === 'object') this.#moveObjects(behaviour, situation, player, result);
      else if (behaviour.kind === 'change') this.#change(behaviour, situation, player, result);
    }
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
    const leaf = record && findLeaf(record.surprise, features);
    if (leaf && (leaf.label === 'odd' || leaf.fit < 0.8 * leaf.seen))
      throw new Silence(`${situation.action.id} also did something here that is not understood`);
  }

  #moveObjects(
    behaviour: ObjectBehaviour,
    situation: Situation,
    player: PlayerView | null,
    result: Draft,
  ): void {
    const { board, action } = situation;
    const step = behaviour.steps[action.id] ?? null;
    const met = new Set(behaviour.met);
    const sites = this.#vision.find(board, behaviour.class);
    if (sites.length === 0 && (this.data.actions[action.id]?.present[behaviour.class] ?? 0) >= USUAL)
      throw new Silence(`the ${nameLook(this.#vision.classes[behaviour.class]?.[0] as Look)} is not there`);
    for (const site of sites) {
      const { look, at, cells } = site;
      const features = describeThing(situation, this.mask, { ...site, look: look.key }, step, player);
      for (const feature of features)
        if (feature.startsWith('ahead:') && !met.has(feature))
          throw new Silence(`never met ${nameFeature(feature)} the ${nameLook(look)}`);
      const label = this.#decide(findLeaf(behaviour.motion, features), `what the ${nameLook(look)} does`);
      const looks = behaviour.looks[action.id];
      result.known++;
      if (label !== 'stay') result.moved++;
      if (label === 'gone') {
        for (const cell of cells) result.left.add(cell);
        continue;
      }
      features.add(`moves:${label}`);
      const next = looks
        ? this.#decide(findLeaf(looks, features), `how the ${nameLook(look)} looks next`)
        : 'same';
      if (label === 'stay' && next === 'same') continue;
      if (label === 'stay') result.moved++;
      const by: Vec = label === 'go' && step ? step : label === 'stay' ? [0, 0] : parseStep(label);
      const to = next === 'same' ? look : parseLook(next);
      const target = add(at, by);
      if (!isInside(board, to, target)) throw new Silence(`the ${nameLook(look)} would leave the board`);
      const reach = behaviour.reach[action.id];
      if (label === 'go' && step && reach !== undefined && project(target, step) > reach)
        throw new Silence(`the ${nameLook(look)} never went so far`);
      for (const cell of cells) result.left.add(cell);
      for (const [row, col, colour] of to.parts)
        result.cells.set((target[0] + row) * board.cols + target[1] + col, colour);
    }
  }

  #change(behaviour: ChangeBehaviour, situation: Situation, player: PlayerView | null, result: Draft): void {
    for (const thing of findTargets(situation.board, behaviour)) {
      const features = describeThing(situation, this.mask, thing, null, player);
      const label = this.#decide(
        findLeaf(behaviour.tree, features),
        `whether the ${nameSource(behaviour)} changes`,
        MANY_BOARDS,
      );
      result.known++;
      if (label === 'no') continue;
      for (const [cell, colour] of applyChange(situation.board, behaviour, thing))
        put(result.cells, cell, colour);
    }
  }

  /** @param atRoot boards that a leaf without any condition needs */
  #decide(leaf: Leaf, subject: string, atRoot = 1): string {
    if (!isCertain(leaf, atRoot)) throw new Silence(`not sure ${subject}`);
    return leaf.label;
  }
}

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
  /** Number of objects that change. */
  moved: number;
  /** Number of things about which something is known. */
  known: number;
}

/** Share of boards from which a class counts as always there. */
const USUAL = 0.8;

/** Boards that a leaf needs behind a test of places or memories. */
const MANY_BOARDS = 3;

/** A leaf counts if its observations agree and come from enough boards. */
function isCertain({ seen, fit, boards, via }: Leaf, atRoot: number): boolean {
  const isPure = fit === seen || (seen >= 10 && fit >= 0.9 * seen);
  return isPure && boards >= (via === '' ? atRoot : isLocal(via) ? 1 : MANY_BOARDS);
}

const put = (cells: Map<number, number>, cell: number, colour: number) => {
  if (!cells.has(cell)) cells.set(cell, colour);
};

const parseStep = (label: string): Vec => label.slice('by '.length).split(',').map(Number) as unknown as Vec;
