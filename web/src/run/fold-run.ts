import { answererKind } from '../../../src/base/answerer';
import type { Event, PayloadOf } from '../../../src/contract/events/events';
import type { ActionStatus, PHASES, Prediction } from '../../../src/contract/run-knowledge';
import { keepPart, readOr } from '../api/event';
import { termLabel } from '../words/terms';
import { foldSpent, type Spent } from './fold-spent';

type Phase = (typeof PHASES)[number];
export type Role = 'setup' | 'target' | 'refresh' | 'replay' | 'person';

/** A frame that the run captured. Boards are packed: rows of hexadecimal digits joined by `/`. */
export interface Frame {
  n: number;
  turn: number | null;
  label: string;
  cells: string;
  /** Shown between the board before and this one. */
  animation: string[];
  /** The board before the action that led here; null for a frame that no action made. */
  before: string | null;
  /** The action that led here, e.g. `ACTION3` or `ACTION6@12,4`. */
  action: string | null;
  role: Role | null;
  /** The prediction for that action before it was seen; null: not checked. */
  prediction: Pick<Prediction, 'predicted' | 'happened' | 'result'> | null;
}

/** A mark on the timeline. */
export interface Mark {
  kind: 'verified' | 'settled' | 'level' | 'over' | 'win';
  text: string;
}

export interface Turn {
  n: number;
  attempt: number;
  status: 'running' | 'completed' | 'failed' | 'cancelled';
  /** Phase at the turn's end; null when unknown, because earlier events are missing. */
  phase: Phase | null;
  /** The phase in which the service chose its action; null: an agent did. */
  ownPhase: 'survey' | 'play' | null;
  /** The plan that it followed, and how the previous one ended; null: none. */
  wish: PayloadOf<'action.suggested'>['wish'] | null;
  wishEnded: PayloadOf<'action.suggested'>['wishEnded'] | null;
  target: string | null;
  setup: string[];
  reasoning: string;
  expected: string;
  /** Whether the agent expected the board to change; null: not stated. */
  expectsChange: boolean | null;
  /** Reason why the service chose instead of the agent; empty otherwise. */
  overruled: string;
  interpretation: string;
  definition: string;
  hadEffect: boolean | null;
  diff: string;
  provider: string;
  model?: string;
  marks: Mark[];
  /** Indexes of its first and last frame in the list of frames; null when it has none. */
  firstFrame: number | null;
  frame: number | null;
}

export interface RunStory {
  frames: Frame[];
  turns: Turn[];
  spent: Spent | null;
}

const newTurn = (n: number): Turn => ({
  n,
  attempt: 1,
  status: 'running',
  phase: null,
  ownPhase: null,
  wish: null,
  wishEnded: null,
  target: null,
  setup: [],
  reasoning: '',
  expected: '',
  expectsChange: null,
  overruled: '',
  interpretation: '',
  definition: '',
  hadEffect: null,
  diff: '',
  provider: '',
  marks: [],
  firstFrame: null,
  frame: null,
});

/** State of the reading so far. */
interface RunReading extends RunStory {
  byNumber: Map<number, Turn>;
  /** The action whose frame comes next. */
  sent: { key: string; role: Role | null } | null;
  statuses: Map<string, ActionStatus>;
  /** True when reading began at the first event: only then the phase is known. */
  whole: boolean;
}

/** Folds a run's events, oldest first, into frames and turns. */
export function foldRun(events: readonly Event[]): RunStory {
  const reading: RunReading = {
    frames: [],
    turns: [],
    spent: null,
    byNumber: new Map(),
    sent: null,
    statuses: new Map(),
    whole: events[0]?.seq === 1,
  };
  for (const event of events) readOr(undefined, () => take(reading, event));
  const { frames, byNumber, spent } = reading;
  // Turn 0 carries the opening board only.
  return { frames, turns: [...byNumber.values()].filter(({ n }) => n > 0), spent };
}

function take(reading: RunReading, event: Event): void {
  const { kind, payload, turn: n } = event;
  if (kind === 'game.reset' || kind === 'action.executed') {
    for (const id of payload.available) reading.statuses.set(id, reading.statuses.get(id) ?? 'unobserved');
  }
  if (kind === 'game.reset') reading.sent = null;
  if (kind === 'action.executed') reading.sent = readSent(payload);
  if (kind === 'frame.captured') addFrame(reading, n, payload);
  reading.spent = foldSpent(reading.spent, event);
  if (n === undefined) return;
  const turn = reading.byNumber.get(n) ?? newTurn(n);
  if (/^(turn|action|frame)\./.test(kind)) reading.byNumber.set(n, turn);
  apply(turn, event, reading);
}

function readSent({ action, x, y, role, inDoubt }: PayloadOf<'action.executed'>): RunReading['sent'] {
  if (inDoubt) return null;
  return { key: x === undefined || y === undefined ? action : `${action}@${x},${y}`, role };
}

function addFrame(
  reading: RunReading,
  turn: number | undefined,
  { n, label, cells, animation, action: ownAction }: PayloadOf<'frame.captured'>,
): void {
  const { frames, sent } = reading;
  const previous = frames.at(-1);
  const action = ownAction ?? sent?.key ?? null;
  // A board captured again without an action in between keeps the last action's changes.
  const repeat = previous !== undefined && action === null && previous.cells === cells;
  frames.push({
    n,
    turn: turn ?? null,
    label,
    cells,
    animation,
    before: repeat ? previous.before : action === null ? null : (previous?.cells ?? null),
    action: repeat ? previous.action : action,
    role: repeat ? previous.role : (sent?.role ?? null),
    prediction: null,
  });
  reading.sent = null;
  const own = turn === undefined ? undefined : reading.byNumber.get(turn);
  if (!own) return;
  own.firstFrame ??= frames.length - 1;
  own.frame = frames.length - 1;
}

function apply(turn: Turn, { kind, payload }: Event, reading: RunReading): void {
  switch (kind) {
    case 'turn.started':
      turn.attempt = payload.attempt;
      turn.status = 'running';
      return;
    case 'action.suggested':
      turn.target = payload.target;
      turn.setup = payload.setup;
      readReasons(turn, payload);
      turn.ownPhase = payload.survey ? 'survey' : payload.play ? 'play' : null;
      Object.assign(turn, answererKind(payload));
      return;
    case 'action.executed':
      if (payload.role === 'target') turn.target ??= payload.action;
      if (payload.state === 'WIN') turn.marks.push({ kind: 'win', text: 'the game was won' });
      return;
    case 'action.analyzed':
      turn.interpretation = payload.fallback
        ? "The analyst's answer was unusable; not counted."
        : (payload.analysis?.interpretation ?? '');
      turn.definition = payload.analysis?.action_definition ?? '';
      turn.hadEffect = payload.hadEffect;
      turn.diff = payload.diff.summary;
      Object.assign(turn, answererKind(payload));
      return;
    case 'predictions.checked':
      for (const { afterFrame, ...prediction } of payload.predictions) {
        const frame = reading.frames.findLast(({ n }) => n === afterFrame);
        if (frame) frame.prediction = prediction;
      }
      for (const { action, status } of payload.actions)
        trackStatus(turn, action, reading.statuses.get(action), status, reading);
      return;
    case 'knowledge.updated':
      trackStatus(turn, payload.action, payload.previousStatus, payload.verdict.status, reading);
      return;
    case 'level.completed':
      turn.marks.push({ kind: 'level', text: `level ${payload.level} completed` });
      return;
    case 'game.reset':
      if (payload.reason === 'game_over') turn.marks.push({ kind: 'over', text: 'game over, restarted' });
      if (payload.reason === 'session_lost')
        turn.marks.push({ kind: 'over', text: 'session lost, restarted' });
      return;
    case 'game.replayed': {
      const { sent, of } = payload;
      turn.marks.push({ kind: 'over', text: `replayed ${sent} of ${of} actions to return` });
      return;
    }
    case 'turn.completed':
    case 'turn.failed':
    case 'turn.cancelled':
      turn.status = kind === 'turn.completed' ? 'completed' : kind === 'turn.failed' ? 'failed' : 'cancelled';
      turn.phase = turn.ownPhase ?? (reading.whole ? turnPhase(reading.statuses) : null);
      return;
    default:
  }
}

function readReasons(turn: Turn, payload: PayloadOf<'action.suggested'>): void {
  const { suggestion, wish, wishEnded, decision, reason, calls } = payload;
  const isWished = wish !== undefined && decision === 'accepted';
  turn.reasoning = suggestion?.reasoning ?? (isWished ? reason : '');
  turn.expected = suggestion?.expected_information_gain ?? wish?.expectation ?? '';
  turn.expectsChange = suggestion?.expects_change ?? null;
  // Planned actions are not separate choices.
  const isPlanned = wish !== undefined && calls === 0 && wish.kind !== 'explore';
  turn.overruled = decision === 'service' && !isPlanned ? reason : '';
  turn.wish = decision === 'refused' ? null : (wish ?? null);
  // When it is requested again, the end of the previous one was already reported.
  turn.wishEnded = wishEnded ?? turn.wishEnded;
}

/**
 * Tracks the status of an action and marks the turn where it changes; `before`: undefined while earlier events are
 * missing.
 */
function trackStatus(
  turn: Turn,
  action: string,
  before: ActionStatus | undefined,
  status: ActionStatus,
  { statuses }: RunReading,
): void {
  statuses.set(action, status);
  if (before === undefined || status === before) return;
  if (before === 'verified') turn.marks.push({ kind: 'settled', text: `${action} no longer verified` });
  if (status === 'verified') turn.marks.push({ kind: 'verified', text: `${action} verified` });
  if (status === 'unverified' || status === 'exhausted')
    turn.marks.push({ kind: 'settled', text: `${action} ${termLabel(status)}` });
}

/** Follows the service's rule (see `phase` in docs/runs.md). */
function turnPhase(statuses: ReadonlyMap<string, ActionStatus>): Phase {
  const all = [...statuses.values()];
  if (all.length === 0 || all.includes('unobserved')) return 'exploration';
  return all.includes('testing') ? 'validation' : 'planning';
}

/** Drops the saved game from an event: only the room needs it, and no fold of a page reads it. */
export function trimRun(event: Event): Event {
  if (!('snapshot' in event.payload)) return event;
  const { snapshot: _, ...payload } = event.payload;
  return keepPart(event, payload);
}

/** Returns true for events that make the run (status, budgets, cards) and its knowledge worth reading again. */
export const changesRun = (event: Event): boolean =>
  event.kind.startsWith('run.') ||
  /^(turn\.|knowledge\.updated|predictions\.|game\.reset|level\.)/.test(event.kind);

/**
 * Returns the index of the frame that an address means: the frame of that number, or the last one of that turn or
 * before it; null when it names neither, or nothing that exists.
 */
export function findShown(
  { frames, turns }: RunStory,
  at: { turn: number | null; frame: number | null },
): number | null {
  if (at.frame !== null) {
    const index = frames.findIndex(({ n }) => n === at.frame);
    if (index >= 0) return index;
  }
  if (at.turn === null) return null;
  const turn = turns.findLast(({ n, frame }) => n <= (at.turn ?? 0) && frame !== null);
  return turn?.frame ?? null;
}

/** Describes a turn in a sentence or two, for screen readers. */
export function describeTurn(turn: Turn): string {
  const what = turn.target ? `Turn ${turn.n} tried ${turn.target}` : `Turn ${turn.n}`;
  const setup = turn.setup.length > 0 ? ` after ${turn.setup.join(', ')}` : '';
  const effect = turn.hadEffect === null ? '' : turn.hadEffect ? ', which had an effect' : ', without effect';
  const marks = turn.marks.map(({ text }) => ` ${text[0]?.toUpperCase()}${text.slice(1)}.`).join('');
  const interpretation = turn.interpretation ? ` ${turn.interpretation.replace(/\.?$/, '.')}` : '';
  return `${what}${setup}${effect}.${interpretation}${marks}`;
}
