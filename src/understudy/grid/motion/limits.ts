import type { Mask } from '../../../contract/frame';
import { isSameShift, isStill, type Shift } from '../../../grid/claims/board';
import { foremost, isBeyond, judgeGround, stepOf } from '../../../grid/claims/move';
import { groundAhead } from './grounds';
import type { Limit, Motion, Track } from './types';

/** The limits of a motion; where the same action has one for another object, it may have one for this object as well. */
export function shareLimits(motion: Motion, motions: readonly Motion[]): Motion['limits'] {
  const { avatar, gears, limits, push, tracks } = motion;
  const ids = new Set(motions.flatMap((other) => [...other.limits.keys()]).filter((id) => !limits.has(id)));
  if (avatar.every || push || ids.size === 0) return limits;
  const all = [...tracks.values()].flat();
  const allLimits = new Map(limits);
  for (const [id, { by, slides }] of gears) {
    if (ids.has(id) && !slides && (by.rows === 0 || by.cols === 0))
      allLimits.set(id, { seenTo: farthest(all, by) });
  }
  return allLimits;
}

/** Moves of an action after which it is of note that nothing ever stopped what it moves. */
const MOVES_WITHOUT_STOP = 4;

/** Says whether an action that moves an object ever failed to. */
const wasStopped = ({ gears, tracks }: Motion): boolean =>
  [...gears.keys()].some((id) => (tracks.get(id) ?? []).some(({ by }) => isStill(by)));

/** Where an action was never seen to take its object beyond, as long as nothing ever stopped that; null for no such place. */
export function findUnstopped(motion: Motion, id: string): Limit | null {
  const { avatar, gears, push, tracks } = motion;
  const gear = gears.get(id);
  if (!gear || gear.slides || avatar.every || push || wasStopped(motion)) return null;
  if (gear.by.rows !== 0 && gear.by.cols !== 0) return null;
  const moves = (tracks.get(id) ?? []).filter(({ by }) => !isStill(by));
  if (moves.length < MOVES_WITHOUT_STOP) return null;
  return { seenTo: farthest([...tracks.values()].flat(), gear.by) };
}

/** The row or column of the foremost cells, in the way they go, where an object was ever seen. */
function farthest(tracks: readonly Track[], by: Shift): number {
  const edges = tracks.flatMap(({ from, to }) => [from, to].map((at) => foremost(at.picture, at, by)));
  return (by.rows !== 0 ? by.rows : by.cols) < 0 ? Math.min(...edges) : Math.max(...edges);
}

/**
 * Rows and columns that nothing takes the avatar beyond: it was stopped there with nothing but known ground ahead, and was
 * never seen further on.
 */
export function learnLimits(
  { avatar, gears, tracks, grounds, push }: Motion,
  mask: Mask,
): Map<string, Limit> {
  const limits = new Map<string, Limit>();
  if (avatar.every || push) return limits;
  const all = [...tracks.values()].flat();
  const straight = [...gears].filter(([, { by, slides }]) => !slides && (by.rows === 0 || by.cols === 0));
  for (const [id, { by, face }] of straight) {
    for (const track of tracks.get(id) ?? []) {
      if (!isStill(track.by) || track.seen.effect || track.seen.transition.state !== 'NOT_FINISHED') continue;
      const picture = face ?? track.from.picture;
      const ground = groundAhead(track.seen.before, picture, track.from, by, 'way', mask);
      if (judgeGround(ground, { ...grounds.way, edge: false }) !== 'free') continue;
      const limit = foremost(picture, track.from, by);
      const isPassed = all.some(({ from, to }) =>
        [from, to].some((at) => isBeyond(limit, by, at.picture, at)),
      );
      if (!isPassed) limits.set(id, { limit });
    }
  }
  // Where there is one such limit there may be another one the opposite way, which was not met yet.
  if (limits.size > 0) {
    for (const [id, { by }] of straight) {
      const isBackwards = [...limits.keys()].some((other) => {
        const back = gears.get(other)?.by;
        return back && isSameShift(stepOf(back).step, stepOf({ rows: -by.rows, cols: -by.cols }).step);
      });
      if (!isBackwards) continue;
      if (!limits.has(id)) limits.set(id, { seenTo: farthest(all, by) });
    }
  }
  return limits;
}
