import type { Json } from '../base/json';
import type { Ask, CallResult } from '../room/step-context';
import { weaken } from './capability';
import type { Constraint } from './provider';

/** Limits of one request: calls that were answered, and calls that failed (docs/models.md#answer-forms). */
export const MAX_ANSWERS = 3;
export const MAX_FAILED = 3;
/** Limit of answered calls when the request is for prose and may be repeated. */
const MAX_PROSE = 2;
/** Limit of calls in which an endpoint refuses a parameter; more refusals mean a fault in our request. */
export const MAX_ADJUSTED = 4;
const MAX_TOKENS = 64_000;

type Problem = CallResult['problems'][number];

/**
 * A request's position on the output ladder. Derived from stored results alone, so that a replay takes the same steps:
 * it must not depend on the clock or on learned capabilities.
 */
export interface Ladder {
  /** Answered calls, usable or not. */
  answered: number;
  /** Unanswered calls: refusals, timeouts, dropped connections. */
  failed: number;
  /** Calls in which the endpoint refused a parameter that the next call omits. */
  adjusted: number;
  mode: 'json' | 'prose';
  /** The strongest constraint that the next call may use. */
  ceiling: Constraint;
  maxTokens: number;
  lengthened: boolean;
  /** Extra thinking budget after a truncated answer. null: use the learned value. */
  reasoningTokens: number | null;
  /** The model's window, set once it rejected a prompt as too long; the prompt is then shortened, once. */
  window: number | null;
  /** False once the model rejected pictures, or a request that failed perhaps because of them. */
  pictures: boolean;
  /** The constraint of the request that pictures may have broken; null if none. */
  doubted: Constraint | null;
  reask: Problem[] | null;
  /** Usable part of the latest answer that has one; the fallback if all calls fail. */
  spare?: Json;
}

export const canRetryLonger = (ladder: Ladder): boolean =>
  !ladder.lengthened && ladder.answered + 1 < MAX_ANSWERS;

export type Next =
  | { do: 'accept'; spare?: Json }
  | { do: 'call'; ladder: Ladder }
  | { do: 'fail'; ladder: Ladder };

export interface LadderRules {
  /** The request can be answered in prose, as for a character. */
  prose: boolean;
  /** Retry unusable prose once. */
  retryProse?: boolean;
  /** Retrying is pointless: the understudy would repeat its answer, and a last attempt has no retry. */
  deterministic: boolean;
}

/** Pointer of the problem that records a refused constraint. */
export const CONSTRAINT_POINTER = '/response_format';
/** Pointer of the problem that records a refused parameter. */
export const PARAMETER_POINTER = '/parameters';

/** Pointers of the problems that record a prompt that was too long, or refused pictures. */
export const WINDOW_POINTER = '/messages';
export const PICTURES_POINTER = '/messages/pictures';

/**
 * The first step of a request. Prose requests never ask for JSON; a profile in object mode uses `json_object` at most.
 */
export const firstStep = (maxTokens: number, ask?: Pick<Ask<unknown>, 'mode' | 'profile'>): Ladder => ({
  answered: 0,
  failed: 0,
  adjusted: 0,
  mode: ask?.mode ?? 'json',
  ceiling: ask?.profile.jsonMode === 'object' ? 'json_object' : 'json_schema',
  maxTokens,
  lengthened: false,
  reasoningTokens: null,
  window: null,
  pictures: true,
  doubted: null,
  reask: null,
});

/**
 * Decides the next step from the current one and its stored result.
 * @param callsLeft 0: no further calls
 */
export function decide(ladder: Ladder, result: CallResult, rules: LadderRules, callsLeft = Infinity): Next {
  const next =
    result.status === 'answered' ? afterAnswer(ladder, result, rules) : afterFailure(ladder, result);
  if (next.do === 'accept' || (next.do === 'call' && callsLeft > 0)) return next;
  const { spare } = next.ladder;
  return spare === undefined ? { do: 'fail', ladder: next.ladder } : { do: 'accept', spare };
}

function afterAnswer(step: Ladder, result: CallResult, rules: LadderRules): Next {
  const isProse = result.learnt?.prose === true;
  const before: Ladder = isProse ? { ...step, mode: 'prose' } : step;
  const spare = result.spare ?? before.spare;
  const ladder = {
    ...before,
    answered: before.answered + 1,
    ceiling: result.constraint ?? before.ceiling,
    ...(spare !== undefined && { spare }),
  };
  if (result.rung !== null && result.rung !== 'unusable') return { do: 'accept' };
  // Only thinking, no answer yet: nothing to correct, so repeat the call with more thinking tokens.
  const { reasoningTokens } = result.learnt ?? {};
  if (reasoningTokens !== undefined && before.reasoningTokens === null) {
    return { do: 'call', ladder: { ...ladder, reasoningTokens } };
  }
  if (rules.deterministic || ladder.answered >= MAX_ANSWERS) return { do: 'fail', ladder };
  if (result.finishReason === 'length' && canRetryLonger(before)) {
    const maxTokens = Math.min(ladder.maxTokens * 2, MAX_TOKENS);
    // Reserve a character's last answered call for prose.
    if (ladder.mode === 'prose' || !rules.prose || ladder.answered < MAX_ANSWERS - 1) {
      return { do: 'call', ladder: { ...ladder, maxTokens, lengthened: true } };
    }
  }
  // Requests for prose may repeat once.
  if (ladder.mode === 'prose') {
    const mayRetry = isProse || (rules.retryProse === true && ladder.answered < MAX_PROSE);
    return mayRetry ? { do: 'call', ladder } : { do: 'fail', ladder };
  }
  if (rules.prose && (ladder.reask !== null || ladder.answered === MAX_ANSWERS - 1)) {
    return { do: 'call', ladder: { ...ladder, mode: 'prose' } };
  }
  if (ladder.reask === null) return { do: 'call', ladder: { ...ladder, reask: result.problems } };
  return { do: 'fail', ladder };
}

function afterFailure(before: Ladder, result: CallResult): Next {
  if (result.status === 'discarded') return { do: 'fail', ladder: before };
  const { window, pictures, maxTokens: affordable } = result.learnt ?? {};
  if (isParameterRefusal(result) && before.adjusted < MAX_ADJUSTED) {
    const adjusted = { ...before, adjusted: before.adjusted + 1 };
    if (affordable === undefined) return { do: 'call', ladder: adjusted };
    if (before.maxTokens <= affordable && before.reasoningTokens === 0) return { do: 'fail', ladder: before };
    const maxTokens = Math.min(before.maxTokens, affordable);
    return { do: 'call', ladder: { ...adjusted, maxTokens, reasoningTokens: 0 } };
  }
  // Drop pictures or shorten the prompt once each; neither counts as a failure.
  if (pictures !== undefined && before.pictures) {
    const doubted = pictures === 'doubted' ? result.constraint : null;
    return { do: 'call', ladder: { ...before, pictures: false, doubted } };
  }
  if (window !== undefined && before.window === null) return { do: 'call', ladder: { ...before, window } };
  const ladder = { ...before, failed: before.failed + 1 };
  if (ladder.failed >= MAX_FAILED) return { do: 'fail', ladder };
  if (isConstraintRefusal(result)) {
    return { do: 'call', ladder: { ...ladder, ceiling: weaken(result.constraint ?? ladder.ceiling) } };
  }
  if (result.status === 'refused' && result.backoffMs === 0) return { do: 'fail', ladder };
  return { do: 'call', ladder };
}

const isParameterRefusal = (result: CallResult): boolean =>
  result.status === 'refused' && result.problems.some((problem) => problem.pointer === PARAMETER_POINTER);

export const isConstraintRefusal = (result: CallResult): boolean =>
  result.status === 'refused' && result.problems.some((problem) => problem.pointer === CONSTRAINT_POINTER);
