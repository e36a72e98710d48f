import { sleep } from '../../base/sleep';
import { followRoom, type OpenSocket } from './follow';

const HEARTBEAT_MS = 15_000;
/** Disconnect readers that lag behind by this many bytes; they resume with `Last-Event-ID`. */
const MAX_BUFFERED = 8 * 1024 * 1024;

/**
 * Streams a room's events as server-sent events: `id` is the seq, `data` the event. There is no `event` field, so one
 * listener receives all kinds. Parts of unfinished lines (`character.delta`) have no id. A comment every 15 s keeps
 * proxies from closing the stream, and detects disconnected readers.
 *
 * @param socket the room's socket, already opened after `after`
 * @param signal aborts when the client disconnects
 */
export function streamEvents(
  socket: WebSocket,
  open: OpenSocket,
  after: number,
  signal: AbortSignal,
): Response {
  const encoder = new TextEncoder();
  const reader = new AbortController();
  const either = AbortSignal.any([signal, reader.signal]);
  let heartbeat: ReturnType<typeof setInterval> | undefined;

  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (text: string): 'more' | 'enough' => {
          controller.enqueue(encoder.encode(text));
          return (controller.desiredSize ?? 0) > 0 ? 'more' : 'enough';
        };
        const end = () => {
          clearInterval(heartbeat);
          try {
            controller.close();
          } catch {
            // Already cancelled by the reader.
          }
        };
        send('retry: 1000\n\n');
        heartbeat = setInterval(() => {
          if (!either.aborted) send(': still here\n\n');
        }, HEARTBEAT_MS);
        // Not awaited: a stream whose start does not return delivers nothing.
        void followRoom({
          first: socket,
          open,
          after,
          signal: either,
          pause: sleep,
          onEvent: (event) => send(`id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`),
          // No id, so that the reader's `Last-Event-ID` stays at the last stored event.
          onDelta: (delta) => void send(`data: ${delta}\n\n`),
        }).then(end, (error: unknown) => {
          console.error('event stream failed', error);
          end();
        });
      },
      cancel() {
        clearInterval(heartbeat);
        reader.abort();
      },
    },
    { highWaterMark: MAX_BUFFERED, size: (chunk) => chunk?.byteLength ?? 0 },
  );
  return new Response(body, {
    headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' },
  });
}
