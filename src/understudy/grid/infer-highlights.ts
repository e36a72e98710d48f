import { memoizeObject } from '../../base/memoize';
import type { Shift } from '../../grid/claims/board';
import { type Box, boxOf, cellsOf } from '../../grid/claims/board';
import type { Claim, MoveClaim } from '../../grid/claims/claim';
import { type HighlightClaim, isBeside } from '../../grid/claims/highlight';
import { stepOf } from '../../grid/claims/move';
import {
  findPicture,
  isSamePicture,
  keyOf,
  type Picture,
  showsAt,
  takePicture,
  turnsOf,
} from '../../grid/claims/picture';
import { NO_SCOPE } from '../../grid/claims/scope';
import type { Evidence } from './cases';
import type { Gear, Motion, Track } from './motion/types';

/** Things that are drawn otherwise while an avatar is beside them. */
interface Highlight {
  motion: Motion;
  plain: Picture;
  lit: Picture;
  /** Only on the side that the last move went to; otherwise on any. */
  ahead: boolean;
}

/** Rows and columns of a thing at most, and pairs of looks that are tried. */
const MAX_SIDE = 16;
const MAX_PAIRS = 6;

/** Finds what is lit by the avatars of a run, from all actions together: each of them turns to another side. */
const findHighlights = memoizeObject(({ motions, mask }: Evidence): Highlight[] =>
  motions
    .filter(({ avatar, gears }) => !avatar.every && gears.size > 0)
    .flatMap((motion) =>
      findPairs(motion)
        .slice(0, MAX_PAIRS)
        .flatMap(([a, b]): Highlight[] => {
          const options = [true, false].flatMap((ahead) => [
            { motion, plain: a, lit: b, ahead },
            { motion, plain: b, lit: a, ahead },
          ]);
          return options.filter((option) => explains(option, mask)).slice(0, 1);
        }),
    ),
);

/** Lists pairs of looks that things were seen to change between, beside what the avatar itself changed. */
function findPairs({ tracks }: Motion): [Picture, Picture][] {
  const looks = new Map<string, [Picture, Picture]>();
  for (const track of [...tracks.values()].flat()) {
    const { before, after } = track.seen;
    for (const box of groupCells(track.rest, before.cols)) {
      if (box.bottom - box.top >= MAX_SIDE || box.right - box.left >= MAX_SIDE) continue;
      const cells = cellsOf(box, before.cols);
      const pair: [Picture, Picture] = [takePicture(before, cells, box), takePicture(after, cells, box)];
      const name = pair.map(keyOf).sort().join('|');
      looks.set(name, looks.get(name) ?? pair);
    }
  }
  return [...looks.values()];
}

/** Groups cells that touch, over edges or corners, and gives the box of each group. */
export function groupCells(cells: readonly number[], cols: number): Box[] {
  const rest = new Set(cells);
  const boxes: Box[] = [];
  for (const start of cells) {
    if (!rest.delete(start)) continue;
    const group = [start];
    for (const cell of group) {
      for (const down of [-cols, 0, cols]) {
        for (const right of [-1, 0, 1]) {
          const next = cell + down + right;
          // A neighbour on the next row is none.
          if (Math.abs((next % cols) - (cell % cols)) <= 1 && rest.delete(next)) group.push(next);
        }
      }
    }
    boxes.push(boxOf(group, cols));
  }
  return boxes;
}

/** Says whether everything seen went so: something was seen to light up, and something to go out or to stay as it was. */
function explains(highlight: Highlight, mask: Evidence['mask']): boolean {
  const counts = { lit: 0, plain: 0 };
  for (const [id, tracks] of highlight.motion.tracks) {
    const gear = highlight.motion.gears.get(id);
    const side = gear ? sideOf(gear.by) : null;
    if (!gear || !side) continue;
    for (const track of tracks) {
      if (!checkTrack(highlight, track, gear, highlight.ahead ? side : null, mask, counts)) return false;
    }
  }
  return counts.lit > 0 && counts.plain > 0;
}

function checkTrack(
  { motion, plain, lit, ahead }: Highlight,
  { seen, to }: Track,
  gear: Gear,
  side: Shift | null,
  mask: Evidence['mask'],
  counts: { lit: number; plain: number },
): boolean {
  const face = gear.face ?? (motion.avatar.turned ? null : motion.avatar.picture);
  if (ahead && (!face || !isSamePicture(face, to.picture))) return true;
  for (const [picture, wasLit] of [
    [plain, false],
    [lit, true],
  ] as const) {
    for (const at of findPicture(seen.before, picture, mask)) {
      const isLit = showsAt(seen.after, lit, at, mask);
      if (!isLit && !showsAt(seen.after, plain, at, mask)) continue;
      const beside = isBeside(to, side, { ...at, picture });
      if (beside === null) continue;
      if (beside !== isLit) return false;
      if (isLit && !wasLit) counts.lit++;
      if (!isLit) counts.plain++;
    }
  }
  return true;
}

/** Returns one cell the way a move goes; null when it goes askew. */
function sideOf(by: Shift): Shift | null {
  const { step } = stepOf(by);
  return Math.abs(step.rows) + Math.abs(step.cols) === 1 ? step : null;
}

/** Claims of what is lit, for a definition that moves what lights it. */
export function highlightsFor(claims: readonly Claim[], evidence: Evidence): HighlightClaim[] {
  const moves = claims.filter((claim): claim is MoveClaim => claim.kind === 'move' && !claim.every);
  return findHighlights(evidence).flatMap(({ motion, plain, lit, ahead }): HighlightClaim[] => {
    const looks = turnsOf(motion.avatar.picture);
    const move = moves.find(({ who }) => looks.some((look) => isSamePicture(look, who)));
    const who = move && (move.face ?? (move.turned ? null : move.who));
    const side = move && ahead ? sideOf(move.by) : null;
    if (!who || (ahead && !side)) return [];
    return [{ ...NO_SCOPE, kind: 'highlight', who, side, plain, lit }];
  });
}
