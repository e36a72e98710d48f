import { describe, expect, it } from 'vitest';
import type { AdventureState } from '../../../src/adventure/state-types';
import { makeAdventure, makeMove, makeNote, thing } from '../../../test/support/adventure-sample';
import { noteTurn } from './note-turn';

describe('a note', () => {
  const keep = (move: Parameters<typeof makeMove>[0], state: Partial<AdventureState> = {}) => {
    const made = makeMove(move);
    const recent = [makeMove({ turn: 30, effect: false, score: 5 }), made];
    return noteTurn(makeAdventure({ recent, ...state }), made);
  };

  it('keeps what brought points', () => {
    expect(keep({ command: 'take cup', score: 9 })).toMatchObject({
      category: 'success',
      text: '"take cup" brought 4 points here.',
    });
  });

  it('keeps a death as a danger', () => {
    expect(keep({ command: 'jump', died: true, text: 'You fall. *** You have died ***' })).toMatchObject({
      category: 'danger',
      text: '"jump" was deadly here: You fall. *** You have died ***',
    });
  });

  it('keeps what had an effect, but not that something was taken', () => {
    expect(keep({ command: 'open drawer' })).toMatchObject({ category: 'success' });
    expect(keep({ command: 'take loaf' })?.category).not.toBe('success');
  });

  it('never says of a refusal that it worked, though something was taken first', () => {
    const text = "(first taking the loaf)\nYou can't put that in the drawer.";
    expect(keep({ command: 'put loaf in drawer', text })?.category).not.toBe('success');
  });

  it('never says of a refusal that it worked, though its second sentence says why', () => {
    const text = 'Gnome just wearing dress and slipper. Him not even have pockets for hiding thing in.';
    expect(keep({ command: 'open slipper', text })?.category).not.toBe('success');
  });

  it('keeps the steps of a dial as one, whatever it was turned with', () => {
    const turned = (month: string) => `The calendar is turned to ${month} and a picture of some daisies.`;
    const notes = [makeNote({ text: `"turn daisy calendar" worked here: ${turned('July')}` })];
    const next = { command: 'turn daisy calendar', text: turned('August') };
    const withWrench = {
      command: 'turn daisy calendar with steel wrench',
      text: `(The wrench seems unnecessary, so you use bare hands.)\n${turned('May')}`,
    };
    for (const move of [next, withWrench]) {
      expect(keep(move)).toMatchObject({ category: 'success' });
      expect(keep(move, { notes })?.category).not.toBe('success');
    }
    const other = { command: 'open daisy calendar', text: 'A key falls out of the calendar.' };
    expect(keep(other, { notes })).toMatchObject({ category: 'success' });
  });

  it('keeps where something was left', () => {
    expect(keep({ command: 'drop gold cup' })).toMatchObject({
      category: 'note',
      text: 'Left here: gold cup.',
    });
  });

  it('keeps why a way is blocked, once', () => {
    const first = keep({ command: 'look', effect: false });
    expect(first).toMatchObject({
      category: 'failure',
      text: 'The way west is blocked: The pantry is locked.',
    });
    const notes = [makeNote({ text: first?.text ?? '' })];
    expect(keep({ command: 'look', effect: false }, { notes })).toBeNull();
  });

  it('keeps that a treasure was carried away from a place for things', () => {
    const notes = [makeNote({ text: '"open chest" worked here: You open the chest.' })];
    const { story } = makeAdventure();
    if (!story) throw new Error('the sample has a story');
    const reading = { ...story.reading, inventory: [thing(3, 'gold cup'), thing(4, 'leaflet')] };
    const walk = { command: 'north', from: 12, to: 13, moved: true };
    expect(keep(walk, { notes, story: { ...story, reading } })).toMatchObject({
      category: 'failure',
      text: 'Brought here for nothing: gold cup.',
    });
    expect(keep(walk, { notes: [], story: { ...story, reading } })?.text ?? '').not.toContain('nothing');
  });

  it('keeps that a way is dark', () => {
    const exits = [
      { direction: 'down', to: { id: 14, name: 'Cellar' }, text: 'It is pitch dark.', deadly: false },
    ];
    expect(keep({ command: 'look', effect: false }, { exits })).toMatchObject({
      category: 'danger',
      text: 'The way down leads into the dark.',
    });
  });
});
