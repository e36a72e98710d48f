import { clickedComponent } from './board';
import type { Site } from './look';
import { remember } from './memo';
import { findChanged } from './situation';
import type { Action, Board, Mask, Transition } from './types';

/** Outcomes of one action by picture: the area in which it or the player changes cells. */
export interface RecallData {
  /** Cells of the picture, as runs "first-last". */
  area: string;
  /** Changes by picture: "cell:colours" runs, empty for no change, null if the picture had several outcomes. */
  outcomes: Record<string, string | null>;
  /** Number of recurring pictures, and how many of them had the same outcome again. */
  repeated: number;
  confirmed: number;
}

/** Remembers outcomes by picture, to predict a board seen before without any rule. */
export class Recall {
  #areas = new Map<string, Uint16Array>();

  constructor(readonly data: Record<string, RecallData>) {}

  /**
   * The changes that this action made on this picture; null if the picture is new or had several outcomes.
   *
   * @param moving sites of each class that the action moves; null also if a class is there but not in the picture
   */
  find(
    board: Board,
    action: Action,
    moving: readonly (readonly Site[])[],
  ): ReadonlyMap<number, number> | null {
    const data = this.data[action.id];
    if (!data || data.confirmed < MIN_CONFIRMED * data.repeated) return null;
    const area = remember(this.#areas, action.id, () => Uint16Array.from(decodeCells(data.area)));
    const pictured = new Set(area);
    const isPictured = ({ cells }: Site) => cells.some((cell) => pictured.has(cell));
    if (moving.some((sites) => sites.length > 0 && !sites.some(isPictured))) return null;
    const outcome = data.outcomes[pictureKey(board, action, area)];
    return outcome === undefined || outcome === null ? null : decodeChange(outcome);
  }
}

const MIN_CONFIRMED = 0.9;

/** @param common cells that belong to the picture of every action */
export function recordOutcomes(
  transitions: readonly Transition[],
  common: Iterable<number>,
  mask: Mask,
): Record<string, RecallData> {
  const isShared = new Uint8Array(Math.max(0, ...transitions.map(({ before }) => before.cells.length)));
  for (const cell of common) if (!mask.has(cell)) isShared[cell] = 1;
  const records: Record<string, RecallData> = {};
  for (const action of new Set(transitions.map((one) => one.action.id))) {
    const own = transitions.filter((one) => one.action.id === action);
    const isIn = isShared.slice();
    for (const one of own) for (const cell of findChanged(one, mask)) isIn[cell] = 1;
    const area: number[] = [];
    for (let cell = 0; cell < isIn.length; cell++) if (isIn[cell] === 1) area.push(cell);
    const cells = Uint16Array.from(area);
    const outcomes: Record<string, string | null> = {};
    let [repeated, confirmed] = [0, 0];
    for (const one of own) {
      const key = pictureKey(one.before, one.action, cells);
      const outcome = describeChange(one, mask);
      const known = outcomes[key];
      if (known !== undefined) {
        repeated++;
        if (known === outcome) confirmed++;
      }
      outcomes[key] = known === undefined || known === outcome ? outcome : null;
    }
    records[action] = { area: encodeCells(area), outcomes, repeated, confirmed };
  }
  return records;
}

/** Clicks on one component count as one, unless it is ground. */
function pictureKey(board: Board, action: Action, area: Uint16Array): string {
  let [a, b] = [0x811c9dc5, 0x1b873593];
  for (const cell of area) {
    const value = (board.cells[cell] as number) + 1;
    a = Math.imul(a ^ value, 0x01000193);
    b = Math.imul(b ^ (value + cell), 0x85ebca6b) ^ (b >>> 13);
  }
  const clicked = clickedComponent(board, action);
  const place = clicked ? `@${clicked.colour}:${clicked.top},${clicked.left}:${clicked.cells.length}` : '';
  return `${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}${place}`;
}

function encodeCells(cells: readonly number[]): string {
  const runs: string[] = [];
  for (let i = 0; i < cells.length; ) {
    let end = i;
    while (cells[end + 1] === (cells[end] as number) + 1) end++;
    runs.push(end === i ? String(cells[i]) : `${cells[i]}-${cells[end]}`);
    i = end + 1;
  }
  return runs.join(',');
}

function decodeCells(text: string): number[] {
  if (text === '') return [];
  return text.split(',').flatMap((run) => {
    const [first, last] = run.split('-').map(Number) as [number, number | undefined];
    return Array.from({ length: (last ?? first) - first + 1 }, (_, i) => first + i);
  });
}

const changeCache = new WeakMap<Transition, { masked: number; text: string }>();

function describeChange(transition: Transition, mask: Mask): string {
  const known = changeCache.get(transition);
  if (known?.masked === mask.size) return known.text;
  const text = encodeChange(transition.after, findChanged(transition, mask));
  changeCache.set(transition, { masked: mask.size, text });
  return text;
}

function encodeChange(after: Board, cells: readonly number[]): string {
  let text = '';
  cells.forEach((cell, i) => {
    if (i === 0 || cells[i - 1] !== cell - 1) text += `${i > 0 ? ',' : ''}${cell}:`;
    text += (after.cells[cell] as number).toString(16);
  });
  return text;
}

function decodeChange(text: string): Map<number, number> {
  const change = new Map<number, number>();
  for (const run of text === '' ? [] : text.split(',')) {
    const [first, colours = ''] = run.split(':');
    [...colours].forEach((digit, i) => {
      change.set(Number(first) + i, Number.parseInt(digit, 16));
    });
  }
  return change;
}
