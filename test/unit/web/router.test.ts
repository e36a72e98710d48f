import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { consumeLinkSecret, readLinkSecret } from '../../../web/src/brought';
import { consumeRoute, forgetInvitation, parseRoute } from '../../../web/src/router';
import { webhooksAddress } from '../../../web/src/webhooks/webhook-place';

/** Address and history entry of a page, as far as the router uses them. */
const page = { hash: '', replaced: [] as string[] };

beforeEach(() => {
  page.replaced = [];
  vi.stubGlobal('location', {
    pathname: '/',
    search: '',
    get hash() {
      return page.hash;
    },
  });
  vi.stubGlobal('history', {
    replaceState: (_state: unknown, _title: string, address: string) => {
      page.hash = address.slice(address.indexOf('#'));
      page.replaced.push(address);
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a key or a code in the address', () => {
  it('is read, with the page that it is for', () => {
    expect(readLinkSecret('#key=ps_local_x')).toEqual({ kind: 'key', secret: 'ps_local_x', to: '/' });
    expect(readLinkSecret('#code=kc_x&to=/scenes/scn_1')).toEqual({
      kind: 'code',
      secret: 'kc_x',
      to: '/scenes/scn_1',
    });
    // The target is a page of the site, not a second key.
    expect(readLinkSecret('#key=ps_local_x&to=key=ps_evil_x')?.to).toBe('/');
    for (const hash of ['', '#/', '#/calls?key=x', '#/scenes/scn_1?code=kc_1', '#key=', '#key=%20'])
      expect(readLinkSecret(hash), hash).toBeNull();
  });

  it('is out of the address and its history once it was taken, at page load', () => {
    page.hash = '#key=ps_local_secret&to=/library';
    expect(consumeLinkSecret()).toEqual({ kind: 'key', secret: 'ps_local_secret', to: '/library' });
    expect(page.replaced).toEqual(['/#/library']);
  });

  it('is never taken later, and is removed from the address all the same', () => {
    for (const hash of ['#key=ps_evil_secret', '#code=kc_evil&to=/scenes/scn_1']) {
      page.hash = hash;
      expect(consumeRoute()).toEqual({ page: 'link' });
      expect(page.hash).toBe('#/link');
    }
  });
});

it('an invitation in the address is kept for the tab and leaves the address and its history', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  page.hash = '#/join?invitation=si_local_scene_secret';
  expect(consumeRoute()).toEqual({ page: 'join', invitation: 'si_local_scene_secret' });
  expect(page.hash).toBe('#/join');
  expect(consumeRoute()).toEqual({ page: 'join', invitation: 'si_local_scene_secret' });
  forgetInvitation();
  expect(consumeRoute()).toEqual({ page: 'join', invitation: '' });
});

it('shows a page for an address that cannot be decoded', () => {
  for (const hash of ['#/%E0%A4%A', '#/scenes/%E0%A4%A', '#/%', '#/runs/%zz/report'])
    expect(parseRoute(hash)).toEqual({ page: 'lost', hash });
  expect(parseRoute('#/calls/scn_1.2%2E3')).toEqual({ page: 'call', id: 'scn_1.2.3' });
});

it('leads to both sides of the webhooks, of one room where one is named', () => {
  expect(parseRoute('#/webhooks')).toEqual({ page: 'webhooks', at: { side: 'out', room: null } });
  for (const place of [
    { side: 'in', room: 'scn_1' },
    { side: 'out', room: null },
  ] as const)
    expect(parseRoute(`#${webhooksAddress(place)}`)).toEqual({ page: 'webhooks', at: place });
  expect(parseRoute('#/webhooks/elsewhere')).toMatchObject({ page: 'lost' });
});
