import { isSameShift, isStill } from '../../../grid/claims/board';
import { stepOf } from '../../../grid/claims/move';
import { cellsAt, type Sighting } from '../../../grid/claims/picture';
import type { Motion } from './types';

/** Two that the same actions move, and neither is a part of the other. */
export function arePartners(motion: Motion, other: Motion): boolean {
  if (motion === other || motion.avatar.every || other.avatar.every) return false;
  const sharedIds = [...motion.gears.keys()].filter((id) => other.gears.has(id));
  if (!isSteady(other)) return false;
  // With no action in common they may still have been stopped each time: that is left open, not ruled out.
  if (
    other.gears.size === 0 ||
    (sharedIds.length > 0 && sharedIds.every((id) => isSameWay(motion, other, id)))
  )
    return false;
  if (other.avatar.picture.cells.every((colour) => colour < 0 || motion.asides.includes(colour)))
    return false;
  return [...motion.tracks.values()].every((tracks) =>
    tracks.every((track) => {
      const partner = other.sightings.get(track.seen);
      return !partner || !overlap(track.from, partner.from);
    }),
  );
}

/** Says whether each action only ever moves it one way: what lives by itself goes any way under each. */
const isSteady = ({ tracks }: Motion): boolean =>
  [...tracks.values()].every((all) => {
    const ways = all.filter(({ by }) => !isStill(by)).map(({ by }) => stepOf(by).step);
    return ways.every((way) => isSameShift(way, ways[0] ?? way));
  });

/** What goes the same way by the same shift is pushed, or a part. */
function isSameWay(motion: Motion, other: Motion, id: string): boolean {
  const [a, b] = [motion.gears.get(id), other.gears.get(id)];
  return a !== undefined && b !== undefined && isSameShift(a.by, b.by);
}

const overlap = (a: Sighting, b: Sighting): boolean =>
  a.top < b.top + b.picture.rows &&
  b.top < a.top + a.picture.rows &&
  a.left < b.left + b.picture.cols &&
  b.left < a.left + a.picture.cols;

/** Take what partners did out of what a motion does not account for; whether that changed anything. */
export function leaveOut(motion: Motion, partners: readonly Motion[]): boolean {
  let hasChanged = false;
  for (const tracks of motion.tracks.values()) {
    for (const track of tracks) {
      if (track.rest.length === 0) continue;
      const theirs = new Set(
        partners.flatMap((other) => {
          const one = other.sightings.get(track.seen);
          return one
            ? [
                ...cellsAt(one.from.picture, one.from, track.seen.before),
                ...cellsAt(one.to.picture, one.to, track.seen.after),
              ]
            : [];
        }),
      );
      const rest = track.rest.filter((cell) => !theirs.has(cell));
      hasChanged ||= rest.length < track.rest.length;
      track.rest = rest;
    }
  }
  return hasChanged;
}
