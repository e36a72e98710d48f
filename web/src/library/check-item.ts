import './no-eval';
import type { JsonObject } from '../../../src/base/json';
import type { LibraryKind } from '../../../src/contract/library';
import { checkUnknown } from '../../../src/library/check';

/** A mistake in an item; `pointer` is a JSON Pointer into its body. */
export interface Mistake {
  pointer: string;
  message: string;
}

/** Lists the mistakes that the server would find in an item, by the same rules; `[]` accepts. */
export function findMistakes(kind: LibraryKind, body: JsonObject): Mistake[] {
  const mistakes = check(kind, body);
  // Checks of a whole item need a valid body. A new item has no name yet, so use a placeholder.
  const isNameless = mistakes.length > 0 && mistakes.every(({ pointer }) => pointer === '/name');
  return isNameless ? [...mistakes, ...check(kind, { ...body, name: STAND_IN })] : mistakes;
}

const STAND_IN = 'Unnamed';

function check(kind: LibraryKind, body: JsonObject): Mistake[] {
  const result = checkUnknown(kind, body);
  if (result.ok) return [];
  const { failure } = result;
  if (failure.code === 'invalid') return failure.errors;
  return [{ pointer: '', message: 'Too large: an item can be at most 1 MB' }];
}
