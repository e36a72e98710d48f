import { makeLineStream, toProviderSchema } from 'answer-reader';
import type { JsonObject } from '../base/json';
import type { Message, Role } from '../contract/calls';
import { pickSamplers, type Samplers } from '../contract/providers';
import { type Ask, type CallPort, GIVE_WAY } from '../room/step-context';
import type { Ladder } from './ladder';
import type { Constraint, Provider, ProviderReply, ProviderRequest } from './provider';

/** Receives the next text of a line that is still being written, and its part number (from 0). */
export type OnText = (text: string, part: number) => void;

/** A streaming answer. After `close` (the call was abandoned) it emits nothing. */
interface SpeechStream {
  hear: (chunk: string) => void;
  end: () => void;
  close: () => void;
}

/** Streams a talking agent's speech word by word; lags a few words behind if a guard forbids words. */
export function createSpeechStream<T>(ask: Ask<T>, ladder: Ladder, onText: OnText): SpeechStream {
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

/** Default temperatures: judges should be exact, characters surprising. */
const TEMPERATURES: Readonly<Record<Role, number>> = {
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
/** The most stop strings that every provider accepts. */
const MAX_STOPS = 4;

function mergeSamplers<T>({ role, profile, stop: ownStops = [] }: Ask<T>): Samplers {
  const samplers = pickSamplers(profile);
  const stop = [...(samplers.stop ?? []), ...ownStops].slice(0, MAX_STOPS);
  return { temperature: TEMPERATURES[role], ...samplers, ...(stop.length > 0 && { stop }) };
}

/** Lower bound in tokens per second: a call that may think gets that much more time. */
const THINKING_SPEED = 50;

interface TimedReply {
  port: CallPort;
  ladder: Ladder;
  messages: Message[];
  maxTokens: number;
  reasoningTokens: number;
  constraint: Constraint;
  onText: OnText | null;
  onAnswer?: ((chunk: string) => void) | undefined;
}

/** Runs one request with a deadline. Abandons it then, even if the provider ignores the signal. */
export async function completeInTime<T>(
  provider: Provider,
  ask: Ask<T>,
  { port, ladder, messages, maxTokens, reasoningTokens, constraint, onText, onAnswer }: TimedReply,
): Promise<ProviderReply> {
  // Don't send a request that would be given up at once.
  if (port.signal?.reason === GIVE_WAY) return { kind: 'discarded', error: GIVE_WAY };
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
  const speech = createSpeechStream(ask, ladder, onText ?? (() => {}));
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
    samplers: mergeSamplers(ask),
    maxTokens,
    reasoning,
    reasoningTokens,
    idleMs: timeoutSeconds * 1000,
    ...(extraBody && { extraBody: extraBody as JsonObject }),
    brief: ask.brief,
    ...((ask.fromProse !== undefined || onAnswer) && { onChunk }),
  };
  try {
    // Providers report failures in their reply. An exception is our bug, so a retry would not help.
    const reply = provider.complete(request, abort.signal).catch(
      (error: unknown): ProviderReply => ({
        kind: 'refused',
        retryable: false,
        error: `the provider failed: ${error instanceof Error ? error.message : String(error)}`,
      }),
    );
    const first = await Promise.race([reply, deadline, untilAborted(port)]);
    if (first === GONE || first.kind === 'discarded') abort.abort();
    if (first.kind === 'answered') speech.end();
    return first;
  } finally {
    isOver = true;
    speech.close();
    clearTimeout(timer);
  }
}

/** The cost is unknown: the endpoint may still charge for the call. */
const GONE = {
  kind: 'unreachable',
  error: 'cancelled, because the round has ended',
  begun: true,
} as const satisfies ProviderReply;
const GAVE_WAY = { kind: 'discarded', error: GIVE_WAY, begun: true } as const satisfies ProviderReply;

/** Resolves when the caller no longer needs the answer. */
export const untilAborted = ({ signal }: Pick<CallPort, 'signal'>): Promise<typeof GONE | typeof GAVE_WAY> =>
  new Promise((resolve) => {
    const end = () => resolve(signal?.reason === GIVE_WAY ? GAVE_WAY : GONE);
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end, { once: true });
  });
