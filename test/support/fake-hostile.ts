/** Accidental or malicious behavior of an endpoint towards its clients. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

export const HOSTILE_MODES = [
  'endless', // an endless answer, as fast as the client reads
  'bomb', // 16 MiB of blanks in 16 KB
  'drip', // an endless answer, a byte at a time
  'comments', // a stream of only comments; without streaming the same as blanks
  'absurd', // a good answer with a usage of 1e308 tokens
  'endless-error', // 400 with an endless explanation
  'rude-error', // 429 with a retry time of 1e308 seconds, and control characters and markup in the message
  'rude', // a good answer with control characters in its texts, and markup in all other fields
] as const;
export type HostileMode = (typeof HOSTILE_MODES)[number];

/** Contains terminal escapes, invisible text, line ends, and something like a tag and a link. */
export const RUDE =
  'a\u0000b\u001b[31mc\r\nSet-Cookie: x=1\u202e\u200b<script>alert(1)</script>[x](javascript:1)';

const isHostile = (mode: string): mode is HostileMode => HOSTILE_MODES.includes(mode as HostileMode);

export interface Spoilt {
  usage?: unknown;
  finish_reason?: string;
  model?: string;
  before?: string;
}

interface Hostile {
  stream: boolean;
  /** Sends a good completion with these fields; `before` precedes each of its texts. */
  complete: (more: Spoilt) => void;
}

/** Performs the mode's behavior; false for other modes. */
export function misbehave(mode: string, res: ServerResponse, { stream, complete }: Hostile): boolean {
  if (!isHostile(mode)) return false;
  const type = stream ? 'text/event-stream' : 'application/json';
  const begin = (status = 200, more: Record<string, string> = {}): void => {
    res.on('error', () => undefined);
    res.writeHead(status, { 'Content-Type': type, ...more });
  };
  const acts: Record<HostileMode, () => void> = {
    endless: () => {
      begin();
      pour(res, stream ? `data: {"choices":[]}\n\n`.repeat(3_000) : ' '.repeat(64 * 1024));
    },
    bomb: () => {
      begin(200, { 'Content-Encoding': 'gzip' });
      res.end(gzipSync(Buffer.alloc(16 * 1024 * 1024, ' ')));
    },
    drip: () => {
      begin();
      every(res, 50, ' ');
    },
    comments: () => {
      begin();
      every(res, 20, stream ? ': still here\n\n' : ' ');
    },
    absurd: () =>
      complete({ usage: { prompt_tokens: 1e308, completion_tokens: 1e308, total_tokens: 1e308 } }),
    'endless-error': () => {
      begin(400);
      pour(res, 'no '.repeat(20_000));
    },
    'rude-error': () => {
      begin(429, { 'Retry-After': '1e308', 'retry-after-ms': '1e308' });
      res.end(JSON.stringify({ error: { message: `${RUDE} ${'<b>'.repeat(1_000)}` } }));
    },
    rude: () =>
      complete({
        finish_reason: `stop${RUDE}${'x'.repeat(100_000)}`,
        model: RUDE.repeat(1_000),
        before: '\u0000\u001b[31m\u009b\u202e',
      }),
  };
  acts[mode]();
  return true;
}

function pour(res: ServerResponse, piece: string): void {
  const more = (): void => {
    while (!res.destroyed) {
      if (!res.write(piece)) {
        res.once('drain', more);
        return;
      }
    }
  };
  more();
}

function every(res: ServerResponse, ms: number, piece: string): void {
  const timer = setInterval(() => res.write(piece), ms);
  res.once('close', () => clearInterval(timer));
}
