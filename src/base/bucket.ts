/** Rate limit: `perSecond` in the long run, `burst` at once. */
export interface Rate {
  perSecond: number;
  burst: number;
}

/**
 * Token buckets by the name of the caller; unused buckets fill up again. A bucket is stored as the time at which it will be
 * full, so that rounding never adds up (GCRA).
 */
export class Buckets {
  readonly #burst: number;
  /** Milliseconds per token. */
  readonly #each: number;
  readonly #most: number;
  readonly #fullAt = new Map<string, number>();

  /** @param most names that are stored; the oldest are dropped, as if their buckets were full */
  constructor({ perSecond, burst }: Rate, most = 10_000) {
    this.#burst = burst;
    this.#each = 1000 / perSecond;
    this.#most = most;
  }

  /**
   * Takes `cost` tokens and returns 0, or takes nothing and returns the whole seconds until there are enough.
   *
   * @param cost at most the burst
   *
   * @example
   * ```ts
   * const buckets = new Buckets({ perSecond: 20, burst: 200 });
   * const seconds = buckets.draw(tenant, Date.now());
   * if (seconds > 0) return tooManyRequests(seconds);
   * ```
   */
  draw(name: string, now: number, cost = 1): number {
    const wait = this.peek(name, now, cost);
    // A refusal costs nothing: whoever keeps knocking is let in as soon as whoever waits.
    if (wait > 0) return wait;
    const fullAt = this.#whenFull(name, now) + cost * this.#each;
    this.#fullAt.delete(name);
    this.#fullAt.set(name, fullAt);
    if (this.#fullAt.size > this.#most) {
      const [oldest] = this.#fullAt.keys();
      if (oldest !== undefined) this.#fullAt.delete(oldest);
    }
    return 0;
  }

  /** Puts back a token that was not needed. */
  giveBack(name: string, now: number): void {
    const fullAt = this.#fullAt.get(name);
    if (fullAt !== undefined) this.#fullAt.set(name, Math.max(now, fullAt - this.#each));
  }

  /** Works like {@link draw}, but takes nothing. */
  peek(name: string, now: number, cost = 1): number {
    const fullAt = this.#whenFull(name, now);
    return Math.max(0, Math.ceil((fullAt + cost * this.#each - this.#burst * this.#each - now) / 1000));
  }

  #whenFull(name: string, now: number): number {
    const fullAt = this.#fullAt.get(name) ?? now;
    // Later than an empty bucket takes: the clock was set back, and what was counted before it says nothing.
    return fullAt > now + this.#burst * this.#each ? now : Math.max(now, fullAt);
  }
}
