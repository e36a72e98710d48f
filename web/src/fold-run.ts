import type { Event } from '../../src/contract/events';
import { type Grid, parseGrid, sameGrid } from './grid';
import { flagOf, listOf, numberOf, textOf } from './payload';

export interface Frame {
  n: number;
  turn: number | null;
  label: string;
  grid: Grid;
  /** The frame before the action that led here; null for a frame that no action made. */
  before: Grid | null;
  /** The action that led here, e.g. `ACTION3`. */
  action: string | null;
}

export interface Turn {
  n: number;
  attempt: number;
  status: 'running' | 'completed' | 'failed' | 'cancelled';
  target: string | null;
  setup: string[];
  reasoning: string;
  expected: string;
  /** Set when the service chose instead of the agent: why. */
  overruled: string;
  interpretation: string;
  definition: string;
  hadEffect: boolean | null;
  diff: string;
  provider: string;
  /** Index of the turn's last frame in the list of frames; null when it has none. */
  frame: number | null;
}

export interface RunStory {
  frames: Frame[];
  turns: Turn[];
}

const newTurn = (n: number): Turn => ({
  n,
  attempt: 1,
  status: 'running',
  target: null,
  setup: [],
  reasoning: '',
  expected: '',
  overruled: '',
  interpretation: '',
  definition: '',
  hadEffect: null,
  diff: '',
  provider: '',
  frame: null,
});

/** The frames and turns that a run's events tell of, oldest first. */
export function foldRun(events: readonly Event[]): RunStory {
  const frames: Frame[] = [];
  const turns = new Map<number, Turn>();
  let action: string | null = null;
  for (const event of events) {
    const { payload } = event;
    const n = event.turn ?? numberOf(payload, 'turn') ?? null;
    if (event.kind === 'action.executed') action = textOf(payload, 'action', 'id') || null;
    if (event.kind === 'game.reset') action = null;
    if (event.kind === 'frame.captured') action = textOf(payload, 'action') || action;
    if (event.kind === 'frame.captured') {
      const grid = parseGrid(textOf(payload, 'cells'));
      if (!grid) continue;
      const previous = frames.at(-1);
      // A board captured again without an action in between keeps what the last action changed.
      const repeat = previous !== undefined && action === null && sameGrid(previous.grid, grid);
      frames.push({
        n: numberOf(payload, 'n') ?? frames.length,
        turn: n,
        label: textOf(payload, 'label'),
        grid,
        before: repeat ? previous.before : action === null ? null : (previous?.grid ?? null),
        action: repeat ? previous.action : action,
      });
      action = null;
    }
    if (n === null) continue;
    const known = turns.get(n);
    const turn = known ?? newTurn(n);
    if (!known && /^(turn|action|frame)\./.test(event.kind)) turns.set(n, turn);
    apply(turn, event);
    if (event.kind === 'frame.captured') turn.frame = frames.length - 1;
  }
  // Turn 0 carries the opening board only.
  return { frames, turns: [...turns.values()].filter((turn) => turn.n > 0) };
}

function apply(turn: Turn, event: Event): void {
  const { payload } = event;
  switch (event.kind) {
    case 'turn.started':
      turn.attempt = numberOf(payload, 'attempt') ?? turn.attempt;
      turn.status = 'running';
      return;
    case 'action.suggested':
      turn.target = textOf(payload, 'target', 'target_action', 'targetAction') || null;
      turn.setup = listOf(payload, 'setup', 'setup_sequence', 'setupSequence');
      turn.reasoning = textOf(payload, 'reasoning');
      turn.expected = textOf(payload, 'expected_information_gain', 'expectedInformationGain');
      turn.overruled = textOf(payload, 'decision') === 'service' ? textOf(payload, 'reason') : '';
      turn.provider = textOf(payload, 'provider') || turn.provider;
      return;
    case 'action.executed':
      if (textOf(payload, 'role') === 'target') turn.target ??= textOf(payload, 'action', 'id') || null;
      return;
    case 'action.analyzed':
      turn.interpretation = textOf(payload, 'interpretation');
      turn.definition = textOf(payload, 'action_definition', 'actionDefinition', 'definition');
      turn.hadEffect = flagOf(payload, 'hadEffect', 'had_effect');
      turn.diff = textOf(payload, 'diffSummary', 'diff_summary', 'summary');
      turn.provider = textOf(payload, 'provider') || turn.provider;
      return;
    case 'turn.completed':
      turn.status = 'completed';
      return;
    case 'turn.failed':
      turn.status = 'failed';
      return;
    case 'turn.cancelled':
      turn.status = 'cancelled';
      return;
    default:
  }
}

/** Whether an event makes the run (status, budgets, cards) and its knowledge worth reading again. */
export const changesRun = (event: Event): boolean =>
  event.kind.startsWith('run.') || /^(turn\.|knowledge\.updated|game\.reset|level\.)/.test(event.kind);
