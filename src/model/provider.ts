import type { toProviderSchema } from 'answer-reader';
import type { JsonObject } from '../base/json';
import type { Message, Usage } from '../contract/calls';
import type { Reasoning, Samplers } from '../contract/providers';
import type { Brief, CallResult } from '../room/step-context';

/** Ways to hold an endpoint to the answer's form; strongest first. */
export const CONSTRAINTS = ['json_schema', 'json_object', 'none'] as const satisfies readonly NonNullable<
  CallResult['constraint']
>[];
export type Constraint = (typeof CONSTRAINTS)[number];

/** The part of JSON Schema that every provider's strict mode accepts. */
export type ProviderSchema = ReturnType<typeof toProviderSchema>;

/** One request to a model. */
export interface ProviderRequest {
  /** Name of the tenant that asks: what is learnt of a model is learnt for it alone. */
  tenant: string;
  messages: Message[];
  constraint: Constraint;
  /** Sent with `json_schema`. */
  jsonSchema: ProviderSchema;
  /** Letters, digits, `_` and `-`. */
  schemaName: string;
  model: string;
  samplers: Samplers;
  /** Most tokens of the answer alone. */
  maxTokens: number;
  reasoning: Reasoning;
  /** Tokens of thinking that are allowed beside `maxTokens`; 0: the model is not known to think. */
  reasoningTokens: number;
  /** Longest silence in the middle of an answer, in milliseconds. Default: that of every body. */
  idleMs?: number;
  extraBody?: JsonObject;
  /** The typed task, for the understudy; a real model gets `messages`. */
  brief: Brief;
  /** Set: the answer may be streamed, and this gets it (not the reasoning) as it comes. */
  onChunk?: (chunk: string) => void;
}

/** Result of a request. Errors are plain words that never carry a credential. */
export type ProviderReply =
  | {
      kind: 'answered';
      text: string;
      /** Reasoning that the provider reports beside the answer; `""` when none. */
      reasoning: string;
      usage: Usage;
      /** The endpoint's own count, where it can't be true: `usage` is zero then. */
      doubted?: string;
      /**
       * `stop`, `length`, `content_filter`, …; null when the provider does not say. Ours: `refusal` (the model
       * declined) and `whitespace` (it was stopped because it wrote nothing but white space).
       */
      finishReason: string | null;
      /** The model's words when it declined. */
      refusal?: string;
      /** What another field has, where `text` is empty: the answer if it is exact JSON of the right form. */
      elsewhere?: string;
    }
  | {
      kind: 'refused';
      error: string;
      /** True when the same request may well succeed later (or, with `constraintRefused`, in another form). */
      retryable: boolean;
      /** Milliseconds the endpoint asked to wait. */
      retryAfterMs?: number;
      /** The endpoint does not take this constraint, or named no other cause; a weaker one may do. */
      constraintRefused?: 'named' | 'doubted';
      /** The endpoint does not take this parameter; the next request is sent without it. */
      parameterRefused?: string;
      begun?: true;
      /** It takes no pictures. */
      picturesRefused?: true;
      /** It refused a request with pictures, and did not say why. */
      picturesDoubted?: true;
      /** The prompt does not fit its window; null: it does not say how large that is. `once`: the limit is passing. */
      windowExceeded?: { window: number | null; once?: true };
      /** Tokens of output for which the credit suffices. */
      affordable?: number;
      partial?: PartialAnswer;
    }
  | { kind: 'timeout'; error: string }
  /** `begun`: an answer had begun, or came and could not be read; nobody knows what the endpoint charges for it. */
  | { kind: 'unreachable'; error: string; begun?: true; partial?: PartialAnswer };

/** What came of an answer of which nobody said that it was whole. It counts if it is so beyond doubt. */
export type PartialAnswer = Extract<ProviderReply, { kind: 'answered' }>;

/** A place where answers come from. `complete` tells failures by its reply; `signal` ends it early. */
export interface Provider {
  name: string;
  /** Name of what is learnt of its models, where it is not the provider's: see `vendorLessons`. */
  lessons?: string;
  complete(request: ProviderRequest, signal: AbortSignal): Promise<ProviderReply>;
}
