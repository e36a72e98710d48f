import { isObject, type Json } from '../../../../src/base/json';

/** Parses a JSON object. Returns other text unchanged, so that nothing typed is lost, and undefined for blank text. */
export function readJsonText(text: string): Json | undefined {
  if (text.trim() === '') return undefined;
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : text;
  } catch {
    return text;
  }
}
