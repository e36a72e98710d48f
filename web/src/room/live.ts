import type { Event } from '../../../src/events/events';
import type { Delta, Typing } from '../../../src/events/wire';
import { api, type PageProblem, type RoomAddress, roomPath } from '../api/api';

export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'offline' | 'refused';

interface LiveOptions {
  room: RoomAddress;
  /** Seq of the last event already held. */
  after: number;
  /** What came, in order: new events, none twice, and sentences of lines that are still being written. */
  onNews: (news: (Event | Delta)[]) => void;
  onState: (state: LiveState) => void;
  /** Somebody else types, or has stopped. */
  onTyping?: (told: Typing) => void;
  /** The room is gone or closed to this key; no further try is made. */
  onRefused: (problem: PageProblem) => void;
}

export interface Live {
  close: () => void;
  /** Says something to the room; false when there is no connection, and nothing was said. */
  say: (message: object) => boolean;
}

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 15_000;
/** The room answers a ping without waking up. A connection that stays silent this long is given up. */
const PING_MS = 20_000;
const PING = '{"type":"ping"}';
/** Events that arrive within this time are handed on together; a run can make hundreds a second. */
const GATHER_MS = 40;

export const isEvent = (news: unknown): news is Event =>
  typeof news === 'object' &&
  news !== null &&
  'seq' in news &&
  typeof news.seq === 'number' &&
  'kind' in news;
const isDelta = (news: unknown): news is Delta =>
  typeof news === 'object' && news !== null && 'kind' in news && news.kind === 'character.delta';
const isNews = (news: unknown): news is Event | Delta => isEvent(news) || isDelta(news);

const isTyping = (value: object): value is Typing =>
  'type' in value && value.type === 'typing' && 'actor' in value && 'on' in value;

function readJson(data: unknown): object | null {
  if (typeof data !== 'string' || !/^[{[]/.test(data)) return null;
  try {
    return JSON.parse(data) as object | null;
  } catch {
    return null;
  }
}

/** What one socket message brings: an event or a delta, a list of events, or an object that carries either; or that somebody types. */
export function readMessage(data: unknown): (Event | Delta | Typing)[] {
  const value = readJson(data);
  if (value === null) return [];
  if (Array.isArray(value)) return value.filter(isNews);
  if (isNews(value) || isTyping(value)) return [value];
  if ('event' in value && isNews(value.event)) return [value.event];
  if ('events' in value && Array.isArray(value.events)) return value.events.filter(isEvent);
  return [];
}

/**
 * Follows a room over its WebSocket: each connection takes a single-use ticket and resumes after the last seq seen.
 * A lost connection is tried again with growing waits, at once when the browser comes back online or into view.
 */
export function openLive(options: LiveOptions): Live {
  let last = options.after;
  let failures = 0;
  let closed = false;
  let connecting = false;
  let socket: WebSocket | null = null;
  let retryTimer: number | undefined;
  let gatherTimer: number | undefined;
  let heard = true;
  let gathered: (Event | Delta)[] = [];

  const hand = () => {
    gatherTimer = undefined;
    const news = gathered;
    gathered = [];
    if (!closed && news.length > 0) options.onNews(news);
  };
  const receive = (data: unknown) => {
    for (const news of readMessage(data)) {
      if ('type' in news) {
        if (!closed) options.onTyping?.(news);
        continue;
      }
      if (isEvent(news)) {
        if (news.seq <= last) continue;
        last = news.seq;
      }
      gathered.push(news);
    }
    if (gathered.length > 0) gatherTimer ??= window.setTimeout(hand, GATHER_MS);
  };
  const retryLater = () => {
    if (closed) return;
    options.onState(navigator.onLine ? 'reconnecting' : 'offline');
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures) * (0.7 + Math.random() * 0.6);
    failures += 1;
    window.clearTimeout(retryTimer);
    retryTimer = window.setTimeout(() => void connect(), wait);
  };

  const lose = (lost: WebSocket) => {
    if (socket !== lost) return;
    socket = null;
    retryLater();
  };
  const checkPulse = () => {
    const checked = socket;
    if (checked?.readyState !== WebSocket.OPEN) return;
    if (heard) {
      heard = false;
      return checked.send(PING);
    }
    // Cut without a word (sleep, another network): `close` would wait for an answer that never comes.
    lose(checked);
    checked.close();
  };

  async function connect(): Promise<void> {
    if (closed || connecting || socket) return;
    connecting = true;
    const reply = await api.ticket(options.room);
    connecting = false;
    if (closed) return;
    if (!reply.ok) {
      if (![401, 403, 404, 410].includes(reply.problem.status)) return retryLater();
      closed = true;
      options.onState('refused');
      return options.onRefused(reply.problem);
    }
    const address = new URL(`/v1${roomPath(options.room)}/socket`, location.href);
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    address.search = new URLSearchParams({ ticket: reply.value.ticket, after: String(last) }).toString();
    address.hash = '';
    const opened = new WebSocket(address);
    socket = opened;
    opened.onopen = () => {
      failures = 0;
      heard = true;
      options.onState('live');
    };
    opened.onmessage = (message) => {
      heard = true;
      receive(message.data);
    };
    opened.onclose = () => lose(opened);
  }

  const wake = () => {
    if (closed || socket || document.visibilityState === 'hidden') return;
    window.clearTimeout(retryTimer);
    void connect();
  };
  const drop = () => {
    const dropped = socket;
    if (dropped) {
      lose(dropped);
      dropped.close();
    } else if (!closed) options.onState('offline');
  };
  window.addEventListener('online', wake);
  window.addEventListener('offline', drop);
  document.addEventListener('visibilitychange', wake);
  const pulse = window.setInterval(checkPulse, PING_MS);
  options.onState('connecting');
  void connect();

  const close = () => {
    closed = true;
    window.clearTimeout(retryTimer);
    window.clearTimeout(gatherTimer);
    window.clearInterval(pulse);
    window.removeEventListener('online', wake);
    window.removeEventListener('offline', drop);
    document.removeEventListener('visibilitychange', wake);
    socket?.close();
  };
  const say = (message: object): boolean => {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  };
  return { close, say };
}
