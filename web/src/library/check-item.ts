import './no-eval';
import type { LibraryKind } from '../../../src/contract/library';
import { checkUnknown } from '../../../src/library/check';

/** One thing that is wrong with an item; `pointer` is a JSON Pointer into its body. */
export interface Mistake {
  pointer: string;
  message: string;
}

/** What the server would find wrong with an item, by the very rules it checks by; `[]` accepts. */
export function findMistakes(kind: LibraryKind, body: unknown): Mistake[] {
  const checked = checkUnknown(kind, body);
  if (checked.ok) return [];
  const { failure } = checked;
  if (failure.code === 'invalid') return failure.errors;
  return [{ pointer: '', message: 'it is too large: an item has at most 1 MB' }];
}
