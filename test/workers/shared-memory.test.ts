import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/contract/events/events';
import type { SharedNote } from '../../src/contract/stories';
import {
  forgetStatements,
  MAX_KEPT,
  MAX_SHARED,
  readShared,
  shareStatements,
} from '../../src/storage/shared-memory';
import { eventWith, makeEvent } from '../support/loose-events';
import { must } from '../support/must';

type NoteToShare = Omit<SharedNote, 'run' | 'at'> & { correctedBy: string | null };

const noteOf = (n: number, more: Partial<NoteToShare> = {}): NoteToShare => ({
  id: `M${n}`,
  place: 12,
  placeName: 'Kitchen',
  category: 'puzzle',
  text: `What was learnt in turn ${n}: it’s "locked".`,
  turn: n,
  episode: 1,
  correctedBy: null,
  ...more,
});
const notes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => noteOf(from + i));

const at = (minute: number) => Date.UTC(2026, 0, 1, 0, minute);
const tell = (minute: number, list: NoteToShare[], text?: string): Event[] => {
  const corrected = list.filter(({ correctedBy }) => correctedBy !== null).map(({ id }) => id);
  const event = (kind: Event['kind'], turn: number, payload: object) =>
    makeEvent(kind, { story: 'hash', ...payload }, { at: new Date(at(minute)).toISOString(), turn });
  const standing = list.filter(({ correctedBy }) => correctedBy === null);
  return [
    ...standing.map(({ correctedBy: _, turn, ...note }, k) =>
      event('memory.written', turn, { ...note, corrects: k === 0 ? corrected : [] }),
    ),
    ...(text === undefined
      ? []
      : [event('knowledge.written', minute, { text, episode: 1, reason: 'interval' })]),
  ];
};
const run = (statements: D1PreparedStatement[]) =>
  statements.length > 0 ? env.DB.batch(statements) : Promise.resolve([]);
const write = (tenant: string, of: string, minute: number, list: NoteToShare[], text?: string) =>
  run(shareStatements(env.DB, { tenant, run: of }, tell(minute, list, text)));
const read = async (tenant: string, run: string, story = 'hash') =>
  must(await readShared(env.DB, tenant, story, run));
const idsFor = async (tenant: string, run: string) =>
  (await read(tenant, run)).notes.map((note) => `${note.run}/${note.id}`);

describe('what runs of one story share', () => {
  it('is nothing at first', async () =>
    expect(await read('empty', 'a')).toEqual({ notes: [], knowledge: null }));

  it('reaches other runs of the story whole, newest first, and never comes back to its own', async () => {
    await write(
      'all',
      'a',
      1,
      [noteOf(1), noteOf(2, { place: null, placeName: null })],
      'The door is locked.',
    );
    await write('all', 'b', 2, [noteOf(1, { category: 'danger' })]);
    const { correctedBy: _, ...first } = noteOf(1);
    const shared = await read('all', 'c');
    expect(shared.notes).toEqual([
      { ...first, category: 'danger', run: 'b', at: '2026-01-01T00:02:00.000Z' },
      {
        ...first,
        ...pick(noteOf(2)),
        place: null,
        placeName: null,
        run: 'a',
        at: '2026-01-01T00:01:00.000Z',
      },
      { ...first, run: 'a', at: '2026-01-01T00:01:00.000Z' },
    ]);
    expect(shared.knowledge).toEqual({
      run: 'a',
      text: 'The door is locked.',
      turn: 1,
      episode: 1,
      at: '2026-01-01T00:01:00.000Z',
    });
    expect(await idsFor('all', 'b')).toEqual(['a/M2', 'a/M1']);
    expect((await read('all', 'a')).knowledge).toBeNull();
  });

  it('stays within the tenant and within the story', async () => {
    await write('mine', 'a', 1, [noteOf(1)], 'known');
    expect(await read('yours', 'b')).toEqual({ notes: [], knowledge: null });
    expect(await read('mine', 'b', 'another')).toEqual({ notes: [], knowledge: null });
  });

  it('is written once: the same again changes nothing, not even when it was shared', async () => {
    await write('twice', 'a', 1, notes(1, 3), 'known');
    const before = await read('twice', 'b');
    await write('twice', 'a', 2, notes(1, 3));
    expect(await read('twice', 'b')).toEqual(before);
    await write('twice', 'a', 3, [noteOf(2, { text: 'Worded anew.' })]);
    const texts = (await read('twice', 'b')).notes.map(({ text }) => text);
    expect(texts).toEqual([noteOf(3).text, 'Worded anew.', noteOf(1).text]);
  });

  it('loses a note that was corrected, and keeps those that are not named', async () => {
    await write('corrected', 'a', 1, notes(1, 3));
    await write('corrected', 'a', 2, [noteOf(1, { correctedBy: 'M4' }), noteOf(4)]);
    expect(await idsFor('corrected', 'b')).toEqual(['a/M4', 'a/M3', 'a/M2']);
    await write('corrected', 'a', 3, [noteOf(1, { correctedBy: 'M4' }), noteOf(9, { correctedBy: 'M4' })]);
    expect(await idsFor('corrected', 'b')).toEqual(['a/M4', 'a/M3', 'a/M2']);
  });

  it('has the knowledge of the run that wrote last, in its last wording', async () => {
    await write('knows', 'a', 1, [], 'old');
    await write('knows', 'b', 2, [], 'of b');
    await write('knows', 'a', 3, [], 'new');
    expect((await read('knows', 'c')).knowledge).toMatchObject({ run: 'a', text: 'new', turn: 3 });
    expect((await read('knows', 'a')).knowledge).toMatchObject({ run: 'b', text: 'of b' });
  });

  it('is nothing that a run keeps to itself', async () => {
    const own = tell(1, [noteOf(1)], 'known').map((one) =>
      eventWith({ ...one, payload: { ...one.payload, story: null } }),
    );
    expect(shareStatements(env.DB, { tenant: 'own', run: 'a' }, own)).toEqual([]);
  });

  it('is bounded: the newest are kept, and fewer are given out', async () => {
    await write('many', 'a', 1, notes(1, 400));
    await write('many', 'b', 2, notes(1, 300));
    const kept = await env.DB.prepare(
      'SELECT run, COUNT(*) AS n FROM story_notes WHERE tenant = ? GROUP BY run',
    )
      .bind('many')
      .all<{ run: string; n: number }>();
    expect(kept.results).toEqual([
      { run: 'a', n: MAX_KEPT - 300 },
      { run: 'b', n: 300 },
    ]);
    const given = (await read('many', 'b')).notes;
    expect(given).toHaveLength(MAX_SHARED);
    expect(given.map(({ turn }) => turn)).toEqual(Array.from({ length: MAX_SHARED }, (_, i) => 400 - i));
  });

  it('is not pushed out by copies, such as forks are full of', async () => {
    await write('copied', 'a', 1, [noteOf(900, { text: 'Known to one run alone.' })]);
    for (const [minute, of] of ['b', 'c', 'd'].entries())
      await write('copied', of, minute + 2, notes(1, 250));
    const { notes: given } = await read('copied', 'e');
    expect(given).toHaveLength(MAX_SHARED);
    expect(new Set(given.map(({ text }) => text)).size).toBe(MAX_SHARED);
    await write('copied', 'f', 6, [noteOf(1, { text: 'One more.' })]);
    const kept = await env.DB.prepare(
      "SELECT COUNT(*) AS n FROM story_notes WHERE tenant = 'copied' AND text LIKE 'Known%'",
    ).first<{ n: number }>();
    expect(kept?.n).toBe(1);
  });

  it('is forgotten with its run, and only with it', async () => {
    await write('gone', 'a', 1, notes(1, 2), 'of a');
    await write('gone', 'b', 2, [noteOf(1)], 'of b');
    await run(forgetStatements(env.DB, 'other', 'b'));
    await run(forgetStatements(env.DB, 'gone', 'b'));
    await run(forgetStatements(env.DB, 'gone', 'b'));
    expect(await idsFor('gone', 'c')).toEqual(['a/M2', 'a/M1']);
    expect((await read('gone', 'c')).knowledge).toMatchObject({ run: 'a' });
  });

  it('that can not be reached is a failure, which a run goes on without', async () => {
    const down = {
      prepare: () => {
        throw new Error('it is down');
      },
    } as unknown as D1Database;
    const failure = { failure: { code: 'unavailable' } };
    expect(await readShared(down, 't', 's', 'r')).toMatchObject(failure);
  });
});

const pick = ({ id, text, turn }: NoteToShare) => ({ id, text, turn });
