import { type Lorebook, type LoreEntry, lorebook, loreEntry } from '../../src/contract/lore';
import { findLore, type LoreInput } from '../../src/scene/lore/lore';

export type Entry = Partial<LoreEntry> & { id: string };
/** An entry whose default text is its id. */
const makeEntry = (entry: Entry): LoreEntry => loreEntry.parse({ content: entry.id, ...entry });
export const makeBook = (entries: Entry[], settings: Partial<Lorebook> = {}): Lorebook =>
  lorebook.parse({ name: 'Book', ...settings, entries: entries.map(makeEntry) });
export const countWords = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

export const search = (book: Lorebook | Lorebook[], messages: string[], more: Partial<LoreInput> = {}) =>
  findLore({
    books: [book].flat().map((one, i) => ({ id: `b${i}`, book: one })),
    messages,
    seed: 'seed',
    budget: null,
    count: countWords,
    ...more,
  });
export const ids = (book: Lorebook | Lorebook[], messages: string[], more: Partial<LoreInput> = {}): string =>
  search(book, messages, more)
    .entries.map(({ id }) => id)
    .join(' ');
export const leftOut = (
  book: Lorebook | Lorebook[],
  messages: string[],
  more: Partial<LoreInput> = {},
): string =>
  search(book, messages, more)
    .left.map(({ id, why }) => `${id}:${why}`)
    .join(' ');
/** Enough seeds to test a probability. */
export const SEEDS = Array.from({ length: 400 }, (_, i) => `seed ${i}`);
