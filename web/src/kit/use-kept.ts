import { useCallback, useState } from 'preact/hooks';

/** Fields that are to be otherwise, or how they follow from what is. */
type Change<T> = Partial<T> | ((held: T) => Partial<T>);

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
): [value: T, change: (change: Change<T>) => void, forget: () => void] {
  const key = `proscenium:kept:${name}`;
  const [value, setValue] = useState<T>(() => ({ ...start, ...read<T>(key) }));
  const change = useCallback(
    (part: Change<T>) =>
      setValue((held) => {
        const next = { ...held, ...(typeof part === 'function' ? part(held) : part) };
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
