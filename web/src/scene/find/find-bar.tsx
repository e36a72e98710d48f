import { ChevronDown, ChevronUp, X } from 'lucide';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Icon } from '../../kit/icon';
import type { Line } from '../lines/fold-scene';
import { findLines } from './find-lines';
import './find.css';

interface FindProps {
  lines: readonly Line[];
  hasEarlier: boolean;
  loadEarlier: () => Promise<void>;
  /** Scrolls to a line; null: none. */
  onShow: (seq: number | null) => void;
  onClose: () => void;
}

/**
 * Searches the transcript, of which the browser's own search sees only the rendered part. Starts at the newest line,
 * and loads the rest while open.
 */
export function FindBar({ lines, hasEarlier, loadEarlier, onShow, onClose }: FindProps) {
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  /** Counted from the newest; stays with its line as earlier ones load. */
  const [back, setBack] = useState(0);
  const seqs = useMemo(() => findLines(lines, query), [lines, query]);
  const place = Math.min(back, Math.max(0, seqs.length - 1));
  const seq = seqs[seqs.length - 1 - place] ?? null;
  useEffect(() => field.current?.focus(), []);
  useEffect(() => onShow(seq), [seq, onShow]);
  useEffect(() => {
    if (hasEarlier) void loadEarlier();
  }, [hasEarlier, loadEarlier, lines]);

  const turn = (by: number) => {
    if (seqs.length > 0) setBack((place + by + seqs.length) % seqs.length);
  };
  return (
    <search class="find">
      <input
        ref={field}
        type="search"
        aria-label="Find in the transcript"
        placeholder="Find…"
        value={query}
        onInput={({ currentTarget: { value } }) => {
          setQuery(value);
          setBack(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            turn(event.shiftKey ? -1 : 1);
          } else if (event.key === 'Escape') {
            event.preventDefault();
            onClose();
          }
        }}
      />
      <span class="quiet small" role="status">
        {query.trim() !== '' &&
          (seqs.length > 0
            ? `${seqs.length - place} of ${seqs.length}`
            : hasEarlier
              ? 'loading earlier lines…'
              : 'no matches')}
      </span>
      <button type="button" class="plain icon-button" aria-label="Previous match" onClick={() => turn(1)}>
        <Icon of={ChevronUp} />
      </button>
      <button type="button" class="plain icon-button" aria-label="Next match" onClick={() => turn(-1)}>
        <Icon of={ChevronDown} />
      </button>
      <button type="button" class="plain icon-button" aria-label="Close search" onClick={onClose}>
        <Icon of={X} />
      </button>
    </search>
  );
}
