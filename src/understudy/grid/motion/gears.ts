import { NO_MASK } from '../../../contract/frame';
import { isStill, type Shift } from '../../../grid/claims/board';
import { gcd, stepOf } from '../../../grid/claims/move';
import { isSamePicture, type Picture } from '../../../grid/claims/picture';
import { groundAhead } from './grounds';
import type { Avatar, Gear, Track, Tracks } from './types';

/** What an action's tracks have in common; null when it was never seen to move or turn the avatar one way. */
export function findGear(allTracks: readonly Track[]): Gear | null {
  // What it did while something else changed as well, when it carried something for instance, is told apart.
  const pureTracks = allTracks.filter(({ rest }) => rest.length === 0);
  const tracks = pureTracks.some(({ by }) => !isStill(by)) ? pureTracks : allTracks;
  const moves = tracks.filter((track) => !isStill(track.by));
  const turns = tracks.filter((track) => !isSamePicture(track.from.picture, track.to.picture));
  const by = commonShift(moves);
  if (!by) return null;
  const faces = new Set([...moves, ...turns].map((track) => track.to.picture));
  const firstFace = [...faces][0];
  const one = [...faces].every((face) => firstFace && isSamePicture(face, firstFace));
  if (turns.length > 0 && (!one || !firstFace)) return null;
  return {
    ...by,
    face: turns.length > 0 && firstFace ? firstFace : null,
    turnsStopped: turnsWhenStopped(tracks, turns.length > 0 && firstFace ? firstFace : null),
    unsure: false,
  };
}

/** Says whether the avatar turned where it was stopped; null when it was never stopped looking another way. */
function turnsWhenStopped(tracks: readonly Track[], face: Picture | null): boolean | null {
  if (!face) return null;
  const halts = tracks.filter((track) => isStill(track.by) && !isSamePicture(track.from.picture, face));
  if (halts.length === 0) return null;
  return halts.some((track) => isSamePicture(track.to.picture, face));
}

/**
 * Moves that only ever ended where something else came next may go on until they are stopped, by the step that all
 * distances have in common. That is so when distances vary; it is likely when they are longer than the avatar; and it
 * stays open until one ended with free ground ahead, or one was stopped short.
 */
export function findSlides(avatar: Avatar, gears: Map<string, Gear>, tracks: Tracks): void {
  const areSlides = [...gears.values()].some((gear) => gear.slides);
  // One action that goes just so far says the same of the others.
  const isFixed =
    !areSlides && [...gears.entries()].some(([id, gear]) => !mayGoOn(gear.by, tracks.get(id) ?? []));
  if (isFixed) return;
  let unit = 0;
  for (const id of gears.keys()) {
    for (const { by } of tracks.get(id) ?? []) if (!isStill(by)) unit = gcd(unit, stepOf(by).count);
  }
  for (const [id, gear] of gears) {
    const { step, count } = stepOf(gear.by);
    const by = { rows: step.rows * unit, cols: step.cols * unit };
    if (gear.slides) {
      gears.set(id, { ...gear, by });
      continue;
    }
    if (avatar.every || !mayGoOn(by, tracks.get(id) ?? [])) continue;
    const size = step.rows !== 0 ? avatar.picture.rows : avatar.picture.cols;
    const slides = areSlides || count >= 2 * size;
    gears.set(id, { ...gear, by: slides ? by : gear.by, slides, unsure: true });
  }
}

/** Says whether every move ended where the next step would have met something. */
const mayGoOn = (by: Shift, tracks: readonly Track[]): boolean =>
  tracks.every((track) => isStill(track.by) || endsAtSomething(track, by));

/** Says whether the next step would have met a colour that it did not go over. */
function endsAtSomething({ seen, from, to, by }: Track, step: Shift): boolean {
  const path = groundAhead(seen.before, to.picture, from, by, 'way', NO_MASK).counts;
  const next = groundAhead(seen.after, to.picture, to, step, 'way', NO_MASK);
  return next.edge || [...next.counts.keys()].some((colour) => !path.has(colour));
}

function commonShift(moves: readonly Track[]): { by: Shift; slides: boolean } | null {
  const counts = new Map<string, { by: Shift; count: number }>();
  for (const { by } of moves) {
    const key = `${by.rows},${by.cols}`;
    counts.set(key, { by, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  const byCount = [...counts.values()].sort((a, b) => b.count - a.count);
  const first = byCount[0];
  if (!first) return null;
  if (byCount.length === 1) return { by: first.by, slides: false };
  const ways = new Set(
    byCount.map(({ by }) => {
      const { step } = stepOf(by);
      return `${step.rows},${step.cols}`;
    }),
  );
  if (ways.size === 1) return { by: stepOf(first.by).step, slides: true };
  return first.count > moves.length / 2 ? { by: first.by, slides: false } : null;
}
