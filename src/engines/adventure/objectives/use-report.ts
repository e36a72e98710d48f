import type { AdventureState, ObjectiveStatus } from '../state-types';

export interface ObjectivesReport {
  /** Number of objectives in each state. */
  active: number;
  completed: number;
  merged: number;
  dropped: number;
  /** Refused declarations, from any source. */
  refused: number;
  /** Declarations of the adventurer, refused ones included. */
  declaredByAgent: number;
  /** Declarations per turn of the run, to two decimals. */
  perTurn: number;
  /** Fault in how the adventurer uses objectives; null: none. */
  overused: string | null;
}

/** Turns before the first verdict on the use of objectives, and declarations before one on the share of repeats. */
const MIN_TURNS = 10;
const MIN_DECLARED = 4;
/** Turns per declaration; more frequent ones can't be goals of several turns. */
const TURNS_EACH = 3;

/**
 * Reports how objectives were used in a run so far. The objectives themselves carry who declared them, when, and their end.
 */
export function reportObjectives({
  objectives,
  declared,
  rounds,
}: Pick<AdventureState, 'objectives' | 'declared' | 'rounds'>): ObjectivesReport {
  const count = (status: ObjectiveStatus): number => objectives.filter((one) => one.status === status).length;
  const { refused = 0, repeated = 0 } = declared.byAgent ?? {};
  const declaredByAgent = declared.agent + refused;
  return {
    active: count('active'),
    completed: count('completed'),
    merged: count('merged'),
    dropped: count('dropped'),
    refused: declared.refused,
    declaredByAgent,
    perTurn: Math.round((100 * declaredByAgent) / Math.max(1, rounds)) / 100,
    overused: warn(declaredByAgent, repeated, rounds),
  };
}

function warn(declared: number, repeated: number, turns: number): string | null {
  if (turns < MIN_TURNS) return null;
  const tooMany = declared * TURNS_EACH > turns;
  const tooAlike = declared >= MIN_DECLARED && repeated * 2 > declared;
  if (!tooMany && !tooAlike) return null;
  const many = `${declared} objectives declared in ${turns} turns, more than one in ${TURNS_EACH}`;
  const alike = `${repeated} of ${declared} declared objectives repeated another`;
  const faults = [...(tooMany ? [many] : []), ...(tooAlike ? [alike] : [])].join('; ');
  return `${faults}: the adventurer should declare one only to begin a goal of several turns`;
}
