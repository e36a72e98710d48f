import type { SharedMemory } from '../../api/stories';
import type { Shared } from './notes';

/** What other runs of a story left, as a run takes it up. @param memory null: the store did not answer */
export const fromShared = (memory: SharedMemory | null): Shared => ({
  notes: (memory?.notes ?? []).map(({ id, place, category, text, turn, episode }) => ({
    ...{ id, place, category, text, turn, episode },
    superseded: null,
  })),
  knowledge: memory?.knowledge?.text ?? null,
});
