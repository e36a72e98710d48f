import { type Draft, foldDrafts } from './drafts';
import {
  append,
  beginOf,
  extendPast,
  type Held,
  laterOf,
  leavePast,
  NOTHING_HELD,
  openPast,
  prepend,
  shownOf,
} from './held';
import { isFinal, noAnswer, type Problem, ProblemError } from './problem';
import type { Send } from './requests';
import { type Connection, type Live, openLive } from './socket';
import { type Delta, type Event, type EventKind, type EventOf, isEvent, type Typing } from './types';
import { foldTyping, STOPPED_MS, type Typist, withoutSpeakers } from './typists';

/** Events loaded with each step back. The API returns at most 1000 at once. */
const STEP = 500;
const MOST = 1000;
/** Events read before an old place; as many again and more are read after it. */
const BEFORE = 200;
/** Pause between tries to open the room while nothing answers. */
const REOPEN_MS = 3000;
/** Shortest time between two readings of the room, however many events arrive. */
const REFRESH_MS = 250;

/** Where a room is followed from, and what is kept of it. */
export interface RoomOptions {
  /** Follow it from the event after this seq on. `on` hears every one of them, once and in order. */
  after?: number;
  /** Follow it from its end, and begin with this many events that are there already. Default 0. */
  last?: number;
  /** Tells which events make the room itself (`state.room`) worth reading again. */
  refreshes?: (event: Event) => boolean;
  /** Cuts an event down to the part to keep, where rooms are long. */
  keep?: (event: Event) => Event;
}

/** A room and what is known of it now. A change makes another object; parts that did not change stay the same. */
export interface RoomState<R> {
  /** The room as the API answers it; null while it is opened. */
  room: R | null;
  /** Says why there is no room, or none any more. */
  problem: Problem | null;
  connection: Connection;
  /** A stretch of the ledger without gaps, up to now. */
  events: readonly Event[];
  /** The stretch on show: `events`, unless `reach` opened an old place that is not joined to them yet. */
  shown: readonly Event[];
  /** The loaded events after `shown`; a gap may lie between. */
  later: readonly Event[];
  /** Events of the last message; empty for what was loaded as history. */
  fresh: readonly Event[];
  /** Lines that are still being written. */
  drafts: readonly Draft[];
  /** Lists who is typing now. */
  typists: readonly Typist[];
  /** Says whether there are events before `shown`. */
  hasEarlier: boolean;
}

/** Lists what `on` hears beside the kinds of events. */
export interface RoomSignals<R> {
  /** Every event, of kinds that this version does not know too. */
  event: Event;
  /** The next words of a line that is still being written. */
  'character.delta': Delta;
  typing: Typing;
  state: RoomState<R>;
  connection: Connection;
  /** The room can't be opened, or not any more. */
  problem: ProblemError;
}

type Heard<R, K> = K extends keyof RoomSignals<R>
  ? RoomSignals<R>[K]
  : K extends EventKind
    ? EventOf<K>
    : never;

/** A room that is followed: opened by the first `on`, or by `open`, until `close`. */
export interface Room<R> {
  readonly id: string;
  readonly state: RoomState<R>;
  /**
   * Hears a kind of event, or a signal, from the start that the options name on: every event once and in order, whatever
   * breaks meanwhile. Returns a function that stops it.
   */
  on: <K extends EventKind | keyof RoomSignals<R>>(
    kind: K,
    listener: (heard: Heard<R, K>) => void,
  ) => () => void;
  /** Calls `changed` with every change of `state`, without opening the room. Returns a function that stops it. */
  watch: (changed: () => void) => () => void;
  /** Begins to follow the room. Resolves when it is there, or the first try has failed; later tries go on. */
  open: () => Promise<void>;
  /** Resolves when an opening that has begun is over; at once when none has. */
  whenOpen: () => Promise<void>;
  /** Ends everything. */
  close: () => void;
  /** Reads `state.room` again, soon. */
  refresh: () => void;
  /** Forgets everything that was loaded and opens the room anew. */
  reload: () => void;
  loadEarlier: () => Promise<void>;
  /** Reads the events around an old one, then on from there until nothing is missing. */
  reach: (seq: number) => Promise<void>;
  /** Returns from an old place to the end. */
  leave: () => void;
  /** Sends a message over the socket; false when there is none. */
  send: (message: object) => boolean;
  /**
   * Opens the room if necessary. Resolves when listeners have received everything the room sent before the call, even if the
   * connection breaks meanwhile, or when the room is closed. Throws a ProblemError when the room is refused.
   */
  ping: () => Promise<void>;
}

/** Tells a room how it reaches its stage. */
export interface RoomRequests {
  /** Asks once; throws a ProblemError. */
  askOnce: Send;
  /** Class of sockets; throws an Error if there is none. */
  Sockets: () => new (address: string) => WebSocket;
  /** Where sockets are, such as `wss://stage.example.com`. */
  socketUrl: string;
  /** Milliseconds before a lost socket is opened again for the first time. */
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
 * Makes a room: reads it and its last events, then follows its socket, and folds what comes.
 *
 * @param path where it is, such as `/v1/scenes/scn_…`
 */
export function makeRoom<R extends { head: number }>(
  requests: RoomRequests,
  path: string,
  id: string,
  options: RoomOptions,
): Room<R> {
  const { keep = (event: Event) => event, refreshes = () => false } = options;
  const listeners = new Map<string, Set<(heard: never) => void>>();
  let state: RoomState<R> = NOTHING;
  let ledger: Held = NOTHING_HELD;
  let live: Live | null = null;
  let opening: Promise<void> | null = null;
  /** Numbers the openings and the requests: the answer to an overtaken one is dropped. */
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
        // A fault of one listener is its own: it becomes an uncaught error, and the others go on.
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
  const hold = (next: Held): Partial<RoomState<R>> => {
    ledger = next;
    return {
      events: ledger.events,
      shown: shownOf(ledger),
      later: laterOf(ledger),
      hasEarlier: beginOf(ledger) > 0,
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
    live = openLive({
      after,
      Socket: requests.Sockets(),
      againMs: requests.againMs,
      address: async (last) => {
        const answer = await requests.askOnce(`${path}/tickets`, { method: 'POST' });
        const { ticket } = (await answer.json()) as { ticket: string };
        const query = new URLSearchParams({ ticket, after: String(last) });
        return `${requests.socketUrl}${path}/socket?${query}`;
      },
      // Missed sentences do not come again, so open drafts are dropped.
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
      // Of a start at a certain event everything comes over the socket.
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
    ledger = NOTHING_HELD;
    update(NOTHING);
    void open();
  }

  /** Reads all visible events after `from`, up to `to`. */
  async function readStretch(from: number, to: number): Promise<Event[]> {
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
    const begin = beginOf(ledger);
    if (isLoading || begin === 0) return;
    isLoading = true;
    const mine = requestCount;
    const from = Math.max(0, begin - STEP);
    try {
      const events = await readStretch(from, begin);
      if (mine === requestCount) update(hold(prepend(ledger, from, events.map(keep))));
    } catch (error) {
      // A temporary failure is retried when somebody asks again.
      const problem = toProblem(error);
      if (mine === requestCount && isFinal(problem)) refuse(problem);
    } finally {
      isLoading = false;
    }
  }

  async function reach(seq: number): Promise<void> {
    if (seq > beginOf(ledger) || seq < 1) return;
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
      // The page is full, or it ends with the ledger.
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
    // The first try to open the room may have failed.
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
