import type { Scene } from '../../../../src/api/scenes';

/** Whether round `n` still counts. */
export const counts = (scene: Pick<Scene, 'undone'>, n: number): boolean =>
  !scene.undone.some(([first, last]) => n >= first && n <= last);

/** The newest round that still counts; 0: none. */
export function lastCounted(scene: Pick<Scene, 'undone' | 'rounds'>): number {
  let n = scene.rounds;
  while (n > 0 && !counts(scene, n)) n -= 1;
  return n;
}

/** The round before `n` that still counts; 0: none. */
export const countedBefore = (scene: Pick<Scene, 'undone'>, n: number): number =>
  lastCounted({ undone: scene.undone, rounds: n - 1 });

/**
 * Whether the room plays round `n` anew: the newest it began, as long as it counts. After a take-back that is no round,
 * and the one that was last before it stays as it is.
 */
export const canPlayAnew = (
  scene: Pick<Scene, 'undone' | 'rounds' | 'status' | 'table'>,
  n: number,
): boolean =>
  n === scene.rounds && counts(scene, n) && (scene.status !== 'finished' || scene.table?.over === true);
