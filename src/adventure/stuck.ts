import { NOTHING_LEFT, type Progress, placeName } from 'story-player/memory';
import type { PayloadOf } from '../contract/events/events';
import type { AdventureState } from './state-types';

/** Turns of the trail to check, and turns between two warnings about moving in circles or staying. */
const WINDOW = 8;
/** Changes of place within the window that count as going back and forth. */
const FLIPS = 4;
/** A circle is this many places, walked twice. */
const CIRCLE = 3;
/** Warn at these fractions of `stuckAfter` without progress. */
const WARN_AT = [0.75, 0.5] as const;

type WatchedTurn = Pick<AdventureState, 'progress' | 'config' | 'recent'>;

const countFutile = ({ progress, recent }: Pick<WatchedTurn, 'progress' | 'recent'>): number =>
  Math.max(0, (recent.at(-1)?.turn ?? progress.turn) - progress.turn);

/** The current problem, with or without a warning, or null. For prompts and for overriding the critic. */
export function currentTrouble(state: WatchedTurn): PayloadOf<'stuck.warned'> | null {
  const { stuckAfter } = state.config.options;
  const vain = countFutile(state);
  const least = WARN_AT[WARN_AT.length - 1] ?? 1;
  return stuckAfter > 0 && vain >= Math.ceil(stuckAfter * least)
    ? describeNoProgress(vain, stuckAfter)
    : readTrail(state.progress, vain);
}

/**
 * A problem to warn about now, or null. Warns once each at half and at three quarters of the turns that end an episode;
 * about circles and staying at most every eight turns.
 * @param turn the turn about to end
 */
export function findTrouble(state: WatchedTurn, turn: number): PayloadOf<'stuck.warned'> | null {
  const { progress, config } = state;
  const { stuckAfter } = config.options;
  const vain = Math.max(0, turn - progress.turn);
  for (const share of stuckAfter > 0 ? WARN_AT : []) {
    const limit = Math.ceil(stuckAfter * share);
    if (vain < limit) continue;
    const isWarned = progress.warned.some((warned) => warned - progress.turn >= limit);
    if (!isWarned) return describeNoProgress(vain, stuckAfter);
  }
  if (progress.warned.some((warned) => turn - warned < WINDOW)) return null;
  return readTrail(progress, vain);
}

/** True if the run used up its turns without progress or its adventurer gave up; then the episode ends. */
export const isOver = (state: WatchedTurn): boolean => {
  const { stuckAfter } = state.config.options;
  const hasGivenUp = state.recent.at(-1)?.thinking?.startsWith(NOTHING_LEFT) === true;
  return stuckAfter > 0 && (hasGivenUp || countFutile(state) >= stuckAfter);
};

/** Circles or staying since the last progress; ignores unknown places. */
function readTrail({ trail }: Progress, vain: number): PayloadOf<'stuck.warned'> | null {
  const since = vain < trail.length ? trail.slice(trail.length - vain) : trail;
  return findCircle(since) ?? findFlips(since) ?? findStay(since);
}

function findFlips(since: readonly (number | null)[]): PayloadOf<'stuck.warned'> | null {
  const last = since.slice(-WINDOW);
  const places = new Set(last);
  const flips = last.filter((place, i) => i > 0 && place !== last[i - 1]).length;
  if (last.length < WINDOW || places.has(null) || places.size !== 2 || flips < FLIPS) return null;
  return describeOscillation(places, WINDOW);
}

function findCircle(since: readonly (number | null)[]): PayloadOf<'stuck.warned'> | null {
  const last = since.slice(-2 * CIRCLE);
  const places = new Set(last);
  const repeats = last.every((place, i) => i < CIRCLE || place === last[i - CIRCLE]);
  if (last.length < 2 * CIRCLE || places.has(null) || places.size !== CIRCLE || !repeats) return null;
  return describeOscillation(places, 2 * CIRCLE);
}

function findStay(since: readonly (number | null)[]): PayloadOf<'stuck.warned'> | null {
  const here = since.at(-1) ?? null;
  const turns = since.length - 1 - since.findLastIndex((place) => place !== here);
  if (here === null || turns < WINDOW) return null;
  const message =
    `You have stayed at ${placeName(here)} for ${turns} turns without progress. ` +
    'Leave: walk to the nearest way that was never tried, and come back when you have something new.';
  return { kind: 'same_place', turns, message };
}

function describeOscillation(places: ReadonlySet<number | null>, turns: number): PayloadOf<'stuck.warned'> {
  const names = [...places].flatMap((place) => (place === null ? [] : placeName(place))).sort(compareNumbers);
  const message =
    `You have walked between ${names.slice(0, -1).join(', ')} and ${names.at(-1)} for ${turns} turns without progress. ` +
    'Stop that: choose one way that was never tried, or one thing that was never examined, and stick with it.';
  return { kind: 'oscillation', turns, message };
}

const compareNumbers = (a: string, b: string): number => Number(a.slice(1)) - Number(b.slice(1));

function describeNoProgress(vain: number, stuckAfter: number): PayloadOf<'stuck.warned'> {
  const turnsLeft = Math.max(0, stuckAfter - vain);
  const message =
    `No progress for ${vain} turns: no points, no new place, no new item, no new effect. ` +
    `The episode ends after ${turnsLeft} more turns like this. Drop the current plan: take the nearest way that was never tried, ` +
    'retry what failed before the world changed, or use something you carry in a new place.';
  return { kind: 'no_progress', turns: vain, message };
}
