import { backOffMs } from '../../base/back-off';
import type { Event, Viewer } from '../../contract/events/events';
import { type Failure, fail, ok, type Result } from '../../contract/problems';
import { isTransientFailure } from '../../room/passing';
import { type RoomClient, UNAVAILABLE } from '../middleware/room-client';

/** Opens a room's socket that starts after event `after`. */
export type OpenSocket = (after: number) => Promise<Result<WebSocket>>;

/** Returns a function that opens a room's socket for a viewer; `not_found` if there is no such room. */
export function socketOpener(client: RoomClient<unknown>, viewer: Viewer, room: string): OpenSocket {
  return async (after) => {
    let response: Response;
    try {
      response = await client.fetch(`https://room/socket?after=${after}`, {
        headers: { Upgrade: 'websocket', 'x-viewer': JSON.stringify(viewer) },
      });
    } catch (error) {
      if (!isTransientFailure(error)) throw error;
      return fail(UNAVAILABLE);
    }
    if (response.webSocket) return ok(response.webSocket);
    return fail(await explainRefusal(response, room));
  };
}

/** Converts a room's refusal to open a socket to a failure. */
export async function explainRefusal(response: Response, room: string): Promise<Failure> {
  // Only the room knows its limits and the problem with a credential.
  if (response.status === 429 || response.status === 401) return (await response.json()) as Failure;
  await response.body?.cancel();
  switch (response.status) {
    case 400:
      return {
        code: 'invalid',
        errors: [{ pointer: 'query/after', message: 'use a sequence number, 0 or higher' }],
      };
    case 404:
      return { code: 'not_found', what: room.startsWith('scn_') ? 'scene' : 'run', id: room };
    default:
      return UNAVAILABLE;
  }
}

/** A room to follow, and callbacks for its events. */
export interface Following {
  /** The first socket, if the caller has already opened it. */
  first?: WebSocket;
  open: OpenSocket;
  after: number;
  signal: AbortSignal;
  /** Called once for every event, in order; return `'enough'` to stop. */
  onEvent: (event: Event) => 'more' | 'enough';
  /** Called with the JSON of a part of an unfinished line, which has no seq and is not repeated. */
  onDelta?: (text: string) => void;
  pause: (ms: number) => Promise<void>;
}

const MAX_TRIES = 8;
const BACK_OFF = { firstMs: 100, maxMs: 5_000 };

/**
 * Follows a room's ledger over its WebSocket, so that the room can hibernate. Reconnects from the last event after an
 * unexpected close, and gives up after 8 failed attempts in a row. Stops at once if the room is closed (deleted,
 * unknown).
 */
export async function followRoom(following: Following): Promise<Result<'enough' | 'aborted'>> {
  const { signal } = following;
  let socket = following.first;
  let last = following.after;
  let tries = 0;
  while (!signal.aborted) {
    if (!socket) {
      const opening = await following.open(last);
      if (opening.ok) socket = opening.value;
      else if (opening.failure.code !== 'unavailable' || tries >= MAX_TRIES) return opening;
    }
    if (socket) {
      const before = last;
      const onEvent = (event: Event) => {
        if (event.seq <= last) return 'more';
        last = event.seq;
        return following.onEvent(event);
      };
      const end = await readSocket(socket, signal, onEvent, following.onDelta);
      if (end !== 'closed') return ok(end);
      if (last > before) tries = 0;
      socket = undefined;
    }
    if (tries >= MAX_TRIES) return fail(UNAVAILABLE);
    tries += 1;
    await following.pause(backOffMs(BACK_OFF, tries));
  }
  socket?.accept();
  socket?.close(1000, 'no longer needed');
  return ok('aborted');
}

/** Reads a socket to its end; ignores control messages (those with a `type`). */
function readSocket(
  socket: WebSocket,
  signal: AbortSignal,
  onEvent: (event: Event) => 'more' | 'enough',
  onDelta?: (text: string) => void,
): Promise<'closed' | 'enough' | 'aborted'> {
  return new Promise((resolve) => {
    let isOver = false;
    const finish = (end: 'closed' | 'enough' | 'aborted') => {
      isOver = true;
      signal.removeEventListener('abort', onAbort);
      try {
        socket.close(1000, end);
      } catch {
        // Already closed.
      }
      resolve(end);
    };
    const onAbort = () => finish('aborted');
    signal.addEventListener('abort', onAbort);
    socket.addEventListener('message', (message) => {
      if (isOver || typeof message.data !== 'string') return;
      const entry = JSON.parse(message.data) as Partial<Event>;
      if (typeof entry.seq === 'number') {
        if (onEvent(entry as Event) === 'enough') finish('enough');
      } else if (entry.kind === 'character.delta') {
        onDelta?.(message.data);
      }
    });
    socket.addEventListener('close', () => finish('closed'));
    socket.addEventListener('error', () => finish('closed'));
    socket.accept();
    if (signal.aborted) onAbort();
  });
}
