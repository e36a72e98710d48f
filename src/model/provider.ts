import type { toProviderSchema } from 'answer-reader';
import type { JsonObject } from '../base/json';
import type { Message, Usage } from '../contract/calls';
import type { Reasoning, Samplers } from '../contract/providers';
import type { Brief, CallResult } from '../room/step-context';

/** How to enforce the answer's form on an endpoint; strongest first. */
export const CONSTRAINTS = ['json_schema', 'json_object', 'none'] as const satisfies readonly NonNullable<
  CallResult['constraint']
>[];
export type Constraint = (typeof CONSTRAINTS)[number];

/** The subset of JSON Schema that every provider's strict mode accepts. */
export type ProviderSchema = ReturnType<typeof toProviderSchema>;

export interface ProviderRequest {
  /** Capabilities are learned per tenant. */
  tenant: string;
  messages: Message[];
  constraint: Constraint;
  jsonSchema: ProviderSchema;
  /** Letters, digits, `_` and `-`. */
  schemaName: string;
  model: string;
  samplers: Samplers;
  /** Token limit of the answer, without thinking. */
  maxTokens: number;
  reasoning: Reasoning;
  /** Thinking tokens in addition to `maxTokens`; 0: the model is not known to think. */
  reasoningTokens: number;
  /** Longest pause within an answer, in milliseconds. Default: the limit of all response bodies. */
  idleMs?: number;
  extraBody?: JsonObject;
  /** The typed task, for the understudy; real models use `messages`. */
  brief: Brief;
  onChunk?: (chunk: string) => void;
}

export type ProviderReply =
  | {
      kind: 'answered';
      text: string;
      /** Reasoning that the provider reports separately; `""` if none. */
      reasoning: string;
      usage: Usage;
      /** The endpoint's own token count if it is implausible; `usage` is zero then. */
      doubted?: string;
      /**
       * `stop`, `length`, `content_filter`, …; null if the provider gives none. We add `refusal` (the model declined)
       * and `whitespace` (stopped because it wrote only white space).
       */
      finishReason: string | null;
      refusal?: string;
      /** Text of another field when `text` is empty; used as the answer only if it is exact JSON that fits. */
      elsewhere?: string;
    }
  | {
      kind: 'refused';
      error: string;
      /** True if the same request may succeed later (with `constraintRefused`: in another form). */
      retryable: boolean;
      /** Milliseconds to wait, from the endpoint. */
      retryAfterMs?: number;
      /**
       * `named`: the endpoint does not support this constraint. `doubted`: it gave no cause, so a weaker constraint may
       * work.
       */
      constraintRefused?: 'named' | 'doubted';
      /** The endpoint does not support this parameter; omit it from the next request. */
      parameterRefused?: string;
      begun?: true;
      /** The model does not accept pictures. */
      picturesRefused?: true;
      /** It rejected a request with pictures without giving a cause. */
      picturesDoubted?: true;
      /** The prompt does not fit the window; `window` is null if unknown. `once`: a temporary limit. */
      windowExceeded?: { window: number | null; once?: true };
      /** Output tokens that the remaining credit covers. */
      affordable?: number;
      partial?: PartialAnswer;
    }
  | { kind: 'timeout'; error: string }
  /** It gave way to the next input, which was due. */
  | { kind: 'discarded'; error: string; begun?: true }
  /** `begun`: the answer had started or could not be read, so the endpoint may still charge for it. */
  | { kind: 'unreachable'; error: string; begun?: true; partial?: PartialAnswer };

/** An answer without an end marker, perhaps truncated. Use it only if it is provably complete. */
export type PartialAnswer = Extract<ProviderReply, { kind: 'answered' }>;

/** Source of answers. `complete` reports failures in its reply; `signal` aborts it. */
export interface Provider {
  name: string;
  /** Key for its models' lessons, if it differs from the provider's name: see `vendorLessons`. */
  lessons?: string;
  /** The model reads the JSON schema of a request, as part of its prompt: see `showsSchema`. */
  showsSchema?: boolean;
  complete(request: ProviderRequest, signal: AbortSignal): Promise<ProviderReply>;
}
