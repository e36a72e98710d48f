import { JsonFollower } from 'answer-reader';
import { isSmall } from '../../base/answerer';
import { isObject, type JsonObject } from '../../base/json';
import { type DirectorPlan, directorPlan } from '../../contract/agents';
import type { Line } from '../state';
import { agentProfile, type FactChange, type SceneState } from '../state';
import { isWhisper } from '../whispers';
import { type Cue, checkPlan, type ResolvedPlan, resolveMember, resolvePlan } from './director';
import type { Lead } from './lead';

const ACTORS = 'actingCharacters';
/** The highest `order` of a first actor that rules out an earlier one. */
const FIRST_ORDER = 1;

/**
 * True if the first speaker may begin before the whole plan has arrived (docs/direct.md#the-first-line).
 */
export function canCueEarly({ first }: Lead, state: SceneState, inputs: readonly Line[]): boolean {
  const { next, skip } = state.calledNow;
  const isFull = first === 'full' && !isSmall(agentProfile(state, 'director'));
  // Owner's choices, whispers and games change who speaks to whom and need the whole plan.
  return (
    isFull &&
    !state.settings.approvePlans &&
    next === null &&
    skip.length === 0 &&
    state.table === null &&
    !inputs.some(isWhisper)
  );
}

export class EarlyCueReader {
  readonly #follower = new JsonFollower();
  #isOver = false;

  /**
   * Reads the next chunk. Returns the plan up to its first actor, once, as soon as the actor's id, order and guidance
   * are complete. null: not yet, or never, because it has no order or another actor may come before it.
   */
  push(chunk: string): DirectorPlan | null {
    if (this.#isOver) return null;
    this.#follower.push(chunk);
    const start = readStart(this.#follower);
    if (start === null) {
      this.#isOver = this.#follower.isBroken;
      return null;
    }
    this.#isOver = true;
    const plan = directorPlan.safeParse(start);
    const order = plan.data?.actingCharacters?.[0]?.order ?? null;
    return plan.success && order !== null && order <= FIRST_ORDER ? plan.data : null;
  }
}

/** Returns the fields before the actors, and the first actor; null if it is not complete enough. */
function readStart({ root, open }: JsonFollower): JsonObject | null {
  const [plan, list, entry] = open;
  const listOpen = plan?.key === ACTORS && list && Array.isArray(list.value) ? list.value : null;
  const actors = listOpen ?? root[ACTORS];
  if (!Array.isArray(actors)) return null;
  const entryOpen = listOpen && entry ? entry.value : null;
  const isReady =
    isObject(entryOpen) && ['id', 'order', 'guidance'].every((key) => Object.hasOwn(entryOpen, key));
  const first = actors[0] ?? (isReady ? entryOpen : undefined);
  if (first === undefined) return null;
  const fields = Object.entries(root);
  const end = fields.findIndex(([key]) => key === ACTORS);
  return { ...Object.fromEntries(end < 0 ? fields : fields.slice(0, end)), [ACTORS]: [first] };
}

export interface EarlyPlan extends ResolvedPlan {
  cue: Cue;
  openGuidance: string | null;
}

/**
 * Returns the first speaker's cue and the changes to store before it speaks, or null if the whole plan is
 * needed: a character leaves, the speaker is not present, a name is unknown, or another character comes first.
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
  if (!cue || !firstActor || others.length > 0) return null;
  const member = resolveMember(state, firstActor.id);
  if (member?.id !== cue.id || !member.active) return null;
  return { ...resolvedPlan, groups: [[cue]], audited: [], cue, openGuidance: plan.openGuidance };
}

/**
 * Splits a complete plan whose first speaker has begun: `rest` is still to do, `all` is for the record, and `starting`
 * are the cues that begin together with the first speaker's. Changes that are already stored stay, even if the
 * complete plan contradicts them.
 *
 * @param due ids that always act
 */
export function followEarly(
  state: SceneState,
  early: EarlyPlan,
  whole: ResolvedPlan,
  due: readonly string[],
): { all: ResolvedPlan; rest: ResolvedPlan; starting: Cue[] } {
  const { cue } = early;
  const audits = [...new Set([...early.audited, ...whole.audited])];
  const own = whole.groups[0]?.find(({ id }) => id === cue.id);
  if (JSON.stringify(own) !== JSON.stringify(cue))
    audits.push(
      `${cue.id} had begun to speak before the plan was whole: it stays so, first and with its cue`,
    );
  for (const id of early.entered)
    if (!whole.entered.includes(id)) audits.push(`${id} had come in before the plan was whole: it stays so`);
  const others = whole.groups.map((group) => group.filter(({ id }) => id !== cue.id));
  const isNamed = whole.groups.flat().some(({ id }) => id === cue.id);
  if (!isNamed) leaveOneActor(others, state.settings.maxActors, due);
  const starting = own ? (others.shift() ?? []) : [];
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
    exited: whole.exited,
    updates: keep('the', early.updates, whole.updates, nameOfUpdate),
    world: keep('the fact', early.world, whole.world, nameOfFact),
    trackers: keep('the tracker', early.trackers, whole.trackers, nameOfFact),
    audited: audits,
  };
  const all: ResolvedPlan = {
    groups: [[cue, ...starting], ...groups],
    entered: [...early.entered, ...rest.entered],
    exited: rest.exited,
    updates: [...early.updates, ...rest.updates],
    world: [...early.world, ...rest.world],
    trackers: [...early.trackers, ...rest.trackers],
    audited: audits,
  };
  return { all, rest, starting };
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
