import { add, clampCost, isNothing, NOTHING, subtract } from '../../../src/billing/cost';
import { type BudgetUse, grantLease, periodStart, utcDay } from '../../../src/billing/lease';
import { fromNanos, readLimits, toDisplayCost } from '../../../src/billing/prices';
import type {
  LeaseAnswer,
  LeaseRequest,
  SettleAnswer,
  SettleRequest,
  StaleRequest,
} from '../../../src/contract/lease-messages';
import type { Cost, Limits, Period, SetBudget, TenantBudget, TenantMoney } from '../../../src/contract/money';

/** An unsettled lease counts as spent after this time, until its room reports. */
const LEASE_TTL_MS = 24 * 3600 * 1000;

/** Tables of a tenant's budgets; part of `TENANT_MIGRATIONS`. Money is in billionths of the currency. */
export const BUDGET_KINDS = `
  CREATE TABLE budgets (
    name TEXT PRIMARY KEY,        -- 'operator' | 'tenant'
    calls INTEGER, tokens INTEGER, money INTEGER,  -- null: no limit
    period TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE spent (
    day TEXT PRIMARY KEY,         -- on which the room reported it, UTC
    calls INTEGER NOT NULL, tokens INTEGER NOT NULL, money INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE meters (
    room TEXT PRIMARY KEY,
    version INTEGER NOT NULL,     -- counts what the room has asked, so that nothing old is heard
    calls INTEGER NOT NULL, tokens INTEGER NOT NULL, money INTEGER NOT NULL  -- all that it ever spent, as last reported
  ) WITHOUT ROWID;
  CREATE TABLE leases (
    room TEXT PRIMARY KEY,
    calls INTEGER NOT NULL, tokens INTEGER NOT NULL, money INTEGER NOT NULL, -- that it may spend from its meter on
    at INTEGER NOT NULL
  ) WITHOUT ROWID;`;

type BudgetRow = Limits & { name: BudgetUse['budget']; period: Period };

const SUM =
  'coalesce(sum(calls), 0) AS calls, coalesce(sum(tokens), 0) AS tokens, coalesce(sum(money), 0) AS money';

/**
 * A tenant's budgets, spending and leases to rooms. A room reports its total spending, so repeats are
 * harmless; the difference to its last report is booked. A room has one lease at a time, on top of its
 * reported total. Call each method in a transaction.
 */
export class BudgetLedger {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Grants `want`, or as much as is left, at least `need`. Replaces the room's previous lease. */
  lease(ask: LeaseRequest, now: number): LeaseAnswer {
    const report = this.#report(ask, now);
    if (report.kind === 'stale') return report;
    const { version } = report;
    this.#expire(now);
    const leasedSum = this.#leased();
    const lease = grantLease(this.#books(now), leasedSum, ask.need, ask.want);
    if (!lease.ok) return { kind: 'short', version, shortage: lease.shortage };
    const { calls, tokens, money } = lease.granted;
    this.#sql.exec('INSERT INTO leases VALUES (?, ?, ?, ?, ?)', ask.room, calls, tokens, money, now);
    return { kind: 'granted', version, granted: lease.granted };
  }

  /** Books the room's spending and ends its lease. `last`: the room is being erased. */
  settle(ask: SettleRequest, now: number): SettleAnswer {
    // A repeat of the last report: the room is already gone.
    if (ask.last && !this.#knows(ask.room)) return { kind: 'settled', version: ask.version };
    const report = this.#report(ask, now);
    if (report.kind === 'stale') return report;
    if (ask.last) this.#sql.exec('DELETE FROM meters WHERE room = ?', ask.room);
    return { kind: 'settled', version: report.version };
  }

  /** Replaces or deletes a budget. Recorded use stays. */
  setBudget(name: BudgetUse['budget'], body: SetBudget | null): void {
    if (body === null) {
      this.#sql.exec('DELETE FROM budgets WHERE name = ?', name);
      return;
    }
    const { calls, tokens, money } = readLimits(body);
    this.#sql.exec(
      'INSERT OR REPLACE INTO budgets VALUES (?, ?, ?, ?, ?)',
      name,
      calls,
      tokens,
      money,
      body.period,
    );
  }

  read(now: number): TenantMoney {
    const leasedSum = this.#leased();
    const books = this.#books(now);
    const show = (name: BudgetUse['budget']): TenantBudget | null => {
      const book = books.find(({ budget }) => budget === name);
      if (!book) return null;
      const { limits, used, period } = book;
      const remaining = (limit: number | null, gone: number): number | null =>
        limit === null ? null : Math.max(0, limit - gone);
      const usedUp = add(used, leasedSum);
      const inUnits = (money: number | null) => (money === null ? null : fromNanos(money));
      return {
        ...limits,
        money: inUnits(limits.money),
        period,
        used: toDisplayCost(used),
        left: {
          calls: remaining(limits.calls, usedUp.calls),
          tokens: remaining(limits.tokens, usedUp.tokens),
          money: inUnits(remaining(limits.money, usedUp.money)),
        },
      };
    };
    return {
      operator: show('operator'),
      tenant: show('tenant'),
      reserved: toDisplayCost(leasedSum),
      used: toDisplayCost(this.#spentSince('')),
    };
  }

  /** Books spending since the room's last report and ends its lease. */
  #report(
    { room, version, spent: told }: SettleRequest,
    now: number,
  ): { kind: 'told'; version: number } | StaleRequest {
    const [row] = this.#sql
      .exec<Cost & { version: number }>(
        'SELECT version, calls, tokens, money FROM meters WHERE room = ?',
        room,
      )
      .toArray();
    const currentVersion = row?.version ?? 0;
    // A delayed report, or one of an earlier instance, must not overwrite newer ones.
    if (version !== currentVersion) return { kind: 'stale', version: currentVersion };
    // Ignore invalid amounts, but accept the rest of the report.
    const spentNow = clampCost(told, row ?? NOTHING);
    const more = subtract(spentNow, row ?? NOTHING);
    // May be negative: calls in flight were counted at their reservation.
    if (!isNothing(more)) this.#book(more, now);
    this.#sql.exec(
      'INSERT OR REPLACE INTO meters VALUES (?, ?, ?, ?, ?)',
      room,
      currentVersion + 1,
      spentNow.calls,
      spentNow.tokens,
      spentNow.money,
    );
    this.#sql.exec('DELETE FROM leases WHERE room = ?', room);
    return { kind: 'told', version: currentVersion + 1 };
  }

  #book(more: Cost, now: number): void {
    this.#sql.exec(
      `INSERT INTO spent VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (day) DO UPDATE SET calls = calls + ?2, tokens = tokens + ?3, money = money + ?4`,
      utcDay(now),
      more.calls,
      more.tokens,
      more.money,
    );
  }

  /** Books unsettled leases as fully spent. */
  #expire(now: number): void {
    const old = this.#sql
      .exec<Cost & { room: string }>(
        'SELECT room, calls, tokens, money FROM leases WHERE at < ?',
        now - LEASE_TTL_MS,
      )
      .toArray();
    for (const { room, ...lease } of old) {
      this.#book(lease, now);
      this.#sql.exec(
        'UPDATE meters SET calls = calls + ?, tokens = tokens + ?, money = money + ? WHERE room = ?',
        lease.calls,
        lease.tokens,
        lease.money,
        room,
      );
      this.#sql.exec('DELETE FROM leases WHERE room = ?', room);
    }
  }

  #knows(room: string): boolean {
    return this.#sql.exec('SELECT 1 FROM meters WHERE room = ?', room).toArray().length > 0;
  }

  #leased(): Cost {
    return this.#sql.exec<Cost>(`SELECT ${SUM} FROM leases`).one();
  }

  #spentSince(day: string): Cost {
    return this.#sql.exec<Cost>(`SELECT ${SUM} FROM spent WHERE day >= ?`, day).one();
  }

  #books(now: number): BudgetUse[] {
    return this.#sql
      .exec<BudgetRow>('SELECT name, calls, tokens, money, period FROM budgets ORDER BY name')
      .toArray()
      .map(({ name, period, ...limits }) => ({
        budget: name,
        limits,
        period,
        used: this.#spentSince(periodStart(period, utcDay(now))),
      }));
  }
}
