import type { Shift } from '../../engines/grid/claims/claim';
import { isStill } from '../../engines/grid/claims/claim';
import { gcd, stepOf } from '../../engines/grid/claims/move';
import { isSamePicture, type Picture } from '../../engines/grid/claims/picture';
import { NO_MASK } from '../../engines/grid/frame/frame';
import type { Avatar, Gear, Track, Tracks } from './gait';
import { groundAhead } from './gait-grounds';

/** What an action's tracks have in common; null when it was never seen to move or turn the avatar one way. */
export function findGear(tracks: readonly Track[]): Gear | null {
  const moves = tracks.filter((track) => !isStill(track.by));
  const turns = tracks.filter((track) => !isSamePicture(track.from.picture, track.to.picture));
  const by = commonShift(moves);
  if (!by) return null;
  const faces = new Set([...moves, ...turns].map((track) => track.to.picture));
  const drawn = [...faces][0];
  const one = [...faces].every((face) => drawn && isSamePicture(face, drawn));
  if (turns.length > 0 && (!one || !drawn)) return null;
  return {
    ...by,
    face: turns.length > 0 && drawn ? drawn : null,
    turnsStopped: turnsWhenStopped(tracks, turns.length > 0 && drawn ? drawn : null),
    unsure: false,
  };
}

/** Whether the avatar turned where it was stopped; null when it was never stopped looking another way. */
function turnsWhenStopped(tracks: readonly Track[], face: Picture | null): boolean | null {
  if (!face) return null;
  const stopped = tracks.filter((track) => isStill(track.by) && !isSamePicture(track.from.picture, face));
  if (stopped.length === 0) return null;
  return stopped.some((track) => isSamePicture(track.to.picture, face));
}

/**
 * Moves that only ever ended where something else came next may go on until they are stopped, by the step that all
 * distances have in common. That is so when distances vary; it is likely when they are longer than the avatar; and it
 * stays open until one ended with free ground ahead, or one was stopped short.
 */
export function findSlides(avatar: Avatar, gears: Map<string, Gear>, tracks: Tracks): void {
  const varied = [...gears.values()].some((gear) => gear.slides);
  // One action that goes just so far says the same of the others.
  const fixed = !varied && [...gears.entries()].some(([id, gear]) => !mayGoOn(gear.by, tracks.get(id) ?? []));
  if (fixed) return;
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
    const slides = varied || count >= 2 * size;
    gears.set(id, { ...gear, by: slides ? by : gear.by, slides, unsure: true });
  }
}

/** Whether every move ended where the next step would have met something. */
const mayGoOn = (by: Shift, tracks: readonly Track[]): boolean =>
  tracks.every((track) => isStill(track.by) || endsAtSomething(track, by));

/** Whether the next step would have met a colour that it did not go over. */
function endsAtSomething({ seen, from, to, by }: Track, step: Shift): boolean {
  const gone = groundAhead(seen.before, to.picture, from, by, 'way', NO_MASK).counts;
  const next = groundAhead(seen.after, to.picture, to, step, 'way', NO_MASK);
  return next.edge || [...next.counts.keys()].some((colour) => !gone.has(colour));
}

function commonShift(moves: readonly Track[]): { by: Shift; slides: boolean } | null {
  const counts = new Map<string, { by: Shift; count: number }>();
  for (const { by } of moves) {
    const key = `${by.rows},${by.cols}`;
    counts.set(key, { by, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  const ranked = [...counts.values()].sort((a, b) => b.count - a.count);
  const first = ranked[0];
  if (!first) return null;
  if (ranked.length === 1) return { by: first.by, slides: false };
  const ways = new Set(
    ranked.map(({ by }) => {
      const { step } = stepOf(by);
      return `${step.rows},${step.cols}`;
    }),
  );
  if (ways.size === 1) return { by: stepOf(first.by).step, slides: true };
  return first.count > moves.length / 2 ? { by: first.by, slides: false } : null;
}
