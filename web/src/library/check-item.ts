import './no-eval';
import type { LibraryKind } from '../../../src/api/library';
import type { JsonObject } from '../../../src/base/json';
import { checkUnknown } from '../../../src/library/check';

/** One thing that is wrong with an item; `pointer` is a JSON Pointer into its body. */
export interface Mistake {
  pointer: string;
  message: string;
}

/** What the server would find wrong with an item, by the very rules it checks by; `[]` accepts. */
export function findMistakes(kind: LibraryKind, body: JsonObject): Mistake[] {
  const found = check(kind, body);
  // Rules for an item as a whole wait for a body of the right form, and a new one has no name for a while: they are not
  // to wait for that.
  const isNameless = found.length > 0 && found.every(({ pointer }) => pointer === '/name');
  return isNameless ? [...found, ...check(kind, { ...body, name: STAND_IN })] : found;
}

/** A name that nothing is wrong with. */
const STAND_IN = 'Nameless';

function check(kind: LibraryKind, body: JsonObject): Mistake[] {
  const checked = checkUnknown(kind, body);
  if (checked.ok) return [];
  const { failure } = checked;
  if (failure.code === 'invalid') return failure.errors;
  return [{ pointer: '', message: 'it is too large: an item has at most 1 MB' }];
}
