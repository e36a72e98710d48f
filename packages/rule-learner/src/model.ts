import { add, isSame, parseStep, project } from './board';
import { clickedValue, describeThing, listAhead, listColors, NOTHING, viewPlayer } from './features';
import { forecastCells, predictUndo, silence } from './forecast';
import { GroundMemory } from './ground';
import type { ActionRecord, ModelData, ObjectBehaviour } from './knowledge';
import { isInside, type Look, paintLook, parseLook, type Site } from './look';
import { recallOutcome } from './recall';
import { listRules } from './rules';
import { followPast, NO_PAST, type Past, type Situation } from './situation';
import { type Slide, slideTo } from './slides';
import { findLeaves, isTentative, type Leaf } from './tree';
import type { Action, Board, Forecast, Mask, Rule, Transition, Vec } from './types';
import { Vision } from './vision';
import { describeRule, nameColor, nameFeatureValue, nameLook, splitFeature } from './words';
import { predictWritten } from './written';

const MAX_SENTENCES = 3;

/** Thrown to stop a forecast when a part of it is unknown. */
class Silence extends Error {}

/** The learned rules of a game. Made by `learn`, `readRules` and `Model.fromJSON`. */
export class Model {
  readonly mask: Mask;
  readonly #vision: Vision;
  readonly #memory: GroundMemory;
  #followed: Followed | null = null;
  #rules: Rule[] | null = null;

  constructor(readonly data: ModelData) {
    this.mask = new Set(data.mask);
    this.#vision = Vision.of(data.classes);
    this.#memory = new GroundMemory(this.#vision, data.behaviours, data.uncovered);
  }

  static fromJSON(data: ModelData): Model {
    return new Model(data);
  }

  toJSON(): ModelData {
    return this.data;
  }

  rules(): Rule[] {
    this.#rules ??=
      this.data.written?.map((rule, i) => ({ id: i + 1, ...rule, seen: 0, wrong: 0 })) ??
      listRules(this.data);
    return this.#rules;
  }

  sentence(rule: Rule): string {
    return describeRule(rule);
  }

  /** The rules of one action, most frequent first; null if there are none. */
  define(action: string): string | null {
    const own = this.rules().filter((rule) => rule.action === action);
    if (own.length === 0) return null;
    const shown = [...own].sort((a, b) => b.seen - a.seen).slice(0, MAX_SENTENCES);
    const more = own.length - shown.length;
    const tail = more > 0 ? [`… and in ${more} more case${more > 1 ? 's' : ''}.`] : [];
    return [...shown.map((rule) => this.sentence(rule)), ...tail].join(' ');
  }

  /** The objects on a board that look like the one that most actions move. */
  findPlayers(board: Board): readonly Site[] {
    return this.data.player === null ? [] : this.#vision.find(board, this.data.player);
  }

  /** The usual step of an action of that object; null if the action does not move it. */
  stepOf(action: string): Vec | null {
    const own = this.data.behaviours.find((one) => one.class === this.data.player && one.steps[action]);
    return own?.steps[action] ?? null;
  }

  /** True if that object entered cells of this color, false if they stopped it, null if it met none. */
  canEnter(color: number): boolean | null {
    const met = this.data.behaviours
      .filter((one) => one.class === this.data.player)
      .flatMap(({ ahead }) => Object.entries(ahead))
      .filter(([ahead]) => ahead.split(' ').includes(`ahead:${color}`));
    return met.length > 0 ? met.some(([, labels]) => labels.some((label) => label !== 'stay')) : null;
  }

  /** The colors below objects that cover these cells; null if uncertain. */
  reveal(board: Board, cells: readonly number[]): (number | null)[] {
    const memory = this.#memory.begin(board);
    return cells.map((cell) => this.#memory.reveal(memory, cell));
  }

  /**
   * True if the rules of an action depend on places or on earlier actions, or do not fit all observations: on other
   * boards they often fail.
   */
  isTentative(action: string): boolean {
    if (action === this.data.undo) return false;
    const own = this.data.behaviours.filter(({ steps }) => action in steps);
    return own.some(({ motion, looks }) =>
      [motion, looks[action]].some((tree) => tree && isTentative(tree, action)),
    );
  }

  /** @param past transitions of this level so far, oldest first */
  predict(board: Board, action: Action, past: readonly Transition[] = []): Forecast {
    if (this.data.written) return predictWritten(this.data.written, board, action, past);
    const record = this.data.actions[action.id];
    if (!record) return silence(`${action.id} was never tried`);
    const followed = this.#follow(board, past);
    if (action.id === this.data.undo) return predictUndo(board, this.mask, followed.past.undoable.at(-1));
    const player = viewPlayer(this.findPlayers(board), this.stepOf(action.id));
    const situation = { board, action, mask: this.mask, last: followed.past.last, player };
    const forecast = this.#predictByRules(situation, record, followed.ground);
    if (forecast.kind === 'nothing' || (forecast.kind === 'cells' && forecast.open.size === 0))
      return forecast;
    const recall = this.data.recall[action.id];
    const change = recall ? recallOutcome(recall, board, action) : null;
    return change ? forecastCells(board, this.mask, change) : forecast;
  }

  #predictByRules(situation: Situation, record: ActionRecord, ground: Uint8Array): Forecast {
    const { id, x } = situation.action;
    if (record.effects === 0 && record.seen >= 3 && x === undefined) return { kind: 'nothing' };
    if (record.effects === 0) return silence(`${id} has had no effect so far`);
    try {
      return this.#combine(situation, record, ground);
    } catch (error) {
      if (error instanceof Silence) return silence(error.message);
      throw error;
    }
  }

  /** The other actions that move an object of the same class. */
  #listAlike(action: string): string[] {
    const moving = this.data.behaviours.filter(({ steps }) => steps[action]);
    const actions = moving.flatMap(({ steps }) => Object.keys(steps).filter((other) => steps[other]));
    return [...new Set(actions)].filter((other) => other !== action);
  }

  /** Follows a level's past. Remembers only the latest: a search asks for the same one again and again. */
  #follow(board: Board, past: readonly Transition[]): Followed {
    const last = past.at(-1);
    if (last && this.#followed?.last === last && this.#followed.length === past.length) return this.#followed;
    let ground = this.#memory.begin(past[0]?.before ?? board);
    for (const { after } of past) ground = this.#memory.follow(ground, after);
    const level = past.reduce((before, one) => followPast(before, one, this.mask, this.data.undo), NO_PAST);
    this.#followed = { last, length: past.length, past: level, ground };
    return this.#followed;
  }

  #combine(situation: Situation, record: ActionRecord, ground: Uint8Array): Forecast {
    const { board, action } = situation;
    const clicked = clickedValue(situation);
    if (clicked !== null && !record.clicked.includes(clicked))
      throw new Silence(`never clicked on ${nameFeatureValue(clicked)}`);
    const color = listColors(board).find((one) => !record.colors.includes(one));
    if (color !== undefined)
      throw new Silence(`${action.id} was never tried with ${nameColor(color)} on the board`);
    const features = new Set(describeThing(situation, NOTHING, null));
    const surprise = findLeaves(record.surprise, features);
    // What another action that moves the same object did at this place may happen again.
    const alike = this.#listAlike(action.id).flatMap((id) =>
      findLeaves((this.data.actions[id] as ActionRecord).surprise, features),
    );
    if (
      alike.some(({ label, rank }) => label === 'odd' && rank > 1) ||
      surprise.some(
        (leaf) =>
          leaf.label === 'odd' ||
          (leaf.rank > 1 && record.odd >= 0.1 * record.seen) ||
          leaf.fit < MIN_KNOWN * leaf.seen,
      )
    )
      throw new Silence(`${action.id} also did something here that is not understood`);
    const draft: Draft = { cells: new Map(), left: new Set(), known: 0, moved: 0, slides: [], ground };
    for (const one of this.data.behaviours)
      if (action.id in one.steps) this.#moveObjects(one, situation, record, draft);
    this.#slideAll(board, draft);
    if (!record.moved.includes(draft.moved))
      throw new Silence(`${action.id} never changed ${draft.moved} objects at once`);
    const { cells, left } = draft;
    const open = new Set<number>();
    for (const cell of left) {
      const color = cells.get(cell) ?? this.#memory.reveal(ground, cell);
      if (color !== null) cells.set(cell, color);
      else open.add(cell);
    }
    if (draft.known === 0) throw new Silence('nothing here is known to change');
    return forecastCells(board, this.mask, cells, open);
  }

  #moveObjects(behaviour: ObjectBehaviour, situation: Situation, record: ActionRecord, draft: Draft): void {
    const { board, action } = situation;
    const step = behaviour.steps[action.id] ?? null;
    const sites = this.#vision.find(board, behaviour.class);
    if (sites.length === 0 && (record.present[behaviour.class] ?? 0) >= USUAL)
      throw new Silence(`the ${nameLook(this.#vision.classes[behaviour.class]?.[0] as Look)} is not there`);
    for (const site of sites) {
      const name = nameLook(site.look);
      const features = describeThing(situation, site, step);
      const ahead = listAhead(features);
      if (step && !behaviour.slide && !behaviour.ahead[ahead])
        throw new Silence(`never met ${nameUnmet(ahead, behaviour)} ahead of the ${name}`);
      const known = new Set(features);
      const leaves = findLeaves(behaviour.motion, known);
      const label = decide(leaves, `what the ${name} does`);
      const isOnce = label === 'stay' && leaves.some(({ rank, boards }) => rank >= 0 && boards < 2);
      if (isOnce && ahead !== 'ahead:edge') throw new Silence(`not sure what the ${name} does`);
      if (label !== 'stay' && leaves.some(({ own }) => !own[action.id]))
        throw new Silence(`${action.id} never moved the ${name} like this`);
      draft.known++;
      if (behaviour.slide && label === 'go' && step) {
        draft.slides.push({ site, step, slide: behaviour.slide });
        continue;
      }
      const looks = label === 'gone' ? undefined : behaviour.looks[action.id];
      known.add(`moves:${label}`);
      const next = looks ? decide(findLeaves(looks, known), `how the ${name} looks next`) : 'same';
      if (label === 'stay' && next === 'same') continue;
      draft.moved++;
      for (const cell of site.cells) draft.left.add(cell);
      if (label === 'gone') continue;
      const to = next === 'same' ? site.look : parseLook(next);
      const target = add(
        site.at,
        label === 'go' && step ? step : label === 'stay' ? [0, 0] : parseStep(label),
      );
      if (!isInside(board, to, target)) throw new Silence(`the ${name} would leave the board`);
      const { range } = behaviour;
      if (label !== 'stay' && range && ![site.at, target].every((place) => isWithin(place, range)))
        throw new Silence(`the ${name} was never there`);
      paintLook(draft.cells, board, to, target);
    }
  }

  /** Objects that slide at the same time make room for one another, so the foremost moves first. */
  #slideAll(board: Board, draft: Draft): void {
    const { slides } = draft;
    const working = { ...board, cells: Uint8Array.from(board.cells) };
    const all = (pick: (slide: Slide) => string[]) => slides.flatMap(({ slide }) => pick(slide));
    const [stops, passes] = [all((one) => one.stops), all((one) => one.passes)];
    slides.sort((a, b) => project(b.site.at, b.step) - project(a.site.at, a.step));
    for (const { site, step, slide } of slides) {
      const { look, at, cells } = site;
      const ground = Number(slide.passes[0]);
      for (const cell of cells) working.cells[cell] = this.#memory.reveal(draft.ground, cell) ?? ground;
      const known = {
        stops: [...slide.stops, ...stops.filter((value) => !slide.passes.includes(value))],
        passes: [...slide.passes, ...passes.filter((value) => !slide.stops.includes(value))],
      };
      const end = slideTo(known, working, this.mask, look, at, step);
      if ('unknown' in end)
        throw new Silence(
          `never met ${nameFeatureValue(end.unknown)} ahead of the sliding ${nameLook(look)}`,
        );
      const painted = new Map<number, number>();
      paintLook(painted, board, look, end.at);
      for (const [cell, color] of painted) working.cells[cell] = color;
      if (isSame(end.at, at)) continue;
      draft.moved++;
      for (const cell of cells) draft.left.add(cell);
      for (const [cell, color] of painted) draft.cells.set(cell, color);
    }
  }
}

function decide(leaves: readonly Leaf[], subject: string): string {
  const label = leaves[0]?.label ?? '';
  if (leaves.some((leaf) => leaf.label !== label || !isCertain(leaf)))
    throw new Silence(`not sure ${subject}`);
  return label;
}

const isWithin = ([row, col]: Vec, [top, left, bottom, right]: readonly number[]): boolean =>
  row >= Number(top) && row <= Number(bottom) && col >= Number(left) && col <= Number(right);

/** Names the color ahead that is new, or says that the combination is new. */
function nameUnmet(ahead: string, behaviour: ObjectBehaviour): string {
  const met = new Set(Object.keys(behaviour.ahead).flatMap((key) => key.split(' ')));
  const feature = ahead.split(' ').find((one) => !met.has(one));
  return feature ? nameFeatureValue(splitFeature(feature)[1]) : 'all that is';
}

interface Followed {
  last: Transition | undefined;
  length: number;
  past: Past;
  ground: Uint8Array;
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
  ground: Uint8Array;
}

/** Minimum share of observations without an unexplained effect. */
const MIN_KNOWN = 0.8;

/** Minimum share of boards on which a class must appear to be expected on all of them. */
const USUAL = 0.8;

/** Minimum number of boards for a leaf, by the rank of its last test: tests of places or memories need most. */
const BOARDS = [1, 2, 3];
/** Minimum number of boards with an effect. */
const MANY_BOARDS = 3;

/** True if the leaf's observations agree and come from enough boards. */
function isCertain({ label, seen, fit, boards, rank }: Leaf): boolean {
  const isPure = fit === seen || (seen >= 10 && fit >= 0.9 * seen);
  const least = /^(stay|same)$/.test(label) ? 1 : MANY_BOARDS;
  return isPure && boards >= Math.max(least, BOARDS[rank] ?? 1);
}
