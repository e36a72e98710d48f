import { env, exports } from 'cloudflare:workers';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { NewTenant, Ticket } from '../../src/contract/access';
import type { NewHook } from '../../src/contract/hooks';
import type { TurnAccepted } from '../../src/contract/rounds';
import type { Scene } from '../../src/contract/scenes';
import type { NewSeat, SeatAccepted } from '../../src/contract/seats';
import type { NewWebhook } from '../../src/contract/webhooks';
import { canary, findCanaries } from '../support/fake-echo';
import type { Received } from '../support/fake-receiver';
import { controlModel, until } from '../support/rooms';
import { get, OPERATOR, send } from '../support/stage-client';

/**
 * Other outputs than the scene itself (canaries.test.ts): the Worker's log, problems, usage and budgets,
 * webhooks, exports. Searches them for a canary from each private place, and for every issued secret.
 */

const receiver = inject('fakeReceiverUrl');
const MODEL = 'fake:echo#doors';
const PROFILE = { provider: 'openai', model: MODEL };
const SCENE = {
  title: 'A kitchen in a storm',
  characters: [
    { name: 'Ada', secrets: canary('secretada'), goals: canary('goalada') },
    { name: 'Bo', secrets: canary('secretbo') },
  ],
  personas: [
    { name: 'Mara', secrets: canary('secretmara') },
    { name: 'Jo', secrets: canary('secretjo') },
  ],
  notes: { scene: canary('authornote') },
  profiles: { director: PROFILE, character: { ...PROFILE, expectsJson: true } },
};

const logged: string[] = [];
const problems: { who: string; text: string }[] = [];
/** Everything that opens or signs something. */
const secrets = new Map<string, string>([
  ['the operator', OPERATOR],
  ['the model', 'sk-fake-model-key'],
]);
let key = '';
let scene = '';
let exported = '';

const post = <T>(path: string, body?: unknown, as: string | null = key) =>
  get<T>(`POST /v1/${path}`, as, body);
const received = async (name: string): Promise<Received[]> =>
  (await fetch(`${receiver}/log/${name}`)).json() as Promise<Received[]>;

function keepLog(): void {
  for (const method of ['debug', 'info', 'log', 'warn', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((...args: unknown[]) => {
      logged.push(
        args.map((one) => (one instanceof Error ? `${one.stack} ${String(one.cause)}` : show(one))).join(' '),
      );
    });
}
const show = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

async function refused(
  who: string,
  row: string,
  as: string | null,
  body?: unknown,
  headers = {},
): Promise<void> {
  const { status, text } = await send(row, as, body, headers);
  expect([row, status >= 400]).toEqual([row, true]);
  problems.push({ who, text });
}

async function takeSeat(persona: string, name: string): Promise<string> {
  const made = await post<NewSeat>(`scenes/${scene}/seats`, { role: 'player', persona });
  const taken = await post<SeatAccepted>('seats/accept', { invitation: made.invitation, name }, null);
  secrets
    .set(`the invitation of ${name}`, made.invitation ?? '')
    .set(`the seat of ${name}`, taken.token ?? '');
  return taken.token ?? '';
}

const say = (token: string, body: object) =>
  post<TurnAccepted>(`scenes/${scene}/turns?wait=1`, { type: 'user', ...body }, token);

beforeAll(async () => {
  keepLog();
  key = (await post<NewTenant>('tenants', { name: 'doors' }, OPERATOR)).key.key ?? '';
  secrets.set('the tenant', key);
  scene = (await post<Scene>('scenes', SCENE)).id;
  const [mara, jo] = [await takeSeat('mara', 'Frieda'), await takeSeat('jo', 'Till')];
  const subscribe = async (as: 'owner' | 'spectator', mode = 'ok') => {
    const url = `${receiver}/in/${mode}/doors-${as}-${mode}`;
    const made = await post<NewWebhook>('webhooks', { url, as, room: scene });
    secrets.set(`the webhook of ${as} ${mode}`, made.secret ?? '');
    return made.id;
  };
  await subscribe('owner');
  await subscribe('spectator');
  const broken = await subscribe('owner', '500');
  const hook = await post<NewHook>('hooks', {
    ...{
      room: scene,
      verify: 'bearer',
      turn: { text: 'A bird says {{text}}.', personaId: 'mara', to: ['ada'] },
    },
    responseUrl: `${receiver}/in/ok/doors-reply`,
  });
  secrets.set('the hook', hook.secret ?? '');

  await post(`scenes/${scene}/notes`, { text: canary('notemara') }, mara);
  await say(mara, { text: `Ada, ${canary('whispertoada')}.`, to: ['ada'], whisper: true });
  await say(jo, { text: `Bo, ${canary('whispertobo')}.`, to: ['bo'], whisper: true });
  await say(mara, { text: 'Listen, everybody.', to: ['ada', 'bo'] });
  const deliver = `POST /v1/hooks/${hook.id}/deliver`;
  await get(deliver, hook.secret, { text: 'hello' });
  await until(() => received('doors-reply')).holds((log) => log.length > 0);

  // Several failures at once: the endpoint repeats its key, the index is down, an object is broken.
  await controlModel({ model: MODEL, script: [{ mode: '401', times: 9 }] });
  expect((await say(jo, { text: 'And now?' })).status).toBe('failed');
  await controlModel({ model: MODEL, script: [] });
  const tables = ['rooms', 'rounds', 'calls', 'library', 'stories', 'webhooks', 'hooks'];
  const rename = (from: string, to: string) =>
    env.DB.batch(tables.map((t) => env.DB.prepare(`ALTER TABLE ${from}${t} RENAME TO ${to}${t}`)));
  await rename('', 'away_');
  await post(`scenes/${scene}/rounds/5/retry`);
  await refused('the owner', 'GET /v1/scenes', key);
  await refused('the owner', 'GET /v1/characters?q=zq', key);
  await refused('the owner', 'POST /v1/characters', key, { name: 'Cy', secrets: canary('secretcy') });
  await refused('the owner', 'GET /v1/usage', key);
  await refused('the owner', 'POST /v1/webhooks', key, { url: `${receiver}/in/ok/x` });
  await until(() => get<Scene>(`GET /v1/scenes/${scene}`, key)).holds(
    ({ round, failed }) => round === null && failed === null,
  );
  await rename('away_', '');
  await post(`webhooks/${broken}/test`);

  const wrong = (secret: string) => secret.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
  const path = `/v1/scenes/${scene}`;
  const { ticket } = await post<Ticket>(`scenes/${scene}/tickets`);
  secrets.set('the ticket', ticket);
  for (const [who, as] of [
    ['the owner', key],
    ['mara', mara],
    ['jo', jo],
    ['a stranger', wrong(key)],
    ['a stranger', wrong(mara)],
    ['a stranger', null],
  ] as const) {
    await refused(who, `POST ${path}/turns`, as, {
      type: 'user',
      text: 'x',
      personaId: 'nobody',
      to: ['nobody'],
    });
    await refused(who, `POST ${path}/turns`, as, { type: 'user', text: 7, [canary('ownfield')]: 1 });
    await refused(who, `GET ${path}/rounds/99`, as);
    await refused(who, `GET ${path}/socket?ticket=${wrong(ticket)}`, as, undefined, { Upgrade: 'websocket' });
    await refused(who, `PATCH ${path}/lines/1`, as, { text: 'x' });
    await refused(who, 'PUT /v1/tenants/doors/budget', as, { calls: 1 });
  }
  await refused('a stranger', 'POST /v1/seats/accept', null, {
    invitation: secrets.get('the invitation of Till'),
    name: 'X',
  });
  await refused('a stranger', deliver, wrong(hook.secret ?? ''), { text: canary('forged') });
  await refused('the owner', deliver, hook.secret, { other: canary('untold') });
  const once = { 'Idempotency-Key': 'same' };
  await get(`POST ${path}/notes`, mara, { text: canary('notemara') }, once);
  await refused('mara', `POST ${path}/notes`, mara, { text: 'other' }, once);
  const halfJson = new TextEncoder().encode(`{"text": ${canary('nojson')}`);
  await refused('jo', `POST ${path}/turns`, jo, halfJson, { 'Content-Type': 'application/json' });

  const zip = await exports.default.fetch(
    new Request(`https://stage.test${path}/export`, { headers: { Authorization: `Bearer ${key}` } }),
  );
  exported = Object.entries(unzipSync(new Uint8Array(await zip.arrayBuffer())))
    .map(([name, bytes]) => `${name}\n${strFromU8(bytes)}`)
    .join('\n');
  await until(async () => [await received('doors-owner-ok'), await received('doors-spectator-ok')]).holds(
    (logs) => logs.every((log) => log.filter(({ body }) => body.includes('round.completed')).length >= 5),
  );
}, 120_000);

/** Secrets in a text, except the reader's own. */
const leaked = (text: string, ...own: string[]): string[] =>
  [...secrets]
    .filter(([who, secret]) => secret !== '' && text.includes(secret) && !own.includes(who))
    .map(([who]) => who);

describe('a canary in each private place, and every secret', () => {
  it('is in no line of the log, though everything goes wrong', () => {
    const log = logged.join('\n');
    // The log must not be empty, or the test shows nothing.
    expect(log).toMatch(/no such table/);
    expect(findCanaries(log)).toEqual([]);
    expect(leaked(log)).toEqual([]);
    expect(log).not.toMatch(/\b(?:st|si|tk|ps)_[a-z0-9]+_[A-Za-z0-9_]{20}|whsec_/);
  });

  it('is in no problem that anybody is answered', () => {
    expect(problems.length).toBeGreaterThan(30);
    for (const { who, text } of problems) {
      const found = findCanaries(text).filter((name) => name !== 'ownfield');
      expect([who, text, found, leaked(text)]).toEqual([who, text, [], []]);
    }
  });

  it('is in no usage and no budget', async () => {
    for (const by of ['day', 'room', 'seat', 'role', 'model'])
      expect(findCanaries(JSON.stringify(await get(`GET /v1/usage?by=${by}`, key)))).toEqual([]);
    for (const row of [
      'GET /v1/budgets',
      'GET /v1/keys',
      'GET /v1/webhooks',
      'GET /v1/hooks',
      'GET /v1/scenes',
    ]) {
      const { text } = await send(row, key);
      expect([row, findCanaries(text), leaked(text)]).toEqual([row, [], []]);
    }
    for (const row of ['GET /v1/tenants', 'GET /v1/tenants/doors', 'GET /v1/tenants/doors/budget']) {
      const { text } = await send(row);
      expect([row, findCanaries(text), leaked(text)]).toEqual([row, [], []]);
    }
  });

  it("goes to a webhook only where it is the owner's, and secrets to none", async () => {
    const all = async (name: string) => JSON.stringify(await received(name));
    expect(findCanaries(await all('doors-spectator-ok'))).toEqual([]);
    expect(findCanaries(await all('doors-owner-ok'))).toEqual(
      expect.arrayContaining(['authornote', 'notemara', 'secretada', 'whispertobo']),
    );
    expect(findCanaries(await all('doors-reply'))).toEqual([]);
    for (const name of ['doors-spectator-ok', 'doors-owner-ok', 'doors-owner-500', 'doors-reply'])
      expect([name, leaked(await all(name))]).toEqual([name, []]);
  });

  it("is in the owner's export, which has no secret that opens anything", () => {
    expect(findCanaries(exported)).toEqual(
      expect.arrayContaining(['authornote', 'notemara', 'secretada', 'secretjo', 'whispertobo']),
    );
    expect(leaked(exported)).toEqual([]);
    expect(exported).not.toMatch(/\b(?:st|si|tk|ps)_[a-z0-9]+_[A-Za-z0-9_]{20}|whsec_|127\.0\.0\.1/);
  });
});
