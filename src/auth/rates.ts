import { Buckets } from '../base/bucket';
import { RATES } from '../base/limits';
import { fail, ok, type Result } from '../contract/problems';

export type RateOf = keyof typeof RATES;

const RATE_LABELS: Record<RateOf, string> = {
  key: 'requests with this key',
  seat: 'requests with this seat',
  address: 'requests from this address without a key',
  hook: 'deliveries to this hook',
  demo: 'demo rooms for this address',
  refused: 'requests from this address with an invalid credential',
  message: 'messages on this socket',
  bytes: 'bytes in messages of this seat',
  unheard: 'refused messages on this socket',
  opened: 'tickets and sockets requested by this seat',
  written: 'characters in lines and notes of this seat',
};

/**
 * Rate limits within one Worker instance. The platform runs several, so a caller that reaches more instances
 * gets more in total. That suffices against floods; exact limits are counted elsewhere (budgets and rooms in
 * the tenant, sockets in the room).
 */
export class Rates {
  readonly #buckets = Object.fromEntries(
    Object.entries(RATES).map(([of, rate]) => [of, new Buckets(rate)]),
  ) as Record<RateOf, Buckets>;

  /** Counts `cost`; `too_many` if the limit is exceeded. */
  draw(of: RateOf, name: string, now: number, cost = 1): Result<null> {
    return rateLimitResponse(of, this.#buckets[of].draw(name, now, cost));
  }

  giveBack(of: RateOf, name: string, now: number): void {
    this.#buckets[of].refund(name, now);
  }
}

function rateLimitResponse(of: RateOf, retryAfter: number): Result<null> {
  if (retryAfter === 0) return ok(null);
  const { perSecond, burst } = RATES[of];
  const rate = perSecond < 1 ? `${Math.round(perSecond * 60)} a minute` : `${perSecond} a second`;
  const limit = `${rate}, ${burst} at once`;
  return fail({ code: 'too_many', what: RATE_LABELS[of], limit, retryAfter });
}
