import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { sleep } from '../../src/base/sleep';
import type { ImportedScene } from '../../src/contract/transcripts';
import { until } from '../support/rooms';
import { OPERATOR } from '../support/stage-client';

const ROUNDS = 4_000;
const CHAT = [
  JSON.stringify({ user_name: 'Ada', character_name: 'Mara', create_date: '2024-01-01', chat_metadata: {} }),
  ...Array.from({ length: 2 * ROUNDS }, (_, i) =>
    JSON.stringify({
      name: i % 2 === 0 ? 'Ada' : 'Mara',
      is_user: i % 2 === 0,
      send_date: Date.UTC(2024, 0, 1) + i * 1_000,
      mes: `Line ${i}.`,
    }),
  ),
].join('\n');

const ask = (path: string, init: RequestInit = {}) =>
  exports.default.fetch(
    new Request(`https://stage.test${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${OPERATOR}`, ...init.headers },
    }),
  );
const importChat = (key: string) =>
  ask('/v1/scenes/import', {
    method: 'POST',
    body: CHAT,
    headers: { 'Content-Type': 'application/x-ndjson', 'Idempotency-Key': key },
  });

/** Repeats a short request until the work is over. Returns the number of answers. */
async function countAnswers(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const end = work.finally(() => {
    isOver = true;
  });
  let answers = 0;
  while (!isOver) {
    const response = await ask('/healthz');
    await response.text();
    answers += 1;
    // Let timers run in between, as between external requests.
    await sleep(0);
  }
  await end;
  return answers;
}

const countRounds = async (room: string): Promise<number> =>
  (await env.DB.prepare('SELECT count(*) AS n FROM rounds WHERE room = ?').bind(room).first<number>('n')) ??
  0;

describe('the import of a long chat', () => {
  it('lets others in while it is stored, indexed, and exported again', async () => {
    let imported: ImportedScene | undefined;
    const importing = importChat('long').then(async (response) => {
      imported = await response.json<ImportedScene>();
    });
    // The past is stored in slices of 500 events; a round has four.
    expect(await countAnswers(importing)).toBeGreaterThan(20);
    const id = imported?.id ?? '';
    expect(imported?.imported).toMatchObject({ rounds: ROUNDS, lines: 2 * ROUNDS });

    const seen = new Set<number>();
    await until(async () => {
      await sleep(0);
      const rounds = await countRounds(id);
      seen.add(rounds);
      return rounds;
    }).holds((rounds) => rounds === ROUNDS);
    expect(seen.size).toBeGreaterThan(10);
    // There were no model calls, so there is nothing to bundle.
    expect((await env.BUCKET.list({ prefix: `rooms/local/${id}/` })).objects).toEqual([]);

    const exporting = ask(`/v1/scenes/${id}/export`).then((response) => response.arrayBuffer());
    expect(await countAnswers(exporting)).toBeGreaterThan(3);
    const forking = ask(`/v1/scenes/${id}/fork`, { method: 'POST' }).then((response) => response.text());
    expect(await countAnswers(forking)).toBeGreaterThan(20);
    const restoring = ask('/v1/scenes/import', {
      method: 'POST',
      body: await exporting,
      headers: { 'Content-Type': 'application/zip' },
    }).then((response) => response.json<ImportedScene>());
    expect(await countAnswers(restoring)).toBeGreaterThan(20);
    expect((await restoring).imported).toMatchObject({ rounds: ROUNDS });
  }, 120_000);

  it('makes no room when it is cut off, and the same one when it is repeated', async () => {
    const first = importChat('cut').catch((error: unknown) => error);
    for (let n = 0; n < 10; n += 1) await sleep(0);
    await abortAllDurableObjects();
    await first;
    const response = await importChat('cut');
    const scene = await response.json<ImportedScene>();
    expect([response.status, scene.imported?.rounds]).toEqual([201, ROUNDS]);
    const room = env.SCENES.get(env.SCENES.idFromName(`local/${scene.id}`));
    const stored = await runInDurableObject(room, (_, { storage }) => ({
      events: storage.sql.exec<{ n: number }>('SELECT sum(json_array_length(events)) AS n FROM ledger').one()
        .n,
      head: storage.sql.exec<{ n: number }>('SELECT max(seq) AS n FROM ledger').one().n,
      unfinished: storage.sql.exec("SELECT value FROM meta WHERE key = 'making'").toArray(),
    }));
    expect(stored).toMatchObject({ events: stored.head, unfinished: [] });
  }, 120_000);
});
