import type { JsonObject } from '../base/json';
import { memoizeObject } from '../base/memoize';
import type { ActionId, GameAction } from '../contract/agents';
import type { Event, EventDraft, EventOf, PayloadOf } from '../contract/events/events';
import { foldCodeWorld } from '../contract/events/fold/code-world';
import { frameKey, type Mask } from '../contract/frame';
import { pickRunLimits, type RunLimits } from '../contract/money';
import type { ResolvedProfile } from '../contract/profiles';
import type { CodeWorld, Knowledge } from '../contract/run-knowledge';
import type { ScorecardOptions } from '../contract/run-parts';
import type { CreateRun } from '../contract/runs';
import type { GameStatus } from '../runs/games/game';
import { type AnyRunState, addAnswerer, beginRun, foldRun } from '../runs/state';
import type { TriedActions } from './choose';
import {
  applyPredictions,
  applyUpdates,
  applyVerdict,
  emptyKnowledge,
  offerActions,
  reviewAction,
  unobservedAction,
} from './knowledge';
import { actionKey } from './transition';

/**
 * A setup action leads to a better board, a target is the action to learn about, and a refresh shows the
 * board again.
 */
export type ActionRole = PayloadOf<'action.executed'>['role'];
export type RunProfiles = { explorer: ResolvedProfile; analyst: ResolvedProfile };

/** Default budgets of a run (docs/runs.md#control-a-run). */
export const DEFAULT_BUDGETS = { actions: 200, calls: 400 } as const;
/** The configuration from `run.created`; `run.changed` may change its budgets. */
export interface RunConfig {
  game: string;
  profiles: RunProfiles;
  budgets: { actions: number; calls: number } & RunLimits;
  seed: string;
  /** Play on once every action is settled. Absent: end the run then. */
  play?: boolean;
  /** Absent: explore until every action is settled. */
  explore?: 'budget';
  /** Effects in a row that a definition must predict to be verified. Absent: {@link STREAK_TO_VERIFY}. */
  verifyAfter?: number;
  /** The analyst also writes the world as a program. */
  world?: 'code';
  /** For a game of the ARC-AGI-3 service. Absent: a scorecard for this run alone. */
  scorecard?: ScorecardOptions;
}

/** The program of a run with `world: 'code'`. */
export interface WorldState {
  /** null before the first usable answer. */
  program: CodeWorld | null;
  /** Consecutive answers without an accepted program. */
  refused: number;
  /** Number of actions executed at the last answer. */
  askedAt: number;
}

export interface RunGame {
  snapshot: JsonObject;
  /** Number of the current frame, and its packed cells. */
  frame: number;
  cells: string;
  state: GameStatus;
  /** Number of completed levels. */
  level: number;
  /** Number of levels in the game. Absent if the game never reported it. */
  winLevels?: number;
  available: ActionId[];
  /** False while it is unknown if the game executed the last action: the board may have changed. */
  certain: boolean;
  /** The game refused an action more than once, or after an action in doubt, and must be restarted. */
  refused: boolean;
  /** The session no longer exists. */
  gone?: true;
}

/** The complete state of a run as plain JSON, folded from the ledger by {@link reduceRun}. */
export interface RunState extends AnyRunState<RunConfig> {
  /** null before the first turn. */
  game: RunGame | null;
  knowledge: Knowledge;
  used: { actions: number; calls: number };
  /** Number of frames so far; frames count from 1. */
  frames: number;
  tried: TriedActions;
  /** Masked cells, as `row * cols + col`: they change with any action. */
  hud: number[];
  /** Consecutive actions that were refused or are in doubt. */
  trouble: number;
  /**
   * Number of refusals, by board key and action key. Cleared when a session is lost, the mask grows or a
   * person resumes the run.
   */
  refused: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** A person's pending moves, oldest first; a null `action` restarts the level. */
  moves: readonly { seq: number; action: GameAction | null }[];
  /** Refused actions since the last one that was executed, including any before a restart of the game. */
  refusals: number;
  /**
   * Consecutive lost sessions. A loss shows only when the game refuses a reset. A successful reset or a
   * resume sets the count to 0; executed actions do not.
   */
  lost: number;
  /** For a game that the caller plays: observations requested and received, and the newest one until it is used. */
  requests: {
    asked: number;
    received: number;
    open: PayloadOf<'action.requested'> | null;
    observation: PayloadOf<'observation.received'> | null;
  };
  /** The run has begun to play on. */
  playing?: true;
  /** Number of the newest frame with a checked prediction; 0 if none. */
  checked: number;
  /** Absent before the first request for a program. */
  world?: WorldState;
}

/** Creates a run's first event. Its payload has the full configuration, so the ledger alone can rebuild the run. */
export function runCreated(args: {
  id: string;
  title: string;
  body: CreateRun;
  profiles: RunProfiles;
  seed: string;
}): EventDraft {
  const config: RunConfig = {
    game: args.body.game,
    profiles: args.profiles,
    budgets: {
      actions: args.body.budgets?.actions ?? DEFAULT_BUDGETS.actions,
      calls: args.body.budgets?.calls ?? DEFAULT_BUDGETS.calls,
      ...pickRunLimits(args.body.budgets),
    },
    seed: args.seed,
    ...(args.body.play === true ? { play: true } : {}),
    ...(args.body.explore === 'budget' && { explore: args.body.explore }),
    ...(args.body.verifyAfter !== undefined && { verifyAfter: args.body.verifyAfter }),
    ...(args.body.world === 'code' && { world: args.body.world }),
    ...(args.body.scorecard && { scorecard: args.body.scorecard }),
  };
  return {
    kind: 'run.created',
    actor: 'system',
    payload: { id: args.id, title: args.title, config },
  };
}

/** True if the open turn is waiting for the caller, who plays the game, to post an observation. */
export const waitsForObservation = ({ open, requests }: RunState): boolean =>
  open !== null && requests.open !== null && requests.received < requests.open.n;

/** True if a person's move is due. Its turn needs no agent, so a paused run makes it too. */
export const isWaitingForMove = ({ moves, status, open, failed }: RunState): boolean =>
  moves.length > 0 && status !== 'finished' && open === null && failed === null;

/** Cached by list of cells, which is replaced and never changed. */
export const createMask = memoizeObject((cells: readonly number[]): Mask => new Set(cells));

export const currentMask = ({ hud }: Pick<RunState, 'hud'>): Mask => createMask(hud);

/**
 * Folds one event into the state of a run. Pure and complete: folding a ledger from its first event gives the
 * run's state. Unknown kinds change only `head`. Throws if the first event is not `run.created`.
 */
export function reduceRun(state: RunState | null, event: Event): RunState {
  if (event.kind === 'run.created') return create(event);
  if (!state) throw new Error(`a run begins with run.created, not with ${event.kind}`);
  return foldRun(state, event, (steered) => apply(steered, event));
}

const create = (event: EventOf<'run.created'>): RunState => ({
  ...beginRun<RunConfig>(event),
  game: null,
  knowledge: emptyKnowledge(),
  used: { actions: 0, calls: 0 },
  frames: 0,
  tried: {},
  hud: [],
  trouble: 0,
  refused: {},
  moves: [],
  refusals: 0,
  lost: 0,
  requests: { asked: 0, received: 0, open: null, observation: null },
  checked: 0,
});

function apply(state: RunState, event: Event): RunState {
  switch (event.kind) {
    case 'game.reset': {
      const refusedHere = event.payload.reason === 'session_lost' ? {} : state.refused;
      const nextState = {
        ...enter(state, event.payload),
        refused: refusedHere,
        lost: countLost(state, event.payload),
      };
      if (!event.payload.inDoubt || !nextState.game) return nextState;
      return { ...nextState, game: { ...nextState.game, certain: false }, trouble: state.trouble + 1 };
    }
    case 'action.executed': {
      const { inDoubt, snapshot } = event.payload;
      const usage = { ...state.used, actions: state.used.actions + 1 };
      if (!inDoubt) return enter({ ...state, used: usage, refusals: 0 }, event.payload);
      const game = state.game && { ...state.game, snapshot, certain: false };
      return { ...state, used: usage, game, trouble: state.trouble + 1 };
    }
    case 'action.refused': {
      const { snapshot, gone = false } = event.payload;
      // One refusal may be a server fault, and a restart can lose levels.
      const mustRestart = gone || state.trouble > 0;
      const game = state.game && {
        ...state.game,
        snapshot,
        refused: mustRestart,
        ...(gone ? { gone: true as const } : {}),
      };
      const newRefusals = gone ? state.refused : countRefused(state, event.payload);
      return {
        ...state,
        game,
        refused: newRefusals,
        trouble: state.trouble + 1,
        refusals: state.refusals + 1,
      };
    }
    case 'move.given': {
      const move = { seq: event.seq, action: event.payload.action };
      return { ...state, moves: [...state.moves, move] };
    }
    case 'turn.completed': {
      const { move = 0 } = event.payload;
      return move === 0 ? state : { ...state, moves: state.moves.filter(({ seq }) => seq > move) };
    }
    case 'run.resumed':
      return { ...state, refused: {}, refusals: 0, lost: 0 };
    case 'frame.captured':
      return capture(state, event.payload);
    case 'action.requested': {
      const open = event.payload;
      return { ...state, requests: { ...state.requests, asked: open.n, open } };
    }
    case 'observation.received': {
      const observation = event.payload;
      return { ...state, requests: { ...state.requests, received: observation.n, observation } };
    }
    case 'hud.learned':
      return mask(state, event.payload);
    case 'run.changed': {
      const { play } = event.payload;
      return play === undefined ? state : { ...state, config: { ...state.config, play } };
    }
    case 'action.suggested': {
      const next = countAnswer(state, event.payload);
      return event.payload.play ? { ...next, playing: true } : next;
    }
    case 'action.analyzed':
    case 'answer.failed':
      return countAnswer(state, event.payload);
    case 'knowledge.updated':
      return learn(state, event.payload, event.at);
    case 'predictions.checked':
      return check(state, event);
    case 'world.revised':
      return reviseWorld(countAnswer(state, event.payload), event);
    default:
      return state;
  }
}

function countLost({ game, lost }: RunState, { reason, inDoubt }: PayloadOf<'game.reset'>): number {
  if (inDoubt || (reason === 'session_lost' && game?.gone)) return lost;
  return reason === 'session_lost' ? lost + 1 : 0;
}

function countRefused(
  state: RunState,
  { action: id, x, y }: PayloadOf<'action.refused'>,
): RunState['refused'] {
  // An uncertain board may differ from the stored one.
  if (!state.game?.certain) return state.refused;
  const board = frameKey(state.game.cells, currentMask(state));
  const action = actionKey(x === undefined || y === undefined ? { id } : { id, x, y });
  const here = state.refused[board] ?? {};
  return { ...state.refused, [board]: { ...here, [action]: (here[action] ?? 0) + 1 } };
}

/** Updates the game's status; the next event has the frame. */
function enter(state: RunState, step: PayloadOf<'game.reset'> | PayloadOf<'action.executed'>): RunState {
  const { frame, cells } = state.game ?? { frame: 0, cells: '' };
  const { snapshot, state: status, level, available } = step;
  const winLevels = step.winLevels ?? state.game?.winLevels;
  return {
    ...state,
    game: {
      ...{ snapshot, frame, cells, state: status, level, available, certain: true, refused: false },
      ...(winLevels !== undefined && { winLevels }),
    },
    trouble: 0,
    requests: { ...state.requests, open: null, observation: null },
    knowledge: offerActions(state.knowledge, available),
  };
}

function capture(state: RunState, frame: PayloadOf<'frame.captured'>): RunState {
  if (!state.game) return state;
  const next = { ...state, frames: frame.n, game: { ...state.game, frame: frame.n, cells: frame.cells } };
  if (frame.action === null || frame.fromKey === null) return next;
  const to = frame.walkable ? frameKey(frame.cells, currentMask(state)) : null;
  const here = { ...state.tried[frame.fromKey], [frame.action]: to };
  return { ...next, tried: { ...state.tried, [frame.fromKey]: here } };
}

/** Applies a larger mask: state keys change, and observations are judged again. */
function mask(state: RunState, { cells, rekeyed, reviewed }: PayloadOf<'hud.learned'>): RunState {
  const rekey = (key: string) => rekeyed[key] ?? key;
  const nextTried: Record<string, Record<string, string | null>> = {};
  for (const [key, actions] of Object.entries(state.tried)) {
    const here = Object.entries(actions).map(([action, to]) => [action, to === null ? null : rekey(to)]);
    nextTried[rekey(key)] = { ...nextTried[rekey(key)], ...Object.fromEntries(here) };
  }
  const actions = Object.fromEntries(
    Object.entries(state.knowledge.actions).map(([id, known]) => [
      id,
      reviewAction(known, reviewed, state.config.verifyAfter),
    ]),
  );
  return { ...state, hud: cells, refused: {}, tried: nextTried, knowledge: { ...state.knowledge, actions } };
}

function countAnswer(
  state: RunState,
  { calls, ...answer }: Pick<PayloadOf<'answer.failed'>, 'provider' | 'model' | 'calls'>,
): RunState {
  return {
    ...state,
    used: { ...state.used, calls: state.used.calls + calls },
    answerers: addAnswerer(state.answerers, answer),
  };
}

function check(state: RunState, event: EventOf<'predictions.checked'>): RunState {
  const { predictions } = event.payload;
  const { world } = state;
  return {
    ...state,
    checked: predictions.at(-1)?.afterFrame ?? state.checked,
    knowledge: checkActions(state.knowledge, event, predictions),
    ...(world && { world: { ...world, program: foldCodeWorld(world.program, event) } }),
  };
}

function reviseWorld(state: RunState, event: EventOf<'world.revised'>): RunState {
  const { program = null, refused = 0 } = state.world ?? {};
  return {
    ...state,
    world: {
      program: foldCodeWorld(program, event),
      refused: event.payload.outcome === 'accepted' ? 0 : refused + 1,
      askedAt: state.used.actions,
    },
    knowledge: checkActions(state.knowledge, event, []),
  };
}

/** Stores predictions, and the changes to actions from them or from a new program. */
function checkActions(
  knowledge: Knowledge,
  { payload: { actions: checked }, turn = 0, at }: EventOf<'predictions.checked' | 'world.revised'>,
  predictions: PayloadOf<'predictions.checked'>['predictions'],
): Knowledge {
  const actions = { ...knowledge.actions };
  const ids = new Set([...predictions, ...checked].map(({ action }) => action));
  for (const id of ids) {
    const { action: _, ...standing } = checked.find(({ action }) => action === id) ?? {};
    actions[id] = applyPredictions(
      actions[id] ?? unobservedAction(),
      predictions.filter(({ action }) => action === id).map(({ action: _, ...one }) => one),
      standing,
      { turn, at },
    );
  }
  return { ...knowledge, actions };
}

function learn(state: RunState, update: PayloadOf<'knowledge.updated'>, at: string): RunState {
  const { actions, environment } = state.knowledge;
  const current = actions[update.action] ?? unobservedAction();
  return {
    ...state,
    knowledge: {
      actions: { ...actions, [update.action]: applyVerdict(current, update.verdict, at) },
      environment: applyUpdates(environment, update.environment, update.verdict.observation.turn),
    },
  };
}
