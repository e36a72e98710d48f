import { answererKind, nameAnswerers } from '../base/answerer';
import type { JsonObject } from '../base/json';
import { PROFILE_ROLES } from '../contract/create-scene';
import { type Event, type EventOf, OWNER, type Viewer } from '../contract/events/events';
import { type Alternatives, currentWords, readAlternatives } from '../contract/events/fold/edits';
import { withRoundAudience } from '../contract/events/fold/hidden';
import { type HiddenLines, NO_HIDDEN_LINES } from '../contract/events/fold/hidden-lines';
import { ROUND_ENDS } from '../contract/events/fold/progress';
import type { ResolvedProfile } from '../contract/profiles';
import type { Round, RoundRetried, TurnAccepted } from '../contract/rounds';
import type { Scene, SceneSeen } from '../contract/scenes';
import { toProblem } from '../contract/to-problem';
import type { SceneProfiles } from '../model/profiles';
import type { InvitationSeen } from '../room/rpc';
import { redactEvent, redactFailure } from '../room/visibility';
import { readProposal } from './approval';
import { autonomyView } from './autonomy';
import { waitingView } from './pace';
import { listPeople, ownSeatView } from './seats';
import { fillTexts } from './setup/fill-texts';
import {
  agentProfile,
  characterId,
  isUndone,
  listCast,
  type SceneState,
  type Seat,
  sceneStatus,
} from './state';
import { playerCard } from './table/state';

export const sceneView = (state: SceneState): Scene => buildSceneView(state, null);

/** @param reader id of the persona that is "you" in its texts */
export function buildSceneView(written: SceneState, reader: string | null): Scene {
  const state = fillTexts(written, { reader });
  const { open, failed, profiles } = state;
  const { director, character } = profiles;
  return {
    id: state.id,
    title: state.title,
    status: sceneStatus(state),
    scenario: state.scenario,
    notes: state.notes,
    cast: listCast(state).map((member) => ({
      id: member.id,
      name: member.name,
      description: member.description,
      from: member.from ?? null,
      active: member.active,
      state: member.state,
      lastSpokeRound: member.lastSpokeRound,
    })),
    personas: state.personas,
    written: {
      scenario: written.scenario,
      notes: written.notes,
      cast: Object.fromEntries(listCast(written).map(({ id, description }) => [id, description])),
      personas: written.personas,
    },
    world: state.world,
    trackers: state.trackers,
    provider:
      director.provider === character.provider
        ? director.provider
        : `${director.provider} (director), ${character.provider} (characters)`,
    answeredBy: askedNames(state.profiles),
    rounds: state.rounds,
    round: open ? { n: open.n, attempt: open.attempt, startedAt: open.startedAt } : null,
    proposal: readProposal(state),
    queued: state.queue.length,
    failed: failed ? { n: failed.open.n, problem: toProblem(failed.failure) } : null,
    ...state.pace,
    waiting: waitingView(state),
    autonomy: autonomyView(state, true),
    called: state.called,
    summary: state.summary.running,
    settings: state.settings,
    historyWindow: state.historyWindow,
    budgets: state.budgets,
    profiles: profilesView(profiles),
    worldId: state.library.world,
    campaignId: state.library.campaign,
    arcId: state.library.arc,
    lorebooks: state.lorebooks.map(({ id, book, of }) => ({
      id,
      name: book.name,
      ...(of !== undefined && { of }),
    })),
    forkedFrom: state.forkedFrom,
    undone: state.undone,
    ...tableView(state),
    people: listPeople(state),
    head: state.head,
    createdAt: state.createdAt,
  };
}

/**
 * The scene as a seat sees it: public facts, and everything about its own persona. Notes, settings, profiles
 * and intentions are for the owner only.
 */
export function sceneSeen(state: SceneState, seat: Seat): SceneSeen {
  const { id, title, status, scenario, cast, personas, world, trackers, provider, rounds, round, ...rest } =
    buildSceneView(state, seat.persona);
  const { queued, summary, undone, game, table, people, head, createdAt } = rest;
  const { failed } = state;
  const { turnMode, gatherSeconds, hideLines, holdForTyping, waiting } = rest;
  return {
    ...{ id, title, status, scenario, world, trackers, provider, rounds, round, queued, summary },
    ...{ undone, game, table, people, head, createdAt },
    ...{ turnMode, gatherSeconds, hideLines, holdForTyping, waiting, autonomy: autonomyView(state) },
    cast: cast.map((member) => ({ ...member, state: { ...member.state, intentions: '' } })),
    personas: personas.map(({ secrets, ...persona }) =>
      secrets !== undefined && persona.id === seat.persona ? { ...persona, secrets } : persona,
    ),
    failed: failed && { n: failed.open.n, problem: toProblem(redactFailure(failed.failure)) },
    you: ownSeatView(seat),
    mayChoose: seat.role === 'player' && seat.persona !== null && state.settings.playersChoose,
    card: playerCard(state.table, seat.persona),
  };
}

export function invitationView(state: SceneState, seat: Seat): InvitationSeen {
  const { title, scenario, cast, personas, people, rounds } = buildSceneView(state, seat.persona);
  const persona = personas.find(({ id }) => id === seat.persona);
  return {
    ...{ title, scenario, rounds, role: seat.role, endsAt: seat.invitationEndsAt },
    ...{ host: seat.host ?? null, forMany: seat.forMany === true },
    persona: persona ? { name: persona.name, description: persona.description } : null,
    cast: cast.flatMap(({ id, name, active, from }) => (active ? [{ id, name, from }] : [])),
    people: people.map(({ name }) => name),
  };
}

function profilesView(profiles: SceneProfiles): Scene['profiles'] {
  const show = ({ provider, model }: ResolvedProfile) => ({ provider, model });
  const byRole = PROFILE_ROLES.map((role) => [role, show(agentProfile({ profiles }, role))]);
  const byCharacter = Object.entries(profiles.characters ?? {}).map(([id, profile]) => [id, show(profile)]);
  return { ...Object.fromEntries(byRole), characters: Object.fromEntries(byCharacter) };
}

export const askedNames = ({ director, character, characters = {} }: SceneProfiles): string[] =>
  nameAnswerers([director, character, ...Object.values(characters)]);

/** The game and its progress. Words, including the author's own, are visible after its end. */
function tableView({ game, table }: SceneState): Pick<Scene, 'game' | 'table'> {
  if (!game) return { game: null, table: null };
  const { words: _kept, ...shown } = game;
  if (!table) return { game: shown, table: null };
  const { words, odd, dealt, people, round, outcome } = table;
  return {
    game: outcome ? game : shown,
    table: {
      players: Object.keys(dealt),
      people,
      round,
      of: game.rounds,
      over: outcome !== null,
      outcome: outcome && { ...outcome, reveal: { words, odd } },
    },
  };
}

/** The timeline of a round with current texts, from the events that the viewer may see. */
export function roundView(state: SceneState, events: Event[], n: number, viewer: Viewer = OWNER): Round {
  // The round has begun, so its inputs are no longer hidden.
  const { hiddenLines, edits, castOrder } = state;
  const visibleEvents = events.flatMap((event) =>
    hiddenLines[event.seq] === 'deleted'
      ? []
      : (redactEvent(withRoundAudience(event), viewer, hiddenLines) ?? []),
  );
  return timeline(visibleEvents, n, { undone: isUndone(state, n), edits, hiddenLines, castOrder });
}

/**
 * The timeline of round `n`: its latest attempt that was not rolled back; if all were, the last one with the
 * status `rolledback`. A resumed attempt is merged with its predecessor.
 *
 * @param events events of the room in order: at least those in the round, and the inputs it answers
 * @param more.undone it was rolled back manually, which its own events don't show
 * @param more.edits for the current text of lines and inputs
 * @param more.hiddenLines lines to mark as hidden
 * @param more.castOrder ids of the cast
 * @throws RangeError if the events contain no start of that round
 */
export function timeline(
  events: Event[],
  n: number,
  {
    undone = false,
    edits = [],
    hiddenLines = NO_HIDDEN_LINES,
    castOrder = [],
  }: { undone?: boolean } & Partial<Pick<SceneState, 'edits' | 'hiddenLines' | 'castOrder'>> = {},
): Round {
  const says = currentWords(edits);
  const alternatives = readAlternatives(edits);
  const own = events.filter((event) => event.round === n);
  // An attempt begins at its `round.started`, unless that resumes an earlier one.
  const starts = own.filter(
    ({ kind, seq, payload }) => kind === 'round.started' && (payload.startSeq ?? seq) === seq,
  );
  const spans = starts.map((start, index) => {
    const end = starts[index + 1]?.seq ?? Number.POSITIVE_INFINITY;
    return own.filter((event) => event.seq >= start.seq && event.seq < end);
  });
  const isUndone = (span: Event[]) => span.some((event) => event.kind === 'round.rolledback');
  const span = spans.findLast((candidate) => !isUndone(candidate)) ?? spans.at(-1);
  const [attemptStart] = span ?? [];
  const lastStart = span?.findLast((event) => event.kind === 'round.started');
  if (!span || !attemptStart || !lastStart) throw new RangeError(`there is no round ${n} among these events`);

  const { attempt, inputs } = lastStart.payload;
  const ending = span.findLast((event) => event.seq > lastStart.seq && event.kind in ENDINGS);
  return {
    n,
    attempt,
    status: undone ? 'rolledback' : ending ? (ENDINGS[ending.kind] ?? 'running') : 'running',
    startedAt: attemptStart.at,
    endedAt: ending?.at ?? null,
    inputs: events
      .filter((event) => inputs.includes(event.seq))
      .map(({ seq, actor, audience, kind, payload }) => {
        const isInput = kind === 'player.spoke' || kind === 'round.requested';
        const text = says.get(seq) ?? (isInput ? (payload.text ?? '') : '');
        return { seq, actor, audience, text, ...markHidden(hiddenLines, seq) };
      }),
    passes: span.flatMap((event) => (event.kind === 'director.completed' ? passView(event) : [])),
    lines: span.flatMap((event) =>
      event.kind === 'character.spoke'
        ? { ...lineView(event, says, alternatives), ...markHidden(hiddenLines, event.seq) }
        : [],
    ),
    skipped: span.flatMap((event) => {
      if (event.kind !== 'character.skipped') return [];
      return { actor: event.actor, reason: event.payload.reason };
    }),
    cast: flagsView(span, castOrder),
    problem: ending?.kind === 'round.failed' ? toProblem(ending.payload.failure) : null,
    record: span.findLast((event) => event.kind === 'round.audited')?.payload ?? null,
    events: span.map((event) => event.seq),
  };
}

const markHidden = (hidden: HiddenLines, seq: number) =>
  hidden[seq] !== undefined && { hidden: true as const };

function flagsView(span: readonly Event[], castOrder: readonly string[]): Round['cast'] {
  const idsOf = (kind: Event['kind']) =>
    new Set(span.flatMap((event) => (event.kind === kind ? (characterId(event.actor) ?? []) : [])));
  const [acted, entered, exited] = [idsOf('character.spoke'), idsOf('cast.entered'), idsOf('cast.exited')];
  return [...new Set([...castOrder, ...acted, ...entered, ...exited])].map((id) => ({
    id,
    hasActedThisRound: acted.has(id),
    enteredThisRound: entered.has(id),
    exitedThisRound: exited.has(id),
  }));
}

const ENDINGS: Partial<Record<Event['kind'], Round['status']>> = {
  ...ROUND_ENDS,
  'round.rolledback': 'rolledback',
};

function passView(event: EventOf<'director.completed'>): Round['passes'][number] {
  const { pass, rung, plan, audited } = event.payload;
  return { pass, ...answererKind(event.payload), rung, plan: plan as JsonObject, audited };
}

function lineView(
  event: EventOf<'character.spoke'>,
  says: ReadonlyMap<number, string>,
  alternatives: ReadonlyMap<number, Alternatives>,
): Round['lines'][number] {
  const { name, kind, extra, ...payload } = event.payload;
  const text = says.get(event.seq) ?? payload.text;
  const { seq, actor, audience } = event;
  const answerer = answererKind(payload);
  const { texts = [], chosen = 0 } = alternatives.get(seq) ?? {};
  const others = texts.length > 1 && { alternatives: texts.map((one) => one ?? payload.text), chosen };
  return { seq, actor, audience, name, kind, text, ...answerer, ...others, ...(extra && { extra }) };
}

export function acceptedView(state: SceneState, inputSeq: number): TurnAccepted {
  const round = state.open?.inputs.includes(inputSeq) ? state.open.n : null;
  return { inputSeq, round, status: round === null ? 'queued' : 'running' };
}

/** Status of a retried round. A round of autonomy has no input; the event before it takes that place. */
export function retriedView({ open, head }: SceneState): RoundRetried {
  if (!open) throw new Error('no round was begun again');
  return { inputSeq: open.inputs[0] ?? open.inputSeq, round: open.n, status: 'running', after: head };
}

/** Status of a turn; a whisper among players completes at once, because the cast does not answer it. */
export function turnAcceptedView(state: SceneState, inputSeq: number): TurnAccepted {
  const view = acceptedView(state, inputSeq);
  const waits = state.queue.some(({ seq }) => seq === inputSeq);
  return view.round === null && !waits ? { ...view, status: 'completed' } : view;
}
