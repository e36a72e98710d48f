import type { Scene } from '../../../../src/contract/scenes';

/** True unless round `n` was removed. */
export const counts = (scene: Pick<Scene, 'undone'>, n: number): boolean =>
  !scene.undone.some(([first, last]) => n >= first && n <= last);

/** Returns the number of round `n` as people see it: removed rounds leave no gap. */
export function roundNumber(scene: Pick<Scene, 'undone'>, n: number): number {
  if (scene.undone.length === 0) return n;
  let removed = 0;
  for (let before = 1; before < n; before += 1) if (!counts(scene, before)) removed += 1;
  return n - removed;
}

/** Returns the newest round that still counts; 0: none. */
export function lastCounted(scene: Pick<Scene, 'undone' | 'rounds'>): number {
  let n = scene.rounds;
  while (n > 0 && !counts(scene, n)) n -= 1;
  return n;
}

/** Returns the round before `n` that still counts; 0: none. */
export const countedBefore = (scene: Pick<Scene, 'undone'>, n: number): number =>
  lastCounted({ undone: scene.undone, rounds: n - 1 });

/** Returns the round after `n` that still counts. */
export function countedAfter(scene: Pick<Scene, 'undone'>, n: number): number {
  let next = n + 1;
  while (!counts(scene, next)) next += 1;
  return next;
}

/**
 * True if round `n` can be replayed: only the newest started round, while it counts. After a rewind no round can be
 * replayed.
 */
export const canRetry = (scene: Pick<Scene, 'undone' | 'rounds' | 'status' | 'table'>, n: number): boolean =>
  n === scene.rounds && counts(scene, n) && (scene.status !== 'finished' || scene.table?.over === true);
