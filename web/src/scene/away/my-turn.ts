import type { AnyScene } from '../who';

/** The part of a scene that says whose turn it is. */
type Pace = Pick<AnyScene, 'status' | 'round' | 'queued' | 'waiting' | 'autonomy' | 'table' | 'failed'>;

/** The newest line that was said. */
export interface LastLine {
  seq: number;
  actor: string;
}

/**
 * Names the turn for which the scene waits for this persona: at a table for its clue; where a round is gathered for its
 * line; anywhere else when somebody else had the last word. Null: it is not its turn.
 *
 * @param last null: nobody has spoken
 * @param isPlaying a round is being played, as far as its events tell: they come before the scene is read again
 * The names are for comparing (words: keep).
 *
 * @returns a name that is another one for the next turn, as a quick round may begin and end unseen in between
 */
export function nameTurn(
  scene: Pace,
  persona: string | undefined,
  last: LastLine | null,
  isPlaying: boolean,
): string | null {
  if (persona === undefined || scene.status === 'finished' || scene.round || isPlaying || scene.failed)
    return null;
  const { table, waiting, autonomy, queued } = scene;
  if (table?.people.includes(persona))
    return table.over || waiting?.spoken.includes(persona) ? null : `clue ${table.round}`;
  if (waiting) return waiting.waitsFor.includes(persona) ? `gathered ${waiting.since}` : null;
  const isAnswered = last !== null && last.actor !== `persona:${persona}`;
  return isAnswered && !autonomy && queued === 0 ? `after ${last.seq}` : null;
}
