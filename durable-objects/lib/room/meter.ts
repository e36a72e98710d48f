import { errorMessage } from '../../../src/base/error-message';
import { type Reserve, reserveCall, reserveEmbeddings, settleCall } from '../../../src/billing/charge';
import { add, findShort, NOTHING, subtract, times } from '../../../src/billing/cost';
import { CALLS_PER_LEASE } from '../../../src/billing/lease';
import { findPrice, showCost } from '../../../src/billing/prices';
import { findShortage, type RoomBudgets, UNLIMITED } from '../../../src/billing/shortage';
import type { LeaseAnswer, SettleAnswer } from '../../../src/contract/lease-messages';
import type { Cost, Shortage } from '../../../src/contract/money';
import { type Failure, fail, ok, type Result } from '../../../src/contract/problems';
import { isPassing } from '../../../src/room/passing';
import type { Address, TenantApi } from '../../../src/room/rpc';
import type { CallIntent, CallResult, CallSize } from '../../../src/room/step-context';
import { tenantStub } from '../stubs';
import type { RoomParts } from './parts';
import { readAddress, readMeta, writeMeta } from './schema';

/** Amount that is kept back for one call. It is stored with the call's intent, and what it cost with its result. */
export interface Reservation {
  /** JSON of what is kept back, for the column `cost`. */
  text: string;
  /** The call was not made. */
  release(): void;
  /** JSON of what it cost; call `done` once that is stored. */
  settle(result: unknown): { text: string; done(): void };
  /** It ended without a result: it counts as what was kept back. */
  forfeit(): void;
}

type Reserved<T> = Result<T> | { ok: null; shortage: Shortage };

/** Cost of a step as it is stored; `money` null: its model has no price. */
export type StepCost = Omit<Cost, 'money'> & { seat: string; money: number | null };

/** Waits before a lease is asked for again, as a round waits for it. A settlement is retried by its job alone. */
const LEASE_WAITS_MS = [50, 300, 1000];
/** After so many failures that are not the platform's, a settlement is given up. */
const MAX_REFUSALS = 10;
const LEASED = 'leased';

/** No call has more tokens. Counts of endpoints were once stored as they came: a row with more counts as nothing. */
const MAX_OF_CALL = 100_000_000;
/** The same for all deleted rooms together. */
const MAX_OF_ALL = 1e12;

const EACH_SEAT = `SELECT seat, sum(calls) AS calls, sum(iif(tokens BETWEEN 0 AND most, tokens, 0)) AS tokens,
    coalesce(sum(iif(tokens BETWEEN 0 AND most, money, 0)), 0) AS money FROM (
    SELECT seat, calls, tokens, money, ${MAX_OF_ALL} AS most FROM meter
    UNION ALL SELECT cost->>'seat', cost->>'calls', cost->>'tokens', cost->>'money', ${MAX_OF_CALL}
      FROM steps WHERE cost IS NOT NULL
  ) GROUP BY seat`;

/** Steps before one number are about to be deleted: what they cost is kept. In the transaction of the deletion. */
export function foldCosts(sql: SqlStorage, before: number): void {
  sql.exec(
    `INSERT INTO meter (seat, calls, tokens, money)
       SELECT cost->>'seat', sum(cost->>'calls'),
         sum(iif(cost->>'tokens' BETWEEN 0 AND ${MAX_OF_CALL}, cost->>'tokens', 0)),
         coalesce(sum(iif(cost->>'tokens' BETWEEN 0 AND ${MAX_OF_CALL}, cost->>'money', 0)), 0)
       FROM steps WHERE n < ? AND cost IS NOT NULL GROUP BY 1
     ON CONFLICT (seat) DO UPDATE SET
       calls = calls + excluded.calls, tokens = tokens + excluded.tokens, money = money + excluded.money`,
    before,
  );
}

/**
 * Meters what the room spends. Every call to a model is kept back for before it is made, and settled after: against the
 * budgets of the room and of the player, which it knows itself, and against those of the tenant, from which it leases
 * about a round's worth at once. What was spent is the sum over its calls, so that a crash neither loses nor doubles
 * any; a call that was cut off counts as what was kept back for it. A lease lives no longer than this life of the room:
 * after a crash it is asked for anew, and the tenant told what became of the last.
 */
export class Meter {
  readonly #parts: RoomParts;
  readonly #sql: SqlStorage;
  readonly #address: Address;
  /** By seat, `''` for nobody's; with what is kept back. */
  readonly #spent = new Map<string, Cost>();
  #total = NOTHING;
  /** Part of it that is kept back for calls under way. */
  #kept = NOTHING;
  /** Part of {@link #total} that the tenant has leased; null: ask. */
  #ceiling: Cost | null = null;
  #version = 0;
  /** Amount kept back for the last call of this life. */
  #last: Cost | null = null;
  #reservations = 0;
  /** Resolvers of those who wait for a call under way to end. */
  readonly #waiting: (() => void)[] = [];
  /** One question to the tenant at a time. */
  #asking: Promise<unknown> = Promise.resolve();

  constructor(parts: RoomParts) {
    this.#parts = parts;
    this.#sql = parts.ctx.storage.sql;
    this.#address = readAddress(this.#sql);
    for (const { seat, ...cost } of this.#sql.exec<Cost & { seat: string }>(EACH_SEAT)) {
      this.#spent.set(seat, cost);
      this.#total = add(this.#total, cost);
    }
  }

  /** All that was spent, with what is kept back. */
  get total(): Cost {
    return this.#total;
  }

  /** Sum of the calls that are over. */
  get settled(): Cost {
    return subtract(this.#total, this.#kept);
  }

  /** The same, with money in units of the currency. */
  get settledInUnits(): Cost {
    return showCost(this.settled);
  }

  /**
   * Keep back what a call may need. Null when it costs nothing: the understudy is free.
   *
   * @param seat whose input is answered; null: nobody's
   * @returns the shortage when a budget has not enough left
   */
  async reserve(
    intent: CallIntent,
    size: CallSize,
    seat: string | null,
  ): Promise<Reserved<Reservation | null>> {
    if (intent.provider === 'understudy') return ok(null);
    const { prices } = this.#parts.deps;
    const reserve = reserveCall(intent.messages, size, findPrice(prices, intent.model, intent.provider));
    const reservation = await this.#reserve(reserve, seat, true);
    if (reservation.ok) this.#last = reserve.cost;
    return reservation;
  }

  /** The same for embeddings of so many tokens. What there is no room for at this moment is not waited for. */
  reserveForEmbeddings(
    { model, provider }: Pick<CallIntent, 'model' | 'provider'>,
    tokens: number,
    seat: string | null,
  ): Promise<Reserved<Reservation>> {
    const price = findPrice(this.#parts.deps.prices, model, provider);
    return this.#reserve(reserveEmbeddings(tokens, price), seat, false);
  }

  async #reserve(reserve: Reserve, seat: string | null, waits: boolean): Promise<Reserved<Reservation>> {
    const name = seat ?? '';
    for (;;) {
      const spending = { total: this.#total, bySeat: this.#spent };
      const shortage = findShortage(this.#budgets(), spending, name, reserve.cost);
      if (!shortage && this.#ceiling && findShort(this.#ceiling, this.#total, reserve.cost) === null) break;
      const refusal = shortage ? { ok: null, shortage } : await this.#lease(reserve.cost);
      // A call under way may cost less than was kept back for it. Nor does its answer get lost in a round that fails.
      if (refusal?.ok === null && waits && this.#reservations > 0) await this.#nextEnd();
      else if (refusal) return refusal;
    }
    this.#spend(name, reserve.cost);
    this.#kept = add(this.#kept, reserve.cost);
    this.#reservations += 1;
    const change = (cost: Cost) => {
      this.#spend(name, subtract(cost, reserve.cost));
      this.#kept = subtract(this.#kept, reserve.cost);
      this.#reservations -= 1;
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
        // The journal keeps calls as JSON, whatever else they are.
        const cost = settleCall(reserve, result as CallResult);
        return { text: write(cost), done: () => change(cost) };
      },
    });
  }

  /**
   * A round begins: ask for a lease already, of what the last call needed, so that its first call need not wait for one.
   * Whether there is none is found out by that call.
   */
  prepare(): void {
    if (this.#last && !this.#ceiling) void this.#lease(this.#last);
  }

  /** True while the tenant does not know all that was spent. */
  owes(): boolean {
    return this.#reservations === 0 && readMeta(this.#sql, LEASED) === '1';
  }

  /** When to settle: `at`; null: there is nothing to tell. */
  dueAt(at: number): number | null {
    return this.owes() ? at : null;
  }

  /**
   * Tell the tenant what was spent, and give back the rest of the lease. Rejects when the tenant does not take it.
   *
   * @param failures in a row before this try
   */
  async settle(failures: number): Promise<void> {
    try {
      await this.#inTurn(async () => {
        if (!this.owes()) return;
        const totalTold = this.#total;
        this.#ceiling = null;
        await this.#tell({});
        // What was spent meanwhile is told next time.
        if (this.#reservations === 0 && this.#total === totalTold) this.#mark('0');
      });
    } catch (error) {
      if (failures + 1 < MAX_REFUSALS || isPassing(error)) throw error;
      // What the tenant has leased to this room counts as spent there after a day, and the next lease tells it all.
      console.error('budget: not settled, the tenant refuses', errorMessage(error));
      this.#mark('0');
    }
  }

  /** The room is being erased: tell the tenant for the last time. Throws when it can't be told. */
  async close(): Promise<void> {
    if (readMeta(this.#sql, LEASED) === null) return;
    await this.#inTurn(() => this.#tell({ last: true }));
  }

  #budgets(): RoomBudgets {
    const { engine, state } = this.#parts;
    return (state && engine.budgets?.(state)) || UNLIMITED;
  }

  /** A new stub each time: one that saw a reset stays broken. */
  #tenant(): TenantApi {
    return tenantStub(this.#parts.env, this.#address.tenant);
  }

  #nextEnd(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Null: there is a lease now; whether it is enough is looked at again. */
  async #lease(
    need: Cost,
  ): Promise<{ ok: null; shortage: Shortage } | { ok: false; failure: Failure } | null> {
    try {
      return await this.#inTurn(async () => {
        // Somebody else may have asked meanwhile.
        if (this.#ceiling && findShort(this.#ceiling, this.#total, need) === null) return null;
        await this.#parts.probe('lease', 'before');
        // Before the tenant hears of it, so that whatever happens it is told what became of the lease.
        this.#mark('1');
        const base = this.#total;
        const answer = await this.#ask(
          (version) =>
            this.#tenant().lease({
              room: this.#address.id,
              version,
              spent: base,
              need,
              want: times(need, CALLS_PER_LEASE),
            }),
          LEASE_WAITS_MS,
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
      console.warn('budget: no lease', errorMessage(error));
      const detail = 'The budget of the tenant could not be asked, and without it no model is.';
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
   * Ask until the tenant and this room agree on what was said last.
   *
   * @param waitsMs before it is asked again when it does not answer
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
    if (readMeta(this.#sql, LEASED) !== value) writeMeta(this.#sql, LEASED, value);
  }

  #spend(seat: string, cost: Cost): void {
    this.#spent.set(seat, add(this.#spent.get(seat) ?? NOTHING, cost));
    this.#total = add(this.#total, cost);
  }
}
