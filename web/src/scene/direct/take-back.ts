import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { Event } from '../../../../src/contract/events/events';
import type { Scene } from '../../../../src/contract/scenes';
import { newIdempotencyKey, type PageProblem } from '../../api/api';
import { hand } from '../../api/scene';
import { showToast } from '../../kit/toast';
import { type AnyScene, isOwn } from '../who';
import { countedBefore, lastCounted, roundNumber } from './counted-rounds';

/** Rewinds to before a round, from any control of the scene. */
export const Undo = createContext<(n: number) => void>(() => {});
export const useUndo = (): ((n: number) => void) => useContext(Undo);

export interface Pending {
  /** The newest round that stays; null: no pending rewind. */
  to: number | null;
  takeBack: (n: number) => void;
  /** Sends a pending rewind now; resolves when the server has responded. */
  settle: () => Promise<void>;
}

/**
 * Delays a rewind while its toast offers to undo it: the lines disappear at once, and the request is sent when the
 * toast closes, the page is left, or a line is sent.
 */
export function usePendingUndo(
  scene: AnyScene | null,
  events: readonly Event[],
  onDone: () => void,
  onProblem: (problem: PageProblem | null) => void,
): Pending {
  const [to, setTo] = useState<number | null>(null);
  const pending = useRef<{ scene: string; to: number } | null>(null);
  /** Newest seq when the request was sent; null: not sent, or answered. */
  const askedAt = useRef<number | null>(null);
  const last = useRef({ onDone, onProblem, head: 0 });
  last.current = { onDone, onProblem, head: events.at(-1)?.seq ?? 0 };

  const settle = useCallback(async () => {
    const now = pending.current;
    if (!now) return;
    pending.current = null;
    askedAt.current = last.current.head;
    const reply = await hand.rollBack(now.scene, now.to, newIdempotencyKey());
    last.current.onProblem(reply.ok ? null : reply.problem);
    last.current.onDone();
    if (!reply.ok) setTo(null);
  }, []);
  const takeBack = (n: number) => {
    if (!scene || !isOwn(scene)) return;
    void settle();
    const newest = lastCounted(scene);
    const stays = countedBefore(scene, n);
    pending.current = { scene: scene.id, to: stays };
    setTo(stays);
    showToast({
      text: describeUndo(roundNumber(scene, n), roundNumber(scene, newest)),
      verb: 'Undo',
      onVerb: () => {
        pending.current = null;
        setTo(null);
      },
      onEnd: () => void settle(),
    });
  };
  useEffect(() => {
    // From here on the event log itself omits the lines.
    const head = askedAt.current;
    if (head === null) return;
    if (!events.some(({ seq, kind }) => seq > head && kind === 'round.rolledback')) return;
    askedAt.current = null;
    setTo(null);
  }, [events]);
  useEffect(() => {
    const leave = () => void (document.visibilityState === 'hidden' && settle());
    document.addEventListener('visibilitychange', leave);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      void settle();
    };
  }, [settle]);
  return { to, takeBack, settle };
}

const describeUndo = (n: number, newest: Scene['rounds']): string =>
  n === newest ? `Round ${n} removed.` : `Rounds ${n} to ${newest} removed.`;
