import { describe, expect, it } from 'vitest';
import { findTitle, listGames } from './catalog';

const refusal = (message: string) => ({
  ok: false,
  failure: { code: 'invalid', errors: [{ pointer: '/game', message }] },
});

describe('the title of a game', () => {
  it('is that of the list, for every game that is on it, with a remote service and without', () => {
    for (const { id, title } of listGames()) {
      for (const remote of [true, false]) {
        expect(findTitle(id, { remote })).toEqual({ ok: true, value: title });
      }
    }
  });

  it('is the full id for a game of the remote service, which alone knows its games', () => {
    expect(findTitle('arc3:ls20-016295f7601e', { remote: true })).toEqual({
      ok: true,
      value: 'ls20-016295f7601e',
    });
  });

  it('is refused for a remote game when no service is configured, and who can change that is named', () => {
    expect(findTitle('arc3:ls20-016295f7601e', { remote: false })).toEqual(
      refusal('no service for ARC-AGI-3 games is configured here: the operator sets ARC_API_KEY'),
    );
  });

  it('is refused for a game that does not exist, and those that do are named', () => {
    for (const id of ['chess', 'constructor', 'ls20-016295f7601e', 'arc3']) {
      expect(findTitle(id, { remote: true })).toEqual(
        refusal(
          `there is no game "${id}"; there is corridor, crates, dials, fuel-run, switchyard, tilt, pushed, arc3:<full id>`,
        ),
      );
    }
  });
});
