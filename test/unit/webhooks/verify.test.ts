import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sha256 } from '../../../src/base/hash';
import type { Delivery, Verification } from '../../../src/contract/hooks';
import { makeSecret, rotate, signMessage, validSecrets } from '../../../src/webhooks/send';
import { verifyDelivery } from '../../../src/webhooks/verify';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const SECONDS = NOW / 1000;
const BODY = JSON.stringify({ text: 'Ahoy', id: '99', type: 2 });
const SECRET = makeSecret(new Uint8Array(32).fill(7));
const TOKEN = 'a-token-that-nobody-guesses';
const discord = generateKeyPairSync('ed25519');
/** The last 32 bytes of the encoding are the key itself. */
const DISCORD_KEY = Buffer.from(discord.publicKey.export({ format: 'der', type: 'spki' }))
  .subarray(-32)
  .toString('hex');
const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

type Make = (body: string, seconds: number) => Record<string, string>;

/** How each sender signs a body at a given time, with our secret. */
const SIGN: Record<Verification, Make> = {
  standard: (body, seconds) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': new Webhook(SECRET).sign('msg_1', new Date(seconds * 1000), body),
  }),
  github: (body) => ({
    'x-hub-signature-256': `sha256=${hmac(SECRET, body)}`,
    'x-github-delivery': 'guid-1',
  }),
  slack: (body, seconds) => ({
    'x-slack-request-timestamp': String(seconds),
    'x-slack-signature': `v0=${hmac(SECRET, `v0:${seconds}:${body}`)}`,
  }),
  discord: (body, seconds) => ({
    'x-signature-timestamp': String(seconds),
    'x-signature-ed25519': Buffer.from(sign(null, Buffer.from(seconds + body), discord.privateKey)).toString(
      'hex',
    ),
  }),
  bearer: () => ({ authorization: `Bearer ${TOKEN}`, 'idempotency-key': 'k1' }),
};
const secretOf = async (kind: Verification): Promise<string> =>
  kind === 'discord' ? DISCORD_KEY : kind === 'bearer' ? sha256(TOKEN) : SECRET;

async function check(kind: Verification, delivery: Delivery, secrets?: string[]) {
  return verifyDelivery(kind, delivery, { secrets: secrets ?? [await secretOf(kind)], now: NOW });
}
const signed = (kind: Verification, body = BODY, seconds = SECONDS): Delivery => ({
  headers: SIGN[kind](body, seconds),
  body,
});
const forged = { ok: false, failure: { code: 'unauthenticated', fix: expect.stringContaining('hook') } };

// The Standard Webhooks library reads the clock itself.
beforeEach(() => vi.setSystemTime(NOW));
afterEach(() => vi.useRealTimers());

const KINDS = Object.keys(SIGN) as Verification[];

describe('a delivery signed as standard with the svix- names of the headers', () => {
  const rename = ({ headers, body }: Delivery): Delivery => ({
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.replace('webhook-', 'svix-'), value]),
    ),
    body,
  });

  it('is accepted under the id that it names', async () => {
    const found = await check('standard', rename(signed('standard')));
    expect(found).toMatchObject({ ok: true, value: { ids: ['msg_1'], payload: { text: 'Ahoy' } } });
  });

  it('is refused if its signature is wrong, or it is too old', async () => {
    const { headers } = rename(signed('standard'));
    expect(await check('standard', { headers, body: `${BODY} ` })).toMatchObject(forged);
    expect(await check('standard', rename(signed('standard', BODY, SECONDS - 301)))).toMatchObject(forged);
  });

  it('takes id, timestamp and signature from one set of names', async () => {
    const { headers } = signed('standard');
    const mixed: Record<string, string> = { ...headers, 'svix-id': 'msg_2' };
    expect(await check('standard', { headers: mixed, body: BODY })).toMatchObject({
      value: { ids: ['msg_1'] },
    });
    const { 'webhook-id': _, ...rest } = mixed;
    expect(await check('standard', { headers: rest, body: BODY })).toMatchObject(forged);
  });
});

describe.each(KINDS)('a delivery signed as %s', (kind) => {
  it('is taken when its signature fits', async () => {
    const found = await check(kind, signed(kind));
    expect(found).toMatchObject({ ok: true, value: { payload: { text: 'Ahoy' }, greeting: null } });
  });

  it('is taken with either secret while they are rotated', async () => {
    const other = kind === 'discord' ? '0'.repeat(64) : makeSecret(new Uint8Array(32));
    const own = await secretOf(kind);
    expect((await check(kind, signed(kind), [other, own])).ok).toBe(true);
    expect(await check(kind, signed(kind), [other])).toMatchObject(forged);
    expect(await check(kind, signed(kind), [])).toMatchObject(forged);
  });

  it('is refused without each of its headers', async () => {
    for (const name of Object.keys(SIGN[kind](BODY, SECONDS))) {
      if (name === 'idempotency-key') continue;
      const { headers, body } = signed(kind);
      const { [name]: _, ...rest } = headers;
      expect([name, await check(kind, { headers: rest, body })]).toMatchObject([name, forged]);
    }
  });

  it('is refused with any signature that is a little wrong, shorter, longer or none', async () => {
    const { headers, body } = signed(kind);
    const name =
      Object.keys(headers).find((key) => /signature-?(256|ed25519)?$|authorization/.test(key)) ?? '';
    const good = headers[name] ?? '';
    const flip = good.slice(0, -3) + (good.at(-3) === '0' ? '1' : '0') + good.slice(-2);
    const cut = [flip, good.slice(0, -2), `${good}00`, good.split(/[=, ]/)[0] ?? '', 'nonsense', ''];
    for (const bad of cut.filter((one) => one !== good)) {
      const found = await check(kind, { headers: { ...headers, [name]: bad }, body });
      expect([bad, found]).toMatchObject([bad, forged]);
    }
  });

  it('is refused when it is no JSON object, however well signed', async () => {
    for (const body of ['', 'text', '[1]', 'null', '"x"', '{"a":']) {
      const found = await check(kind, signed(kind, body));
      expect([body, found]).toMatchObject([body, { ok: false, failure: { code: 'invalid' } }]);
    }
  });
});

describe.each(KINDS.filter((kind) => kind !== 'bearer'))('a body signed as %s', (kind) => {
  it('is refused when one byte of it is another', async () => {
    const { headers, body } = signed(kind);
    expect(await check(kind, { headers, body: body.replace('Ahoy', 'ahoy') })).toMatchObject(forged);
  });
});

describe.each(['standard', 'slack', 'discord'] as const)('a timestamp of %s', (kind) => {
  it('is good for five minutes, either way', async () => {
    for (const off of [-300, 0, 300])
      expect((await check(kind, signed(kind, BODY, SECONDS + off))).ok).toBe(true);
    for (const off of [-301, 301, -86_400, 86_400]) {
      const found = await check(kind, signed(kind, BODY, SECONDS + off));
      expect([off, found]).toMatchObject([off, forged]);
    }
  });

  it('is part of what is signed', async () => {
    const { headers, body } = signed(kind, BODY, SECONDS - 1_000);
    const name = Object.keys(headers).find((key) => key.endsWith('timestamp')) ?? '';
    expect(await check(kind, { headers: { ...headers, [name]: String(SECONDS) }, body })).toMatchObject(
      forged,
    );
    for (const nonsense of ['', 'now', '1e99', '-1', String(NOW)])
      expect(await check(kind, { headers: { ...headers, [name]: nonsense }, body })).toMatchObject(forged);
  });
});

describe('the names of a delivery', () => {
  const idsOf = async (kind: Verification, delivery: Delivery) => {
    const found = await check(kind, delivery);
    return found.ok ? found.value.ids : found;
  };

  it('are what its sender calls it', async () => {
    expect(await idsOf('standard', signed('standard'))).toEqual(['msg_1']);
    expect(await idsOf('discord', signed('discord'))).toEqual(['99']);
    expect(await idsOf('bearer', signed('bearer'))).toEqual(['k1']);
    const slack = JSON.stringify({ event_id: 'Ev1', trigger_id: 'T1' });
    expect(await idsOf('slack', signed('slack', slack))).toEqual(['Ev1', 'T1']);
  });

  it('are its signature where the sender says none, or signs none', async () => {
    const { headers } = signed('github');
    expect(await idsOf('github', signed('github'))).toEqual(['guid-1', headers['x-hub-signature-256']]);
    const slack = signed('slack');
    expect(await idsOf('slack', slack)).toEqual([slack.headers['x-slack-signature']]);
  });

  it('are none of a bearer token alone', async () => {
    const { body } = signed('bearer');
    expect(await idsOf('bearer', { headers: { authorization: `Bearer ${TOKEN}` }, body })).toEqual([]);
  });
});

it('a greeting is answered and moves nothing, but only when it is signed', async () => {
  const ping = JSON.stringify({ type: 1 });
  expect(await check('discord', signed('discord', ping))).toMatchObject({ value: { greeting: { type: 1 } } });
  expect(await check('discord', { ...signed('discord'), body: ping })).toMatchObject(forged);
  const hello = JSON.stringify({ type: 'url_verification', challenge: 'abc' });
  expect(await check('slack', signed('slack', hello))).toMatchObject({
    value: { greeting: { challenge: 'abc' } },
  });
  const { headers, body } = signed('github');
  const pinged = await check('github', { headers: { ...headers, 'x-github-event': 'ping' }, body });
  expect(pinged).toMatchObject({ value: { greeting: { pong: true } } });
});

describe('a form of Slack', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = (body: string): Delivery => ({ headers: { ...SIGN.slack(body, SECONDS), ...form }, body });

  it('is read field by field, or from its payload', async () => {
    const command = await check('slack', sent('command=%2Fsay&text=hello+there&trigger_id=1.2'));
    expect(command).toMatchObject({
      value: { ids: ['1.2'], payload: { command: '/say', text: 'hello there' } },
    });
    const button = await check(
      'slack',
      sent(`payload=${encodeURIComponent('{"actions":[{"value":"go"}]}')}`),
    );
    expect(button).toMatchObject({ value: { payload: { actions: [{ value: 'go' }] } } });
    expect(await check('slack', sent('payload=%7B'))).toMatchObject({ failure: { code: 'invalid' } });
  });
});

describe('our own signatures', () => {
  it('fit by the library that receivers use, with the old secret too for a day after a rotation', () => {
    const old = [{ secret: SECRET, until: null }];
    const fresh = makeSecret(new Uint8Array(32).fill(9));
    const secrets = rotate(old, fresh, NOW);
    const body = '{"type":"x"}';
    const both = signMessage('msg_2', body, NOW, validSecrets(secrets, NOW + 1));
    for (const secret of [SECRET, fresh]) expect(() => new Webhook(secret).verify(body, both)).not.toThrow();
    const later = signMessage('msg_2', body, NOW, validSecrets(secrets, NOW + 24 * 3600 * 1000));
    expect(() => new Webhook(fresh).verify(body, later)).not.toThrow();
    expect(() => new Webhook(SECRET).verify(body, later)).toThrow();
  });

  it('are made with the newest two secrets, however often they are rotated', () => {
    const one = [{ secret: 'one', until: null }];
    const three = rotate(rotate(one, 'two', NOW), 'three', NOW + 1);
    expect(validSecrets(three, NOW + 2)).toEqual(['three', 'two']);
  });
});
