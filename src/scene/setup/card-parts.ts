import { cutAtLetter } from '../../base/fold-text';
import { CUT_MARK } from '../../base/tokens';
import type { MemberInput, SceneBook } from '../../contract/create-scene';
import { fillMacros } from '../lore/macros';
import { characterMacros } from './fill-texts';

/** Parts of a card that become the scene's: scenario, character book and talkativeness. */

type Member = MemberInput & { id: string };
type Card = Omit<Member, 'scenario' | 'lorebook' | 'talkativeness'>;

/** The same limits as in a request. */
const MAX_SCENARIO = 20_000;
const MAX_NOTES = 8000;

export function stripCardParts<T extends Member>(member: T): Card {
  const { scenario: _, lorebook: _book, talkativeness: _talk, ...card } = member;
  return card;
}

/** Talkativeness by character id, only for cards that set it. */
export const listTalkativeness = (members: readonly Member[]): Record<string, number> =>
  Object.fromEntries(
    members.flatMap(({ id, talkativeness }) => (talkativeness === undefined ? [] : [[id, talkativeness]])),
  );

/**
 * Adds the scenarios of cards to a scene: as its scenario if it has none, else as notes under the character's
 * name, so that every agent sees them.
 *
 * @param now the scenario and the notes of the scene, with macros filled in
 */
export function addScenarios(
  now: { scenario: string; note: string },
  members: readonly Member[],
): { scenario: string; note: string } {
  const scenarios = members.flatMap((member) => {
    const text = fillMacros(member.scenario ?? '', { char: characterMacros(member) }).trim();
    return text === '' ? [] : [{ name: member.name, text }];
  });
  if (scenarios.length === 0) return now;
  if (now.scenario.trim() === '') {
    const texts = [...new Set(scenarios.map(({ text }) => text))];
    return { ...now, scenario: cut(texts.join('\n\n'), MAX_SCENARIO) };
  }
  const notes = [now.note, ...scenarios.map(({ name, text }) => `${name}: ${text}`)];
  return { ...now, note: cut(notes.filter((text) => text !== '').join('\n\n'), MAX_NOTES) };
}

const cut = (text: string, most: number): string =>
  text.length <= most ? text : cutAtLetter(text, most - CUT_MARK.length).trimEnd() + CUT_MARK;

/**
 * The books of cast members, each with its owner. Its id is the id of the library character if that is free.
 */
export function listOwnBooks(members: readonly Member[], books: readonly SceneBook[]): SceneBook[] {
  const usedIds = new Set(books.map(({ id }) => id));
  let last = lastNumber(books);
  return members.flatMap(({ id: of, from, lorebook: book }): SceneBook[] => {
    if (!book) return [];
    const isFree = from !== undefined && !usedIds.has(from);
    if (!isFree) last += 1;
    const id = isFree ? from : nameBook(last);
    usedIds.add(id);
    return [{ id, book, of }];
  });
}

export const nameBook = (n: number): string => `book-${n}`;

/** The highest number of {@link nameBook} in use; 0 for none. */
export const lastNumber = (books: readonly { id: string }[]): number =>
  Math.max(0, ...books.flatMap(({ id }) => /^book-(\d+)$/.exec(id)?.[1] ?? []).map(Number));
