import { env } from 'cloudflare:workers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { Caller } from '../../src/contract/access';
import type { KeptSeat, Person } from '../../src/contract/people';
import type { Scene } from '../../src/contract/scenes';
import { createApp } from '../../src/http/app';
import { SCENE } from '../support/belongings';
import { connectMcp, dataOf, textOf } from '../support/mcp-client';
import { call, get, OPERATOR, seatPerson } from '../support/stage-client';

const TEAM = inject('fakeAccessUrl');
const AUD = 'aud-of-the-stage';
type Signer = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];
let signer: Signer;
let forger: Signer;

const control = (order: object) =>
  fetch(`${TEAM}/control`, { method: 'POST', body: JSON.stringify(order) }).then((answer) => answer.text());

interface Word {
  email?: string;
  aud?: string;
  iss?: string;
  until?: string;
  by?: Signer;
  kid?: string;
}
function sign({
  email = 'ada@example.com',
  aud = AUD,
  iss = TEAM,
  until = '1h',
  by = signer,
  kid = 'k1',
}: Word = {}) {
  return new SignJWT(email === '' ? {} : { email })
    .setProtectedHeader({ alg: 'RS256', kid })
    .setIssuer(iss)
    .setAudience(aud)
    .setIssuedAt()
    .setExpirationTime(until)
    .sign(by);
}
const ask = (
  row: string,
  assertion: string,
  more: { headers?: Record<string, string>; body?: unknown; key?: string } = {},
) =>
  call(row, {
    key: more.key ?? null,
    headers: { 'Cf-Access-Jwt-Assertion': assertion, ...more.headers },
    ...(more.body !== undefined && { body: more.body }),
  });
const statusOf = async (row: string, assertion: string, more?: Parameters<typeof ask>[2]) => {
  const answer = await ask(row, assertion, more);
  await answer.text();
  return answer.status;
};

beforeAll(async () => {
  const pair = await generateKeyPair('RS256', { extractable: true });
  signer = pair.privateKey;
  forger = (await generateKeyPair('RS256')).privateKey;
  await control({ keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] });
});

describe('the word of Cloudflare Access', () => {
  it.each(['error', 'garbage', 'no keys', 'silent'])(
    'is not believed while the keys are: %s',
    async (mood) => {
      await control({ mood });
      const answer = await ask('GET /v1/people/me', await sign());
      expect(answer.status).toBe(503);
      expect(await answer.text()).toContain('public keys');
      await control({ mood: 'good' });
    },
  );

  it('names a person, who is the same each time, and keeps seats', async () => {
    const one = (await (
      await ask('GET /v1/people/me', await sign({ email: 'Frieda@example.com' }))
    ).json()) as Person;
    expect(one).toMatchObject({ email: 'frieda@example.com', passkeys: [], seats: [] });
    const scene = await get<Scene>('POST /v1/scenes', OPERATOR, SCENE);
    const seat = await seatPerson(scene.id, 'player', 'mara', 'Frieda');
    const word = await sign({ email: 'frieda@example.com' });
    const kept = (await (
      await ask('POST /v1/people/me/seats', word, { body: { token: seat.token } })
    ).json()) as KeptSeat;
    expect(kept.scene).toBe(scene.id);
    const again = (await (await ask('GET /v1/people/me', word)).json()) as Person;
    expect(again.id).toBe(one.id);
    expect(again.seats).toHaveLength(1);
    expect(await statusOf('DELETE /v1/people/me', word)).toBe(204);
    expect(await env.DB.prepare('SELECT 1 FROM people WHERE id = ?').bind(one.id).first()).toBeNull();
  });

  it('is refused when it is forged, too old, of another team or application, or names nobody', async () => {
    const [head = '', , tail = ''] = (await sign()).split('.');
    const payload = btoa(
      JSON.stringify({ email: 'boss@example.com', iss: TEAM, aud: AUD, exp: 9e9 }),
    ).replace(/=/g, '');
    const none = `${btoa('{"alg":"none"}').replace(/=/g, '')}.${payload}.`;
    const secret = new TextEncoder().encode('x'.repeat(32));
    const symmetric = await new SignJWT({ email: 'boss@example.com' })
      .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
      .setIssuer(TEAM)
      .setAudience(AUD)
      .setExpirationTime('1h')
      .sign(secret);
    const words = [
      await sign({ by: forger }),
      await sign({ by: forger, kid: 'k2' }),
      await sign({ until: '-1h' }),
      await sign({ iss: 'https://other.cloudflareaccess.com' }),
      await sign({ aud: 'another-application' }),
      await sign({ email: '' }),
      ...[`${head}.${payload}.${tail}`, none, symmetric, 'x', 'a.b.c'],
    ];
    for (const word of words) {
      expect(await statusOf('GET /v1/people/me', word)).toBe(401);
      expect(await statusOf('GET /v1/scenes', word)).toBe(401);
    }
  });

  it('lets an owner use the tools of an owner, and nobody else', async () => {
    const owner = await connectMcp(null, undefined, { 'Cf-Access-Jwt-Assertion': await sign() });
    const { scene } = dataOf<{ scene: string }>(
      await owner.tool('create_scene', { characters: [{ name: 'Ada' }], provider: 'understudy' }),
    );
    expect(textOf(await owner.tool('list_scenes'))).toContain(scene);
    expect(await owner.read(`proscenium://scenes/${scene}/transcript`)).toContain('# ');
    for (const word of [await sign({ email: 'eve@example.com' }), await sign({ by: forger })])
      await expect(connectMcp(null, undefined, { 'Cf-Access-Jwt-Assertion': word })).rejects.toThrow();
    // Access's header is ignored on a request from another site.
    const foreign = { 'Cf-Access-Jwt-Assertion': await sign(), Origin: 'https://evil.example' };
    await expect(connectMcp(null, undefined, foreign)).rejects.toThrow();
  });

  it('makes owners of those whom the operator lists, and never an operator', async () => {
    for (const email of ['ada@example.com', 'anyone@owners.test']) {
      const caller = await ask('GET /v1/me', await sign({ email }));
      expect(await caller.json()).toEqual({
        ...{ tenant: 'local', operator: false, key: null, scope: 'full', room: null, publicUrl: null },
      } satisfies Caller);
    }
    const word = await sign();
    expect(await statusOf('POST /v1/scenes', word, { body: SCENE })).toBe(201);
    expect(await statusOf('GET /v1/tenants', word)).toBe(403);
    expect(await statusOf('POST /v1/keys/codes', word)).toBe(403);
    for (const email of [
      'eve@example.com',
      'ada@example.com.evil.test',
      'x@notowners.test',
      'x@sub.owners.test',
    ])
      expect(await statusOf('GET /v1/scenes', await sign({ email }))).toBe(401);
  });

  it('tells a page whom it names, and whether that is an owner', async () => {
    const read = async (assertion?: string) =>
      (
        await call('GET /v1/stage', {
          key: null,
          ...(assertion && { headers: { 'Cf-Access-Jwt-Assertion': assertion } }),
        })
      ).json();
    expect(await read()).toMatchObject({ visitor: null });
    expect(await read(await sign())).toMatchObject({ visitor: { email: 'ada@example.com', owner: true } });
    expect(await read(await sign({ email: 'eve@example.com' }))).toMatchObject({
      visitor: { email: 'eve@example.com', owner: false },
    });
    expect(await statusOf('GET /v1/stage', await sign({ by: forger }))).toBe(401);
  });

  it('opens a socket, which ends with it', async () => {
    const scene = await get<Scene>('POST /v1/scenes', OPERATOR, SCENE);
    const open = async (word: string) =>
      ask(`GET /v1/scenes/${scene.id}/socket`, word, { headers: { Upgrade: 'websocket' } });
    const opened = await open(await sign());
    expect(opened.status).toBe(101);
    opened.webSocket?.accept();
    opened.webSocket?.close(1000, 'done');
    const short = await open(await sign({ until: '60s' }));
    const closed = new Promise<number>((resolve) => {
      short.webSocket?.addEventListener('close', ({ code }) => resolve(code));
    });
    short.webSocket?.accept();
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 61_000);
    await get(`PATCH /v1/scenes/${scene.id}`, OPERATOR, { title: 'Not for everybody' });
    expect(await closed).toBe(4001);
    vi.restoreAllMocks();
  });

  it('gives pages of other sites nothing, and a key goes before it', async () => {
    const word = await sign();
    const foreign = [
      { Origin: 'https://evil.test' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
    ];
    for (const headers of foreign) {
      expect(await statusOf('GET /v1/scenes', word, { headers })).toBe(401);
      expect(await statusOf('GET /v1/people/me', word, { headers })).toBe(401);
    }
    const own = { Origin: 'https://stage.test', 'Sec-Fetch-Site': 'same-origin' };
    expect(await statusOf('GET /v1/scenes', word, { headers: own })).toBe(200);
    expect(await statusOf('GET /v1/scenes', word, { key: `ps_local_${'w'.repeat(32)}` })).toBe(401);
  });

  it('is ignored where it is not configured, and half a configuration is named', async () => {
    const word = await sign();
    const headers = { 'Cf-Access-Jwt-Assertion': word };
    const without = { ...env, ACCESS_TEAM_DOMAIN: '', ACCESS_AUD: '', ACCESS_OWNERS: '' };
    const app = createApp();
    for (const path of ['/v1/scenes', '/v1/people/me'])
      expect((await app.request(`https://stage.test${path}`, { headers }, without)).status).toBe(401);
    const half = await app.request('https://stage.test/healthz', {}, { ...env, ACCESS_AUD: '' });
    expect([half.status, (await half.text()).includes('ACCESS_AUD')]).toEqual([503, true]);
  });
});
