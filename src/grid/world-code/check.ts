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

/** What the program predicted of one transition. */
interface WorldCheck {
  forecast: Forecast;
  result: 'right' | 'wrong' | 'silent';
  /** The action was recorded on this board before: a program that stores boards would be right as well. */
  isSeen: boolean;
}

/**
 * Compares the accepted program with new transitions, none of which it has seen. Anything but the exact board is wrong. Null if
 * no program is accepted.
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

/** Runs something with the accepted program as it stands now, or with null where none is accepted. */
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

/** Predicts with the program where it can, else with the rules that code inferred. */
export const predictBoth = (world: World, model: Model): Pick<Model, 'predict'> => ({
  predict: (board, action, past) => {
    const forecast = world.predict(board, action as GameAction);
    return forecast.kind === 'silent' ? model.predict(board, action, past) : forecast;
  },
});
