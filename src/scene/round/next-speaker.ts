import type { Directive } from '../../contract/agents';
import type { EventDraft, PayloadOf } from '../../contract/events/events';
import { fail, ok, type Result } from '../../contract/problems';
import type { NextSpeaker } from '../../contract/scenes';
import { findMember, type SceneState, unknownCharacter } from '../state';

/** The next speaker: first the owner's choice, then the director's order, then the longest silence. */

/**
 * Stores the owner's choice of next speaker and skipped characters. Replaces the earlier choice.
 *
 * @returns `invalid` for an unknown name or one that is both called and skipped; `conflict` in a table game
 */
export function chooseNextSpeaker(state: SceneState, { character, skip }: NextSpeaker): Result<EventDraft[]> {
  if (state.table) {
    const detail = 'everyone plays in turn in a table game';
    return fail({
      code: 'conflict',
      detail,
      fix: 'Choose the next speaker only in a scene with a director.',
    });
  }
  const errors = [
    ...(character === null ? [] : [{ id: character, pointer: '/character' }]),
    ...skip.map((id, index) => ({ id, pointer: `/skip/${index}` })),
  ].flatMap(({ id, pointer }) =>
    findMember(state, id) ? [] : [{ pointer, message: unknownCharacter(state, id) }],
  );
  if (character !== null && skip.includes(character)) {
    errors.push({ pointer: '/skip', message: `${character} is both chosen and excluded` });
  }
  if (errors.length > 0) return fail({ code: 'invalid', errors });
  const payload: PayloadOf<'cast.called'> = { next: character, skip: [...new Set(skip)] };
  return ok([{ kind: 'cast.called', actor: 'system', audience: ['owner'], payload }]);
}

/**
 * The owner's choice applies in both passes: with a next speaker no one else acts; without one, the skipped
 * do not.
 */
export const isPassedOver = ({ calledNow: { next, skip } }: SceneState, id: string): boolean =>
  next === null ? skip.includes(id) : id !== next;

/**
 * Orders the actors (docs/direct.md#who-acts): first those with an explicit `order`, ascending, equal ones in
 * one group that acts at the same time; then the others one by one, by priority (default 0, highest first),
 * then by name, ignoring case. The sort is stable.
 *
 * @returns groups in acting order
 */
export function orderActors<T extends Pick<Directive, 'id' | 'priority' | 'order'>>(
  actors: T[],
  nameOf: (id: string) => string,
): T[][] {
  const groups = new Map<number, T[]>();
  const others: T[] = [];
  for (const actor of actors) {
    if (actor.order === null) others.push(actor);
    else groups.set(actor.order, [...(groups.get(actor.order) ?? []), actor]);
  }
  const explicit = [...groups].sort(([a], [b]) => a - b).map(([, group]) => group);
  const rest = others.sort(
    (a, b) => (b.priority ?? 0) - (a.priority ?? 0) || compareNames(nameOf(a.id), nameOf(b.id)),
  );
  return [...explicit, ...rest.map((actor) => [actor])];
}

/**
 * Orders members without a director: least recently spoken first, members that never spoke before all others,
 * then by name.
 */
export function orderByRest<T extends { name: string; lastSpokeRound: number | null }>(members: T[]): T[] {
  return [...members].sort(
    (a, b) => (a.lastSpokeRound ?? 0) - (b.lastSpokeRound ?? 0) || compareNames(a.name, b.name),
  );
}

/** Compares lower-cased names by code point, because locale rules differ between machines. */
export function compareNames(a: string, b: string): number {
  const x = a.toLowerCase();
  const y = b.toLowerCase();
  return x < y ? -1 : x > y ? 1 : 0;
}
