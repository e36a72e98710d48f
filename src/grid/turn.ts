import type { GameAction } from '../contract/agents';
import type { DraftOf, Event, EventDraft } from '../contract/events/events';
import { runPaused } from '../room/run-status';
import { RoundFailure, type StepContext } from '../room/step-context';
import { hasAnswer, pauseUnanswered } from '../runs/answers';
import { callsLeft } from '../runs/calls';
import {
  driveBuiltin,
  type GameDriver,
  type DriverOutcome as GameOutcome,
  type GamePorts,
  gameSource,
} from '../runs/games/driver';
import { currentStanding, resetGame, sendAction } from './act';
import { analyzeTarget } from './analyze';
import { updateHud } from './hud/hud';
import { playNext } from './play/play-on';
import { checkPredictions } from './predictions';
import { isAllRefused } from './refusals';
import { FINISH_REASONS, type FinishReason, findEnd, isPlaying, isSurveying, pickRefresh } from './situation';
import type { RunState } from './state';
import { chooseActions } from './suggest';
import { surveyNext } from './survey';
import { reviseWorld } from './world-code/revise';

/** Names of the steps of a turn: the part of a step's key before `:` or `/`. The journal's version depends on them. */
export const TURN_STEPS: readonly string[] = [
  'reset',
  'refresh',
  'suggest',
  'suggest_again',
  'setup',
  'target',
  'hud',
  'check',
  'analyze',
  'world',
  'world_replay',
  'restart',
  'request',
  'end',
  'close',
];

/**
 * The outcome in `turn.completed`. `observed`: the target was executed. `played`: a person's move.
 * `interrupted`: the setup completed a level or ended the game, or the next action was no longer available.
 * `refused`: the game refused an action. `doubtful`: it is unknown if the game executed an action. `ended`:
 * no action was left to do.
 */
type TurnOutcome = 'played' | 'observed' | 'interrupted' | 'refused' | 'doubtful' | 'ended';

/**
 * Plays one turn of a run (docs/runs.md#a-turn): suggest, set up, act, compare, analyze, update. All I/O is a
 * step of the context, so the code replays after a crash. Throws `RoundFailure` if a model gives no usable
 * answer or the game fails, and `Waiting` until a caller who plays the game posts an observation.
 */
export async function playTurn(ctx: StepContext<RunState>, ports: GamePorts): Promise<void> {
  const driver = findDriver(ctx, ports);
  const finish = (
    outcome: TurnOutcome,
    action: GameAction | null = null,
    reason: FinishReason | null = findEnd(ctx.state),
  ) => close(ctx, driver, outcome, action, reason);

  const [move] = ctx.state.moves;
  if (move) {
    await playMove(ctx, driver, move.action);
    return finish('played', move.action, findMoveEnd(ctx.state));
  }
  await ensurePlayable(ctx, driver);
  if (findEnd(ctx.state) !== null) return finish('ended');
  // A replay in a new session may have ended like this.
  if (currentStanding(ctx).refused) return finish('refused');
  if (currentStanding(ctx).state === 'GAME_OVER') return finish('interrupted');
  // An earlier try of this turn has already requested this action from the caller, so its board is the next one.
  const openAction = ctx.state.requests.open?.action ?? null;
  if (openAction !== null || !currentStanding(ctx).certain) {
    // Only the budget ends a game that never shows its board.
    const outcome = await sendAction(ctx, driver, 'refresh', openAction ?? pickRefresh(ctx.state), 'refresh');
    const why = outcome.kind === 'refused' ? 'refused' : 'doubtful';
    if (outcome.kind !== 'step') return finish(why);
    if (currentStanding(ctx).state !== 'NOT_FINISHED') return finish('interrupted');
    if (findEnd(ctx.state) !== null) return finish('ended');
  }

  // Skip the model call if no action can be sent.
  if (isAllRefused(ctx.state)) return finish('refused');
  const isSurvey = isSurveying(ctx.state);
  const isLearning = !isSurvey && !isPlaying(ctx.state);
  const choice = await (isSurvey
    ? surveyNext(ctx, ports.worldCode)
    : isLearning
      ? chooseActions(ctx)
      : playNext(ctx, ports.worldCode));
  if (choice.target === null) return finish('ended', null, FINISH_REASONS.ended);

  const { level } = currentStanding(ctx);
  // The available actions may change with every setup action.
  const isOffered = ({ id }: GameAction) => currentStanding(ctx).available.includes(id);
  for (const [k, action] of choice.setup.entries()) {
    if (!isOffered(action)) return finish('interrupted');
    const outcome = await sendAction(ctx, driver, `setup:${k}`, action, 'setup');
    if (outcome.kind === 'refused') return finish('refused');
    if (outcome.kind !== 'step') return finish('doubtful');
    const now = currentStanding(ctx);
    if (now.state === 'NOT_FINISHED' && now.level === level) continue;
    // The rest of the plan was for a board that is gone. Stop here; the next turn asks again.
    if (now.state === 'GAME_OVER') await resetGame(ctx, driver, 'restart', 'game_over');
    return finish('interrupted');
  }

  if (!isOffered(choice.target)) return finish('interrupted');
  const before = currentStanding(ctx);
  const outcome = await sendAction(ctx, driver, 'target', choice.target, 'target');
  if (outcome.kind === 'refused') return finish('refused', choice.target);
  if (outcome.kind !== 'step') return finish('doubtful', choice.target);
  await updateHud(ctx, 'target');
  await checkPredictions(ctx, ports.worldCode);
  // In a survey or during play, only a surprise is worth a call.
  if (isLearning || (callsLeft(ctx.state) > 0 && wasSurprise(ctx.state, choice.target)))
    await analyzeTarget(ctx, { action: choice.target, before, step: outcome.step });
  await reviseWorld(ctx, ports.worldCode);
  if (currentStanding(ctx).state === 'GAME_OVER') await resetGame(ctx, driver, 'restart', 'game_over');
  return finish('observed', choice.target);
}

/** Makes a person's move without models or analysis. After a game over, any move restarts the level. */
async function playMove(
  ctx: StepContext<RunState>,
  driver: GameDriver,
  action: GameAction | null,
): Promise<void> {
  const before = ctx.state.game;
  await ensurePlayable(ctx, driver);
  // The person has not seen the board of a restarted game yet, so don't apply the move to it.
  if (before !== null && (before.refused || before.state === 'GAME_OVER')) return;
  if (action !== null) {
    const outcome = await sendAction(ctx, driver, 'target', action, 'person');
    if (outcome.kind !== 'refused' || !outcome.gone) return;
    // Repeat the move, so that the person need not send it again after a lost session.
    await resetGame(ctx, driver, 'restart', 'refused');
    if (hasReturnedTo(ctx)) await sendAction(ctx, driver, 'target:again', action, 'person');
  } else if (before !== null && !isLevelFresh(ctx)) {
    await resetGame(ctx, driver, 'restart', 'asked');
  }
}

/** True if the restarted game is back on the board of the move. */
function hasReturnedTo(ctx: StepContext<RunState>): boolean {
  const replay = ctx.played().findLast((event) => event.kind === 'game.replayed')?.payload;
  // Without earlier actions there was no replay.
  return (replay === undefined || replay.stopped === null) && currentStanding(ctx).state === 'NOT_FINISHED';
}

/** True if no action was executed since the level began. Restarting such a level would reset the whole game. */
function isLevelFresh(ctx: StepContext<RunState>): boolean {
  for (const { kind } of ctx.past()) {
    if (kind === 'game.reset' || kind === 'level.completed') return true;
    if (kind === 'action.executed') return false;
  }
  return true;
}

/** The reason to end a run that a person plays; the agent's knowledge does not matter. */
const findMoveEnd = (state: RunState): FinishReason | null =>
  state.game?.state === 'WIN'
    ? FINISH_REASONS.win
    : state.used.actions >= state.config.budgets.actions
      ? FINISH_REASONS.actions
      : null;

/** True if the newest execution contradicted its prediction, or had an effect that was not predicted. */
function wasSurprise({ knowledge, game, world }: RunState, { id }: GameAction): boolean {
  if (world?.program?.misses.some(({ afterFrame }) => afterFrame === game?.frame)) return true;
  const newest = knowledge.actions[id]?.predictions.at(-1);
  if (!newest || newest.afterFrame !== game?.frame) return false;
  return newest.result === 'wrong' || (newest.effect && newest.result === 'silent');
}

function findDriver(ctx: StepContext<RunState>, ports: GamePorts): GameDriver {
  const { game: id, seed, scorecard } = ctx.state.config;
  const source = gameSource(id);
  if (source === 'pushed') return drivePushed(ctx);
  if (source === 'arc3') {
    if (ports.remote) return ports.remote(id, scorecard);
    const detail = 'the ARC-AGI-3 service is not configured on this stage';
    throw new RoundFailure({ code: 'conflict', detail, fix: 'Set ARC_API_KEY, then resume.' }, 'reset');
  }
  const game = Object.hasOwn(ports.builtin, id) ? ports.builtin[id] : undefined;
  if (!game) throw new RoundFailure({ code: 'not_found', what: 'game', id }, 'reset', 'restart');
  return driveBuiltin(game, seed);
}

/** Driver for a game that the caller plays: the posted observation is the result. */
function drivePushed(ctx: StepContext<RunState>): GameDriver {
  const takePosted = (): GameOutcome => {
    const { observation } = ctx.live().requests;
    if (!observation) throw new Error('a turn went on without the observation it waits for');
    const { frames, state, level, available } = observation;
    const step = { snapshot: {}, frames, state, levelsCompleted: level, availableActions: available };
    return { kind: 'step', step, note: null };
  };
  return { afterCut: 'resent', waits: true, begin: takePosted, act: takePosted };
}

/** Ensures that the game can be played: starts it, or restarts it if it is over or refuses every action. */
async function ensurePlayable(ctx: StepContext<RunState>, driver: GameDriver): Promise<void> {
  const { game } = ctx.state;
  if (!game) return resetGame(ctx, driver, 'reset', 'start');
  if (game.refused) return resetGame(ctx, driver, 'reset', 'refused');
  if (game.state === 'GAME_OVER') return resetGame(ctx, driver, 'reset', 'game_over');
}

/**
 * The run pauses after this many refused actions in a row, or refused resets in a row: each cost a suggestion
 * or a restart without any progress.
 */
const MAX_REFUSALS = 3;

function pauseRefused(state: RunState, outcome: TurnOutcome, played: readonly Event[]): EventDraft | null {
  const { status, refusals, lost } = state;
  if (status !== 'running') return null;
  const mend = 'Check that the game and its service work, then resume';
  if (outcome === 'refused' && isAllRefused(state)) {
    const last = played.findLast((event) => event.kind === 'action.refused')?.payload.message;
    const words = last === undefined ? '' : `: ${last}`;
    const detail = `The game refused every action it offers on this board${words}. ${mend}`;
    return runPaused({ reason: 'refused', detail });
  }
  if (outcome === 'refused' && refusals >= MAX_REFUSALS) {
    const refusalMessage = played.findLast((event) => event.kind === 'action.refused')?.payload.message;
    const detail = `The game refused ${refusals} actions in a row, even after restarts: ${String(refusalMessage)}. ${mend}`;
    return runPaused({ reason: 'refused', detail });
  }
  if (lost < MAX_REFUSALS) return null;
  const detail = `The game refused to reset in ${lost} sessions in a row, each newly opened. ${mend}`;
  return runPaused({ reason: 'refused', detail });
}

/** The last step of a turn, which may also end the run. */
async function close(
  ctx: StepContext<RunState>,
  driver: GameDriver,
  outcome: TurnOutcome,
  action: GameAction | null,
  reason: FinishReason | null,
): Promise<void> {
  const { state } = ctx;
  const wasUsable = hasAnswer(ctx.played());
  const completion: DraftOf<'turn.completed'> = {
    kind: 'turn.completed',
    actor: 'system',
    turn: state.rounds,
    payload: {
      n: state.rounds,
      outcome,
      action: action?.id ?? null,
      ...(outcome === 'played' && { move: state.moves[0]?.seq ?? 0 }),
      used: { ...state.used },
      answered: wasUsable,
    },
  };
  if (reason === null) {
    await ctx.commit('close', async () => {
      // Use the live state: a pause or a single step may have been requested or cancelled during the turn.
      const live = ctx.live();
      const pause = pauseRefused(live, outcome, ctx.played()) ?? pauseUnanswered(live, wasUsable);
      const isPaused = live.status === 'paused' || live.steps === 1 || pause !== null;
      return [
        { ...completion, payload: { ...completion.payload, paused: isPaused } },
        ...(pause ? [pause] : []),
      ];
    });
    return;
  }
  const { game } = state;
  if (driver.end && game) {
    await ctx.effect('end', null, async () => {
      await driver.end?.(game.snapshot);
      return null;
    });
  }
  const runEnd: EventDraft = { kind: 'run.finished', actor: 'system', payload: { reason } };
  await ctx.commit('close', [completion, runEnd]);
}
