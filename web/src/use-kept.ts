import { useCallback, useState } from 'preact/hooks';

/**
 * Something that is typed and must not be lost when the page is left or loaded anew: it stays in this browser until it is
 * forgotten.
 *
 * @param name tells it from others
 * @param start what it is at first; fields that an older page did not keep are as here
 */
export function useKept<T extends object>(
  name: string,
  start: T,
): [T, (change: Partial<T>) => void, () => void] {
  const key = `proscenium:kept:${name}`;
  const [value, setValue] = useState<T>(() => ({ ...start, ...read<T>(key) }));
  const change = useCallback(
    (part: Partial<T>) =>
      setValue((held) => {
        const next = { ...held, ...part };
        try {
          localStorage.setItem(key, JSON.stringify(next));
        } catch {
          // The browser has no room: it is kept as long as the page is open.
        }
        return next;
      }),
    [key],
  );
  const forget = useCallback(() => localStorage.removeItem(key), [key]);
  return [value, change, forget];
}

function read<T>(key: string): Partial<T> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Partial<T>) : {};
  } catch {
    return {};
  }
}
