import type { Event } from '../../../src/events/events';
import type { Delta, Typing } from '../../../src/events/wire';
import { api, type PageProblem, type RoomAddress, roomPath } from '../api/api';
import { isEvent } from '../api/event';

export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'offline' | 'refused';

interface LiveOptions {
  room: RoomAddress;
  /** Seq of the last event already loaded. */
  after: number;
  /** Receives, in order, new events, each once, and sentences of lines that are still being written. */
  onNews: (news: (Event | Delta)[]) => void;
  onState: (state: LiveState) => void;
  onTyping?: (told: Typing) => void;
  /** The room is deleted or closed to this key; no further try is made. */
  onRefused: (problem: PageProblem) => void;
}

export interface Live {
  close: () => void;
  /** Sends a message to the room; false when there is no connection. */
  say: (message: object) => boolean;
}

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 15_000;
/** Pause between pings, which the room answers without waking up. A connection that stays silent this long is closed. */
const PING_MS = 20_000;
const PING = '{"type":"ping"}';
/** Events that arrive within this time are delivered together; a run can make hundreds a second. */
const GATHER_MS = 40;

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

/** Parses a socket message: an event or delta, a list of events, an object with either, or a typing note. */
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
 * Follows a room over its WebSocket: each connection takes a single-use ticket and resumes after the last seq seen. A
 * lost connection is retried with growing waits, and at once when the browser comes back online or into view.
 */
export function openLive(options: LiveOptions): Live {
  let last = options.after;
  let failures = 0;
  let isClosed = false;
  let isConnecting = false;
  let socket: WebSocket | null = null;
  let retryTimer: number | undefined;
  let gatherTimer: number | undefined;
  let isAlive = true;
  let buffer: (Event | Delta)[] = [];

  const hand = () => {
    gatherTimer = undefined;
    const news = buffer;
    buffer = [];
    if (!isClosed && news.length > 0) options.onNews(news);
  };
  const receive = (data: unknown) => {
    for (const news of readMessage(data)) {
      if ('type' in news) {
        if (!isClosed) options.onTyping?.(news);
        continue;
      }
      if (isEvent(news)) {
        if (news.seq <= last) continue;
        last = news.seq;
      }
      buffer.push(news);
    }
    if (buffer.length > 0) gatherTimer ??= window.setTimeout(hand, GATHER_MS);
  };
  const retryLater = () => {
    if (isClosed) return;
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
    const current = socket;
    if (current?.readyState !== WebSocket.OPEN) return;
    if (isAlive) {
      isAlive = false;
      return current.send(PING);
    }
    // The network is lost (sleep, another network): `close` would wait for an answer that never comes.
    lose(current);
    current.close();
  };

  async function connect(): Promise<void> {
    if (isClosed || isConnecting || socket) return;
    isConnecting = true;
    const reply = await api.ticket(options.room);
    isConnecting = false;
    if (isClosed) return;
    if (!reply.ok) {
      if (![401, 403, 404, 410].includes(reply.problem.status)) return retryLater();
      isClosed = true;
      options.onState('refused');
      return options.onRefused(reply.problem);
    }
    const address = new URL(`/v1${roomPath(options.room)}/socket`, location.href);
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    address.search = new URLSearchParams({ ticket: reply.value.ticket, after: String(last) }).toString();
    address.hash = '';
    const newSocket = new WebSocket(address);
    socket = newSocket;
    newSocket.onopen = () => {
      failures = 0;
      isAlive = true;
      options.onState('live');
    };
    newSocket.onmessage = (message) => {
      isAlive = true;
      receive(message.data);
    };
    newSocket.onclose = () => lose(newSocket);
  }

  const wake = () => {
    if (isClosed || socket || document.visibilityState === 'hidden') return;
    window.clearTimeout(retryTimer);
    void connect();
  };
  const drop = () => {
    const lostSocket = socket;
    if (lostSocket) {
      lose(lostSocket);
      lostSocket.close();
    } else if (!isClosed) options.onState('offline');
  };
  window.addEventListener('online', wake);
  window.addEventListener('offline', drop);
  document.addEventListener('visibilitychange', wake);
  const pulse = window.setInterval(checkPulse, PING_MS);
  options.onState('connecting');
  void connect();

  const close = () => {
    isClosed = true;
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
