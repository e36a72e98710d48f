import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { CallSummary } from '../../../../src/contract/calls';
import type { Event } from '../../../../src/contract/events/events';
import type { Round } from '../../../../src/contract/rounds';
import type { Scene } from '../../../../src/contract/scenes';
import { api, type PageProblem } from '../../api/api';
import { hand } from '../../api/scene';

/** Largest number of events read of one round. The API returns at most 1000 at once. */
const MAX_EVENTS = 1000;
/** Shortest time between two readings of a round while it is played. */
const AGAIN_MS = 600;
/** Number of tries for the calls, which the index has a moment after they ended, and the pause between them. */
const CALLS_TRIES = 4;
const CALLS_MS = 1500;

/** Builds the address of the scene with its backstage open at a round; null: closed. */
export const backstagePath = (scene: string, n: number | null): string =>
  n === null ? `/scenes/${scene}` : `/scenes/${scene}?backstage=${n}`;

/** Reads the round from `#/scenes/…?backstage=<round>`; 0: no round in particular; null: backstage is closed. */
export function parseBackstage(hash: string): number | null {
  const param = new URLSearchParams(hash.split('?')[1] ?? '').get('backstage');
  if (param === null) return null;
  return /^\d{1,9}$/.test(param) ? Number(param) : 0;
}

/** Returns the round on show backstage, as the address has it, or null. */
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
  /** Calls, oldest first. They come a moment after the round. */
  calls: CallSummary[];
}

/**
 * Reads a round once it is on show, and again as it goes on.
 *
 * @param mark changes whenever the round may have changed
 */
export function useRound(
  scene: Scene,
  n: number,
  mark: string | number,
): { reading: RoundRead | null; problem: PageProblem | null; reload: () => void } {
  const [reading, setReading] = useState<RoundRead | null>(null);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const wantedKey = useRef('');
  const last = useRef(0);
  const { id } = scene;

  const load = useCallback(async () => {
    const key = `${id} ${n}`;
    wantedKey.current = key;
    last.current = Date.now();
    const [round, calls] = await Promise.all([hand.round(id, n), api.callsOfRound(id, n)]);
    if (wantedKey.current !== key) return;
    if (!round.ok) return setProblem(round.problem);
    const [first] = round.value.events;
    const reach = (round.value.events.at(-1) ?? 0) - (first ?? 0) + 1;
    const page = first
      ? await api.events({ kind: 'scenes', id }, first - 1, Math.min(MAX_EVENTS, reach))
      : null;
    if (wantedKey.current !== key) return;
    setProblem(calls.ok ? (page?.ok === false ? page.problem : null) : calls.problem);
    setReading({
      round: round.value,
      events: page?.ok ? page.value.events : [],
      calls: calls.ok ? calls.value.items.toReversed() : [],
    });
  }, [id, n]);

  useEffect(() => {
    // The reading of another round is not shown under this one's number.
    setReading((held) => (held?.round.n === n ? held : null));
    setProblem(null);
  }, [n]);
  useEffect(() => {
    if (n === 0) return;
    const timer = window.setTimeout(() => void load(), Math.max(0, last.current + AGAIN_MS - Date.now()));
    return () => window.clearTimeout(timer);
  }, [load, n, mark]);
  const tries = useRef(0);
  useEffect(() => {
    if (!reading || reading.round.status === 'running' || reading.calls.length > 0) {
      tries.current = 0;
      return;
    }
    if (tries.current >= CALLS_TRIES) return;
    const timer = window.setTimeout(() => {
      tries.current += 1;
      void load();
    }, CALLS_MS);
    return () => window.clearTimeout(timer);
  }, [reading, load]);
  return { reading, problem, reload: () => void load() };
}
