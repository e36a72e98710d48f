import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Event } from '../../../src/events/events';
import { api, type PageProblem, type Reply, type RoomAddress } from '../api/api';
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
import { isEvent, type Live, type LiveState, openLive } from './live';
import { type Typist, useTypists } from './use-typists';

/** Events loaded at first and with each step back. The API gives at most 1000 at once. */
const WINDOW = 500;
const MOST = 1000;
/** Events that are read before an old place that somebody looks at; as many again and more come after it. */
const BEFORE = 200;
/** While nothing answers, opening is tried again this often. */
const REOPEN_MS = 3000;
/** A room is read again at most this often, however many events arrive. */
const REFRESH_MS = 250;

/** No answer of another moment would be another one. */
const isFinal = ({ status }: PageProblem): boolean => [401, 403, 404, 410].includes(status);
const whole = (event: Event): Event => event;

/** Everything one may see of a ledger after `from`, up to `to`. */
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
  /** The stretch that is looked at: `events`, unless an old place was asked for and what lies between is still read. */
  shown: readonly Event[];
  /** What is held of the ledger after `shown`. */
  later: readonly Event[];
  /** What the socket brought last; empty for what was loaded as history. */
  fresh: Event[];
  /** Lines that are still being written. */
  drafts: readonly Draft[];
  live: LiveState;
  hasEarlier: boolean;
  loadEarlier: () => Promise<void>;
  /** Reads what lies around an old event, then on from there until nothing is missing. */
  reach: (seq: number) => Promise<void>;
  /** Back to the end, when an old place is looked at. */
  leave: () => void;
  /** Other people who are typing. */
  typists: readonly Typist[];
  /** Says something over the socket; false when there is none. */
  say: (message: object) => boolean;
  refresh: () => void;
  reload: () => void;
}

/**
 * A room and its ledger, kept up to date: reads the room, its last events, then follows the socket.
 * `changesRoom` tells which events make the room worth reading again, `trim` what of an event is held.
 */
export function useRoom<R extends { head: number }>(
  kind: RoomAddress['kind'],
  id: string,
  changesRoom: (event: Event) => boolean,
  trim: (event: Event) => Event = whole,
): RoomView<R> {
  const [room, setRoom] = useState<R | null>(null);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [held, setHeld] = useState<Held>(NOTHING_HELD);
  /** What is held by now, also before it is drawn. */
  const newest = useRef(held);
  const change = useCallback((how: (held: Held) => Held) => {
    newest.current = how(newest.current);
    setHeld(newest.current);
  }, []);
  const [fresh, setFresh] = useState<Event[]>([]);
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  const [live, setLive] = useState<LiveState>('connecting');
  const [generation, setGeneration] = useState(0);
  const timer = useRef<number | undefined>(undefined);
  const connection = useRef<Live | null>(null);
  /** Counts what was asked for; what was overtaken is dropped. */
  const asked = useRef(0);
  const { typists, heard, spoke } = useTypists();

  const refresh = useCallback(() => {
    timer.current ??= window.setTimeout(async () => {
      const reply = await api.room<R>({ kind, id });
      timer.current = undefined;
      if (reply.ok) setRoom(reply.value);
    }, REFRESH_MS);
  }, [kind, id]);

  useEffect(() => {
    let gone = false;
    let connected: Live | null = null;
    let reopening: number | undefined;
    setRoom(null);
    setProblem(null);
    change(() => NOTHING_HELD);
    asked.current += 1;
    setFresh([]);
    setDrafts([]);
    const refuse = (why: PageProblem) => {
      setProblem(why);
      if (why.status === 0 || why.status >= 500) reopening = window.setTimeout(() => void open(), REOPEN_MS);
    };
    async function open(): Promise<void> {
      const read = await api.room<R>({ kind, id });
      if (gone) return;
      if (!read.ok) return refuse(read.problem);
      const from = Math.max(0, read.value.head - WINDOW);
      const page = await api.events({ kind, id }, from, 2 * WINDOW);
      if (gone) return;
      if (!page.ok) return refuse(page.problem);
      setProblem(null);
      setRoom(read.value);
      change(() => ({ from, events: page.value.events.map(trim), past: null }));
      if (page.value.events.some((event) => event.seq > read.value.head && changesRoom(event))) refresh();
      connected = openLive({
        room: { kind, id },
        after: page.value.events.at(-1)?.seq ?? from,
        onState: (state) => {
          setLive(state);
          // Sentences that were missed do not come again.
          if (state !== 'live') setDrafts([]);
        },
        onRefused: setProblem,
        onTyping: heard,
        onNews: (news) => {
          setDrafts((written) => foldDrafts(written, news));
          const more = news.filter(isEvent).map(trim);
          if (more.length === 0) return;
          change((all) => append(all, more));
          spoke(more);
          setFresh(more);
          if (more.some(changesRoom)) refresh();
        },
      });
      connection.current = connected;
    }
    void open();
    return () => {
      gone = true;
      connected?.close();
      connection.current = null;
      window.clearTimeout(reopening);
      window.clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [kind, id, generation, changesRoom, trim, refresh, heard, spoke, change]);

  const loading = useRef(false);
  const loadEarlier = useCallback(async () => {
    const begin = beginOf(newest.current);
    if (loading.current || begin === 0) return;
    loading.current = true;
    const mine = asked.current;
    const from = Math.max(0, begin - WINDOW);
    const read = await readStretch({ kind, id }, from, begin);
    loading.current = false;
    if (mine !== asked.current) return;
    if (read.ok) change((all) => prepend(all, from, read.value.map(trim)));
    // What only failed for now is asked for again where somebody looks for it.
    else if (isFinal(read.problem)) setProblem(read.problem);
  }, [kind, id, trim, change]);

  const reach = useCallback(
    async (seq: number) => {
      if (seq > beginOf(newest.current) || seq < 1) return;
      asked.current += 1;
      const mine = asked.current;
      const from = Math.max(0, seq - 1 - BEFORE);
      for (let to = from; to === from || newest.current.past !== null; ) {
        const page = await api.events({ kind, id }, to, to === from ? WINDOW : MOST);
        if (mine !== asked.current) return;
        if (!page.ok) {
          if (isFinal(page.problem)) return setProblem(page.problem);
          await new Promise((done) => setTimeout(done, REOPEN_MS));
          continue;
        }
        const { events, next, head } = page.value;
        // A page is full, or it goes to the end.
        const end = next === null ? head : Math.max(to + 1, Number(next));
        const read = events.map(trim);
        change(to === from ? (all) => openPast(all, from, end, read) : (all) => extendPast(all, end, read));
        to = end;
      }
    },
    [kind, id, trim, change],
  );
  const leave = useCallback(() => {
    asked.current += 1;
    change(leavePast);
  }, [change]);
  const say = useCallback((message: object) => connection.current?.say(message) ?? false, []);

  const reload = useCallback(() => setGeneration((n) => n + 1), []);
  return {
    ...{
      room,
      problem,
      events: held.events,
      shown: shownOf(held),
      later: laterOf(held),
      fresh,
      drafts,
      live,
      typists,
    },
    ...{ hasEarlier: beginOf(held) > 0, loadEarlier, reach, leave, say, refresh, reload },
  };
}
