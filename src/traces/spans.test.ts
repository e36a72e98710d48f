import { expect, it } from 'vitest';
import type { Event } from '../contract/events/events';
import { roundSpans, type Span, type TracedCall } from './spans';

const at = (second: number) => new Date(1_800_000_000_000 + second * 1000).toISOString();
const event = (seq: number, kind: string, more: object = {}) =>
  ({
    seq,
    kind,
    at: at(seq),
    actor: 'system',
    audience: ['*'],
    round: 1,
    payload: {},
    ...more,
  }) as unknown as Event;
const spoke = (seq: number, id: string, text: string, more: object = {}) =>
  event(seq, 'character.spoke', { actor: `character:${id}`, payload: { text }, ...more });
const call = (n: number, second: number, key: string): TracedCall => ({
  ...{ n, key, startedAt: at(second) },
  intent: { role: 'character', purpose: 'x', provider: 'local', model: 'm' },
  result: {
    ...{ status: 'answered', finishReason: 'stop', latencyMs: 500 },
    usage: { promptTokens: 1, completionTokens: 1 },
  },
});
const trace = (events: Event[], calls: TracedCall[], after = 0) =>
  roundSpans(
    'scn_1',
    1,
    { events, calls },
    {
      ...{ content: true, hidden: () => false, after },
      providers: new Map([['local', { kind: 'google' }]]),
    },
  );
const names = (spans: Span[]) => spans.map(({ name }) => name);
const read = (span: Span | undefined, key: string) =>
  Object.values(span?.attributes.find((one) => one.key === key)?.value ?? {})[0] as unknown;

const FAILED = [event(1, 'round.started'), event(3, 'round.failed')];
const RETRY = [event(5, 'round.started'), event(9, 'round.completed')];
const CALLS = [call(1, 1, 'director/1'), call(2, 2, 'character.1:ada/1'), call(3, 6, 'character.1:ada/1')];

it('exports each attempt once, whether or not it was retried before', async () => {
  const first = await trace(FAILED, CALLS.slice(0, 2));
  expect(names(first)).toEqual(['round 1', 'invoke_agent character', 'chat m', 'invoke_agent ada', 'chat m']);
  const events = [...FAILED, ...RETRY];
  const both = await trace(events, CALLS);
  expect(both.slice(0, 5)).toEqual(first);
  expect(await trace(events, CALLS, 3)).toEqual(both.slice(5));
  expect(new Set(both.map(({ spanId }) => spanId)).size).toBe(both.length);
});

it('leaves an attempt that is still being played for later', async () => {
  const open = [...FAILED, event(5, 'round.started')];
  const spans = await trace(open, CALLS);
  expect(spans).toEqual(await trace(FAILED, CALLS.slice(0, 2)));
  for (const span of spans) expect(span.endTimeUnixNano >= span.startTimeUnixNano).toBe(true);
});

it('keeps the calls of a round that a line joined', async () => {
  const joined = [event(1, 'round.started'), event(3, 'round.started'), event(9, 'round.completed')];
  expect(names(await trace(joined, CALLS)).filter((name) => name.startsWith('chat'))).toHaveLength(3);
});

it('gives each line to the agent that spoke it, in the form of the conventions', async () => {
  const events = [
    event(1, 'round.started'),
    spoke(3, 'ada', 'First.'),
    spoke(5, 'ada', 'Second.'),
    spoke(6, 'ada', 'WHISPER', { audience: ['ada'] }),
    spoke(7, 'undefined', 'Third.'),
    event(9, 'round.completed'),
  ];
  const calls = [
    ...[call(1, 1, 'director/1'), call(2, 2, 'character.1:ada/1'), call(3, 4, 'character.2:ada/1')],
    call(4, 6, 'character.2:undefined/1'),
  ];
  const agents = (await trace(events, calls)).filter(({ name }) => name.startsWith('invoke_agent'));
  const message = (content: string) =>
    JSON.stringify([{ role: 'assistant', parts: [{ type: 'text', content }], finish_reason: 'stop' }]);
  expect(agents.map((span) => read(span, 'gen_ai.output.messages'))).toEqual([
    ...[undefined, message('First.'), message('Second.'), message('Third.')],
  ]);
});

it('names the kind of provider as the conventions do, next to its own name', async () => {
  const chat = (await trace(FAILED, CALLS)).find(({ kind }) => kind === 3);
  expect(read(chat, 'gen_ai.provider.name')).toBe('gcp.gemini');
  expect(read(chat, 'proscenium.provider')).toBe('local');
});
