import { escapeKey } from '../base/pointer';
import { MAX_STORED_DEPTH } from './json';

/** Zod drops this name from records, because assigning it would change the object's prototype. */
const LOST = '__proto__';

/**
 * Lists the names in a value that its schema would drop silently.
 *
 * @param given the value before parsing
 * @param read the value after parsing
 * @returns JSON pointers
 */
export function findDroppedNames(given: unknown, read: unknown, at = '', depth = 0): string[] {
  // No schema accepts deeper values.
  if (depth > MAX_STORED_DEPTH || !isObject(given) || !isObject(read)) return [];
  const isLost = Object.hasOwn(given, LOST) && !Object.hasOwn(read, LOST);
  const within = Object.keys(given)
    .filter((name) => Object.hasOwn(read, name))
    .flatMap((name) => findDroppedNames(given[name], read[name], `${at}/${escapeKey(name)}`, depth + 1));
  return isLost ? [`${at}/${LOST}`, ...within] : within;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
