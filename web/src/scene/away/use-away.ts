import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { readSeen } from '../../room/seen';
import type { Line } from '../lines/fold-scene';
import { findUnread, type Missed, type Unread } from './unread';

export interface Away {
  /** Counts other people's lines while the page was hidden or since the last visit; null: none, or seen. */
  unread: Unread | null;
  /** True while the page is out of sight. */
  isAway: boolean;
  /** False until the mark above the unread lines was visible. */
  isMarkSeen: boolean;
  onMarkSeen: () => void;
  /** Called after the mark was visible and scrolled past. */
  onMarkPast: () => void;
}

const isHidden = (): boolean => document.visibilityState === 'hidden';

/**
 * Tracks the events of a room not seen in this browser: since it was last open here, and while the page is hidden.
 *
 * @param head seq of the newest event; 0 before the first load
 * @param self the visitor's actor
 */
export function useAway(room: string, head: number, lines: readonly Line[], self: string | null): Away {
  const [isAway, setAway] = useState(isHidden);
  const [missed, setMissed] = useState<Missed | null>(() => {
    const from = readSeen(room);
    return from === null ? null : { from, to: null };
  });
  const [isMarkSeen, setMarkSeen] = useState(false);
  const newest = useRef(head);
  newest.current = head;

  const isRead = head > 0;
  useEffect(() => {
    if (!isRead) return;
    // A page that opens in the background has shown nothing yet.
    if (isHidden()) setMissed((one) => one ?? { from: newest.current, to: null });
    // While visible, new events count as seen.
    else setMissed((one) => one && { ...one, to: one.to ?? newest.current });
  }, [isRead]);
  useEffect(() => {
    const turn = () => {
      setAway(isHidden());
      if (newest.current === 0) return;
      if (isHidden()) {
        setMarkSeen(false);
        setMissed({ from: newest.current, to: null });
      } else setMissed((one) => one && { ...one, to: one.to ?? newest.current });
    };
    document.addEventListener('visibilitychange', turn);
    return () => document.removeEventListener('visibilitychange', turn);
  }, []);

  const unread = useMemo(
    () => (missed && (missed.to !== null || isAway) ? findUnread(lines, missed, self) : null),
    [lines, missed, self, isAway],
  );
  const onMarkSeen = useCallback(() => setMarkSeen(true), []);
  const onMarkPast = useCallback(() => setMissed(null), []);
  return { unread, isAway, isMarkSeen, onMarkSeen, onMarkPast };
}
