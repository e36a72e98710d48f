import type { Json } from '../base/json';
import type { Ask, CallResult } from '../room/step-context';
import { weaken } from './capability';
import type { Constraint } from './provider';

/** Most calls of one ask that are answered, and that fail (docs/models.md#answer-forms). */
export const MAX_ANSWERED = 3;
export const MAX_FAILED = 3;
/** Most answered calls of an ask for prose alone, where it may be asked for twice. */
const MAX_PROSE = 2;
/** Parameters that an endpoint may refuse, one after the other; no more of it is a fault of the ladder's request. */
export const MAX_ADJUSTED = 4;
const MAX_TOKENS = 64_000;

type Problem = CallResult['problems'][number];

/**
 * Place of an ask on the output ladder. It is folded from the stored results alone, so that a replay takes the same
 * steps: nothing here depends on the clock or on what is known of the endpoint.
 */
export interface Ladder {
  /** Calls that were answered, usable or not. */
  answered: number;
  /** Calls that were not: refusals, timeouts, cut connections. */
  failed: number;
  /** Calls in which the endpoint refused a parameter, which the next one left out. */
  adjusted: number;
  mode: 'json' | 'prose';
  /** The strongest constraint the next call may use. */
  ceiling: Constraint;
  maxTokens: number;
  lengthened: boolean;
  /** Tokens of thinking to allow beside `maxTokens`, once it was cut off; null: as many as the model is known to need. */
  reasoningTokens: number | null;
  /** The model's window, once it has refused a prompt for it: the prompt is shortened, once. */
  window: number | null;
  /** False once the model has refused pictures, or a request that they may have spoilt. */
  pictures: boolean;
  /** The constraint of the request that pictures may have spoilt; null: there was none. */
  doubted: Constraint | null;
  /** Set once the model was asked again: what was wrong with its answer. */
  reask: Problem[] | null;
  /** Usable part of the latest answer that has one. */
  spare?: Json;
}

/** Says whether an answer that was cut off here is asked for once more, with twice the tokens. */
export const mayLengthen = (ladder: Ladder): boolean =>
  !ladder.lengthened && ladder.answered + 1 < MAX_ANSWERED;

/** Next step after a call's result. */
export type Next =
  | { do: 'accept'; spare?: Json }
  | { do: 'call'; ladder: Ladder }
  | { do: 'fail'; ladder: Ladder };

/** Rules of an ask for its ladder. */
export interface LadderRules {
  /** The ask can be answered in prose: it is a character's. */
  prose: boolean;
  /** Prose that is not usable is asked for once more. */
  retryProse?: boolean;
  /** Asking again is pointless: the understudy gives the same answer, and what is the last try has no other. */
  deterministic: boolean;
}

/** A refusal of the constraint itself is stored as a problem with this part of the request. */
export const CONSTRAINT_POINTER = '/response_format';
/** A refusal of a parameter is stored as a problem with this. */
export const PARAMETER_POINTER = '/parameters';

/** A refusal of the prompt's length, or of its pictures, with these parts of the request. */
export const WINDOW_POINTER = '/messages';
export const PICTURES_POINTER = '/messages/pictures';

/**
 * Returns the first step of an ask. One for prose never asks for JSON; a profile in object mode asks for no more than
 * an object.
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

/** The next step, decided from the step that was taken and its stored result. @param callsLeft no more may be made */
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
  // The answer had not begun: that is no answer to correct, and the same again is worth asking for.
  const { reasoningTokens } = result.learnt ?? {};
  if (reasoningTokens !== undefined && before.reasoningTokens === null) {
    return { do: 'call', ladder: { ...ladder, reasoningTokens } };
  }
  if (rules.deterministic || ladder.answered >= MAX_ANSWERED) return { do: 'fail', ladder };
  if (result.finishReason === 'length' && mayLengthen(before)) {
    const maxTokens = Math.min(ladder.maxTokens * 2, MAX_TOKENS);
    // A character's last answered call is the prose call, whatever went wrong before it.
    if (ladder.mode === 'prose' || !rules.prose || ladder.answered < MAX_ANSWERED - 1) {
      return { do: 'call', ladder: { ...ladder, maxTokens, lengthened: true } };
    }
  }
  // Prose that was asked for at once may be asked for twice.
  if (ladder.mode === 'prose') {
    const mayRetry = isProse || (rules.retryProse === true && ladder.answered < MAX_PROSE);
    return mayRetry ? { do: 'call', ladder } : { do: 'fail', ladder };
  }
  if (rules.prose && (ladder.reask !== null || ladder.answered === MAX_ANSWERED - 1)) {
    return { do: 'call', ladder: { ...ladder, mode: 'prose' } };
  }
  if (ladder.reask === null) return { do: 'call', ladder: { ...ladder, reask: result.problems } };
  return { do: 'fail', ladder };
}

function afterFailure(before: Ladder, result: CallResult): Next {
  const { window, pictures, maxTokens: affordable } = result.learnt ?? {};
  if (isParameterRefusal(result) && before.adjusted < MAX_ADJUSTED) {
    const adjusted = { ...before, adjusted: before.adjusted + 1 };
    if (affordable === undefined) return { do: 'call', ladder: adjusted };
    if (before.maxTokens <= affordable && before.reasoningTokens === 0) return { do: 'fail', ladder: before };
    const maxTokens = Math.min(before.maxTokens, affordable);
    return { do: 'call', ladder: { ...adjusted, maxTokens, reasoningTokens: 0 } };
  }
  // What the model can't take is left out, once each; that is no failure of its own, and says nothing of the constraint.
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
