import { listThings, type StoryReading } from 'zmachine-story';
import { isUndone, placeName } from './map';
import type { Memory, Played, Progress } from './types';

/** Places to remember, enough to see a player walk in circles. */
const MAX_TRAIL = 16;
const MAX_EFFECTIVE = 1_000;

/** Initial progress of a life: its starting values don't count. */
export const beginProgress = (
  turn: number,
  reading?: Pick<StoryReading, 'score' | 'inventory'>,
): Progress => ({
  turn,
  trail: [],
  warned: [],
  best: reading?.score ?? null,
  carried: reading ? listIds(reading) : [],
  effective: [],
});

const listIds = ({ inventory }: Pick<StoryReading, 'inventory'>): number[] => [
  ...new Set(listThings(inventory).map(({ id }) => id)),
];

/** Taking or dropping is progress only for an object that was never carried. */
const HANDLES = /^(?:take|get|grab|pick up|drop|put down)\b/;

/**
 * Updates the progress of a life. Progress is a new best score, a place new to the memory, an object never carried, or
 * an effective command that had no effect at that place before (except walking, taking and dropping). Reverted commands
 * don't count, and a death only for its score. A person's command is not progress in itself, but resets the trail and
 * the warnings, because the player did not cause all of it.
 * @param before the memory before the command
 */
export function foldProgress(
  progress: Progress,
  done: Played,
  turn: number,
  before: Pick<Memory, 'map' | 'recent'>,
): Progress {
  const { reading } = done.story;
  const isHigher = reading.score !== null && progress.best !== null && reading.score > progress.best;
  const isNewPlace =
    done.to !== null && !before.map.rooms.some(({ id, visits }) => id === done.to && visits > 0);
  const carriedIds = new Set([...progress.carried, ...listIds(reading)]);
  const key = effectKey(done);
  const isNewEffect = key !== null && !progress.effective.includes(key);
  const isNew =
    isHigher || (!done.died && (isNewPlace || carriedIds.size > progress.carried.length || isNewEffect));
  const goesOn = isNew && !isUndone(done);
  const isSameTurn = before.recent.at(-1)?.turn === turn;
  const trail = done.by === 'player' ? [] : isSameTurn ? progress.trail.slice(0, -1) : progress.trail;
  return {
    turn: goesOn ? turn : progress.turn,
    trail: [...trail, done.to].slice(-MAX_TRAIL),
    warned: goesOn || done.by === 'player' ? [] : progress.warned,
    best: reading.score === null ? progress.best : Math.max(reading.score, progress.best ?? reading.score),
    carried: [...carriedIds],
    effective:
      key !== null && isNewEffect ? [...progress.effective, key].slice(-MAX_EFFECTIVE) : progress.effective,
  };
}

function effectKey({ command, from, effect, moved }: Played): string | null {
  const words = command.toLowerCase().trim().replace(/\s+/g, ' ');
  return !effect || moved || HANDLES.test(words) ? null : `${placeName(from)} ${words}`;
}
