import type { Lorebook } from '../../../api/lore';
import type { Failure } from '../../../api/problems';
import { checkLorebook } from '../../../lore/lore';

/** Characters of all lorebooks together: they are part of the room's state, which must fit a row. */
const MAX_LORE = 1_000_000;
/** Most findings of one book in one answer. */
const MAX_TOLD = 20;

/** Lists the faults of a scene's books, by their places in the request. */
export const checkBooks = (
  books: readonly { pointer: string; book: Lorebook }[],
): { pointer: string; message: string }[] =>
  books.flatMap(({ pointer: at, book }) =>
    checkLorebook(book)
      .slice(0, MAX_TOLD)
      .map(({ pointer, message }) => ({ pointer: `${at}${pointer}`, message })),
  );

/** Returns a failure when the books are too large for one scene; null when they fit. */
export const weighBooks = (books: readonly unknown[]): Failure | null =>
  JSON.stringify(books).length > MAX_LORE ? { code: 'too_large', what: 'lorebooks', limit: MAX_LORE } : null;
