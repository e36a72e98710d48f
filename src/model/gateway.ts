import { makeLineStream, toProviderSchema } from 'answer-reader';
import { UNDERSTUDY_NAME } from '../base/answerer';
import { type BackOff, backOffMs } from '../base/back-off';
import { cutAtLetter } from '../base/fold-text';
import type { JsonObject } from '../base/json';
import { guessPromptTokens, guessTokens } from '../base/tokens';
import type { CallCheck, Message, Role, Usage } from '../contract/calls';
import type { ResolvedProfile } from '../contract/profiles';
import { pickSamplers, type Samplers } from '../contract/providers';
import type { Streaming } from '../contract/scenes';
import type { Answer, Ask, CallIntent, CallPort, CallResult, DecisionRule } from '../room/step-context';
import { type CapabilityMemory, type ModelMemory, makeCapabilityMemory, weakest } from './capability';
import { describeAccepted, explainFailure } from './explain';
import {
  CONSTRAINT_POINTER,
  decide,
  firstStep,
  type Ladder,
  type LadderRules,
  type Next,
  PARAMETER_POINTER,
} from './ladder';
import { addCheck } from './list-checks';
import { type Fitted, fitPrompt, learnLimits, learnRatio, type Planned, planCall } from './plan-call';
import { hasPictures, writePrompt } from './prompt';
import type { Constraint, Provider, ProviderReply, ProviderRequest } from './provider';
import { WhitespaceWatch } from './providers/openai-reply';
import { makeUnderstudy, type UnderstudyTable } from './providers/understudy';
import { joinThoughts } from './reasoning-fields';
import { NO_THINKING, readThinking } from './thinking';
import { findAnswer, isExactObject, isPlainLine, judge, MAX_RAW, readValue, thinksAloud } from './verdict';

/** Gets the next words of a line that is still being written, and their number, from 0. */
type OnText = (text: string, part: number) => void;

/** One call's answer as it is written. After `close` nothing is passed on: the call was given up. */
interface Speech {
  hear: (chunk: string) => void;
  end: () => void;
  close: () => void;
}

/**
 * Passes on what a talking agent says while it is still writing, word by word; where there are words that must not be said,
 * a few words behind.
 */
export function listen<T>(ask: Ask<T>, ladder: Ladder, onText: OnText): Speech {
  const { guard, kinds, speakers } = ask;
  let open = ask.fromProse !== undefined;
  let part = 0;
  const stream = makeLineStream({
    format: ladder.mode,
    ...(guard && { guard }),
    ...(kinds && { kinds }),
    ...(speakers && { speakers }),
  });
  const say = (text: string): void => {
    if (text !== '') onText(text, part++);
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
  /** Finds the provider that a tenant has a key of its own for; null: the operator's is used. */
  tenantProvider?: (tenant: string, name: string) => Promise<Provider | null>;
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
   * Asks a model and goes down the output ladder (docs/models.md#answer-forms) until an answer is usable or nothing is
   * left to try. Each request is one `port.call`, named `<step>/<n>` with n from 1. The last call decides what
   * follows from the answer, and the events of the decision are stored with it. A model's failure is an answer, never an
   * exception.
   */
  ask<T, D>(port: CallPort, step: string, ask: Ask<T>, rule: DecisionRule<Answer<T>, D>): Promise<D>;
  /** Says whether the next line of a profile would show while it is written. */
  streaming(tenant: string, profile: Pick<ResolvedProfile, 'provider' | 'model'>): Promise<Streaming>;
}

/** Temperature of an agent whose profile has none: a judge is to be exact, a character surprising. */
export const TEMPERATURES: Readonly<Record<Role, number>> = {
  director: 0.3,
  character: 0.9,
  narrator: 0.8,
  world: 0.5,
  summarizer: 0.2,
  judge: 0,
  explorer: 0.5,
  analyst: 0.2,
  adventurer: 0.5,
  critic: 0.2,
  extractor: 0,
  chronicler: 0.2,
  keeper: 0.2,
  scholar: 0.2,
  embedder: 0,
};
/** Most stop texts that every kind of provider takes. */
const MAX_STOPS = 4;

function samplersOf<T>({ role, profile, stop: ownStops = [] }: Ask<T>): Samplers {
  const samplers = pickSamplers(profile);
  const stop = [...(samplers.stop ?? []), ...ownStops].slice(0, MAX_STOPS);
  return { temperature: TEMPERATURES[role], ...samplers, ...(stop.length > 0 && { stop }) };
}

/** Tokens that a model thinks in a second, at least: a call that may think has so much more time. */
const THINKING_SPEED = 50;

const BACK_OFF: BackOff = { firstMs: 500, maxMs: 20_000 };

export function makeGateway(deps: GatewayDeps): Gateway {
  const providers = new Map(Object.entries(deps.providers));
  if (deps.understudy !== undefined) providers.set(UNDERSTUDY_NAME, makeUnderstudy(deps.understudy));
  const capability = deps.capability ?? makeCapabilityMemory();

  const findProvider = async (tenant: string, name: string): Promise<Provider | undefined> =>
    (name === UNDERSTUDY_NAME ? null : await deps.tenantProvider?.(tenant, name)) ?? providers.get(name);

  async function findOwnMemory(tenant: string, name: string, model: string): Promise<ModelMemory> {
    // Of a tenant that can't be reached the call itself tells.
    const own = await deps.tenantProvider?.(tenant, name).catch(() => null);
    return capability.of(tenant, own?.lessons ?? name, model);
  }

  /** Answers at once for providers of the stage: calls made together keep the order of their numbers. */
  const findMemory = <T>(
    { tenant }: CallPort,
    { profile: { provider: name, model } }: Ask<T>,
  ): ModelMemory | Promise<ModelMemory> =>
    providers.has(name) ? capability.of(tenant, name, model) : findOwnMemory(tenant, name, model);

  async function streaming(
    tenant: string,
    { provider, model }: Pick<ResolvedProfile, 'provider' | 'model'>,
  ): Promise<Streaming> {
    if (provider === UNDERSTUDY_NAME) return { on: false, why: 'understudy' };
    await capability.recall();
    const memory = providers.has(provider)
      ? capability.of(tenant, provider, model)
      : await findOwnMemory(tenant, provider, model);
    const why = memory.whyWhole();
    return { on: why === null, why };
  }

  async function run<T>(
    { ask, intent, onText, onAnswer, memory, ...plan }: Request<T>,
    port: CallPort,
  ): Promise<CallResult> {
    const { profile } = ask;
    const { ladder } = plan;
    const offline = profile.provider === UNDERSTUDY_NAME;
    const provider = await findProvider(port.tenant, profile.provider);
    const constraint = chooseConstraint(ladder, memory.strongest());
    const { maxTokens } = ladder;
    const fitting: Fitted = offline
      ? { sent: undefined, maxTokens, reasoningTokens: 0, said: {} }
      : await fitPrompt(memory, plan, ask);
    const startedAt = deps.now();
    // What stands before an answer (reasoning whose opening tag was swallowed, say) shows only when it is over: a line
    // is shown while it is written only by models whose answers have had nothing before them.
    const streamTo = memory.mayStream() ? { onText, onAnswer } : { onText: null };
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
    const latencyMs = Math.max(0, Math.round(deps.now() - startedAt));
    const usedConstraint = offline ? null : constraint;
    const { reply, moved } = findAnswer(ask, ladder, usedConstraint, cameReply);
    // A schema that a profile brings may be one that the endpoint does not take, while it takes all others.
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
      memory.answer();
      // The same request was refused with pictures, and is answered without them.
      if (hasPictures(messages)) memory.doubtPictures(false);
      else if (ladder.doubted === constraint && answerRecord.finishReason !== 'content_filter')
        memory.doubtPictures(true);
      if (usedConstraint !== null) memory.takeConstraint(usedConstraint);
      memory.think(thinking.tokens);
      await learnRatio(memory, profile, messages, reply.usage.promptTokens);
      if (constraintIgnored !== null) memory.keepConstraint(constraint, constraintIgnored, lasting);
      if (ladder.mode === 'prose' && (verdict.rung === 'prose' || thinksAloud(verdict)))
        memory.watch(isPlainLine(answerRecord.text, verdict));
      if (constraintIgnored !== null && ladder.mode === 'json') {
        // What thinks aloud in its line is not heard while it writes, either.
        memory.watch(isExactObject(answerRecord.text) && !thinksAloud(verdict));
        if (ask.fromProse !== undefined) memory.hearLine(verdict.parsed === null);
      }
    }
    const learnt = { ...thinking.learnt, ...plan.learnt };
    return {
      ...verdict,
      ...(verdict.rung === 'none' && thinking.problems && { problems: thinking.problems }),
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

  return {
    streaming,
    async ask(port, step, ask, rule) {
      const { profile, maxCalls = Number.POSITIVE_INFINITY } = ask;
      const rules: LadderRules = {
        prose: ask.fromProse !== undefined,
        retryProse: ask.mode === 'prose',
        // The same again for what is asked for the second time already.
        deterministic: profile.provider === UNDERSTUDY_NAME || ask.isLast === true,
      };
      let totals: AskTotals = { usage: { promptTokens: 0, completionTokens: 0 }, checks: [] };
      let ladder = firstStep(profile.maxTokens, ask);
      const memoryFound = findMemory(port, ask);
      const memory = memoryFound instanceof Promise ? await memoryFound : memoryFound;
      if (profile.provider !== UNDERSTUDY_NAME) await capability.recall();
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
        const request = planCall(memory, ask, at, intent);
        const follow = (result: CallResult) => {
          const next = decide(at, result, rules, maxCalls - n);
          const sums = {
            usage: addUsage(totals.usage, result.usage),
            checks: addCheck(totals.checks, n, result),
          };
          if (next.do === 'call') return { ...next, sums, backoffMs: result.backoffMs };
          const answer = conclude(ask, next, result, { ...sums, calls: n });
          return { do: 'return' as const, answer, decision: rule.decide(answer) };
        };
        const { decision: next, replayed } = await port.call(
          call,
          intent,
          (hear) => run({ ask, intent, onText, onAnswer: hear, memory, ...request }, port),
          {
            decide: follow,
            events: (made) => (made.do === 'return' ? (rule.events?.(made.decision) ?? []) : []),
            ...(n === 1 && { during: rule.during, early: rule.early }),
          },
          { maxTokens: at.maxTokens + request.reasoningTokens, form: formOf(ask, request.ladder) },
        );
        if (next.do === 'return') {
          if (!replayed && next.answer.ok) deps.log?.(describeAccepted(ask, call, next.answer));
          return next.decision;
        }
        ({ ladder, sums: totals } = next);
        if (!replayed && next.backoffMs > 0)
          await Promise.race([deps.sleep(next.backoffMs), untilGone(port)]);
      }
    },
  };
}

/** Sums of all calls of an ask so far. */
interface AskTotals {
  usage: Usage;
  checks: CallCheck[];
}

/** A planned call, with whom it is for. */
interface Request<T> extends Planned {
  ask: Ask<T>;
  intent: CallIntent;
  onText: OnText;
  /** Gets the answer as it is written. */
  onAnswer: ((chunk: string) => void) | undefined;
  memory: ModelMemory;
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
  totals: AskTotals & { calls: number },
): Answer<T> {
  const { provider, model, timeoutSeconds } = ask.profile;
  const answerer = provider === UNDERSTUDY_NAME ? { provider } : { provider, model };
  if (next.do === 'fail') {
    const failure = explainFailure(ask.purpose, timeoutSeconds, next.ladder, result);
    const isAnswered = result.status === 'answered';
    return { ok: false, failure, answered: isAnswered, rung: 'none', ...answerer, ...totals };
  }
  const readResult = readValue(ask, result, next.spare);
  const finalRung = next.spare === undefined ? result.rung : 'repaired';
  if (readResult === null || finalRung === null) {
    throw new Error(`the stored answer of ${ask.purpose} no longer fits its schema`);
  }
  const { thought } = readResult.value as { thought?: unknown };
  const thoughtText = typeof thought === 'string' ? thought : null;
  const thoughts = joinThoughts([result.reasoning, thoughtText]) || null;
  const { value } = readResult;
  return { ok: true, value, rung: finalRung, thought: thoughts, ...answerer, ...totals };
}

interface Timed {
  port: CallPort;
  ladder: Ladder;
  messages: Message[];
  maxTokens: number;
  reasoningTokens: number;
  constraint: Constraint;
  /** Null: nobody hears the line while it is written. */
  onText: OnText | null;
  /** Gets the answer as it is written. */
  onAnswer?: ((chunk: string) => void) | undefined;
}

/** Runs one request against its deadline. The request is abandoned then, even if it ignores its signal. */
async function completeInTime<T>(
  provider: Provider,
  ask: Ask<T>,
  { port, ladder, messages, maxTokens, reasoningTokens, constraint, onText, onAnswer }: Timed,
): Promise<ProviderReply> {
  const { timeoutSeconds, model, reasoning = 'default', extraBody } = ask.profile;
  const seconds = timeoutSeconds + reasoningTokens / THINKING_SPEED;
  const abort = new AbortController();
  const late: ProviderReply = { kind: 'timeout', error: `no answer within ${Math.round(seconds)} s` };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<ProviderReply>((resolve) => {
    timer = setTimeout(() => {
      resolve(late);
      abort.abort();
    }, seconds * 1000);
  });
  const speech = listen(ask, ladder, onText ?? (() => {}));
  let isOver = false;
  const onChunk = (chunk: string): void => {
    if (isOver) return;
    speech.hear(chunk);
    onAnswer?.(chunk);
  };
  const request: ProviderRequest = {
    tenant: port.tenant,
    messages,
    constraint,
    jsonSchema: toProviderSchema(ask.sentSchema ?? ask.schema),
    schemaName: ask.schemaName,
    model,
    samplers: samplersOf(ask),
    maxTokens,
    reasoning,
    reasoningTokens,
    idleMs: timeoutSeconds * 1000,
    ...(extraBody && { extraBody: extraBody as JsonObject }),
    brief: ask.brief,
    ...((ask.fromProse !== undefined || onAnswer) && { onChunk }),
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
    const first = await Promise.race([reply, deadline, untilGone(port)]);
    if (first === GONE) abort.abort();
    if (first.kind === 'answered') speech.end();
    return first;
  } finally {
    isOver = true;
    speech.close();
    clearTimeout(timer);
  }
}

/** Nobody knows what the endpoint charges for it. */
const GONE = {
  kind: 'unreachable',
  error: 'given up, as the round had ended',
  begun: true,
} as const satisfies ProviderReply;

/** Resolves when nobody waits for the answer any more. */
const untilGone = ({ signal }: Pick<CallPort, 'signal'>): Promise<typeof GONE> =>
  new Promise((resolve) => {
    if (signal?.aborted) resolve(GONE);
    signal?.addEventListener('abort', () => resolve(GONE), { once: true });
  });

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

/** Milliseconds before the next try; 0 when there must be none. */
function readBackoff(reply: Exclude<ProviderReply, { kind: 'answered' }>, failedBefore: number): number {
  const backoff = backOffMs(BACK_OFF, failedBefore + 1);
  if (reply.kind !== 'refused') return backoff;
  if (!reply.retryable) return 0;
  return Math.min(BACK_OFF.maxMs, Math.max(1, Math.round(reply.retryAfterMs ?? backoff)));
}

const notConfigured = async (name: string): Promise<ProviderReply> => ({
  kind: 'refused',
  retryable: false,
  error: `no provider named ${name} is configured; the operator adds it to PROVIDERS, or sets OPENAI_API_KEY for openai`,
});

/** Adds up, field by field; what neither of the two has stays absent. */
function addUsage(a: Usage, b: Usage): Usage {
  const sum: Usage = {
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
  };
  for (const field of ['reasoningTokens', 'cachedTokens', 'cost'] as const) {
    if (a[field] !== undefined || b[field] !== undefined) sum[field] = (a[field] ?? 0) + (b[field] ?? 0);
  }
  return sum;
}
