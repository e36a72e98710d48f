// words: keep
import type { LoreEntry } from '../../../../src/contract/lore';
import { check, choice, type FieldList, number, text } from './field-list';

/** Checked by the compiler alone: a field that does not fit its object is an error. */
export const UNKNOWN: FieldList<LoreEntry> = {
  // @ts-expect-error an entry has no such field
  title: text('Title'),
};
export const MISFITS: FieldList<LoreEntry> = {
  // @ts-expect-error a number has no check box
  order: check('Order'),
  // @ts-expect-error no text fits a choice of a few
  logic: text('Logic'),
  // @ts-expect-error a text is no number
  content: number('Text'),
};

export const FITS: FieldList<LoreEntry> = {
  logic: choice('Logic', [['any', 'any']]),
  delay: number('Delay', { when: ({ constant }) => constant }),
};
