import { errorMessage } from '../../../src/base/error-message';
import { type Reserve, reserveCall, reserveEmbeddings, settleCall } from '../../../src/billing/charge';
import { add, findShort, NOTHING, subtract, times } from '../../../src/billing/cost';
import { CALLS_PER_LEASE } from '../../../src/billing/lease';
import { findPrice, toDisplayCost } from '../../../src/billing/prices';
import { findShortage, type RoomBudgets, UNLIMITED } from '../../../src/billing/shortage';
import type { LeaseAnswer, SettleAnswer } from '../../../src/contract/lease-messages';
import type { Cost, Shortage } from '../../../src/contract/money';
import { type Failure, fail, ok, type Result } from '../../../src/contract/problems';
import { isTransientFailure } from '../../../src/room/passing';
import type { Address, TenantApi } from '../../../src/room/rpc';
import type { CallIntent, CallResult, CallSize } from '../../../src/room/step-context';
import { tenantStub } from '../stubs';
import type { RoomParts } from './parts';
import { readAddress, readMeta, writeMeta } from './schema';

/** Amount reserved for one call: stored with its intent, and replaced by the real cost with its result. */
export interface Reservation {
  /** For the column `cost`. */
  text: string;
  /** The call was not made. */
  release(): void;
  /** JSON of the actual cost; call `done` once it is stored. */
  settle(result: unknown): { text: string; done(): void };
  /** The call ended without a result; charges the full reservation. */
  forfeit(): void;
}

type ReservationResult<T> = Result<T> | { ok: null; shortage: Shortage };

/** Stored cost of a step; `money` null: its model has no price. */
export type StepCost = Omit<Cost, 'money'> & { seat: string; money: number | null };

/**
 * Delays before lease retries, short because a round is waiting. Settlements are retried by their job
 * instead.
 */
const LEASE_RETRY_MS = [50, 300, 1000];
/** After this many failures that are not the platform's, drop the settlement. */
const MAX_REFUSALS = 10;
const LEASED_FIELDS = 'leased';

const EACH_SEAT = `SELECT seat, sum(calls) AS calls, sum(tokens) AS tokens, coalesce(sum(money), 0) AS money FROM (
    SELECT seat, calls, tokens, money FROM meter
    UNION ALL SELECT cost->>'seat', cost->>'calls', cost->>'tokens', cost->>'money' FROM steps WHERE cost IS NOT NULL
  ) GROUP BY seat`;

/**
 * Adds the costs of steps before `before` to the stored sums. Call it in the transaction that deletes them.
 */
export function archiveCosts(sql: SqlStorage, before: number): void {
  sql.exec(
    `INSERT INTO meter (seat, calls, tokens, money)
       SELECT cost->>'seat', sum(cost->>'calls'), sum(cost->>'tokens'), coalesce(sum(cost->>'money'), 0)
       FROM steps WHERE n < ? AND cost IS NOT NULL GROUP BY 1
     ON CONFLICT (seat) DO UPDATE SET
       calls = calls + excluded.calls, tokens = tokens + excluded.tokens, money = money + excluded.money`,
    before,
  );
}

/**
 * Meters a room's spending. Each model call reserves its maximum cost first and settles afterwards, against
 * the room's and player's budgets (known here) and the tenant's, leased about a round's worth at a time.
 * Spending is summed over the stored calls, so a crash neither loses nor doubles any; an interrupted call
 * counts its reservation. Leases are not kept across restarts: the room reports the last one and requests
 * another.
 */
export class Meter {
  readonly #parts: RoomParts;
  readonly #sql: SqlStorage;
  readonly #address: Address;
  /** By seat, including reservations; `''`: no seat. */
  readonly #spent = new Map<string, Cost>();
  #total = NOTHING;
  /** Part of the total that is reserved for calls in flight. */
  #kept = NOTHING;
  /** End of the last call, in milliseconds since the epoch; 0: none since the room loaded. */
  #lastEnd = 0;
  /** Total up to which the tenant has leased; null: no lease. */
  #ceiling: Cost | null = null;
  #version = 0;
  #last: Cost | null = null;
  #reservations = 0;
  /** `'1'`: the tenant may not know all spending; null: it never leased. Stored in `meta`. */
  #leased: string | null;
  readonly #waiting: (() => void)[] = [];
  #asking: Promise<unknown> = Promise.resolve();

  constructor(parts: RoomParts) {
    this.#parts = parts;
    this.#sql = parts.ctx.storage.sql;
    this.#address = readAddress(this.#sql);
    this.#leased = readMeta(this.#sql, LEASED_FIELDS);
    for (const { seat, ...cost } of this.#sql.exec<Cost & { seat: string }>(EACH_SEAT)) {
      this.#spent.set(seat, cost);
      this.#total = add(this.#total, cost);
    }
  }

  /** Including reservations. */
  get total(): Cost {
    return this.#total;
  }

  get settled(): Cost {
    return subtract(this.#total, this.#kept);
  }

  /** With money in units of the currency instead of billionths. */
  get settledInUnits(): Cost {
    return toDisplayCost(this.settled);
  }

  /**
   * Reserves the maximum cost of a call. Null for the understudy, which is free.
   *
   * @param seat seat whose input is answered; null: none
   * @returns the shortage if a budget has too little left
   */
  async reserve(
    intent: CallIntent,
    size: CallSize,
    seat: string | null,
  ): Promise<ReservationResult<Reservation | null>> {
    if (intent.provider === 'understudy') return ok(null);
    const { prices } = this.#parts.deps;
    const reserve = reserveCall(intent.messages, size, findPrice(prices, intent.model, intent.provider));
    const reservation = await this.#reserve(reserve, seat, true);
    if (reservation.ok) this.#last = reserve.cost;
    return reservation;
  }

  /** Like {@link reserve}, for embeddings of `tokens` tokens, but fails instead of waiting for other calls. */
  reserveForEmbeddings(
    { model, provider }: Pick<CallIntent, 'model' | 'provider'>,
    tokens: number,
    seat: string | null,
  ): Promise<ReservationResult<Reservation>> {
    const price = findPrice(this.#parts.deps.prices, model, provider);
    return this.#reserve(reserveEmbeddings(tokens, price), seat, false);
  }

  async #reserve(
    reserve: Reserve,
    seat: string | null,
    waits: boolean,
  ): Promise<ReservationResult<Reservation>> {
    const name = seat ?? '';
    for (;;) {
      const spending = { total: this.#total, bySeat: this.#spent };
      const shortage = findShortage(this.#budgets(), spending, name, reserve.cost);
      if (!shortage && this.#covers(reserve.cost)) break;
      const refusal = shortage ? { ok: null, shortage } : await this.#lease(reserve.cost);
      // A call in flight may cost less than its reservation. Waiting also keeps its answer from being lost in
      // a failed round.
      if (refusal?.ok === null && waits && this.#reservations > 0) await this.#nextEnd();
      else if (refusal) return refusal;
    }
    this.#spend(name, reserve.cost);
    this.#kept = add(this.#kept, reserve.cost);
    this.#reservations += 1;
    // Lease for the next call while this one runs, so that it need not wait.
    if (!this.#covers(reserve.cost)) void this.#lease(reserve.cost, true);
    const change = (cost: Cost) => {
      this.#spend(name, subtract(cost, reserve.cost));
      this.#kept = subtract(this.#kept, reserve.cost);
      this.#reservations -= 1;
      this.#lastEnd = Date.now();
      for (const wake of this.#waiting.splice(0)) wake();
      if (this.#reservations === 0) this.#parts.jobs.settling.startIfDue();
    };
    const write = (cost: Cost) => {
      const money = reserve.price === null ? null : cost.money;
      return JSON.stringify({ ...cost, seat: name, money } satisfies StepCost);
    };
    return ok({
      text: write(reserve.cost),
      release: () => change(NOTHING),
      forfeit: () => change(reserve.cost),
      settle: (result) => {
        // The journal stores calls as JSON without their type.
        const cost = settleCall(reserve, result as CallResult);
        return { text: write(cost), done: () => change(cost) };
      },
    });
  }

  /**
   * Requests a lease for the next round early, sized by the last call, so that its first call need not wait.
   * That call reports a failure.
   */
  prepare(): void {
    if (this.#last && !this.#covers(this.#last)) void this.#lease(this.#last);
  }

  #covers(cost: Cost): boolean {
    return this.#ceiling !== null && findShort(this.#ceiling, this.#total, cost) === null;
  }

  /** True if the tenant does not yet know all spending and no call is in flight. */
  hasUnsettledCosts(): boolean {
    return this.#reservations === 0 && this.#leased === '1';
  }

  /** Time of the next settlement, not before `at`; null: not needed. Another round soon reuses the lease. */
  dueAt(at: number): number | null {
    if (!this.hasUnsettledCosts()) return null;
    return Math.max(at, Math.min(this.#lastEnd, at) + this.#parts.deps.settleAfterMs);
  }

  /**
   * Reports spending to the tenant and returns the rest of the lease. Rejects if the tenant fails.
   *
   * @param failures consecutive failures so far
   */
  async settle(failures: number): Promise<void> {
    try {
      await this.#inTurn(async () => {
        if (!this.hasUnsettledCosts()) return;
        const totalTold = this.#total;
        this.#ceiling = null;
        await this.#tell({});
        // Spending that arrived meanwhile is settled next time.
        if (this.#reservations === 0 && this.#total === totalTold) this.#mark('0');
      });
    } catch (error) {
      if (failures + 1 < MAX_REFUSALS || isTransientFailure(error)) throw error;
      // Safe to drop: the tenant counts an unsettled lease as spent after a day, and the next lease reports
      // the full total.
      console.error('settling the budget failed: the tenant refused', errorMessage(error));
      this.#mark('0');
    }
  }

  /** Final settlement when the room is erased. Throws if the tenant cannot be reached. */
  async close(): Promise<void> {
    if (this.#leased === null) return;
    await this.#inTurn(() => this.#tell({ last: true }));
  }

  #budgets(): RoomBudgets {
    const { engine, state } = this.#parts;
    return (state && engine.budgets?.(state)) || UNLIMITED;
  }

  /** A stub that saw a reset stays broken, so create a new one. */
  #tenant(): TenantApi {
    return tenantStub(this.#parts.env, this.#address.tenant);
  }

  #nextEnd(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /**
   * null: got a lease; the caller checks again whether it suffices.
   *
   * @param isAhead the call may not come, so its lease must not take the rest from other rooms
   */
  async #lease(
    need: Cost,
    isAhead = false,
  ): Promise<{ ok: null; shortage: Shortage } | { ok: false; failure: Failure } | null> {
    try {
      return await this.#inTurn(async () => {
        // A concurrent reservation may have leased meanwhile.
        if (this.#covers(need)) return null;
        await this.#parts.probe('lease', 'before');
        // Mark before the request, so that the lease is settled even if the response is lost.
        this.#mark('1');
        const base = this.#total;
        const answer = await this.#ask(
          (version) =>
            this.#tenant().lease({
              room: this.#address.id,
              version,
              spent: base,
              need: isAhead ? NOTHING : need,
              want: times(need, CALLS_PER_LEASE),
            }),
          LEASE_RETRY_MS,
        );
        await this.#parts.probe('lease', 'after');
        if (answer.kind === 'granted') {
          this.#ceiling = add(base, answer.granted);
          return null;
        }
        this.#ceiling = null;
        if (answer.kind === 'short') return { ok: null, shortage: answer.shortage };
        return fail({ code: 'gone', what: 'tenant', id: this.#address.tenant });
      });
    } catch (error) {
      console.warn('leasing budget failed', errorMessage(error));
      const detail = "The tenant's budget could not be checked, so no model was called.";
      return fail({ code: 'unavailable', detail, retryAfter: 5 });
    }
  }

  async #tell(more: { last?: true }): Promise<void> {
    const totalSpent = this.#total;
    await this.#parts.probe('settle', 'before');
    await this.#ask((version) =>
      this.#tenant().settle({ room: this.#address.id, version, spent: totalSpent, ...more }),
    );
    await this.#parts.probe('settle', 'after');
  }

  /**
   * Repeats the request until the tenant accepts this room's version.
   *
   * @param waitsMs delays before retries if the tenant does not respond
   */
  async #ask<A extends LeaseAnswer | SettleAnswer>(
    put: (version: number) => Promise<A>,
    waitsMs: readonly number[] = [],
  ): Promise<Exclude<A, { kind: 'stale' }>> {
    for (let tries = 0; ; tries += 1) {
      try {
        const answer = await put(this.#version);
        if ('version' in answer) this.#version = answer.version;
        if (answer.kind !== 'stale') return answer as Exclude<A, { kind: 'stale' }>;
        if (tries > 10) throw new Error('the tenant is asked by two lives of this room');
      } catch (error) {
        const wait = waitsMs[tries];
        if (wait === undefined) throw error;
        await this.#parts.deps.sleep(wait);
      }
    }
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const mine = this.#asking.then(act);
    this.#asking = mine.catch(() => {});
    return mine;
  }

  #mark(value: '0' | '1'): void {
    if (this.#leased === value) return;
    writeMeta(this.#sql, LEASED_FIELDS, value);
    this.#leased = value;
  }

  #spend(seat: string, cost: Cost): void {
    this.#spent.set(seat, add(this.#spent.get(seat) ?? NOTHING, cost));
    this.#total = add(this.#total, cost);
  }
}
