import { createContext } from 'preact';
import type { Scene } from '../../../../src/contract/scenes';
import { lazyPage } from '../../lazy-page';
import { countedAfter, countedBefore, lastCounted } from '../direct/counted-rounds';
import type { Line } from '../lines/fold-scene';

export type Speech = Extract<Line, { type: 'speech' }>;

/** Initial values of the dialog. */
export interface WhatIfStart {
  /** First round to play again. */
  from: number;
  /** The line to rewrite. Absent: the person chooses the change. */
  line?: Speech;
}

export const WhatIfForm = lazyPage(() => import('./what-if-form').then((part) => part.WhatIfForm));

/** Opens the dialog, from any control of the scene. */
export const WhatIf = createContext<(start: WhatIfStart) => void>(() => {});

/** Returns the newest round that can be played again; 0: none. */
export const lastPlayed = (scene: Scene): number =>
  scene.round ? countedBefore(scene, scene.round.n) : lastCounted(scene);

/** Returns the first round that another text of the line changes; null: no round has answered it. */
export function findAffected(scene: Scene, { actor, round, isAside }: Speech): number | null {
  if (actor === 'judge' || isAside) return null;
  const first = actor.startsWith('persona:') ? round : countedAfter(scene, round ?? 0);
  return first !== null && first <= lastPlayed(scene) ? first : null;
}
