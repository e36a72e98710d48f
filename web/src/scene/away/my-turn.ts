import type { AnyScene } from '../who';

/** The part of a scene that says whose turn it is. */
type Pace = Pick<AnyScene, 'status' | 'round' | 'queued' | 'waiting' | 'autonomy' | 'table' | 'failed'>;

/**
 * Tells whether the scene waits for this persona: at a table for its clue; where a round is gathered for its line; anywhere
 * else when somebody else had the last word.
 *
 * @param last actor of the last line that was said; null: nothing was
 */
export function isMyTurn(scene: Pace, persona: string | undefined, last: string | null): boolean {
  if (persona === undefined || scene.status === 'finished' || scene.round || scene.failed) return false;
  const { table, waiting, autonomy, queued } = scene;
  if (table?.people.includes(persona)) return !table.over && !waiting?.spoken.includes(persona);
  if (waiting) return waiting.waitsFor.includes(persona);
  return !autonomy && queued === 0 && last !== null && last !== `persona:${persona}`;
}
