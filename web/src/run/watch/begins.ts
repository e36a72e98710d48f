import type { Run } from '../../../../src/contract/runs';

/** Where watching starts: the first frame, the newest one, or `whole` to show everything at once. */
export type Begins = 'first' | 'newest' | 'whole';

/** Runs younger than this are watched from the first frame, in milliseconds. */
const YOUNG_MS = 120_000;

/**
 * Where watching a run starts: visitors of a young run start at its first frame.
 *
 * @param isNamed the URL names a turn or frame
 * @param isPlayed a person played it before and has seen it
 */
export function beginsAt({ createdAt }: Pick<Run, 'createdAt'>, isNamed: boolean, isPlayed = false): Begins {
  if (isNamed) return 'whole';
  if (isPlayed) return 'newest';
  return Math.abs(Date.now() - Date.parse(createdAt)) < YOUNG_MS ? 'first' : 'newest';
}
