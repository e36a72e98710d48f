import { cutAtLetter } from '../../base/fold-text';
import { CUT_MARK } from '../../base/tokens';
import type { MemberInput, SceneBook } from '../../contract/create-scene';
import { fillMacros } from '../lore/macros';
import { callCharacter } from './fill-texts';

/** Parts of a card that become the scene's: its scenario, the book of its character, and how readily it talks. */

type Member = MemberInput & { id: string };
type Card = Omit<Member, 'scenario' | 'lorebook' | 'talkativeness'>;

/** Longest scenario and longest notes, as in a request. */
const MAX_SCENARIO = 20_000;
const MAX_NOTES = 8000;

/** A member of the cast without what its card brings for the scene. */
export function stripCardParts<T extends Member>(member: T): Card {
  const { scenario: _, lorebook: _book, talkativeness: _talk, ...card } = member;
  return card;
}

/** How readily the characters of cards talk, by id; those of which their cards say nothing are left out. */
export const listTalkativeness = (members: readonly Member[]): Record<string, number> =>
  Object.fromEntries(
    members.flatMap(({ id, talkativeness }) => (talkativeness === undefined ? [] : [[id, talkativeness]])),
  );

/**
 * Gives a scene the scenarios of cards. They are its own when it has none; else each stands in the notes of the scene
 * under the name of its character, so that every agent is told.
 *
 * @param now the scenario and the notes of the scene, filled in
 */
export function addScenarios(
  now: { scenario: string; note: string },
  members: readonly Member[],
): { scenario: string; note: string } {
  const scenarios = members.flatMap((member) => {
    const text = fillMacros(member.scenario ?? '', { char: callCharacter(member) }).trim();
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

/** The books of members of the cast, each with its owner; its id is that of the library character, while it is free. */
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

/** The id of a book that came with a request. */
export const nameBook = (n: number): string => `book-${n}`;

/** The highest number of {@link nameBook} in use; 0 for none. */
export const lastNumber = (books: readonly { id: string }[]): number =>
  Math.max(0, ...books.flatMap(({ id }) => /^book-(\d+)$/.exec(id)?.[1] ?? []).map(Number));
