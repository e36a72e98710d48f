import type { EventOf, Viewer } from '../../../src/contract/events/events';
import type { ExperimentStatus } from '../../../src/contract/experiments';
import type { Address, News } from '../../../src/room/rpc';
import type { NewsDraft, NewsKind } from '../../../src/runs/experiments/news';
import { listWebhookEndpointsOfTenant } from '../../../src/storage/webhook-endpoints';
import { readMeta, writeMeta } from '../room/schema';
import { tenantDatabase, webhookEndpointStub } from '../stubs';

type Row = { seq: number; at: string; kind: string; payload: string };

/**
 * Events of an experiment (paused, finished). They have seqs and storage like a room's, so that webhooks can
 * read, sign and retry them the same way.
 */
export class ExperimentNews {
  readonly #sql: SqlStorage;
  readonly #env: Env;

  constructor(sql: SqlStorage, env: Env) {
    this.#sql = sql;
    this.#env = env;
  }

  /**
   * Stores an event if the status has changed. Call it synchronously with each status change, and once before
   * the first.
   *
   * @param draft null: this status has no event
   */
  follow(status: ExperimentStatus, draft: () => NewsDraft | null): void {
    const before = readMeta(this.#sql, 'reported_status');
    if (before === status) return;
    writeMeta(this.#sql, 'reported_status', status);
    const event = before === null ? null : draft();
    if (!event) return;
    this.#sql.exec(
      'INSERT INTO events (at, kind, payload) VALUES (?, ?, ?)',
      new Date().toISOString(),
      event.kind,
      JSON.stringify(event.payload),
    );
  }

  get head(): number {
    return this.#sql.exec<{ head: number }>('SELECT coalesce(max(seq), 0) AS head FROM events').one().head;
  }

  /** `at` is ISO 8601. */
  headAt(at: string): number {
    const sql = 'SELECT coalesce(max(seq), 0) AS head FROM events WHERE at < ?';
    return this.#sql.exec<{ head: number }>(sql, at).one().head;
  }

  /** Events are visible to owners only: a spectator's page is empty but advances. */
  page({ after, limit }: { after: number; limit: number }, viewer: Viewer): News {
    const rows = this.#sql
      .exec<Row>('SELECT * FROM events WHERE seq > ? ORDER BY seq LIMIT ?', after, limit)
      .toArray();
    const last = rows.at(-1)?.seq ?? after;
    const { head } = this;
    const events = rows.map(
      ({ payload, ...row }) =>
        ({ ...row, actor: 'system', audience: ['owner'], payload: JSON.parse(payload) }) as EventOf<NewsKind>,
    );
    return { events: viewer.owner ? events : [], next: last < head ? String(last) : null, head, hops: {} };
  }

  /** True if webhooks were not yet notified of the newest events. */
  hasUnsentNews(): boolean {
    return Number(readMeta(this.#sql, 'told_seq') ?? '0') < this.head;
  }

  /** Notifies all webhooks. Rejects if one cannot be reached. */
  async notify({ tenant, id }: Address, isThere: () => boolean): Promise<void> {
    const { head } = this;
    const db = await tenantDatabase(this.#env, tenant);
    const { results } = await listWebhookEndpointsOfTenant(db, tenant, id).all<{ id: string }>();
    await Promise.all(
      results.map((endpoint) => webhookEndpointStub(this.#env, tenant, endpoint.id).tell(id, head)),
    );
    if (isThere()) writeMeta(this.#sql, 'told_seq', String(head));
  }
}
