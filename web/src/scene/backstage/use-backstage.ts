import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { CallSummary } from '../../../../src/api/calls';
import type { Round } from '../../../../src/api/rounds';
import type { Scene } from '../../../../src/api/scenes';
import type { Event } from '../../../../src/events/events';
import { api, type PageProblem } from '../../api/api';
import { hand } from '../../api/scene';

/** Most events that are read of one round. The API gives at most 1000 at once. */
const MAX_EVENTS = 1000;
/** While a round is played, it is read again at most this often. */
const AGAIN_MS = 600;
/** The index has calls a moment after they ended: it is asked again so often, after so long. */
const CALLS_TRIES = 4;
const CALLS_MS = 1500;

/** The address of the scene with its backstage open at a round; null: closed. */
export const backstagePath = (scene: string, n: number | null): string =>
  n === null ? `/scenes/${scene}` : `/scenes/${scene}?backstage=${n}`;

/** The round in `#/scenes/…?backstage=<round>`; 0, for no round in particular; null: backstage is closed. */
export function parseBackstage(hash: string): number | null {
  const asked = new URLSearchParams(hash.split('?')[1] ?? '').get('backstage');
  if (asked === null) return null;
  return /^\d{1,9}$/.test(asked) ? Number(asked) : 0;
}

/** Follows the address: which round is looked at behind the stage, or null. */
export function useBackstageRound(): number | null {
  const [n, setN] = useState(() => parseBackstage(location.hash));
  useEffect(() => {
    const follow = () => setN(parseBackstage(location.hash));
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return n;
}

export interface RoundRead {
  round: Round;
  /** Its events, with private ones. */
  events: Event[];
  /** Oldest first. They come a moment after the round. */
  calls: CallSummary[];
}

/**
 * One round, read when it is looked at, and again as it goes on.
 *
 * @param mark changes whenever the round may have changed
 */
export function useRound(
  scene: Scene,
  n: number,
  mark: string | number,
): { read: RoundRead | null; problem: PageProblem | null; reload: () => void } {
  const [read, setRead] = useState<RoundRead | null>(null);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const wanted = useRef('');
  const last = useRef(0);
  const { id } = scene;

  const load = useCallback(async () => {
    const key = `${id} ${n}`;
    wanted.current = key;
    last.current = Date.now();
    const [round, calls] = await Promise.all([hand.round(id, n), api.callsOfRound(id, n)]);
    if (wanted.current !== key) return;
    if (!round.ok) return setProblem(round.problem);
    const [first] = round.value.events;
    const reach = (round.value.events.at(-1) ?? 0) - (first ?? 0) + 1;
    const page = first
      ? await api.events({ kind: 'scenes', id }, first - 1, Math.min(MAX_EVENTS, reach))
      : null;
    if (wanted.current !== key) return;
    setProblem(calls.ok ? (page?.ok === false ? page.problem : null) : calls.problem);
    setRead({
      round: round.value,
      events: page?.ok ? page.value.events : [],
      calls: calls.ok ? calls.value.items.toReversed() : [],
    });
  }, [id, n]);

  useEffect(() => {
    // What was read of another round is not shown under this one's number.
    setRead((held) => (held?.round.n === n ? held : null));
    setProblem(null);
  }, [n]);
  useEffect(() => {
    if (n === 0) return;
    const timer = window.setTimeout(() => void load(), Math.max(0, last.current + AGAIN_MS - Date.now()));
    return () => window.clearTimeout(timer);
  }, [load, n, mark]);
  const tries = useRef(0);
  useEffect(() => {
    if (!read || read.round.status === 'running' || read.calls.length > 0) {
      tries.current = 0;
      return;
    }
    if (tries.current >= CALLS_TRIES) return;
    const timer = window.setTimeout(() => {
      tries.current += 1;
      void load();
    }, CALLS_MS);
    return () => window.clearTimeout(timer);
  }, [read, load]);
  return { read, problem, reload: () => void load() };
}
