import { describe, expect, it } from 'vitest';
import {
  createKey,
  createSeatSecret,
  parseInvitation,
  parseKey,
  parseSeatToken,
  parseTicket,
} from '../../auth/secrets';
import { equalHashes, sha256 } from '../../base/hash';
import { FULL_SCOPE } from '../../contract/access';
import { ok } from '../../contract/problems';
import { authenticate, forgetKey, type Keyring, viewerFor } from './authenticate';

const BOOTSTRAP = 'ps_local_boot0boot0boot0boot0boot0boot0';

function makeKeyring(valid: string | null) {
  const state = { valid, now: 0, asked: 0 };
  const keyring: Keyring = {
    bootstrapKey: BOOTSTRAP,
    mayOperate: true,
    now: () => state.now,
    verifySeat: async () => ok(null),
    attempt: (_hash, check) => check(),
    verifyKey: async () => {
      state.asked += 1;
      return ok(state.valid === null ? null : { keyId: state.valid, ...FULL_SCOPE });
    },
  };
  return { state, keyring };
}
const bearer = (key: string) => `Bearer ${key}`;

describe('authenticate', () => {
  it('takes the bootstrap key for the operator of its tenant without asking anybody', async () => {
    const { keyring, state } = makeKeyring(null);
    const who = await authenticate('operator', bearer(BOOTSTRAP), undefined, keyring);
    expect(who).toMatchObject({ ok: true, value: { tenant: 'local', operator: true } });
    expect(state.asked).toBe(0);
  });

  it('asks the tenant once for a key it has just seen, and again after 25 seconds', async () => {
    const { keyring, state } = makeKeyring('key_1');
    const key = createKey('acme');
    for (const now of [0, 10_000, 24_999]) {
      state.now = now;
      expect(await authenticate('key', bearer(key), undefined, keyring)).toMatchObject({
        ok: true,
        value: { tenant: 'acme', operator: false, keyId: 'key_1' },
      });
    }
    expect(state.asked).toBe(1);
    state.now = 25_001;
    state.valid = null;
    expect(await authenticate('key', bearer(key), undefined, keyring)).toMatchObject({ ok: false });
    expect(state.asked).toBe(2);
  });

  it('says by which credential somebody came, and never the credential itself', async () => {
    const { keyring } = makeKeyring('key_4');
    const credentialOf = async (key: string) => {
      const who = await authenticate('key', bearer(key), undefined, keyring);
      return who.ok ? viewerFor(who.value).credential : who;
    };
    expect(await credentialOf(createKey('acme'))).toBe('key_4');
    expect(await credentialOf(BOOTSTRAP)).toBe(`bootstrap:${await sha256(BOOTSTRAP)}`);
  });

  it('tries nothing where there is no credential', async () => {
    const { keyring } = makeKeyring(null);
    let tried = 0;
    const attempt: Keyring['attempt'] = (_hash, check) => {
      tried += 1;
      return check();
    };
    for (const header of [undefined, '', 'Basic abc'])
      await authenticate('key', header, undefined, { ...keyring, attempt });
    expect(tried).toBe(0);
    await authenticate('key', 'Bearer x', undefined, { ...keyring, attempt });
    expect(tried).toBe(1);
  });

  it('does not remember a key that was forgotten', async () => {
    const { keyring, state } = makeKeyring('key_2');
    const key = createKey('acme');
    await authenticate('key', bearer(key), undefined, keyring);
    state.valid = null;
    forgetKey('acme', 'key_2');
    expect(await authenticate('key', bearer(key), undefined, keyring)).toMatchObject({ ok: false });
  });

  it.each([
    ['nothing', undefined],
    ['another scheme', 'Basic abc'],
    ['something that is no key', 'Bearer hello'],
    ['a key one character off the bootstrap key', bearer(BOOTSTRAP.replace(/.$/, '1'))],
  ])('refuses %s', async (_what, header) => {
    const { keyring } = makeKeyring(null);
    expect(await authenticate('key', header, undefined, keyring)).toMatchObject({
      ok: false,
      failure: { code: 'unauthenticated' },
    });
  });

  it('refuses a tenant key where the operator is asked for', async () => {
    const { keyring } = makeKeyring('key_3');
    expect(await authenticate('operator', bearer(createKey('acme')), undefined, keyring)).toMatchObject({
      ok: false,
      failure: { code: 'forbidden' },
    });
  });

  it('looks at a ticket only where one may be used', async () => {
    const { keyring } = makeKeyring(null);
    const ticket = `tk_acme_${'s'.repeat(32)}`;
    expect(await authenticate('ticket-or-key', undefined, ticket, keyring)).toMatchObject({
      ok: true,
      value: { tenant: 'acme', ticket, keyId: null },
    });
    expect(await authenticate('key', undefined, ticket, keyring)).toMatchObject({ ok: false });
    expect(await authenticate('ticket-or-key', undefined, 'tk_acme', keyring)).toMatchObject({ ok: false });
  });
});

describe('a seat', () => {
  const place = { tenant: 'acme', scene: `scn_${'a'.repeat(20)}` };
  const token = createSeatSecret('st', place);
  const path = `/v1/scenes/${place.scene}/events`;
  /** The scene as it answers at the door. */
  const roomWith = (role: 'player' | 'spectator' | null) => {
    const asked: string[] = [];
    const { keyring } = makeKeyring(null);
    const verifySeat: Keyring['verifySeat'] = async (tenant, scene) => {
      asked.push(`${tenant}/${scene}`);
      return ok(role && { seat: 'seat_1', role });
    };
    return { asked, keyring: { ...keyring, verifySeat } };
  };

  it('is asked of its own scene, every time', async () => {
    const { keyring, asked } = roomWith('player');
    for (let i = 0; i < 2; i += 1) {
      const who = await authenticate('player', bearer(token), undefined, keyring, path);
      expect(who).toMatchObject({ ok: true, value: { tenant: 'acme', keyId: null, operator: false } });
      expect(who.ok && viewerFor(who.value)).toEqual({
        ...{ owner: false, ids: [], seat: 'seat_1' },
        credential: await sha256(token),
      });
    }
    expect(asked).toEqual(Array(2).fill(`acme/${place.scene}`));
  });

  it.each([
    ['player', 'spectator', path, 'forbidden', 'a player seat'],
    ['key', 'player', path, 'forbidden', 'Ask the owner'],
    ['operator', 'player', path, 'forbidden', 'Ask the owner'],
    ['ticket-or-key', 'player', path, 'forbidden', 'Ask the owner'],
    ['seat', 'player', `/v1/scenes/scn_${'b'.repeat(20)}/events`, 'forbidden', 'an invitation'],
    ['seat', null, path, 'unauthenticated', 'an invitation'],
  ] as const)('at a door for %s, of a %s, at %s is %s', async (access, role, where, code, fix) => {
    const { keyring } = roomWith(role);
    const who = await authenticate(access, bearer(token), undefined, keyring, where);
    expect(who).toMatchObject({ ok: false, failure: { code, fix: expect.stringContaining(fix) } });
  });

  it('reads where a token and an invitation lead, and neither for the other', () => {
    const invitation = createSeatSecret('si', place);
    expect(parseSeatToken(token)).toEqual(place);
    expect(parseInvitation(invitation)).toEqual(place);
    expect([parseSeatToken(invitation), parseInvitation(token), parseKey(token)]).toEqual([null, null, null]);
  });
});

describe('keys', () => {
  it('makes keys that it can read back', () => {
    expect(parseKey(createKey('acme'))).toEqual({ tenant: 'acme' });
    expect(createKey('acme')).not.toBe(createKey('acme'));
  });

  it('reads no tenant out of something else', () => {
    for (const key of [
      '',
      'ps_acme',
      'ps_ACME_0123456789012345678901234',
      'pk_acme_0123456789012345678901234',
    ])
      expect(parseKey(key)).toBeNull();
    expect(parseTicket('ps_acme_0123456789012345678901234')).toBeNull();
  });

  it('compares hashes by content and length', () => {
    expect(equalHashes('abc', 'abc')).toBe(true);
    expect(equalHashes('abc', 'abd')).toBe(false);
    expect(equalHashes('abc', 'abcabc')).toBe(false);
    expect(equalHashes('', 'a')).toBe(false);
  });

  it('compares hashes to their end, wherever they differ first', () => {
    const reads: number[] = [];
    const watched = {
      length: 3,
      charCodeAt: (i: number) => {
        reads.push(i);
        return 'abc'.charCodeAt(i);
      },
    } as unknown as string;
    expect(equalHashes(watched, 'xbc')).toBe(false);
    expect(reads).toEqual([0, 1, 2]);
  });
});
