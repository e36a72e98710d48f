import { CONSTRAINTS, type Constraint } from './provider';

/** What is known of the constraints that endpoints honour; shared by all asks of one Worker instance. */
export interface CapabilityMemory {
  /** The strongest constraint not known to be refused or ignored. */
  strongest(provider: string, model: string): Constraint;
  /** Remembers that this constraint was refused or silently ignored. Never makes it stronger again. */
  lower(provider: string, model: string, failed: Constraint): void;
  /** Remembers whether an answer was exact JSON and nothing else; one that was not outweighs all that were. */
  watch(provider: string, model: string, exact: boolean): void;
  /** Every answer so far was exact JSON, and there was one. Only then may a line be shown while it is written. */
  isExact(provider: string, model: string): boolean;
}

/**
 * A memory that lasts as long as the instance: an endpoint that learns a constraint later is asked again by the
 * next one.
 */
export function makeCapabilityMemory(): CapabilityMemory {
  const known = new Map<string, Constraint>();
  const exactness = new Map<string, boolean>();
  const keyOf = (provider: string, model: string): string => `${provider}\n${model}`;
  const strongest = (provider: string, model: string): Constraint =>
    known.get(keyOf(provider, model)) ?? 'json_schema';
  return {
    strongest,
    watch(provider, model, exact) {
      const key = keyOf(provider, model);
      exactness.set(key, exact && exactness.get(key) !== false);
    },
    isExact: (provider, model) => exactness.get(keyOf(provider, model)) === true,
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
