import { afterEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../../src/app';
import { makeKey } from '../../../src/auth/keys';

afterEach(() => {
  vi.useRealTimers();
});

/** Posts a body whose second half comes `seconds` after the first; its key is revoked in between. */
async function postSlowly(seconds: number): Promise<{ status: number; created: number }> {
  vi.useFakeTimers({ toFake: ['Date'] });
  let isGood = true;
  let created = 0;
  const gone = { ok: false, failure: { code: 'unavailable', detail: 'no more', retryAfter: 1 } };
  const env = {
    TENANTS: {
      idFromName: (name: string) => name,
      get: () => ({
        verifyKey: async () => (isGood ? { keyId: 'key_1' } : null),
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
  const headers = { Authorization: `Bearer ${makeKey('slow')}`, 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
  const { status } = await createApp().request('https://stage.test/v1/keys', init, env);
  return { status, created };
}

describe('a key that is revoked while a body comes in', () => {
  it('is refused when the body took longer than a key is believed', async () => {
    expect(await postSlowly(40)).toEqual({ status: 401, created: 0 });
  });

  it('is still believed for as long as any other', async () => {
    expect(await postSlowly(1)).toEqual({ status: 503, created: 1 });
  });
});
