import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../../web/src/api/api';
import { KEY_REFUSED, storeKey } from '../../../web/src/api/credentials';

const page = { told: [] as string[], sent: [] as (string | null)[] };

beforeEach(() => {
  page.told = [];
  page.sent = [];
  const store = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => store.get(name) ?? null,
    setItem: (name: string, value: string) => store.set(name, value),
    removeItem: (name: string) => store.delete(name),
  });
  vi.stubGlobal('window', { dispatchEvent: ({ type }: Event) => page.told.push(type) });
  vi.stubGlobal('location', new URL('https://stage.test/'));
  vi.stubGlobal('fetch', ({ headers }: Request) => {
    page.sent.push(headers.get('authorization'));
    return Promise.resolve(Response.json({ title: 'No access', detail: 'It is spent.' }, { status: 401 }));
  });
  storeKey('ps_local_secret');
  page.told = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('an answer of 401', () => {
  it('refuses the key that was sent', async () => {
    expect((await api.templates()).ok).toBe(false);
    expect(page).toEqual({ told: [KEY_REFUSED], sent: ['Bearer ps_local_secret'] });
  });

  it('says nothing of the key where an invitation or a code was given: it is not sent', async () => {
    expect((await api.acceptSeat({ invitation: 'si_spent', name: 'Jo' }, 'once')).ok).toBe(false);
    expect((await api.exchangeCode('kc_spent')).ok).toBe(false);
    expect(page).toEqual({ told: [], sent: [null, null] });
  });
});
