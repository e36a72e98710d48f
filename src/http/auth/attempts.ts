import type { Rates } from '../../auth/rates';
import { ok, type Result } from '../../contract/problems';

/** The outcome of a check; `unknown` counts for nothing. */
export type AttemptOutcome = 'good' | 'wrong' | 'unknown';

/** A credential that is being checked. */
export interface Attempt {
  end(outcome: AttemptOutcome): void;
}

/** An attempt that is not counted. */
export const FREE: Attempt = { end: () => {} };

/** The longest wait for others of the same address that are being checked. */
const MAX_WAIT_MS = 2_000;
const STEP_MS = 25;
const MAX_RECENT = 10_000;

/** The newest {@link MAX_RECENT} of the names that were added. */
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
 * Limits the wrong credentials that one address may try (`refused` of {@link Rates}). Each attempt takes its place before it is
 * checked and gives it back when it was not wrong: so no more pass at once than one after the other. While others of the
 * address are being checked, one that finds no place waits for them, as many people with good keys may come at once.
 * A credential that was good before needs no place: whoever guesses keeps nobody out who is in.
 */
export class Attempts {
  readonly #rates: Pick<Rates, 'draw' | 'giveBack'>;
  readonly #pause: (ms: number) => Promise<void>;
  /** Hashes of credentials that were good in this instance. */
  readonly #good = new Recent();
  /** Counts the credentials of each address that are being checked. */
  readonly #underWay = new Map<string, number>();

  constructor(rates: Pick<Rates, 'draw' | 'giveBack'>, pause: (ms: number) => Promise<void>) {
    this.#rates = rates;
    this.#pause = pause;
  }

  /** Says whether a credential was good before. It may be over by now. */
  wasGood(hash: string): boolean {
    return this.#good.has(hash);
  }

  /** The credential is good: it was checked, or just made. */
  rememberGood(hash: string): void {
    this.#good.add(hash);
  }

  /**
   * Begins an attempt; whoever does must end it.
   *
   * @param who the address; undefined: there is none to count by
   * @param hash of the credential; null when it is not one text that comes again, as with signatures
   * @returns `too_many` when too many were wrong
   */
  async begin(who: string | undefined, hash: string | null, now: () => number): Promise<Result<Attempt>> {
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
        if (outcome === 'good' && hash !== null) this.rememberGood(hash);
      },
    };
  }
}
