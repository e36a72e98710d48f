import { describe, expect, it } from 'vitest';
import { DEMO_TENANT } from '../../base/demo';
import { readConfig } from '../../config';
import { createScene } from '../../contract/create-scene';
import { readCursor, readNumberCursor, writeCursor } from '../../contract/cursors';
import { describeIssues } from '../../contract/problems';
import { turnInput } from '../../contract/rounds';
import { makeRoomId } from './lifecycle';

const pointersOf = (schema: typeof createScene | typeof turnInput, value: unknown) =>
  describeIssues(schema.safeParse(value).error?.issues ?? [], 'json').map(({ pointer }) => pointer);

describe('what is wrong with a body', () => {
  it('is named by JSON Pointers, unknown fields one by one', () =>
    expect(
      pointersOf(createScene, {
        titel: 'x',
        colour: 'red',
        characters: [{ name: 'Ada', 'a/b': 1 }],
        historyWindow: 'long',
      }).sort(),
    ).toEqual(['/characters/0/a~1b', '/colour', '/historyWindow', '/titel']));

  it('is the discriminator when that is unknown, and the body when it is no object', () => {
    expect(pointersOf(turnInput, { type: 'shout' })).toEqual(['/type']);
    expect(pointersOf(turnInput, [])).toEqual(['']);
  });

  it('is named by place outside the body', () => {
    const { error } = turnInput.safeParse({ type: 'shout' });
    expect(describeIssues(error?.issues ?? [], 'query')[0]?.pointer).toBe('query/type');
  });
});

describe('ids of new rooms', () => {
  it('follow from tenant and Idempotency-Key', async () => {
    const id = await makeRoomId('scn', 'acme', 'k1');
    expect(id).toMatch(/^scn_[0-9a-z]{20}$/);
    expect(await makeRoomId('scn', 'acme', 'k1')).toBe(id);
    expect(await makeRoomId('scn', 'acme', 'k2')).not.toBe(id);
    expect(await makeRoomId('scn', 'other', 'k1')).not.toBe(id);
  });

  it('are random without a key', async () => {
    const id = await makeRoomId('run', 'acme', null);
    expect(id).toMatch(/^run_[0-9a-z]{20}$/);
    expect(await makeRoomId('run', 'acme', null)).not.toBe(id);
  });
});

describe('cursors', () => {
  it('come back as the key they were made from', () => {
    const key = ['2026-01-01T00:00:00.000Z', 'scn_ü', 7];
    expect(writeCursor(key)).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(readCursor(writeCursor(key), ['string', 'string', 'number'])).toEqual({ ok: true, value: key });
  });

  it.each(['', '%%%', 'bm90IGpzb24', writeCursor(['one']), writeCursor([1, 2])])(
    'refuse what they did not make: %j',
    (cursor) =>
      expect(readCursor(cursor, ['string', 'string'])).toMatchObject({
        ok: false,
        failure: { code: 'invalid', errors: [{ pointer: 'query/cursor' }] },
      }),
  );

  it('of numbers take digits only', () => {
    expect(readNumberCursor('12')).toEqual({ ok: true, value: 12 });
    expect(readNumberCursor(undefined)).toEqual({ ok: true, value: null });
    for (const bad of ['', '-1', '1e3', 'x']) expect(readNumberCursor(bad)).toMatchObject({ ok: false });
  });
});

describe('the configuration', () => {
  const key = 'ps_local_test0test0test0test0test0test0';

  it('is the understudy without a model key, empty strings counting as unset', () =>
    expect(readConfig({ BOOTSTRAP_KEY: key, OPENAI_API_KEY: '', MODEL: ' ', CALL_TIMEOUT_S: '' })).toEqual({
      bootstrapKey: key,
      providers: {},
      model: { provider: 'understudy', model: 'understudy', models: {}, timeoutSeconds: 60 },
      embedding: null,
      arc: null,
      limits: { rooms: 10_000, sockets: 1_000 },
      retentionDays: null,
      metricsKey: null,
      passkeys: false,
      demo: false,
      access: null,
      corsOrigins: [],
      rateLimits: true,
      prices: { currency: 'USD', models: new Map(), fallback: null },
      outbox: true,
      discordUrl: 'https://discord.com/api/v10',
      webhookLoopback: false,
      localModels: false,
      worldCode: false,
      publicUrl: null,
      operatorLocal: false,
      debugOutput: false,
      traces: null,
    }));

  it('has demo rooms when it is told so, whose tenant is nobody’s', () => {
    expect(readConfig({ BOOTSTRAP_KEY: key, DEMO: 'on' }).demo).toBe(true);
    expect(readConfig({ BOOTSTRAP_KEY: key, DEMO: 'off' }).demo).toBe(false);
    expect(() => readConfig({ DEMO: 'yes' })).toThrow('DEMO');
    const ofDemos = key.replace('_local_', `_${DEMO_TENANT}_`);
    expect(() => readConfig({ BOOTSTRAP_KEY: ofDemos })).toThrow('BOOTSTRAP_KEY: must not name the tenant');
  });

  it('is openai with a key, at the given address', () => {
    const env = {
      OPENAI_API_KEY: 'sk',
      OPENAI_BASE_URL: 'http://127.0.0.1:9/v1/',
      MODEL: 'm',
      CALL_TIMEOUT_S: '5',
      MAX_ROOMS: '5',
      MAX_SOCKETS: '6',
      CORS_ORIGINS: 'https://a.example.com, http://localhost:5173',
      RATE_LIMITS: 'off',
      PRICES: '{"currency":"EUR","models":{"m":{"prompt":1,"completion":2}}}',
      OUTBOX: 'off',
      DEBUG_OUTPUT: 'on',
    };
    expect(readConfig(env)).toEqual({
      bootstrapKey: null,
      providers: {
        openai: {
          kind: 'openai',
          baseUrl: 'http://127.0.0.1:9/v1',
          apiKey: 'sk',
          headers: {},
          model: 'm',
          variable: 'OPENAI_*',
        },
      },
      model: { provider: 'openai', model: 'm', models: { openai: 'm' }, timeoutSeconds: 5 },
      embedding: null,
      arc: null,
      limits: { rooms: 5, sockets: 6 },
      retentionDays: null,
      metricsKey: null,
      passkeys: false,
      demo: false,
      access: null,
      corsOrigins: ['https://a.example.com', 'http://localhost:5173'],
      rateLimits: false,
      prices: { currency: 'EUR', models: new Map([['m', { prompt: 1, completion: 2 }]]), fallback: null },
      outbox: false,
      discordUrl: 'https://discord.com/api/v10',
      webhookLoopback: false,
      localModels: false,
      worldCode: false,
      publicUrl: null,
      operatorLocal: false,
      debugOutput: true,
      traces: null,
    });
  });

  it('never takes the published placeholder for a key', () => {
    const env = { BOOTSTRAP_KEY: 'ps_local_replace-with-at-least-32-random-characters' };
    expect(readConfig(env).bootstrapKey).toBeNull();
  });

  it.each([
    ['BOOTSTRAP_KEY', 'secret-but-wrong'],
    ['OPENAI_BASE_URL', 'ftp://example.org'],
    ['CALL_TIMEOUT_S', 'soon'],
    ['MAX_ROOMS', 'plenty'],
    ['MAX_SOCKETS', '0.5'],
    ['CORS_ORIGINS', 'https://a.example.com/'],
    ['CORS_ORIGINS', 'https://a.example.com,*'],
    ['CORS_ORIGINS', 'https://a.example.com,,https://b.example.com'],
    ['CORS_ORIGINS', 'a.example.com'],
    ['CORS_ORIGINS', 'null'],
    ['CORS_ORIGINS', 'https://A.example.com:443'],
    ['RATE_LIMITS', 'sometimes'],
    ['PRICES', 'cheap-as-chips'],
    ['PRICES', '{"models":{"m":{"prompt":-7.25,"completion":1}}}'],
  ])('names %s when it is wrong, without showing it', (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(name);
    expect(read).not.toThrow(value);
  });
});
