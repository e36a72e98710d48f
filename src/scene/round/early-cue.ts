import { JsonFollower } from 'answer-reader';
import { isSmall } from '../../base/answerer';
import { isObject, type Json } from '../../base/json';
import { type DirectorPlan, directorPlan } from '../../contract/agents';
import type { Line } from '../state';
import { agentProfile, type FactChange, type SceneState } from '../state';
import { isWhisper } from '../whispers';
import { type Cue, checkPlan, type ResolvedPlan, resolveMember, resolvePlan } from './director';

/** Fields of a plan that are stored before anyone speaks. */
const BEFORE_ACTORS = [
  'openGuidance',
  'activations',
  'deactivations',
  'stateUpdates',
  'worldUpdates',
  'trackers',
] as const;
const ACTORS = 'actingCharacters';
/** The highest `order` of a first actor that rules out an earlier one. */
const FIRST_ORDER = 1;

/**
 * True if the first speaker may begin before the whole plan has arrived (docs/direct.md#how-a-round-works).
 */
export function canCueEarly(state: SceneState, inputs: readonly Line[]): boolean {
  const { next, skip } = state.calledNow;
  const isFull = state.settings.director === 'full' && !isSmall(agentProfile(state, 'director'));
  // Owner's choices, whispers and games change who speaks to whom and need the whole plan.
  return isFull && next === null && skip.length === 0 && state.table === null && !inputs.some(isWhisper);
}

export class EarlyCueReader {
  readonly #follower = new JsonFollower();
  #isOver = false;

  /**
   * Reads the next chunk. Returns the plan with only its first actor, once, as soon as no later part of the
   * answer can come before that actor: all other fields are complete and precede the actors, the first actor
   * is complete and has an `order`, and the next one's is greater or the list has ended. null: not yet, or
   * never.
   */
  push(chunk: string): DirectorPlan | null {
    if (this.#isOver) return null;
    this.#follower.push(chunk);
    const actors = readActors(this.#follower);
    if (actors === null) {
      this.#isOver = this.#follower.isBroken;
      return null;
    }
    const order = actorOrder(actors.first);
    if (order === null) this.#isOver = true;
    if (order === null || !actors.isAlone(order)) return null;
    this.#isOver = true;
    const { root } = this.#follower;
    const fields = Object.fromEntries(BEFORE_ACTORS.map((field) => [field, root[field] ?? null]));
    const plan = directorPlan.safeParse({ ...fields, [ACTORS]: [actors.first] });
    return plan.success ? plan.data : null;
  }
}

export interface EarlyPlan extends ResolvedPlan {
  cue: Cue;
  openGuidance: string | null;
}

interface Actors {
  first: Json;
  /** True if all other actors are known to have a higher order. */
  isAlone: (order: number) => boolean;
}

/** Returns the actors of an incomplete plan, or null if the first actor or another field is incomplete. */
function readActors({ root, open }: JsonFollower): Actors | null {
  const [plan, list, entry] = open;
  const listOpen = plan?.key === ACTORS && list && Array.isArray(list.value) ? list.value : null;
  const actors = listOpen ?? root[ACTORS];
  const fields = Object.keys(root);
  const fieldsBefore = listOpen ? fields : fields.slice(0, fields.indexOf(ACTORS));
  if (!BEFORE_ACTORS.every((field) => fieldsBefore.includes(field)) || !Array.isArray(actors)) return null;
  const [first, second] = actors;
  if (first === undefined) return null;
  if (!listOpen) {
    const others = actors.slice(1).map(actorOrder);
    return { first, isAlone: (order) => others.every((other) => other === null || other > order) };
  }
  const nextOrder = actorOrder(second ?? entry?.value ?? null);
  return {
    first,
    isAlone: (order) => order <= FIRST_ORDER && nextOrder !== null && nextOrder > order,
  };
}

function actorOrder(entry: Json): number | null {
  return isObject(entry) && typeof entry.order === 'number' ? entry.order : null;
}

/**
 * Returns the first speaker's cue and the changes to store before it speaks, or null if the whole plan is
 * needed: a character leaves, a name is unknown, or another character comes first.
 *
 * @param plan from {@link EarlyCueReader}
 * @param addressed ids of the addressed characters
 */
export function resolveEarly(state: SceneState, plan: DirectorPlan, addressed: string[]): EarlyPlan | null {
  if (checkPlan(state, plan).length > 0 || (plan.deactivations ?? []).length > 0) return null;
  const resolvedPlan = resolvePlan(state, plan, addressed);
  const [[cue, ...others] = []] = resolvedPlan.groups;
  const [firstActor] = plan.actingCharacters ?? [];
  // If the addressed characters fill `maxActors`, the actor named first may not act at all.
  if (!cue || !firstActor || others.length > 0 || resolveMember(state, firstActor.id)?.id !== cue.id)
    return null;
  return { ...resolvedPlan, groups: [[cue]], audited: [], cue, openGuidance: plan.openGuidance };
}

/**
 * Splits a complete plan whose first speaker has begun: `rest` is still to do, `all` is for the record.
 * Changes that are already stored stay, even if the complete plan contradicts them.
 *
 * @param due ids that always act
 */
export function followEarly(
  state: SceneState,
  early: EarlyPlan,
  whole: ResolvedPlan,
  due: readonly string[],
): { all: ResolvedPlan; rest: ResolvedPlan } {
  const { cue } = early;
  const audits = [...new Set([...early.audited, ...whole.audited])];
  const [[first, ...together] = []] = whole.groups;
  if (together.length > 0 || JSON.stringify(first) !== JSON.stringify(cue))
    audits.push(
      `${cue.id} had begun to speak before the plan was whole: it stays so, first and with its cue`,
    );
  for (const id of early.entered)
    if (!whole.entered.includes(id)) audits.push(`${id} had come in before the plan was whole: it stays so`);
  const others = whole.groups.map((group) => group.filter(({ id }) => id !== cue.id));
  const isNamed = whole.groups.flat().some(({ id }) => id === cue.id);
  if (!isNamed) leaveOneActor(others, state.settings.maxActors, due);
  const groups = others.filter((group) => group.length > 0);

  const keep = <T>(what: string, before: T[], after: T[], nameOf: (one: T) => string): T[] => {
    const byName = new Map(before.map((one) => [nameOf(one), one]));
    return after.filter((one) => {
      const earlyOne = byName.get(nameOf(one));
      if (earlyOne && JSON.stringify(earlyOne) !== JSON.stringify(one))
        audits.push(`${what} ${nameOf(one)} was settled before the plan was whole, and stays so`);
      return !earlyOne;
    });
  };
  const nameOfFact = ({ key }: FactChange) => key;
  const nameOfUpdate = ({ id, field }: ResolvedPlan['updates'][number]) => `${field} of ${id}`;
  const rest: ResolvedPlan = {
    groups,
    entered: whole.entered.filter((id) => !early.entered.includes(id)),
    exited: whole.exited.filter(({ id }) => id !== cue.id),
    updates: keep('the', early.updates, whole.updates, nameOfUpdate),
    world: keep('the fact', early.world, whole.world, nameOfFact),
    trackers: keep('the tracker', early.trackers, whole.trackers, nameOfFact),
    audited: audits,
  };
  const all: ResolvedPlan = {
    groups: [[cue], ...groups],
    entered: [...early.entered, ...rest.entered],
    exited: rest.exited,
    updates: [...early.updates, ...rest.updates],
    world: [...early.world, ...rest.world],
    trackers: [...early.trackers, ...rest.trackers],
    audited: audits,
  };
  return { all, rest };
}

/** Removes the last optional actor if the early speaker already fills one of the `most` places. */
function leaveOneActor(groups: Cue[][], most: number, due: readonly string[]): void {
  if (groups.flat().length < most) return;
  for (const group of groups.toReversed()) {
    const at = group.findLastIndex(({ id }) => !due.includes(id));
    if (at < 0) continue;
    group.splice(at, 1);
    return;
  }
}
