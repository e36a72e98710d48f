import { DurableObject } from 'cloudflare:workers';
import { nanoid } from 'nanoid';
import { createKey } from '../src/auth/secrets';
import { alwaysRetry } from '../src/base/back-off';
import { DEMO_TENANT } from '../src/base/demo';
import { sha256 } from '../src/base/hash';
import { readConfig } from '../src/config';
import type { CreateKey, KeyScope, KeySummary, NewKey, Receipt } from '../src/contract/access';
import type { LeaseAnswer, LeaseRequest, SettleAnswer, SettleRequest } from '../src/contract/lease-messages';
import type { SetBudget, TenantMoney } from '../src/contract/money';
import { type Failure, fail, ok, type Result } from '../src/contract/problems';
import type {
  EndpointModel,
  ProviderTrial,
  ProviderView,
  SetProvider,
  TryProvider,
} from '../src/contract/provider-views';
import type { TenantProvider } from '../src/contract/providers';
import type { Retention } from '../src/contract/retention';
import type { TenantView, Tombstone } from '../src/contract/tenants';
import { checkRequests } from '../src/model/provider-names';
import type { ProviderCaller, TenantApi } from '../src/room/rpc';
import { databaseAt, FIRST_SHARD } from '../src/storage/shards';
import { type Job, Jobs } from './lib/jobs';
import { runOnce } from './lib/room/receipts';
import { hasSchema, migrate, readMeta, writeMeta } from './lib/room/schema';
import { listTenantModels } from './lib/room/tenant-providers';
import { roomStub } from './lib/stubs';
import { BudgetLedger } from './lib/tenant/budget-ledger';
import { CallRetention } from './lib/tenant/call-retention';
import { DemoRooms } from './lib/tenant/demo-rooms';
import { type CreatedKey, KeyRing } from './lib/tenant/key-ring';
import { ProviderTrials } from './lib/tenant/provider-trials';
import { beginRemoval, type Removal, removeStep } from './lib/tenant/removal';
import { TenantProviders } from './lib/tenant/tenant-providers';
import { TenantRooms } from './lib/tenant/tenant-rooms';
import { TENANT_MIGRATIONS } from './lib/tenant/tenant-schema';

const NOTIFY_BATCH = 50;
/** Keys in `meta`. */
const NAME = 'name';
const SHARD = 'shard';
const REMOVAL = 'removal';
const TOMBSTONE = 'tombstone';

/**
 * Data of one tenant that must be available without D1: API keys, provider keys, budgets, existing rooms and
 * deleted rooms. Its jobs delete the tenant and notify rooms of ended keys.
 */
export class Tenant extends DurableObject<Env> implements TenantApi {
  readonly #keys: KeyRing;
  readonly #rooms: TenantRooms;
  readonly #budgetLedger: BudgetLedger;
  readonly #providers: TenantProviders;
  readonly #trials: ProviderTrials;
  readonly #jobs: Jobs;
  readonly #removing: Job;
  readonly #telling: Job;
  readonly #retention: CallRetention;
  readonly #demos: DemoRooms;
  #exists: boolean;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const { sql } = ctx.storage;
    this.#keys = new KeyRing(sql);
    this.#rooms = new TenantRooms(sql);
    this.#budgetLedger = new BudgetLedger(sql);
    this.#providers = new TenantProviders(sql, () => readConfig(env));
    this.#trials = new ProviderTrials({
      env,
      providers: this.#providers,
      lease: (ask) =>
        this.#change((now) => (this.#whyGone('') ? { kind: 'gone' } : this.#budgetLedger.lease(ask, now))),
      settle: (ask) => this.#change((now) => this.#budgetLedger.settle(ask, now)),
    });
    this.#retention = new CallRetention(sql, () => readConfig(env).retentionDays);
    this.#demos = new DemoRooms(sql, this.#rooms);
    this.#exists = hasSchema(sql);
    if (this.#exists) migrate(sql, TENANT_MIGRATIONS);
    this.#jobs = new Jobs(ctx);
    this.#removing = this.#jobs.add({
      name: 'tenant deletion',
      dueAt: (now) => (this.#removal() ? now : null),
      run: () => this.#remove(),
      backOff: alwaysRetry(5_000),
    });
    this.#telling = this.#jobs.add({
      name: 'closing the connections of keys that are over',
      // The deletion of the tenant closes all rooms.
      dueAt: () => (this.#exists && !this.#removal() ? this.#rooms.nextKeyExpiry() : null),
      run: () => this.#tellRooms(),
      backOff: { firstMs: 1_000, maxMs: 60_000 },
    });
    this.#jobs.add({
      name: 'deletion of demo rooms',
      dueAt: () => (this.#exists && !this.#whyGone('') ? this.#demos.dueAt : null),
      run: () => this.#demos.deleteOld(env, Date.now()),
      backOff: { firstMs: 5_000, maxMs: 60_000 },
    });
    this.#jobs.add({
      name: 'deletion of old calls',
      dueAt: () => (this.#exists && !this.#whyGone('') && this.#name ? this.#retention.dueAt : null),
      run: () => this.#forgetCalls(),
      backOff: { firstMs: 60_000, maxMs: 3_600_000 },
    });
  }

  async verifyKey(hash: string): Promise<({ keyId: string } & KeyScope) | null> {
    if (!this.#exists || this.#whyGone('')) return null;
    return this.#keys.verify(hash, new Date().toISOString());
  }

  async registerConnection(tenant: string, key: string, room: string): Promise<boolean> {
    const works = this.#exists && !this.#whyGone('') && this.#keys.isValid(key, new Date().toISOString());
    if (!works) return false;
    const isNew = this.#change(() => {
      this.#learnName(tenant);
      return this.#rooms.addConnection(key, room);
    });
    // The key may have ended or have an expiry.
    if (isNew) this.#tellSoon();
    return true;
  }

  async shard(): Promise<string> {
    return (this.#exists ? readMeta(this.ctx.storage.sql, SHARD) : null) ?? FIRST_SHARD;
  }

  async createKey(
    tenant: string,
    { label, scope, room: ofRoom }: CreateKey,
    receipt: Receipt | null,
    first?: { shard: string },
  ): Promise<Result<NewKey>> {
    const fresh = await createKeySecret(tenant);
    return this.#makeKey(tenant, receipt, (now) => {
      if (first && !this.#keys.isEmpty()) {
        const detail = `the tenant ${tenant} already exists`;
        return fail({ code: 'conflict', detail, fix: 'Choose another name, or ask its owner for a key.' });
      }
      const room = ofRoom ?? null;
      if (room !== null && !this.#rooms.has(room)) {
        const errors = [{ pointer: '/room', message: 'no such room was found' }];
        return fail({ code: 'invalid', errors });
      }
      if (first) {
        writeMeta(this.ctx.storage.sql, NAME, tenant);
        if (first.shard !== FIRST_SHARD) writeMeta(this.ctx.storage.sql, SHARD, first.shard);
      }
      return ok(this.#keys.add({ ...fresh, label, scope, room }, new Date(now).toISOString()));
    });
  }

  async rotateKey(
    tenant: string,
    id: string,
    graceSeconds: number,
    receipt: Receipt | null,
  ): Promise<Result<NewKey>> {
    if (!this.#exists) return fail({ code: 'not_found', what: 'key', id });
    const fresh = await createKeySecret(tenant);
    const newKey = await this.#makeKey(tenant, receipt, (now) => {
      const until = new Date(now + graceSeconds * 1000).toISOString();
      return this.#keys.rotate(id, fresh, until, new Date(now).toISOString());
    });
    this.#tellSoon();
    return newKey;
  }

  async listKeys(): Promise<Result<KeySummary[]>> {
    return ok(this.#exists ? this.#keys.list() : []);
  }

  async revokeKey(id: string): Promise<Result<KeySummary>> {
    if (!this.#exists) return fail({ code: 'not_found', what: 'key', id });
    const revokedAt = this.#keys.revoke(id, new Date().toISOString());
    this.#tellSoon();
    return revokedAt;
  }

  async addKeyCode(hash: string, expiresAt: number): Promise<Result<null>> {
    return this.#change((now) => {
      const failure = this.#whyGone('');
      return failure ? fail(failure) : ok(this.#keys.addCode(hash, expiresAt, now) ?? null);
    });
  }

  async takeKeyCode(hash: string): Promise<boolean> {
    if (!this.#exists || this.#whyGone('')) return false;
    return this.#change((now) => this.#keys.takeCode(hash, now));
  }

  async claimRoom(tenant: string, room: string, most: number): Promise<Result<boolean>> {
    const claim = this.#change((now) => {
      const failure = this.#whyGone(tenant);
      if (failure) return fail(failure);
      this.#learnName(tenant);
      return this.#rooms.claim(room, most, now);
    });
    this.#jobs.arm();
    return claim;
  }

  async claimDemo(room: string): Promise<Result<null>> {
    const claim = this.#change((now) => {
      const failure = this.#whyGone(DEMO_TENANT);
      if (failure) return fail(failure);
      this.#learnName(DEMO_TENANT);
      return this.#demos.claim(room, this.#keys.isEmpty(), now);
    });
    this.#jobs.arm();
    return claim;
  }

  async releaseRoom(room: string): Promise<Result<null>> {
    return this.#change(() => ok(this.#rooms.release(room) ?? null));
  }

  async markDeleted(room: string): Promise<Result<null>> {
    return this.#change((now) => ok(this.#rooms.markDeleted(room, new Date(now).toISOString()) ?? null));
  }

  async isDeleted(room: string): Promise<Result<boolean>> {
    return ok(this.#exists && this.#rooms.isDeleted(room));
  }

  async lease(ask: LeaseRequest): Promise<LeaseAnswer> {
    return this.#change((now) => (this.#whyGone('') ? { kind: 'gone' } : this.#budgetLedger.lease(ask, now)));
  }

  async settle(ask: SettleRequest): Promise<SettleAnswer> {
    // The tenant's budgets are already deleted.
    if (this.#exists && this.#isBuried()) return { kind: 'settled', version: ask.version };
    return this.#change((now) => this.#budgetLedger.settle(ask, now));
  }

  async readBudgets(of: string | null): Promise<Result<TenantMoney>> {
    const missing = of === null ? null : this.#whyMissing(of);
    return missing ? fail(missing) : this.#change((now) => ok(this.#budgetLedger.read(now)));
  }

  async setBudget(
    name: 'operator' | 'tenant',
    body: SetBudget | null,
    of: string | null,
  ): Promise<Result<TenantMoney>> {
    const missing = of === null ? null : this.#whyMissing(of);
    if (missing) return fail(missing);
    return this.#change((now) => {
      this.#budgetLedger.setBudget(name, body);
      return ok(this.#budgetLedger.read(now));
    });
  }

  async savedProviders(): Promise<TenantProvider[]> {
    return this.#exists && !this.#whyGone('') ? this.#providers.saved() : [];
  }

  async checkRequests(profiles: unknown, at: string): Promise<Result<null>> {
    const { known, defaults } = listTenantModels(readConfig(this.env), await this.savedProviders());
    const errors = checkRequests(profiles, known, defaults.provider, at);
    return errors.length > 0 ? fail({ code: 'invalid', errors }) : ok(null);
  }

  async listProviders(isOperator: boolean): Promise<Result<ProviderView[]>> {
    return this.#change(() => ok(this.#providers.list(isOperator)));
  }

  async readProvider(name: string, isOperator: boolean): Promise<Result<ProviderView>> {
    return this.#change(() => this.#showProvider(name, isOperator));
  }

  async setProvider(
    tenant: string,
    name: string,
    body: SetProvider,
    { isOperator, mayUseLocal }: ProviderCaller,
  ): Promise<Result<ProviderView>> {
    return this.#change((now) => {
      const failure = this.#whyGone(tenant);
      if (failure) return fail(failure);
      const change = this.#providers.set(name, body, mayUseLocal, new Date(now).toISOString());
      return change.ok ? this.#showProvider(name, isOperator) : change;
    });
  }

  async dropProvider(name: string): Promise<Result<null>> {
    return this.#change(() =>
      this.#providers.drop(name)
        ? ok(null)
        : fail({ code: 'not_found', what: 'provider of the tenant', id: name }),
    );
  }

  async listModels(
    tenant: string,
    name: string,
    settings: SetProvider | undefined,
    { mayUseLocal }: ProviderCaller,
  ): Promise<Result<EndpointModel[]>> {
    const failure = this.#change(() => this.#whyGone(tenant));
    return failure ? fail(failure) : this.#trials.listModels(name, settings, mayUseLocal);
  }

  async tryProvider(
    tenant: string,
    name: string,
    body: TryProvider,
    { mayUseLocal }: ProviderCaller,
  ): Promise<Result<ProviderTrial>> {
    const failure = this.#change(() => this.#whyGone(tenant));
    return failure ? fail(failure) : this.#trials.try(tenant, name, body, mayUseLocal);
  }

  async readRetention(of: string | null): Promise<Result<Retention>> {
    const missing = of === null ? null : this.#whyMissing(of);
    return missing ? fail(missing) : this.#change(() => ok(this.#retention.read()));
  }

  async setRetention(
    by: 'operator' | 'tenant',
    tenant: string,
    days: number | null,
    of: string | null,
  ): Promise<Result<Retention>> {
    const missing = of === null ? null : this.#whyMissing(of);
    if (missing) return fail(missing);
    const retention = this.#change(() => {
      this.#learnName(tenant);
      return this.#retention.set(by, days);
    });
    this.#jobs.arm();
    return retention;
  }

  async wake(tenant: string): Promise<void> {
    if (!this.#exists || this.#whyGone('')) return;
    this.#learnName(tenant);
    this.#jobs.arm();
  }

  async describe(tenant: string): Promise<Result<TenantView>> {
    const missing = this.#whyMissing(tenant);
    return missing ? fail(missing) : ok(this.#view(tenant));
  }

  async remove(tenant: string): Promise<Result<TenantView>> {
    const missing = this.#whyMissing(tenant);
    if (missing) return fail(missing);
    const view = this.#change((now) => {
      if (!this.#removal()) {
        this.#keep(beginRemoval(now));
        // Delete secrets now, not in the last step.
        this.ctx.storage.sql.exec('DELETE FROM providers');
        this.#learnName(tenant);
      }
      return ok(this.#view(tenant));
    });
    this.#jobs.arm();
    return view;
  }

  override async alarm(): Promise<void> {
    await this.#jobs.ring();
  }

  async #forgetCalls(): Promise<void> {
    const db = databaseAt(this.env, await this.shard());
    for (let isMore = true; isMore; )
      isMore = await this.#retention.run(this.env, db, this.#name, Date.now());
  }

  get #name(): string {
    return readMeta(this.ctx.storage.sql, NAME) ?? '';
  }

  /**
   * The operator's tenant is never created explicitly; it learns its name from the first request that needs
   * it.
   */
  #learnName(tenant: string): void {
    if (this.#name === '') writeMeta(this.ctx.storage.sql, NAME, tenant);
  }

  async #remove(): Promise<void> {
    const removal = this.#removal();
    if (!removal) return;
    const { sql } = this.ctx.storage;
    const forget = (room: string) => this.#rooms.release(room);
    const tenant = this.#name;
    const db = databaseAt(this.env, await this.shard());
    const step = await removeStep({ env: this.env, db, sql, tenant, now: Date.now(), forget }, removal);
    if (!step.removal) return this.#bury(removal);
    this.#keep(step.removal);
    this.#removing.postpone(step.waitMs);
  }

  /** Retries rooms that fail. */
  async #tellRooms(): Promise<void> {
    const tenant = this.#name;
    const endedKeys = this.#rooms.endedConnections(new Date().toISOString(), NOTIFY_BATCH);
    const notifications = await Promise.allSettled(
      endedKeys.map(async ({ room, key }) => {
        await roomStub(this.env, tenant, room).closeConnections(key);
        this.#rooms.removeConnection(key, room);
      }),
    );
    if (endedKeys.length > 0 && notifications.every(({ status }) => status === 'rejected'))
      throw new Error(`${endedKeys.length} rooms could not be told`);
  }

  /** Notifies rooms now, even if others are being retried. */
  #tellSoon(): void {
    this.#telling.retryAt = null;
    this.#jobs.arm();
  }

  /** Keeps only a tombstone, so that the name is not reused and late requests get a clear error. */
  #bury({ at, removed }: Removal): void {
    const { storage } = this.ctx;
    const stone: Tombstone = {
      startedAt: new Date(at).toISOString(),
      deletedAt: new Date().toISOString(),
      removed,
    };
    storage.transactionSync(() => {
      const { sql } = storage;
      for (const table of [
        'keys',
        'tombstones',
        'receipts',
        'budgets',
        'spent',
        'meters',
        'leases',
        'rooms',
        'key_codes',
        'connections',
        'providers',
      ])
        sql.exec(`DELETE FROM ${table}`);
      // Keep the shard, so that late writes don't go to another database.
      sql.exec("DELETE FROM meta WHERE key NOT IN ('schema', ?)", SHARD);
      writeMeta(sql, TOMBSTONE, JSON.stringify(stone));
    });
  }

  async #makeKey(
    tenant: string,
    receipt: Receipt | null,
    act: (now: number) => Result<NewKey>,
  ): Promise<Result<NewKey>> {
    this.#ensure();
    const now = Date.now();
    const failure = this.#whyGone(tenant);
    if (failure) return fail(failure);
    // The key is returned once and never stored, not even for repeats.
    const keep = (made: NewKey): NewKey => ({ ...made, key: null });
    return runOnce<NewKey>(this.ctx.storage, receipt, now, () => act(now), keep);
  }

  #showProvider(name: string, isOperator: boolean): Result<ProviderView> {
    const view = this.#providers.read(name, isOperator);
    return view ? ok(view) : fail({ code: 'not_found', what: 'provider', id: name });
  }

  #view(name: string): TenantView {
    const removal = this.#removal();
    const now = new Date().toISOString();
    const keys = this.#keys.list();
    const works = keys.filter(
      ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || expiresAt > now),
    );
    return {
      name,
      status: removal ? 'deleting' : 'active',
      createdAt: keys.at(-1)?.createdAt ?? now,
      keys: removal ? 0 : works.length,
      rooms: this.#rooms.count,
      database: readMeta(this.ctx.storage.sql, SHARD) ?? FIRST_SHARD,
      deletion: removal && {
        startedAt: new Date(removal.at).toISOString(),
        phase: removal.phase,
        removed: removal.removed,
      },
    };
  }

  #removal(): Removal | null {
    const text = this.#exists ? readMeta(this.ctx.storage.sql, REMOVAL) : null;
    return text === null ? null : (JSON.parse(text) as Removal);
  }

  #keep(removal: Removal): void {
    writeMeta(this.ctx.storage.sql, REMOVAL, JSON.stringify(removal));
  }

  #isBuried(): boolean {
    return readMeta(this.ctx.storage.sql, TOMBSTONE) !== null;
  }

  /** Failure if the tenant was deleted or is in deletion. */
  #whyGone(tenant: string): Failure | null {
    if (!this.#exists) return null;
    const isGone = this.#removal() || this.#isBuried();
    return isGone ? { code: 'gone', what: 'tenant', id: tenant } : null;
  }

  /** Failure if the tenant was never created or is fully deleted; a tenant in deletion still exists. */
  #whyMissing(tenant: string): Failure | null {
    if (this.#exists && this.#isBuried()) return { code: 'gone', what: 'tenant', id: tenant };
    // The operator's tenant has no stored key and was never created explicitly.
    const isMade = this.#exists && !this.#keys.isEmpty();
    return isMade ? null : { code: 'not_found', what: 'tenant', id: tenant };
  }

  #change<T>(act: (now: number) => T): T {
    this.#ensure();
    return this.ctx.storage.transactionSync(() => act(Date.now()));
  }

  #ensure(): void {
    if (this.#exists) return;
    this.ctx.storage.transactionSync(() => migrate(this.ctx.storage.sql, TENANT_MIGRATIONS));
    this.#exists = true;
  }
}

async function createKeySecret(tenant: string): Promise<Pick<CreatedKey, 'id' | 'key' | 'hash'>> {
  const key = createKey(tenant);
  return { id: `key_${nanoid(12)}`, key, hash: await sha256(key) };
}
