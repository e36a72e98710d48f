import { useLayoutEffect, useState } from 'preact/hooks';
import type { Json } from '../../../../src/base/json';
import { isSame } from '../../library/item-draft';

/**
 * What is typed stays as it is, `1.` or an empty line too, and the value follows it; when the value changes from
 * elsewhere, what is typed follows that. It follows before the next key is pressed: an effect after the drawing would
 * meet newer text with an older value.
 *
 * @param read the value of what is typed
 * @param show a value as it would be typed
 */
export function useTyped<T, V extends Json | undefined>(
  value: V,
  read: (typed: T) => V,
  show: (value: V) => T,
): [typed: T, setTyped: (typed: T) => void] {
  const [typed, setTyped] = useState<T>(() => show(value));
  useLayoutEffect(() => setTyped((held) => (isSame(read(held), value) ? held : show(value))), [value]);
  return [typed, setTyped];
}
