import type { AdventureState, ObjectiveStatus } from '../state-types';

export interface ObjectivesReport {
  /** How many there are now of each. */
  active: number;
  completed: number;
  merged: number;
  dropped: number;
  /** Declared by anybody and not taken. */
  refused: number;
  /** Declared by the adventurer, refused ones too. */
  declaredByAgent: number;
  /** The same by turn of the run, to two decimals. */
  perTurn: number;
  /** What is wrong with how the adventurer uses objectives; null: nothing. */
  overused: string | null;
}

/** Turns before which nothing is said about how objectives are used, and declarations for the share of repeats. */
const MIN_TURNS = 10;
const MIN_DECLARED = 4;
/** More than one declaration in so many turns is more than goals of several turns can be. */
const TURNS_EACH = 3;

/** How objectives were used in a run so far. The objectives themselves carry who declared them, when, and their end. */
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
  const said = [...(tooMany ? [many] : []), ...(tooAlike ? [alike] : [])].join('; ');
  return `${said}: the adventurer should declare one only to begin a goal of several turns`;
}
