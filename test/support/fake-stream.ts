import type { ServerResponse } from 'node:http';

export const EVENTS = 'text/event-stream; charset=utf-8';
/** Characters of a chunk: few enough to split words and escapes. */
const CHUNK = 5;

export function streamChunks(res: ServerResponse, model: string, message: { content: string }): void {
  if (!res.headersSent) res.writeHead(200, { 'Content-Type': EVENTS });
  for (const [field, text] of Object.entries(message)) {
    for (let at = 0; at < text.length; at += CHUNK) {
      sendChunk(res, model, { [field]: text.slice(at, at + CHUNK) });
    }
  }
}

export async function streamSlowly(
  res: ServerResponse,
  model: string,
  content: string,
  pauseMs = 2,
): Promise<void> {
  for (let at = 0; at < content.length && !res.destroyed; at += CHUNK) {
    streamChunks(res, model, { content: content.slice(at, at + CHUNK) });
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Ends a stream like the API; `usage` null: not requested. */
export function endStream(res: ServerResponse, model: string, finish: string, usage: unknown): void {
  sendChunk(res, model, {}, finish);
  if (usage !== null) {
    res.write(`data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [], usage })}\n\n`);
  }
  res.end('data: [DONE]\n\n');
}

/** Sends `content`, then endless white space until the client disconnects. */
export function trailOff(res: ServerResponse, model: string, content: string): void {
  streamChunks(res, model, { content });
  const timer = setInterval(() => sendChunk(res, model, { content: ' \n'.repeat(20) }), 2);
  res.once('close', () => clearInterval(timer));
}

function sendChunk(
  res: ServerResponse,
  model: string,
  delta: Record<string, unknown>,
  finish: string | null = null,
): void {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  const chunk = { id: 'chatcmpl-fake', object: 'chat.completion.chunk', created: 0, model, choices };
  res.write(`data: ${JSON.stringify(chunk)}\n\n`);
}
