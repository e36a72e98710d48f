import type { Scene } from '../../../../src/contract/scenes';

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
