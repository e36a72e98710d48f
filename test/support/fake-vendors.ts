/**
 * A fake on loopback of endpoints with another protocol than OpenAI's, or a dialect of it: Anthropic's
 * Messages API (`<url>/v1/messages`), Google's Gemini API (`<url>/v1beta/models/<model>:generateContent` and
 * `:streamGenerateContent?alt=sse`), OpenRouter (`<url>/api/v1/chat/completions`), and Workers AI behind its
 * binding (`<url>/ai/run`, test/support/fake-ai-binding.mjs); and their lists of models
 * (fake-vendor-lists.ts). Faults on command, in the words of the vendor: by the end of a model's name
 * (`claude-haiku-4-5~hang`), else by `mode`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerFor, pickLine } from './fake-answers';
import { spendTokens } from './fake-thinking';
import {
  ANTHROPIC,
  GOOGLE,
  OPENROUTER,
  type Vendor,
  type VendorRequest,
  WORKERS_AI,
} from './fake-vendor-formats';
import { MODEL_LISTS, refuseHeaders } from './fake-vendor-lists';

export const VENDOR_MODES = [
  'ok', // reasons a little if enabled, and answers
  '401', // repeats the key of the request; also for every key that contains "wrong"
  'unknown', // no such model
  '429', // with a retry time
  'overloaded', // 529, or the vendor's own status for it
  '500',
  'hang', // never answers
  'cut', // half an answer, then closes the connection
  'garbage', // 200 with invalid JSON or an invalid stream
  'nonsense', // JSON that is not an answer
  'refusal', // the model declines
  'filter', // cut off by a filter
  'window', // the prompt is too long
  'small', // the same, with a window of 2048 tokens
  'prose', // always a sentence
  'length', // truncated during reasoning: no answer
  'endless', // an endless answer
  'absurd', // a good answer with a usage of 1e308 tokens
  'breaks', // an error in the middle of a stream
  'blind', // rejects pictures
  'cool', // rejects a temperature
  'short', // writes at most 100 tokens
  'redirect', // redirects to another host
] as const;
/** `ponders-<n>`: reasons n tokens before it answers, unless reasoning is disabled. */
export type VendorMode = (typeof VENDOR_MODES)[number] | `ponders-${number}`;

const PONDERS = /^ponders-(\d+)$/;
const isMode = (name: string): name is VendorMode =>
  PONDERS.test(name) || VENDOR_MODES.some((mode) => mode === name);

export interface VendorLog {
  vendor: string;
  model: string;
  mode: VendorMode;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

export interface FakeVendors {
  url: string;
  /** For models whose name selects no mode. */
  mode: VendorMode;
  log: VendorLog[];
  close(): Promise<void>;
}

/** Reasoning tokens in the mode `ok`, if enabled. */
export const THOUGHT_TOKENS = 40;
export const THOUGHT = 'They want an answer. I look at the lamp, and it is lit. '.repeat(3).trim();

const VENDORS = [ANTHROPIC, GOOGLE, OPENROUTER, WORKERS_AI];
const WRONG = 'wrong';

const sendJson = (res: ServerResponse, status: number, body: object): void =>
  void res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

function listModels(vendor: Vendor, headers: Record<string, string>, res: ServerResponse): void {
  const { isPublic = false, page = {} } = MODEL_LISTS[vendor.name] ?? {};
  const key = vendor.key(headers);
  const lack = refuseHeaders(vendor.name, headers) ?? (key.includes(WRONG) ? vendor.error('key', key) : null);
  if (lack === null || isPublic) sendJson(res, 200, page);
  else sendJson(res, lack.status, lack.body);
}

export async function startFakeVendors(fixedPort = 0): Promise<FakeVendors> {
  const server = createServer((req, res) => {
    res.on('error', () => undefined);
    handle(req, res).catch(() => res.destroy());
  });

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', 'http://fake');
    const headers = Object.fromEntries(
      Object.entries(req.headers).map(([key, value]) => [key, String(value)]),
    );
    const ofList = VENDORS.find(({ name }) => MODEL_LISTS[name]?.path.test(url.pathname));
    if (ofList !== undefined && req.method === 'GET') return listModels(ofList, headers, res);
    const vendor = VENDORS.find(({ path }) => path.test(url.pathname));
    if (vendor === undefined) return void res.writeHead(404).end(`no such route: ${url.pathname}`);
    let text = '';
    req.setEncoding('utf8');
    for await (const chunk of req) text += chunk;
    const body = JSON.parse(text) as Record<string, unknown>;
    const request = vendor.read(body, url);
    const [, named] = /~([\w-]+)$/.exec(request.model) ?? [];
    const lack = refuseHeaders(vendor.name, headers);
    if (lack !== null) return sendJson(res, lack.status, lack.body);
    const isWrong = vendor.key(headers).includes(WRONG);
    const mode = isWrong ? '401' : named !== undefined && isMode(named) ? named : fake.mode;
    fake.log.push({ vendor: vendor.name, model: request.model, mode, headers, body });
    react(vendor, request, mode, res, headers);
  }

  await new Promise<void>((resolve) => server.listen(fixedPort, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const fake: FakeVendors = {
    url: `http://127.0.0.1:${port}`,
    mode: 'ok',
    log: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;
}

function react(
  vendor: Vendor,
  request: VendorRequest,
  mode: VendorMode,
  res: ServerResponse,
  headers: Record<string, string>,
): void {
  const { isStream, schema, prompt, thinks, isOff, maxTokens } = request;
  const type = isStream ? 'text/event-stream' : 'application/json';
  const text =
    schema === null && /plain prose|Write nothing else/i.test(prompt)
      ? pickLine(prompt)
      : JSON.stringify(answerFor(schema, prompt));
  const good = {
    text,
    thought: thinks ? THOUGHT : '',
    promptTokens: 20 + Math.ceil(prompt.length / 4),
    cachedTokens: 12,
    thoughtTokens: thinks ? THOUGHT_TOKENS : 0,
    answerTokens: Math.ceil(text.length / 4),
    end: 'stop' as const,
  };
  const send = (answer: Parameters<Vendor['whole']>[1]): void => {
    res.writeHead(200, { 'Content-Type': type });
    if (isStream) res.end(vendor.events(request, answer).join(''));
    else res.end(JSON.stringify(vendor.whole(request, answer)));
  };
  const fail = (kind: Parameters<Vendor['error']>[0], word = ''): void => {
    const { status, body, headers: more = {} } = vendor.error(kind, word);
    res.writeHead(status, { 'Content-Type': 'application/json', ...more }).end(JSON.stringify(body));
  };
  const ponders = PONDERS.exec(mode)?.[1];
  if (ponders !== undefined) {
    const { thought, said, thoughtTokens, answerTokens } = spendTokens(
      isOff ? 0 : Number(ponders),
      text,
      maxTokens,
    );
    const end = said.length < text.length ? 'length' : 'stop';
    send({ ...good, text: said, thought, thoughtTokens, answerTokens, end });
    return;
  }
  const reactions: Record<(typeof VENDOR_MODES)[number], () => void> = {
    ok: () => send(good),
    '401': () => fail('key', vendor.key(headers)),
    unknown: () => fail('model', request.model),
    '429': () => fail('often'),
    overloaded: () => fail('overloaded'),
    '500': () => fail('broken'),
    hang: () => undefined,
    cut: () => {
      res.writeHead(200, { 'Content-Type': type, ...(!isStream && { 'Content-Length': '50000' }) });
      const events = vendor.events(request, good);
      const half = isStream
        ? events.slice(0, Math.ceil(events.length / 2)).join('')
        : JSON.stringify(vendor.whole(request, good)).slice(0, 50);
      res.write(half, () => setTimeout(() => res.destroy(), 20));
    },
    garbage: () =>
      void res.writeHead(200, { 'Content-Type': type }).end(isStream ? 'data: {"x": [{{{{\n\n' : '<html>'),
    nonsense: () =>
      void res.writeHead(200, { 'Content-Type': type }).end(isStream ? 'data: {"x":1}\n\n' : '{"x":1}'),
    refusal: () => send({ ...good, text: '', thought: '', end: 'refusal' }),
    filter: () => send({ ...good, text: text.slice(0, 10), end: 'filter' }),
    window: () => fail('window'),
    small: () => (prompt.length / 4 > 2_048 ? fail('small') : send(good)),
    prose: () => send({ ...good, text: 'I could not say, my friend.' }),
    length: () =>
      send({ ...good, text: '', answerTokens: 0, thought: THOUGHT, thoughtTokens: maxTokens, end: 'length' }),
    endless: () => {
      res.writeHead(200, { 'Content-Type': type });
      const events = vendor.events(request, { ...good, text: 'word '.repeat(20_000) });
      pour(res, isStream ? events.slice(0, -3) : [' '.repeat(64 * 1024)]);
    },
    absurd: () => send({ ...good, promptTokens: 1e308, thoughtTokens: 0, answerTokens: 1e308 }),
    breaks: () => {
      res.writeHead(200, { 'Content-Type': type });
      const events = vendor.events(request, good);
      res.end([...events.slice(0, Math.ceil(events.length / 2)), vendor.breaking].join(''));
    },
    blind: () => (request.pictures > 0 ? fail('pictures') : send(good)),
    cool: () => (request.temperature === undefined ? send(good) : fail('temperature')),
    short: () => (maxTokens > 100 ? fail('short') : send(good)),
    redirect: () => void res.writeHead(307, { Location: 'http://127.0.0.1:1/' }).end(),
  };
  reactions[mode as (typeof VENDOR_MODES)[number]]();
}

function pour(res: ServerResponse, pieces: readonly string[]): void {
  let at = 0;
  const more = (): void => {
    while (!res.destroyed) {
      const piece = pieces[Math.min(at++, pieces.length - 1)] ?? ' ';
      if (!res.write(piece)) return void res.once('drain', more);
    }
  };
  more();
}
