import type { Event } from '../contract/events/events';
import type { RememberRequest } from '../contract/memories';

/** What an event changes in the world: memories of a round, or rounds to forget. null: nothing. */
export function memoryChange({
  kind,
  round = 0,
  payload,
}: Event): Pick<RememberRequest, 'round' | 'forget' | 'memories'> | null {
  if (kind === 'memory.written' && 'memories' in payload) {
    const memories = payload.memories.map(({ character, text }) => ({ character, text }));
    return { round, forget: [[round, round]], memories };
  }
  if (kind !== 'round.rolledback') return null;
  const { undone, attempt } = payload;
  // The last event of a rollback has all of its rounds.
  if (!undone && attempt === undefined) return null;
  return { round, forget: [undone ?? [round, round]], memories: [] };
}
