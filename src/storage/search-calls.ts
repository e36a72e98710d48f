import type { z } from 'zod';
import type { CallSummary, callQuery, Message } from '../contract/calls';
import { writeCursor } from '../contract/cursors';
import { ok, type Result } from '../contract/problems';
import { askStore } from './ask-store';
import { bundleKey, unpackBundle } from './bundles';
import { INDEX_DOWN, listCalls, type Page } from './index-queries';
import type { CallStep } from './index-rows';

/** Maximum bundles per request; each is downloaded, unpacked and searched. */
const MAX_BUNDLES = 16;
/** Bundles in memory at a time. */
const BUNDLE_BATCH = 4;
const MAX_ROWS = 200;

type Stores = { db: D1Database; bucket: Pick<R2Bucket, 'get'> };
type Query = z.output<typeof callQuery>;

/**
 * Searches prompts and answers of a tenant's calls, newest first. The text is only in the bundles of ended
 * rounds and each request searches a few of them, so a page may be short or empty although more pages follow.
 */
export async function searchCalls(
  { db, bucket }: Stores,
  tenant: string,
  { inside = '', limit, ...query }: Query,
): Promise<Result<Page<CallSummary>>> {
  const rows = await listCalls(db, tenant, { ...query, limit: MAX_ROWS });
  if (!rows.ok) return rows;
  const keys = new Set<string>();
  const rowsRead: CallSummary[] = [];
  for (const row of rows.value.items) {
    const key = bundleKey(tenant, row.room, row.round);
    if (!keys.has(key) && keys.size === MAX_BUNDLES) break;
    keys.add(key);
    rowsRead.push(row);
  }
  return askStore('searching calls failed', INDEX_DOWN, async () => {
    const places = await findIn(bucket, [...keys], inside.toLowerCase());
    const hits = rowsRead.filter((row) => places.get(bundleKey(tenant, row.room, row.round))?.has(row.n));
    const items = hits.slice(0, limit);
    const isCut = hits.length > limit;
    const last = isCut ? items.at(-1) : rowsRead.at(-1);
    const goesOn = isCut || rowsRead.length < rows.value.items.length || rows.value.next !== null;
    return ok({ items, next: goesOn && last ? writeCursor([last.startedAt, last.room, last.n]) : null });
  });
}

/** Returns the numbers of matching calls by bundle key. */
async function findIn(
  bucket: Stores['bucket'],
  keys: readonly string[],
  words: string,
): Promise<Map<string, Set<number>>> {
  const numbers = new Map<string, Set<number>>();
  for (let at = 0; at < keys.length; at += BUNDLE_BATCH) {
    const some = keys.slice(at, at + BUNDLE_BATCH);
    await Promise.all(
      some.map(async (key) => {
        const bundle = await bucket.get(key);
        if (!bundle) return;
        const { steps } = await unpackBundle(bundle.body);
        numbers.set(key, new Set(steps.filter((step) => hasWords(step, words)).map(({ n }) => n)));
      }),
    );
  }
  return numbers;
}

/** Steps other than calls have neither prompt nor answer. */
const hasWords = ({ intent, result }: CallStep, words: string): boolean =>
  (result?.raw ?? '').toLowerCase().includes(words) ||
  (intent.messages ?? []).some((message) => searchableText(message).toLowerCase().includes(words));

const searchableText = ({ content }: Message): string =>
  typeof content === 'string'
    ? content
    : content.map((part) => (part.type === 'text' ? part.text : part.label)).join('\n');
