import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask, profile } from '../../test/support/asks';
import { decide, MemoryPort } from '../../test/support/memory-port';
import {
  MODELS,
  type Recording,
  startWireEndpoint,
  type WireEndpoint,
  type WireRequest,
  wrapText,
} from '../../test/support/wire-endpoint';
import type { ProviderKind } from '../contract/providers';
import type { Ask } from '../room/step-context';
import { createCapabilityMemory } from './capability';
import { createGateway } from './gateway';
import type { Provider } from './provider';

const LINE = 'The lamp was burning when I came down.';
const SECRET = 'PLUMJAM';
const line = z.object({ kind: z.enum(['say', 'do']), text: z.string().min(1) });
type Line = z.infer<typeof line>;

const CHAT_KINDS = ['openai', 'openrouter'] as const;
const ALL_KINDS = ['openai', 'openrouter', 'anthropic', 'google', 'workers-ai'] as const;

const read = (file: string): string =>
  readFileSync(new URL(`../../test/fixtures/wire/${file}`, import.meta.url), 'utf8');

interface Row {
  name: string;
  kinds: readonly ProviderKind[];
  /** `prose`: a talking agent's line; `json`: the line as an object; `plan`: an agent that does not talk. */
  forms: readonly ('prose' | 'json' | 'plan')[];
  /** Restricts the case to streaming or not; default: both. */
  stream?: boolean;
  answer: (request: WireRequest) => Recording;
  line?: string | null;
  rung?: string;
  /** Expected number of requests. Default 1. */
  calls?: number;
  /** Expected statuses of the calls. Default: all answered. */
  statuses?: string[];
  check?: (seen: Seen) => void;
  ask?: Partial<Ask<Line>>;
  /** The thought that must be stored for the owner. */
  thought?: RegExp;
}

interface Seen {
  /** Streamed text of the last line, and of all lines. */
  heard: string;
  everHeard: string;
  calls: MemoryPort['calls'];
  requests: WireRequest[];
  lessons: string;
  ms: number;
}

let wire: WireEndpoint;
beforeAll(async () => {
  wire = await startWireEndpoint();
});
afterAll(() => wire.close());
beforeEach(() => {
  wire.requests.length = 0;
});

const asStream = (bytes: string, more: Partial<Recording> = {}): Recording => ({
  bytes,
  type: 'text/event-stream',
  ...more,
});
const good = (request: WireRequest, form: Row['forms'][number]): Recording =>
  wrapText(request, form === 'prose' ? LINE : JSON.stringify({ kind: 'say', text: LINE }));

const makeAsk = (kind: ProviderKind, form: Row['forms'][number], more: Partial<Ask<Line>> = {}) =>
  ask(line, {
    role: form === 'plan' ? 'director' : 'character',
    messages: [
      { role: 'system', content: 'You are Mara. She keeps the lamp.' },
      { role: 'user', content: 'Was the lamp lit?' },
    ],
    profile: profile({ provider: kind, model: MODELS[kind], maxTokens: 200 }),
    ...(form !== 'plan' && { fromProse: (text: string): Line => ({ kind: 'say', text }) }),
    ...(form === 'prose' && { mode: 'prose' }),
    ...more,
  });

const whole = (provider: Provider): Provider => ({
  ...provider,
  complete: ({ onChunk: _, ...request }, signal) => provider.complete(request, signal),
});

async function play(row: Row, kind: ProviderKind, form: Row['forms'][number], stream: boolean) {
  wire.answer = (request) =>
    row.calls !== undefined && request.n === row.calls ? good(request, form) : row.answer(request);
  const capability = createCapabilityMemory();
  // Lines are streamed only after a clean answer.
  capability.of('demo', kind, MODELS[kind]).recordExactness(true);
  const provider = wire.provider(kind);
  const gateway = createGateway({
    providers: { [kind]: stream ? provider : whole(provider) },
    sleep: async () => undefined,
    now: () => performance.now(),
    capability,
  });
  let heard = '';
  let everHeard = '';
  let heardIn = '';
  const port = Object.assign(new MemoryPort(), {
    onText: (step: string, text: string) => {
      everHeard += text;
      heard = step === heardIn ? heard + text : text;
      heardIn = step;
    },
  });
  const began = performance.now();
  const answer = await gateway.ask(port, 'a', makeAsk(kind, form, row.ask), { decide });
  const memory = capability.of('demo', kind, MODELS[kind]);
  const lessons = JSON.stringify({
    constraint: memory.strongest(),
    pictures: memory.takesPictures(),
    prose: memory.speaksProse(),
  });
  return {
    answer,
    seen: {
      heard,
      everHeard,
      calls: port.calls,
      requests: wire.requests,
      lessons,
      ms: performance.now() - began,
    },
  };
}

const NOTHING_LEARNT = JSON.stringify({ constraint: 'json_schema', pictures: true, prose: false });

const text = (name: string, words: string, more: Partial<Row> = {}): Row => ({
  name,
  kinds: ALL_KINDS,
  forms: ['prose'],
  answer: (request) => wrapText(request, words),
  ...more,
});
/** A chat completion stream, sent even if streaming was not requested. */
const chat = (
  name: string,
  bytes: string,
  more: Partial<Row> & { recording?: Partial<Recording> } = {},
): Row => ({
  name,
  kinds: CHAT_KINDS,
  forms: ['prose'],
  answer: () => asStream(bytes, more.recording),
  ...more,
});
const askedAgain = { calls: 2, statuses: ['unreachable', 'answered'] };

const rows: Row[] = [
  {
    name: '02 a stream of Anthropic that breaks off',
    kinds: ['anthropic'],
    forms: ['prose', 'json'],
    stream: true,
    answer: () => asStream(read('02-ai-sdk-cut.anthropic.sse')),
    ...askedAgain,
  },
  chat('03 finish_reason "error"', read('03-finish-error.sse'), { forms: ['prose', 'plan'], ...askedAgain }),
  chat('06 a last chunk that repeats the message', read('06-message-repeats.sse')),
  chat('07 a reset behind the finish', read('07-cut-after-finish.sse'), { recording: { after: 'reset' } }),
  chat('08 a socket that stays open', read('08-open-after-finish.sse'), {
    recording: { after: 'open' },
    check: ({ ms }) => expect(ms).toBeLessThan(4_000),
  }),
  ...['text/plain', 'application/json', 'application/x-ndjson'].map((type) =>
    chat(`09 server-sent events called ${type}`, read('09-sse-under-text-plain.sse'), {
      recording: { type },
    }),
  ),
  chat('10 a comment in a data line', read('10-data-comment.sse')),
  chat('11 finishReason', read('11-gemini-camel-finish.sse')),
  {
    name: '12 json_validate_failed of Groq',
    kinds: CHAT_KINDS,
    forms: ['json', 'plan'],
    answer: () => ({ bytes: read('12-groq-400.json'), status: 400 }),
    line: 'x',
    rung: 'repaired',
    check: ({ lessons }) => expect(lessons).toBe(NOTHING_LEARNT),
  },
  {
    name: '14 streams alone, of DashScope',
    kinds: ['openai'],
    forms: ['plan', 'prose'],
    stream: false,
    answer: (request) =>
      request.stream
        ? good(request, request.body.response_format ? 'plan' : 'prose')
        : { bytes: read('14-dashscope-400.json'), status: 400 },
    statuses: ['refused', 'answered'],
    check: ({ requests, lessons }) => {
      expect(requests.map(({ stream }) => stream)).toEqual([false, true]);
      expect(lessons).toBe(NOTHING_LEARNT);
    },
  },
  ...['15-reasoning-only.json', '16-tool-call.json'].map(
    (file): Row => ({
      name: `${file}: the answer in another field`,
      kinds: CHAT_KINDS,
      forms: ['json', 'plan'],
      answer: () => ({ bytes: read(file) }),
      rung: 'repaired',
    }),
  ),
  {
    name: '17 [DONE] behind a whole body',
    kinds: CHAT_KINDS,
    forms: ['plan'],
    answer: () => ({
      bytes: read('17-json-plus-done.txt').replace(
        '"{}"',
        JSON.stringify(JSON.stringify({ kind: 'say', text: LINE })),
      ),
    }),
    rung: 'json_schema',
  },
  text('18 runs on (gemma)', read('18-run-on-gemma.txt')),
  text('19 runs on (chatml)', read('19-run-on-chatml.txt')),
  text('20 runs on (JSON)', read('20-run-on-json.txt'), {
    forms: ['json', 'plan'],
    line: 'The lamp is lit.',
  }),
  text('21 a box of GLM', read('21-glm-box.txt')),
  text('22 a response of Cohere', read('22-cohere.txt'), { thought: /PLUMJAM/ }),
  text('23 a thought of MedGemma', read('23-medgemma.txt'), { thought: /PLUMJAM/ }),
  text('24 a thought of Open WebUI', read('24-openwebui-details.txt'), { thought: /PLUMJAM/ }),
  {
    name: '25 an event that is none of Anthropic’s',
    kinds: ['anthropic'],
    forms: ['prose'],
    stream: true,
    answer: (request) => {
      const { bytes } = wrapText(request, LINE);
      const at = bytes.indexOf('event: content_block_delta');
      return asStream(`${bytes.slice(0, at)}${read('25-vertex-event.anthropic.sse')}${bytes.slice(at)}`);
    },
  },
  text('26 a quoted label', read('26-quoted-label.txt'), { line: 'A cold hand on the latch.' }),
  text('27 fullwidth JSON', read('27-fullwidth-json.txt'), {
    forms: ['json'],
    line: '灯亮着。',
    rung: 'repaired',
  }),
];

const chunk = (delta: object, finish_reason: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const says = (content: string): string => chunk({ role: 'assistant' }) + chunk({ content });
const DONE = 'data: [DONE]\n\n';
const HALF = 'The lamp was burning when I';
const OBJECT = JSON.stringify({ kind: 'say', text: LINE });
/** Streams that end cleanly without a finish reason. */
const unsaid = (name: string, words: string, more: Partial<Row>): Row =>
  chat(`a clean end behind ${name}`, says(words), more);
const refused = (name: string, status: number, error: unknown, more: Partial<Row>): Row => ({
  name,
  kinds: CHAT_KINDS,
  forms: ['prose', 'plan'],
  answer: () => ({ bytes: JSON.stringify(error), status }),
  calls: 2,
  statuses: ['refused', 'answered'],
  check: ({ lessons }) => expect(lessons).toBe(NOTHING_LEARNT),
  ...more,
});
const sentText = ({ requests }: Seen, n: number): string => JSON.stringify(requests[n]?.body);

rows.push(
  ...['abort', 'network_error', 'insufficient_system_resource'].map((finish) =>
    chat(`finish_reason "${finish}"`, says(HALF) + chunk({}, finish) + DONE, {
      forms: ['prose', 'plan'],
      ...askedAgain,
    }),
  ),
  ...[
    { error: { message: 'overloaded' } },
    { code: 'InternalError', message: 'broken' },
    { object: 'error', message: 'no more' },
    { message: 'upstream connect error' },
  ].map((failure) =>
    chat(
      `a failure in the middle: ${JSON.stringify(failure)}`,
      `${says(HALF)}data: ${JSON.stringify(failure)}\n\n${DONE}`,
      { forms: ['prose', 'plan'], calls: 2, statuses: ['refused', 'answered'] },
    ),
  ),
  chat('an unknown finish before [DONE]', says(LINE) + chunk({}, 'weird') + DONE),
  chat('no finish before [DONE]', says(LINE) + DONE),
  chat(
    'a failure behind the finish',
    `${says(LINE)}${chunk({}, 'stop')}data: {"error":{"message":"late"}}\n\n`,
  ),
  chat(
    'chunks that nobody knows',
    `data: {"type":"status","queue":3}\n\n${says(LINE)}${chunk({}, 'stop')}${DONE}`,
  ),
  chat('a last delta that repeats all', says(LINE) + chunk({ content: LINE }, 'stop') + DONE),
  chat(
    'empty reasons on the way',
    says(LINE).replaceAll('"finish_reason":null', '"finish_reason":""') + chunk({}, 'stop') + DONE,
  ),
  unsaid('a sentence', LINE, {}),
  unsaid('half a sentence', HALF, askedAgain),
  unsaid('an object', OBJECT, { forms: ['json', 'plan'] }),
  unsaid('half an object', OBJECT.slice(0, -12), { forms: ['json', 'plan'], ...askedAgain }),
  unsaid('an object that wants mending', OBJECT.replace('"say"', 'say'), {
    forms: ['json', 'plan'],
    ...askedAgain,
  }),
  chat('a connection that breaks off', says(HALF), { recording: { after: 'reset' }, ...askedAgain }),
  {
    name: 'chunks as lines of JSON',
    kinds: CHAT_KINDS,
    forms: ['prose'],
    answer: () => ({
      bytes: (says(LINE) + chunk({}, 'stop')).replaceAll('data: ', '').replaceAll('\n\n', '\n'),
      type: 'application/x-ndjson',
    }),
  },
  {
    name: 'a web page',
    kinds: ['openai', 'anthropic', 'google'],
    forms: ['plan'],
    answer: () => ({ bytes: '<!doctype html><title>Sign in</title>', type: 'text/html' }),
    line: null,
    statuses: ['refused'],
    check: ({ calls }) =>
      expect(calls[0]?.result.error).toContain(
        'a web page, not JSON; is the base URL right? It begins: <!doctype',
      ),
  },
  chat(
    'a tool that is called in pieces',
    chunk({ tool_calls: [{ index: 0, function: { name: 'line', arguments: OBJECT.slice(0, 9) } }] }) +
      chunk({ tool_calls: [{ index: 0, function: { arguments: OBJECT.slice(9) } }] }) +
      chunk({}, 'tool_calls') +
      DONE,
    { forms: ['json', 'plan'], rung: 'repaired' },
  ),
  chat(
    'an object that comes as reasoning',
    chunk({ reasoning_content: OBJECT.slice(0, 9) }) +
      chunk({ reasoning_content: OBJECT.slice(9) }) +
      chunk({}, 'stop') +
      DONE,
    { forms: ['json', 'plan'], rung: 'repaired' },
  ),
  chat(
    'prose that comes as reasoning',
    chunk({ reasoning_content: `They want PLUMJAM.` }) + chunk({}, 'stop') + DONE,
    { calls: 2, statuses: ['answered', 'answered'] },
  ),
  {
    name: 'an object as the content',
    kinds: CHAT_KINDS,
    forms: ['json', 'plan'],
    answer: () => ({ bytes: `{"choices":[{"message":{"content":${OBJECT}},"finish_reason":"stop"}]}` }),
    rung: 'repaired',
  },
  ...(['reset', 'open'] as const).flatMap((after) =>
    (['anthropic', 'google'] as const).map(
      (kind): Row => ({
        name: `${kind}: ${after} behind the end`,
        kinds: [kind],
        forms: ['prose'],
        stream: true,
        answer: (request) => ({ ...wrapText(request, LINE), after }),
      }),
    ),
  ),
  {
    name: 'a stream of Gemini that breaks off',
    kinds: ['google'],
    forms: ['prose', 'json'],
    stream: true,
    answer: () =>
      asStream(
        `data: ${JSON.stringify({ candidates: [{ content: { role: 'model', parts: [{ text: HALF }] }, index: 0 }] })}\n\n`,
      ),
    ...askedAgain,
  },
  {
    name: 'a failure that Gemini names as its finish',
    kinds: ['google'],
    forms: ['prose', 'plan'],
    answer: (request) => {
      const recording = good(request, request.stream ? 'prose' : 'plan');
      return { ...recording, bytes: recording.bytes.replace('"STOP"', '"MALFORMED_RESPONSE"') };
    },
    ...askedAgain,
  },
  refused(
    'a filter before the model',
    400,
    {
      error: {
        code: 'content_filter',
        message: 'The response was filtered due to the prompt triggering our content management policy.',
      },
    },
    {
      statuses: ['answered', 'answered'],
      check: ({ calls, lessons }) => {
        expect(calls[0]?.result).toMatchObject({ finishReason: 'content_filter', rung: 'unusable' });
        expect(lessons).toBe(NOTHING_LEARNT);
      },
    },
  ),
  refused('a 400 that names no cause', 400, { error: { message: 'Bad request' } }, { forms: ['plan'] }),
  refused(
    'a list of errors',
    429,
    [{ error: { code: 429, message: 'Quota.', details: [{ retryDelay: '7s' }] } }],
    {
      check: ({ calls }) =>
        expect(calls[0]?.result).toMatchObject({
          error: expect.stringContaining('Quota.'),
          backoffMs: 7_000,
        }),
    },
  ),
  refused(
    'tokens for one request',
    413,
    {
      error: {
        message: 'Request too large for model `m` on tokens per minute (TPM): Limit 300, Requested 14810',
      },
    },
    {
      ask: { messages: [{ role: 'user', content: 'The lamp is old. '.repeat(400) }] },
      check: (seen) => {
        expect(sentText(seen, 1).length).toBeLessThan(sentText(seen, 0).length / 2);
        expect(seen.lessons).toBe(NOTHING_LEARNT);
      },
    },
  ),
  refused(
    'credit for fewer tokens',
    402,
    {
      error: {
        code: 402,
        message:
          'This request requires more credits, or fewer max_tokens. You requested up to 200 tokens, but can only afford 112.',
      },
    },
    { check: ({ requests }) => expect(requests.map(({ body }) => body.max_tokens)).toEqual([200, 112]) },
  ),
  refused(
    'no system messages',
    400,
    { error: { message: 'System role not supported' } },
    {
      check: ({ requests }) => {
        const [, second] = requests.map(({ body }) => body.messages as { role: string; content: string }[]);
        expect(second?.map(({ role }) => role)).not.toContain('system');
        expect(second?.[0]?.content).toMatch(/^You are Mara\.[\s\S]*Was the lamp lit\?/);
      },
    },
  ),
  ...[
    'This model only supports streaming responses.',
    'Non-streaming requests are not supported.',
    'Please set stream to true.',
  ].map(
    (message): Row => ({
      name: `streams alone: ${message}`,
      kinds: ['openai', 'openrouter'],
      forms: ['plan'],
      answer: (request) =>
        request.stream
          ? good(request, 'plan')
          : { bytes: JSON.stringify({ error: { message } }), status: 400 },
      statuses: ['refused', 'answered'],
      check: ({ lessons }) => expect(lessons).toBe(NOTHING_LEARNT),
    }),
  ),
);

const TAGGED = `<status>Oil: low</status> ${LINE}`;
rows.push(
  ...(['prose', 'json'] as const).map(
    (form): Row =>
      text(
        `a tag that the card uses (${form})`,
        form === 'prose' ? TAGGED : JSON.stringify({ kind: 'say', text: TAGGED }),
        {
          forms: [form],
          ask: { messages: [{ role: 'user', content: 'Begin each line with <status>…</status>.' }] },
          line: TAGGED,
        },
      ),
  ),
);

const cases = rows.flatMap((row) =>
  row.kinds.flatMap((kind) =>
    row.forms.flatMap((form) =>
      [true, false]
        .filter((stream) => row.stream === undefined || row.stream === stream)
        .map((stream) => ({
          title: `${row.name} · ${kind}, ${form}${stream ? ', streamed' : ''}`,
          row,
          kind,
          form,
          stream,
        })),
    ),
  ),
);

describe('an answer as it comes over the wire', () => {
  for (const { title, row, kind, form, stream } of cases)
    it(title, async () => {
      const { answer, seen } = await play(row, kind, form, stream);
      const { statuses = ['answered'] } = row;
      expect(seen.calls.map(({ result }) => result.status)).toEqual(statuses);
      const wanted = row.line === undefined ? LINE : row.line;
      expect(answer.ok ? answer.value.text : null).toBe(wanted);
      if (row.rung !== undefined) expect(answer.rung).toBe(row.rung);
      expect(seen.everHeard).not.toContain(SECRET);
      expect((wanted ?? '').startsWith(seen.heard)).toBe(true);
      if (row.thought !== undefined) expect(answer.ok && answer.thought).toMatch(row.thought);
      row.check?.(seen);
    });
});
