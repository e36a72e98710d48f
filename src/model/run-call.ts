import { UNDERSTUDY_NAME } from '../base/answerer';
import { type BackOff, backOffMs } from '../base/back-off';
import { cutAtLetter } from '../base/fold-text';
import { guessPromptTokens, guessTokens } from '../base/tokens';
import type { Message } from '../contract/calls';
import type { Ask, CallIntent, CallPort, CallResult } from '../room/step-context';
import { type ModelMemory, weakest } from './capability';
import { completeInTime, type OnText } from './complete-in-time';
import { CONSTRAINT_POINTER, type Ladder, PARAMETER_POINTER } from './ladder';
import { type CallPlan, type FittedPrompt, fitPrompt, learnLimits, learnRatio } from './plan-call';
import { hasPictures } from './prompt';
import type { Constraint, Provider, ProviderReply } from './provider';
import { WhitespaceWatch } from './providers/openai-reply';
import { NO_THINKING, readThinking } from './thinking';
import { findAnswer, isExactObject, isPlainLine, isRejectedAsThinking, judge, MAX_RAW } from './verdict';

const BACK_OFF: BackOff = { firstMs: 500, maxMs: 20_000 };

interface Request<T> extends CallPlan {
  ask: Ask<T>;
  intent: CallIntent;
  provider: Provider | undefined;
  /** Milliseconds; only differences matter. */
  now: () => number;
  onText: OnText;
  onAnswer: ((chunk: string) => void) | undefined;
  memory: ModelMemory;
}

/** Makes one request, updates the model's memory and returns the record of the call. */
export async function runCall<T>(
  { ask, intent, provider, now, onText, onAnswer, memory, ...plan }: Request<T>,
  port: CallPort,
): Promise<CallResult> {
  const { profile } = ask;
  const { ladder } = plan;
  const offline = profile.provider === UNDERSTUDY_NAME;
  const constraint = chooseConstraint(ladder, intent, memory.strongest());
  const { maxTokens } = ladder;
  const fitting: FittedPrompt = offline
    ? { sent: undefined, maxTokens, reasoningTokens: 0, said: {} }
    : await fitPrompt(memory, plan, ask, intent);
  const startedAt = now();
  // Leading reasoning without an opening tag is only recognizable once complete, so stream only models that have
  // answered cleanly before.
  const streamTo = memory.canStream() ? { onText, onAnswer } : { onText: null };
  const messages = fitting.sent ?? plan.messages;
  const cameReply = await (provider === undefined
    ? notConfigured(profile.provider)
    : completeInTime(provider, ask, {
        ...fitting,
        port,
        ladder,
        messages,
        constraint,
        ...streamTo,
      }));
  const latencyMs = Math.max(0, Math.round(now() - startedAt));
  const usedConstraint = offline ? null : constraint;
  const { reply, moved } = findAnswer(ask, ladder, usedConstraint, cameReply);
  // An endpoint may reject a profile's own schema but accept all others.
  const lasting = profile.jsonSchema === undefined;
  if (reply.kind !== 'answered') {
    if (usedConstraint !== null && reply.kind === 'refused' && reply.constraintRefused) {
      memory.refuseConstraint(usedConstraint, reply.constraintRefused, lasting);
    }
    const failureRecord = recordFailure(reply, usedConstraint, ladder.failed, latencyMs);
    return { ...failureRecord, ...learnLimits(memory, profile, reply, intent), ...fitting.said };
  }
  const answerRecord = {
    ...reply,
    text: cutAtLetter(reply.text, MAX_RAW),
    reasoning: cutAtLetter(reply.reasoning, MAX_RAW),
    finishReason: readFinish(reply),
  };
  const { constraintIgnored, ...verdict } = judge(ask, ladder, usedConstraint, answerRecord, moved);
  const thinking = offline ? NO_THINKING : readThinking(answerRecord, fitting.reasoningTokens, profile);
  if (!offline) {
    memory.confirmModel();
    // Refused with pictures, answered without them.
    if (hasPictures(messages)) memory.doubtPictures(false);
    else if (ladder.doubted === constraint && answerRecord.finishReason !== 'content_filter')
      memory.doubtPictures(true);
    if (usedConstraint !== null) memory.takeConstraint(usedConstraint);
    memory.recordThinkingTokens(thinking.tokens);
    await learnRatio(memory, profile, messages, reply.usage.promptTokens);
    if (constraintIgnored !== null) memory.keepConstraint(constraint, constraintIgnored, lasting);
    if (ladder.mode === 'prose' && (verdict.rung === 'prose' || isRejectedAsThinking(verdict)))
      memory.recordExactness(isPlainLine(answerRecord.text, verdict));
    if (constraintIgnored !== null && ladder.mode === 'json') {
      // A model that reasons inside its line must not be streamed either.
      memory.recordExactness(isExactObject(answerRecord.text) && !isRejectedAsThinking(verdict));
      if (ask.fromProse !== undefined) memory.recordLineFormat(verdict.parsed === null);
    }
  }
  const learnt = { ...thinking.learnt, ...plan.learnt };
  return {
    ...verdict,
    ...(verdict.rung === 'unusable' && thinking.problems && { problems: thinking.problems }),
    status: 'answered',
    constraint: usedConstraint,
    raw: answerRecord.text,
    ...fitting.said,
    ...countUsage(reply, messages, fitting.said.notes),
    finishReason: answerRecord.finishReason,
    error: reply.refusal === undefined ? null : `the model declined: ${reply.refusal}`,
    latencyMs,
    backoffMs: 0,
    ...(Object.keys(learnt).length > 0 && { learnt }),
  };
}

function chooseConstraint(
  { mode, ceiling }: Ladder,
  { omitsForm }: CallIntent,
  known: Constraint,
): Constraint {
  if (mode === 'prose') return 'none';
  // Without a format in the prompt, only the schema has it.
  return omitsForm ? ceiling : weakest(ceiling, known);
}

/** Replaces an implausible count with an estimate. */
function countUsage(
  { usage, doubted, text, reasoning }: Extract<ProviderReply, { kind: 'answered' }>,
  messages: readonly Message[],
  notes: string[] = [],
): Pick<CallResult, 'usage' | 'notes'> {
  if (doubted === undefined) return { usage };
  return {
    usage: {
      promptTokens: guessPromptTokens(messages),
      completionTokens: guessTokens(text) + guessTokens(reasoning),
    },
    notes: [...notes, `the endpoint reported ${doubted}, which is impossible; estimated the tokens instead`],
  };
}

/** More tokens would only produce more white space, so don't report `length`. */
function readFinish({ finishReason, text }: Extract<ProviderReply, { kind: 'answered' }>): string | null {
  return finishReason === 'length' && new WhitespaceWatch().push(text) ? 'whitespace' : finishReason;
}

function recordFailure(
  reply: Exclude<ProviderReply, { kind: 'answered' }>,
  constraint: Constraint | null,
  failedBefore: number,
  latencyMs: number,
): CallResult {
  const isRefused = reply.kind === 'refused' && reply.constraintRefused !== undefined;
  const parameter = reply.kind === 'refused' ? reply.parameterRefused : undefined;
  const problems = isRefused
    ? [{ pointer: CONSTRAINT_POINTER, message: `${constraint} was refused` }]
    : parameter === undefined
      ? []
      : [{ pointer: PARAMETER_POINTER, message: `${parameter} was refused` }];
  return {
    status: reply.kind,
    constraint,
    raw: null,
    reasoning: null,
    parsed: null,
    problems,
    rung: null,
    usage: { promptTokens: 0, completionTokens: 0 },
    finishReason: null,
    error: reply.error,
    latencyMs,
    backoffMs: problems.length > 0 ? 0 : readBackoff(reply, failedBefore),
    ...('begun' in reply && reply.begun && { begun: true as const }),
  };
}

/** Milliseconds before the retry; 0: don't retry. */
function readBackoff(reply: Exclude<ProviderReply, { kind: 'answered' }>, failedBefore: number): number {
  const backoff = backOffMs(BACK_OFF, failedBefore + 1);
  if (reply.kind !== 'refused') return backoff;
  if (!reply.retryable) return 0;
  return Math.min(BACK_OFF.maxMs, Math.max(1, Math.round(reply.retryAfterMs ?? backoff)));
}

const notConfigured = async (name: string): Promise<ProviderReply> => ({
  kind: 'refused',
  retryable: false,
  error: `the provider ${name} is not configured; ask the operator to add it to PROVIDERS, or to set OPENAI_API_KEY for openai`,
});
