import { expect, it } from 'vitest';
import { completeMention, findMention, matchMention } from '../../../web/src/scene/composer/mentions';

const people = [
  { id: 'mara', name: 'Mara' },
  { id: 'old-marlow', name: 'Captain Marlow' },
  { id: 'teo', name: 'Teo' },
];
const names = (text: string) => {
  const mention = findMention(text, text.length);
  return mention && matchMention(people, mention).map(({ name }) => name);
};

it('finds whom an @ begins to name, by name, by a word of it, or by id', () => {
  expect(names('Hello @Mar')).toEqual(['Mara', 'Captain Marlow']);
  expect(names('@old')).toEqual(['Captain Marlow']);
  expect(names('@captain m')).toEqual(['Captain Marlow']);
  expect(names('@')).toHaveLength(3);
});

it('takes an address for no mention, nor what lies on another line', () => {
  expect(names('mail mara@te')).toBeNull();
  expect(names('@mara\nhello')).toBeNull();
  expect(names('@nobody')).toEqual([]);
});

it('puts the whole name in and the cursor behind it', () => {
  const mention = findMention('Ask @ma, will you', 7);
  expect(mention && completeMention('Ask @ma, will you', mention, 'Mara')).toEqual({
    text: 'Ask @Mara, will you',
    cursor: 9,
  });
  const last = findMention('@te now', 3);
  expect(last && completeMention('@te now', last, 'Teo')).toEqual({ text: '@Teo now', cursor: 5 });
});
