import { type Draft, foldDrafts } from './drafts';
import {
  append,
  extendPast,
  type LoadedEvents,
  laterEvents,
  leavePast,
  loadedFrom,
  NOTHING_LOADED,
  openPast,
  prepend,
  visibleEvents,
} from './held';
import { isFinal, noAnswer, type Problem, ProblemError } from './problem';
import type { Send } from './requests';
import { type Connection, type Live, openConnection } from './socket';
import { type Delta, type Event, type EventKind, type EventOf, isEvent, type Typing } from './types';
import { foldTyping, STOPPED_MS, type Typist, withoutSpeakers } from './typists';

/** Number of events loaded per step back. The API returns at most 1000 at once. */
const STEP = 500;
const MOST = 1000;
/** Events read before an older position; at least as many are read after it. */
const BEFORE = 200;
/** Delay between attempts to open the room. */
const REOPEN_MS = 3000;
/** Minimum time between two reads of the room, even if many events arrive. */
const REFRESH_MS = 250;

/** Where to start following a room, and what to keep. */
export interface RoomOptions {
  /** Follow from the event after this seq. `on` receives each of them once and in order. */
  after?: number;
  /** Follow from the end, starting with this many existing events. Default 0. */
  last?: number;
  /** Returns true for events after which the room itself (`state.room`) is read again. */
  refreshes?: (event: Event) => boolean;
  /** Reduces an event to the part to keep, for long rooms. */
  keep?: (event: Event) => Event;
}

/** A room and its current state. Each change creates a new object; unchanged parts stay identical. */
export interface RoomState<R> {
  /** The room as returned by the API; null until it is opened. */
  room: R | null;
  /** Why the room is not available, or no longer available. */
  problem: Problem | null;
  connection: Connection;
  /** A contiguous range of the ledger up to now. */
  events: readonly Event[];
  /** The shown range: `events`, unless `reach` opened an older position that is not joined yet. */
  shown: readonly Event[];
  /** Loaded events after `shown`; there may be a gap. */
  later: readonly Event[];
  /** Events of the latest message; empty for loaded history. */
  fresh: readonly Event[];
  /** Lines that are still being written. */
  drafts: readonly Draft[];
  /** People who are typing. */
  typists: readonly Typist[];
  /** True if there are events before `shown`. */
  hasEarlier: boolean;
}

/** Signals that `on` accepts in addition to kinds of events. */
export interface RoomSignals<R> {
  /** Every event, including kinds that this version does not know. */
  event: Event;
  /** The next part of a line that is still being written. */
  'character.delta': Delta;
  typing: Typing;
  state: RoomState<R>;
  connection: Connection;
  /** The room cannot be opened, or is no longer available. */
  problem: ProblemError;
}

type Heard<R, K> = K extends keyof RoomSignals<R>
  ? RoomSignals<R>[K]
  : K extends EventKind
    ? EventOf<K>
    : never;

/** A room that is being followed: opened by the first `on` or by `open`, until `close`. */
export interface Room<R> {
  readonly id: string;
  readonly state: RoomState<R>;
  /**
   * Subscribes to a kind of event, or a signal, from the start set in the options: every event once and in order,
   * even across reconnects. Returns a function that unsubscribes.
   */
  on: <K extends EventKind | keyof RoomSignals<R>>(
    kind: K,
    listener: (heard: Heard<R, K>) => void,
  ) => () => void;
  /** Calls `changed` on every change of `state`, without opening the room. Returns a function that unsubscribes. */
  watch: (changed: () => void) => () => void;
  /** Starts following the room. Resolves when it is open, or the first attempt has failed; attempts continue. */
  open: () => Promise<void>;
  /** Resolves when a pending `open` has finished; immediately if there is none. */
  whenOpen: () => Promise<void>;
  /** Stops everything. */
  close: () => void;
  /** Reads `state.room` again, soon. */
  refresh: () => void;
  /** Discards everything loaded and opens the room again. */
  reload: () => void;
  loadEarlier: () => Promise<void>;
  /** Loads the events around an older one, then continues until there is no gap. */
  reach: (seq: number) => Promise<void>;
  /** Returns from an older position to the end. */
  leave: () => void;
  /** Sends a message over the socket; false without a connection. */
  send: (message: object) => boolean;
  /**
   * Opens the room if necessary. Resolves when listeners have received everything the room sent before the call, even
   * across reconnects, or when the room is closed. Throws a ProblemError if the room is refused.
   */
  ping: () => Promise<void>;
}

/** How a room reaches its stage. */
export interface RoomRequests {
  /** Sends a request once; throws a ProblemError. */
  askOnce: Send;
  /** WebSocket class; throws an Error if there is none. */
  Sockets: () => new (address: string) => WebSocket;
  /** Base URL of sockets, such as `wss://stage.example.com`. */
  socketUrl: string;
  /** Initial delay in milliseconds before reconnecting. */
  againMs: number;
}

interface EventPage {
  events: Event[];
  next: string | null;
  head: number;
}

const NOTHING: RoomState<never> = {
  room: null,
  problem: null,
  connection: 'connecting',
  events: [],
  shown: [],
  later: [],
  fresh: [],
  drafts: [],
  typists: [],
  hasEarlier: false,
};

const toProblem = (error: unknown): Problem => (error instanceof ProblemError ? error.problem : noAnswer());
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/**
 * Creates a room: reads it and its latest events, then follows its socket.
 *
 * @param path of the room, such as `/v1/scenes/scn_…`
 */
export function createRoom<R extends { head: number }>(
  requests: RoomRequests,
  path: string,
  id: string,
  options: RoomOptions,
): Room<R> {
  const { keep = (event: Event) => event, refreshes = () => false } = options;
  const listeners = new Map<string, Set<(heard: never) => void>>();
  let state: RoomState<R> = NOTHING;
  let ledger: LoadedEvents = NOTHING_LOADED;
  let live: Live | null = null;
  let opening: Promise<void> | null = null;
  /** Numbers openings and requests, to drop responses of outdated ones. */
  let openings = 0;
  let requestCount = 0;
  let isLoading = false;
  let refreshTimer: ReturnType<typeof setTimeout> | undefined;
  let reopenTimer: ReturnType<typeof setTimeout> | undefined;
  let typistTimer: ReturnType<typeof setTimeout> | undefined;

  const tell = (kind: string, heard: unknown) => {
    for (const listener of listeners.get(kind) ?? []) {
      try {
        listener(heard as never);
      } catch (error) {
        // An error in a listener becomes an uncaught error, without affecting other listeners.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  };
  const update = (change: Partial<RoomState<R>>) => {
    const before = state;
    state = { ...state, ...change };
    tell('state', state);
    if (state.connection !== before.connection) tell('connection', state.connection);
  };
  const hold = (next: LoadedEvents): Partial<RoomState<R>> => {
    ledger = next;
    return {
      events: ledger.events,
      shown: visibleEvents(ledger),
      later: laterEvents(ledger),
      hasEarlier: loadedFrom(ledger) > 0,
    };
  };
  const refuse = (problem: Problem) => {
    update({ problem });
    tell('problem', new ProblemError(problem));
  };
  const readJson = async <T>(where: string): Promise<T> =>
    (await requests.askOnce(where)).json() as Promise<T>;
  const readPage = async (after: number, limit: number): Promise<EventPage> => {
    const page = await readJson<EventPage>(`${path}/events?after=${after}&limit=${limit}`);
    return { ...page, events: page.events.filter(isEvent) };
  };
  const tellEvents = (events: readonly Event[]) => {
    for (const event of events) {
      tell(event.kind, event);
      tell('event', event);
    }
  };
  const dropTypists = () => {
    clearTimeout(typistTimer);
    const oldest = Math.min(...state.typists.map(({ at }) => at));
    if (oldest === Number.POSITIVE_INFINITY) return;
    const isTyping = ({ at }: Typist) => performance.now() - at < STOPPED_MS;
    typistTimer = setTimeout(
      () => {
        update({ typists: state.typists.filter(isTyping) });
        dropTypists();
      },
      Math.max(0, oldest + STOPPED_MS - performance.now()) + 1,
    );
  };

  function refresh(): void {
    const mine = openings;
    refreshTimer ??= setTimeout(async () => {
      const room = await readJson<R>(path).catch(() => null);
      if (mine !== openings) return;
      refreshTimer = undefined;
      if (room) update({ room });
    }, REFRESH_MS);
  }

  function follow(after: number): void {
    live = openConnection({
      after,
      Socket: requests.Sockets(),
      againMs: requests.againMs,
      address: async (last) => {
        const answer = await requests.askOnce(`${path}/tickets`, { method: 'POST' });
        const { ticket } = (await answer.json()) as { ticket: string };
        const query = new URLSearchParams({ ticket, after: String(last) });
        return `${requests.socketUrl}${path}/socket?${query}`;
      },
      // Missed parts are not repeated, so open drafts are dropped.
      onConnection: (connection) =>
        update(connection === 'live' ? { connection } : { connection, drafts: [] }),
      onRefused: refuse,
      onTyping: (told) => {
        update({ typists: foldTyping(state.typists, told, performance.now()) });
        dropTypists();
        tell('typing', told);
      },
      onNews: (news) => {
        const events = news.filter(isEvent);
        const parts = events.map(keep);
        const drafts = foldDrafts(state.drafts, news);
        if (parts.length === 0) update({ drafts });
        else {
          const typists = withoutSpeakers(state.typists, parts);
          update({ drafts, typists, fresh: parts, ...hold(append(ledger, parts)) });
        }
        for (const one of news) {
          tell(one.kind, one);
          if (isEvent(one)) tell('event', one);
        }
        if (events.some(refreshes)) refresh();
      },
    });
  }

  async function tryOpening(mine: number): Promise<void> {
    try {
      const room = await readJson<R>(path);
      if (mine !== openings) return;
      const { after, last = 0 } = options;
      const from = after ?? Math.max(0, room.head - last);
      // When starting at a given event, all events come over the socket.
      const page = after === undefined && last > 0 ? await readPage(from, Math.min(MOST, last * 2)) : null;
      if (mine !== openings) return;
      const events = page?.events ?? [];
      update({ room, problem: null, ...hold({ from, events: events.map(keep), past: null }) });
      tellEvents(events);
      if (events.some((event) => event.seq > room.head && refreshes(event))) refresh();
      follow(events.at(-1)?.seq ?? from);
    } catch (error) {
      if (mine !== openings) return;
      const problem = toProblem(error);
      refuse(problem);
      if (isFinal(problem)) update({ connection: 'refused' });
      else reopenTimer = setTimeout(() => void tryOpening(mine), REOPEN_MS);
    }
  }

  function open(): Promise<void> {
    requests.Sockets();
    opening ??= tryOpening(openings);
    return opening;
  }

  function close(): void {
    openings += 1;
    requestCount += 1;
    opening = null;
    live?.close();
    live = null;
    for (const timer of [refreshTimer, reopenTimer, typistTimer]) clearTimeout(timer);
    refreshTimer = undefined;
    if (state.connection !== 'closed') update({ connection: 'closed', drafts: [], typists: [] });
  }

  function reload(): void {
    close();
    ledger = NOTHING_LOADED;
    update(NOTHING);
    void open();
  }

  /** Reads all visible events after `from`, up to `to`. */
  async function readRange(from: number, to: number): Promise<Event[]> {
    const events: Event[] = [];
    // A page of very large events has fewer of them.
    for (let after = from; after < to; ) {
      const page = await readPage(after, Math.min(MOST, to - after));
      events.push(...page.events);
      after = page.next === null ? to : Math.max(after + 1, Number(page.next));
    }
    return events;
  }

  async function loadEarlier(): Promise<void> {
    const begin = loadedFrom(ledger);
    if (isLoading || begin === 0) return;
    isLoading = true;
    const mine = requestCount;
    const from = Math.max(0, begin - STEP);
    try {
      const events = await readRange(from, begin);
      if (mine === requestCount) update(hold(prepend(ledger, from, events.map(keep))));
    } catch (error) {
      // A temporary failure is retried on the next call.
      const problem = toProblem(error);
      if (mine === requestCount && isFinal(problem)) refuse(problem);
    } finally {
      isLoading = false;
    }
  }

  async function reach(seq: number): Promise<void> {
    if (seq > loadedFrom(ledger) || seq < 1) return;
    requestCount += 1;
    const mine = requestCount;
    const from = Math.max(0, seq - 1 - BEFORE);
    for (let to = from; to === from || ledger.past !== null; ) {
      const page = await readPage(to, to === from ? STEP : MOST).catch(toProblem);
      if (mine !== requestCount) return;
      if ('status' in page) {
        if (isFinal(page)) return refuse(page);
        await pause(REOPEN_MS);
        continue;
      }
      // The page is full, or ends with the ledger.
      const end = page.next === null ? page.head : Math.max(to + 1, Number(page.next));
      const batch = page.events.map(keep);
      update(hold(to === from ? openPast(ledger, from, end, batch) : extendPast(ledger, end, batch)));
      to = end;
    }
  }

  function leave(): void {
    requestCount += 1;
    update(hold(leavePast(ledger)));
  }

  async function ping(): Promise<void> {
    await open();
    const isRefused = () => state.connection === 'refused';
    // The first attempt to open the room may have failed.
    while (!live && !isRefused() && opening) await pause(requests.againMs);
    if (!isRefused()) await live?.ping();
    if (isRefused()) throw new ProblemError(state.problem ?? noAnswer());
  }

  const listen = (kind: string, listener: (heard: never) => void) => {
    const group = listeners.get(kind) ?? new Set();
    listeners.set(kind, group);
    group.add(listener);
    return () => {
      group.delete(listener);
    };
  };
  return {
    id,
    get state() {
      return state;
    },
    on: (kind, listener) => {
      void open();
      return listen(kind, listener);
    },
    watch: (changed) => listen('state', changed),
    whenOpen: async () => {
      await opening;
    },
    ...{ open, close, refresh, reload, loadEarlier, reach, leave },
    send: (message) => live?.say(message) ?? false,
    ping,
  };
}
