import { listDurableObjectIds, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

/** Every Durable Object namespace, by the name of its binding. */
export const SPACES: Readonly<Record<string, DurableObjectNamespace>> = Object.fromEntries(
  Object.entries(env as unknown as Record<string, object>).filter(
    (entry): entry is [string, DurableObjectNamespace] =>
      entry[1]?.constructor?.name === 'DurableObjectNamespace',
  ),
);

export interface Dump {
  store: string;
  text: string;
}

/** All stored data: every table of D1, every object of R2, the storage of every Durable Object. */
export async function dumpEverything(): Promise<Dump[]> {
  return [...(await dumpDatabase()), ...(await dumpBucket()), ...(await dumpObjects())];
}

async function dumpDatabase(): Promise<Dump[]> {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
  ).all<{ name: string }>();
  return Promise.all(
    results.map(async ({ name }) => {
      const rows = await env.DB.prepare(`SELECT * FROM "${name}"`).all();
      return { store: `D1 ${name}`, text: JSON.stringify(rows.results) };
    }),
  );
}

async function dumpBucket(): Promise<Dump[]> {
  const { objects } = await env.BUCKET.list({ include: ['customMetadata', 'httpMetadata'] });
  return Promise.all(
    objects.map(async ({ key, customMetadata, httpMetadata }) => {
      const bytes = new Uint8Array((await (await env.BUCKET.get(key))?.arrayBuffer()) ?? []);
      const about = JSON.stringify({ key, customMetadata, httpMetadata });
      return { store: `R2 ${key.split('/')[0]}`, text: about + (await readBytes(bytes)) };
    }),
  );
}

/** Unpacks gzip; decodes anything else as text. */
async function readBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const stream = new Response(bytes).body;
  return new Response(isGzip && stream ? stream.pipeThrough(new DecompressionStream('gzip')) : bytes).text();
}

async function dumpObjects(): Promise<Dump[]> {
  const dumps: Dump[] = [];
  for (const [name, space] of Object.entries(SPACES)) {
    for (const id of await listDurableObjectIds(space)) {
      const text = await runInDurableObject(space.get(id), async (_object, { storage }) => {
        const tables = storage.sql
          .exec<{ name: string }>(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
          )
          .toArray();
        const rows = tables.map(({ name }) => [name, storage.sql.exec(`SELECT * FROM "${name}"`).toArray()]);
        const kept = [...(await storage.list()).entries()];
        const alarm = await storage.getAlarm();
        return tables.length + kept.length === 0 && alarm === null
          ? ''
          : JSON.stringify({ rows, kept, alarm }, showBytes);
      });
      dumps.push({ store: `${name} ${id.toString().slice(0, 8)}`, text });
    }
  }
  return dumps;
}

const showBytes = (_key: string, value: unknown): unknown =>
  value instanceof ArrayBuffer ? new TextDecoder().decode(value) : value;
