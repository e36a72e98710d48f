import type { Priority } from '../../contract/adventure-agents';
import type { Event, PayloadOf } from '../../contract/events/events';
import type { AdventureState, Objective } from '../state-types';

/**
 * The objectives after an event; the same list after other events or unknown ids. Sorted by priority and age until a
 * person orders the list. Only a person can merge away, drop or reword a person's objective.
 */
export function foldObjective(objectives: Objective[], event: Event): Objective[] {
  const turn = event.turn ?? 0;
  switch (event.kind) {
    case 'objective.added':
      return applyAdded(objectives, event.payload, turn);
    case 'objective.completed':
      return applyEnded(objectives, 'completed', event.payload, turn);
    case 'objective.dropped':
      return applyEnded(objectives, 'dropped', event.payload, turn);
    case 'objective.merged':
      return applyMerged(objectives, event.payload, turn);
    case 'objective.changed':
      return applyChanged(objectives, event.payload, turn);
    default:
      return objectives;
  }
}

type DeclareCounts = AdventureState['declared'];

/** A completion without an active objective does not count. */
export function countDeclared(declared: DeclareCounts, event: Event): DeclareCounts {
  if (event.kind === 'objective.added') {
    const { source } = event.payload;
    return { ...declared, [source]: declared[source] + 1 };
  }
  if (event.kind !== 'objective.refused') return declared;
  const { source, why } = event.payload;
  if (why === 'unknown' || why === 'no_parent' || why === 'no_place' || why === 'no_evidence')
    return declared;
  const newCounts = { ...declared, refused: declared.refused + 1 };
  if (source !== 'agent') return newCounts;
  const { byAgent } = declared;
  return {
    ...newCounts,
    byAgent: {
      refused: byAgent.refused + 1,
      repeated: byAgent.repeated + (why === 'duplicate' ? 1 : 0),
    },
  };
}

export const isActive = ({ status }: Pick<Objective, 'status'>): boolean => status === 'active';

export const findActive = (objectives: readonly Objective[], id: string | null): Objective | undefined =>
  objectives.find((objective) => objective.id === id && isActive(objective));

/** Ids of an objective's parents, nearest first, including ended ones. Safe for cycles. */
export function listAncestors(objectives: readonly Objective[], id: string): string[] {
  const parentOf = (of: string): string | null => objectives.find((one) => one.id === of)?.parent ?? null;
  const ancestors: string[] = [];
  for (let at = parentOf(id); at !== null && at !== id && !ancestors.includes(at); at = parentOf(at))
    ancestors.push(at);
  return ancestors;
}

export function applyAdded(
  objectives: Objective[],
  added: PayloadOf<'objective.added'>,
  turn: number,
): Objective[] {
  if (objectives.some(({ id }) => id === added.id)) return objectives;
  const objective: Objective = {
    id: added.id,
    text: added.text,
    source: added.source,
    priority: added.priority,
    parent: findActive(objectives, added.parent)?.id ?? null,
    status: 'active',
    turn,
    touched: turn,
    place: added.place,
    ended: null,
    absorbed: [],
    wordings: [],
  };
  return touch(insert(bound(objectives), objective), [objective.id], turn);
}

/** Limit of ended objectives in the state; the ledger has all. */
export const MAX_ENDED = 2_000;

function bound(objectives: Objective[]): Objective[] {
  const endedObjectives = objectives.filter((one) => !isActive(one));
  if (endedObjectives.length <= MAX_ENDED) return objectives;
  const byEnd = endedObjectives.toSorted((a, b) => (a.ended?.turn ?? 0) - (b.ended?.turn ?? 0));
  const oldestEnded = new Set(byEnd.slice(0, endedObjectives.length - MAX_ENDED));
  return objectives.filter((one) => !oldestEnded.has(one));
}

function applyEnded(
  objectives: Objective[],
  status: 'completed' | 'dropped',
  { id, by, why }: PayloadOf<'objective.completed'>,
  turn: number,
): Objective[] {
  const objective = findActive(objectives, id);
  if (!objective || (status === 'dropped' && objective.source === 'player' && by !== 'player'))
    return objectives;
  // Completion is progress for its parents; a drop is not.
  const before = status === 'completed' ? touch(objectives, [id], turn) : objectives;
  return before.map((one) => (one.id === id ? { ...one, status, ended: { turn, by, why } } : one));
}

function applyMerged(
  objectives: Objective[],
  merged: PayloadOf<'objective.merged'>,
  turn: number,
): Objective[] {
  const into = findActive(objectives, merged.into);
  const from = objectives.filter(
    (one) =>
      one.status === 'active' &&
      one.source !== 'player' &&
      one.id !== merged.into &&
      merged.from.includes(one.id),
  );
  if (!into || from.length === 0) return objectives;
  const mergedIds = new Set(from.map(({ id }) => id));
  const text = into.source === 'player' ? null : merged.text;
  const absorbedIds = from.flatMap((one) => [one.id, ...one.absorbed]);
  const newList = objectives.map((one): Objective => {
    const parent = parentAfterMerge(objectives, one, into.id, mergedIds);
    if (mergedIds.has(one.id))
      return {
        ...one,
        status: 'merged',
        ended: { turn, by: 'keeper', why: `into ${into.id}: ${merged.why}` },
      };
    if (one.id === into.id)
      return { ...reword(one, text, turn), parent, absorbed: [...one.absorbed, ...absorbedIds] };
    return parent === one.parent ? one : { ...one, parent };
  });
  return touch(newList, [into.id], turn);
}

/**
 * An objective's parent after `gone` was merged into `into`: parts of merged objectives move to it. `into` and its
 * ancestors skip them, which prevents cycles.
 */
function parentAfterMerge(
  objectives: readonly Objective[],
  one: Objective,
  into: string,
  gone: ReadonlySet<string>,
): string | null {
  if (one.status !== 'active' || one.parent === null || !gone.has(one.parent)) return one.parent;
  const isAbove = one.id === into || listAncestors(objectives, into).includes(one.id);
  if (!isAbove) return into;
  return listAncestors(objectives, one.id).find((id) => !gone.has(id)) ?? null;
}

function applyChanged(
  objectives: Objective[],
  changed: PayloadOf<'objective.changed'>,
  turn: number,
): Objective[] {
  const objective = findActive(objectives, changed.id);
  if (!objective) return objectives;
  const { id, text, priority, order } = changed;
  let next: Objective = reword(objective, text, turn);
  if (changed.parent !== undefined && canBePartOf(objectives, id, changed.parent))
    next = { ...next, parent: changed.parent };
  if (priority !== null) next = { ...next, priority };
  let list = objectives.map((one) => (one.id === id ? next : one));
  if (next.priority !== objective.priority)
    list = insert(
      list.filter((one) => one.id !== id),
      next,
    );
  if (next !== objective) list = touch(list, [id], turn);
  return order === null ? list : permute(list, order);
}

/** True if `parent` is null, or active and not a part of the objective. */
export function canBePartOf(objectives: readonly Objective[], id: string, parent: string | null): boolean {
  if (parent === null) return true;
  if (parent === id || !findActive(objectives, parent)) return false;
  return !listAncestors(objectives, parent).includes(id);
}

function reword(objective: Objective, text: string | null, turn: number): Objective {
  if (text === null || text === objective.text) return objective;
  return { ...objective, text, wordings: [...objective.wordings, { turn, text: objective.text }] };
}

/** Updates the last progress of active objectives and all their parents. */
function touch(objectives: Objective[], ids: readonly string[], turn: number): Objective[] {
  const touchedIds = new Set(ids.flatMap((id) => [id, ...listAncestors(objectives, id)]));
  return objectives.map((one) =>
    one.status === 'active' && touchedIds.has(one.id) && one.touched < turn ? { ...one, touched: turn } : one,
  );
}

const WEIGHT: Readonly<Record<Priority, number>> = { high: 0, normal: 1, low: 2 };

/** Inserts an objective after the last active one of at least its priority, so that a person's order stays. */
function insert(objectives: readonly Objective[], objective: Objective): Objective[] {
  const after = objectives.findLastIndex(
    (one) => isActive(one) && WEIGHT[one.priority] <= WEIGHT[objective.priority],
  );
  if (after >= 0) return objectives.toSpliced(after + 1, 0, objective);
  const first = objectives.findIndex(isActive);
  return objectives.toSpliced(first < 0 ? objectives.length : first, 0, objective);
}

/** Reorders the active objectives; unnamed ones follow in their old order. Ended ones keep their positions. */
function permute(objectives: readonly Objective[], order: readonly string[]): Objective[] {
  const rank = (one: Objective): number => (order.includes(one.id) ? order.indexOf(one.id) : order.length);
  const activeInOrder = objectives.filter(isActive).sort((a, b) => rank(a) - rank(b));
  return objectives.map((one) => (isActive(one) ? (activeInOrder.shift() ?? one) : one));
}
