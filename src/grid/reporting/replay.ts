import type { ActionId, GameAction } from '../../contract/agents';
import type { Event, EventOf, PayloadOf } from '../../contract/events/events';
import { type Mask, NO_MASK } from '../../contract/frame';
import { fail, ok, type Result } from '../../contract/problems';
import type { ReplayPage, ReplayStep } from '../../contract/replays';
import type { ActionStatus } from '../../contract/run-knowledge';
import type { LedgerReader } from '../../room/actions';
import { diffFrames } from '../frame/diff';

/** Limit per page, in characters of packed frames: animations can be long. */
const MAX_PAGE_CELLS = 8_000_000;

/** A step, with the input of its summary. Only steps of the requested page compute one. */
interface TakenSteps {
  step: ReplayStep;
  before: string | null;
  mask: Mask;
  levelChanged: boolean;
}

interface ReplayReading {
  taken: TakenSteps[];
  frame: { n: number; cells: string } | null;
  mask: Mask;
  state: string;
  level: number;
  available: ActionId[];
  /** Turn and reason of the latest choice. */
  chosen: { turn: number; reason: string } | null;
  statuses: Map<string, ActionStatus>;
  /** A reset or an action whose frame is the next event. */
  waiting: EventOf<'game.reset' | 'action.executed'> | null;
}

/**
 * A page of a run's replay: every start, action, doubt and refusal in order, with frames.
 *
 * @param events the run's entire ledger, in order
 * @param after seq of the last step of the previous page; 0 for the first page
 * @param limit maximum steps; the page is shorter if animations are long, but has at least one step
 */
export function replayPage(
  events: Iterable<Event>,
  { after, limit }: { after: number; limit: number },
): ReplayPage {
  const steps = readSteps(events);
  const first = steps.findIndex(({ step }) => step.seq > after);
  const items: ReplayStep[] = [];
  let cells = 0;
  for (const one of first < 0 ? [] : steps.slice(first, first + limit)) {
    cells += [...one.step.animation, one.step.cells ?? ''].reduce((sum, frame) => sum + frame.length, 0);
    if (items.length > 0 && cells > MAX_PAGE_CELLS) break;
    items.push(describeStep(one));
  }
  const last = items.at(-1);
  const more = last !== undefined && last.n < steps.length;
  return { items, next: more ? String(last.seq) : null, total: steps.length };
}

/** Omits the summaries of changes, which are expensive. */
export const listSteps = (events: Iterable<Event>): ReplayStep[] => readSteps(events).map(({ step }) => step);

function describeStep({ step, before, mask, levelChanged }: TakenSteps): ReplayStep {
  if (step.kind !== 'action' || before === null || step.cells === null || step.summary !== null) return step;
  const frames = levelChanged ? step.animation : [...step.animation, step.cells];
  return { ...step, summary: diffFrames(before, frames, mask).summary };
}

function readSteps(events: Iterable<Event>): TakenSteps[] {
  const reading: ReplayReading = {
    taken: [],
    frame: null,
    mask: NO_MASK,
    state: 'NOT_STARTED',
    level: 0,
    available: [],
    chosen: null,
    statuses: new Map(),
    waiting: null,
  };
  for (const event of events) take(reading, event);
  return reading.taken;
}

function take(reading: ReplayReading, event: Event): void {
  switch (event.kind) {
    case 'game.reset':
      reading.waiting = event;
      break;
    case 'action.executed':
      if (event.payload.inDoubt) addLost(reading, event, 'doubt', event.payload.note);
      else reading.waiting = event;
      break;
    case 'action.refused':
      addLost(reading, event, 'refused', event.payload.message);
      break;
    case 'frame.captured':
      addShown(reading, event);
      break;
    case 'action.suggested':
      reading.chosen = { turn: event.turn ?? 0, reason: event.payload.reason };
      break;
    case 'hud.learned':
      reading.mask = new Set(event.payload.cells);
      break;
    case 'action.analyzed':
      addAnalysis(reading, event.payload);
      break;
    case 'predictions.checked':
      for (const { action, status } of event.payload.actions) reading.statuses.set(action, status);
      for (const { afterFrame, predicted, result } of event.payload.predictions) {
        const step = findStep(reading, afterFrame);
        if (step) step.prediction = { predicted, result };
      }
      break;
    case 'knowledge.updated': {
      const { action, verdict } = event.payload;
      reading.statuses.set(action, verdict.status);
      const step = findStep(reading, verdict.observation.afterFrame);
      if (step) step.status = verdict.status;
      break;
    }
  }
}

const base = (reading: ReplayReading, event: Event) => ({
  n: reading.taken.length + 1,
  seq: event.seq,
  turn: event.turn ?? 0,
  at: event.at,
  animation: [],
  hadEffect: null,
  consistent: null,
  prediction: null,
  summary: null,
});

/** null for a refresh and for a person's action. */
const stepReason = ({ chosen }: ReplayReading, { turn }: Event, role: ReplayStep['role']): string | null =>
  (role === 'target' || role === 'setup') && chosen !== null && chosen.turn === turn ? chosen.reason : null;

function addLost(
  reading: ReplayReading,
  event: EventOf<'action.executed' | 'action.refused'>,
  kind: 'doubt' | 'refused',
  note: string | null,
): void {
  const what = event.payload;
  const step: ReplayStep = {
    ...base(reading, event),
    kind,
    action: readAction(what),
    role: what.role,
    beforeFrame: reading.frame?.n ?? null,
    frame: null,
    cells: null,
    state: reading.state,
    level: reading.level,
    available: reading.available,
    reason: stepReason(reading, event, what.role),
    status: reading.statuses.get(what.action) ?? null,
    note,
  };
  reading.waiting = null;
  reading.taken.push({ step, before: null, mask: reading.mask, levelChanged: false });
}

const RESET_WORDS: Record<PayloadOf<'game.reset'>['reason'], string | null> = {
  start: null,
  refused: 'the game refused an action',
  game_over: 'game over',
  session_lost: 'the session with the game was lost',
  asked: 'who plays began the level again',
};

function addShown(reading: ReplayReading, event: EventOf<'frame.captured'>): void {
  const { waiting, frame, mask } = reading;
  const { n, cells, animation } = event.payload;
  reading.frame = { n, cells };
  reading.waiting = null;
  if (!waiting) return;
  const { state, level, available } = waiting.payload;
  const stepBase = { ...base(reading, event), frame: n, cells, animation, available };
  if (waiting.kind === 'game.reset') {
    const { reason, note } = waiting.payload;
    const step: ReplayStep = {
      ...stepBase,
      kind: reason === 'start' ? 'start' : 'reset',
      action: null,
      role: null,
      beforeFrame: frame?.n ?? null,
      state,
      level,
      reason: null,
      status: null,
      note: note ?? RESET_WORDS[reason],
    };
    reading.taken.push({ step, before: null, mask, levelChanged: false });
  } else {
    const { role, action, beforeFrame, note } = waiting.payload;
    const step: ReplayStep = {
      ...stepBase,
      kind: 'action',
      action: readAction(waiting.payload),
      role,
      beforeFrame,
      state,
      level,
      reason: stepReason(reading, event, role),
      status: reading.statuses.get(action) ?? 'unobserved',
      note,
    };
    const levelChanged = level !== reading.level;
    reading.taken.push({ step, before: frame?.cells ?? null, mask, levelChanged });
  }
  Object.assign(reading, { state, level, available });
}

function addAnalysis(reading: ReplayReading, payload: PayloadOf<'action.analyzed'>): void {
  const { afterFrame, diff, hadEffect, consistent } = payload;
  const step = findStep(reading, afterFrame);
  if (!step) return;
  step.summary = diff.summary;
  step.hadEffect = hadEffect;
  step.consistent = consistent;
}

const findStep = (reading: ReplayReading, frame: number): ReplayStep | undefined =>
  reading.taken.findLast(({ step }) => step.frame === frame)?.step;

interface SentAction {
  action: GameAction['id'];
  x?: number | undefined;
  y?: number | undefined;
}

export const readAction = ({ action: id, x, y }: SentAction): GameAction =>
  x === undefined || y === undefined ? { id } : { id, x, y };

/** Returns the packed cells of a frame (src/contract/frame.ts), or `not_found`. */
export function findFrame(ledger: Pick<LedgerReader, 'walk'>, n: number): Result<string> {
  for (const event of ledger.walk()) {
    if (event.kind === 'frame.captured' && event.payload.n === n) return ok(String(event.payload.cells));
  }
  return fail({ code: 'not_found', what: 'frame', id: String(n) });
}
