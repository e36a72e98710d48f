import { describe, expect, it } from 'vitest';
import type { Scene } from '../../../src/contract/scenes';
import { documentTitle } from '../../../web/src/kit/use-title';
import { nameTurn } from '../../../web/src/scene/away/my-turn';
import { findUnread } from '../../../web/src/scene/away/unread';
import type { Line } from '../../../web/src/scene/lines/fold-scene';

const AT = '2026-11-27T10:00:00.000Z';
const speech = (seq: number, actor: string): Line => ({
  ...{ type: 'speech', seq, at: AT, actor, name: actor, text: 'Well.', kind: 'say', to: [] },
  ...{ whisper: null, hidden: false, round: 1, provider: '' },
});
const rule = (seq: number, n: number): Line => ({ type: 'round', seq, n, attempt: 1, notices: [] });

describe('what was said while a page was out of sight', () => {
  const lines = [
    rule(2, 1),
    speech(1, 'persona:ada'),
    speech(3, 'character:teo'),
    rule(6, 2),
    speech(5, 'persona:ada'),
    speech(7, 'character:teo'),
    speech(8, 'character:mara'),
  ];

  it('begins above the rule of its round, and counts the lines of others', () =>
    expect(findUnread(lines, { from: 4, to: 9 }, 'persona:ben')).toEqual({ seq: 6, count: 3 }));

  it('begins inside a round where the page was left in the middle of it', () =>
    expect(findUnread(lines, { from: 7, to: 9 }, 'persona:ben')).toEqual({ seq: 8, count: 1 }));

  it('leaves out the own lines, and what came after the page was looked at again', () => {
    expect(findUnread(lines, { from: 4, to: 7 }, 'persona:ada')).toEqual({ seq: 7, count: 1 });
    expect(findUnread(lines, { from: 4, to: null }, 'persona:ada')).toEqual({ seq: 7, count: 2 });
  });

  it('is nothing where only rounds and own lines came', () => {
    expect(findUnread(lines, { from: 8, to: 20 }, null)).toBeNull();
    expect(findUnread([rule(6, 2), speech(5, 'persona:ada')], { from: 4, to: 9 }, 'persona:ada')).toBeNull();
  });
});

describe('the turn of a persona', () => {
  const scene = {
    ...{ status: 'open', round: null, queued: 0, waiting: null, autonomy: null, table: null, failed: null },
  } as Parameters<typeof nameTurn>[0];
  const last = { seq: 9, actor: 'character:teo' };
  const name = (change: Partial<Scene>, line: typeof last | null = last, isPlaying = false) =>
    nameTurn({ ...scene, ...change } as typeof scene, 'ben', line, isPlaying);

  it('comes when somebody else had the last word and nothing is played', () => {
    expect(name({})).toBe('after 9');
    expect(name({}, { seq: 10, actor: 'persona:ben' })).toBeNull();
    expect(name({}, null)).toBeNull();
    expect(name({}, last, true)).toBeNull();
    expect(name({ queued: 1 })).toBeNull();
    expect(name({ round: { n: 1, attempt: 1, startedAt: AT } })).toBeNull();
  });

  it('comes where a round is gathered when it is waited for', () => {
    const waiting = { since: AT, startsAt: null, spoken: ['ada'], waitsFor: ['ben'] };
    expect(name({ waiting })).toBe(`gathered ${AT}`);
    expect(name({ waiting: { ...waiting, spoken: ['ada', 'ben'], waitsFor: ['kit'] } })).toBeNull();
  });

  it('comes at a table in each of its rounds, until the clue is given or the game is over', () => {
    const table = { players: ['ben', 'teo'], people: ['ben'], round: 2, of: 3, over: false, outcome: null };
    const waiting = { since: AT, startsAt: null, spoken: ['ben'], waitsFor: [] };
    expect(name({ table }, null)).toBe('clue 2');
    expect(name({ table, waiting }, null)).toBeNull();
    expect(name({ table: { ...table, over: true } }, null)).toBeNull();
  });

  it('never comes to who has no persona, in a scene that is over, or that goes on by itself', () => {
    expect(nameTurn(scene, undefined, last, false)).toBeNull();
    expect(name({ status: 'finished' })).toBeNull();
    expect(name({ autonomy: { rounds: 3, played: 1 } as unknown as Scene['autonomy'] })).toBeNull();
  });
});

it('the title of a page tells before its words how much is new', () => {
  expect(documentTitle('The lamp', 0)).toBe('The lamp · Proscenium');
  expect(documentTitle('The lamp', 2)).toBe('(2) The lamp · Proscenium');
  expect(documentTitle('The lamp', 1_000)).toBe('(99+) The lamp · Proscenium');
});
