import { findListed } from 'answer-reader';
import { answererKind } from '../../base/answerer';
import {
  type Directive,
  type DirectorPlan,
  type DirectorReconciliation,
  directorPlan,
  directorReconciliation,
  type StateField,
} from '../../contract/agents';
import type { EventDraft, PayloadOf } from '../../contract/events/events';
import type { ReceivedAnswer } from '../../room/step-context';
import { findMentioned } from '../names';
import { type CastMember, type FactChange, findMember, listCast, type SceneState } from '../state';
import { isPassedOver, orderActors, orderByRest } from './next-speaker';

export interface Cue {
  id: string;
  guidance: string | null;
  entry: string | null;
  exit: string | null;
}

export const plainCue = (id: string): Cue => ({ id, guidance: null, entry: null, exit: null });

export interface ResolvedPlan {
  /** Groups in acting order; members of one group act at the same time. */
  groups: Cue[][];
  entered: string[];
  exited: { id: string; status: PayloadOf<'cast.exited'>['status'] }[];
  updates: { id: string; field: StateField; value: string }[];
  world: FactChange[];
  trackers: FactChange[];
  /** Notes on decisions that the service made in the director's place or changed. */
  audited: string[];
}

export type AnyPlan = DirectorPlan | DirectorReconciliation;
const LISTS = [
  'actingCharacters',
  'remainingActors',
  'activations',
  'newActivations',
  'deactivations',
  'stateUpdates',
] as const;

/**
 * Finds the character that a model means: by id, name or nickname in any form, or by a word of the name that
 * is unique in the cast. undefined if there is no match or several.
 */
export function resolveMember(state: SceneState, reference: string): CastMember | undefined {
  const cast = listCast(state);
  const exactId = findMentioned(reference, cast);
  if (exactId !== null) return findMember(state, exactId);
  const meantName = findListed(
    reference,
    cast.map((m) => m.name),
  );
  const meantId = meantName === null ? findListed(reference, state.castOrder) : null;
  return cast.find((m) => (meantName === null ? m.id === meantId : m.name === meantName));
}

/**
 * Returns a finding for every unknown name in the plan. Such a plan is rejected; it never adds a character.
 */
export function checkPlan(state: SceneState, plan: AnyPlan): { pointer: string; message: string }[] {
  const entries = plan as Partial<Record<(typeof LISTS)[number], { id: string }[] | null>>;
  const castIds = state.castOrder.join(', ');
  return LISTS.flatMap((list) =>
    (entries[list] ?? []).flatMap(({ id }, index) =>
      resolveMember(state, id)
        ? []
        : {
            pointer: `/${list}/${index}/id`,
            message: `there is no character "${id}"; use one of ${castIds}`,
          },
    ),
  );
}

/**
 * Pass 1: who enters and leaves, and who acts. A missing list means everyone present, least recently spoken
 * first; an explicitly empty list means no one. At most `maxActors` act, except that all addressed characters
 * act. An available character named to act enters.
 *
 * The owner's choice takes priority: a called character acts alone, and a skipped one does not act.
 *
 * @param addressed ids of the addressed characters
 */
export function resolvePlan(state: SceneState, plan: DirectorPlan, addressed: string[]): ResolvedPlan {
  const audits: string[] = [];
  const { next, skip } = state.calledNow;
  const calledIds = next === null ? addressed.filter((id) => !skip.includes(id)) : [next];
  const casting = resolveCasting(state, plan.activations ?? [], plan.deactivations ?? [], audits);
  for (const id of calledIds) {
    if (findMember(state, id)?.active || casting.entries.has(id)) continue;
    casting.entries.set(id, 'You are called for by name: come in and answer.');
    audits.push(`${id} was called for and comes in`);
  }
  const isPresent = (id: string) => findMember(state, id)?.active === true || casting.entries.has(id);
  addEntrances(state, plan.actingCharacters ?? [], casting, audits);
  const directives = readDirectives(state, plan.actingCharacters ?? [], isPresent, audits);
  const actorCount = plan.actingCharacters?.length ?? null;

  let groups: Directive[][];
  if (actorCount === null || (actorCount > 0 && directives.length === 0)) {
    audits.push(
      'the director named no one who could act: everyone present acts, least recently spoken first',
    );
    groups = byRest(state, isPresent).map((id) => [emptyDirective(id)]);
  } else {
    if (actorCount === 0) audits.push('the director named an empty list: nobody acts of their own accord');
    const unlistedIds = calledIds.filter((id) => !directives.some((directive) => directive.id === id));
    for (const id of unlistedIds)
      audits.push(`${id} was called for and acts, though the director did not choose it`);
    groups = orderActors([...directives, ...unlistedIds.map(emptyDirective)], (id) =>
      characterName(state, id),
    );
  }
  const leaving = [...casting.exits.keys()];
  const chosenGroups = capActors(groups, [...calledIds, ...leaving], state, audits);
  const acting = dropSkipped(putExitsLast(chosenGroups, leaving, state), state, audits);
  for (const { id, guidance } of acting.flat()) if (!guidance) audits.push(`${id} acts without guidance`);
  const exits = leaving.map((id) => ({ id, status: leavingStatus(!isPassedOver(state, id)) }));
  return conclude(state, plan, casting, acting, exits, audits);
}

/**
 * Who acts in a scene without a director.
 *
 * @param chosen ids in order; absent characters enter
 */
export function resolveByRule(state: SceneState, chosen: readonly string[]): ResolvedPlan {
  const groups = chosen.map((id) => [emptyDirective(id)]);
  const entries = new Map(
    chosen.flatMap((id) =>
      findMember(state, id)?.active ? [] : [[id, 'You are called for: come in and answer.']],
    ),
  );
  return conclude(state, directorPlan.parse({}), { entries, exits: new Map() }, groups, [], []);
}

/**
 * Pass 1 without a usable answer: addressed characters act, else everyone present, as for a plan without
 * names. There are no exits or other changes.
 */
export function resolveWithoutPlan(state: SceneState, addressed: string[]): ResolvedPlan {
  const actingCharacters = addressed.length === 0 ? null : addressed.map(emptyDirective);
  const resolvedPlan = resolvePlan(state, { ...directorPlan.parse({}), actingCharacters }, addressed);
  const who = addressed.length === 0 ? 'everyone present acts' : 'who was addressed acts';
  return {
    ...resolvedPlan,
    audited: [`the director's plan was not usable; by rule, ${who}`, ...resolvedPlan.audited],
  };
}

/** Pass 2 without a usable answer: keep the lines and the state of pass 1. */
export const noChanges = (): ResolvedPlan => ({
  ...{ groups: [], entered: [], exited: [], updates: [], world: [], trackers: [] },
  audited: ["the director's second plan was not usable; the lines stay, and nothing else changes"],
});

function byRest(state: SceneState, isPresent: (id: string) => boolean): string[] {
  return orderByRest(listCast(state).filter(({ id }) => isPresent(id))).map(({ id }) => id);
}

/**
 * Pass 2: the state after the lines, and the remaining actors (default: none). A character that leaves now
 * speaks its exit if it has not spoken this round or is named again; others leave silently.
 */
export function resolveReconciliation(state: SceneState, plan: DirectorReconciliation): ResolvedPlan {
  const audits: string[] = [];
  const arrivals = plan.newActivations ?? [];
  const activations = [...arrivals, ...(plan.activations ?? [])];
  const casting = resolveCasting(state, activations, plan.deactivations ?? [], audits);
  const isPresent = (id: string) => findMember(state, id)?.active === true || casting.entries.has(id);
  addEntrances(state, plan.remainingActors ?? [], casting, audits);
  const directives = readDirectives(state, plan.remainingActors ?? [], isPresent, audits);
  const isListed = (id: string) => directives.some((directive) => directive.id === id);
  const arriving = arrivals.flatMap(({ id }) => resolveMember(state, id)?.id ?? []);
  const silentArrivals = [...new Set(arriving)].filter((id) => casting.entries.has(id) && !isListed(id));
  const groups = orderActors([...directives, ...silentArrivals.map(emptyDirective)], (id) =>
    characterName(state, id),
  );

  const exits = [...casting.exits.keys()].map((id) => {
    const hasLine = isListed(id) || !findMember(state, id)?.flags.hasActedThisRound;
    return { id, status: leavingStatus(hasLine && !isPassedOver(state, id)) };
  });
  const leaving = exits.filter(({ status }) => status === 'leaving').map(({ id }) => id);
  const chosenGroups = capActors(groups, leaving, state, audits);
  const acting = dropSkipped(putExitsLast(chosenGroups, leaving, state), state, audits);
  return conclude(state, plan, casting, acting, exits, audits);
}

/** A leaving member stays until it has spoken its last line, if it has one. */
const leavingStatus = (hasLine: boolean): 'leaving' | 'left' => (hasLine ? 'leaving' : 'left');

function conclude(
  state: SceneState,
  plan: AnyPlan,
  casting: Casting,
  acting: Directive[][],
  exited: ResolvedPlan['exited'],
  audits: string[],
): ResolvedPlan {
  const { entries, exits } = casting;
  const actingIds = acting.flat().map(({ id }) => id);
  for (const id of entries.keys()) {
    if (!actingIds.includes(id))
      audits.push(`${id} comes in and does not act: its entry guidance reaches nobody`);
  }
  const toCue = ({ id, guidance }: Directive): Cue => {
    return { id, guidance, entry: entries.get(id) ?? null, exit: exits.get(id) ?? null };
  };
  return {
    groups: acting.map((group) => group.map(toCue)),
    entered: [...entries.keys()],
    exited,
    updates: (plan.stateUpdates ?? []).flatMap(({ id, field, value }) => {
      const member = resolveMember(state, id);
      return member ? { id: member.id, field, value } : [];
    }),
    world: plan.worldUpdates ?? [],
    trackers: plan.trackers ?? [],
    audited: audits,
  };
}

/**
 * Keeps the first `maxActors` of a pass.
 *
 * @param due ids that always act
 */
function capActors(
  groups: Directive[][],
  due: readonly string[],
  { settings }: SceneState,
  audited: string[],
): Directive[][] {
  const ids = groups.flat().map(({ id }) => id);
  const dueIds = ids.filter((id) => due.includes(id));
  const others = ids.filter((id) => !due.includes(id));
  const actingIds = [...dueIds, ...others.slice(0, Math.max(0, settings.maxActors - dueIds.length))];
  const waiting = ids.filter((id) => !actingIds.includes(id));
  if (waiting.length > 0)
    audited.push(`at most ${settings.maxActors} act in a pass; not now: ${waiting.join(', ')}`);
  return groups
    .map((group) => group.filter(({ id }) => actingIds.includes(id)))
    .filter((group) => group.length > 0);
}

/** Removes the characters that the owner skipped; applies in both passes. */
function dropSkipped(groups: Directive[][], state: SceneState, audited: string[]): Directive[][] {
  for (const { id } of groups.flat()) {
    if (isPassedOver(state, id)) audited.push(`${id} does not act: the owner said so`);
  }
  return groups
    .map((group) => group.filter(({ id }) => !isPassedOver(state, id)))
    .filter((group) => group.length > 0);
}

export function passEvents(
  state: SceneState,
  pass: 1 | 2,
  round: number,
  answer: ReceivedAnswer<AnyPlan>,
  resolvedPlan: ResolvedPlan,
  approved: DirectorPlan | null = null,
): EventDraft[] {
  const { audited } = resolvedPlan;
  const passPayload: PayloadOf<'director.completed'> = {
    pass,
    plan:
      approved ?? (answer.ok ? answer.value : (pass === 1 ? directorPlan : directorReconciliation).parse({})),
    ...answererKind(answer),
    rung: answer.rung,
    audited,
  };
  // Guidance and intentions are private to the director and one character; players see their effects.
  const owner = ['owner'];
  return [
    { kind: 'director.completed', actor: 'director', audience: owner, round, payload: passPayload },
    ...changeEvents(state, pass, round, resolvedPlan),
  ];
}

export function changeEvents(
  state: SceneState,
  pass: 1 | 2,
  round: number,
  resolvedPlan: Pick<ResolvedPlan, 'updates' | 'entered' | 'exited'>,
): EventDraft[] {
  const { updates } = resolvedPlan;
  const owner = ['owner'];
  const drafts: EventDraft[] = [];
  for (const hidden of [false, true]) {
    const part = updates.filter((update) => (update.field === 'intentions') === hidden);
    if (part.length === 0) continue;
    const draft: EventDraft = {
      kind: 'state.updated',
      actor: 'director',
      round,
      payload: { pass, updates: part },
    };
    drafts.push({ ...draft, ...(hidden && { audience: owner }) });
  }
  for (const id of resolvedPlan.entered) {
    const payload = { pass, name: characterName(state, id) };
    drafts.push({ kind: 'cast.entered', actor: `character:${id}`, round, payload });
  }
  for (const { id, status } of resolvedPlan.exited) {
    const payload: PayloadOf<'cast.exited'> = { pass, name: characterName(state, id), status };
    drafts.push({ kind: 'cast.exited', actor: `character:${id}`, round, payload });
  }
  return drafts;
}

export const characterName = (state: SceneState, id: string): string => findMember(state, id)?.name ?? id;

const emptyDirective = (id: string): Directive => ({ id, guidance: null, priority: null, order: null });

interface Casting {
  entries: Map<string, string>;
  exits: Map<string, string>;
}

/** Both lists refer to the cast before the pass, so no one enters and leaves in the same pass. */
function resolveCasting(
  state: SceneState,
  activations: { id: string; entryGuidance: string }[],
  deactivations: { id: string; exitGuidance: string }[],
  audited: string[],
): Casting {
  const entries = new Map<string, string>();
  const exits = new Map<string, string>();
  for (const { id, entryGuidance } of activations) {
    const member = resolveMember(state, id);
    if (member?.active) audited.push(`${member.id} was activated but is already present`);
    else if (member && !entries.has(member.id)) entries.set(member.id, entryGuidance);
  }
  for (const { id, exitGuidance } of deactivations) {
    const member = resolveMember(state, id);
    if (member?.active) exits.set(member.id, exitGuidance);
    else if (member) audited.push(`${member.id} was deactivated but is not present`);
  }
  return { entries, exits };
}

function addEntrances(
  state: SceneState,
  directives: Directive[],
  { entries }: Casting,
  audited: string[],
): void {
  for (const { id, guidance } of directives) {
    const member = resolveMember(state, id);
    if (!member || member.active || entries.has(member.id)) continue;
    entries.set(member.id, guidance ?? 'You come in now.');
    audited.push(`${member.id} was to act and comes in`);
  }
}

function readDirectives(
  state: SceneState,
  directives: Directive[],
  isPresent: (id: string) => boolean,
  audited: string[],
): Directive[] {
  const byMember = new Map<string, Directive>();
  for (const directive of directives) {
    const member = resolveMember(state, directive.id);
    if (!member) continue;
    if (!isPresent(member.id)) audited.push(`${member.id} was to act but is not present`);
    else if (byMember.has(member.id)) audited.push(`${member.id} was named twice; the first counts`);
    else byMember.set(member.id, { ...directive, id: member.id });
  }
  return [...byMember.values()];
}

/** Leaving members speak last, unless the director gave them an explicit place. */
function putExitsLast(groups: Directive[][], leaving: string[], state: SceneState): Directive[][] {
  const isLast = (directive: Directive) => directive.order === null && leaving.includes(directive.id);
  const staying = groups.map((group) => group.filter((d) => !isLast(d))).filter((group) => group.length > 0);
  const stayingIds = staying.flat().map((directive) => directive.id);
  const byId = new Map(groups.flat().map((directive) => [directive.id, directive]));
  const last = leaving
    .filter((id) => !stayingIds.includes(id))
    .map((id) => byId.get(id) ?? emptyDirective(id));
  return [...staying, ...orderActors(last, (id) => characterName(state, id))];
}
