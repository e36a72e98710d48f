import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Event } from '../../../src/events/events';
import { api, type PageProblem, type Reply, type RoomAddress } from '../api/api';
import { isEvent, readOr } from '../api/event';
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
import { type Live, type LiveState, openLive } from './live';
import { type Typist, useTypists } from './use-typists';

/** Events loaded at first and with each step back. The API returns at most 1000 at once. */
const WINDOW = 500;
const MOST = 1000;
/** Events read before an old place; as many again and more are read after it. */
const BEFORE = 200;
/** Pause between tries to open the room while nothing answers. */
const REOPEN_MS = 3000;
/** Shortest time between two readings of the room, however many events arrive. */
const REFRESH_MS = 250;

/** Returns true for problems that another try would not solve. */
const isFinal = ({ status }: PageProblem): boolean => [401, 403, 404, 410].includes(status);
const whole = (event: Event): Event => event;

/** Reads all visible events of a ledger after `from`, up to `to`. */
async function readStretch(room: RoomAddress, from: number, to: number): Promise<Reply<Event[]>> {
  const events: Event[] = [];
  // A page of very large events has fewer of them.
  for (let after = from; after < to; ) {
    const page = await api.events(room, after, Math.min(MOST, to - after));
    if (!page.ok) return page;
    events.push(...page.value.events);
    after = page.value.next === null ? to : Math.max(after + 1, Number(page.value.next));
  }
  return { ok: true, value: events };
}

interface RoomView<R> {
  /** Null while loading, and when `problem` is set. */
  room: R | null;
  problem: PageProblem | null;
  /** A stretch of the ledger without gaps, up to now. */
  events: readonly Event[];
  /** The stretch on show: `events`, unless it is an old place that is not joined to them yet. */
  shown: readonly Event[];
  later: readonly Event[];
  /** Events of the last socket message; empty for what was loaded as history. */
  fresh: Event[];
  drafts: readonly Draft[];
  live: LiveState;
  hasEarlier: boolean;
  loadEarlier: () => Promise<void>;
  /** Reads the events around an old one, then on from there until nothing is missing. */
  reach: (seq: number) => Promise<void>;
  /** Returns from an old place to the end. */
  leave: () => void;
  typists: readonly Typist[];
  /** Sends a message over the socket; false when there is none. */
  say: (message: object) => boolean;
  refresh: () => void;
  reload: () => void;
}

/**
 * Keeps a room and its ledger up to date: reads the room, its last events, then follows the socket. `changesRoom`
 * tells which events make the room worth reading again; `trim` cuts an event down to the part to keep.
 */
export function useRoom<R extends { head: number }>(
  kind: RoomAddress['kind'],
  id: string,
  changesRoom: (event: Event) => boolean,
  trim: (event: Event) => Event = whole,
): RoomView<R> {
  const keep = useCallback((event: Event) => readOr(event, () => trim(event)), [trim]);
  const [room, setRoom] = useState<R | null>(null);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [ledger, setLedger] = useState<Held>(NOTHING_HELD);
  /** The current value, even before it is drawn. */
  const newest = useRef(ledger);
  const change = useCallback((how: (held: Held) => Held) => {
    newest.current = how(newest.current);
    setLedger(newest.current);
  }, []);
  const [fresh, setFresh] = useState<Event[]>([]);
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  const [live, setLive] = useState<LiveState>('connecting');
  const [generation, setGeneration] = useState(0);
  const timer = useRef<number | undefined>(undefined);
  const connection = useRef<Live | null>(null);
  /** Numbers the requests: the answer to an overtaken one is dropped. */
  const requests = useRef(0);
  const { typists, noteTyping, noteSpeech } = useTypists();

  const refresh = useCallback(() => {
    timer.current ??= window.setTimeout(async () => {
      const reply = await api.room<R>({ kind, id });
      timer.current = undefined;
      if (reply.ok) setRoom(reply.value);
    }, REFRESH_MS);
  }, [kind, id]);

  useEffect(() => {
    let isUnmounted = false;
    let live: Live | null = null;
    let reopening: number | undefined;
    setRoom(null);
    setProblem(null);
    change(() => NOTHING_HELD);
    requests.current += 1;
    setFresh([]);
    setDrafts([]);
    const refuse = (why: PageProblem) => {
      setProblem(why);
      if (why.status === 0 || why.status >= 500) reopening = window.setTimeout(() => void open(), REOPEN_MS);
    };
    async function open(): Promise<void> {
      const reply = await api.room<R>({ kind, id });
      if (isUnmounted) return;
      if (!reply.ok) return refuse(reply.problem);
      const from = Math.max(0, reply.value.head - WINDOW);
      const page = await api.events({ kind, id }, from, 2 * WINDOW);
      if (isUnmounted) return;
      if (!page.ok) return refuse(page.problem);
      setProblem(null);
      setRoom(reply.value);
      change(() => ({ from, events: page.value.events.map(keep), past: null }));
      if (page.value.events.some((event) => event.seq > reply.value.head && changesRoom(event))) refresh();
      live = openLive({
        room: { kind, id },
        after: page.value.events.at(-1)?.seq ?? from,
        onState: (state) => {
          setLive(state);
          // Missed sentences do not come again, so open drafts are dropped.
          if (state !== 'live') setDrafts([]);
        },
        onRefused: setProblem,
        onTyping: noteTyping,
        onNews: (news) => {
          setDrafts((written) => foldDrafts(written, news));
          const more = news.filter(isEvent).map(keep);
          if (more.length === 0) return;
          change((all) => append(all, more));
          noteSpeech(more);
          setFresh(more);
          if (more.some(changesRoom)) refresh();
        },
      });
      connection.current = live;
    }
    void open();
    return () => {
      isUnmounted = true;
      live?.close();
      connection.current = null;
      window.clearTimeout(reopening);
      window.clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [kind, id, generation, changesRoom, keep, refresh, noteTyping, noteSpeech, change]);

  const loading = useRef(false);
  const loadEarlier = useCallback(async () => {
    const begin = beginOf(newest.current);
    if (loading.current || begin === 0) return;
    loading.current = true;
    const mine = requests.current;
    const from = Math.max(0, begin - WINDOW);
    const stretch = await readStretch({ kind, id }, from, begin);
    loading.current = false;
    if (mine !== requests.current) return;
    if (stretch.ok) change((all) => prepend(all, from, stretch.value.map(keep)));
    // A temporary failure is retried when somebody scrolls there again.
    else if (isFinal(stretch.problem)) setProblem(stretch.problem);
  }, [kind, id, keep, change]);

  const reach = useCallback(
    async (seq: number) => {
      if (seq > beginOf(newest.current) || seq < 1) return;
      requests.current += 1;
      const mine = requests.current;
      const from = Math.max(0, seq - 1 - BEFORE);
      for (let to = from; to === from || newest.current.past !== null; ) {
        const page = await api.events({ kind, id }, to, to === from ? WINDOW : MOST);
        if (mine !== requests.current) return;
        if (!page.ok) {
          if (isFinal(page.problem)) return setProblem(page.problem);
          await new Promise((done) => setTimeout(done, REOPEN_MS));
          continue;
        }
        const { events, next, head } = page.value;
        // The page is full, or it ends with the ledger.
        const end = next === null ? head : Math.max(to + 1, Number(next));
        const batch = events.map(keep);
        change(to === from ? (all) => openPast(all, from, end, batch) : (all) => extendPast(all, end, batch));
        to = end;
      }
    },
    [kind, id, keep, change],
  );
  const leave = useCallback(() => {
    requests.current += 1;
    change(leavePast);
  }, [change]);
  const say = useCallback((message: object) => connection.current?.say(message) ?? false, []);

  const reload = useCallback(() => setGeneration((n) => n + 1), []);
  return {
    ...{
      room,
      problem,
      events: ledger.events,
      shown: shownOf(ledger),
      later: laterOf(ledger),
      fresh,
      drafts,
      live,
      typists,
    },
    ...{ hasEarlier: beginOf(ledger) > 0, loadEarlier, reach, leave, say, refresh, reload },
  };
}
