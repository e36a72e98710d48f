import type { Mask } from '../../../contract/frame';
import { isSameShift, isStill } from '../../../grid/claims/board';
import type { Push } from '../../../grid/claims/claim';
import { findPushed, lookAhead, shifted } from '../../../grid/claims/move';
import { isSamePicture, type Picture, showsAt } from '../../../grid/claims/picture';
import { sorted } from '../../../grid/claims/words';
import { findMovers } from '../movers';
import type { Gears, Motion, Tracks } from './types';

/** Objects seen to move along with the avatar, ahead of it. */
export function findPush(gears: Gears, tracks: Tracks, mask: Mask): Push | null {
  const what: Picture[] = [];
  for (const [id, gear] of gears) {
    if (gear.slides) continue;
    for (const track of tracks.get(id) ?? []) {
      if (track.rest.length === 0 || !isSameShift(track.by, gear.by)) continue;
      const to = shifted(track.from, gear.by);
      for (const mover of findMovers(track.seen)) {
        if (!isSameShift(mover.by, gear.by) || !isSamePicture(mover.picture, mover.after)) continue;
        if (what.some((known) => isSamePicture(known, mover.picture))) continue;
        if (findPushed({ what: [mover.picture] }, track.seen.before, track.from, to, mask).length > 0) {
          what.push(mover.picture);
        }
      }
    }
  }
  return what.length === 0 ? null : { what, over: [], stops: [], edge: false };
}

/** What lay beyond the things that were pushed, or would not be. */
export function learnPushed(motion: Motion, push: Push, mask: Mask): void {
  const over = new Set<number>();
  const stops = new Set<number>();
  for (const [id, gear] of motion.gears) {
    for (const track of motion.tracks.get(id) ?? []) {
      const { before, after } = track.seen;
      const crate = findPushed(push, before, track.from, shifted(track.from, gear.by), mask)[0];
      if (!crate) continue;
      const beyond = lookAhead(before, crate.picture, crate, gear.by, 'place', mask);
      if (isSameShift(track.by, gear.by) && showsAt(after, crate.picture, shifted(crate, gear.by), mask)) {
        for (const colour of beyond.counts.keys()) over.add(colour);
      } else if (isStill(track.by) && track.rest.length === 0) {
        if (beyond.edge && beyond.counts.size === 0) push.edge = true;
        if (!beyond.edge && beyond.counts.size === 1)
          for (const colour of beyond.counts.keys()) stops.add(colour);
      }
    }
  }
  push.over = sorted(over);
  push.stops = sorted([...stops].filter((colour) => !over.has(colour)));
}
