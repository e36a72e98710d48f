import { describe, expect, it } from 'vitest';
import { makeNote } from '../../test/support/adventure-sample';
import { chroniclerAnswer } from '../contract/adventure-agents';
import { adoptNotes, foldNote, MAX_ADOPTED, MAX_NOTE, notesFor, renderNotes, writeNote } from './notes';
import type { Note } from './state-types';

const SOURCE = { turn: 31, episode: 1, place: 5 };
const answer = (text: string | null, more: object = {}) =>
  chroniclerAnswer.parse({ keep: true, category: 'discovery', text, ...more });
const note = (id: string, more: Partial<Note> = {}) =>
  makeNote({ id, place: 5, text: `text of ${id}`, turn: 1, ...more });
const ids = (notes: Note[]) => notes.map(({ id }) => id);
const MAP = { edges: [{ from: 5, direction: 'north', to: 6, how: 'walked' as const, turn: 1 }] };

describe('a note', () => {
  it('is written for the place where the command was given', () =>
    expect(writeNote([], answer('  The  egg\nis fragile. '), SOURCE)).toEqual({
      id: 'M1',
      place: 5,
      category: 'discovery',
      text: 'The egg is fragile.',
      episode: 1,
      corrects: [],
    }));

  it.each([
    ['it is not to be kept', answer('The egg is fragile.', { keep: false })],
    ['it says nothing', answer('  ')],
    ['it has no text', answer(null)],
    ['it is only marks', answer('…!?')],
    ['the place has it already, in other letters', answer('the EGG is  fragile')],
  ])('is not written when %s', (_why, given) =>
    expect(writeNote([note('M1', { text: 'The egg is fragile.' })], given, SOURCE)).toBeNull(),
  );

  it('is written where the same is noted elsewhere, or was corrected', () => {
    const same = { text: 'The egg is fragile.' };
    const notes = [note('M1', { ...same, place: 6 }), note('M2', { ...same, correctedBy: 'M3' }), note('M3')];
    expect(writeNote(notes, answer('The egg is fragile.'), SOURCE)?.id).toBe('M4');
  });

  it('is a note when it has no category, and is cut to its length', () => {
    const long = writeNote([], answer('word '.repeat(200), { category: null }), SOURCE);
    expect(long?.category).toBe('note');
    expect(long?.text.length).toBeLessThanOrEqual(MAX_NOTE);
    expect(long?.text).toMatch(/…$/);
  });

  it('corrects active notes of its own place, and no others', () => {
    const notes = [
      note('M1'),
      note('M2', { place: 6 }),
      note('M3', { correctedBy: 'M1' }),
      note('S1'),
      note('M4', { place: null }),
    ];
    const corrects = ['m1', 'M2', 'M3', ' S1 ', 'M4', 'M99'];
    const written = writeNote(notes, answer('The egg broke.', { corrects }), SOURCE);
    expect(written?.corrects).toEqual(['M1', 'S1']);
    const folded = written ? foldNote(notes, written, 31) : [];
    expect(folded.map(({ correctedBy }) => correctedBy)).toEqual(['M5', null, 'M1', 'M5', null, null]);
    expect(folded.at(-1)).toMatchObject({ id: 'M5', turn: 31, correctedBy: null });
    expect(ids(notesFor(folded, 5, MAP))).toEqual(['M5', 'M4']);
  });
});

describe('notes', () => {
  it('of a place come first, then dangers nearby, then what holds anywhere; the newest first', () => {
    const notes = [
      note('M1'),
      note('M2', { place: 6, category: 'danger' }),
      note('M3', { place: 6 }),
      note('M4', { place: 7, category: 'danger' }),
      note('M5', { place: null }),
      note('M6'),
    ];
    expect(ids(notesFor(notes, 5, MAP))).toEqual(['M6', 'M1', 'M2', 'M5']);
    expect(ids(notesFor(notes, null, MAP))).toEqual(['M5']);
  });

  it('are written with their category, place and turn, and those of other runs are marked', () => {
    const notes = [
      note('M7', { category: 'danger', text: 'The troll attacks.', turn: 31 }),
      note('S2', { place: null, text: 'Save often.' }),
      note('M8', { correctedBy: 'M9' }),
    ];
    expect(renderNotes(notes, { maxCharacters: 500 })).toBe(
      '- [danger] The troll attacks. (L5, turn 31)\n- [discovery] Save often. (earlier run)',
    );
    expect(renderNotes(notes, { maxCharacters: 500, ids: true })).toContain('- M7 [danger] The troll');
    for (let max = 0; max < 90; max += 3) {
      expect(renderNotes(notes, { maxCharacters: max }).length).toBeLessThanOrEqual(max);
    }
  });

  it('are bounded: the oldest go, dangers last, and numbers are never given twice', () => {
    let notes: Note[] = [note('M1', { category: 'danger', text: 'Gas.' })];
    for (let i = 2; i <= 450; i++) {
      const written = writeNote(notes, answer(`Fact number ${i}.`), SOURCE);
      expect(written?.id).toBe(`M${i}`);
      if (written) notes = foldNote(notes, written, i);
    }
    expect(notes).toHaveLength(400);
    expect(notes.slice(0, 2).map(({ id }) => id)).toEqual(['M1', 'M52']);
    const dangers = Array.from({ length: 400 }, (_, i) =>
      note(`M${i + 1}`, { category: 'danger', text: `${i}` }),
    );
    const written = writeNote(dangers, answer('A calm place.'), SOURCE);
    const kept = written ? foldNote(dangers, written, 31) : [];
    expect([kept.length, kept[0]?.id, kept.at(-1)?.id]).toEqual([400, 'M2', 'M401']);
  });

  it('of other runs are taken over under ids of their own, each once, dangers first', () => {
    const own = [note('M1', { text: 'Known here.' }), note('M2', { text: 'Wrong.', correctedBy: 'M3' })];
    const others = [
      note('M1', { text: 'A lamp lies here.' }),
      note('M2', { text: 'a lamp lies here!' }),
      note('M9', { text: 'known HERE' }),
      note('M3', { text: 'Wrong' }),
      note('M4', { text: 'The floor breaks.', category: 'danger' }),
      note('M5', { text: 'Old.', correctedBy: 'M6' }),
    ];
    const adopted = adoptNotes(own, others);
    expect(adopted.filter(({ id }) => id.startsWith('S')).map(({ id, text }) => [id, text])).toEqual([
      ['S2', 'A lamp lies here.'],
      ['S1', 'The floor breaks.'],
    ]);
    expect(ids(notesFor(adopted, 5, MAP))).toEqual(['M1', 'S1', 'S2']);
    expect(adoptNotes(adopted, others)).toEqual(adopted);
  });

  it('of other runs are so many at most', () => {
    const others = Array.from({ length: 150 }, (_, i) => note(`M${i}`, { text: `fact ${i}` }));
    const adopted = adoptNotes([], others);
    expect(adopted).toHaveLength(MAX_ADOPTED);
    const more = adoptNotes(adopted, [note('M1', { text: 'one more' })]);
    expect(more).toHaveLength(MAX_ADOPTED);
  });
});
