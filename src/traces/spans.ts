import { sha256 } from '../base/hash';
import type { CallStatus } from '../contract/calls';
import type { Event } from '../contract/events/events';

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

const START = /^(?:round|turn)\.started$/;
const END = /^(?:round|turn)\.(completed|failed|cancelled)$/;

/**
 * The spans of the last attempt of a round or turn: the round, its agents, their calls. Follows OpenTelemetry's conventions for
 * generative AI. All ids derive from the ledger, so that spans sent again after a crash are the same.
 *
 * Spans have no content by default. With `content`, agents have the lines they spoke to everyone, and nothing else: prompts,
 * thoughts, whispers and hidden lines never leave the room.
 */
export async function roundSpans(
  room: string,
  round: number,
  { events, calls }: { events: readonly Event[]; calls: readonly TracedCall[] },
  { content, hidden }: { content: boolean; hidden: (seq: number) => boolean },
): Promise<Span[]> {
  const start = events.findLast(({ kind }) => START.test(kind));
  const end = events.findLast(({ kind }) => END.test(kind));
  if (!start || !end) return [];
  const traceId = (await sha256(`${room} ${round}`)).slice(0, 32);
  const idOf = async (part: string) => (await sha256(`${room} ${round} ${start.seq} ${part}`)).slice(0, 16);
  const root = await idOf('round');
  const common = { 'gen_ai.conversation.id': room };
  const outcome = END.exec(end.kind)?.[1];
  const spans: Span[] = [
    {
      ...{ traceId, spanId: root, name: `${start.kind.split('.')[0]} ${round}`, kind: 1 },
      ...spanTimes(Date.parse(start.at), Date.parse(end.at)),
      attributes: attributes({
        ...{ ...common, 'gen_ai.operation.name': 'invoke_workflow', 'proscenium.outcome': outcome },
      }),
      ...(outcome === 'failed' && { status: { code: 2 } }),
    },
  ];
  const own = calls.filter(({ startedAt, result }) => result && startedAt >= start.at);
  for (const [agent, steps] of Map.groupBy(own, ({ key }) => key.split('/')[0] ?? key)) {
    const spanId = await idOf(agent);
    const [first] = steps;
    const name = agent.split(':')[1] ?? first?.intent.role ?? agent;
    const ends = steps.map((call) => Date.parse(call.startedAt) + (call.result?.latencyMs ?? 0));
    spans.push({
      ...{ traceId, spanId, parentSpanId: root, name: `invoke_agent ${name}`, kind: 1 },
      ...spanTimes(Date.parse(first?.startedAt ?? start.at), Math.max(...ends)),
      attributes: attributes({
        ...{ ...common, 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': name },
        'gen_ai.output.messages': content ? formatLines(agent, start.seq, events, hidden) : undefined,
      }),
    });
    for (const call of steps) spans.push({ ...(await callSpan(call)), traceId, parentSpanId: spanId });
  }
  return spans;

  async function callSpan({ n, startedAt, intent, result }: TracedCall): Promise<Omit<Span, 'traceId'>> {
    const { role, purpose, provider, model } = intent;
    const isError = result?.status !== 'answered';
    const startMs = Date.parse(startedAt);
    return {
      ...{ spanId: await idOf(`call ${n}`), name: `chat ${model}`, kind: 3 },
      ...spanTimes(startMs, startMs + (result?.latencyMs ?? 0)),
      attributes: attributes({
        ...{ ...common, 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': provider },
        ...{ 'gen_ai.request.model': model, 'proscenium.role': role, 'proscenium.purpose': purpose },
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

/** The lines that an agent spoke to everyone, in the form of the conventions; undefined if there are none. */
function formatLines(
  agent: string,
  from: number,
  events: readonly Event[],
  hidden: (seq: number) => boolean,
): string | undefined {
  const [, id] = agent.split(':');
  const messages = events.flatMap(({ kind, seq, actor, audience, payload }) =>
    kind === 'character.spoke' &&
    seq > from &&
    actor.endsWith(`:${id}`) &&
    audience.includes('*') &&
    !hidden(seq)
      ? [{ role: 'assistant', parts: [{ type: 'text', content: payload.text }] }]
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
