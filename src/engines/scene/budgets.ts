import type { SceneBudgets, SceneBudgetsNow } from '../../api/money';
import { newestOf } from './history';
import { isTaken } from './seats';
import type { SceneState } from './state';

/** Budgets with what a request says of them: what it leaves out stays. */
export function changeBudgets(now: SceneBudgetsNow, { perSeat, ...room }: SceneBudgets): SceneBudgetsNow {
  const { perSeat: seats, ...limits } = now;
  return { ...limits, ...given(room), perSeat: { ...seats, ...given(perSeat ?? {}) } };
}

const given = <T extends object>(limits: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

/**
 * Whose input the round answers: that of whoever spoke last, of several. The seat that plays its persona; the persona itself where nobody sits
 * on it; null when nobody in particular asked.
 *
 * @param now in milliseconds: a seat may have ended
 */
export function payingSeat(
  { answering, seats }: Pick<SceneState, 'answering' | 'seats'>,
  now: number,
): string | null {
  const { personaId } = newestOf({ answering }) ?? {};
  if (personaId === undefined) return null;
  const seat = Object.values(seats).find((one) => one.persona === personaId && isTaken(one, now));
  return seat?.id ?? `persona:${personaId}`;
}
