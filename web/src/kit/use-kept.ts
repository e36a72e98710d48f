import { useCallback, useState } from 'preact/hooks';

/** New values of some fields, or a function of the current value that returns them. */
type Change<T> = Partial<T> | ((held: T) => Partial<T>);

/**
 * Keeps a form's values in this browser until they are forgotten, so that leaving or reloading the page loses
 * nothing.
 *
 * @param name tells it from others
 * @param start initial value; also fills fields that an older page did not store
 */
export function useStored<T extends object>(
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
          // The browser's storage is full: the value lasts as long as the page is open.
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
    const values: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof values === 'object' && values !== null ? (values as Partial<T>) : {};
  } catch {
    return {};
  }
}
