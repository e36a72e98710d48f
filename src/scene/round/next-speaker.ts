import type { Directive } from '../../contract/agents';
import type { EventDraft, PayloadOf } from '../../contract/events/events';
import { fail, ok, type Result } from '../../contract/problems';
import type { NextSpeaker } from '../../contract/scenes';
import { findMember, type SceneState, unknownCharacter } from '../state';

/** Decides who speaks next: by the owner's choice first, then by the director's order, else by rest. */

/**
 * Stores the owner's choice of the next speaker, and of those who are passed over. Replaces the earlier choice.
 *
 * @returns `invalid` for names of nobody, and for one who is both called and passed over; `conflict` in a table game
 */
export function chooseNextSpeaker(state: SceneState, { character, skip }: NextSpeaker): Result<EventDraft[]> {
  if (state.table) {
    const detail = 'everybody plays in turn in a table game';
    return fail({ code: 'conflict', detail, fix: 'call on someone in a scene with a director' });
  }
  const errors = [
    ...(character === null ? [] : [{ id: character, pointer: '/character' }]),
    ...skip.map((id, index) => ({ id, pointer: `/skip/${index}` })),
  ].flatMap(({ id, pointer }) =>
    findMember(state, id) ? [] : [{ pointer, message: unknownCharacter(state, id) }],
  );
  if (character !== null && skip.includes(character)) {
    errors.push({ pointer: '/skip', message: `${character} is called and passed over at once` });
  }
  if (errors.length > 0) return fail({ code: 'invalid', errors });
  const payload: PayloadOf<'cast.called'> = { next: character, skip: [...new Set(skip)] };
  return ok([{ kind: 'cast.called', actor: 'system', audience: ['owner'], payload }]);
}

/** The owner's choice holds in both passes: with a next speaker nobody else acts; without one, the skipped do not. */
export const isPassedOver = ({ calledNow: { next, skip } }: SceneState, id: string): boolean =>
  next === null ? skip.includes(id) : id !== next;

/**
 * Orders the actors (docs/direct.md#who-acts): those with an explicit `order` first, by it, equal ones in one group
 * that acts at the same time; then the others one by one, by priority (default 0, high first), then by name, whatever
 * its case. Stable: whoever is equal in all of this keeps the order given.
 *
 * @returns groups in the order they act; only a group of more than one acts at the same time
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

/** Orders members when the director does not: least recently spoken first (never comes before ever), then by name. */
export function orderByRest<T extends { name: string; lastSpokeRound: number | null }>(members: T[]): T[] {
  return [...members].sort(
    (a, b) => (a.lastSpokeRound ?? 0) - (b.lastSpokeRound ?? 0) || compareNames(a.name, b.name),
  );
}

/** By code point after lower-casing: the same on every machine, which a locale's rules are not. */
export function compareNames(a: string, b: string): number {
  const x = a.toLowerCase();
  const y = b.toLowerCase();
  return x < y ? -1 : x > y ? 1 : 0;
}
