import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { ExchangedKey, NewKey, NewKeyCode } from '../../src/contract/access';
import { createApp } from '../../src/http/app';
import { getJson, OPERATOR, problemOf } from '../support/stage-client';

const MINUTE = 60_000;
const makeCode = () => getJson<NewKeyCode>('POST /v1/keys/codes');
const exchange = (code: string) => getJson<ExchangedKey>('POST /v1/keys/exchange', asked(code));
const refused = (code: string) => problemOf('POST /v1/keys/exchange', 401, asked(code));
const asked = (code: string) => ({ key: null, body: { code } });
const inTenant = <T>(act: (sql: SqlStorage) => T) =>
  runInDurableObject(env.TENANTS.get(env.TENANTS.idFromName('local')), (_, { storage }) => act(storage.sql));

describe('a one-time code for the key', () => {
  it('is exchanged for the operator’s key once, by somebody without a credential', async () => {
    const { code, expiresAt } = await makeCode();
    expect(code).toMatch(/^kc_[A-Za-z0-9]{32}$/);
    const minutes = (Date.parse(expiresAt) - Date.now()) / MINUTE;
    expect(minutes).toBeGreaterThan(10);
    expect(minutes).toBeLessThanOrEqual(15);
    expect(await exchange(code)).toEqual({ key: OPERATOR });
    expect((await refused(code)).fix).toContain('npm run link');
  });

  it('opens once when many ask at the same moment', async () => {
    const { code } = await makeCode();
    const app = createApp();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        app.request(
          'https://stage.test/v1/keys/exchange',
          { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ code }) },
          env,
        ),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array<number>(7).fill(401)]);
  });

  it('is stored as a hash alone, and ends', async () => {
    const { code } = await makeCode();
    const stored = await inTenant((sql) => sql.exec('SELECT * FROM key_codes').toArray());
    expect(JSON.stringify(stored)).not.toContain(code.slice(3));
    expect(JSON.stringify(stored)).not.toContain(OPERATOR);
    expect(stored.length).toBeGreaterThan(0);
    await inTenant((sql) => sql.exec('UPDATE key_codes SET expires_at = ?', Date.now() - 1));
    await refused(code);
    await makeCode();
    expect(await inTenant((sql) => sql.exec('SELECT * FROM key_codes').toArray())).toHaveLength(1);
  });

  it('opens nothing once the operator’s key is another', async () => {
    const { code } = await makeCode();
    const app = createApp();
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code }),
    };
    const other = { ...env, BOOTSTRAP_KEY: `ps_local_${'n'.repeat(40)}` };
    expect((await app.request('https://stage.test/v1/keys/exchange', init, other)).status).toBe(401);
    const none = { ...env, BOOTSTRAP_KEY: '', ACCESS_OWNERS: '' };
    expect((await app.request('https://stage.test/v1/keys/exchange', init, none)).status).toBe(401);
    expect(await exchange(code)).toEqual({ key: OPERATOR });
  });

  it('is made by the operator alone', async () => {
    const { key } = await getJson<NewKey>('POST /v1/keys', { body: { label: 'no operator' } });
    await problemOf('POST /v1/keys/codes', 403, { key });
    await problemOf('POST /v1/keys/codes', 401, { key: null });
    for (const code of ['', 'kc_', `kc_${'z'.repeat(32)}x`, 'ps_local_x', `kc_${'!'.repeat(32)}`])
      await problemOf('POST /v1/keys/exchange', 400, asked(code));
  });
});
