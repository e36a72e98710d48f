import {
  type Directive,
  type DirectorPlan,
  type DirectorReconciliation,
  directorPlan,
  directorReconciliation,
  type StateField,
} from '../../../api/agents';
import type { EventDraft, PayloadOf } from '../../../events/events';
import type { Answered } from '../../../room/step-context';
import { type CastMember, type FactChange, findMember, listCast, type SceneState } from '../state';
import { orderActors, orderByRest } from './order';

/** One character's turn to act, with everything the director said to it. */
export interface Cue {
  id: string;
  guidance: string | null;
  /** How it comes in, when it does so in this pass. */
  entry: string | null;
  /** How it leaves, when this is its last line. */
  exit: string | null;
}

/** Most who act when the director does not say who. */
export const MAX_ACTING = 8;

/** What a director's answer comes to, once it is checked against who is there. */
export interface ResolvedPlan {
  /** In the order they act; those in one group act at the same time. Empty: nobody acts. */
  groups: Cue[][];
  entered: string[];
  exited: { id: string; status: PayloadOf<'cast.exited'>['status'] }[];
  updates: { id: string; field: StateField; value: string }[];
  world: FactChange[];
  trackers: FactChange[];
  /** Where the service decided in the director's place, or did not follow it. */
  audited: string[];
}

type AnyPlan = DirectorPlan | DirectorReconciliation;
const LISTS = [
  'actingCharacters',
  'remainingActors',
  'activations',
  'newActivations',
  'deactivations',
  'stateUpdates',
] as const;

/** The character a model means: by id, or by name in any case. Undefined: there is none. */
function resolveMember(state: SceneState, reference: string): CastMember | undefined {
  const name = reference.trim().toLowerCase();
  return (
    findMember(state, reference) ??
    listCast(state).find((m) => m.id === name || m.name.toLowerCase() === name)
  );
}

/** Every name in the plan that is nobody's: such a plan is refused, nobody is added. `[]` accepts. */
export function checkPlan(state: SceneState, plan: AnyPlan): { pointer: string; message: string }[] {
  const entries = plan as Partial<Record<(typeof LISTS)[number], { id: string }[] | null>>;
  const known = state.castOrder.join(', ');
  return LISTS.flatMap((list) =>
    (entries[list] ?? []).flatMap(({ id }, index) =>
      resolveMember(state, id)
        ? []
        : { pointer: `/${list}/${index}/id`, message: `there is no character "${id}"; use one of ${known}` },
    ),
  );
}

/**
 * Pass 1: who comes and goes, and who acts. A missing list means everyone present up to {@link MAX_ACTING}, least
 * recently spoken first; an explicitly empty one means nobody. Whoever a player addressed acts in any case.
 *
 * What the owner said of the round comes first: whom it called acts alone, whom it passed over does not act.
 *
 * @param addressed ids of the characters addressed
 */
export function resolvePlan(state: SceneState, plan: DirectorPlan, addressed: string[]): ResolvedPlan {
  const audited: string[] = [];
  const { next, skip } = state.calledNow;
  const mentioned = next === null ? addressed.filter((id) => !skip.includes(id)) : [next];
  const casting = resolveCasting(state, plan.activations ?? [], plan.deactivations ?? [], audited);
  for (const id of mentioned) {
    if (findMember(state, id)?.active || casting.entries.has(id)) continue;
    casting.entries.set(id, 'You are called for by name: come in and answer.');
    audited.push(`${id} was called for and comes in`);
  }
  const isPresent = (id: string) => findMember(state, id)?.active === true || casting.entries.has(id);
  const listed = readDirectives(state, plan.actingCharacters ?? [], isPresent, audited);
  const named = plan.actingCharacters?.length ?? null;

  let groups: Directive[][];
  if (named === null || (named > 0 && listed.length === 0)) {
    audited.push(
      'the director named no one who could act: everyone present acts, least recently spoken first',
    );
    groups = byRest(state, isPresent, mentioned, audited).map((id) => [emptyDirective(id)]);
  } else {
    if (named === 0) audited.push('the director named an empty list: nobody acts of their own accord');
    const called = mentioned.filter((id) => !listed.some((directive) => directive.id === id));
    for (const id of called)
      audited.push(`${id} was called for and acts, though the director did not choose it`);
    groups = orderActors([...listed, ...called.map(emptyDirective)], (id) => nameOf(state, id));
  }
  const leaving = [...casting.exits.keys()];
  const cast = putExitsLast(groups, leaving, state);
  const acting = passOver(cast, state, audited);
  for (const { id, guidance } of acting.flat()) if (!guidance) audited.push(`${id} acts without guidance`);
  auditSilent(casting, acting, audited);
  return {
    ...resolveUpdates(state, plan),
    groups: toCues(acting, casting),
    entered: [...casting.entries.keys()],
    exited: leaving.map((id) => ({ id, status: isPassedOver(state, id) ? 'left' : 'leaving' })),
    audited,
  };
}

/**
 * Pass 1, when nothing in the director's answer was usable: who was addressed acts, else everyone present, as where a
 * plan names nobody. Nobody leaves and nothing else changes.
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

/** Pass 2, when nothing in the director's answer was usable: what was said stays, and so does what pass 1 said. */
export const leaveAsItIs = (): ResolvedPlan => ({
  ...{ groups: [], entered: [], exited: [], updates: [], world: [], trackers: [] },
  audited: ["the director's second plan was not usable; what was said stays, and nothing else changes"],
});

/** Ids of those present who act by rule. Whoever was called for is among them. */
function byRest(
  state: SceneState,
  isPresent: (id: string) => boolean,
  called: readonly string[],
  audited: string[],
): string[] {
  const present = orderByRest(listCast(state).filter(({ id }) => isPresent(id))).map(({ id }) => id);
  const asked = called.filter((id) => present.includes(id));
  const others = present.filter((id) => !asked.includes(id));
  const chosen = [...asked, ...others.slice(0, Math.max(0, MAX_ACTING - asked.length))];
  const waiting = present.filter((id) => !chosen.includes(id));
  if (waiting.length > 0)
    audited.push(`at most ${MAX_ACTING} act when nobody is chosen; not now: ${waiting.join(', ')}`);
  return present.filter((id) => chosen.includes(id));
}

/**
 * Pass 2: what is true after the lines, and who must still act. Nobody, when it does not say. Whoever is sent off
 * now and has said nothing yet this round, or is named once more, speaks its exit; the others just leave.
 */
export function resolveReconciliation(state: SceneState, plan: DirectorReconciliation): ResolvedPlan {
  const audited: string[] = [];
  const arrivals = plan.newActivations ?? [];
  const casting = resolveCasting(
    state,
    [...arrivals, ...(plan.activations ?? [])],
    plan.deactivations ?? [],
    audited,
  );
  const isPresent = (id: string) => findMember(state, id)?.active === true || casting.entries.has(id);
  const listed = readDirectives(state, plan.remainingActors ?? [], isPresent, audited);
  const isListed = (id: string) => listed.some((directive) => directive.id === id);
  const arriving = arrivals.flatMap(({ id }) => resolveMember(state, id)?.id ?? []);
  const added = [...new Set(arriving)].filter((id) => casting.entries.has(id) && !isListed(id));
  const groups = orderActors([...listed, ...added.map(emptyDirective)], (id) => nameOf(state, id));

  const exited = [...casting.exits.keys()].map((id) => {
    const owed = isListed(id) || !findMember(state, id)?.flags.hasActedThisRound;
    const speaks = owed && !isPassedOver(state, id);
    return { id, status: speaks ? ('leaving' as const) : ('left' as const) };
  });
  const leaving = exited.filter(({ status }) => status === 'leaving').map(({ id }) => id);
  const acting = passOver(putExitsLast(groups, leaving, state), state, audited);
  auditSilent(casting, acting, audited);
  return {
    ...resolveUpdates(state, plan),
    groups: toCues(acting, casting),
    entered: [...casting.entries.keys()],
    exited,
    audited,
  };
}

/** Whether the owner said that this one does not act in the round: by calling on another, or by passing it over. */
const isPassedOver = ({ calledNow: { next, skip } }: SceneState, id: string): boolean =>
  next === null ? skip.includes(id) : id !== next;

/** Whoever comes in without acting is told nothing of how: the director may not have meant that. */
function auditSilent({ entries }: Casting, acting: readonly { id: string }[][], audited: string[]): void {
  for (const id of entries.keys()) {
    if (acting.flat().some((one) => one.id === id)) continue;
    audited.push(`${id} comes in and does not act: its entry guidance reaches nobody`);
  }
}

/** The owner's word holds in both passes. */
function passOver(groups: Directive[][], state: SceneState, audited: string[]): Directive[][] {
  for (const { id } of groups.flat()) {
    if (isPassedOver(state, id)) audited.push(`${id} does not act: the owner said so`);
  }
  return groups
    .map((group) => group.filter(({ id }) => !isPassedOver(state, id)))
    .filter((group) => group.length > 0);
}

/** The events of a pass, stored with the director's answer and so before anyone speaks. */
export function passEvents(
  state: SceneState,
  pass: 1 | 2,
  round: number,
  answer: Answered<AnyPlan>,
  resolvedPlan: ResolvedPlan,
): EventDraft[] {
  const { audited, updates } = resolvedPlan;
  const completed: PayloadOf<'director.completed'> = {
    pass,
    plan: answer.ok ? answer.value : (pass === 1 ? directorPlan : directorReconciliation).parse({}),
    provider: answer.provider,
    rung: answer.rung,
    audited,
  };
  // Guidance and intentions are between the director and one character: players see what comes of them.
  const owner = ['owner'];
  const drafts: EventDraft[] = [
    { kind: 'director.completed', actor: 'director', audience: owner, round, payload: completed },
  ];
  for (const hidden of [false, true]) {
    const part = updates.filter((update) => (update.field === 'intentions') === hidden);
    if (part.length === 0) continue;
    const payload: PayloadOf<'state.updated'> = { pass, updates: part };
    drafts.push({
      kind: 'state.updated',
      actor: 'director',
      round,
      payload,
      ...(hidden && { audience: owner }),
    });
  }
  for (const id of resolvedPlan.entered) {
    const payload = { pass, name: nameOf(state, id) };
    drafts.push({ kind: 'cast.entered', actor: `character:${id}`, round, payload });
  }
  for (const { id, status } of resolvedPlan.exited) {
    const payload: PayloadOf<'cast.exited'> = { pass, name: nameOf(state, id), status };
    drafts.push({ kind: 'cast.exited', actor: `character:${id}`, round, payload });
  }
  return drafts;
}

export const nameOf = (state: SceneState, id: string): string => findMember(state, id)?.name ?? id;

const emptyDirective = (id: string): Directive => ({ id, guidance: null, priority: null, order: null });

interface Casting {
  /** Entry guidance by id, of those who come in. */
  entries: Map<string, string>;
  /** Exit guidance by id, of those who leave. */
  exits: Map<string, string>;
}

/** Both lists are read against who was there before them: no one comes and goes in the same pass. */
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

function readDirectives(
  state: SceneState,
  directives: Directive[],
  isPresent: (id: string) => boolean,
  audited: string[],
): Directive[] {
  const read = new Map<string, Directive>();
  for (const directive of directives) {
    const member = resolveMember(state, directive.id);
    if (!member) continue;
    if (!isPresent(member.id)) audited.push(`${member.id} was to act but is not present`);
    else if (read.has(member.id)) audited.push(`${member.id} was named twice; the first counts`);
    else read.set(member.id, { ...directive, id: member.id });
  }
  return [...read.values()];
}

/** Whoever leaves speaks last, unless the director gave it an explicit place. */
function putExitsLast(groups: Directive[][], leaving: string[], state: SceneState): Directive[][] {
  const isLast = (directive: Directive) => directive.order === null && leaving.includes(directive.id);
  const staying = groups.map((group) => group.filter((d) => !isLast(d))).filter((group) => group.length > 0);
  const placed = staying.flat().map((directive) => directive.id);
  const given = new Map(groups.flat().map((directive) => [directive.id, directive]));
  const last = leaving.filter((id) => !placed.includes(id)).map((id) => given.get(id) ?? emptyDirective(id));
  return [...staying, ...orderActors(last, (id) => nameOf(state, id))];
}

const toCues = (groups: Directive[][], { entries, exits }: Casting): Cue[][] =>
  groups.map((group) =>
    group.map(({ id, guidance }) => ({
      id,
      guidance,
      entry: entries.get(id) ?? null,
      exit: exits.get(id) ?? null,
    })),
  );

function resolveUpdates(
  state: SceneState,
  plan: AnyPlan,
): Pick<ResolvedPlan, 'updates' | 'world' | 'trackers'> {
  return {
    updates: (plan.stateUpdates ?? []).flatMap(({ id, field, value }) => {
      const member = resolveMember(state, id);
      return member ? { id: member.id, field, value } : [];
    }),
    world: plan.worldUpdates ?? [],
    trackers: plan.trackers ?? [],
  };
}
