import type { Json } from '../../../../src/base/json';
import { isObject } from '../../api/payload';

/** An object where the text is one; the text itself while it is not, so that it is not lost; nothing where it is blank. */
export function readJsonText(text: string): Json | undefined {
  if (text.trim() === '') return undefined;
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : text;
  } catch {
    return text;
  }
}
