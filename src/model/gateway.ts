import type { Message, Usage } from '../api/calls';
import { pickSamplers } from '../api/providers';
import type { JsonObject } from '../base/json';
import type { Answer, Ask, CallIntent, CallPort, CallResult, DecisionRule } from '../room/step-context';
import { type CapabilityMemory, makeCapabilityMemory, weakest } from './capability';
import { describeAccepted, explainFailure } from './explain';
import {
  CONSTRAINT_POINTER,
  decide,
  firstStep,
  type Ladder,
  type LadderRules,
  type Next,
  PARAMETER_POINTER,
  PICTURES_POINTER,
  WINDOW_POINTER,
} from './ladder';
import { answerWithin, fitWindow, hasPictures, withoutPictures, writePrompt } from './prompt';
import type { Constraint, Provider, ProviderReply, ProviderRequest } from './provider';
import { WhitespaceWatch } from './providers/openai-reply';
import { makeUnderstudy, type UnderstudyTable } from './providers/understudy';
import { joinThoughts, makeGuard, makeTextStream, toProviderSchema } from './structured';
import { guessPromptTokens, guessTokens } from './tokens';
import { isExactObject, judge, MAX_RAW, readValue, thinksAloud } from './verdict';

/** Gets a sentence of a line that is still being written, and its number, from 0. */
type OnText = (text: string, part: number) => void;

/** One call's answer as it is written. After `close` nothing is passed on: the call was given up. */
interface Speech {
  hear: (chunk: string) => void;
  end: () => void;
  close: () => void;
}

/**
 * Passes on what a talking agent says while it is still writing, sentence by sentence. Plain prose is not: what of
 * it is speech only the whole tells.
 */
export function listen<T>(ask: Ask<T>, ladder: Ladder, onText: OnText): Speech {
  let open = ask.fromProse !== undefined && ladder.mode === 'json';
  let part = 0;
  const { secrets = [], kinds } = ask;
  const stream = makeTextStream({
    ...(secrets.length > 0 && { guard: makeGuard(secrets) }),
    ...(kinds && { kinds }),
  });
  const say = (sentences: string[]): void => {
    for (const sentence of sentences) onText(sentence, part++);
  };
  return {
    hear: (chunk: string): void => {
      if (open) say(stream.push(chunk));
    },
    end: (): void => {
      if (open) say(stream.end());
    },
    close: (): void => {
      open = false;
    },
  };
}

interface GatewayDeps {
  /** Providers by the name that profiles give. A provider that is missing is one the operator has not configured. */
  providers: Record<string, Provider>;
  /** Adds the provider `understudy`. */
  understudy?: UnderstudyTable;
  sleep: (ms: number) => Promise<void>;
  /** Milliseconds; only differences are used. */
  now: () => number;
  /** The developer's switch: gets the cleaned payload of every accepted answer. No prompt, no thought, no secret. */
  log?: (entry: JsonObject) => void;
  capability?: CapabilityMemory;
}

export interface Gateway {
  /**
   * Asks a model and goes down the output ladder (docs/model.md#the-ladder) until an answer is usable or nothing is
   * left to try. Each request is one `port.call`, named `<step>/<n>` with n from 1. The last call decides what
   * follows from the answer, and the events of the decision are stored with it. A model's failure is an answer, never an
   * exception.
   */
  ask<T, D>(port: CallPort, step: string, ask: Ask<T>, rule: DecisionRule<Answer<T>, D>): Promise<D>;
}

/** A prompt as a model can take it. */
interface Fitted {
  /** Messages that are sent in place of the intent's; undefined: these. */
  sent: Message[] | undefined;
  /** With fewer tokens for the answer, where the window is small. */
  ladder?: Ladder;
  /** Traces of it in the result. */
  said: Pick<CallResult, 'sent' | 'notes'>;
}
const NOTHING_LEFT_OUT: Fitted = { sent: undefined, said: {} };

const MAX_BACKOFF = 20_000;
const FIRST_BACKOFF = 500;

export function makeGateway(deps: GatewayDeps): Gateway {
  const providers = new Map(Object.entries(deps.providers));
  if (deps.understudy !== undefined) providers.set('understudy', makeUnderstudy(deps.understudy));
  const capability = deps.capability ?? makeCapabilityMemory();

  /** A schema that a profile brings may be one that the endpoint does not take, while it takes all others. */
  const lower = <T>({ profile }: Ask<T>, failed: Constraint): void =>
    capability.lower(profile.provider, profile.model, failed, profile.jsonSchema === undefined);

  /**
   * The prompt as this model can take it. What is known of the model is not in the intent, which must be the same on a
   * replay: what was sent is kept with the result.
   */
  function fitPrompt<T>({ profile }: Ask<T>, ladder: Ladder, messages: Message[]): Fitted {
    const { provider, model } = profile;
    const notes: string[] = [];
    let sentMessages: Message[] | undefined;
    if (hasPictures(messages) && !(ladder.pictures && capability.takesPictures(provider, model))) {
      sentMessages = withoutPictures(messages);
      notes.push('pictures were left out, as the model takes none: the board went as text');
    }
    const window = ladder.window ?? capability.window(provider, model);
    if (window === null)
      return { sent: sentMessages, said: sentMessages ? { sent: sentMessages, notes } : {} };
    const shorter = fitWindow(sentMessages ?? messages, window, ladder.maxTokens);
    if (shorter) {
      sentMessages = shorter;
      const fix = `set maxContextTokens to ${window} in the profile, or MAX_CONTEXT_TOKENS for the stage`;
      notes.push(`the prompt was shortened to fit the model's window of ${window} tokens: ${fix}`);
    }
    const maxTokens = answerWithin(window, ladder.maxTokens);
    return {
      sent: sentMessages,
      ladder: { ...ladder, maxTokens },
      said: sentMessages ? { sent: sentMessages, notes } : {},
    };
  }

  /** Learns a model's limits from a refusal, for the next try and for later asks. */
  function learn<T>(
    { profile }: Ask<T>,
    reply: ProviderReply,
    { messages }: CallIntent,
  ): Partial<CallResult> {
    if (reply.kind !== 'refused') return {};
    const { provider, model, maxTokens } = profile;
    if (reply.picturesRefused) {
      capability.refusePictures(provider, model);
      const problems = [{ pointer: PICTURES_POINTER, message: 'pictures were refused' }];
      return { learnt: { pictures: false }, problems, backoffMs: 0 };
    }
    if (!reply.windowExceeded) return {};
    const { window } = reply.windowExceeded;
    if (window !== null) capability.setWindow(provider, model, window);
    // Where the model does not say what fits, half of what did not is tried.
    const triedTokens = window ?? Math.floor(guessPromptTokens(messages) / 2) + maxTokens;
    const problems = [
      {
        pointer: WINDOW_POINTER,
        message: `the window is ${window ?? 'less'} tokens`.replace('less tokens', 'too small'),
      },
    ];
    return { learnt: { window: triedTokens }, problems, backoffMs: 0 };
  }

  async function run<T>(
    ask: Ask<T>,
    ladder: Ladder,
    intent: CallIntent,
    onText: OnText,
  ): Promise<CallResult> {
    const { profile } = ask;
    const offline = profile.provider === 'understudy';
    const provider = providers.get(profile.provider);
    if (provider !== undefined && !offline) await capability.recall();
    const constraint = chooseConstraint(ladder, capability.strongest(profile.provider, profile.model));
    const fitting = offline ? NOTHING_LEFT_OUT : fitPrompt(ask, ladder, intent.messages);
    const startedAt = deps.now();
    // What stands before an answer (reasoning whose opening tag was swallowed, say) shows only when it is over: a line
    // is shown while it is written only by endpoints that have never put anything before one.
    const exact = capability.isExact(profile.provider, profile.model);
    const hear = exact ? onText : null;
    const reply = await (provider === undefined
      ? notConfigured(profile.provider)
      : completeInTime(
          provider,
          ask,
          fitting.ladder ?? ladder,
          fitting.sent ?? intent.messages,
          constraint,
          hear,
        ));
    const latencyMs = Math.max(0, Math.round(deps.now() - startedAt));
    const usedConstraint = offline ? null : constraint;
    if (reply.kind !== 'answered') {
      if (usedConstraint !== null && reply.kind === 'refused' && reply.constraintRefused === true) {
        lower(ask, usedConstraint);
      }
      const failureRecord = recordFailure(reply, usedConstraint, ladder.failed, latencyMs);
      return { ...failureRecord, ...learn(ask, reply, intent), ...fitting.said };
    }
    if (!offline) capability.answered(profile.provider, profile.model);
    const answerRecord = {
      ...reply,
      text: reply.text.slice(0, MAX_RAW),
      reasoning: reply.reasoning.slice(0, MAX_RAW),
      finishReason: readFinish(reply),
    };
    const { constraintIgnored, ...verdict } = judge(ask, ladder, usedConstraint, answerRecord);
    if (constraintIgnored) lower(ask, constraint);
    if (ladder.mode === 'json') {
      // What thinks aloud in its line is not heard while it writes, either.
      const isClean = isExactObject(answerRecord.text) && !thinksAloud(verdict);
      capability.watch(profile.provider, profile.model, isClean);
    }
    return {
      ...verdict,
      status: 'answered',
      constraint: usedConstraint,
      raw: answerRecord.text,
      ...fitting.said,
      ...countUsage(reply, fitting.sent ?? intent.messages, fitting.said.notes),
      finishReason: answerRecord.finishReason,
      error: reply.refusal === undefined ? null : `the model declined: ${reply.refusal}`,
      latencyMs,
      backoffMs: 0,
    };
  }

  return {
    async ask(port, step, ask, rule) {
      const { profile, maxCalls = Number.POSITIVE_INFINITY } = ask;
      const rules: LadderRules = {
        prose: ask.fromProse !== undefined,
        // The same again for what is asked for the second time already.
        deterministic: profile.provider === 'understudy' || ask.isLast === true,
      };
      let usageSum: Usage = { promptTokens: 0, completionTokens: 0 };
      let ladder = firstStep(profile.maxTokens, ask);
      for (let n = 1; ; n++) {
        const at = ladder;
        const intent: CallIntent = {
          role: ask.role,
          purpose: ask.purpose,
          attempt: n,
          provider: profile.provider,
          model: profile.model,
          messages: writePrompt(ask, at),
        };
        const call = `${step}/${n}`;
        const onText = (text: string, part: number): void => port.onText?.(call, text, part);
        const follow = (result: CallResult) => {
          const next = decide(at, result, rules, maxCalls - n);
          const usage = addUsage(usageSum, result.usage);
          if (next.do === 'call') return { ...next, usage, backoffMs: result.backoffMs };
          const answer = conclude(ask, next, result, n, usage);
          return { do: 'return' as const, answer, decision: rule.decide(answer) };
        };
        const { decision: next, replayed } = await port.call(
          call,
          intent,
          () => run(ask, at, intent, onText),
          {
            decide: follow,
            events: (made) => (made.do === 'return' ? (rule.events?.(made.decision) ?? []) : []),
            during: n === 1 ? rule.during : undefined,
          },
          { maxTokens: at.maxTokens, form: formOf(ask, at) },
        );
        if (next.do === 'return') {
          if (!replayed && next.answer.ok) deps.log?.(describeAccepted(ask, call, next.answer));
          return next.decision;
        }
        ({ ladder, usage: usageSum } = next);
        if (!replayed && next.backoffMs > 0) await deps.sleep(next.backoffMs);
      }
    },
  };
}

/** The schema that may be sent along: endpoints count it to the prompt. */
const formOf = <T>({ schema }: Ask<T>, { mode, ceiling }: Ladder): string =>
  mode === 'json' && ceiling === 'json_schema' ? JSON.stringify(toProviderSchema(schema)) : '';

function chooseConstraint(ladder: Ladder, known: Constraint): Constraint {
  return ladder.mode === 'prose' ? 'none' : weakest(ladder.ceiling, known);
}

/** The ask's answer, from the result that ended it. The same on replay as when it was stored. */
function conclude<T>(
  ask: Ask<T>,
  next: Exclude<Next, { do: 'call' }>,
  result: CallResult,
  calls: number,
  usage: Usage,
): Answer<T> {
  const { provider, timeoutSeconds } = ask.profile;
  if (next.do === 'fail') {
    const failure = explainFailure(ask.purpose, timeoutSeconds, next.ladder, result);
    const isAnswered = result.status === 'answered';
    return { ok: false, failure, answered: isAnswered, rung: 'none', provider, calls, usage };
  }
  const readResult = readValue(ask, result, next.spare);
  const finalRung = next.spare === undefined ? result.rung : 'repaired';
  if (readResult === null || finalRung === null) {
    throw new Error(`the stored answer of ${ask.purpose} no longer fits its schema`);
  }
  const { thought } = readResult.value as { thought?: unknown };
  const thoughtText = typeof thought === 'string' ? thought : null;
  const thoughts = joinThoughts([result.reasoning, thoughtText]) || null;
  return { ok: true, value: readResult.value, rung: finalRung, thought: thoughts, provider, calls, usage };
}

/** Runs one request against its deadline. The request is abandoned then, even if it ignores its signal. */
async function completeInTime<T>(
  provider: Provider,
  ask: Ask<T>,
  ladder: Ladder,
  messages: Message[],
  constraint: Constraint,
  onText: OnText | null,
): Promise<ProviderReply> {
  const { timeoutSeconds, model, reasoning = 'default', extraBody } = ask.profile;
  const abort = new AbortController();
  const late: ProviderReply = { kind: 'timeout', error: `no answer within ${timeoutSeconds} s` };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<ProviderReply>((resolve) => {
    timer = setTimeout(() => {
      resolve(late);
      abort.abort();
    }, timeoutSeconds * 1000);
  });
  const speech = listen(ask, ladder, onText ?? (() => {}));
  const request: ProviderRequest = {
    messages,
    constraint,
    jsonSchema: toProviderSchema(ask.schema),
    schemaName: ask.schemaName,
    model,
    samplers: pickSamplers(ask.profile),
    maxTokens: ladder.maxTokens,
    reasoning,
    reasoningTokens: 0,
    ...(extraBody && { extraBody: extraBody as JsonObject }),
    brief: ask.brief,
    ...(ask.fromProse !== undefined && { onChunk: speech.hear }),
  };
  try {
    // A provider tells failures by its reply; what it throws is a mistake of ours, and no retry mends it.
    const reply = provider.complete(request, abort.signal).catch(
      (error: unknown): ProviderReply => ({
        kind: 'refused',
        retryable: false,
        error: `the provider broke: ${error instanceof Error ? error.message : String(error)}`,
      }),
    );
    const first = await Promise.race([reply, deadline]);
    if (first.kind === 'answered') speech.end();
    return first;
  } finally {
    speech.close();
    clearTimeout(timer);
  }
}

/** A count that can't be is not believed: it is guessed, as before the call. */
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
    notes: [...notes, `the endpoint counted ${doubted}, which can't be: the tokens are our own guess`],
  };
}

/** Tokens that were used up on white space would be so again, however many there are. */
function readFinish({ finishReason, text }: Extract<ProviderReply, { kind: 'answered' }>): string | null {
  return finishReason === 'length' && new WhitespaceWatch().push(text) ? 'whitespace' : finishReason;
}

function recordFailure(
  reply: Exclude<ProviderReply, { kind: 'answered' }>,
  constraint: Constraint | null,
  failedBefore: number,
  latencyMs: number,
): CallResult {
  const isRefused = reply.kind === 'refused' && reply.constraintRefused === true;
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

/** Milliseconds before the next try; 0 when there must be none. */
function readBackoff(reply: Exclude<ProviderReply, { kind: 'answered' }>, failedBefore: number): number {
  const backoff = FIRST_BACKOFF * 2 ** failedBefore;
  if (reply.kind !== 'refused') return backoff;
  if (!reply.retryable) return 0;
  return Math.min(MAX_BACKOFF, Math.max(1, Math.round(reply.retryAfterMs ?? backoff)));
}

const notConfigured = async (name: string): Promise<ProviderReply> => ({
  kind: 'refused',
  retryable: false,
  error: `no provider named ${name} is configured; the operator sets OPENAI_API_KEY for it`,
});

const addUsage = (a: Usage, b: Usage): Usage => ({
  promptTokens: a.promptTokens + b.promptTokens,
  completionTokens: a.completionTokens + b.completionTokens,
});
