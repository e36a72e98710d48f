import { memoizeObject } from '../../base/memoize';
import { type Board, type Box, boxOf, commonestColour } from '../../grid/claims/board';
import type { Seen } from '../../grid/claims/check';
import type { PassClaim } from '../../grid/claims/claim';
import { isSamePicture, keyOf, type Picture, takePicture } from '../../grid/claims/picture';
import { NO_SCOPE } from '../../grid/claims/scope';
import type { Case, Proposal } from './cases';

/** A thing that looks otherwise after an action, where it stands. */
interface Change {
  from: Picture;
  to: Picture;
}

/** Things that may be chosen in turn, at most. */
const MAX_THINGS = 6;

/**
 * Claims that an action chooses the next one of several things: each time two things changed their looks where they
 * stand, and the one that was chosen last is the one that is no longer chosen now.
 */
export function findPasses(cases: readonly Case[]): Proposal[] {
  const effective = cases.filter(({ seen }) => seen.changed.length > 0);
  const pairs: [Change, Change][] = [];
  for (const { seen } of effective) {
    const changes = changesOf(seen);
    const [a, b] = changes;
    // One that went another way says nothing against the others: the claims are held against all of them.
    if (changes.length === 2 && a && b) pairs.push([a, b]);
  }
  const first = pairs[0];
  if (!first) return [];
  return [first, [first[1], first[0]] as [Change, Change]].flatMap((start) => {
    const claim = follow(start, pairs.slice(1));
    if (!claim) return [];
    // The part that changes tells them apart as well, and is seldom covered.
    const marks = claim.things.map(cropChange);
    const looks = marks.flatMap((pair) => pair.map(keyOf));
    const short = new Set(looks).size === looks.length;
    return [
      { claims: [claim], cost: 2.2 },
      ...(short ? [{ claims: [{ ...claim, things: marks }], cost: 2.3 }] : []),
    ];
  });
}

/** The part of both looks that differs, and one cell around it. */
function cropChange([plain, chosen]: [Picture, Picture]): [Picture, Picture] {
  const different = plain.cells.flatMap((colour, i) => (colour === chosen.cells[i] ? [] : [i]));
  const box = boxOf(different, plain.cols);
  const top = Math.max(0, box.top - 1);
  const leftCol = Math.max(0, box.left - 1);
  const rows = Math.min(plain.rows - 1, box.bottom + 1) - top + 1;
  const cols = Math.min(plain.cols - 1, box.right + 1) - leftCol + 1;
  const crop = ({ cells, cols: width }: Picture): Picture => ({
    rows,
    cols,
    cells: Array.from(
      { length: rows * cols },
      (_, i) => cells[(top + Math.floor(i / cols)) * width + leftCol + (i % cols)] ?? -1,
    ),
  });
  return [crop(plain), crop(chosen)];
}

/** Follows what is chosen, from a first pair: what is no longer chosen, and what is instead. */
function follow([left, taken]: [Change, Change], rest: readonly [Change, Change][]): PassClaim | null {
  const things: [Picture, Picture][] = [
    [left.to, left.from],
    [taken.from, taken.to],
  ];
  let isClosed = false;
  for (const pair of rest) {
    const last = things.at(-1);
    const old = pair.find(({ from, to }) =>
      things.some(([plain, chosen]) => isSamePicture(from, chosen) && isSamePicture(to, plain)),
    );
    const next = pair.find((one) => one !== old);
    if (!old || !next || !last) return null;
    const at = things.findIndex(([, chosen]) => isSamePicture(old.from, chosen));
    const knownAt = things.findIndex(([plain]) => isSamePicture(plain, next.from));
    if (knownAt >= 0) {
      if (at === things.length - 1 && knownAt === 0) isClosed = true;
      else if (knownAt !== at + 1) return null;
      continue;
    }
    if (at !== things.length - 1 || isClosed) return null;
    things.push([next.from, next.to]);
  }
  const looks = things.flatMap((pair) => pair.map(keyOf));
  if (things.length > MAX_THINGS || new Set(looks).size < looks.length) return null;
  return { ...NO_SCOPE, kind: 'pass', things, closed: isClosed };
}

/** The things that hold changed cells: what is connected, corners included, and is not of the commonest colour. */
const changesOf = memoizeObject(({ before, after, changed }: Seen): Change[] => {
  const ground = commonestColour(before);
  const open = new Set(changed);
  const changes: Change[] = [];
  for (const cell of changed) {
    if (!open.has(cell)) continue;
    const own = thingAt(before, after, cell, ground);
    for (const one of own) open.delete(one);
    const box: Box = boxOf(own, before.cols);
    const showOn = (board: Board): Picture =>
      takePicture(
        board,
        own.filter((one) => board.cells[one] !== ground),
        box,
      );
    changes.push({ from: showOn(before), to: showOn(after) });
    if (changes.length > 2) break;
  }
  return changes;
});

/** Cells of the thing that a cell belongs to, on either board. */
function thingAt(before: Board, after: Board, start: number, ground: number): number[] {
  const own = new Set([start]);
  const queue = [start];
  for (const cell of queue) {
    const col = cell % before.cols;
    for (let down = -1; down <= 1; down++) {
      for (let right = -1; right <= 1; right++) {
        const next = cell + down * before.cols + right;
        if (col + right < 0 || col + right >= before.cols || next < 0 || next >= before.cells.length)
          continue;
        if (own.has(next) || (before.cells[next] === ground && after.cells[next] === ground)) continue;
        own.add(next);
        queue.push(next);
      }
    }
  }
  return [...own];
}
