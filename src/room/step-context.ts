import type { z } from 'zod';
import type { Answerer } from '../base/answerer';
import type { BackOff } from '../base/back-off';
import type { Json, JsonObject } from '../base/json';
import type { CallCheck, CallStatus, LineCut, Message, Role, Rung, Usage } from '../contract/calls';
import type { Event, EventDraft } from '../contract/events/events';
import type { Failure } from '../contract/problems';
import type { ResolvedProfile } from '../contract/profiles';

/**
 * One question to a model. `brief` is the typed task, which the understudy works from; `messages` is the prompt,
 * which a real model gets. Both are built from the same frozen input.
 */
export interface Ask<T, B extends Brief = Brief> {
  role: Role;
  purpose: string;
  brief: B;
  messages: Message[];
  /** Writes the prompt for a model that takes less. Default: `messages`, its boards as text, shortened by lines. */
  messagesFor?: (limits: PromptLimits) => Message[];
  schema: z.ZodType<T>;
  schemaName: string;
  /**
   * The schema a provider is sent instead, where it can say more: the ids of the cast, the actions on offer. Prompt and
   * answer go by `schema`.
   */
  sentSchema?: z.ZodType;
  profile: ResolvedProfile;
  /**
   * A cross-check that the schema cannot express (unknown names, kinds outside the grant); `[]` accepts. `thought`: the
   * reasoning of the same answer, `''` or unset where it has none.
   */
  check?: (value: T, thought?: string) => { pointer: string; message: string }[];
  /** Set for agents that talk: the last rung asks for plain prose and wraps it with this. `thought` as above. */
  fromProse?: (line: string, thought?: string) => T;
  /** Returns the usable part of an answer that is not usable as a whole; it counts when nothing better comes. */
  salvage?: (answer: string, json: Json) => T | null;
  /**
   * `prose`: the prompt itself asks for a line in prose and is sent as it is. The answer may end at its last whole
   * sentence, and is requested once more if it is not usable. Needs `fromProse`.
   */
  mode?: 'prose';
  /** With `mode: 'prose'`: the prompt of the second call. Default: the same. */
  messagesAgain?: Message[];
  /** An answer that would be accepted, shown as an example of the form. Default: made from `schema`. */
  example?: JsonObject;
  /** Stands at the end of the prompt instead of the instruction made from `schema`. */
  instruction?: string;
  /** Most calls that it may take, as the budget of its run has no more left; unset: as many as the ladder has. */
  maxCalls?: number;
  /** It repeats a question that was asked before: an answer that is not usable is not asked for again. */
  isLast?: true;
  /** Texts before which the answer ends, beside those of the profile; an endpoint may take only a few. */
  stop?: readonly string[];
  /** Names of the agent and of everybody else: a line loses its own name, and ends where another would speak. */
  speakers?: { own: readonly string[]; others: readonly string[] };
  /** Recognizes words that must not be said; a line that contains one is neither accepted nor streamed. */
  guard?: Guard;
  /** Kinds that the agent may emit: a line is streamed only when one of them stands before it. Unset: it has no kinds. */
  kinds?: readonly string[];
  /**
   * Actor who is heard while the answer is written, and the audience (default: everyone). Unset: nothing is streamed.
   */
  speaker?: { actor: string; audience?: string[] };
}

/** Recognizes texts that give a secret away. */
interface Guard {
  leaks(text: string): boolean;
  /** Opens a filter that holds back as much of a growing text as may yet become a secret. */
  filter(): { push(words: string): string; end(words: string): string };
}

/** Limits that were learnt of a model, beside those of its profile. */
export interface PromptLimits {
  /** Tokens of its window; null: as its profile says. */
  window: number | null;
  pictures: boolean;
}

/** A typed task: `task` tells them apart; engines define their own. */
export interface Brief {
  task: string;
  seed: string;
}

/** Result of an ask, after the whole ladder. `checks`: the calls whose answer was not used as it came. */
export type Answer<T> = Answerer & { calls: number; usage: Usage; checks: CallCheck[] } & (
    | { ok: true; value: T; rung: Rung; thought: string | null }
    | {
        ok: false;
        failure: Failure;
        /** The model did answer in the end, and nothing in it was usable; false: it refused, or could not be reached. */
        answered: boolean;
        rung: 'unusable';
      }
  );

/** The answer of a model that was reached: usable, or answered and not usable. */
export type Answered<T> =
  | Extract<Answer<T>, { ok: true }>
  | (Extract<Answer<T>, { ok: false }> & { answered: true });

/** Returns true when the model was reached; its answer may still not be usable. */
export const wasReached = <T>(answer: Answer<T>): answer is Answered<T> => answer.ok || answer.answered;

/** Stored before a model is called. */
export interface CallIntent {
  role: Role;
  purpose: string;
  attempt: number;
  provider: string;
  model: string;
  messages: Message[];
}

/** Stored after the call. `status` never is `open` or `lost` here. */
export interface CallResult {
  status: CallStatus;
  constraint: 'json_schema' | 'json_object' | 'none' | null;
  raw: string | null;
  reasoning: string | null;
  parsed: Json;
  problems: { pointer: string; message: string }[];
  rung: Rung | null;
  /** How the answer was read, where it was no exact JSON of the right form. Absent: it was. */
  repairs?: string[];
  /** Parts that were taken off its line. Absent: none. */
  cut?: LineCut[];
  usage: Usage;
  finishReason: string | null;
  error: string | null;
  latencyMs: number;
  /** Deviations from the request: a prompt that was shortened, a count that was not believed. Absent: none. */
  notes?: string[];
  /** Messages that were sent in place of those of the intent: without pictures, or shortened. Absent: those. */
  sent?: Message[];
  /**
   * Lessons of this call to which the next try of the ask keeps: the window and the pictures that the model refused
   * (`doubted`: it refused the request and did not say why, so pictures may be the reason), tokens to allow for thinking that was cut off, plain prose that was asked for at once, tokens of output for which
   * the credit suffices. Absent: none.
   */
  learnt?: {
    window?: number;
    pictures?: false | 'doubted';
    reasoningTokens?: number;
    prose?: true;
    maxTokens?: number;
  };
  /** Milliseconds to wait before the next try, when the endpoint said so or the ladder decided. */
  backoffMs: number;
  /** Usable part of an answer that is not usable as a whole. */
  spare?: Json;
  /** It failed after an answer had begun: nobody knows what was charged. */
  begun?: true;
}

/** Size of a call, beside its messages. */
export interface CallSize {
  /** Most tokens of thinking and answer together. */
  maxTokens: number;
  /** JSON of the schema that may be sent along; `''`: none is. */
  form: string;
}

/**
 * Takes events from an answer while it is still being written: they are stored in a commit of their own, before the
 * answer's events, and what follows from them begins at once. It holds whatever the whole answer says.
 */
export interface EarlyRule {
  /** Name of the commit. */
  step: string;
  /** Takes the next piece of the answer. Returns the events, once; null: not yet, or never. It must be pure, and not throw. */
  read: (chunk: string) => EventDraft[] | null;
  /** Told of the commit's events once they are stored; on a replay before the answer is decided on. */
  begin: (events: readonly Event[]) => void;
}

/**
 * Rule that decides on a result. `decide` is called once with a new result, and once with the stored one on each
 * replay, before the events of the step are in the state: it must be pure. A decision of type `F` ends the round: it is
 * thrown.
 */
export interface DecisionRule<R, D, F = never> {
  decide: (result: R) => D | F;
  /** Returns the events that are stored in the transaction of the result; a replay takes them from the ledger. */
  events?: ((decision: D) => EventDraft[]) | undefined;
  /**
   * Fetches from outside, while the result is waited for, what others need after it: events that are stored in the row
   * of the first result, before the others. It must do no harm twice, and may not throw. Not called on replay.
   */
  during?: (() => Promise<EventDraft[]>) | undefined;
  /**
   * Read in the first call, where its answer comes as it is written. The events of `during` are stored with its events
   * then: nothing begins without them.
   */
  early?: EarlyRule | undefined;
}

/**
 * The journal as the gateway sees it: one journalled model call. On replay `run` is not called, and the decision follows
 * from the stored result. `size` is what is kept back for it beforehand. `hear`, where it is given, gets the answer as it
 * is written, from a model whose answers may be shown like that.
 */
export interface CallPort {
  /** Tenant whose room asks: what is learnt of a model is learnt for it, and its own keys are used. */
  readonly tenant: string;
  /** Ends when nobody waits for the answer any more. Default: never. */
  readonly signal?: AbortSignal;
  call<D>(
    step: string,
    intent: CallIntent,
    run: (hear?: (chunk: string) => void) => Promise<CallResult>,
    rule: DecisionRule<CallResult, D>,
    size: CallSize,
  ): Promise<{ decision: D; replayed: boolean }>;
  /**
   * Told of each sentence of a talking agent's line while call `step` runs, before it is known whether the line will
   * be accepted; `part` counts from 0. Never called on replay.
   */
  onText?(step: string, text: string, part: number): void;
}

/**
 * Tools with which an engine plays a round (turn). Between steps an engine reads only `state`, `read()` and its own
 * constants, so that the same code can run again after a crash and arrive at the same place.
 *
 * Step names: the part before the first `/` or `:` must be registered in the engine's list of step names, which makes
 * the journal's version; e.g. `character:ada`.
 */
export interface StepContext<S> {
  /** The room as of the last finished step of this round; inputs that arrive meanwhile are not in it. */
  readonly state: S;
  /** Seed of the round. */
  readonly seed: string;
  /**
   * The room as it is at this moment, with what arrived from outside since the round began. Only for what a step
   * stores: nothing else may depend on it, or a replay would not come to the same place.
   */
  live(): S;
  /**
   * Asks a model and returns the decision that follows from its answer. A model's failure is an answer too.
   *
   * @throws RoundFailure when that is the decision
   */
  ask<T, D>(step: string, request: Ask<T>, rule: DecisionRule<Answer<T>, D, RoundFailure>): Promise<D>;
  /**
   * One outside effect that is not a model call (an action of a game).
   *
   * @param inDoubt what is stored when the room was cut off while it ran, where it must not be done twice; unset: it
   *   is run again
   */
  effect<T extends Json>(
    step: string,
    input: Json,
    run: () => Promise<T> | T,
    events?: (result: T) => EventDraft[],
    inDoubt?: () => T,
  ): Promise<T>;
  /**
   * Append events once; on replay they are taken from the ledger. A function may fetch what goes into them from
   * outside, if that can be done twice without harm: it costs no row of its own, as an {@link StepContext.effect} does.
   */
  commit(step: string, made: EventDraft[] | (() => Promise<EventDraft[]>)): Promise<Event[]>;
  /** The last `limit` events of these kinds from before the round, oldest first. */
  recent(kinds: Event['kind'][], limit: number): Event[];
  /** Events from before the round that still count, newest first; no more are read than are taken. */
  past(): Iterable<Event>;
  /** Events of this round so far, oldest first. */
  played(): Event[];
}

/** Thrown by an engine whose round can't go on before something arrives from outside: the round stays open. */
export class Waiting extends Error {
  constructor(what: string) {
    super(`waiting for ${what}`);
    this.name = 'Waiting';
  }
}

/** Waits before a failed round is tried again by itself, `tries` times. */
export interface RetryLater extends BackOff {
  tries: number;
}

/** Thrown by an engine to end the round as failed; `retry` as in {@link import('./room-state').FailedRound}. */
export class RoundFailure extends Error {
  readonly failure: Failure;
  readonly retry: 'resume' | 'restart';
  /** The steps whose asks failed: a retry that resumes makes them again. */
  readonly steps: readonly string[];
  /** Events stored together with the failure: what is known of the round so far. */
  also: EventDraft[] = [];
  /** What it needs is away for now: the room tries it again by itself. Null: somebody has to. */
  later: RetryLater | null = null;
  /** @param step of the ask that failed, or all of these; `''`: it was none */
  constructor(failure: Failure, step: string | readonly string[], retry: 'resume' | 'restart' = 'resume') {
    super(failure.code);
    this.name = 'RoundFailure';
    this.failure = failure;
    this.steps = (typeof step === 'string' ? [step] : step).filter((one) => one !== '');
    this.retry = retry;
  }
}
