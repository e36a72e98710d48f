/**
 * An endpoint on loopback that replays recorded answers byte by byte, in the protocol of every kind of
 * provider.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProviderKind } from '../../src/contract/providers';
import type { Provider } from '../../src/model/provider';
import { createProvider } from '../../src/model/providers/make';
import type { AiBinding } from '../../src/model/providers/settings';
import { ANTHROPIC, GOOGLE, OPENROUTER, type VendorAnswer, WORKERS_AI } from './fake-vendor-formats';

export interface Recording {
  bytes: string;
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  /** Chunks of this many bytes; default: all at once. */
  pieces?: number;
  /** End of the connection after the bytes. Default: a clean end. */
  after?: 'end' | 'reset' | 'open';
}

export interface WireRequest {
  /** From 1. */
  n: number;
  kind: ProviderKind;
  stream: boolean;
  body: Record<string, unknown>;
}

export interface WireEndpoint {
  requests: WireRequest[];
  /** Number of clients that disconnected before the answer ended. */
  abandoned: number;
  answer: (request: WireRequest) => Recording;
  provider(kind: ProviderKind): Provider;
  close(): Promise<void>;
}

const FORMATS = {
  openai: OPENROUTER,
  openrouter: OPENROUTER,
  anthropic: ANTHROPIC,
  google: GOOGLE,
  'workers-ai': WORKERS_AI,
} as const;
const PATHS = { openai: '/v1', openrouter: '/api/v1', anthropic: '/v1', google: '/v1beta', 'workers-ai': '' };
export const MODELS: Record<ProviderKind, string> = {
  openai: 'some-model',
  openrouter: 'some/model',
  anthropic: 'claude-haiku-4-5',
  google: 'gemini-2.5-flash',
  'workers-ai': '@cf/some/model',
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A model's text in the protocol of a provider kind. */
export function wrapText({ kind, stream, body }: WireRequest, text: string): Recording {
  const format = FORMATS[kind];
  const url = new URL('http://wire.test/models/gemini-2.5-flash:x');
  const asked = format.read(kind === 'workers-ai' ? { model: 'm', inputs: body } : body, url);
  const request = { ...asked, schema: isJson(text) ? asked.schema : null, isStream: stream };
  const answer: VendorAnswer = {
    text,
    thought: '',
    ...{ promptTokens: 20, cachedTokens: 0, thoughtTokens: 0, answerTokens: 12 },
    end: 'stop',
  };
  return stream
    ? { bytes: format.events(request, answer).join(''), type: 'text/event-stream', pieces: 7 }
    : { bytes: JSON.stringify(format.whole(request, answer)), type: 'application/json' };
}

export async function startWireEndpoint(): Promise<WireEndpoint> {
  const server = createServer((req, res) => {
    res.on('error', () => undefined);
    handle(req, res).catch(() => res.destroy());
  });

  function note(kind: ProviderKind, stream: boolean, body: Record<string, unknown>): Recording {
    const request = { n: endpoint.requests.length + 1, kind, stream, body };
    endpoint.requests.push(request);
    return endpoint.answer(request);
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', 'http://wire.test');
    let text = '';
    for await (const chunk of req.setEncoding('utf8')) text += chunk;
    const body = JSON.parse(text) as Record<string, unknown>;
    const kind: ProviderKind = url.pathname.startsWith('/v1/messages')
      ? 'anthropic'
      : url.pathname.startsWith('/v1beta')
        ? 'google'
        : url.pathname.startsWith('/api')
          ? 'openrouter'
          : 'openai';
    const recording = note(kind, body.stream === true || url.searchParams.get('alt') === 'sse', body);
    res.on('close', () => {
      if (!res.writableFinished) endpoint.abandoned += 1;
    });
    await send(res, recording);
  }

  /** Workers AI has no HTTP: its binding returns a stream or an object. */
  const ai: AiBinding = {
    async run(_model, inputs) {
      const stream = inputs.stream === true;
      const { bytes, type = '', pieces = bytes.length } = note('workers-ai', stream, inputs);
      if (!/event-stream/.test(type)) return JSON.parse(bytes) as unknown;
      return new ReadableStream({
        start(controller) {
          for (const piece of cut(bytes, pieces)) controller.enqueue(piece);
          controller.close();
        },
      });
    },
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const endpoint: WireEndpoint = {
    requests: [],
    abandoned: 0,
    answer: () => ({ bytes: '' }),
    provider: (kind) =>
      createProvider(
        kind,
        { name: kind, apiKey: 'wire-key-0123456789', baseUrl: `http://127.0.0.1:${port}${PATHS[kind]}` },
        { now: () => Date.now(), png: () => new Uint8Array([137, 80]), ai },
      ),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return endpoint;
}

/** Bytes of a text in chunks that may split a character. */
function cut(text: string, size: number): Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  const count = Math.ceil(bytes.length / Math.max(1, size));
  return Array.from({ length: count }, (_, n) => bytes.subarray(n * size, (n + 1) * size));
}

async function send(res: ServerResponse, recording: Recording): Promise<void> {
  const { bytes, status = 200, type = 'application/json', headers = {}, after = 'end' } = recording;
  res.writeHead(status, { 'Content-Type': type, ...headers });
  res.flushHeaders();
  for (const piece of cut(bytes, recording.pieces ?? Math.max(1, bytes.length))) {
    res.write(piece);
    if (recording.pieces !== undefined) await new Promise((resolve) => setImmediate(resolve));
  }
  if (after === 'end') res.end();
  // Wait until the bytes are sent: a reset discards unread ones.
  else if (after === 'reset') setTimeout(() => res.socket?.resetAndDestroy(), 30);
}
