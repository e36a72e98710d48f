import type { SceneBudgets, SceneBudgetsNow } from '../contract/money';
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

/** Whose input the round answers: the newest one's; null when nobody in particular asked for it. */
export function payingSeat({ answering }: Pick<SceneState, 'answering'>): string | null {
  const { personaId } = answering.at(-1) ?? {};
  return personaId === undefined ? null : `persona:${personaId}`;
}
