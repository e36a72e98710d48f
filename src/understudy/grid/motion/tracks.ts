import type { Mask } from '../../../contract/frame';
import type { Board } from '../../../grid/claims/board';
import type { Seen } from '../../../grid/claims/check';
import { openCells } from '../../../grid/claims/move';
import { cellsAt, findPicture, keyOf, locate, type Sighting } from '../../../grid/claims/picture';
import { findMovers } from '../movers';
import type { Avatar, Track } from './types';

const TRACKS = new WeakMap<Seen, Map<string, readonly Track[]>>();

/** The avatar in one transition, remembered: every study of a run follows the same ones. What is given out is a copy. */
export function trackIn(avatar: Avatar, seen: Seen, mask: Mask): Track[] {
  const memory = TRACKS.get(seen) ?? new Map<string, readonly Track[]>();
  TRACKS.set(seen, memory);
  const looks = (avatar.looks ?? []).map(keyOf).join(' ');
  const key = `${avatar.every} ${avatar.turned} ${avatar.open} ${keyOf(avatar.picture)} ${looks}`;
  const memo =
    memory.get(key) ?? (avatar.every ? trackCrowd(avatar, seen, mask) : trackAvatar(avatar, seen, mask));
  memory.set(key, memo);
  return memo.map((track) => ({ ...track }));
}

function trackAvatar(avatar: Avatar, seen: Seen, mask: Mask): Track[] {
  const from = locate(seen.before, avatar.picture, avatar.turned, mask);
  const to = seen.changed.length === 0 ? from : locateLook(avatar, seen.after, mask);
  if (!from || !to) return [];
  const own = new Set([...cellsAt(from.picture, from, seen.before), ...cellsAt(to.picture, to, seen.after)]);
  if (avatar.open && (to.top !== from.top || to.left !== from.left)) {
    for (const cell of [...openCells(from, seen.before), ...openCells(to, seen.after)]) own.add(cell);
  }
  const rest = seen.changed.filter((cell) => !own.has(cell));
  return [{ seen, from, to, by: { rows: to.top - from.top, cols: to.left - from.left }, rest }];
}

/** The avatar as it always looks, or else in another look of its own. */
function locateLook({ picture, turned, looks = [] }: Avatar, board: Board, mask: Mask): Sighting | null {
  const same = locate(board, picture, turned, mask);
  if (same || looks.length === 0) return same;
  return looks.map((look) => locate(board, look, false, mask)).find((one) => one !== null) ?? null;
}

/** Each of several that look the same: one step further, or where it was. */
function trackCrowd({ picture }: Avatar, seen: Seen, mask: Mask): Track[] {
  const before = findPicture(seen.before, picture, mask);
  const after = findPicture(seen.after, picture, mask);
  if (before.length < 2 || before.length !== after.length) return [];
  const by = findMovers(seen).find((mover) => keyOf(mover.picture) === keyOf(picture))?.by ?? {
    rows: 0,
    cols: 0,
  };
  const own = new Set([...before, ...after].flatMap((at) => cellsAt(picture, at, seen.before)));
  const rest = seen.changed.filter((cell) => !own.has(cell));
  const tracks: Track[] = [];
  for (const at of before) {
    const target = { top: at.top + by.rows, left: at.left + by.cols };
    const isAt = (place: typeof at) => after.some((one) => one.top === place.top && one.left === place.left);
    if (!isAt(target) && !isAt(at)) return [];
    const went = isAt(target);
    tracks.push({
      seen,
      from: { ...at, picture },
      to: { ...(went ? target : at), picture },
      by: went ? by : { rows: 0, cols: 0 },
      rest,
    });
  }
  return tracks;
}
