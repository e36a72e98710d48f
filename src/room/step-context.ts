import type { z } from 'zod';
import type { Answerer } from '../base/answerer';
import type { BackOff } from '../base/back-off';
import type { Json, JsonObject } from '../base/json';
import type { CallCheck, CallStatus, LineCut, Message, Role, Rung, Usage } from '../contract/calls';
import type { Event, EventDraft } from '../contract/events/events';
import type { Failure } from '../contract/problems';
import type { ResolvedProfile } from '../contract/profiles';

/**
 * One request to a model. `brief` is the typed task for the understudy; `messages` is the prompt for real
 * models. Both are built from the same frozen input.
 */
export interface Ask<T, B extends Brief = Brief> {
  role: Role;
  purpose: string;
  brief: B;
  messages: Message[];
  /**
   * Renders the prompt for a model with lower limits. Default: `messages` with boards as text, shortened by
   * lines.
   */
  messagesFor?: (limits: PromptLimits) => Message[];
  schema: z.ZodType<T>;
  schemaName: string;
  /**
   * More specific schema for the provider, with the ids of the cast or the available actions. Prompt and
   * validation use `schema`.
   */
  sentSchema?: z.ZodType;
  profile: ResolvedProfile;
  /**
   * Checks that a schema cannot express (unknown names, kinds not granted); `[]` accepts. `thought`: the
   * answer's reasoning, empty or undefined if none.
   */
  check?: (value: T, thought?: string) => { pointer: string; message: string }[];
  /** For agents that speak: the last rung asks for plain prose and wraps it with this. */
  fromProse?: (line: string, thought?: string) => T;
  /** Returns the usable part of an unusable answer; used if no later attempt is better. */
  salvage?: (answer: string, json: Json) => T | null;
  /**
   * `prose`: the prompt asks for a line in prose and is sent unchanged. The answer may end at its last
   * complete sentence, and is requested again once if unusable. Needs `fromProse`.
   */
  mode?: 'prose';
  /** With `mode: 'prose'`: prompt of the second call. Default: the same. */
  messagesAgain?: Message[];
  /** A valid answer, shown as an example. Default: generated from `schema`. */
  example?: JsonObject;
  /** The rules of the prompt explain the fields, so the instruction at its end only lists them. */
  explainsFields?: true;
  /** The answer may leave out fields with a default, except under a strict schema. */
  isShort?: true;
  /** Give the call up as soon as the next input is due: its answer would delay it. */
  givesWay?: true;
  /** Replaces the instruction generated from `schema` at the end of the prompt. */
  instruction?: string;
  /** Maximum calls, from the run's remaining budget. Absent: the ladder's limit. */
  maxCalls?: number;
  /** True for a repeated request: an unusable answer is not requested again. */
  isLast?: true;
  /** Stop sequences in addition to the profile's; an endpoint may accept only a few. */
  stop?: readonly string[];
  /**
   * Speaker names: the agent's own is removed from a line, and the line ends where another name begins
   * speaking.
   */
  speakers?: { own: readonly string[]; others: readonly string[] };
  /** Detects secret text; a line that contains some is neither accepted nor streamed. */
  guard?: Guard;
  /** Kinds the agent may emit; a line is streamed only after one of them. Absent: the agent has no kinds. */
  kinds?: readonly string[];
  /** Actor of the streamed text and its audience (default: everyone). Absent: no streaming. */
  speaker?: { actor: string; audience?: string[] };
}

interface Guard {
  leaks(text: string): boolean;
  /** Opens a filter that holds back text that may become a secret. */
  filter(): { push(words: string): string; end(words: string): string };
}

/** Learned limits of a model, in addition to its profile's. */
export interface PromptLimits {
  /** Context window in tokens; null: the profile's. */
  window: number | null;
  pictures: boolean;
}

/** A typed task, discriminated by `task`; each engine defines its own. */
export interface Brief {
  task: string;
  seed: string;
}

/** Result of a request after all rungs of the ladder. `checks`: calls whose answer was not used unchanged. */
export type Answer<T> = Answerer & { calls: number; usage: Usage; checks: CallCheck[] } & (
    | { ok: true; value: T; rung: Rung; thought: string | null }
    | {
        ok: false;
        failure: Failure;
        /** True if the model's final answer was unusable; false if it refused or was unreachable. */
        answered: boolean;
        /** The call gave way to the next input, which was due. */
        gaveWay?: true;
        rung: 'unusable';
      }
  );

/** The model responded, with a usable or an unusable answer. */
export type ReceivedAnswer<T> =
  | Extract<Answer<T>, { ok: true }>
  | (Extract<Answer<T>, { ok: false }> & { answered: true });

/** True if the model responded, even if its answer is not usable. */
export const didRespond = <T>(answer: Answer<T>): answer is ReceivedAnswer<T> => answer.ok || answer.answered;

/** Reason of the abort if a call gives way to the next input. */
export const GIVE_WAY = 'the next input was due';

/** Stored before a model is called. */
export interface CallIntent {
  role: Role;
  purpose: string;
  attempt: number;
  provider: string;
  model: string;
  messages: Message[];
  /** The prompt has no answer format, because the model reads it in the schema. */
  omitsForm?: true;
}

/** Stored after the call. `status` is never `open` or `lost` here; `discarded`: it gave way to the next input. */
export interface CallResult {
  status: CallStatus;
  constraint: 'json_schema' | 'json_object' | 'none' | null;
  raw: string | null;
  reasoning: string | null;
  parsed: Json;
  problems: { pointer: string; message: string }[];
  rung: Rung | null;
  /** Repairs made while parsing. Absent: the answer was exact JSON. */
  repairs?: string[];
  /** Text removed from the line. Absent: none. */
  cut?: LineCut[];
  usage: Usage;
  finishReason: string | null;
  error: string | null;
  latencyMs: number;
  /** Deviations from the request, such as a shortened prompt or an implausible token count. Absent: none. */
  notes?: string[];
  /** Messages sent instead of the intent's, if pictures were dropped or the prompt was shortened. */
  sent?: Message[];
  /**
   * For the next attempt: window and picture support that the model refused (`doubted`: the refusal gave no
   * reason, so pictures may be the cause), extra tokens for truncated thinking, plain prose after it was
   * requested directly, output tokens that the credit covers. Absent: none.
   */
  learnt?: {
    window?: number;
    pictures?: false | 'doubted';
    reasoningTokens?: number;
    prose?: true;
    maxTokens?: number;
  };
  /** Delay before the next attempt in milliseconds, set by the endpoint or the ladder. */
  backoffMs: number;
  /** Usable part of an unusable answer. */
  spare?: Json;
  /** Failed after the answer had begun, so the charge is unknown. */
  begun?: true;
}

/** Size of a call, excluding its messages. */
export interface CallSize {
  /** Maximum tokens for thinking and answer together. */
  maxTokens: number;
  /** JSON of the schema that may be sent; `''`: none. */
  form: string;
}

/**
 * Reads events from an answer while it is streaming. They are committed before the answer's own events, and
 * their effects start at once. They stay valid, regardless of the rest of the answer.
 */
export interface EarlyRule {
  step: string;
  /** Reads the next chunk. Returns the events once; null before and after. Must be pure and not throw. */
  read: (chunk: string) => EventDraft[] | null;
  /** Called with the committed events; on replay, before the answer's decision. */
  begin: (events: readonly Event[]) => void;
}

/**
 * Decides on a result. `decide` runs once on a new result and once per replay on the stored one, before the
 * step's events are in the state, so it must be pure. A decision of type `F` is thrown and ends the round.
 */
export interface DecisionRule<R, D, F = never> {
  decide: (result: R) => D | F;
  /** Events to store in the result's transaction; a replay takes them from the ledger. */
  events?: ((decision: D) => EventDraft[]) | undefined;
  /**
   * Fetches events for later steps while the call is running; they are stored in the row of the first result,
   * before its other events. Must be safe to repeat and not throw. Not called on replay.
   */
  during?: (() => Promise<EventDraft[]>) | undefined;
  /**
   * Applied to the first call if its answer streams. `during` events are then stored with the early events,
   * which need them.
   */
  early?: EarlyRule | undefined;
}

/**
 * The journal as the gateway sees it: one journaled model call. On replay, `run` is skipped and the decision
 * uses the stored result. `size` determines the reservation. `hear`, if present, gets the streaming answer of
 * models that may be streamed.
 */
export interface CallPort {
  /** Tenant of the room: learned traits and provider keys are per tenant. */
  readonly tenant: string;
  /** Aborts when the answer is no longer needed, or with {@link GIVE_WAY}. Default: never. */
  readonly signal?: AbortSignal;
  call<D>(
    step: string,
    intent: CallIntent,
    run: (hear?: (chunk: string) => void) => Promise<CallResult>,
    rule: DecisionRule<CallResult, D>,
    size: CallSize,
  ): Promise<{ decision: D; replayed: boolean }>;
  /** The intent of a finished call, for choices that a replay must repeat; undefined for a new call. */
  storedIntent?(step: string): Omit<CallIntent, 'messages'> | undefined;
  /**
   * Receives each sentence of an agent's line during call `step`, before the line is accepted; `part` counts
   * from 0. Never called on replay.
   */
  onText?(step: string, text: string, part: number): void;
}

/**
 * API with which an engine plays a round (turn). Between steps, an engine may only read `state`, `read()` and
 * constants, so that a replay after a crash takes the same path.
 *
 * The part of a step name before the first `/` or `:` must be in the engine's list of step names, which
 * determines the journal's version; e.g. `character:ada`.
 */
export interface StepContext<S> {
  /** The room after the last finished step of this round, without inputs that arrived meanwhile. */
  readonly state: S;
  readonly seed: string;
  /**
   * The room's current state, with inputs since the round began. Use it only for data that a step stores;
   * otherwise a replay would diverge.
   */
  live(): S;
  /**
   * Asks a model and decides on its answer. A failed model is an answer too.
   *
   * @throws RoundFailure if that is the decision
   */
  ask<T, D>(step: string, request: Ask<T>, rule: DecisionRule<Answer<T>, D, RoundFailure>): Promise<D>;
  /**
   * An external effect other than a model call, such as an action in a game.
   *
   * @param inDoubt result if the step was interrupted and must not run again; absent: run it again
   */
  effect<T extends Json>(
    step: string,
    input: Json,
    run: () => Promise<T> | T,
    events?: (result: T) => EventDraft[],
    inDoubt?: () => T,
  ): Promise<T>;
  /**
   * Appends events once; a replay takes them from the ledger. A function may fetch their data, if that is
   * safe to repeat; unlike {@link StepContext.effect} this needs no row of its own.
   */
  commit(step: string, made: EventDraft[] | (() => Promise<EventDraft[]>)): Promise<Event[]>;
  /** Before the round, oldest first. */
  recent(kinds: Event['kind'][], limit: number): Event[];
  /** Valid events before the round, newest first, loaded lazily. */
  past(): Iterable<Event>;
  /** Oldest first. */
  played(): Event[];
}

/** Thrown to keep the round open until an external event arrives. */
export class Waiting extends Error {
  constructor(what: string) {
    super(`waiting for ${what}`);
    this.name = 'Waiting';
  }
}

export interface RetryLater extends BackOff {
  tries: number;
}

/** Thrown to end the round as failed; `retry` as in {@link import('./room-state').FailedRound}. */
export class RoundFailure extends Error {
  readonly failure: Failure;
  readonly retry: 'resume' | 'restart';
  /** Steps of the failed requests; a resumed retry repeats them. */
  readonly steps: readonly string[];
  also: EventDraft[] = [];
  /** Automatic retries for temporary failures; null: a user must retry. */
  later: RetryLater | null = null;
  /** @param step steps of the failed requests; `''`: none */
  constructor(failure: Failure, step: string | readonly string[], retry: 'resume' | 'restart' = 'resume') {
    super(failure.code);
    this.name = 'RoundFailure';
    this.failure = failure;
    this.steps = (typeof step === 'string' ? [step] : step).filter((one) => one !== '');
    this.retry = retry;
  }
}
