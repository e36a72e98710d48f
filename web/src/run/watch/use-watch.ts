import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Event } from '../../../../src/contract/events/events';
import { useStored } from '../../kit/use-kept';
import type { Begins } from './begins';
import { isBoard, listMoments, momentAt } from './moments';

/** Speeds of watching; 1 is the pace of a person who looks on. */
export const SPEEDS = [0.5, 1, 2, 4, 8] as const;

export interface Watch {
  /** The events that the watcher has seen; all of them at the live end. */
  seen: readonly Event[];
  /** Index of the newest frame that was shown, and of the newest that there is; -1: there is none. */
  frame: number;
  newest: number;
  /** Number of the turn that was shown last; 0 before the first. */
  turn: number;
  /** True if newer events have not been shown yet. */
  isBehind: boolean;
  /** False: nothing moves, neither from the past nor from the live end. */
  plays: boolean;
  /** The game is over, and its end is on show. */
  isAtEnd: boolean;
  speed: number;
  setSpeed: (speed: number) => void;
  /** Plays from a frame (null: from the current position, or from the start if the run is over). */
  play: (frame: number | null) => void;
  pause: () => void;
  /** Shows everything up to that frame, and stays there. */
  seek: (frame: number) => void;
  /** Shows events as they happen. */
  goLive: () => void;
}

/**
 * Lets a person follow a run at a comfortable pace. Newer events are held back and revealed turn by turn.
 *
 * @param isWhole false while earlier events are loading
 * @param isFrame which events show a frame; must be the same function on every render
 */
export function useWatch(
  events: readonly Event[],
  begins: Begins,
  isWhole: boolean,
  isFrame = isBoard,
): Watch {
  const moments = useMemo(() => listMoments(events, isFrame), [events, isFrame]);
  const isOver = useMemo(
    () => events.findLast(({ kind }) => kind.startsWith('run.'))?.kind === 'run.finished',
    [events],
  );
  /** Number of the last event that was shown; null: all of them. */
  const [head, setHead] = useState<number | null>(begins === 'first' ? 0 : null);
  const [plays, setPlays] = useState(true);
  const [choice, keep] = useStored('watch', { speed: 1 });
  const shownAt = useRef(Number.NEGATIVE_INFINITY);

  const at = head === null ? moments.length - 1 : momentAt(moments, head);
  const next = isWhole ? moments[at + 1] : undefined;
  const newestSeq = moments.at(-1)?.seq ?? 0;
  const show = useCallback((seq: number | null) => {
    shownAt.current = performance.now();
    setHead(seq);
  }, []);

  // Visitors of a run in progress start at its newest frame and follow at the same pace.
  const isPlaced = useRef(false);
  useEffect(() => {
    if (!isWhole || isPlaced.current) return;
    isPlaced.current = true;
    if (begins === 'newest' && !isOver) show(newestSeq);
  }, [isWhole, begins, isOver, newestSeq, show]);

  // Before rendering, as an empty board would flash.
  const firstSeq = moments[0]?.seq;
  useLayoutEffect(() => {
    if (head === 0 && isWhole && firstSeq !== undefined) show(firstSeq);
  }, [head, isWhole, firstSeq, show]);

  const holdMs = (moments[at]?.holdMs ?? 0) / choice.speed;
  useEffect(() => {
    if (!plays || !next) return;
    const wait = Math.max(0, shownAt.current + holdMs - performance.now());
    const timer = window.setTimeout(() => show(next.seq), wait);
    return () => window.clearTimeout(timer);
  }, [plays, next?.seq, holdMs, show]);
  // Everything of a run that is over was seen.
  useEffect(() => {
    if (head !== null && isWhole && isOver && plays && !next) setHead(null);
  }, [head, isWhole, isOver, plays, next]);

  const seqOf = (frame: number): number => moments.find((moment) => moment.frame === frame)?.seq ?? newestSeq;
  const seen = useMemo(
    () => (next ? events.slice(0, moments[at]?.seen ?? 0) : events),
    [events, next !== undefined, moments, at],
  );
  const isAtEnd = isOver && head === null;
  const frameUpTo = (index: number): number =>
    moments.findLast((moment, i) => i <= index && moment.frame !== null)?.frame ?? -1;
  return {
    seen,
    frame: frameUpTo(at),
    newest: frameUpTo(moments.length - 1),
    turn: moments[at]?.turn ?? 0,
    isBehind: next !== undefined,
    plays: plays && !isAtEnd,
    isAtEnd,
    speed: choice.speed,
    setSpeed: (speed) => keep({ speed }),
    play: (frame) => {
      setPlays(true);
      if (frame !== null) show(seqOf(frame));
      else if (isAtEnd) show(moments[0]?.seq ?? 0);
      else if (head === null) show(newestSeq);
    },
    pause: () => {
      setPlays(false);
      if (head === null && !isOver) show(newestSeq);
    },
    seek: (frame) => {
      setPlays(false);
      show(seqOf(frame));
    },
    goLive: () => {
      setPlays(true);
      show(null);
    },
  };
}
