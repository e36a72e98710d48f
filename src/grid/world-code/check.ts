import type { Forecast, Model } from 'rule-learner';
import type { GameAction } from '../../contract/agents';
import type { PayloadOf } from '../../contract/events/events';
import { frameKey } from '../../contract/frame';
import type { StepContext } from '../../room/step-context';
import { readHistory } from '../history';
import { listPast, readLearner } from '../learner';
import { currentMask, type RunState } from '../state';
import { actionKey } from '../transition';
import { describeMiss, isRight, type Recorded, toForecast, World } from './world';

interface WorldCheck {
  forecast: Forecast;
  result: 'right' | 'wrong' | 'silent';
  /** True if this action was already recorded on this board, so a program that stores boards would also be right. */
  isSeen: boolean;
}

/**
 * Compares the accepted program with new transitions that it has not seen. Only the exact board is right.
 * null if no program is accepted.
 */
export async function checkWorld(
  state: RunState,
  known: readonly Recorded[],
  fresh: readonly Recorded[],
  isAllowed: boolean,
): Promise<{ checks: WorldCheck[]; score: NonNullable<PayloadOf<'predictions.checked'>['world']> } | null> {
  const program = state.world?.program;
  if (!program?.accepted) return null;
  const mask = currentMask(state);
  const world = await World.load(program.source, mask, isAllowed);
  const keyOf = ({ transition: { before, action } }: Recorded): string =>
    `${frameKey(before, mask)} ${actionKey(action)}`;
  const seen = new Set(known.map(keyOf));
  const score = { right: 0, wrong: 0, misses: [] as ReturnType<typeof describeMiss>[] };
  try {
    if (!fresh[0]?.step.start) await world.catchUp(listPast(known));
    const checks = fresh.map((recorded): WorldCheck => {
      const { step } = recorded;
      const given = world.follow(step);
      const wasRight = isRight(given, step, mask);
      if (wasRight) score.right += 1;
      else score.wrong += 1;
      if (!wasRight && score.misses.length === 0) score.misses.push(describeMiss(given, recorded, mask));
      const isSeen = seen.has(keyOf(recorded));
      seen.add(keyOf(recorded));
      const result = wasRight ? 'right' : given.ok ? 'wrong' : 'silent';
      return { forecast: toForecast(given, step.before, mask), result, isSeen };
    });
    return { checks, score };
  } finally {
    world.dispose();
  }
}

/** Calls `run` with the current accepted program, or with null if there is none. */
export async function withWorld<T>(
  ctx: StepContext<RunState>,
  isAllowed: boolean,
  run: (world: World | null) => T | Promise<T>,
): Promise<T> {
  const { state } = ctx;
  const program = state.world?.program;
  if (!isAllowed || !program?.accepted) return run(null);
  const mask = currentMask(state);
  const world = await World.load(program.source, mask);
  try {
    await world.catchUp(readLearner(readHistory(ctx), mask).past);
    return await run(world);
  } finally {
    world.dispose();
  }
}

/** Predicts with the program if it can, otherwise with the inferred rules. */
export const predictBoth = (world: World, model: Model): Pick<Model, 'predict'> => ({
  predict: (board, action, past) => {
    const forecast = world.predict(board, action as GameAction);
    return forecast.kind === 'silent' ? model.predict(board, action, past) : forecast;
  },
});
