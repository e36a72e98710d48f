import type { ActionId } from '../contract/agents';
import type { EventDraft } from '../contract/events';
import type { JsonObject } from '../contract/json';
import { RoundFailure, type Stage } from '../contract/stage';
import type { BuiltinGame, GameStep, Games } from '../games/game';
import { analyzeTarget } from './analyze';
import { frameKey } from './frame';
import type { ExecutedPayload, FramePayload, ResetPayload } from './payloads';
import { FINISH_REASONS, findEnd } from './situation';
import { maskOf, type RunGame, type RunState } from './state';
import { chooseActions } from './suggest';

/** Names of the steps of a turn: the part of a step's key before `:` or `/`. They make the journal's version. */
export const TURN_STEPS: readonly string[] = [
  'reset',
  'suggest',
  'resuggest',
  'setup',
  'target',
  'analyze',
  'restart',
  'close',
];

/**
 * How a turn went, in `turn.completed`: the target was observed; the setup completed a level or ended the game, so
 * that nothing more was sent; or there was nothing left to do.
 */
type Outcome = 'observed' | 'interrupted' | 'ended';

/**
 * Play one turn of a run (Design §7): suggest, set up, act, diff, analyse, update. Everything outside is a step of
 * the stage, so the same code replays after a crash. Throws `RoundFailure` when a model gives no usable answer.
 */
export async function playTurn(stage: Stage<RunState>, games: Games): Promise<void> {
  const game = findGame(stage, games);
  const start = stage.state.game;
  if (!start || start.state === 'GAME_OVER') await reset(stage, game, 'reset', start ? 'game_over' : 'start');

  const over = findEnd(stage.state);
  if (over !== null) return close(stage, 'ended', null, over);
  const choice = await chooseActions(stage);
  if (choice.target === null) return close(stage, 'ended', null, FINISH_REASONS.ended);

  const { level } = standing(stage);
  for (const [k, action] of choice.setup.entries()) {
    await act(stage, game, `setup:${k}`, action, 'setup');
    const now = standing(stage);
    if (now.state === 'NOT_FINISHED' && now.level === level) continue;
    // What is left was planned for a board that is gone: nothing more is sent, and the next turn asks again.
    if (now.state === 'GAME_OVER') await reset(stage, game, 'restart', 'game_over');
    return close(stage, 'interrupted', null, findEnd(stage.state));
  }

  const before = standing(stage);
  const step = await act(stage, game, 'target', choice.target, 'target');
  await analyzeTarget(stage, { action: choice.target, before, step });
  if (standing(stage).state === 'GAME_OVER') await reset(stage, game, 'restart', 'game_over');
  return close(stage, 'observed', choice.target, findEnd(stage.state));
}

function findGame(stage: Stage<RunState>, games: Games): BuiltinGame {
  const id = stage.state.config.game;
  const game = Object.hasOwn(games, id) ? games[id] : undefined;
  if (!game) throw new RoundFailure({ code: 'not_found', what: 'game', id }, 'reset', 'restart');
  return game;
}

/** Where the game stands; it was started at the beginning of the turn. */
function standing(stage: Stage<RunState>): RunGame {
  const { game } = stage.state;
  if (!game) throw new Error('the game has not started');
  return game;
}

async function reset(
  stage: Stage<RunState>,
  game: BuiltinGame,
  step: 'reset' | 'restart',
  reason: ResetPayload['reason'],
): Promise<void> {
  const state = stage.state;
  const { seed } = state.config;
  await stage.effect(
    step,
    { reason, seed },
    () => game.start(seed),
    (result) => [
      draft(state, 'game.reset', { reason, ...place(result) } satisfies ResetPayload),
      draft(state, 'frame.captured', {
        ...picture(state, result),
        label: reason === 'start' ? 'start' : 'reset',
        action: null,
        fromKey: null,
        walkable: false,
      } satisfies FramePayload),
    ],
  );
}

async function act(
  stage: Stage<RunState>,
  game: BuiltinGame,
  step: string,
  action: ActionId,
  role: 'setup' | 'target',
): Promise<GameStep> {
  const state = stage.state;
  const before = standing(stage);
  return stage.effect(
    step,
    { action, frame: before.frame },
    () => game.act(before.snapshot, action),
    (result) => {
      const completed = result.levelsCompleted > before.level;
      const drafts = [
        draft(state, 'action.executed', {
          action,
          role,
          beforeFrame: before.frame,
          ...place(result),
        } satisfies ExecutedPayload),
        draft(state, 'frame.captured', {
          ...picture(state, result),
          label: role === 'setup' ? 'setup' : 'after',
          action,
          fromKey: frameKey(before.cells, maskOf(state)),
          walkable: !completed && result.state === 'NOT_FINISHED',
        } satisfies FramePayload),
      ];
      const level = { level: result.levelsCompleted, action, role, frame: state.frames + 1 };
      return completed ? [...drafts, draft(state, 'level.completed', level)] : drafts;
    },
  );
}

/** The last step: the turn is over, and with it perhaps the run. */
async function close(
  stage: Stage<RunState>,
  outcome: Outcome,
  action: ActionId | null,
  reason: string | null,
): Promise<void> {
  const { state } = stage;
  const done: EventDraft = {
    kind: 'turn.completed',
    actor: 'system',
    turn: state.rounds,
    payload: { n: state.rounds, outcome, action, used: { ...state.used } },
  };
  const finished: EventDraft = { kind: 'run.finished', actor: 'system', payload: { reason: reason ?? '' } };
  await stage.commit('close', reason === null ? [done] : [done, finished]);
}

const place = (step: GameStep) => ({
  snapshot: step.snapshot,
  state: step.state,
  level: step.levelsCompleted,
  available: step.availableActions,
});

const picture = (state: RunState, step: GameStep) => ({
  n: state.frames + 1,
  cells: step.frames.at(-1) ?? '',
  animation: step.frames.slice(0, -1),
});

const draft = (state: RunState, kind: EventDraft['kind'], payload: object): EventDraft => ({
  kind,
  actor: 'game',
  turn: state.rounds,
  payload: payload as JsonObject,
});
