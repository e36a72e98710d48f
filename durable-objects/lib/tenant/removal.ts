import type { Removed } from '../../../src/contract/tenants';
import { experimentStub, roomStub, webhookEndpointStub, worldStub } from '../stubs';
import { isWebhook } from './tenant-rooms';

/** Phases of a removal; each can be repeated. `rest` waits until cached keys expire. */
const REMOVAL_PHASES = ['rooms', 'rest', 'worlds', 'files', 'rows'] as const;
type RemovalPhase = (typeof REMOVAL_PHASES)[number];

/** Stored in the tenant during deletion. */
export interface Removal {
  at: number;
  phase: RemovalPhase;
  removed: Removed;
}

export const beginRemoval = (now: number): Removal => ({
  at: now,
  phase: 'rooms',
  removed: { rooms: 0, webhooks: 0, worlds: 0, files: 0, rows: 0 },
});

/** Worker instances cache a valid key for 30 s. Wait, so that data created meanwhile is deleted too. */
const KEY_GRACE_MS = 35_000;
/** After this time, a claimed room that does not exist will no longer be created. */
const CLAIM_TTL_MS = 60_000;
const OBJECT_BATCH = 20;
const FILE_BATCH = 1000;

/** All D1 tables with rows of a tenant. A test compares the list with the schema. */
export const TENANT_TABLES = [
  ...['calls', 'rounds', 'frame_diffs', 'rooms'],
  ...['library', 'library_receipts'],
  ...['stories', 'story_receipts', 'story_notes', 'story_knowledge'],
  ...['webhooks', 'hooks', 'discord', 'endpoints', 'person_seats', 'experiments'],
] as const;
/** The tables whose rows are always in the first database (src/storage/shards.ts). */
const FIRST_SHARD_TABLES = ['endpoints', 'person_seats'] as const;

export const tenantPrefixes = (tenant: string): string[] =>
  ['rooms', 'stories', 'library'].map((kind) => `${kind}/${tenant}/`);

interface RemovalHost {
  env: Env;
  db: D1Database;
  sql: SqlStorage;
  tenant: string;
  now: number;
  forget: (room: string) => void;
}

/** `removal` is null when all data is gone; `waitMs`: delay before the next step. */
interface RemovalStep {
  removal: Removal | null;
  waitMs: number;
}

/** One bounded, repeatable step of a tenant's removal. Counts may include a step twice after a crash. */
export async function removeStep(host: RemovalHost, removal: Removal): Promise<RemovalStep> {
  const next = (phase: RemovalPhase, removed: Partial<Removed> = {}): RemovalStep => ({
    removal: { ...removal, phase, removed: { ...removal.removed, ...removed } },
    waitMs: 0,
  });
  const { removed } = removal;
  switch (removal.phase) {
    case 'rooms': {
      const { gone, told, left } = await eraseObjects(host);
      const webhooks = gone.filter(isWebhook).length;
      const counts = {
        rooms: removed.rooms + gone.length - webhooks,
        webhooks: removed.webhooks + webhooks,
      };
      if (left === 0) return next('rest', counts);
      // More rooms may not have been notified yet.
      const goesOn = gone.length > 0 || told === OBJECT_BATCH;
      return { ...next('rooms', counts), waitMs: goesOn ? 0 : 1000 };
    }
    case 'rest': {
      const waitMs = removal.at + KEY_GRACE_MS - host.now;
      return waitMs > 0 ? { removal, waitMs } : next('worlds');
    }
    case 'worlds':
      return next('files', { worlds: removed.worlds + (await eraseWorlds(host)) });
    case 'files': {
      const filesGone = await removeFiles(host);
      return filesGone > 0 ? next('files', { files: removed.files + filesGone }) : next('rows');
    }
    case 'rows': {
      const rows = await removeRows(host);
      // Writes that arrived meanwhile (such as an outbox batch) restart the removal.
      if ((await listObjects(host)).length > 0) return next('rooms', { rows: removed.rows + rows });
      return { removal: null, waitMs: 0 };
    }
  }
}

/** Lets rooms and webhooks erase themselves. `told`: newly started; `left`: still existing. */
async function eraseObjects(host: RemovalHost): Promise<{ gone: string[]; told: number; left: number }> {
  const files = await listObjects(host);
  const goneFiles: string[] = [];
  let notifiedRooms = 0;
  const eraseOne = async ({ id, at, erasing }: ListedObject) => {
    const isThere = await (isWebhook(id) ? eraseWebhook(host, id) : eraseRoom(host, id));
    if (isThere) {
      if (!erasing) notifiedRooms += 1;
      host.sql.exec('INSERT INTO rooms VALUES (?, ?, 1) ON CONFLICT (id) DO UPDATE SET erasing = 1', id, at);
      return;
    }
    // The room may be in creation.
    if (!erasing && at > host.now - CLAIM_TTL_MS) return;
    await host.db.batch(
      ['rooms', 'webhooks', 'hooks', 'discord', 'experiments'].map((table) =>
        host.db.prepare(`DELETE FROM ${table} WHERE id = ? AND tenant = ?`).bind(id, host.tenant),
      ),
    );
    host.forget(id);
    goneFiles.push(id);
  };
  await Promise.all(files.map(eraseOne));
  return { gone: goneFiles, told: notifiedRooms, left: files.length - goneFiles.length };
}

/** True if the room still exists; erasing may take several alarms. */
async function eraseRoom({ env, tenant }: RemovalHost, id: string): Promise<boolean> {
  const room = id.startsWith('exp_') ? experimentStub(env, tenant, id) : roomStub(env, tenant, id);
  const result = await room.erase();
  if (!result.ok && result.failure.code !== 'not_found') throw new Error(`${id}: ${result.failure.code}`);
  return result.ok;
}

async function eraseWebhook({ env, tenant }: RemovalHost, id: string): Promise<boolean> {
  const endpoint = webhookEndpointStub(env, tenant, id);
  const { ok } = await endpoint.read(tenant);
  await endpoint.erase(tenant);
  return ok;
}

type ListedObject = { id: string; at: number; erasing: number };

/**
 * A batch of remaining objects: first those the tenant knows, then those only in the index. Rooms that were
 * not notified come first, so that all sockets close early.
 */
async function listObjects({ sql, db, tenant }: RemovalHost): Promise<ListedObject[]> {
  const row = sql
    .exec<ListedObject>('SELECT id, at, erasing FROM rooms ORDER BY erasing, at LIMIT ?', OBJECT_BATCH)
    .toArray();
  if (row.length > 0) return row;
  const { results } = await db
    .prepare(
      `SELECT id FROM rooms WHERE tenant = ?1
     UNION ALL SELECT id FROM webhooks WHERE tenant = ?1 UNION ALL SELECT id FROM hooks WHERE tenant = ?1
     UNION ALL SELECT DISTINCT id FROM discord WHERE tenant = ?1
     UNION ALL SELECT id FROM experiments WHERE tenant = ?1 LIMIT ?2`,
    )
    .bind(tenant, OBJECT_BATCH)
    .all<{ id: string }>();
  return results.map(({ id }) => ({ id, at: 0, erasing: 0 }));
}

/** A world is deleted with its last scene's memories; this catches leftovers. */
async function eraseWorlds({ env, db, tenant }: RemovalHost): Promise<number> {
  const { results } = await db
    .prepare("SELECT id FROM library WHERE tenant = ? AND kind = 'world'")
    .bind(tenant)
    .all<{ id: string }>();
  for (const { id } of results) await worldStub(env, tenant, id).erase();
  return results.length;
}

async function removeFiles({ env, tenant }: RemovalHost): Promise<number> {
  for (const prefix of tenantPrefixes(tenant)) {
    const { objects } = await env.BUCKET.list({ prefix, limit: FILE_BATCH });
    if (objects.length === 0) continue;
    await env.BUCKET.delete(objects.map(({ key }) => key));
    return objects.length;
  }
  return 0;
}

async function removeRows({ env, db, tenant }: RemovalHost): Promise<number> {
  const fromTable = (database: D1Database, table: string) =>
    database.prepare(`DELETE FROM ${table} WHERE tenant = ?`).bind(tenant);
  const results = await db.batch(TENANT_TABLES.map((table) => fromTable(db, table)));
  // These tables exist in every database but are only filled in the first.
  const ofFirst = db === env.DB ? [] : FIRST_SHARD_TABLES.map((table) => fromTable(env.DB, table));
  // Delete the name last, so that an interrupted removal can be found and resumed.
  const name = env.DB.prepare('DELETE FROM tenants WHERE name = ?').bind(tenant);
  results.push(...(await env.DB.batch([...ofFirst, name])));
  return results.reduce((sum, { meta }) => sum + meta.changes, 0);
}
