import { useLayoutEffect, useState } from 'preact/hooks';
import type { Json } from '../../../../src/base/json';
import { isSame } from '../../library/item-draft';

/**
 * Keeps text as typed, even `1.` or an empty line, and derives the value from it. If the value changes from elsewhere,
 * the text follows before the next key press: an effect after rendering would pair newer text with an older value.
 *
 * @param read parses the text
 * @param show formats a value as text
 */
export function useTyped<T, V extends Json | undefined>(
  value: V,
  read: (typed: T) => V,
  show: (value: V) => T,
): [typed: T, setTyped: (typed: T) => void] {
  const [text, setText] = useState<T>(() => show(value));
  useLayoutEffect(() => setText((held) => (isSame(read(held), value) ? held : show(value))), [value]);
  return [text, setText];
}
