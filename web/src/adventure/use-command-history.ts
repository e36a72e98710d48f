import { useRef } from 'preact/hooks';
import type { Entry } from './fold-adventure';

/** Typed commands of a run, oldest first, without consecutive duplicates. */
export const listTyped = (entries: readonly Entry[]): string[] =>
  entries
    .flatMap((entry) =>
      entry.type === 'move' && entry.by === 'player' && entry.command !== '' ? [entry.command] : [],
    )
    .filter((command, at, all) => command !== all[at - 1]);

/** Position in a command history: how far back it is (0: the draft), and the edited lines. */
interface HistoryPlace {
  back: number;
  lines: ReadonlyMap<number, string>;
}

export const START: HistoryPlace = { back: 0, lines: new Map() };

/**
 * Moves through a history like a shell: 1 goes back, -1 forward, with the draft at the end. Edited lines stay edited.
 * Returns null at either end.
 */
export function moveInHistory(
  { back, lines }: HistoryPlace,
  by: number,
  history: readonly string[],
  text: string,
): { place: HistoryPlace; text: string } | null {
  const next = Math.max(0, Math.min(history.length, back + by));
  if (next === back) return null;
  const drafts = new Map(lines).set(back, text);
  return { place: { back: next, lines: drafts }, text: drafts.get(next) ?? history.at(-next) ?? '' };
}

/** Browses earlier commands of this and earlier visits with the arrow keys. */
export function useCommandHistory(entries: readonly Entry[], text: string, setText: (text: string) => void) {
  const place = useRef(START);
  const history = listTyped(entries);
  return {
    isEmpty: history.length === 0,
    /** Resets to the draft after sending. */
    reset: () => {
      place.current = START;
    },
    /** Handles an arrow key. */
    press: (event: KeyboardEvent) => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
      event.preventDefault();
      const step = moveInHistory(place.current, event.key === 'ArrowUp' ? 1 : -1, history, text);
      if (!step) return;
      place.current = step.place;
      setText(step.text);
    },
  };
}
