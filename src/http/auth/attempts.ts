import type { Rates } from '../../auth/rates';
import { ok, type Result } from '../../contract/problems';

/** Result of a check; `unknown` has no effect on limits. */
export type AttemptOutcome = 'good' | 'wrong' | 'unknown';

/** A credential that is being checked. */
export interface Attempt {
  end(outcome: AttemptOutcome): void;
}

/** An attempt that does not count. */
export const FREE: Attempt = { end: () => {} };

/** Maximum wait for other checks of the same address. */
const MAX_WAIT_MS = 2_000;
const STEP_MS = 25;
const MAX_RECENT = 10_000;

/** A set that keeps the last {@link MAX_RECENT} names. */
export class Recent extends Set<string> {
  override add(name: string): this {
    this.delete(name);
    super.add(name);
    const [oldest] = this;
    if (this.size > MAX_RECENT && oldest !== undefined) this.delete(oldest);
    return this;
  }
}

/**
 * Limits how many wrong credentials an address may try (`refused` of {@link Rates}). Each attempt takes a place
 * before the check and returns it unless the credential was wrong, so that parallel attempts cannot exceed the limit.
 * If no place is free while others are being checked, an attempt waits, because many people with valid keys may
 * arrive at once. Known-good credentials bypass the limit, so a guesser cannot lock out a signed-in user.
 */
export class Attempts {
  readonly #rates: Pick<Rates, 'draw' | 'giveBack'>;
  readonly #pause: (ms: number) => Promise<void>;
  /** Hashes of credentials that were valid in this instance. */
  readonly #good = new Recent();
  /** Number of credentials being checked, by address. */
  readonly #underWay = new Map<string, number>();

  constructor(rates: Pick<Rates, 'draw' | 'giveBack'>, pause: (ms: number) => Promise<void>) {
    this.#rates = rates;
    this.#pause = pause;
  }

  /** True if a credential was valid before. It may have expired since. */
  hasSucceeded(hash: string): boolean {
    return this.#good.has(hash);
  }

  /** Remembers a valid credential: just checked, or just created. */
  rememberSuccess(hash: string): void {
    this.#good.add(hash);
  }

  /**
   * Starts an attempt. The caller must end it.
   *
   * @param who the address; undefined: not counted
   * @param hash of the credential; null if it differs every time, as with signatures
   * @returns `too_many` after too many wrong credentials
   */
  async startAttempt(
    who: string | undefined,
    hash: string | null,
    now: () => number,
  ): Promise<Result<Attempt>> {
    if (who === undefined) return ok(FREE);
    for (let waited = 0; ; waited += STEP_MS) {
      if (hash !== null && this.#good.has(hash)) return ok(this.#known(who, hash, now));
      const rate = this.#rates.draw('refused', who, now());
      if (rate.ok) return ok(this.#place(who, hash, now));
      if (waited >= MAX_WAIT_MS || !this.#underWay.has(who)) return rate;
      await this.#pause(STEP_MS);
    }
  }

  #known(who: string, hash: string, now: () => number): Attempt {
    return {
      end: (outcome) => {
        if (outcome !== 'wrong') return;
        this.#good.delete(hash);
        this.#rates.draw('refused', who, now());
      },
    };
  }

  #place(who: string, hash: string | null, now: () => number): Attempt {
    this.#underWay.set(who, (this.#underWay.get(who) ?? 0) + 1);
    return {
      end: (outcome) => {
        const remaining = (this.#underWay.get(who) ?? 1) - 1;
        if (remaining > 0) this.#underWay.set(who, remaining);
        else this.#underWay.delete(who);
        if (outcome === 'wrong') return;
        this.#rates.giveBack('refused', who, now());
        if (outcome === 'good' && hash !== null) this.rememberSuccess(hash);
      },
    };
  }
}
