import type { CountTokens } from '../../base/tokens';
import type { LoreVerdict, TriedLore, TryLore } from '../../contract/lore';
import { findLore, findRefusal, readConversation } from './lore';
import { compileBook, fillKeys, type Matcher, ScannedText, StepBudget } from './match';

/**
 * Tests a book against a text: the outcome of each entry and the reason, as decided by {@link findLore}.
 * Pure.
 *
 * The reason for a missing entry is the first that applies: it is disabled; it is for other readers or for
 * later; it has no key; it waits for recursion that did not happen; no key matches; its secondary keys; too
 * costly regular expressions; then the reason of the search itself.
 */
export function explainLore({ book, char, user, ...more }: TryLore, count: CountTokens): TriedLore {
  const reader = char === '' ? null : { id: '', name: char, nickname: '' };
  const names = { char: [char].filter(Boolean), user: [user].filter(Boolean) };
  const talk = { ...more, reader, names };
  const found = findLore({ ...talk, books: [{ id: BOOK, book }], count });
  const inside = new Map(found.entries.map((entry) => [entry.id, entry]));
  const left = new Map(found.left.map(({ id, why }) => [id, why]));
  const lore = found.heard.map((text) => new ScannedText(text));
  const read = readConversation(talk);
  // Test every key, while the search stops at the first match.
  const steps = new StepBudget();
  const entries = compileBook(book).entries.map((matched, place): LoreVerdict => {
    const { entry, keys, secondary } = fillKeys(matched, names);
    const said = read({ entry, book: { id: BOOK, book } });
    const told = book.recursive && !entry.excludeRecursion ? lore : [];
    const locate = (matcher: Matcher) => {
      if (said.some((text) => matcher.in(text, steps))) return 'talk' as const;
      return told.some((text) => matcher.in(text, steps)) ? ('lore' as const) : null;
    };
    const hits = keys.flatMap((matcher) => {
      const where = locate(matcher);
      return where ? [{ key: matcher.key, found: where }] : [];
    });
    const won = inside.get(entry.id);
    const refusal = (): LoreVerdict['why'] => {
      if (!entry.enabled) return 'disabled';
      const reasonClosed = findRefusal(matched, talk);
      if (reasonClosed) return reasonClosed;
      if (!entry.constant && keys.length === 0) return 'no-keys';
      const decided = left.get(entry.id);
      if (decided) return decided;
      if (entry.delayUntilRecursion && told.length === 0) return 'waiting';
      return entry.constant || hits.length > 0 ? 'logic' : 'no-match';
    };
    const reason = won?.why.kind === 'key' ? won.why.found : 'constant';
    return {
      place,
      id: entry.id,
      name: entry.name,
      in: won !== undefined,
      why: won ? reason : refusal(),
      keys: hits,
      secondary: secondary.map((matcher) => ({ key: matcher.key, found: locate(matcher) })),
      tokens: won?.tokens ?? null,
    };
  });
  const problems = found.problems.map(({ pointer, message }) => ({ pointer, message }));
  return { entries, tokens: found.entries.reduce((sum, { tokens }) => sum + tokens, 0), problems };
}

const BOOK = 'book';
