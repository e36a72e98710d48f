import { isFinal, type Problem, ProblemError } from './problem';
import { type Delta, type Event, isEvent, type Typing } from './types';

/** Connection state of a room. `refused`: it was deleted, or the credential has no access. */
export type Connection = 'connecting' | 'live' | 'reconnecting' | 'offline' | 'refused' | 'closed';

interface LiveOptions {
  /** Seq of the last loaded event. */
  after: number;
  /** Returns the URL of a socket after this seq, with a new ticket; throws a ProblemError. */
  address: (after: number) => Promise<string>;
  /** Initial delay in milliseconds before reconnecting. */
  againMs: number;
  Socket: new (address: string) => WebSocket;
  /** Receives new events, each once and in order, and parts of unfinished lines. */
  onNews: (news: (Event | Delta)[]) => void;
  onConnection: (connection: Connection) => void;
  onTyping: (told: Typing) => void;
  /** The room was deleted or the credential has no access; no further attempts are made. */
  onRefused: (problem: Problem) => void;
}

export interface Live {
  close: () => void;
  /** Sends a message to the room; false without a connection. */
  say: (message: object) => boolean;
  /** Resolves when everything the room sent before the call has been delivered, or the room is closed. */
  ping: () => Promise<void>;
}

const LONGEST_WAIT_MS = 15_000;
/** Ping interval; the room responds without waking up. A connection that stays silent this long is closed. */
const PING_MS = 20_000;
/** Events that arrive within this time are delivered together; a run can write hundreds per second. */
const GATHER_MS = 40;

const isDelta = (news: unknown): news is Delta =>
  typeof news === 'object' && news !== null && 'kind' in news && news.kind === 'character.delta';
const isNews = (news: unknown): news is Event | Delta => isEvent(news) || isDelta(news);

/** A message other than events: end of the replay, pong, or typing. */
type Note = Typing | { type: 'ready' } | { type: 'pong'; ref: string };

const isNote = (value: object): value is Note =>
  'type' in value &&
  (value.type === 'ready' ||
    (value.type === 'pong' && 'ref' in value) ||
    (value.type === 'typing' && 'actor' in value && 'on' in value));

function readJson(data: unknown): object | null {
  if (typeof data !== 'string' || !/^[{[]/.test(data)) return null;
  try {
    return JSON.parse(data) as object | null;
  } catch {
    return null;
  }
}

/** Parses a socket message: an event or delta, a list of events, an object with either, or a note. */
export function readMessage(data: unknown): (Event | Delta | Note)[] {
  const value = readJson(data);
  if (value === null) return [];
  if (Array.isArray(value)) return value.filter(isNews);
  if (isNews(value) || isNote(value)) return [value];
  if ('event' in value && isNews(value.event)) return [value.event];
  if ('events' in value && Array.isArray(value.events)) return value.events.filter(isEvent);
  return [];
}

/**
 * Follows a room over its WebSocket: each connection uses a single-use ticket and resumes after the last seq.
 * Reconnects with growing delays, and at once when the browser comes back online or into view.
 */
export function openConnection(options: LiveOptions): Live {
  let last = options.after;
  let isClosed = false;
  let isAlive = true;
  let failures = 0;
  /** Numbers the connections, to ignore messages of old ones. */
  let connections = 0;
  let socket: WebSocket | null = null;
  let isOpen = false;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let gatherTimer: ReturnType<typeof setTimeout> | undefined;
  let buffer: (Event | Delta)[] = [];
  /** Unanswered pings, by `ref`. */
  const pings = new Map<string, () => void>();
  let pingCount = 0;

  const say = (message: object): boolean => {
    if (!isOpen || !socket) return false;
    socket.send(JSON.stringify(message));
    return true;
  };
  const hand = () => {
    clearTimeout(gatherTimer);
    gatherTimer = undefined;
    const news = buffer;
    buffer = [];
    if (!isClosed && news.length > 0) options.onNews(news);
  };
  const receive = (data: unknown) => {
    for (const news of readMessage(data)) {
      if ('type' in news) {
        if (news.type === 'typing') {
          options.onTyping(news);
          continue;
        }
        // Deliver buffered events first: the replay before `live`, and everything before a pong.
        hand();
        if (news.type === 'pong') {
          pings.get(news.ref)?.();
          pings.delete(news.ref);
        } else {
          options.onConnection('live');
          // Pings of the previous connection may be lost.
          for (const ref of pings.keys()) say({ type: 'ping', ref });
        }
        continue;
      }
      if (isEvent(news)) {
        if (news.seq <= last) continue;
        last = news.seq;
      }
      buffer.push(news);
    }
    if (buffer.length > 0) gatherTimer ??= setTimeout(hand, GATHER_MS);
  };
  const close = () => {
    isClosed = true;
    clearTimeout(retryTimer);
    clearTimeout(gatherTimer);
    clearInterval(pulse);
    if (typeof document !== 'undefined') {
      removeEventListener('online', wake);
      removeEventListener('offline', lose);
      document.removeEventListener('visibilitychange', wake);
    }
    leave();
    for (const done of pings.values()) done();
  };
  const leave = () => {
    const old = socket;
    socket = null;
    isOpen = false;
    connections += 1;
    old?.close();
  };
  const refuse = (problem: Problem) => {
    close();
    options.onConnection('refused');
    options.onRefused(problem);
  };
  /** Drops a connection or connection attempt, and tries again later. */
  const lose = () => {
    if (isClosed) return;
    leave();
    options.onConnection(globalThis.navigator?.onLine === false ? 'offline' : 'reconnecting');
    const wait = Math.min(LONGEST_WAIT_MS, options.againMs * 2 ** failures) * (0.7 + Math.random() * 0.6);
    failures += 1;
    clearTimeout(retryTimer);
    retryTimer = setTimeout(() => void connect(), wait);
  };
  async function connect(): Promise<void> {
    leave();
    const mine = connections;
    clearTimeout(retryTimer);
    try {
      const address = await options.address(last);
      if (isClosed || mine !== connections) return;
      const connection = new options.Socket(address);
      socket = connection;
      connection.onopen = () => {
        isAlive = true;
        isOpen = mine === connections;
      };
      connection.onmessage = ({ data }) => {
        if (mine !== connections) return;
        isAlive = true;
        failures = 0;
        receive(data);
      };
      connection.onerror = () => {};
      connection.onclose = () => {
        if (mine === connections) lose();
      };
    } catch (error) {
      if (isClosed || mine !== connections) return;
      if (error instanceof ProblemError && isFinal(error.problem)) refuse(error.problem);
      else lose();
    }
  }
  const wake = () => {
    if (!isOpen && document.visibilityState !== 'hidden') void connect();
  };
  const checkPulse = () => {
    // The network may be gone (sleep, another network): `close` would wait for a response that never comes.
    if (!isAlive && socket) return lose();
    isAlive = false;
    if (isOpen) socket?.send('{"type":"ping"}');
  };
  if (typeof document !== 'undefined') {
    addEventListener('online', wake);
    addEventListener('offline', lose);
    document.addEventListener('visibilitychange', wake);
  }
  const pulse = setInterval(checkPulse, PING_MS);
  options.onConnection('connecting');
  void connect();
  return {
    close,
    say,
    ping: () =>
      new Promise((done) => {
        pingCount += 1;
        const ref = `p${pingCount}`;
        pings.set(ref, done);
        say({ type: 'ping', ref });
      }),
  };
}
