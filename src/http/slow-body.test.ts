import { afterEach, describe, expect, it, vi } from 'vitest';
import { createKey } from '../auth/secrets';
import { FULL_SCOPE } from '../contract/access';
import { createApp } from './app';

afterEach(() => {
  vi.useRealTimers();
});

/**
 * Posts a body whose second half comes `seconds` after the first; its key is revoked in between.
 *
 * @param ago seconds for which the key has been believed before
 */
async function postSlowly(seconds: number, ago = 0): Promise<{ status: number; created: number }> {
  vi.useFakeTimers({ toFake: ['Date'] });
  let isGood = true;
  let created = 0;
  const gone = { ok: false, failure: { code: 'unavailable', detail: 'no more', retryAfter: 1 } };
  const env = {
    TENANTS: {
      idFromName: (name: string) => name,
      get: () => ({
        verifyKey: async () => (isGood ? { keyId: 'key_1', ...FULL_SCOPE } : null),
        createKey: async () => {
          created += 1;
          return gone;
        },
      }),
    },
  };
  const half = (text: string) => new TextEncoder().encode(text);
  // Read only when somebody asks for it, which is after the door.
  const source: UnderlyingDefaultSource<Uint8Array> = {
    pull(controller) {
      controller.enqueue(half('{"label":'));
      vi.setSystemTime(Date.now() + seconds * 1000);
      isGood = false;
      controller.enqueue(half('"x"}'));
      controller.close();
    },
  };
  const body = new ReadableStream<Uint8Array>(source, { highWaterMark: 0 });
  const Authorization = `Bearer ${createKey('slow')}`;
  await createApp().request('https://stage.test/v1/me', { headers: { Authorization } }, env);
  vi.setSystemTime(Date.now() + ago * 1000);
  const headers = { Authorization, 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
  const { status } = await createApp().request('https://stage.test/v1/keys', init, env);
  return { status, created };
}

describe('a key that is revoked while a body comes in', () => {
  it('is refused when the body took longer than a key is believed', async () =>
    expect(await postSlowly(40)).toEqual({ status: 401, created: 0 }));

  it('is refused when body and belief together take too long', async () =>
    expect(await postSlowly(5, 21)).toEqual({ status: 401, created: 0 }));

  it('is answered at the time limit of every body', async () =>
    expect(await postSlowly(1)).toEqual({ status: 503, created: 1 }));
});

it('an export that outlives its key breaks off', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let isGood = true;
  const pages: (string | null)[] = [];
  const exportPage = async (cursor: string | null) => {
    pages.push(cursor);
    vi.setSystemTime(Date.now() + 10_000);
    isGood = false;
    return { ok: true, value: { files: [{ path: `${pages.length}`, text: 'x' }], next: `${pages.length}` } };
  };
  const env = {
    TENANTS: {
      idFromName: (name: string) => name,
      get: () => ({ verifyKey: async () => (isGood ? { keyId: 'key_1', ...FULL_SCOPE } : null) }),
    },
    SCENES: { idFromName: (name: string) => name, get: () => ({ exportPage }) },
  };
  const path = `https://stage.test/v1/scenes/scn_${'a'.repeat(20)}/export`;
  const headers = { Authorization: `Bearer ${createKey('slow')}` };
  const response = await createApp().request(path, { headers }, env);
  expect(response.status).toBe(200);
  await expect(response.arrayBuffer()).rejects.toThrow('unauthenticated');
  // Within 30 seconds, of ten for each page.
  expect(pages).toEqual([null, '1', '2']);
});
