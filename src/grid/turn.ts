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

/** Names of the steps of a turn: the part of a step's key before `:` or `/`. They make the journal's version. */
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
 * The outcome of a turn, in `turn.completed`: the target was observed; the setup completed a level or ended the game, or the
 * game no longer offers what was to come next, so that nothing more was sent; the game refused an action, or nobody
 * knows whether it did it; or there was nothing left to do.
 */
type TurnOutcome = 'played' | 'observed' | 'interrupted' | 'refused' | 'doubtful' | 'ended';

/**
 * Play one turn of a run (docs/runs.md#a-turn): suggest, set up, act, diff, analyse, update. Everything outside
 * is a step of the context, so the same code replays after a crash. Throws `RoundFailure` when a model gives no usable
 * answer or the game is out of order, and `Waiting` while a caller who plays the game has not posted what it shows.
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
  // What was done again in a new session may have ended like that.
  if (currentStanding(ctx).refused) return finish('refused');
  if (currentStanding(ctx).state === 'GAME_OVER') return finish('interrupted');
  // An earlier try of this turn asked the caller for it: the board is the one it leads to.
  const openAction = ctx.state.requests.open?.action ?? null;
  if (openAction !== null || !currentStanding(ctx).certain) {
    // The budget is what ends a game that never shows where it stands.
    const outcome = await sendAction(ctx, driver, 'refresh', openAction ?? pickRefresh(ctx.state), 'refresh');
    const why = outcome.kind === 'refused' ? 'refused' : 'doubtful';
    if (outcome.kind !== 'step') return finish(why);
    if (currentStanding(ctx).state !== 'NOT_FINISHED') return finish('interrupted');
    if (findEnd(ctx.state) !== null) return finish('ended');
  }

  // Nobody is asked for what is not going to be sent.
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
  // What the game offers may change with every setup action.
  const isOffered = ({ id }: GameAction) => currentStanding(ctx).available.includes(id);
  for (const [k, action] of choice.setup.entries()) {
    if (!isOffered(action)) return finish('interrupted');
    const outcome = await sendAction(ctx, driver, `setup:${k}`, action, 'setup');
    if (outcome.kind === 'refused') return finish('refused');
    if (outcome.kind !== 'step') return finish('doubtful');
    const now = currentStanding(ctx);
    if (now.state === 'NOT_FINISHED' && now.level === level) continue;
    // What is left was planned for a board that is gone: nothing more is sent, and the next turn asks again.
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
  // In a survey or at play, only a surprise is worth a call.
  if (isLearning || (callsLeft(ctx.state) > 0 && wasSurprise(ctx.state, choice.target)))
    await analyzeTarget(ctx, { action: choice.target, before, step: outcome.step });
  await reviseWorld(ctx, ports.worldCode);
  if (currentStanding(ctx).state === 'GAME_OVER') await resetGame(ctx, driver, 'restart', 'game_over');
  return finish('observed', choice.target);
}

/** Make the move of a person: nobody is asked, and nothing is analysed. After a game over any move begins the level again. */
async function playMove(
  ctx: StepContext<RunState>,
  driver: GameDriver,
  action: GameAction | null,
): Promise<void> {
  const before = ctx.state.game;
  await ensurePlayable(ctx, driver);
  // A game that had to be begun again stands where nobody has seen it yet.
  if (before !== null && (before.refused || before.state === 'GAME_OVER')) return;
  if (action !== null) {
    const outcome = await sendAction(ctx, driver, 'target', action, 'person');
    if (outcome.kind !== 'refused' || !outcome.gone) return;
    // Whoever plays is not to give a move twice, as a session was lost.
    await resetGame(ctx, driver, 'restart', 'refused');
    if (hasReturnedTo(ctx)) await sendAction(ctx, driver, 'target:again', action, 'person');
  } else if (before !== null && !isLevelFresh(ctx)) {
    await resetGame(ctx, driver, 'restart', 'asked');
  }
}

/** Says whether the game that was begun anew came back to the board on which the move was given. */
function hasReturnedTo(ctx: StepContext<RunState>): boolean {
  const replay = ctx.played().findLast((event) => event.kind === 'game.replayed')?.payload;
  // None was needed where nothing had been done.
  return (replay === undefined || replay.stopped === null) && currentStanding(ctx).state === 'NOT_FINISHED';
}

/** Says whether nothing was done since the level began: beginning it again would wipe the whole game. */
function isLevelFresh(ctx: StepContext<RunState>): boolean {
  for (const { kind } of ctx.past()) {
    if (kind === 'game.reset' || kind === 'level.completed') return true;
    if (kind === 'action.executed') return false;
  }
  return true;
}

/** The reason to end a run that a person plays: what its agent knows is none. */
const findMoveEnd = (state: RunState): FinishReason | null =>
  state.game?.state === 'WIN'
    ? FINISH_REASONS.win
    : state.used.actions >= state.config.budgets.actions
      ? FINISH_REASONS.actions
      : null;

/** Says whether the newest execution of an action was not predicted right: an effect that was not foreseen, or none that was. */
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

/** The game that the caller plays: its answer to what it was asked is the observation that was posted. */
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

/** Have a game that can be played: started, not over, and not one that refuses everything. */
async function ensurePlayable(ctx: StepContext<RunState>, driver: GameDriver): Promise<void> {
  const { game } = ctx.state;
  if (!game) return resetGame(ctx, driver, 'reset', 'start');
  if (game.refused) return resetGame(ctx, driver, 'reset', 'refused');
  if (game.state === 'GAME_OVER') return resetGame(ctx, driver, 'reset', 'game_over');
}

/**
 * Refused actions without one that was done, or refused resets without one that was taken, after which the run pauses:
 * each cost a suggestion, or a game that was begun anew, and led to nothing.
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

/** The last step: the turn is over, and with it perhaps the run. */
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
      // As it is now: whoever asked for one turn, or for a pause, may have thought better of it meanwhile.
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
