/** How often something may happen: `perSecond` in the long run, `burst` at once. */
export interface Rate {
  perSecond: number;
  burst: number;
}

/**
 * Token buckets by the name of whoever draws from them: each is full when nobody has used it for a while. What is kept is
 * the time at which a bucket will be full again, so that nothing adds up to a little less than it should (GCRA).
 */
export class Buckets {
  readonly #burst: number;
  /** Milliseconds in which one token comes. */
  readonly #each: number;
  readonly #most: number;
  readonly #fullAt = new Map<string, number>();

  /** @param most names that are remembered; those that drew longest ago are forgotten, as if theirs were full */
  constructor({ perSecond, burst }: Rate, most = 10_000) {
    this.#burst = burst;
    this.#each = 1000 / perSecond;
    this.#most = most;
  }

  /**
   * Takes a token, or as many as it costs: 0; or takes nothing: whole seconds until there are so many.
   *
   * @param cost at most the burst: there are never more
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

  /** Puts back a token that was taken, and turned out not to be needed. */
  giveBack(name: string, now: number): void {
    const fullAt = this.#fullAt.get(name);
    if (fullAt !== undefined) this.#fullAt.set(name, Math.max(now, fullAt - this.#each));
  }

  /** As {@link draw}, taking nothing. */
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
