import type { Event } from '../../../src/contract/events/events';

/** A budget of which too little is left for the next call, so that the run waits. */
export interface Spent {
  /** `room`, `tenant` or `operator`. */
  whose: string;
  /** `calls`, `tokens` or `money`. */
  what: string;
}

/** Updates the spent budget with an event; null: none is known to be spent. */
export function foldSpent(spent: Spent | null, { kind, payload }: Event): Spent | null {
  if (kind === 'budget.exhausted') return { whose: payload.budget, what: payload.what };
  return kind === 'run.resumed' || kind === 'run.changed' ? null : spent;
}
