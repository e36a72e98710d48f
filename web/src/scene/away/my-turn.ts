import type { AnyScene } from '../who';

/** The part of a scene that says whose turn it is. */
type Pace = Pick<AnyScene, 'status' | 'round' | 'queued' | 'waiting' | 'autonomy' | 'table' | 'failed'>;

/** The newest spoken line. */
export interface LastLine {
  seq: number;
  actor: string;
}

/**
 * Identifies the turn for which the scene waits for this persona: its clue in a table game, its line in a
 * gathered round, or else a reply when someone else spoke last. null: not its turn.
 * The names are for comparing (words: keep).
 *
 * @param last null: no lines yet
 * @param isPlaying a round is in progress according to its events, which arrive before the scene reloads
 * @returns a name that differs for the next turn, because a quick round can start and end unseen in between
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
