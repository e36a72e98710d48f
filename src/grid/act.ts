import { answererKind, nameAnswerer } from '../base/answerer';
import type { Json } from '../base/json';
import type { GameAction } from '../contract/agents';
import type { EventKind } from '../contract/events/catalogue';
import type { DraftOf, EventDraft, PayloadOf } from '../contract/events/events';
import { frameKey, type Mask } from '../contract/frame';
import type { Failure } from '../contract/problems';
import { type RetryLater, RoundFailure, type StepContext, Waiting } from '../room/step-context';
import type { ActionContext, DriverOutcome, GameDriver } from '../runs/games/driver';
import type { GameStep } from '../runs/games/game';
import { type ActionRole, currentMask, type RunGame, type RunState } from './state';
import { actionKey } from './transition';
import { planReplay, type ReplayStep } from './way-back';

/** Retry delays while a game is unreachable: 5 s, 10 s, … 5 min, about 35 minutes in total. */
const OUTAGE: RetryLater = { firstMs: 5_000, maxMs: 300_000, tries: 12 };

/** Consecutive refusals and doubts before the turn fails. */
const MAX_TROUBLE = 3;

/** Every turn starts the game first, so a missing game is a bug. */
export function currentStanding(ctx: StepContext<RunState>): RunGame {
  const { game } = ctx.state;
  if (!game) throw new Error('the game has not started');
  return game;
}

/**
 * Starts the game or restarts the current level. If a restart cannot be undone it is never sent twice,
 * because two in a row may erase all progress. Throws `RoundFailure` if the game cannot be started.
 */
export async function resetGame(
  ctx: StepContext<RunState>,
  driver: GameDriver,
  step: 'reset' | 'restart',
  reason: PayloadOf<'game.reset'>['reason'],
): Promise<void> {
  const state = ctx.state;
  const { game } = state;
  await request(ctx, driver, step, reason === 'start' ? 'start' : 'reset', null);
  const outcome = await runGameStep(
    ctx,
    // A game that never began has no progress to lose, so sending again is safe.
    driver.afterCut === 'doubted' && !game ? 'resent' : driver.afterCut,
    step,
    { reason, seed: state.config.seed },
    () => driver.begin(game?.snapshot ?? null),
    (result) => settleReset(state, reason, result),
  );
  if (outcome.kind === 'step') {
    const isLost = outcome.anew === true || (game !== null && outcome.step.levelsCompleted < game.level);
    if (isLost && driver.afterCut === 'doubted') await comeBack(ctx, driver, step);
    return;
  }
  if (outcome.kind === 'doubt' && game) return;
  const detail = `the game could not be started: ${outcome.message}`;
  throw wrongOrderFailure(step, detail, outcome.failure, 'resume', isTransient(outcome) ? OUTAGE : null);
}

/** True if retrying later may work without a fix by a person. */
const isTransient = ({ kind, failure }: Exclude<DriverOutcome, { kind: 'step' }>): boolean =>
  kind !== 'refused' && (failure === undefined || !('fix' in failure));

/**
 * Replays the run's actions in a new session as long as the game shows the same boards. Replayed actions
 * count against the budget, so it starts only if the budget leaves actions after the way back.
 */
async function comeBack(ctx: StepContext<RunState>, driver: GameDriver, step: string): Promise<void> {
  const way = planReplay([...[...ctx.past()].reverse(), ...ctx.played()], currentMask(ctx.state));
  if (way.length === 0) return;
  const { used, config } = ctx.state;
  const isAffordable = config.budgets.actions - used.actions > way.length;
  const { sent, stopped } = isAffordable
    ? await replayWay(ctx, driver, step, way)
    : ({ sent: 0, stopped: 'budget' } as const);
  const replay = { sent, of: way.length, stopped };
  await ctx.commit(`${step}/replayed`, [draft(ctx.state, 'game.replayed', replay)]);
}

async function replayWay(
  ctx: StepContext<RunState>,
  driver: GameDriver,
  step: string,
  way: readonly ReplayStep[],
): Promise<Pick<PayloadOf<'game.replayed'>, 'sent' | 'stopped'>> {
  for (const [k, { action, cells, level }] of way.entries()) {
    // Keep this prefix: it begins with a step the journal knows, so turns in progress can be replayed.
    const outcome = await sendAction(ctx, driver, `${step}/replay:${k}`, action, 'replay');
    if (outcome.kind === 'refused') return { sent: k, stopped: 'refused' };
    if (outcome.kind !== 'step') return { sent: k + 1, stopped: 'doubt' };
    const surprise = findSurprise(currentStanding(ctx), { cells, level }, currentMask(ctx.state));
    if (surprise !== null) return { sent: k + 1, stopped: surprise };
  }
  return { sent: way.length, stopped: null };
}

function findSurprise(
  now: RunGame,
  then: Pick<ReplayStep, 'cells' | 'level'>,
  mask: Mask,
): 'game_over' | 'level' | 'frame' | null {
  if (now.state !== 'NOT_FINISHED') return 'game_over';
  if (now.level !== then.level) return 'level';
  return frameKey(now.cells, mask) === frameKey(then.cells, mask) ? null : 'frame';
}

function settleReset(
  state: RunState,
  reason: PayloadOf<'game.reset'>['reason'],
  outcome: DriverOutcome,
): EventDraft[] {
  const { game } = state;
  if (outcome.kind === 'doubt' && game) {
    const { level, available } = game;
    const stands = {
      snapshot: outcome.snapshot ?? game.snapshot,
      state: 'NOT_FINISHED' as const,
      level,
      available,
    };
    return [draft(state, 'game.reset', { reason, ...stands, inDoubt: true, note: outcome.message })];
  }
  if (outcome.kind !== 'step') return [];
  const { step, note } = outcome;
  return [
    draft(state, 'game.reset', {
      reason: outcome.anew ? 'session_lost' : reason,
      ...place(step),
      inDoubt: false,
      note,
    }),
    draft(state, 'frame.captured', {
      ...picture(state, step),
      label: reason === 'start' ? 'start' : 'reset',
      action: null,
      fromKey: null,
      walkable: false,
    }),
  ];
}

/** Runs a game step once per turn, within the guarantees of `afterCut`, and stores the outcome. */
async function runGameStep(
  ctx: StepContext<RunState>,
  afterCut: GameDriver['afterCut'],
  step: string,
  input: Json,
  run: () => DriverOutcome | Promise<DriverOutcome>,
  settle: (outcome: DriverOutcome) => EventDraft[],
): Promise<DriverOutcome> {
  if (afterCut !== 'recomputed')
    return ctx.effect<DriverOutcome>(
      step,
      input,
      run,
      settle,
      afterCut === 'doubted' ? inDoubtOutcome : undefined,
    );
  const outcome = await run();
  await ctx.commit(step, settle(outcome));
  return outcome;
}

const inDoubtOutcome = (): DriverOutcome => ({
  kind: 'doubt',
  message: 'the room was cut off between sending it and storing what the game showed',
});

/**
 * Sends an action. Both the state and the returned outcome show the result: an action in doubt counts as
 * executed but has no frame, a refused one changes nothing. Throws `RoundFailure` if the game is unreachable
 * or keeps failing.
 */
export async function sendAction(
  ctx: StepContext<RunState>,
  driver: GameDriver,
  step: string,
  action: GameAction,
  role: ActionRole,
): Promise<DriverOutcome> {
  const state = ctx.state;
  const before = currentStanding(ctx);
  await request(ctx, driver, step, role, action);
  const outcome = await runGameStep(
    ctx,
    driver.afterCut,
    step,
    { action, frame: before.frame },
    () => driver.act(before.snapshot, action, describeSent(ctx, before, role)),
    (result) => settleAction(state, before, action, role, result),
  );
  if (outcome.kind !== 'step' && isBarred(outcome))
    throw wrongOrderFailure(
      step,
      `the game could not be reached: ${outcome.message}`,
      outcome.failure,
      'resume',
      isTransient(outcome) ? OUTAGE : null,
    );
  // If the session is gone, the next turn opens a new one.
  const isGone = outcome.kind === 'refused' && outcome.gone === true;
  if (outcome.kind !== 'step' && !isGone && ctx.state.trouble >= MAX_TROUBLE) {
    // The action is already recorded, so restart the turn instead of resuming midway.
    const detail = `the game gave no usable answer ${MAX_TROUBLE} times: ${outcome.message}`;
    throw wrongOrderFailure(step, detail, undefined, 'restart');
  }
  return outcome;
}

/** In characters: everything sent with an action must fit into 16 KB. */
const MAX_REASON = 2_000;

/** The explorer's reasons, for services that store them with the action. */
function describeSent(ctx: StepContext<RunState>, before: RunGame, role: ActionRole): ActionContext {
  const suggestion = ctx.played().findLast((event) => event.kind === 'action.suggested')?.payload;
  const isChosen = (role === 'target' || role === 'setup') && suggestion !== undefined;
  const gain = suggestion?.suggestion?.expected_information_gain ?? suggestion?.wish?.expectation;
  return {
    reasoning: {
      role,
      turn: ctx.state.rounds,
      ...(isChosen && {
        reasoning: suggestion.reason.slice(0, MAX_REASON),
        ...(gain && { expected: gain.slice(0, MAX_REASON) }),
        answered_by: nameAnswerer(answererKind(suggestion)),
      }),
    },
    ...(before.certain ? {} : { afterDoubt: true }),
  };
}

/**
 * True if the action never reached the game, or a person must fix something first. Resuming sends it again.
 */
const isBarred = (outcome: DriverOutcome): boolean =>
  outcome.kind === 'unsent' || (outcome.kind === 'refused' && outcome.failure !== undefined);

function settleAction(
  state: RunState,
  before: RunGame,
  action: GameAction,
  role: ActionRole,
  outcome: DriverOutcome,
): EventDraft[] {
  const { id, ...click } = action;
  const what = { action: id, ...click, role };
  const { frame: beforeFrame, snapshot, state: status, level, available } = before;
  if (isBarred(outcome)) return [];
  switch (outcome.kind) {
    case 'unsent':
      return [];
    case 'refused':
      return [
        draft(state, 'action.refused', {
          ...what,
          message: outcome.message,
          ...(outcome.gone ? { gone: true } : {}),
          snapshot: outcome.snapshot ?? snapshot,
        }),
      ];
    case 'doubt':
      return [
        draft(state, 'action.executed', {
          ...what,
          ...{ beforeFrame, snapshot: outcome.snapshot ?? snapshot, state: status, level, available },
          inDoubt: true,
          note: outcome.message,
        }),
      ];
    case 'step': {
      const { step, note } = outcome;
      const levelChanged = step.levelsCompleted !== level;
      const drafts = [
        draft(state, 'action.executed', {
          ...what,
          beforeFrame,
          ...place(step),
          inDoubt: false,
          note,
        }),
        draft(state, 'frame.captured', {
          ...picture(state, step),
          label: role === 'target' ? 'after' : role === 'refresh' ? role : 'setup',
          action: actionKey(action),
          fromKey: before.certain ? frameKey(before.cells, currentMask(state)) : null,
          walkable: !levelChanged && step.state === 'NOT_FINISHED',
        }),
      ];
      if (step.levelsCompleted <= level) return drafts;
      const levelUp = { level: step.levelsCompleted, action: id, role, frame: state.frames + 1 };
      return [...drafts, draft(state, 'level.completed', levelUp)];
    }
  }
}

/**
 * For games that the caller plays: requests an action and waits for its observation. After a restart of the
 * turn, an open request is not made again, because the caller may already have acted on it.
 */
async function request(
  ctx: StepContext<RunState>,
  driver: GameDriver,
  step: string,
  role: PayloadOf<'action.requested'>['role'] | ActionRole,
  action: GameAction | null,
): Promise<void> {
  if (!driver.waits) return;
  const state = ctx.state;
  const { open } = state.requests;
  const isOpen = open !== null && sameAction(open.action, action);
  const n = isOpen ? open.n : state.requests.asked + 1;
  if (!isOpen) {
    if (role === 'replay' || role === 'person')
      throw new TypeError('the caller plays this game, and nobody else');
    const newRequest = { n, role, action: action && { ...action } };
    await ctx.commit(`request:${step}`, [draft(state, 'action.requested', newRequest)]);
  }
  if (ctx.live().requests.received < n) throw new Waiting(`observation ${n}`);
}

const sameAction = (a: GameAction | null, b: GameAction | null): boolean =>
  a === null || b === null ? a === b : actionKey(a) === actionKey(b);

const wrongOrderFailure = (
  step: string,
  detail: string,
  failure: Failure = { code: 'unavailable', detail, retryAfter: 10 },
  retry: 'resume' | 'restart' = 'resume',
  later: RetryLater | null = null,
): RoundFailure => Object.assign(new RoundFailure(failure, step, retry), { later });

const place = (step: GameStep) => ({
  snapshot: step.snapshot,
  state: step.state,
  level: step.levelsCompleted,
  ...(step.winLevels !== undefined && { winLevels: step.winLevels }),
  available: step.availableActions,
});

const picture = (state: RunState, step: GameStep) => ({
  n: state.frames + 1,
  cells: step.frames.at(-1) ?? '',
  animation: step.frames.slice(0, -1),
});

const draft = <K extends EventKind>(state: RunState, kind: K, payload: PayloadOf<K>): DraftOf<K> => ({
  kind,
  actor: 'game',
  turn: state.rounds,
  payload,
});
