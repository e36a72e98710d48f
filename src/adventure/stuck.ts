import type { StoryReading, Thing } from 'zmachine-story';
import type { PayloadOf } from '../contract/events/events';
import { isTakenBack, placeName } from './map/map';
import type { AdventureState, Progress } from './state-types';

/** Turns of the trail that are looked at, and turns between two warnings of going round or staying put. */
const WINDOW = 8;
/** Changes of place within the window that make it going to and fro. */
const FLIPS = 4;
/** A round of so many places, walked twice, is a circle. */
const CIRCLE = 3;
/** Places of the trail that are kept. */
const MAX_TRAIL = 2 * WINDOW;
/** Commands that are remembered as effective; things as carried. */
const MAX_EFFECTIVE = 1_000;
/** Shares of `stuckAfter` without progress at which a warning is given. */
const WARN_AT = [0.75, 0.5] as const;

/** The progress of an episode that begins: what it has at once is none. */
export const beginProgress = (
  turn: number,
  reading?: Pick<StoryReading, 'score' | 'inventory'>,
): Progress => ({
  turn,
  trail: [],
  warned: [],
  best: reading?.score ?? null,
  carried: reading ? listIds(reading.inventory) : [],
  effective: [],
});

const listIds = (things: readonly Thing[]): number[] => [
  ...new Set(things.flatMap(({ id, holds }) => [id, ...listIds(holds)])),
];

/** Taking up and laying down: new is a thing that was never carried, not a place where it lies. */
const HANDLES = /^(?:take|get|grab|pick up|drop|put down)\b/;

/**
 * Folds a command into the progress of the episode. Progress is a higher score than ever in it, a place never visited in the run, a
 * thing never carried, and a change of the world by a command that changed nothing at that place before (walking, taking
 * and dropping have their own measure). Nothing that was taken back counts, and of a death its score alone.
 *
 * A person's command is no progress by itself: turns go on counting. But it begins the trail anew and lets warnings be
 * given again, since what led to them was not all the agent's.
 *
 * @param before the run as it was before the command
 */
export function foldProgress(
  progress: Progress,
  done: PayloadOf<'command.executed'>,
  turn: number,
  before: Pick<AdventureState, 'map' | 'recent'>,
): Progress {
  const { reading } = done.story;
  const isHigher = reading.score !== null && progress.best !== null && reading.score > progress.best;
  const isNewPlace =
    done.to !== null && !before.map.rooms.some(({ id, visits }) => id === done.to && visits > 0);
  const carriedIds = new Set([...progress.carried, ...listIds(reading.inventory)]);
  const key = effectKey(done);
  const isNewEffect = key !== null && !progress.effective.includes(key);
  const isNew =
    isHigher || (!done.died && (isNewPlace || carriedIds.size > progress.carried.length || isNewEffect));
  const goesOn = isNew && !isTakenBack(done);
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

function effectKey({ command, from, effect, moved }: PayloadOf<'command.executed'>): string | null {
  const words = command.toLowerCase().trim().replace(/\s+/g, ' ');
  if (!effect || moved || HANDLES.test(words)) return null;
  return `${from === null ? 'L?' : placeName(from)} ${words}`;
}

type Watched = Pick<AdventureState, 'progress' | 'config' | 'recent'>;

/** Turns without progress, up to the newest command. */
const countVain = ({ progress, recent }: Pick<Watched, 'progress' | 'recent'>): number =>
  Math.max(0, (recent.at(-1)?.turn ?? progress.turn) - progress.turn);

/**
 * The trouble a run is in as it stands, warned of or not; null: none. For prompts and for what overrides the critic.
 */
export function troubleNow(state: Watched): PayloadOf<'stuck.warned'> | null {
  const { stuckAfter } = state.config.options;
  const vain = countVain(state);
  const least = WARN_AT[WARN_AT.length - 1] ?? 1;
  return stuckAfter > 0 && vain >= Math.ceil(stuckAfter * least)
    ? sayNoProgress(vain, stuckAfter)
    : readTrail(state.progress, vain);
}

/**
 * Finds a trouble to warn of now; null: none, or none that is new. Turns without progress are warned of at half and at three
 * quarters of those that end the episode, once each; going round and staying put at most every eight turns.
 *
 * @param turn the turn that is about to end
 */
export function findTrouble(state: Watched, turn: number): PayloadOf<'stuck.warned'> | null {
  const { progress, config } = state;
  const { stuckAfter } = config.options;
  const vain = Math.max(0, turn - progress.turn);
  for (const share of stuckAfter > 0 ? WARN_AT : []) {
    const limit = Math.ceil(stuckAfter * share);
    if (vain < limit) continue;
    const isWarned = progress.warned.some((warned) => warned - progress.turn >= limit);
    if (!isWarned) return sayNoProgress(vain, stuckAfter);
  }
  if (progress.warned.some((warned) => turn - warned < WINDOW)) return null;
  return readTrail(progress, vain);
}

/** Beginning of the thoughts with which an adventurer gives up. */
export const NOTHING_LEFT = 'There is nothing left to try.';

/** True when the run had as many turns without progress as it allows, or its adventurer gave up; the episode ends then. */
export const isOver = (state: Watched): boolean => {
  const { stuckAfter } = state.config.options;
  const hasGivenUp = state.recent.at(-1)?.thinking?.startsWith(NOTHING_LEFT) === true;
  return stuckAfter > 0 && (hasGivenUp || countVain(state) >= stuckAfter);
};

/** Going round or staying put since the last progress. Places that can't be read say nothing. */
function readTrail({ trail }: Progress, vain: number): PayloadOf<'stuck.warned'> | null {
  const since = vain < trail.length ? trail.slice(trail.length - vain) : trail;
  return findCircle(since) ?? findFlips(since) ?? findStay(since);
}

function findFlips(since: readonly (number | null)[]): PayloadOf<'stuck.warned'> | null {
  const last = since.slice(-WINDOW);
  const places = new Set(last);
  const flips = last.filter((place, i) => i > 0 && place !== last[i - 1]).length;
  if (last.length < WINDOW || places.has(null) || places.size !== 2 || flips < FLIPS) return null;
  return sayOscillation(places, WINDOW);
}

function findCircle(since: readonly (number | null)[]): PayloadOf<'stuck.warned'> | null {
  const last = since.slice(-2 * CIRCLE);
  const places = new Set(last);
  const repeats = last.every((place, i) => i < CIRCLE || place === last[i - CIRCLE]);
  if (last.length < 2 * CIRCLE || places.has(null) || places.size !== CIRCLE || !repeats) return null;
  return sayOscillation(places, 2 * CIRCLE);
}

function findStay(since: readonly (number | null)[]): PayloadOf<'stuck.warned'> | null {
  const here = since.at(-1) ?? null;
  const turns = since.length - 1 - since.findLastIndex((place) => place !== here);
  if (here === null || turns < WINDOW) return null;
  const message =
    `You have stayed at ${placeName(here)} for ${turns} turns and nothing came of it. ` +
    'Leave this place: walk to the nearest way that was never tried, and come back when you have something new.';
  return { kind: 'same_place', turns, message };
}

function sayOscillation(places: ReadonlySet<number | null>, turns: number): PayloadOf<'stuck.warned'> {
  const names = [...places].flatMap((place) => (place === null ? [] : placeName(place))).sort(byNumber);
  const message =
    `You have walked between ${names.slice(0, -1).join(', ')} and ${names.at(-1)} for ${turns} turns and nothing came of it. ` +
    'Stop walking there: choose one way that was never tried, or one thing that was never examined, and stay with it.';
  return { kind: 'oscillation', turns, message };
}

const byNumber = (a: string, b: string): number => Number(a.slice(1)) - Number(b.slice(1));

function sayNoProgress(vain: number, stuckAfter: number): PayloadOf<'stuck.warned'> {
  const turnsLeft = Math.max(0, stuckAfter - vain);
  const message =
    `Nothing went forward for ${vain} turns: no point, no new place, no new thing, no new effect. ` +
    `The episode ends after ${turnsLeft} more such turns. Drop the present plan: take the nearest way that was never tried, ` +
    'try again what failed before the world changed, or use a thing you carry in a new place.';
  return { kind: 'no_progress', turns: vain, message };
}
