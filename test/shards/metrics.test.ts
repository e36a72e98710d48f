import { env } from 'cloudflare:workers';
import parse from 'parse-prometheus-text-format';
import { expect, it } from 'vitest';
import type { TenantView } from '../../src/contract/tenants';
import { countStatements } from '../../src/storage/counters';
import { indexStatements } from '../../src/storage/index-statements';
import { RUN, SCENE } from '../support/http-rooms';
import { eventWith } from '../support/loose-events';
import { until } from '../support/rooms';
import { call, get, newTenant, OPERATOR } from '../support/stage-client';

const METRICS_KEY = 'metrics-key-of-the-tests';

/** The samples of /metrics, by name and labels, parsed independently of our code. */
async function scrape(): Promise<Record<string, number>> {
  const response = await call('GET /metrics', { key: METRICS_KEY });
  expect(response.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const text = await response.text();
  checkFormat(text);
  const samples: Record<string, number> = {};
  for (const { name, type, help, metrics } of parse(text)) {
    expect([type === 'GAUGE' || type === 'COUNTER', help.length > 0]).toEqual([true, true]);
    for (const { labels = {}, value } of metrics)
      samples[[name.replace('proscenium_', ''), ...Object.values(labels)].join(' ')] = Number(value);
  }
  return samples;
}

/** The rules of the format (Prometheus, exposition formats, text 0.0.4) that the parser does not check. */
function checkFormat(text: string): void {
  expect(text.endsWith('\n')).toBe(true);
  const typed = new Set<string>();
  const seen = new Set<string>();
  for (const line of text.trimEnd().split('\n')) {
    const [, kind, named] = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) \S.*$/.exec(line) ?? [];
    if (kind === 'TYPE' && named !== undefined) {
      expect(typed, 'a name has one TYPE, before its samples').not.toContain(named);
      typed.add(named);
    }
    if (kind !== undefined) continue;
    const sample =
      /^([a-zA-Z_:][a-zA-Z0-9_:]*)\{(?:[a-zA-Z_][a-zA-Z0-9_]*="[^"\\\n]*",?)*\} -?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.exec(
        line,
      );
    expect(sample?.[1], line).toBeDefined();
    expect(typed).toContain(sample?.[1]);
    const series = line.split('} ')[0] ?? '';
    expect(seen, 'a series stands once').not.toContain(series);
    seen.add(series);
  }
}

async function play(key: string): Promise<string> {
  const scene = await get<{ id: string }>('POST /v1/scenes', key, SCENE);
  for (const text of ['One.', 'Two.'])
    await get(`POST /v1/scenes/${scene.id}/turns?wait=1`, key, { type: 'user', text });
  return scene.id;
}

it('is closed to everybody without the key, and says why', async () => {
  for (const key of [null, OPERATOR, `${METRICS_KEY}x`, 'Bearer']) {
    const response = await call('GET /metrics', { key });
    const text = await response.text();
    expect([response.status, response.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
    expect(text).not.toContain(METRICS_KEY);
  }
});

it('counts over all tenants and databases what was played, deleted and sent', async () => {
  const keys: string[] = [];
  const databases = new Set<string>();
  for (const name of ['amber', 'birch', 'cedar', 'dune', 'elm', 'fern']) {
    keys.push(await newTenant(name));
    databases.add((await get<TenantView>(`GET /v1/tenants/${name}`, OPERATOR)).database);
  }
  expect(databases.size).toBeGreaterThan(1);
  await get('POST /v1/webhooks', keys[0] ?? '', { url: 'http://127.0.0.1:9/' });
  const scenes: string[] = [];
  for (const key of keys) scenes.push(await play(key));
  await get('POST /v1/runs', keys[1] ?? '', RUN);
  const counted = await until(scrape).holds(
    (samples) =>
      samples['rounds_total scene completed'] === 12 && (samples['deliveries_total failed'] ?? 0) > 0,
  );
  expect(counted).toMatchObject({ 'rooms scene': 6, 'rooms grid': 1 });
  const calls = await Promise.all(
    keys.map(async (key) => (await get<{ total: { calls: number } }>('GET /v1/usage', key)).total.calls),
  );
  const perRoom = Object.entries(counted).filter(([name]) => name.startsWith('calls_total'));
  expect(perRoom.reduce((sum, [, value]) => sum + value, 0)).toBe(calls.reduce((sum, one) => sum + one, 0));
  expect(counted['outbox_batches_total scene']).toBeGreaterThan(0);
  expect(Object.keys(counted).filter((name) => name.startsWith('database_bytes'))).toHaveLength(4);

  await call(`DELETE /v1/scenes/${scenes[0]}`, { key: keys[0] ?? '' });
  await until(scrape).holds((samples) => samples['rooms scene'] === 5);
  expect((await scrape())['rounds_total scene completed']).toBe(12);
}, 120_000);

it('counts a batch that is sent twice once', async () => {
  const before = await scrape();
  const room = {
    ...{
      id: 'scn_twice',
      tenant: 'local',
      kind: 'scene' as const,
      title: 'Twice',
      status: 'idle',
      rounds: 1,
    },
    ...{ answeredBy: [], createdAt: '2026-01-01T00:00:00.000Z' },
  };
  const at = '2026-01-01T00:01:00.000Z';
  const events = [
    eventWith({ seq: 1, at, kind: 'round.started', round: 1, payload: { attempt: 1 } }),
    eventWith({ seq: 2, at, kind: 'round.completed', round: 1, payload: {} }),
  ];
  const steps = [1, 2].map((n) => ({
    ...{ n, round: 1, key: `director.1/${n}`, status: 'done', startedAt: at },
    intent: { ...{ role: 'director' as const, purpose: 'plan', attempt: 1, provider: 'openai', model: 'm' } },
    result: {
      ...{ status: 'answered' as const, rung: 'json_schema' as const, latencyMs: 500 },
      usage: { promptTokens: 10, completionTokens: 4 },
    },
    cost: { seat: '', money: 2_000_000_000 },
  }));
  const send = () =>
    env.DB.batch([
      ...countStatements(env.DB, room, events, steps, Date.parse(at) + 3_000),
      ...indexStatements(env.DB, { ...room, glance: null }, events, steps),
    ]);
  await send();
  await send();
  const after = await scrape();
  const more = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
  expect({
    rooms: more('rooms scene'),
    rounds: more('rounds_total scene completed'),
    calls: more('calls_total scene answered'),
    prompt: more('prompt_tokens_total scene'),
    completion: more('completion_tokens_total scene'),
    cost: more('cost_total scene'),
  }).toEqual({ rooms: 1, rounds: 1, calls: 2, prompt: 20, completion: 8, cost: 4 });
  expect(more('call_seconds_sum scene')).toBeCloseTo(1, 5);
});
