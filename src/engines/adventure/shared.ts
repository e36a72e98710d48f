import type { SharedMemory } from '../../api/stories';
import type { Shared } from './notes';

/** Converts the stored memory of a story. @param memory null: the store did not answer */
export const fromShared = (memory: SharedMemory | null): Shared => ({
  notes: (memory?.notes ?? []).map(({ id, place, category, text, turn, episode }) => ({
    ...{ id, place, category, text, turn, episode },
    superseded: null,
  })),
  knowledge: memory?.knowledge?.text ?? null,
});
