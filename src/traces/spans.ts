import { sha256 } from '../base/hash';
import type { CallStatus } from '../contract/calls';
import type { Event } from '../contract/events/events';
import type { ProviderKind } from '../contract/providers';

/** A call of a round, as the journal has it. */
export interface TracedCall {
  n: number;
  /** Name of the step: the agent, `/`, the attempt, such as `character.1:ada/1`. */
  key: string;
  startedAt: string;
  intent: { role: string; purpose: string; provider: string; model: string };
  result: {
    status: CallStatus;
    finishReason: string | null;
    latencyMs: number;
    usage: { promptTokens: number; completionTokens: number };
  } | null;
}

/** A span in OTLP's JSON (opentelemetry-proto 1.x): ids in hexadecimal, times in nanoseconds as text. */
export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** 1: internal, 3: client. */
  kind: 1 | 3;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: AttributeValue }[];
  /** 2: error. */
  status?: { code: 2; message?: string };
}
type AttributeValue =
  | { stringValue: string }
  | { intValue: string }
  | { arrayValue: { values: { stringValue: string }[] } };

/** Values of `gen_ai.provider.name`. The conventions define none for OpenRouter and Workers AI. */
export const PROVIDER_NAMES: Readonly<Record<ProviderKind, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  google: 'gcp.gemini',
  openrouter: 'openrouter',
  'workers-ai': 'cloudflare.workers_ai',
};

export interface SpanOptions {
  /** True if agents get the lines that they spoke to everyone. */
  content: boolean;
  hidden: (seq: number) => boolean;
  /** Only attempts that ended after this event: earlier ones were exported. */
  after: number;
  /** Kinds of the configured providers, by name. */
  providers: ReadonlyMap<string, { kind: ProviderKind }>;
}

const START = /^(?:round|turn)\.started$/;
const END = /^(?:round|turn)\.(completed|failed|cancelled)$/;

/**
 * The spans of a round or turn: its attempts, their agents, their calls. Follows OpenTelemetry's conventions for generative AI.
 * All ids derive from the ledger, so that spans sent again after a crash are the same.
 *
 * Spans have no content by default. With `content`, agents have the lines they spoke to everyone, and nothing else: prompts,
 * thoughts, whispers and hidden lines never leave the room.
 */
export async function roundSpans(
  room: string,
  round: number,
  { events, calls }: { events: readonly Event[]; calls: readonly TracedCall[] },
  { content, hidden, after, providers }: SpanOptions,
): Promise<Span[]> {
  const traceId = (await sha256(`${room} ${round}`)).slice(0, 32);
  const common = { 'gen_ai.conversation.id': room };
  const spans: Span[] = [];
  const marks = events.filter(({ kind }) => START.test(kind) || END.test(kind));
  let start: Event | undefined;
  for (const [i, mark] of marks.entries()) {
    // A line that joins a round starts it again, without an end.
    if (!END.test(mark.kind)) start ??= mark;
    else if (start && mark.seq > after) await addAttempt(start, mark, marks[i + 1]?.at);
    if (END.test(mark.kind)) start = undefined;
  }
  return spans;

  /** @param until start of the next attempt */
  async function addAttempt(start: Event, end: Event, until = '~'): Promise<void> {
    const idOf = async (part: string) => (await sha256(`${room} ${round} ${start.seq} ${part}`)).slice(0, 16);
    const root = await idOf('round');
    const outcome = END.exec(end.kind)?.[1];
    spans.push({
      ...{ traceId, spanId: root, name: `${start.kind.split('.')[0]} ${round}`, kind: 1 },
      ...spanTimes(Date.parse(start.at), Date.parse(end.at)),
      attributes: attributes({
        ...{ ...common, 'gen_ai.operation.name': 'invoke_workflow', 'proscenium.outcome': outcome },
      }),
      ...(outcome === 'failed' && { status: { code: 2 } }),
    });
    const own = calls.filter(({ startedAt, result }) => result && startedAt >= start.at && startedAt < until);
    const agents = [...Map.groupBy(own, ({ key }) => key.split('/')[0] ?? key)];
    const isPublicLine = ({ kind, seq, audience }: Event) =>
      kind === 'character.spoke' &&
      seq > start.seq &&
      seq < end.seq &&
      audience.includes('*') &&
      !hidden(seq);
    // A character may speak several times in a round, each time as an agent of its own.
    const lines = Map.groupBy(content ? events.filter(isPublicLine) : [], ({ actor, at }) => {
      const suffix = actor.slice('character'.length);
      return agents.findLast(([key, [first]]) => key.endsWith(suffix) && (first?.startedAt ?? '') <= at)?.[0];
    });
    for (const [agent, steps] of agents) {
      const spanId = await idOf(agent);
      const [first] = steps;
      const name = agent.split(':')[1] ?? first?.intent.role ?? agent;
      const ends = steps.map((call) => Date.parse(call.startedAt) + (call.result?.latencyMs ?? 0));
      spans.push({
        ...{ traceId, spanId, parentSpanId: root, name: `invoke_agent ${name}`, kind: 1 },
        ...spanTimes(Date.parse(first?.startedAt ?? start.at), Math.max(...ends)),
        attributes: attributes({
          ...{ ...common, 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': name },
          'gen_ai.output.messages': formatLines(lines.get(agent) ?? []),
        }),
      });
      for (const call of steps)
        spans.push({
          ...{ traceId, spanId: await idOf(`call ${call.n}`), parentSpanId: spanId },
          ...describeCall(call),
        });
    }
  }

  function describeCall({ n, startedAt, intent, result }: TracedCall): Omit<Span, 'traceId' | 'spanId'> {
    const { role, purpose, provider, model } = intent;
    const kind = providers.get(provider)?.kind;
    const isError = result?.status !== 'answered';
    const startMs = Date.parse(startedAt);
    return {
      ...{ name: `chat ${model}`, kind: 3 },
      ...spanTimes(startMs, startMs + (result?.latencyMs ?? 0)),
      attributes: attributes({
        ...{ ...common, 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': model },
        ...{
          'gen_ai.provider.name': kind ? PROVIDER_NAMES[kind] : provider,
          'proscenium.provider': provider,
        },
        ...{ 'proscenium.role': role, 'proscenium.purpose': purpose },
        'proscenium.call.id': `${room}.${round}.${n}`,
        'gen_ai.usage.input_tokens': result?.usage.promptTokens,
        'gen_ai.usage.output_tokens': result?.usage.completionTokens,
        'gen_ai.response.finish_reasons': result?.finishReason ? [result.finishReason] : undefined,
        'error.type': isError ? result?.status : undefined,
      }),
      ...(isError && { status: { code: 2 } }),
    };
  }
}

/** Spoken lines in the form of the conventions; undefined if there are none. */
function formatLines(events: readonly Event[]): string | undefined {
  const messages = events.flatMap(({ kind, payload }) =>
    kind === 'character.spoke'
      ? [{ role: 'assistant', parts: [{ type: 'text', content: payload.text }], finish_reason: 'stop' }]
      : [],
  );
  return messages.length > 0 ? JSON.stringify(messages) : undefined;
}

const spanTimes = (startMs: number, endMs: number) => ({
  startTimeUnixNano: `${startMs}000000`,
  endTimeUnixNano: `${endMs}000000`,
});

const attributes = (values: Record<string, string | number | string[] | undefined>): Span['attributes'] =>
  Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: toValue(value) }],
  );

function toValue(value: string | number | string[]): AttributeValue {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') return { intValue: String(value) };
  return { arrayValue: { values: value.map((one) => ({ stringValue: one })) } };
}
