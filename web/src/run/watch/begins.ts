import type { Run } from '../../../../src/contract/runs';

/** Where watching begins: at the first frame, at the newest one, or `whole`, where all is shown at once. */
export type Begins = 'first' | 'newest' | 'whole';

/** A run as young as this is watched from its first frame, in milliseconds. */
const YOUNG_MS = 120_000;

/**
 * Tells where watching a run begins. Whoever comes while it is young begins at its first frame.
 *
 * @param isNamed the address names a turn or a frame of it
 * @param isPlayed a person played it before, who has seen what there was
 */
export function beginsAt({ createdAt }: Pick<Run, 'createdAt'>, isNamed: boolean, isPlayed = false): Begins {
  if (isNamed) return 'whole';
  if (isPlayed) return 'newest';
  return Math.abs(Date.now() - Date.parse(createdAt)) < YOUNG_MS ? 'first' : 'newest';
}
