import { boardsNeeded, STATES_TO_VERIFY } from '../contract/confirmations';
import { frameKey, type Mask } from '../contract/frame';
import type { Coverage } from '../contract/run-knowledge';
import { findChanged, isSameSize, readBoard } from './claims/board';
import { asidesOf, type Check, compareForecast, isLeftAside, type Seen, seeTransition } from './claims/check';
import type { ExceptionClaim } from './claims/claim';
import { forecast } from './claims/forecast';
import { findStart, settledOf } from './claims/past';
import { readClaims, writeClaims } from './claims/words';
import { describeHappening } from './reporting/judge-claims';
import type { Transition } from './transition';

/** Share of the recorded effects of an action that its definition must foretell. */
export const SHARE_TO_VERIFY = 0.8;
/** Effects that must go as foretold before one that did not is an exception. */
const FITS_FOR_EXCEPTION = 5;
/** Exceptions beyond the first: at most one in so many effects. */
const EFFECTS_PER_EXCEPTION = 8;
/** A board is a level's start again when this share of what differed from it is gone; what counts lives differs on. */
const RESTORED_SHARE = 0.85;
/** And when what differs since is at most this share: one life more that was taken. */
const SPENT_SHARE = 0.1;

/** A definition held against every recorded execution of its action. */
export interface Held {
  coverage: Coverage;
  /** The definition, followed by its exceptions. */
  definition: string;
  /** Executions that it foretells wrong and that are more than exceptions may be; oldest first. */
  wrong: readonly Transition[];
}

/**
 * Says whether a definition is verified by what was recorded (docs/runs.md#action-status): it foretells most
 * effects, some of them after it was made, on different boards, and nothing went otherwise that it does not name.
 */
export const isCovered = (coverage: Coverage): boolean =>
  coverage.wrong === 0 &&
  coverage.since >= boardsNeeded(coverage) &&
  coverage.foretold >= SHARE_TO_VERIFY * coverage.effects;

/** Says whether nothing speaks against a definition that foretells effects on several boards: more tests may verify it. */
export const isPromising = ({ states, wrong }: Coverage): boolean =>
  wrong === 0 && states >= STATES_TO_VERIFY;

/** Frames after the executions that a definition names as exceptions; empty where code can't read it. */
export const readExceptions = (definition: string | null): number[] =>
  (readClaims(definition) ?? []).flatMap((claim) =>
    claim.kind === 'exception' && claim.frame !== null ? [claim.frame] : [],
  );

/**
 * Hold a definition against all recorded executions of its action, those on the way to other tests too. What
 * completed a level, put one back to its start or ended the game is no evidence.
 *
 * @param since number of the frame since which the definition has said what it says
 * @param history every transition, oldest first
 * @returns null where code can't read the definition
 */
export function holdDefinition(
  definition: string,
  {
    action,
    since,
    history,
    mask,
  }: { action: string; since: number; history: readonly Transition[]; mask: Mask },
): Held | null {
  const claims = (readClaims(definition) ?? []).filter(({ kind }) => kind !== 'exception');
  if (claims.length === 0) return null;
  const asides = findChanging(asidesOf(claims), action, history, mask);
  const plain = writeClaims(claims);
  const fits: Transition[] = [];
  const contrary: Transition[] = [];
  let [effects, isStopped] = [0, false];
  for (const [at, transition] of history.entries()) {
    if (transition.action.id !== action || transition.state !== 'NOT_FINISHED') continue;
    const observation = seeTransition(transition, mask);
    if (!observation) continue;
    const isEffect =
      observation.flashed || observation.changed.some((cell) => !isLeftAside(observation, cell, asides));
    const check = checkOnce(observation, mask, `${plain} ${asides.join()}`, () =>
      compareForecast(
        forecast(claims, observation.before, transition.action, { mask, history: history.slice(0, at) }),
        observation,
        asides,
      ),
    );
    if (check !== 'fits' && isEffect && isRestart(history, at, mask)) continue;
    if (isEffect) effects += 1;
    if (check === 'contradicts') {
      contrary.push(transition);
      isStopped ||= !isEffect;
    }
    if (check === 'fits' && isEffect) fits.push(transition);
  }
  const mayExcuse =
    fits.length >= FITS_FOR_EXCEPTION ? Math.max(1, Math.floor(effects / EFFECTS_PER_EXCEPTION)) : 0;
  // What did not come though it was foretold was stopped by something, and will be again: that is no exception.
  const isExcused = contrary.length <= mayExcuse && !isStopped;
  // What went otherwise is an exception only where it stays one: what came true before it proves nothing.
  const from = Math.max(since, isExcused ? (contrary.at(-1)?.afterFrame ?? 0) : 0);
  const exceptions = isExcused ? contrary.map((transition) => nameException(transition, mask)) : [];
  return {
    coverage: {
      effects,
      foretold: fits.length,
      states: countStates(fits, mask),
      since: countStates(
        fits.filter(({ afterFrame }) => afterFrame > from),
        mask,
      ),
      wrong: isExcused ? 0 : contrary.length,
      exceptions: exceptions.length,
    },
    // In other spelling only where something is added.
    definition:
      exceptions.length > 0 ? writeClaims([...claims, ...exceptions]) : stripExceptions(definition, plain),
    wrong: isExcused ? [] : contrary,
  };
}

const countStates = (transitions: readonly Transition[], mask: Mask): number =>
  new Set(transitions.map((transition) => keyBefore(transition, mask))).size;

const stripExceptions = (definition: string, plain: string): string =>
  definition.includes('Also seen once: ') ? plain : definition;

const nameException = (transition: Transition, mask: Mask): ExceptionClaim => ({
  kind: 'exception',
  what: describeHappening(transition, mask),
  frame: transition.afterFrame,
  click: null,
  when: null,
});

/**
 * Of colours that are left aside, those that were seen to change by themselves: with another action, or where this one did
 * nothing else. The others excuse nothing.
 */
export function findChanging(
  asides: readonly number[],
  action: string,
  history: readonly Transition[],
  mask: Mask,
): number[] {
  const changing = new Set<number>();
  for (const transition of asides.length === 0 ? [] : history) {
    if (transition.state !== 'NOT_FINISHED') continue;
    const observation = seeTransition(transition, mask);
    if (!observation) continue;
    if (
      transition.action.id === action &&
      !observation.changed.every((cell) => isLeftAside(observation, cell, asides))
    )
      continue;
    for (const colour of asides) {
      if (observation.changed.some((cell) => isLeftAside(observation, cell, [colour]))) changing.add(colour);
    }
  }
  return asides.filter((colour) => changing.has(colour));
}

/**
 * Says whether an execution put the level back to its start, as games do that take a life. To go back by one step is not
 * enough, and neither is it to change only what the action changed before: what goes round comes to its start as well.
 */
export function isRestart(history: readonly Transition[], at: number, mask: Mask): boolean {
  const [transition, last] = [history[at], history[at - 1]];
  if (!transition || !last || transition.levelChanged) return false;
  // What came before an execution stays as it was, so that the whole of it is walked once.
  const check = checkedOf(transition, mask);
  if (check.restart?.last !== last)
    check.restart = { last, is: findRestart(history, at, transition, last, mask) };
  return check.restart.is;
}

function findRestart(
  history: readonly Transition[],
  at: number,
  transition: Transition,
  last: Transition,
  mask: Mask,
): boolean {
  const packedStart = findStart(history.slice(0, at));
  if (packedStart === null || packedStart === transition.before) return false;
  const [start, before, after] = [packedStart, transition.before, settledOf(transition)].map(readBoard);
  if (!start || !before || !after || !isSameSize(start, before) || !isSameSize(before, after)) return false;
  const away = new Set(findChanged(before, start, mask));
  const differences = findChanged(after, start, mask);
  const spentCount = differences.filter((cell) => !away.has(cell)).length;
  const unrestoredCount = differences.length - spentCount;
  if (unrestoredCount > (1 - RESTORED_SHARE) * away.size || spentCount > SPENT_SHARE * away.size)
    return false;
  const past = readBoard(last.before);
  if (!isSameSize(past, after) || findChanged(past, after, mask).length === 0) return false;
  const ownCells = new Set(
    history
      .slice(0, at)
      .filter(({ action, level }) => action.id === transition.action.id && level === transition.level)
      .flatMap((earlier) => seeTransition(earlier, mask)?.changed ?? []),
  );
  return findChanged(before, after, mask).some((cell) => !ownCells.has(cell));
}

/** Checks that were made of a transition under a mask, by claims; and the key of the board before it. */
interface Checked {
  mask: Mask;
  key: string | null;
  checks: Map<string, Check>;
  /** Whether it began the level anew, as judged when it came after `last`; null: that was not asked yet. */
  restart: { last: Transition; is: boolean } | null;
}
const CHECKED = new WeakMap<Transition, Checked>();
/** Claims whose check is kept of each transition: the definition of today and a few before it. */
const KEPT_CHECKS = 8;

function checkedOf(transition: Transition, mask: Mask): Checked {
  const cachedEntry = CHECKED.get(transition);
  if (cachedEntry?.mask === mask) return cachedEntry;
  const entry: Checked = { mask, key: null, checks: new Map(), restart: null };
  CHECKED.set(transition, entry);
  return entry;
}

function checkOnce({ transition }: Seen, mask: Mask, name: string, make: () => Check): Check {
  const { checks } = checkedOf(transition, mask);
  const cachedCheck = checks.get(name);
  if (cachedCheck) return cachedCheck;
  if (checks.size >= KEPT_CHECKS) checks.clear();
  const check = make();
  checks.set(name, check);
  return check;
}

function keyBefore(transition: Transition, mask: Mask): string {
  const entry = checkedOf(transition, mask);
  entry.key ??= frameKey(transition.before, mask);
  return entry.key;
}
