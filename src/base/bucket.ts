/** `perSecond` on average, `burst` at once. */
export interface Rate {
  perSecond: number;
  burst: number;
}

/**
 * Token buckets by caller name; unused buckets refill. A bucket is stored as the time at which it will be
 * full, so that rounding errors don't accumulate (GCRA).
 */
export class Buckets {
  readonly #burst: number;
  /** Milliseconds per token. */
  readonly #each: number;
  readonly #most: number;
  readonly #fullAt = new Map<string, number>();

  /** @param most maximum stored names; the oldest are dropped, as if their buckets were full */
  constructor({ perSecond, burst }: Rate, most = 10_000) {
    this.#burst = burst;
    this.#each = 1000 / perSecond;
    this.#most = most;
  }

  /**
   * Takes `cost` tokens and returns 0, or takes none and returns the whole seconds until there are enough.
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
    // A rejected call costs no tokens, so retrying early is not punished.
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

  refund(name: string, now: number): void {
    const fullAt = this.#fullAt.get(name);
    if (fullAt !== undefined) this.#fullAt.set(name, Math.max(now, fullAt - this.#each));
  }

  /** Like {@link draw}, but takes no tokens. */
  peek(name: string, now: number, cost = 1): number {
    const fullAt = this.#whenFull(name, now);
    return Math.max(0, Math.ceil((fullAt + cost * this.#each - this.#burst * this.#each - now) / 1000));
  }

  #whenFull(name: string, now: number): number {
    const fullAt = this.#fullAt.get(name) ?? now;
    // Later than an empty bucket needs: the clock was set back, so start with a full bucket.
    return fullAt > now + this.#burst * this.#each ? now : Math.max(now, fullAt);
  }
}
