/**
 * A fake OpenAI-compatible endpoint on loopback, with faults on command.
 *
 * Behavior of a request, first match wins:
 * 1. the script set by `POST /control {"script": [{"mode": "hang", "times": 1, "model": "…", "contains":
 *    "…"}]}`: the first matching, unused entry;
 * 2. the model's name: `fake:<mode>` or `fake:<mode>-then-<mode>…`, counted per name, the last mode repeats;
 *    text after `#` only makes the name unique (`fake:429-then-ok#room7`);
 * 3. `ok`.
 *
 * The modes `thinks-<n>`, `hides-<n>`, `tags-<n>` and `silent-<n>` think n tokens before they answer
 * (fake-thinking.ts).
 *
 * `POST /control` with both `model` and `script` replaces the steps of that model only. It also accepts
 * `latencyMs`, `release: "<model>"` and `reset: true`. `GET /control/log` lists the requests (`?full=1` with
 * their messages), `GET /control/embeddings` requests for embeddings, which have the modes `ok`, `500`,
 * `hang` and `garbage`. Standalone: `tsx test/support/fake-model.ts --port 4010 --latency 20`. The base URL
 * of the API is `<url>/v1`.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { answerFor, generate, pickLine } from './fake-answers';
import { echo } from './fake-echo';
import { fakeEmbeddings } from './fake-embeddings';
import { HOSTILE_MODES, type HostileMode, misbehave, type Spoilt } from './fake-hostile';
import { EVENTS, endStream, streamChunks, streamSlowly, trailOff } from './fake-stream';
import { isThinkingMode, type ThinkingMode, thinkFirst } from './fake-thinking';

export const FAKE_MODES = [
  'ok', // follows the constraint, answers sensibly
  'echo', // leaks its prompt (fake-echo.ts)
  'generic', // follows json_schema with the smallest allowed value
  'ignore', // ignores the constraint: prose, the JSON, a trailing note object
  'prose', // ignores the constraint: only prose
  'refuse', // 400 to any response_format, good without
  'refuse-schema', // 400 to json_schema, good with json_object or without
  'invalid', // valid JSON that does not fit
  'slips', // required fields fit, optional ones have another format: an adventurer's objectives
  '429', // Retry-After: 1
  '500',
  '401', // repeats the key of the request, like some endpoints
  'hang', // answers well once `POST /control {"release": "fake:…"}` names its model; never without
  'cut', // half an answer, then closes the connection
  'garbage', // 200 with invalid JSON
  'nonsense', // a completion whose content is noise
  'empty', // a completion without content
  'think', // the answer after a closed think block that contains another object
  'orphan', // reasoning, a closing tag, the answer
  'reasoning', // reasoning in a field of its own
  'length', // truncated at the token limit
  'late', // a line of two sentences; the second one follows after `POST /control {"go": true}`
  'paced', // streams slowly; the end of a plan follows after a request for a character in it, or a second later
  'typed', // streams a long line at the pace of a common model: a token every 33 ms
  'holds', // the last letters of a streamed plan follow when `POST /control {"release": "fake:…"}` names its model
  'breaks', // streams slowly, and breaks off at the end
  'spills', // begins well but does not fit: its thought comes last and is invalid
  'whitespace', // an object followed by endless white space
  'refusal', // the model declines, in the refusal field
  'filter', // cut off by a content filter
  'no-stream', // 400 to `stream`
  'no-stream-options', // 400 to `stream_options`
  'unstreamed', // ignores `stream`
  'blind', // rejects pictures, with llama.cpp's message
  ...(['blind-400', 'blind-404', 'blind-422'] as const), // rejects pictures, with a generic message
  'small', // a window of 2048 tokens, with llama.cpp's message
  ...HOSTILE_MODES, // fake-hostile.ts
] as const;
/**
 * The line of the mode `typed`: long sentences, to distinguish streaming by word from streaming by sentence.
 */
const TYPED =
  'The bridge is closed and the ferry went with the flood, so whoever comes to my door tonight stays by my fire until the ' +
  'water has gone down again. You may hang your coat beside the others and tell me which of you goes first in the morning.';

export type FakeMode = (typeof FAKE_MODES)[number] | ThinkingMode;

export interface FakeStep {
  mode: FakeMode;
  /** Number of requests. Default 1. */
  times?: number;
  /** Only requests whose model's name contains this. */
  model?: string;
  /** Only requests whose messages contain this. */
  contains?: string;
}

export interface FakeLogEntry {
  n: number;
  model: string;
  mode: FakeMode;
  constraint: 'json_schema' | 'json_object' | 'none';
  schemaName: string | null;
  stream: boolean;
  maxTokens: number | null;
  settings: Record<string, unknown>;
  /** SHA-256 of the messages: equal for equal prompts. */
  hash: string;
  /** True if a completion was sent completely. */
  answered: boolean;
  /** True if the client closed the connection before that. */
  abandoned: boolean;
  messages?: unknown;
}

export interface FakeEmbeddingEntry {
  model: string;
  mode: FakeMode;
  input: string[];
}

export interface FakeModel {
  url: string;
  close(): Promise<void>;
}

interface ChatRequest {
  model: string;
  messages: { role: string; content: unknown }[];
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  max_tokens?: number;
  max_completion_tokens?: number;
  response_format?: { type: string; json_schema?: { name: string; schema: Record<string, unknown> } };
}

const FULL_ENTRIES = 500;
const PRIVATE = 'PRIVATE-REASONING: the others must not read this.';

export async function startFakeModel(
  options: { port?: number; latencyMs?: number } = {},
): Promise<FakeModel> {
  const log: FakeLogEntry[] = [];
  const counts = new Map<string, number>();
  let script: (FakeStep & { times: number })[] = [];
  let latencyMs = options.latencyMs ?? 0;
  const waiting: (() => void)[] = [];
  const heldAnswers: { model: string; act: () => void }[] = [];
  const embedded: FakeEmbeddingEntry[] = [];

  const server = createServer((req, res) => {
    handle(req, res).catch((error: unknown) => {
      if (!res.headersSent) sendJson(res, 500, { error: { message: String(error) } });
    });
  });

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', 'http://fake');
    if (url.pathname === '/control/log') {
      const full = url.searchParams.has('full');
      sendJson(res, 200, full ? log : log.map(({ messages: _, ...entry }) => entry));
    } else if (url.pathname === '/control' && req.method === 'POST') {
      control(JSON.parse(await readBody(req)));
      sendJson(res, 200, { ok: true });
    } else if (url.pathname === '/v1/chat/completions' && req.method === 'POST') {
      await chat(req, res, JSON.parse(await readBody(req)));
    } else if (url.pathname === '/v1/models') {
      sendJson(res, 200, { object: 'list', data: [{ id: 'fake:ok', object: 'model', owned_by: 'tests' }] });
    } else if (url.pathname === '/control/embeddings') {
      sendJson(res, 200, embedded);
    } else if (url.pathname === '/v1/embeddings' && req.method === 'POST') {
      embed(res, JSON.parse(await readBody(req)));
    } else {
      sendJson(res, 404, { error: { message: `no such route: ${url.pathname}` } });
    }
  }

  function control(command: {
    script?: FakeStep[];
    model?: string;
    latencyMs?: number;
    reset?: boolean;
    go?: boolean;
    release?: string;
  }): void {
    if (command.go === true) for (const act of waiting.splice(0)) act();
    if (command.release !== undefined) {
      for (const { model, act } of heldAnswers.splice(0)) {
        if (model === command.release) act();
        else heldAnswers.push({ model, act });
      }
    }
    if (command.reset === true) {
      log.length = 0;
      embedded.length = 0;
      counts.clear();
      script = [];
      latencyMs = options.latencyMs ?? 0;
    }
    if (command.script !== undefined) {
      const { model } = command;
      const kept = model === undefined ? [] : script.filter((step) => step.model !== model);
      script = [...kept, ...command.script.map((step) => ({ times: 1, ...(model && { model }), ...step }))];
    }
    if (command.latencyMs !== undefined) latencyMs = command.latencyMs;
  }

  function embed(res: ServerResponse, request: { model: string; input: string[] }): void {
    const mode = chooseMode(request, request.input.join('\n'));
    embedded.push({ model: request.model, mode, input: request.input });
    if (mode === 'hang') return;
    if (mode === 'absurd') {
      const usage = { prompt_tokens: 1e308 };
      sendJson(res, 200, { ...fakeEmbeddings(request.model, request.input), usage });
    } else if (
      misbehave(mode, res, {
        stream: false,
        complete: () => sendJson(res, 200, { data: [{ index: 1e300, embedding: [1e308] }] }),
      })
    )
      return;
    else if (mode === '500') sendError(res, 500, 'the fake fails');
    else sendJson(res, 200, mode === 'garbage' ? { data: [] } : fakeEmbeddings(request.model, request.input));
  }

  function chooseMode(request: Pick<ChatRequest, 'model'>, text: string): FakeMode {
    const scripted = script.find(
      (step) =>
        step.times > 0 && request.model.includes(step.model ?? '') && text.includes(step.contains ?? ''),
    );
    if (scripted !== undefined) {
      scripted.times -= 1;
      return scripted.mode;
    }
    const [, named] = /^fake:([^#]+)/.exec(request.model) ?? [];
    if (named === undefined) return 'ok';
    const modes = named.split('-then-');
    const seen = counts.get(request.model) ?? 0;
    counts.set(request.model, seen + 1);
    const mode = modes[Math.min(seen, modes.length - 1)];
    if (mode !== undefined && isThinkingMode(mode)) return mode;
    const known = FAKE_MODES.find((candidate) => candidate === mode);
    if (known === undefined) throw new Error(`no such mode: ${mode}`);
    return known;
  }

  async function chat(req: IncomingMessage, res: ServerResponse, request: ChatRequest): Promise<void> {
    const text = JSON.stringify(request.messages);
    const { model: _, messages: __, response_format: format, ...settings } = request;
    const entry: FakeLogEntry = {
      n: log.length + 1,
      model: request.model,
      mode: chooseMode(request, text),
      constraint: (format?.type ?? 'none') as FakeLogEntry['constraint'],
      schemaName: format?.json_schema?.name ?? null,
      stream: request.stream === true,
      maxTokens: request.max_tokens ?? request.max_completion_tokens ?? null,
      settings,
      hash: createHash('sha256').update(text).digest('hex'),
      answered: false,
      abandoned: false,
      messages: request.messages,
    };
    log.push(entry);
    res.once('close', () => {
      entry.abandoned = !entry.answered;
    });
    delete log[log.length - 1 - FULL_ENTRIES]?.messages;
    if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs));
    if (!res.destroyed) {
      const holdBack = (act: () => void) => heldAnswers.push({ model: request.model, act });
      reply(req, res, request, entry, {
        whenToldToGo: (act) => waiting.push(act),
        whenReleased: holdBack,
        nextRequest: () => nextRequest(entry),
      });
    }
  }

  /** Resolves after another request with the same suffix in its model's name, or a second later. */
  async function nextRequest({ n, model }: FakeLogEntry): Promise<void> {
    const tag = model.replace(/^.*#/, '');
    for (let waited = 0; waited < MAX_PLAN_WAIT_MS; waited += 10) {
      if (log.slice(n).some((later) => later.model.endsWith(`#${tag}`))) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function reply(
  req: IncomingMessage,
  res: ServerResponse,
  request: ChatRequest,
  entry: FakeLogEntry,
  {
    whenToldToGo,
    whenReleased,
    nextRequest,
  }: Record<'whenToldToGo' | 'whenReleased', (act: () => void) => void> & { nextRequest(): Promise<void> },
): void {
  const { mode, constraint } = entry;
  const prompt = request.messages.map(({ content }) => readText(content)).join('\n');
  const schema = request.response_format?.json_schema?.schema ?? null;
  const complete = (
    content: string,
    extra: Record<string, unknown> = {},
    finish = 'stop',
    usage?: Record<string, unknown>,
  ): void => {
    res.once('finish', () => {
      entry.answered = true;
    });
    const completion = writeCompletion(request.model, prompt, { content, ...extra }, finish);
    Object.assign(completion.usage, usage);
    const counted = request.stream_options?.include_usage === true;
    if (request.stream === true && mode !== 'unstreamed') {
      streamChunks(res, request.model, { ...extra, content });
      endStream(res, request.model, finish, counted ? completion.usage : null);
    } else sendJson(res, 200, completion);
  };
  const answer = JSON.stringify(answerFor(schema, prompt));
  const plain = constraint === 'none' && /plain prose|Write nothing else/i.test(prompt);
  const said = plain ? pickLine(prompt) : answer;
  const well = (): void => complete(said);

  const refuse = (): void =>
    sendError(res, 400, `response_format '${constraint}' is not supported by this endpoint`);
  const refusePictures = (status: number, message: string): void => {
    if (JSON.stringify(request.messages).includes('image_url')) sendError(res, status, message);
    else well();
  };
  const spoilt = (more: Spoilt): void => {
    const { usage, model = request.model, finish_reason = 'stop', before = '' } = more;
    const content = plain
      ? before + said
      : JSON.stringify(JSON.parse(said), (key, value) =>
          PROSE_FIELDS.has(key) && typeof value === 'string' ? before + value : value,
        );
    const completion = writeCompletion(model, prompt, { content }, finish_reason);
    if (request.stream === true) {
      streamChunks(res, model, { content });
      endStream(res, model, finish_reason, usage ?? completion.usage);
    } else sendJson(res, 200, { ...completion, ...(usage !== undefined && { usage }) });
  };
  if (isThinkingMode(mode)) {
    const limits = { ...entry.settings, max: entry.maxTokens };
    const { content, extra, finish, usage } = thinkFirst(mode, said, limits);
    complete(content, extra, finish, usage);
    return;
  }
  if (misbehave(mode, res, { stream: request.stream === true, complete: spoilt })) return;
  const reactions: Record<Exclude<FakeMode, HostileMode | ThinkingMode>, () => void> = {
    ok: well,
    echo: () => complete(plain ? said : JSON.stringify(echo(answerFor(schema, prompt), prompt))),
    generic: () => (schema === null ? well() : complete(JSON.stringify(generate(schema)))),
    ignore: () =>
      complete(`Sure, here is my answer:\n\n${answer}\n\nHope this helps! {"note": "let me know"}`),
    prose: () => complete(pickLine(prompt)),
    refuse: () => (constraint === 'none' ? well() : refuse()),
    'refuse-schema': () => (constraint === 'json_schema' ? refuse() : well()),
    invalid: () => complete(JSON.stringify(spoil(JSON.parse(answer)))),
    slips: () => complete(JSON.stringify(slip(JSON.parse(answer)))),
    '429': () => {
      res.setHeader('Retry-After', '1');
      sendError(res, 429, 'rate limit reached');
    },
    '500': () => sendError(res, 500, 'something broke inside'),
    '401': () => sendError(res, 401, `Incorrect API key provided: ${req.headers.authorization}`),
    hang: () =>
      whenReleased(() => {
        if (!res.destroyed) well();
      }),
    cut: () => {
      if (request.stream === true) {
        streamChunks(res, request.model, { content: answer.slice(0, -2) });
        setTimeout(() => res.destroy(), 20);
        return;
      }
      res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 5000 });
      res.write('{"id":"fake","choices":[{"mess', () => res.destroy());
    },
    garbage: () => {
      res.writeHead(200, { 'Content-Type': request.stream === true ? EVENTS : 'application/json' });
      if (request.stream === true) res.end('data: {"choices": [{{{{\n\n');
      else res.end('\u0000\u0001 not json {{{{ <html>');
    },
    nonsense: () => complete('%% }{ ]] 0x1f {{"": ,,, <<>>'),
    empty: () => complete(''),
    think: () => complete(`<think>${PRIVATE} {"kind": "say", "text": "a draft"}</think>\n${said}`),
    orphan: () => complete(`${PRIVATE}\n</think>\n${said}`),
    reasoning: () => complete(said, { reasoning_content: PRIVATE }),
    length: () => complete(answer.slice(0, Math.ceil(answer.length * 0.7)), {}, 'length'),
    late: () => {
      const [first, rest] = plain
        ? ['One moment. Well', ', go on.']
        : ['{"thought":"They must wait. Or not.","kind":"say","text":"One moment. Well', ', go on."}'];
      if (request.stream !== true) return complete(first + rest);
      streamChunks(res, request.model, { content: first });
      whenToldToGo(() => complete(rest));
    },
    paced: () => {
      if (request.stream !== true) return well();
      const completion_tokens = Math.ceil(said.length / 4);
      const namesSomebody = /"actingCharacters":\[\{/.test(said);
      const head = namesSomebody ? said.slice(0, -HELD) : said;
      void streamSlowly(res, request.model, head)
        .then(() => (namesSomebody ? nextRequest() : undefined))
        .then(() => complete(said.slice(head.length), {}, 'stop', { completion_tokens }));
    },
    typed: () => {
      const line = plain ? TYPED : JSON.stringify({ thought: 'PRIVATE.', kind: 'say', text: TYPED });
      if (request.stream !== true) return complete(line);
      void streamSlowly(res, request.model, line, 33).then(() => complete(''));
    },
    holds: () => {
      if (request.stream !== true || plain) return well();
      streamChunks(res, request.model, { content: said.slice(0, -HELD) });
      whenReleased(() => {
        if (!res.destroyed) complete(said.slice(-HELD));
      });
    },
    breaks: () => {
      if (request.stream !== true) res.destroy();
      else void streamSlowly(res, request.model, said.slice(0, -2)).then(() => res.destroy());
    },
    spills: () => complete('{"kind":"say","text":"Nobody said this. And not this.","thought":{}}'),
    whitespace: () => {
      const content = '{"thought": "Hm.",';
      if (request.stream === true) trailOff(res, request.model, content);
      else complete(content + ' \n'.repeat(2_000), {}, 'length');
    },
    refusal: () => complete('', { refusal: 'I cannot help with that.' }),
    filter: () => complete(answer.slice(0, Math.ceil(answer.length * 0.7)), {}, 'content_filter'),
    'no-stream': () => {
      if (request.stream === true) sendError(res, 400, 'stream is not supported by this endpoint');
      else well();
    },
    'no-stream-options': () => {
      if (request.stream_options !== undefined) sendError(res, 400, 'Unknown parameter: stream_options');
      else well();
    },
    unstreamed: well,
    blind: () =>
      refusePictures(500, 'image input is not supported - hint: you may need to provide the mmproj'),
    'blind-400': () => refusePictures(400, 'Bad Request'),
    'blind-404': () => refusePictures(404, 'Not Found'),
    'blind-422': () => refusePictures(422, 'Input should be a valid string'),
    small: () => {
      const n_prompt_tokens = Math.ceil(prompt.length / 4);
      if (n_prompt_tokens <= 2_048) return well();
      const message = `request (${n_prompt_tokens} tokens) exceeds the available context size (2048 tokens), try increasing it`;
      const type = 'exceed_context_size_error';
      sendJson(res, 400, { error: { code: 400, message, type, n_prompt_tokens, n_ctx: 2048 } });
    },
  };
  reactions[mode as Exclude<FakeMode, HostileMode | ThinkingMode>]();
}

/** Letters that `holds` and `paced` withhold: fewer than in the last entry of a plan. */
const HELD = 40;
const MAX_PLAN_WAIT_MS = 1000;

const PROSE_FIELDS = new Set(['text', 'thought', 'reason', 'guidance', 'sensory', 'summary']);

const slip = (value: Record<string, unknown>): Record<string, unknown> =>
  'new_objective' in value
    ? {
        ...value,
        new_objective: [{ text: 'find the key of the oak door', priority: 1, parent: {} }, 'light the lamp'],
        complete_objective: 7,
      }
    : value;

/** The same keys, every value with another type. */
const spoil = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, typeof field === 'number' ? 'seven' : 7]),
  );

function writeCompletion(
  model: string,
  prompt: string,
  message: { content: string },
  finish: string,
): Record<string, unknown> & { usage: Record<string, unknown> } {
  const prompt_tokens = Math.ceil(prompt.length / 4);
  const completion_tokens = Math.ceil(message.content.length / 4);
  return {
    id: 'chatcmpl-fake',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  };
}

function readText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: { text?: unknown }) => (typeof part.text === 'string' ? part.text : ''))
    .join('\n');
}

function sendJson(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'Content-Type': 'application/json' });
  res.end(JSON.stringify(body));
}

const sendError = (res: ServerResponse, status: number, message: string): void =>
  sendJson(res, status, { error: { message, type: 'fake', code: null, param: null } });

async function readBody(req: IncomingMessage): Promise<string> {
  let body = '';
  req.setEncoding('utf8');
  for await (const chunk of req) body += chunk;
  return body;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const read = (flag: string, fallback: number): number => {
    const at = process.argv.indexOf(flag);
    return at < 0 ? fallback : Number(process.argv[at + 1]);
  };
  const fake = await startFakeModel({ port: read('--port', 4010), latencyMs: read('--latency', 0) });
  console.log(`fake model: OPENAI_BASE_URL=${fake.url}/v1`);
}
