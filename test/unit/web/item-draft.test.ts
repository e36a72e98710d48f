import { describe, expect, it } from 'vitest';
import {
  applyDraft,
  editField,
  isSame,
  keepMine,
  keepTheirs,
  listConflicts,
  NO_DRAFT,
  settleDraft,
} from '../../../web/src/library/item-draft';

const BODY = { name: 'Ada', description: 'tall', tags: ['a'], lorebook: null };

describe('a draft of an item', () => {
  it('lies on top of the item, and leaves it as it is', () => {
    const draft = editField(NO_DRAFT, BODY, 'description', 'short');
    expect(applyDraft(draft, BODY)).toEqual({ ...BODY, description: 'short' });
    expect(BODY.description).toBe('tall');
  });

  it('forgets a field that is typed back to what it was', () => {
    const draft = editField(NO_DRAFT, BODY, 'tags', ['a', 'b']);
    expect(editField(draft, BODY, 'tags', ['a'])).toEqual(NO_DRAFT);
  });

  it('remembers what a field was when it was first touched, however often it is typed into', () => {
    const once = editField(NO_DRAFT, BODY, 'name', 'A');
    expect(editField(once, BODY, 'name', 'Ad').was).toEqual({ name: 'Ada' });
  });
});

describe('a change that somebody else made meanwhile', () => {
  const draft = editField(NO_DRAFT, BODY, 'description', 'short');

  it('of another field is no conflict, and is there with mine', () => {
    const now = { ...BODY, name: 'Ada L.' };
    expect(listConflicts(draft, now)).toEqual([]);
    expect(applyDraft(draft, now)).toEqual({ ...now, description: 'short' });
  });

  it('of the same field is one, unless both made it the same', () => {
    expect(listConflicts(draft, { ...BODY, description: 'very tall' })).toEqual(['description']);
    const same = { ...BODY, description: 'short' };
    expect(listConflicts(draft, same)).toEqual([]);
    expect(settleDraft(draft, same)).toEqual(NO_DRAFT);
  });

  it('gives way to mine when I say so, and to a third one it does not', () => {
    const now = { ...BODY, description: 'very tall' };
    const mine = keepMine(draft, now);
    expect(listConflicts(mine, now)).toEqual([]);
    expect(applyDraft(mine, now).description).toBe('short');
    expect(listConflicts(mine, { ...now, description: 'tiny' })).toEqual(['description']);
  });

  it('stays when I say so, with what else I typed', () => {
    const both = editField(draft, BODY, 'name', 'A.');
    const now = { ...BODY, description: 'very tall' };
    expect(applyDraft(keepTheirs(both, now), now)).toEqual({ ...now, name: 'A.' });
  });
});

it('sameness is of what is in them, whatever the order of names', () => {
  expect(isSame({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(true);
  expect(isSame([1, 2], [2, 1])).toBe(false);
  expect(isSame({ a: 1 }, { a: 1, b: 2 })).toBe(false);
  expect(isSame({ a: 1 }, { b: 1 })).toBe(false);
  expect(isSame([], {})).toBe(false);
  expect(isSame(null, {})).toBe(false);
  expect(isSame(undefined, null)).toBe(false);
});
