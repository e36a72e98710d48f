import type { EventOf, Viewer } from '../../../src/contract/events/events';
import type { ExperimentStatus } from '../../../src/contract/experiments';
import type { Address, News } from '../../../src/room/rpc';
import type { NewsDraft, NewsKind } from '../../../src/runs/experiments/news';
import { webhookEndpointsOf } from '../../../src/storage/webhook-endpoints';
import { readMeta, writeMeta } from '../room/schema';
import { databaseOf, webhookEndpointStub } from '../stubs';

type Row = { seq: number; at: string; kind: string; payload: string };

/**
 * The few events of an experiment: that it pauses, that it has finished. They are numbered and stored like those of a
 * room, so that webhooks read, sign and retry them in the same way; whoever listens is told how far they have come.
 */
export class ExperimentNews {
  readonly #sql: SqlStorage;
  readonly #env: Env;

  constructor(sql: SqlStorage, env: Env) {
    this.#sql = sql;
    this.#env = env;
  }

  /**
   * Stores an event when the status has become another one that is worth it. To be called in the breath that changes the
   * status, and before the first change.
   *
   * @param draft makes its event; null: it has none
   */
  follow(status: ExperimentStatus, draft: () => NewsDraft | null): void {
    const before = readMeta(this.#sql, 'reported_status');
    if (before === status) return;
    writeMeta(this.#sql, 'reported_status', status);
    // What a new or imported experiment begins with is no news.
    const event = before === null ? null : draft();
    if (!event) return;
    this.#sql.exec(
      'INSERT INTO events (at, kind, payload) VALUES (?, ?, ?)',
      new Date().toISOString(),
      event.kind,
      JSON.stringify(event.payload),
    );
  }

  /** Seq of the newest event; 0: there is none. */
  get head(): number {
    return this.#sql.exec<{ head: number }>('SELECT coalesce(max(seq), 0) AS head FROM events').one().head;
  }

  /** Seq of the last event before a time (ISO 8601). */
  headAt(at: string): number {
    const sql = 'SELECT coalesce(max(seq), 0) AS head FROM events WHERE at < ?';
    return this.#sql.exec<{ head: number }>(sql, at).one().head;
  }

  /** A page of events. They are for owners alone: a spectator's page is empty, and goes on after them. */
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

  /** Says whether there are events that nobody was told of. */
  isUntold(): boolean {
    return Number(readMeta(this.#sql, 'told_seq') ?? '0') < this.head;
  }

  /** Tells everyone who listens how far the events have come. Rejects when one can't be told. */
  async tell({ tenant, id }: Address, isThere: () => boolean): Promise<void> {
    const { head } = this;
    const db = await databaseOf(this.#env, tenant);
    const { results } = await webhookEndpointsOf(db, tenant, id).all<{ id: string }>();
    await Promise.all(
      results.map((endpoint) => webhookEndpointStub(this.#env, tenant, endpoint.id).tell(id, head)),
    );
    if (isThere()) writeMeta(this.#sql, 'told_seq', String(head));
  }
}
