import { dropUndefined } from '../../base/drop-undefined';
import type { Lorebook } from '../../contract/lore';
import type { SceneBudgets, SceneBudgetsNow } from '../../contract/money';
import type { PaceRules } from '../../contract/pace';
import type { Failure } from '../../contract/problems';
import { checkLorebook } from '../lore/lore';

/** Rules that creating and changing a scene share. */

/** A fault of a request, by its place in the body. */
export type Wrong = { pointer: string; message: string };

/** @param at place of the map in which the character is named */
export const noSuchCharacter = (id: string, at = '/profiles/characters'): Wrong => ({
  pointer: `${at}/${id}`,
  message: 'there is no such character in the scene',
});

/** Settings that are given by id of a character. */
const BY_CHARACTER = ['talkativeness', 'lengths'] as const;

/** Lists the ids in settings that are nobody's. @param ids of the cast */
export function checkSettings(
  settings: { [K in (typeof BY_CHARACTER)[number]]?: object | undefined },
  ids: readonly string[],
): Wrong[] {
  return BY_CHARACTER.flatMap((name) =>
    Object.keys(settings[name] ?? {})
      .filter((id) => !ids.includes(id))
      .map((id) => noSuchCharacter(id, `/settings/${name}`)),
  );
}

/** Merges a request into the budgets; what it leaves out stays. */
export function changeBudgets(now: SceneBudgetsNow, { perSeat, ...room }: SceneBudgets): SceneBudgetsNow {
  const { perSeat: seats, ...limits } = now;
  return { ...limits, ...dropUndefined(room), perSeat: { ...seats, ...dropUndefined(perSeat ?? {}) } };
}

/** Reads the pace out of a request: the fields that it gives. `holdForTyping: null` stands for the mode's own time. */
export const readPace = ({
  turnMode,
  gatherSeconds,
  hideLines,
  holdForTyping,
}: { [K in keyof PaceRules]?: PaceRules[K] | undefined }): Partial<PaceRules> =>
  dropUndefined({ turnMode, gatherSeconds, hideLines, holdForTyping });

/** Characters of all lorebooks together: they are part of the room's state, which must fit a row. */
const MAX_LORE = 1_000_000;
/** Most findings of one book in one answer. */
const MAX_TOLD = 20;

/** Lists the faults of a scene's books, by their places in the request. */
export const checkBooks = (books: readonly { pointer: string; book: Lorebook }[]): Wrong[] =>
  books.flatMap(({ pointer: at, book }) =>
    checkLorebook(book)
      .slice(0, MAX_TOLD)
      .map(({ pointer, message }) => ({ pointer: `${at}${pointer}`, message })),
  );

/** Returns a failure when the books are too large for one scene; null when they fit. */
export const weighBooks = (books: readonly unknown[]): Failure | null =>
  JSON.stringify(books).length > MAX_LORE ? { code: 'too_large', what: 'lorebooks', limit: MAX_LORE } : null;
