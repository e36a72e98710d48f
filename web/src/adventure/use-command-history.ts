import { useRef } from 'preact/hooks';
import type { Entry } from './fold-adventure';

/** Commands that people typed in a run, oldest first; one typed several times in a row stands there once. */
export const listTyped = (entries: readonly Entry[]): string[] =>
  entries
    .flatMap((entry) =>
      entry.type === 'move' && entry.by === 'player' && entry.command !== '' ? [entry.command] : [],
    )
    .filter((command, at, all) => command !== all[at - 1]);

/**
 * Leafs through what was typed before, in this visit and in earlier ones, as a shell does: up goes back, down comes forward, and
 * what was being typed waits at the end. A line that was changed on the way stays changed until a command is given.
 */
export function useCommandHistory(entries: readonly Entry[], text: string, setText: (text: string) => void) {
  /** How far back it is leafed (0: what is being typed), and the lines as they were left. */
  const place = useRef({ back: 0, lines: new Map<number, string>() });
  const history = listTyped(entries);
  const leaf = (by: number) => {
    const { back, lines } = place.current;
    const next = Math.max(0, Math.min(history.length, back + by));
    if (next === back) return;
    lines.set(back, text);
    place.current.back = next;
    setText(lines.get(next) ?? history.at(-next) ?? '');
  };
  return {
    isEmpty: history.length === 0,
    /** Ends the leafing: the line was given. */
    reset: () => {
      place.current = { back: 0, lines: new Map() };
    },
    /** Takes a key that leafs. */
    press: (event: KeyboardEvent) => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
      event.preventDefault();
      leaf(event.key === 'ArrowUp' ? 1 : -1);
    },
  };
}
