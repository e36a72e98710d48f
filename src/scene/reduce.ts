import { MAX_BULLETS } from '../contract/context';
import type { Event, EventOf, PayloadOf } from '../contract/events/events';
import { currentWords, readChange } from '../contract/events/fold/edits';
import { hearersOf } from '../contract/events/fold/hidden';
import { foldHiddenLines, NO_HIDDEN_LINES } from '../contract/events/fold/hidden-lines';
import { roundEnd } from '../contract/events/fold/progress';
import { reduceOpen } from '../room/rounds';
import { foldAutonomy } from './autonomy';
import { foldReset, makeMember, readStanding } from './reset';
import { countNote } from './seats';
import {
  applyChanges,
  type BeforeRound,
  type CastMember,
  characterId,
  findMember,
  listCast,
  NOBODY_CALLED,
  type QueuedInput,
  type QueuedPayload,
  type RoundFlags,
  type SceneState,
  type Summary,
} from './state';
import { isOver, reduceTable } from './table/state';

/** Edits that are remembered. */
const MAX_EDITS = 500;
/** Changed lines that are remembered. Older changes are in every summary and memory, unless a rollback brings one back. */
const MAX_CHANGED = 1000;

/**
 * Fold one event into the scene. Pure, and complete: folding a ledger from its first event gives the state its room
 * has. Events of kinds that carry no state are only counted.
 *
 * @param state null for the first event, which must be `scene.created`
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
  return beginsAnew(state, { ...next, autonomy, restedAt });
}

/**
 * Marks a round to begin anew after the owner changed what it was told already: a retry that resumes would tell the
 * old again.
 */
function beginsAnew(before: SceneState, next: SceneState): SceneState {
  const { failed, open } = next;
  const isTold =
    before.profiles !== next.profiles ||
    before.edits !== next.edits ||
    before.hiddenLines !== next.hiddenLines ||
    isCalledAnew(before, next);
  if (failed) {
    const anew = (isTold && before.failed !== null) || next.anew === failed.open.n;
    return anew && failed.retry !== 'restart' ? { ...next, failed: { ...failed, retry: 'restart' } } : next;
  }
  return open && isTold && before.open ? { ...next, anew: open.n } : next;
}

/** Called on while a round is there to act on it; its own start takes a call away, which is none. */
const isCalledAnew = (before: SceneState, next: SceneState): boolean =>
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
      // Nobody who sits in the source sits here.
      return {
        ...fork,
        inherits: true,
        queue: [],
        called: NOBODY_CALLED,
        seats: {},
        noted: {},
        autonomy: null,
      };
    }
    case 'cast.called': {
      const { next, skip } = payload;
      return { ...state, called: { next, skip } };
    }
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
        summary: dropStale(state.summary, changes),
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
      // The same exchange forgot what was taken back.
      return { ...state, forget: [] };
    case 'player.spoke':
    case 'round.requested': {
      const input = readInput(event, payload);
      // What players whisper among themselves asks nobody for an answer.
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
      return takeBack(state, event);
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
    case 'character.skipped':
      return changeMember(state, characterId(event.actor), finishExit);
    default:
      return reduceTable(state, event);
  }
}

/** A leaving member is gone once its turn has passed, spoken or not. */
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
    called: NOBODY_CALLED,
    calledNow: NOBODY_CALLED,
    forkedFrom: null,
    undone: [],
    edits: [],
    hiddenLines: NO_HIDDEN_LINES,
    changed: [],
    anew: null,
    inherits: false,
    forget: [],
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
  const { type, personaId, to, text, line, whisper, toPersonas, hidden, start, autonomous, hook } = payload;
  return {
    seq,
    at,
    type,
    to,
    ...(personaId === undefined ? {} : { personaId }),
    ...(text === undefined ? {} : { text }),
    ...(line === undefined ? {} : { line }),
    ...(whisper ? { audience: hearersOf(actor, payload) } : {}),
    ...(hidden && { hidden, ...(toPersonas && { toPersonas }) }),
    ...(start && { start }),
    ...(autonomous && { autonomous }),
    ...(hook && { hook }),
  };
}

/**
 * A round takes its inputs out of the queue. A retry that resumes goes on with what the first attempt changed; any
 * other start begins with nobody having acted, and keeps a copy of what the round may change.
 */
function startRound(state: SceneState, event: Event): SceneState {
  const { open } = state;
  if (!open) return state;
  const answering = [...state.queue, ...state.answering].filter((input) => open.inputs.includes(input.seq));
  const queue = state.queue.filter((input) => !open.inputs.includes(input.seq));
  const isResumed = open.startSeq !== event.seq && state.before?.n === open.n;
  if (isResumed) return { ...state, queue, answering };

  const before = keepBefore(state, open.n);
  const fresh: RoundFlags = { hasActedThisRound: false, enteredThisRound: false, exitedThisRound: false };
  // Who was leaving in a round that was cut short has not left.
  const cast = Object.fromEntries(
    listCast(state).map((member) => [member.id, { ...member, exiting: false, flags: fresh }]),
  );
  const userInputs = answering.filter((input) => input.type === 'user').length;
  // Whom the owner called waits for a round in which the cast acts.
  const isPlayed = answering.some(({ type }) => type === 'user' || type === 'continuation');
  const choice = isPlayed ? { calledNow: state.called, called: NOBODY_CALLED } : { calledNow: NOBODY_CALLED };
  return countMessages({ ...state, cast, queue, answering, before, ...choice }, userInputs);
}

/** Everything that round `n` may change, as it is now. */
export const keepBefore = (state: SceneState, n: number): BeforeRound => ({
  n,
  standings: Object.fromEntries(listCast(state).map((member) => [member.id, readStanding(member)])),
  world: state.world,
  trackers: state.trackers,
  summary: state.summary,
  called: state.called,
  ...(state.table && { table: { round: state.table.round, outcome: state.table.outcome } }),
});

/**
 * Restores the state before a round. A rollback by hand brings its own copy of it, and drops waiting inputs: they
 * came after what is undone.
 */
function takeBack(state: SceneState, event: EventOf<'round.rolledback'>): SceneState {
  const { restored, undone } = event.payload;
  const n = event.round ?? state.rounds;
  const before = restored ?? state.before;
  if (!before || (!restored && before.n !== n)) return state;
  // Who came into the cast since is as it came.
  const standings = new Map(Object.entries(before.standings));
  const cast = Object.fromEntries(
    listCast(state).map((member) => [
      member.id,
      { ...member, ...(standings.get(member.id) ?? member.origin) },
    ]),
  );
  const { world, trackers, summary } = before;
  // A call that came after the round is over holds for its next try.
  const isCalled = state.called.next !== null || state.called.skip.length > 0;
  const table = state.table && { ...state.table, ...before.table };
  // A game that was over goes on.
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
    // It may tell words that were changed since.
    summary: dropStale(summary, changes),
    queue: undone ? [] : state.queue,
    undone: undone ? [...state.undone, undone] : state.undone,
    edits: state.edits.filter((edit) => !isTakenBack(edit)),
    anew: null,
    forget: [...state.forget, range],
  };
}

/** Changes also reach an input that waits, or that a retry will answer again. */
function changeLine(state: SceneState, event: Event): SceneState {
  const change = readChange(event);
  if (!change) return state;
  const round = event.round ?? null;
  // The owner's last word on a line takes the place of the one before; what a round wrote may be taken back.
  const last = state.edits.findLast(({ seq }) => seq === change.seq);
  const isReplaced = change.do !== 'add' && round === null && last?.do === change.do && last.round === null;
  const others = isReplaced ? state.edits.filter((one) => one !== last) : state.edits;
  const changes = addChanges(state.changed, [change.seq], event.seq);
  const summary = dropStale(state.summary, changes);
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
 * Makes room for the newest change: of a line with several changes only the present words are kept, of the line that was
 * changed longest ago first.
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

/** Summaries of the whole scene that are kept: prompts show the one that ends where their conversation begins. */
const MAX_EARLIER = 16;

const addChanges = (changed: SceneState['changed'], lines: readonly number[], at: number) =>
  lines.length === 0
    ? changed
    : [
        ...changed.filter(({ line }) => !lines.includes(line)),
        ...[...new Set(lines)].map((line) => ({ line, at })),
      ].slice(-MAX_CHANGED);

/** Sentences for rounds that had one are replaced. @param at seq of the event */
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
 * Goes back to the last summary that has only present words: lines that a later one took in count as not summarised again.
 * Sentences of single rounds whose lines are unchanged stay.
 */
function dropStale(summary: Summary, changed: SceneState['changed']): Summary {
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
