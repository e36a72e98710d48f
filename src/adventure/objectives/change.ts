import { MAX_OBJECTIVE } from '../../contract/adventure-agents';
import type { ChangeObjective, OrderObjectives } from '../../contract/adventures';
import type { PayloadOf } from '../../contract/events/events';
import { fail, ok, type Result } from '../../contract/problems';
import { shorten } from '../lines';
import type { AdventureState, Objective, ObjectiveSource } from '../state-types';
import { canBePartOf, findActive, isActive } from './fold';
import { findNamed } from './read-fields';
import { isSameObjective } from './same';
import { cleanObjective, readId } from './words';

type ObjectiveList = Pick<AdventureState, 'objectives'>;
type Actor = PayloadOf<'objective.completed'>['by'];

/** In characters. */
export const MAX_WHY = 300;

/** The source of a refusal, by the one who named the objective. */
export const SOURCE_BY_ACTOR: Readonly<Record<Actor, ObjectiveSource>> = {
  adventurer: 'agent',
  keeper: 'discovered',
  player: 'player',
  service: 'discovered',
};

/**
 * Completes the named objectives. A name is an id in any formatting, or the objective's text ({@link findNamed}).
 * Refuses other names as `unknown`; ignores blank names and duplicates. Parents and parts are completed separately:
 * parts are only one agent's guess, and the remaining ones may still score points.
 */
export function completeObjectives(
  { objectives }: ObjectiveList,
  named: readonly { id: string; evidence: string }[],
  by: Actor,
): { completed: PayloadOf<'objective.completed'>[]; refused: PayloadOf<'objective.refused'>[] } {
  const active = objectives.filter(isActive);
  const endedById = new Map<string, PayloadOf<'objective.completed'>>();
  const refusedByName = new Map<string, PayloadOf<'objective.refused'>>();
  for (const { id: raw, evidence } of named) {
    if (raw.trim() === '') continue;
    const matches = findNamed(active, raw);
    for (const { id } of matches)
      if (!endedById.has(id)) endedById.set(id, { id, by, why: shorten(cleanObjective(evidence), MAX_WHY) });
    if (matches.length > 0) continue;
    const text = shorten(cleanObjective(raw), MAX_OBJECTIVE);
    refusedByName.set(readId(raw), { source: SOURCE_BY_ACTOR[by], text, why: 'unknown', of: null });
  }
  return { completed: [...endedById.values()], refused: [...refusedByName.values()] };
}

const notActive = (objectives: readonly Objective[], id: string) => {
  const objective = objectives.find((one) => one.id === id);
  return objective
    ? fail({
        code: 'conflict',
        detail: `objective ${id} is ${objective.status}; only active objectives can be changed`,
        fix: 'Use an active objective, or add it again.',
      })
    : fail({ code: 'not_found', what: 'objective', id: shorten(id, 40) });
};

/** Drops an objective. Only a person drops a person's objective; its parts stay. */
export function dropObjective(
  { objectives }: ObjectiveList,
  dropped: { id: string; by: Actor; why: string },
): Result<PayloadOf<'objective.completed'>> {
  const id = readId(dropped.id);
  const objective = findActive(objectives, id);
  if (!objective) return notActive(objectives, id);
  if (objective.source === 'player' && dropped.by !== 'player')
    return fail({
      code: 'forbidden',
      needs: `a person, because a person added ${id}`,
      fix: 'Leave it to the person, or complete it.',
    });
  return ok({ id, by: dropped.by, why: shorten(cleanObjective(dropped.why), MAX_WHY) });
}

/** Undefined fields stay unchanged; a null parent removes the objective from its parent. */
type ObjectiveChange = Omit<ChangeObjective, 'done'> & Partial<OrderObjectives>;

/**
 * Applies a person's change to an active objective. Fails for an unknown or ended id; a text that is empty, too long or
 * a duplicate; a parent that is not active or is a part of the objective; and an order that repeats an id or has none
 * of an active objective.
 */
export function changeObjective(
  { objectives }: ObjectiveList,
  named: string,
  change: ObjectiveChange,
): Result<PayloadOf<'objective.changed'>> {
  const id = readId(named);
  if (!findActive(objectives, id)) return notActive(objectives, id);
  const errors: { pointer: string; message: string }[] = [];
  const text = change.text === undefined ? null : cleanObjective(change.text);
  if (text === '') errors.push({ pointer: '/text', message: 'says nothing' });
  else if (text !== null && text.length > MAX_OBJECTIVE)
    errors.push({ pointer: '/text', message: `at most ${MAX_OBJECTIVE} characters` });
  const parent = typeof change.parent === 'string' ? readId(change.parent) : change.parent;
  if (typeof parent === 'string' && !canBePartOf(objectives, id, parent))
    errors.push({
      pointer: '/parent',
      message: 'must be an active objective that is not a descendant of this one',
    });
  const order = change.order?.map(readId) ?? null;
  errors.push(...checkOrder(objectives, order ?? []));
  if (errors.length > 0) return fail({ code: 'invalid', errors });
  const same =
    text === null
      ? undefined
      : objectives.find((one) => isActive(one) && one.id !== id && isSameObjective(one.text, text));
  if (same)
    return fail({
      code: 'conflict',
      detail: `objective ${same.id} has the same meaning`,
      fix: `Rephrase it, or drop ${same.id} first.`,
    });
  return ok({
    id,
    text,
    priority: change.priority ?? null,
    ...(parent !== undefined && { parent }),
    order: order && completeOrder(objectives, order),
  });
}

/** Reorders the list for a person; the event refers to the first id. */
export function reorderObjectives(
  state: ObjectiveList,
  order: string[],
): Result<PayloadOf<'objective.changed'>> {
  const [first] = order;
  if (first === undefined)
    return fail({ code: 'invalid', errors: [{ pointer: '/order', message: 'at least one id' }] });
  return changeObjective(state, first, { order });
}

function checkOrder(
  objectives: readonly Objective[],
  order: readonly string[],
): { pointer: string; message: string }[] {
  return order.flatMap((id, at) => {
    const pointer = `/order/${at}`;
    if (order.indexOf(id) < at) return [{ pointer, message: 'is listed twice' }];
    return findActive(objectives, id) ? [] : [{ pointer, message: 'is not an active objective' }];
  });
}

const completeOrder = (objectives: readonly Objective[], order: readonly string[]): string[] => [
  ...order,
  ...objectives.filter(({ id, status }) => status === 'active' && !order.includes(id)).map(({ id }) => id),
];
