import { MAX_BULLETS } from '../contract/context';
import type { Event, EventOf, PayloadOf } from '../contract/events/events';
import { currentWords, readChange } from '../contract/events/fold/edits';
import { listRecipients } from '../contract/events/fold/hidden';
import { foldHiddenLines, NO_HIDDEN_LINES } from '../contract/events/fold/hidden-lines';
import { roundEnd } from '../contract/events/fold/progress';
import { reduceOpen } from '../room/rounds';
import { foldAutonomy } from './autonomy';
import { memoryChange } from './memory-change';
import { foldReset, makeMember, readStanding } from './reset';
import { countNote } from './seats';
import {
  applyChanges,
  type BeforeRound,
  type CastMember,
  characterId,
  findMember,
  listCast,
  NO_CALLS,
  NO_PROPOSAL,
  type QueuedInput,
  type QueuedPayload,
  type RoundFlags,
  type SceneState,
  type Summary,
} from './state';
import { isOver, reduceTable } from './table/state';

const MAX_EDITS = 500;
/**
 * Most changed lines in the state. Older changes are in every summary and memory already, unless a rollback
 * restores an old one.
 */
const MAX_CHANGED = 1000;

/**
 * Folds one event into the scene. Pure and complete: folding a ledger from its first event gives the room's
 * state. Events without state only advance the head.
 *
 * @param state null for the first event, which must be `scene.created`
 *
 * @example
 * ```ts
 * const state = events.reduce<SceneState | null>(reduceScene, null);
 * ```
 */
export function reduceScene(state: SceneState | null, event: Event): SceneState {
  if (event.kind === 'scene.created') return openScene(event);
  if (state === null) throw new Error(`a scene begins with scene.created, not ${event.kind}`);
  const next = reduceContent({ ...state, ...reduceOpen(state, event), head: event.seq }, event);
  const autonomy = foldAutonomy(next, event);
  const restedAt = roundEnd(event) ? event.at : next.restedAt;
  return markReset(state, { ...next, autonomy, restedAt });
}

/**
 * Marks a round to restart if the owner changed facts that it has used already: a resumed retry would repeat
 * the old ones.
 */
function markReset(before: SceneState, next: SceneState): SceneState {
  const { failed, open } = next;
  const isTold =
    before.profiles !== next.profiles ||
    before.edits !== next.edits ||
    before.hiddenLines !== next.hiddenLines ||
    isRenamed(before, next);
  if (failed) {
    const anew = (isTold && before.failed !== null) || next.anew === failed.open.n;
    return anew && failed.retry !== 'restart' ? { ...next, failed: { ...failed, retry: 'restart' } } : next;
  }
  return open && isTold && before.open ? { ...next, anew: open.n } : next;
}

/**
 * True if the owner chose a next speaker during a round. The round's start resets the choice, which does not
 * count.
 */
const isRenamed = (before: SceneState, next: SceneState): boolean =>
  before.called !== next.called && (next.called.next !== null || next.called.skip.length > 0);

function reduceContent(state: SceneState, event: Event): SceneState {
  const { kind, payload } = event;
  switch (kind) {
    case 'scene.changed': {
      const { title = state.title, status = state.status, forkedFrom, pace } = payload;
      if (!forkedFrom) {
        return foldReset({ ...state, title, status, pace: pace ?? state.pace }, payload);
      }
      const fork = { ...state, title, status, forkedFrom, createdAt: event.at };
      return {
        ...fork,
        inherits: true,
        queue: [],
        called: NO_CALLS,
        seats: {},
        noted: {},
        autonomy: null,
      };
    }
    case 'cast.called': {
      const { next, skip } = payload;
      return { ...state, called: { next, skip } };
    }
    case 'plan.proposed':
      return { ...state, plan: { ...state.plan, proposed: payload.plan } };
    case 'plan.approved':
      return { ...state, plan: { ...state.plan, approved: payload.plan } };
    case 'director.completed':
      return payload.pass === 1 ? { ...state, plan: NO_PROPOSAL } : state;
    case 'line.edited':
    case 'line.chosen':
      return changeLine(state, event);
    case 'line.hidden':
    case 'line.shown': {
      const lines = event.kind === 'line.hidden' ? event.payload.seqs : [event.payload.seq];
      const changes = addChanges(state.changed, lines, event.seq);
      return {
        ...state,
        hiddenLines: foldHiddenLines(state.hiddenLines, event),
        changed: changes,
        summary: dropStaleSummaries(state.summary, changes),
      };
    }
    case 'summary.written':
      return { ...state, summary: addSummary(state.summary, payload, event.seq) };
    case 'card.summarized':
      return changeMember(state, payload.id, (m) => ({
        ...m,
        summaries: {
          ...m.summaries,
          ...Object.fromEntries(payload.texts.map(({ field, of, text }) => [field, { of, text }])),
        },
      }));
    case 'memory.recalled':
      return payload.inherited === undefined ? state : { ...state, inherits: false };
    case 'memory.written':
      return { ...state, memoriesAt: event.seq };
    case 'player.spoke':
    case 'round.requested': {
      const input = readInput(event, payload);
      // Whispers among players need no answer.
      return input.audience && input.to.length === 0 ? state : { ...state, queue: [...state.queue, input] };
    }
    case 'seat.changed': {
      const { seat, change } = payload;
      const present = change === 'revoked' ? false : (state.seats[seat.id]?.present ?? false);
      return { ...state, seats: { ...state.seats, [seat.id]: { ...seat, present } } };
    }
    case 'player.joined':
    case 'player.left': {
      const seat = state.seats[payload.seat];
      const present = event.kind === 'player.joined';
      return seat ? { ...state, seats: { ...state.seats, [seat.id]: { ...seat, present } } } : state;
    }
    case 'note.written':
      return countNote(state, event.audience[0], payload);
    case 'round.started':
      return startRound(state, event);
    case 'round.rolledback':
      return undoRound(memoryChange(event) ? { ...state, memoriesAt: event.seq } : state, event);
    case 'state.updated':
      return payload.updates.reduce(
        (s, { id, field, value }) =>
          changeMember(s, id, (m) => ({ ...m, state: { ...m.state, [field]: value } })),
        state,
      );
    case 'world.updated': {
      const { world, trackers } = payload;
      return {
        ...state,
        world: applyChanges(state.world, world),
        trackers: applyChanges(state.trackers, trackers),
      };
    }
    case 'cast.entered':
      return changeMember(state, characterId(event.actor), (m) => ({
        ...m,
        active: true,
        exiting: false,
        flags: { ...m.flags, enteredThisRound: true },
      }));
    case 'cast.exited': {
      const { status } = payload;
      return changeMember(state, characterId(event.actor), (m) => ({
        ...m,
        active: status === 'leaving',
        exiting: status === 'leaving',
        flags: { ...m.flags, exitedThisRound: true },
      }));
    }
    case 'character.spoke':
      return changeMember(countMessages(state, 1), characterId(event.actor), (m) => ({
        ...finishExit(m),
        lastSpokeRound: event.round ?? state.rounds,
        flags: { ...m.flags, hasActedThisRound: true },
      }));
    case 'handout.shown':
      return payload.knownToCast ? countMessages(state, 1) : state;
    case 'dice.rolled':
      return countMessages(state, 1);
    case 'character.skipped':
      return changeMember(state, characterId(event.actor), finishExit);
    default:
      return reduceTable(state, event);
  }
}

/** A leaving member is gone after its turn, even if it was skipped. */
const finishExit = (member: CastMember): CastMember =>
  member.exiting ? { ...member, active: false, exiting: false } : member;

function changeMember(
  state: SceneState,
  id: string | null,
  change: (member: CastMember) => CastMember,
): SceneState {
  const member = findMember(state, id);
  return member ? { ...state, cast: { ...state.cast, [member.id]: change(member) } } : state;
}

function openScene(event: EventOf<'scene.created'>): SceneState {
  const config = event.payload;
  const cast = config.characters.map(makeMember);
  return {
    id: config.id,
    title: config.title,
    status: 'open',
    scenario: config.scenario,
    notes: config.notes,
    seed: config.seed,
    dice: config.dice,
    historyWindow: config.historyWindow,
    profiles: config.profiles,
    cast: Object.fromEntries(cast.map((member) => [member.id, member])),
    castOrder: cast.map((member) => member.id),
    personas: config.personas,
    seats: {},
    noted: {},
    world: config.world,
    trackers: config.trackers,
    settings: config.settings,
    lorebooks: config.lorebooks,
    game: config.game ?? null,
    budgets: config.budgets,
    table: null,
    memory: config.memory,
    library: config.library,
    summary: { running: null, bullets: [], unsummarized: 0, throughRound: 0, lines: 0, earlier: [] },
    called: NO_CALLS,
    calledNow: NO_CALLS,
    plan: NO_PROPOSAL,
    forkedFrom: null,
    undone: [],
    edits: [],
    hiddenLines: NO_HIDDEN_LINES,
    changed: [],
    anew: null,
    inherits: false,
    memoriesAt: 0,
    pace: config.pace,
    restedAt: null,
    autonomy: null,
    queue: [],
    answering: [],
    before: null,
    head: event.seq,
    createdAt: event.at,
    rounds: 0,
    open: null,
    failed: null,
  };
}

function readInput({ seq, at, actor }: Event, payload: QueuedPayload): QueuedInput {
  const { type, personaId, to, text, line, criteria } = payload;
  const { whisper, toPersonas, hidden, start, autonomous, hook } = payload;
  return {
    seq,
    at,
    type,
    to,
    ...(personaId === undefined ? {} : { personaId }),
    ...(text === undefined ? {} : { text }),
    ...(line === undefined ? {} : { line }),
    ...(criteria === undefined ? {} : { criteria }),
    ...(whisper ? { audience: listRecipients(actor, payload) } : {}),
    ...(hidden && { hidden, ...(toPersonas && { toPersonas }) }),
    ...(start && { start }),
    ...(autonomous && { autonomous }),
    ...(hook && { hook }),
  };
}

/**
 * Takes the round's inputs out of the queue. A resumed retry keeps the changes of the first attempt. Lines that join
 * ({@link joinRound}) come before any change. Any other start resets the flags, and saves a copy of all that the round
 * may change.
 */
function startRound(state: SceneState, event: Event): SceneState {
  const { open } = state;
  if (!open) return state;
  const answering = [...state.answering, ...state.queue].filter((input) => open.inputs.includes(input.seq));
  const queue = state.queue.filter((input) => !open.inputs.includes(input.seq));
  const isResumed = open.startSeq !== event.seq && state.before?.n === open.n;
  if (isResumed) return { ...state, queue, answering };
  if (state.before?.n === open.n)
    return countMessages(
      { ...state, queue, answering, plan: NO_PROPOSAL },
      answering.length - state.answering.length,
    );

  const before = recordBefore(state, open.n);
  const fresh: RoundFlags = { hasActedThisRound: false, enteredThisRound: false, exitedThisRound: false };
  // In an interrupted round, a leaving member has not left yet.
  const cast = Object.fromEntries(
    listCast(state).map((member) => [member.id, { ...member, exiting: false, flags: fresh }]),
  );
  const userInputs = answering.filter((input) => input.type === 'user').length;
  // The owner's choice of speaker waits for a round with the cast.
  const isPlayed = answering.some(({ type }) => type === 'user' || type === 'continuation');
  const choice = isPlayed ? { calledNow: state.called, called: NO_CALLS } : { calledNow: NO_CALLS };
  return countMessages(
    { ...state, cast, queue, answering, before, plan: NO_PROPOSAL, ...choice },
    userInputs,
  );
}

export const recordBefore = (state: SceneState, n: number): BeforeRound => ({
  n,
  standings: Object.fromEntries(listCast(state).map((member) => [member.id, readStanding(member)])),
  world: state.world,
  trackers: state.trackers,
  summary: state.summary,
  called: state.called,
  ...(state.table && { table: { round: state.table.round, outcome: state.table.outcome } }),
});

/**
 * Restores the state before a round. A manual rollback brings its own copy, and drops waiting inputs, because
 * they came after the undone rounds.
 */
function undoRound(state: SceneState, event: EventOf<'round.rolledback'>): SceneState {
  const { restored, undone } = event.payload;
  const n = event.round ?? state.rounds;
  const before = restored ?? state.before;
  if (!before || (!restored && before.n !== n)) return state;
  // A character added since keeps its initial state.
  const standings = new Map(Object.entries(before.standings));
  const cast = Object.fromEntries(
    listCast(state).map((member) => [
      member.id,
      { ...member, ...(standings.get(member.id) ?? member.origin) },
    ]),
  );
  const { world, trackers, summary } = before;
  // A choice made after the round applies to its next attempt.
  const isCalled = state.called.next !== null || state.called.skip.length > 0;
  const table = state.table && { ...state.table, ...before.table };
  // A rollback reopens a finished game.
  const status = isOver(state) && !isOver({ table }) ? 'open' : state.status;
  const range: [number, number] = undone ?? [n, n];
  const isTakenBack = ({ round }: SceneState['edits'][number]) => round !== null && round >= range[0];
  const changedBack = state.edits.filter(isTakenBack).map(({ seq }) => seq);
  const changes = addChanges(state.changed, changedBack, event.seq);
  return {
    ...state,
    changed: changes,
    called: isCalled ? state.called : before.called,
    ...{ cast, world, trackers, table, status, before: null },
    // It may contain text that was edited since.
    summary: dropStaleSummaries(summary, changes),
    queue: undone ? [] : state.queue,
    undone: undone ? [...state.undone, undone] : state.undone,
    edits: state.edits.filter((edit) => !isTakenBack(edit)),
    anew: null,
  };
}

/** Applies to waiting inputs as well, and to inputs that a retry will answer again. */
function changeLine(state: SceneState, event: Event): SceneState {
  const change = readChange(event);
  if (!change) return state;
  const round = event.round ?? null;
  // The owner's newest edit replaces the previous one; an edit by a round stays separate, because a rollback
  // may undo it.
  const last = state.edits.findLast(({ seq }) => seq === change.seq);
  const isReplaced = change.do !== 'add' && round === null && last?.do === change.do && last.round === null;
  const others = isReplaced ? state.edits.filter((one) => one !== last) : state.edits;
  const changes = addChanges(state.changed, [change.seq], event.seq);
  const summary = dropStaleSummaries(state.summary, changes);
  const next = {
    ...state,
    changed: changes,
    summary,
    edits: fitEdits([...others, { ...change, round }]),
  };
  const text = currentWords(next.edits).get(change.seq);
  if (text === undefined) return next;
  const edit = (input: QueuedInput): QueuedInput => (input.seq === change.seq ? { ...input, text } : input);
  return { ...next, queue: state.queue.map(edit), answering: state.answering.map(edit) };
}

/**
 * Makes room for the newest change: drops all but the last change of a line, starting with the line changed
 * longest ago.
 */
function fitEdits(edits: SceneState['edits']): SceneState['edits'] {
  if (edits.length <= MAX_EDITS) return edits;
  const counts = new Map<number, number>();
  for (const { seq } of edits) counts.set(seq, (counts.get(seq) ?? 0) + 1);
  const seq = edits.find((edit) => (counts.get(edit.seq) ?? 0) > 1)?.seq ?? edits[0]?.seq ?? 0;
  const isOfLine = (edit: SceneState['edits'][number]) => edit.seq === seq;
  const text = counts.get(seq) === 1 ? undefined : currentWords(edits.filter(isOfLine)).get(seq);
  const words: SceneState['edits'] = text === undefined ? [] : [{ seq, do: 'set', text, round: null }];
  return [...words, ...edits.filter((edit) => !isOfLine(edit))];
}

const countMessages = (state: SceneState, messages: number): SceneState => ({
  ...state,
  summary: {
    ...state.summary,
    unsummarized: state.summary.unsummarized + messages,
    lines: state.summary.lines + messages,
  },
});

/** Earlier running summaries: prompts use the one that ends where their conversation begins. */
const MAX_EARLIER = 16;

const addChanges = (changed: SceneState['changed'], lines: readonly number[], at: number) =>
  lines.length === 0
    ? changed
    : [
        ...changed.filter(({ line }) => !lines.includes(line)),
        ...[...new Set(lines)].map((line) => ({ line, at })),
      ].slice(-MAX_CHANGED);

function addSummary(summary: Summary, written: PayloadOf<'summary.written'>, at: number): Summary {
  const rounds = new Set(written.bullets.map(({ round }) => round));
  const others = summary.bullets.filter(({ round }) => !rounds.has(round));
  const newBullets = written.bullets.map((bullet) => ({ ...bullet, at }));
  const bullets = [...others, ...newBullets].sort((a, b) => a.round - b.round).slice(-MAX_BULLETS);
  const { running, throughRound, throughLine } = written;
  const remaining = Math.max(0, summary.unsummarized - written.messages);
  const last = {
    ...{ running, throughRound, at, lines: summary.lines - remaining },
    ...(throughLine !== undefined && { throughLine }),
  };
  const { isStale: _, ...rest } = summary;
  return {
    ...rest,
    ...{ running, throughRound, bullets, unsummarized: remaining },
    earlier: [...summary.earlier, last].slice(-MAX_EARLIER),
    ...(summary.isStale && remaining > 0 && { isStale: true }),
  };
}

/**
 * Returns to the last summary without changed lines; lines of later summaries count as unsummarized again.
 * Sentences of rounds without changes stay.
 */
function dropStaleSummaries(summary: Summary, changed: SceneState['changed']): Summary {
  const isStale = (at: number, isIn: (line: number) => boolean) =>
    changed.some((change) => change.at > at && isIn(change.line));
  const { earlier, lines } = summary;
  const valid = earlier.filter(
    ({ at, throughLine = Number.POSITIVE_INFINITY }) => !isStale(at, (line) => line <= throughLine),
  );
  if (valid.length === earlier.length) return summary;
  const last = valid.at(-1);
  return {
    ...summary,
    running: last?.running ?? null,
    throughRound: last?.throughRound ?? 0,
    bullets: summary.bullets.filter(
      (bullet) => !isStale(bullet.at ?? 0, (line) => bullet.lines?.includes(line) ?? true),
    ),
    earlier: valid,
    unsummarized: lines - (last?.lines ?? 0),
    isStale: true,
  };
}
