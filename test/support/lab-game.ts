import type { ActionId, Analysis, GameAction, Suggestion } from '../../src/contract/agents';
import type { Event } from '../../src/contract/events/events';
import { packFrame } from '../../src/contract/frame';
import type { AnalystBrief, ExplorerBrief } from '../../src/grid/briefs';
import type { RunState } from '../../src/grid/state';
import type { Ask } from '../../src/room/step-context';
import type { DriverOutcome } from '../../src/runs/games/driver';
import type { BuiltinGame, GameStatus, GameStep } from '../../src/runs/games/game';
import { createMemoryRun } from './explore-run';
import { fieldsOf } from './loose-events';
import type { MemoryRoom } from './memory-room';

/** Games whose effects the test defines, and models that answer from a list. */

/** State of a lab game: two markers in rows of their own, and the level. */
export type LabState = { first: number; second: number; level: number };

export interface LabMove {
  to?: Partial<LabState>;
  state?: GameStatus;
  /** An animation frame that differs, while the final frame does not. */
  blink?: boolean;
  offers?: ActionId[];
}

const COLS = 64;
export const FIVE: ActionId[] = ['ACTION1', 'ACTION2', 'ACTION3', 'ACTION4', 'ACTION5'];

/** The board of a lab game: 3 rows of 64 cells, a blue marker in the first row and a red one in the last. */
export function labFrame({ first, second, level }: LabState, blink = false): string {
  const grid = Array.from({ length: 3 }, () => Array.from({ length: COLS }, () => 1));
  const put = (row: number, col: number, colour: number) => {
    const line = grid[row];
    if (line) line[col % COLS] = colour;
  };
  put(0, first, 9);
  put(2, second, 8);
  // Levels look different; the middle row is constant within a level.
  if (level > 0) put(1, level, 14);
  if (blink) put(1, COLS - 1, 15);
  return packFrame(grid);
}

/** A game of {@link labFrame} boards; `act` defines its effects. */
export function makeLabGame(
  act: (at: LabState, action: GameAction) => LabMove,
  offers: ActionId[] = FIVE,
): BuiltinGame {
  const show = (at: LabState, move: LabMove = {}): GameStep => {
    const now = { ...at, ...move.to };
    return {
      snapshot: now,
      frames: move.blink ? [labFrame(now, true), labFrame(now)] : [labFrame(now)],
      state: move.state ?? 'NOT_FINISHED',
      levelsCompleted: now.level,
      availableActions: move.offers ?? offers,
    };
  };
  return {
    info: { id: 'lab', title: 'Lab', kind: 'grid', description: '', actions: offers, rows: 3, cols: COLS },
    start: () => show({ first: 0, second: 0, level: 0 }),
    restart: (snapshot) => show({ first: 0, second: 0, level: Number(snapshot.level) }),
    act: (snapshot, action) => show(snapshot as LabState, act(snapshot as LabState, action)),
  };
}

export const suggest = (
  target: ActionId | null,
  setup: Suggestion['setup_sequence'] = [],
  click: { x: number; y: number } | null = null,
): Suggestion => ({
  current_board_assessment: 'two markers',
  reasoning: 'because',
  target_action: target,
  target_x: click?.x ?? null,
  target_y: click?.y ?? null,
  setup_sequence: setup,
  expects_change: null,
  expected_information_gain: 'some',
});

export const analysis = (extra: Partial<Analysis> = {}): Analysis => ({
  interpretation: 'it did something',
  action_definition: 'does something',
  is_consistent_with_previous: true,
  objects_involved: null,
  context_description: 'two markers',
  had_effect: true,
  no_effect_reason: null,
  environment_updates: [],
  confidence: 0.7,
  ...extra,
});

/** An analysis that adopts an inferred rule of the action; without one, `words`. */
export function adoptRule({ action, rules }: AnalystBrief, words: Analysis = analysis()): Analysis {
  const rule = rules.find((one) => one.action === action.id);
  return rule ? { ...words, action_definition: `rule ${rule.n}` } : words;
}

type Answer<T, B> = T | ((brief: B) => T);

/** A model that returns these suggestions, then null; and these analyses, repeating the last. */
export function scriptModel(
  suggestions: Answer<Suggestion, ExplorerBrief>[],
  analyses: Answer<Analysis, AnalystBrief>[] = [analysis()],
): (ask: Ask<unknown>) => unknown {
  const [next, seen] = [[...suggestions], [...analyses]];
  return ({ role, brief }) => {
    if (role === 'explorer') {
      const given = next.shift() ?? suggest(null);
      return typeof given === 'function' ? given(brief as ExplorerBrief) : given;
    }
    const given = (seen.length > 1 ? seen.shift() : seen[0]) ?? analysis();
    return typeof given === 'function' ? given(brief as AnalystBrief) : given;
  };
}

export type Lab = MemoryRoom<RunState>;

export const createLab = (
  suggestions: Answer<Suggestion, ExplorerBrief>[],
  analyses?: Answer<Analysis, AnalystBrief>[],
  budgets: { actions?: number; calls?: number } = {},
): Lab => createMemoryRun({ game: 'lab', budgets, answer: scriptModel(suggestions, analyses) });

export const kindsOf = (room: Lab, turn: number): string[] =>
  room.ledger.filter((event) => event.turn === turn).map((event) => event.kind);

export const eventsOf = (room: Lab, kind: Event['kind']): Event[] =>
  room.ledger.filter((event) => event.kind === kind);

/** The executed actions, in order: `ACTION3`, or `ACTION6@x,y`. */
export const sentBy = (room: Lab): string[] =>
  eventsOf(room, 'action.executed').map(({ payload }) => {
    const { action, x, y } = fieldsOf(payload);
    return x === undefined ? String(action) : `${String(action)}@${String(x)},${String(y)}`;
  });

/** A remote game that answers from a list, repeating the last. Each action must be sent only once. */
export function makeRemote(answers: DriverOutcome[]) {
  const queue = [...answers];
  const calls: string[] = [];
  const next = (): DriverOutcome => {
    const answer = queue.length > 1 ? queue.shift() : queue[0];
    if (!answer) throw new Error('the remote game has no answer left');
    return answer;
  };
  const remote = () => ({
    afterCut: 'doubted' as const,
    begin: (snapshot: unknown) => {
      calls.push(snapshot === null ? 'start' : 'reset');
      return next();
    },
    act: (_: unknown, action: GameAction) => {
      calls.push(action.id);
      return next();
    },
    end: async () => {
      calls.push('end');
    },
  });
  return { remote, calls };
}

export const shown = (at: Partial<LabState>, extra: Partial<GameStep> = {}): DriverOutcome => {
  const now = { first: 0, second: 0, level: 0, ...at };
  return {
    kind: 'step',
    note: null,
    step: {
      snapshot: { card: 'card', guid: 'guid', cookies: {} },
      frames: [labFrame(now)],
      state: 'NOT_FINISHED',
      levelsCompleted: now.level,
      availableActions: FIVE,
      ...extra,
    },
  };
};
