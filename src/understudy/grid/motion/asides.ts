import { isSameShift, isStill } from '../../../grid/claims/board';
import { stepOf } from '../../../grid/claims/move';
import { sorted } from '../../../grid/claims/words';
import { findMovers, type Mover } from '../movers';
import type { Avatar, Track, Tracks } from './types';

/** Part of all transitions in which things of a colour must move, away from the avatar, to be left aside. */
const ASIDE_PART = 0.3;
const ASIDE_LEAST = 3;

/** Where pieces of one colour were seen to go, by the action that was executed. */
interface Drift {
  count: number;
  ways: Map<string, Set<string>>;
}

/**
 * Colours of things that move away from the avatar, whatever the action: they live by themselves. What goes one way
 * for each action, and different ways for different ones, is controlled; it is not left aside.
 */
export function findAsides(avatar: Avatar, tracks: Tracks): number[] {
  const drifts = new Map<number, Drift>();
  let all = 0;
  for (const [id, list] of tracks) {
    for (const track of list) {
      all++;
      for (const [colour, { ways, strays }] of strayWays(avatar, track)) {
        const drift = drifts.get(colour) ?? { count: 0, ways: new Map<string, Set<string>>() };
        if (strays) drift.count++;
        drift.ways.set(id, new Set([...(drift.ways.get(id) ?? []), ...ways]));
        drifts.set(colour, drift);
      }
    }
  }
  const asides = [...drifts.entries()].filter(
    ([, drift]) =>
      drift.count >= ASIDE_LEAST &&
      drift.count >= ASIDE_PART * all &&
      drift.ways.size >= 2 &&
      !isControlled(drift),
  );
  return sorted(asides.map(([colour]) => colour));
}

/** Ways that things other than the avatar, and what it may push, went in one transition; by colour. */
function strayWays(avatar: Avatar, track: Track): Map<number, { ways: Set<string>; strays: boolean }> {
  const own = new Set(avatar.picture.cells);
  const byColour = new Map<number, { ways: Set<string>; strays: boolean }>();
  for (const mover of findMovers(track.seen)) {
    // What touches it may be a part of it.
    if (isBeside(mover, track)) continue;
    // What goes exactly as the avatar does may be what it pushes.
    const strays = isStill(track.by) || !isSameShift(mover.by, track.by);
    const { step } = stepOf(mover.by);
    for (const colour of new Set(mover.picture.cells)) {
      if (colour < 0 || own.has(colour)) continue;
      const way = byColour.get(colour) ?? { ways: new Set<string>(), strays: false };
      way.ways.add(`${step.rows},${step.cols}`);
      way.strays ||= strays;
      byColour.set(colour, way);
    }
  }
  return byColour;
}

const isBeside = ({ at, picture }: Mover, { from }: Track): boolean =>
  at.top <= from.top + from.picture.rows &&
  from.top <= at.top + picture.rows &&
  at.left <= from.left + from.picture.cols &&
  from.left <= at.left + picture.cols;

function isControlled({ ways }: Drift): boolean {
  const each = [...ways.values()];
  return each.every((one) => one.size === 1) && new Set(each.flatMap((one) => [...one])).size > 1;
}
