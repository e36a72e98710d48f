import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Event } from '../../src/contract/events';
import { api, type PageProblem, type RoomAddress } from './api';
import { type Draft, foldDrafts } from './drafts';
import { isEvent, type LiveState, openLive } from './live';

/** Events loaded at first and with each step back. The API gives at most 1000 at once. */
const WINDOW = 500;
/** While nothing answers, opening is tried again this often. */
const REOPEN_MS = 3000;
/** A room is read again at most this often, however many events arrive. */
const REFRESH_MS = 250;

const whole = (event: Event): Event => event;

export interface RoomView<R> {
  /** Null while loading, and when `problem` is set. */
  room: R | null;
  problem: PageProblem | null;
  /** A stretch of the ledger without gaps, up to now. */
  events: Event[];
  /** What the socket brought last; empty for what was loaded as history. */
  fresh: Event[];
  /** Lines that are still being written. */
  drafts: readonly Draft[];
  live: LiveState;
  hasEarlier: boolean;
  loadEarlier: () => Promise<void>;
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
  const [events, setEvents] = useState<Event[]>([]);
  const [fresh, setFresh] = useState<Event[]>([]);
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  const [live, setLive] = useState<LiveState>('connecting');
  const [generation, setGeneration] = useState(0);
  const timer = useRef<number | undefined>(undefined);

  const refresh = useCallback(() => {
    timer.current ??= window.setTimeout(async () => {
      const reply = await api.room<R>({ kind, id });
      timer.current = undefined;
      if (reply.ok) setRoom(reply.value);
    }, REFRESH_MS);
  }, [kind, id]);

  useEffect(() => {
    let gone = false;
    let close: (() => void) | null = null;
    let reopening: number | undefined;
    setRoom(null);
    setProblem(null);
    setEvents([]);
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
      setEvents(page.value.events.map(trim));
      if (page.value.events.some((event) => event.seq > read.value.head && changesRoom(event))) refresh();
      close = openLive({
        room: { kind, id },
        after: page.value.events.at(-1)?.seq ?? from,
        onState: (state) => {
          setLive(state);
          // Sentences that were missed do not come again.
          if (state !== 'live') setDrafts([]);
        },
        onRefused: setProblem,
        onNews: (news) => {
          setDrafts((held) => foldDrafts(held, news));
          const more = news.filter(isEvent).map(trim);
          if (more.length === 0) return;
          setEvents((held) => [...held, ...more]);
          setFresh(more);
          if (more.some(changesRoom)) refresh();
        },
      });
    }
    void open();
    return () => {
      gone = true;
      close?.();
      window.clearTimeout(reopening);
      window.clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [kind, id, generation, changesRoom, trim, refresh]);

  const first = events[0]?.seq ?? 1;
  const loadEarlier = useCallback(async () => {
    const from = Math.max(0, first - 1 - WINDOW);
    const page = await api.events({ kind, id }, from, first - 1 - from);
    if (!page.ok) return setProblem(page.problem);
    const earlier = page.value.events.map(trim);
    setEvents((held) => [...earlier.filter((e) => e.seq < (held[0]?.seq ?? 0)), ...held]);
  }, [kind, id, first, trim]);

  const reload = useCallback(() => setGeneration((n) => n + 1), []);
  return { room, problem, events, fresh, drafts, live, hasEarlier: first > 1, loadEarlier, refresh, reload };
}
