import { describe, expect, it } from 'vitest';
import { createKey } from '../auth/secrets';
import { isDiskFull } from '../room/passing';
import { createApp } from './app';

const FULL = [
  'SQLITE_FULL',
  'database or disk is full: SQLITE_FULL',
  'D1_ERROR: database or disk is full',
  "ENOSPC: no space left on device, write '/x'",
];

describe('a full disk', () => {
  it.each(FULL)('is known by %j, and by what wraps it', (words) => {
    expect(isDiskFull(new Error(words))).toBe(true);
    expect(isDiskFull(new Error('it failed', { cause: new Error(words) }))).toBe(true);
    expect(isDiskFull(new Error('it failed'))).toBe(false);
    expect(isDiskFull(words)).toBe(false);
  });

  it.each(['before the handler', 'in a room', 'in the index', 'in a room that was reset'])(
    'is answered with its cause, and with what to do: %s',
    async (place) => {
      const full = Object.assign(new Error('database or disk is full: SQLITE_FULL'), {
        ...(place === 'in a room that was reset' && { durableObjectReset: true }),
      });
      const breaks = (here: boolean) => () => {
        if (here) throw full;
        return null;
      };
      const env = {
        BOOTSTRAP_KEY: OPERATOR,
        DB: { prepare: breaks(place === 'in the index') },
        TENANTS: {
          idFromName: (name: string) => name,
          get: () => ({ verifyKey: async () => breaks(place === 'before the handler')() }),
        },
        SCENES: { idFromName: (name: string) => name, get: () => ({ read: async () => breaks(true)() }) },
      };
      const path = place === 'in the index' ? '/v1/calls' : `/v1/scenes/scn_${'a'.repeat(20)}`;
      const key = place === 'before the handler' ? createKey('full') : OPERATOR;
      const response = await createApp().request(path, { headers: { Authorization: `Bearer ${key}` } }, env);
      expect(response.status).toBe(503);
      const { detail, fix } = (await response.json()) as { detail: string; fix: string };
      expect(detail).toContain('full');
      expect(fix).toContain('free disk space');
      expect(`${detail} ${fix}`).not.toMatch(/report/i);
    },
  );
});

const OPERATOR = 'ps_local_boot0boot0boot0boot0boot0boot0';
