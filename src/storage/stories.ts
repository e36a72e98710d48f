import type { StoryLabel } from 'zmachine-story';
import type { Receipt } from '../contract/access';
import { type Failure, fail, ok, type Result } from '../contract/problems';
import {
  describeStory,
  MAX_STORIES,
  STORY_PREFIX,
  type StoryFile,
  type StoryGame,
} from '../contract/stories';
import { askStore } from './ask-store';

/** How long an `Idempotency-Key` is remembered: a day. */
const RECEIPT_MS = 24 * 3600 * 1000;

/** Story files are in R2, their metadata in D1. */
export type StoryStore = Pick<Env, 'DB' | 'BUCKET'>;

/** A row of the table `stories`, not validated again on read. */
type StoryRow = Omit<StoryGame, 'kind' | 'description'>;
const COLUMNS = 'id, title, version, release, serial, bytes, author, cover, uploaded_at AS uploadedAt';

const toStory = ({ uploadedAt, ...row }: StoryRow): StoryGame => ({
  ...row,
  kind: 'adventure',
  description: describeStory(row),
  uploadedAt,
});

/** @param id matches `storyId` (src/contract/stories.ts) */
export const storyKey = (tenant: string, id: string): string =>
  `stories/${tenant}/${id.slice(STORY_PREFIX.length)}`;

const coverKey = (tenant: string, id: string): string => `${storyKey(tenant, id)}.cover`;

interface NewStory {
  file: StoryFile;
  /** Kept when only the file is uploaded again. */
  label: Pick<StoryLabel, 'author' | 'cover'>;
  /** New title; null: keep the current one, or use `otherwise` for a new story. */
  title: string | null;
  otherwise: { title: string; author: string | null };
  /** A repeat with the same receipt returns the first request's story in its current state. */
  receipt: Receipt | null;
  /** Milliseconds since 1970. */
  now: number;
}
interface StoredStory {
  story: StoryGame;
  created: boolean;
}

/**
 * Stores a story. The file comes first, so that no row lacks a file; a crash in between leaves a file that
 * the next upload overwrites. Safe to repeat, except for the title.
 *
 * @returns `conflict` at {@link MAX_STORIES}, `idempotency_mismatch`; no row is written then
 */
export function storeStory(
  store: StoryStore,
  tenant: string,
  wanted: NewStory,
): Promise<Result<StoredStory>> {
  return withStore(async () => {
    const { file, label, title, otherwise, receipt, now } = wanted;
    const { DB, BUCKET } = store;
    const earlierResult = receipt && (await readReceipt(DB, tenant, receipt, now));
    if (earlierResult) return earlierResult;
    const id = `${STORY_PREFIX}${file.hash}`;
    const there = await readRow(DB, tenant, id);
    if (!there && (await countStories(DB, tenant)) >= MAX_STORIES) return FULL;
    await BUCKET.put(storyKey(tenant, id), file.bytes, {
      httpMetadata: { contentType: 'application/x-zmachine' },
    });
    if (label.cover)
      await BUCKET.put(coverKey(tenant, id), label.cover.bytes, {
        httpMetadata: { contentType: label.cover.type },
      });
    const upsert = DB.prepare(
      `INSERT INTO stories (tenant, id, title, version, release, serial, bytes, uploaded_at, author, cover)
       SELECT ?1, ?2, coalesce(?3, ?4), ?5, ?6, ?7, ?8, ?9, coalesce(?11, ?13), ?12
       WHERE (SELECT COUNT(*) FROM stories WHERE tenant = ?1) < ?10
          OR EXISTS (SELECT 1 FROM stories WHERE tenant = ?1 AND id = ?2)
       ON CONFLICT (tenant, id) DO UPDATE SET title = coalesce(?3, title), author = coalesce(?11, author, ?13),
         cover = coalesce(?12, cover)
       RETURNING ${COLUMNS}`,
    ).bind(
      tenant,
      id,
      title,
      otherwise.title,
      file.version,
      file.release,
      file.serial,
      file.bytes.length,
      new Date(now).toISOString(),
      MAX_STORIES,
      label.author,
      label.cover?.type ?? null,
      otherwise.author,
    );
    let row: StoryRow | undefined;
    try {
      const receiptStatements = receipt
        ? storeReceipt(DB, tenant, { id, created: !there }, receipt, now)
        : [];
      const [upsertResult] = await DB.batch<StoryRow>([upsert, ...receiptStatements]);
      row = upsertResult?.results[0];
    } catch (error) {
      // A concurrent repeat of the request may have stored its receipt.
      const other = receipt && (await readReceipt(DB, tenant, receipt, now));
      if (other) return other;
      throw error;
    }
    if (row) return ok({ story: toStory(row), created: !there });
    await BUCKET.delete([storyKey(tenant, id), coverKey(tenant, id)]);
    return FULL;
  });
}

/** All stories, newest first. */
export function listStories(db: D1Database, tenant: string): Promise<Result<StoryGame[]>> {
  return withStore(async () => {
    const { results } = await db
      .prepare(`SELECT ${COLUMNS} FROM stories WHERE tenant = ? ORDER BY uploaded_at DESC, id LIMIT ?`)
      .bind(tenant, MAX_STORIES)
      .all<StoryRow>();
    return ok(results.map(toStory));
  });
}

/** @returns `not_found` if the tenant has no such story */
export function readStoryGame(db: D1Database, tenant: string, id: string): Promise<Result<StoryGame>> {
  return withStore(async () => {
    const row = await readRow(db, tenant, id);
    return row ? ok(toStory(row)) : fail({ code: 'not_found', what: 'game', id });
  });
}

/** Null if there is none. Reads only R2. */
export function readStoryFile(
  bucket: R2Bucket,
  tenant: string,
  id: string,
): Promise<Result<Uint8Array<ArrayBuffer> | null>> {
  return withStore(async () => {
    const object = await bucket.get(storyKey(tenant, id));
    return ok(object ? new Uint8Array(await object.arrayBuffer()) : null);
  });
}

/** Null if there is none. Reads only R2. */
export function readCover(
  bucket: R2Bucket,
  tenant: string,
  id: string,
): Promise<Result<StoryLabel['cover']>> {
  return withStore(async () => {
    const object = await bucket.get(coverKey(tenant, id));
    if (!object) return ok(null);
    const type = object.httpMetadata?.contentType === 'image/png' ? 'image/png' : 'image/jpeg';
    return ok({ type, bytes: new Uint8Array(await object.arrayBuffer()) });
  });
}

/**
 * Deletes the row, then the file. After a crash in between, deleting or uploading again finishes the job.
 *
 * @returns `not_found` if there was no row
 */
export function deleteStory(store: StoryStore, tenant: string, id: string): Promise<Result<null>> {
  return withStore(async () => {
    const { meta } = await store.DB.prepare('DELETE FROM stories WHERE tenant = ? AND id = ?')
      .bind(tenant, id)
      .run();
    await store.BUCKET.delete([storyKey(tenant, id), coverKey(tenant, id)]);
    return meta.changes > 0 ? ok(null) : fail({ code: 'not_found', what: 'game', id });
  });
}

const readRow = (db: D1Database, tenant: string, id: string): Promise<StoryRow | null> =>
  db.prepare(`SELECT ${COLUMNS} FROM stories WHERE tenant = ? AND id = ?`).bind(tenant, id).first<StoryRow>();

const countStories = async (db: D1Database, tenant: string): Promise<number> =>
  (await db.prepare('SELECT COUNT(*) AS n FROM stories WHERE tenant = ?').bind(tenant).first<number>('n')) ??
  0;

const FULL = fail({
  code: 'conflict',
  detail: `You have reached the limit of ${MAX_STORIES} uploaded stories.`,
  fix: 'Delete a story you no longer need: DELETE /v1/games/{id}.',
});

function storeReceipt(
  db: D1Database,
  tenant: string,
  { id, created }: { id: string; created: boolean },
  { key, bodyHash }: Receipt,
  now: number,
): D1PreparedStatement[] {
  return [
    db.prepare('DELETE FROM story_receipts WHERE at < ?').bind(new Date(now - RECEIPT_MS).toISOString()),
    // A used key fails the batch, so that the story is not stored either. Without the story (limit reached),
    // no receipt is stored.
    db
      .prepare(
        `INSERT INTO story_receipts (tenant, key, body_hash, story, created, at)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE EXISTS (SELECT 1 FROM stories WHERE tenant = ?1 AND id = ?4)`,
      )
      .bind(tenant, key, bodyHash, id, created ? 1 : 0, new Date(now).toISOString()),
  ];
}

/** Result of an earlier request; null: the key is new. */
async function readReceipt(
  db: D1Database,
  tenant: string,
  { key, bodyHash }: Receipt,
  now: number,
): Promise<Result<StoredStory> | null> {
  const receiptRow = await db
    .prepare('SELECT body_hash, story, created FROM story_receipts WHERE tenant = ? AND key = ? AND at >= ?')
    .bind(tenant, key, new Date(now - RECEIPT_MS).toISOString())
    .first<{ body_hash: string; story: string; created: number }>();
  if (!receiptRow) return null;
  if (receiptRow.body_hash !== bodyHash) return fail({ code: 'idempotency_mismatch', key });
  const row = await readRow(db, tenant, receiptRow.story);
  if (row) return ok({ story: toStory(row), created: receiptRow.created === 1 });
  return fail({
    code: 'conflict',
    detail: `The story uploaded with this Idempotency-Key (${receiptRow.story}) was deleted.`,
    fix: 'Use a new Idempotency-Key.',
  });
}

const DOWN: Failure = {
  code: 'unavailable',
  detail: 'The story store did not respond. Built-in games still work.',
  retryAfter: 5,
};

const withStore = <T>(act: () => Promise<Result<T>>): Promise<Result<T>> =>
  askStore('stories failed', DOWN, act);
