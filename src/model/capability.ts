import { CONSTRAINTS, type Constraint } from './provider';

/** What is known of the constraints that endpoints honour; shared by all asks of one Worker instance. */
export interface CapabilityMemory {
  /** The strongest constraint not known to be refused or ignored. */
  strongest(provider: string, model: string): Constraint;
  /** Remembers that this constraint was refused or silently ignored. Never makes it stronger again. */
  lower(provider: string, model: string, failed: Constraint): void;
}

/**
 * A memory that lasts as long as the instance: an endpoint that learns a constraint later is asked again by the
 * next one.
 */
export function makeCapabilityMemory(): CapabilityMemory {
  const known = new Map<string, Constraint>();
  const keyOf = (provider: string, model: string): string => `${provider}\n${model}`;
  const strongest = (provider: string, model: string): Constraint =>
    known.get(keyOf(provider, model)) ?? 'json_schema';
  return {
    strongest,
    lower(provider, model, failed) {
      known.set(keyOf(provider, model), weakest(strongest(provider, model), weaken(failed)));
    },
  };
}

/** The next weaker constraint; `none` stays `none`. */
export const weaken = (constraint: Constraint): Constraint =>
  CONSTRAINTS[CONSTRAINTS.indexOf(constraint) + 1] ?? 'none';

export const weakest = (a: Constraint, b: Constraint): Constraint =>
  CONSTRAINTS.indexOf(a) > CONSTRAINTS.indexOf(b) ? a : b;
