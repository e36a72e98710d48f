import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeAll, expect, inject, it } from 'vitest';
import { sha256 } from '../../src/base/hash';
import type { Json } from '../../src/base/json';
import { sleep } from '../../src/base/sleep';
import type { Problem } from '../../src/contract/problems';
import { type Belongings, makeBelongings } from '../support/belongings';
import { sample } from '../support/depth';
import { undocumented } from '../support/documented';
import { fitting, HOSTILE_RAW, type Schemas, spoilt } from '../support/hostile-bodies';
import { idle } from '../support/rooms';
import { fillRow, SAMPLES } from '../support/route-samples';
import { type Answer, call, get, OPERATOR, send } from '../support/stage-client';

/** Any body to any route never causes a server error, and a refused request changes nothing. */

const SEED = 20261122;
const FITTING = 4;
const SPOILT = 10;

interface Operation {
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
}
interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Schemas };
}

interface Sent {
  type: string | null;
  raw: string | Uint8Array<ArrayBuffer>;
}

let own: Belongings;
let document: OpenApi;

beforeAll(async () => {
  own = await makeBelongings(OPERATOR, `${inject('fakeReceiverUrl')}/in/ok/fuzz`);
  await get('POST /v1/tenants', OPERATOR, { name: 'walked' });
  document = (await (await call('GET /openapi.json', { key: null })).json()) as OpenApi;
});

/** Routes with a body, including the one whose body is defined by the MCP protocol. */
const rows = Object.entries(SAMPLES).flatMap(([row, { body }]) => (body ? [row] : []));

const json = (body: Json): Sent => ({ type: 'application/json', raw: JSON.stringify(body) });

function bodiesOf(row: string): Sent[] {
  const [method = '', path = ''] = row.split(' ');
  const content = document.paths[path]?.[method.toLowerCase()]?.requestBody?.content;
  const schema = content?.['application/json']?.schema;
  const sample = SAMPLES[row]?.body?.(own, 700);
  const isFile = sample instanceof Uint8Array;
  const none = HOSTILE_RAW.map(([type, raw]): Sent => ({ type, raw }));
  const files = isFile
    ? [...new Array(SPOILT).keys()].map((n): Sent => {
        const bytes = new Uint8Array(sample);
        for (let k = 0; k < 3; k += 1) bytes[(n * 7919 + k * 31) % bytes.length] = (n * 37 + k) % 256;
        return { type: 'application/octet-stream', raw: n % 3 === 0 ? bytes.slice(0, 40 * n) : bytes };
      })
    : [];
  const good = schema ? fitting(schema, document.components.schemas) : fc.constant<Json>(null);
  const take = (bodies: fc.Arbitrary<Json>, numRuns: number, seed: number) =>
    fc.sample(bodies, { numRuns, seed }).map(json);
  const base = isFile || sample === undefined ? [] : take(spoilt(fc.constant(sample as Json)), SPOILT, SEED);
  return [
    ...none,
    ...files,
    ...base,
    ...(schema ? [...take(good, FITTING, SEED + 1), ...take(spoilt(good), SPOILT, SEED + 2)] : []),
  ];
}

/** Created runs are not started, because playing is not tested here. */
const calm = ({ type, raw }: Sent, row: string): Sent =>
  row === 'POST /v1/runs' && typeof raw === 'string'
    ? { type, raw: raw.replaceAll('"start":true', '"start":false') }
    : { type, raw };

const OF_KEY = 'requests with this key';

/**
 * Repeats a request after a 429: a fast machine exceeds the rate limit, and a 429 says nothing about the
 * body.
 */
async function callInTime(target: string, asked: Parameters<typeof call>[1]): Promise<Response> {
  for (;;) {
    const response = await call(target, asked);
    if (response.status !== 429 || !(await response.clone().text()).includes(OF_KEY)) return response;
    await sleep(1000 * Number(response.headers.get('Retry-After') ?? 1));
  }
}

async function ask(row: string, body: Sent): Promise<Answer> {
  const { type, raw } = calm(body, row);
  const { query, headers = {} } = SAMPLES[row] ?? {};
  const target = fillRow(row, { ...SAMPLES[row], ...(query && { query }) }, own);
  const key = row === 'POST /v1/seats/accept' || row.endsWith('/deliver') ? null : OPERATOR;
  const { 'Content-Type': _, ...others } = headers;
  const response = await callInTime(target, {
    key,
    raw,
    headers: { ...others, ...(type === null ? { 'Content-Type': '' } : { 'Content-Type': type }) },
  });
  const text = await response.text();
  let parsed: Json = null;
  try {
    parsed = JSON.parse(text) as Json;
  } catch {
    // Not every answer is JSON.
  }
  return { status: response.status, text, json: parsed, headers: response.headers };
}

async function readHash(path: string): Promise<string> {
  const response = await callInTime(`GET /v1/${path}`, { key: OPERATOR });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return sha256(await response.text());
}

async function lookAround(): Promise<Record<string, string>> {
  await send(`DELETE /v1/scenes/${own.scene}/autonomy`);
  await idle(own.scene);
  const reads = [
    ...[`scenes/${own.scene}`, `scenes/${own.scene}/events?limit=1000`, `scenes/${own.scene}/seats`],
    ...[`runs/${own.run}`, `runs/${own.pushed}`, `runs/${own.adventure}`, `runs/${own.adventure}/objectives`],
    ...['webhooks', 'hooks', 'keys', 'tenants', 'tenants/walked', 'tenants/walked/budget'],
    ...['worlds', 'campaigns', 'arcs', 'characters', 'personas', 'lorebooks', 'profiles'].map(
      (kind) => `${kind}?limit=200`,
    ),
    `characters/${own.character}/portrait`,
  ];
  const read = await Promise.all(
    reads.map(async (path): Promise<[string, string]> => [path, await readHash(path)]),
  );
  const { results } = await env.DB.prepare(
    'SELECT (SELECT COUNT(*) FROM library) AS items, (SELECT SUM(version) FROM library) AS versions, (SELECT COUNT(*) FROM stories) AS stories',
  ).all();
  const rooms = await runInDurableObject(
    env.TENANTS.get(env.TENANTS.idFromName('local')) as DurableObjectStub,
    (_, { storage }) => storage.sql.exec('SELECT COUNT(*) AS n FROM rooms').one(),
  );
  const portraits = (await env.BUCKET.list({ prefix: 'library/' })).objects.map(
    ({ key, etag }) => `${key} ${etag}`,
  );
  return { ...Object.fromEntries(read), index: JSON.stringify([results, rooms, portraits]) };
}

const isProtocolError = ({ json }: Answer): boolean => {
  const { code, message } = (json as { error?: { code?: unknown; message?: unknown } } | null)?.error ?? {};
  return Number.isInteger(code) && typeof message === 'string' && message !== '';
};

const isOurs = ({ status }: Answer): boolean => status >= 500 && ![502, 503, 508].includes(status);

it('has bodies for every operation of the document that takes one', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) =>
      requestBody ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  );
  expect(operations.filter((row) => !rows.includes(row))).toEqual([]);
  expect(operations.length).toBeGreaterThan(45);
});

it.each(sample(rows, 12))(
  '%s: nothing breaks it, and what it refuses changes nothing',
  async (row) => {
    const bodies = bodiesOf(row);
    const refused: Sent[] = [];
    for (const body of bodies) {
      const answer = await ask(row, body);
      const shown = `${body.type} ${typeof body.raw === 'string' ? body.raw.slice(0, 600) : '(bytes)'}: ${answer.status} ${answer.text.slice(0, 300)}`;
      expect(isOurs(answer), shown).toBe(false);
      // An invalid MCP message gets an error of the protocol.
      const isOfProtocol = row === 'POST /mcp' && isProtocolError(answer);
      if (!isOfProtocol) expect(undocumented(row, answer).slice(0, 5), shown).toEqual([]);
      if (answer.status < 400) continue;
      refused.push(body);
      if (isOfProtocol) continue;
      // Clients of OpenAI's API get its errors, as documented.
      if (row.includes('/openai/')) continue;
      const { type, status, detail, fix } = answer.json as unknown as Problem;
      expect([status, Boolean(type && detail && fix)], shown).toEqual([answer.status, true]);
    }
    expect(refused.length).toBeGreaterThan(5);
    // Repeat the refused ones, without accepted ones in between.
    const before = await lookAround();
    const again = [];
    for (const body of refused) again.push((await ask(row, body)).status);
    const after = await lookAround();
    if (again.every((status) => status >= 400)) expect(after).toEqual(before);
    else expect(again.filter((status) => status < 400).length).toBeLessThan(refused.length / 2);
  },
  60_000,
);
