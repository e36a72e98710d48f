import { dropUndefined } from '../../base/drop-undefined';
import type { Lorebook } from '../../contract/lore';
import type { SceneBudgets, SceneBudgetsNow } from '../../contract/money';
import type { PaceRules } from '../../contract/pace';
import type { Failure } from '../../contract/problems';
import { checkLorebook } from '../lore/lore';

/** Rules for both creating and changing a scene. */

export type SetupIssue = { pointer: string; message: string };

/** @param at pointer to the map with character ids */
export const noSuchCharacter = (id: string, at = '/profiles/characters'): SetupIssue => ({
  pointer: `${at}/${id}`,
  message: 'no such character in the scene',
});

const BY_CHARACTER = ['talkativeness', 'lengths'] as const;

/**
 * Reports unknown ids in settings.
 *
 * @param ids of the cast
 */
export function checkSettings(
  settings: { [K in (typeof BY_CHARACTER)[number]]?: object | undefined },
  ids: readonly string[],
): SetupIssue[] {
  return BY_CHARACTER.flatMap((name) =>
    Object.keys(settings[name] ?? {})
      .filter((id) => !ids.includes(id))
      .map((id) => noSuchCharacter(id, `/settings/${name}`)),
  );
}

/** Merges a request into the budgets; missing fields stay. */
export function changeBudgets(now: SceneBudgetsNow, { perSeat, ...room }: SceneBudgets): SceneBudgetsNow {
  const { perSeat: seats, ...limits } = now;
  return { ...limits, ...dropUndefined(room), perSeat: { ...seats, ...dropUndefined(perSeat ?? {}) } };
}

/** Extracts the pace fields of a request. `holdForTyping: null` selects the mode's default. */
export const readPace = ({
  turnMode,
  gatherSeconds,
  hideLines,
  holdForTyping,
}: { [K in keyof PaceRules]?: PaceRules[K] | undefined }): Partial<PaceRules> =>
  dropUndefined({ turnMode, gatherSeconds, hideLines, holdForTyping });

/** Characters of all lorebooks together: they are part of the room's state, which must fit a database row. */
const MAX_LORE = 1_000_000;
const MAX_REPORTED = 20;

export const checkBooks = (books: readonly { pointer: string; book: Lorebook }[]): SetupIssue[] =>
  books.flatMap(({ pointer: at, book }) =>
    checkLorebook(book)
      .slice(0, MAX_REPORTED)
      .map(({ pointer, message }) => ({ pointer: `${at}${pointer}`, message })),
  );

export const checkBookSize = (books: readonly unknown[]): Failure | null =>
  JSON.stringify(books).length > MAX_LORE ? { code: 'too_large', what: 'lorebooks', limit: MAX_LORE } : null;
