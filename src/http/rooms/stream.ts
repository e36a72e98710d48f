import { sleep } from '../../base/sleep';
import { followRoom, type OpenSocket } from './follow';

const HEARTBEAT_MS = 15_000;
/** A reader that lags this many bytes behind is let go; it comes back with `Last-Event-ID`. */
const MAX_BUFFERED = 8 * 1024 * 1024;

/**
 * A room's events as Server-Sent Events: `id` is the seq, `data` the event; no `event` field, so that one listener
 * gets every kind. A line that is still being written (`character.delta`) comes without an id. A comment every 15 s keeps proxies from closing the stream and tells when the reader is gone.
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
            // The reader cancelled it first.
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
          // Without an id: the reader's `Last-Event-ID` stays that of the last stored event.
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
