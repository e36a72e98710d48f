import { describe, expect, it } from 'vitest';
import { makeGuard } from '../../../src/output/guard';
import { inflectWord } from '../../../src/output/inflect';

describe('makeGuard', () => {
  const coffee = makeGuard(['coffee']);

  it.each([
    ['as dealt', 'it is coffee, obviously'],
    ['in capitals', 'COFFEE'],
    ['in mixed case', 'cOfFeE'],
    ['in the plural', 'Two coffees, please.'],
    ['as a possessive', "the coffee's smell"],
    ['as a possessive with a typographic apostrophe', 'the coffee’s smell'],
    ['at the end of a sentence', 'I drink coffee.'],
    ['in quotes', 'They call it "coffee".'],
    ['in markdown', 'It is **coffee** then.'],
    ['in half-bold', 'It is **cof**fee then.'],
    ['in an underscored name', 'my_coffee_cup'],
    ['spelled with spaces', 'c o f f e e'],
    ['spelled with many spaces', 'c   o  f\nf \t e  e'],
    ['spelled in pairs', 'co ff ee'],
    ['in two pieces', 'some cof fee'],
    ['spelled with dots', 'C.O.F.F.E.E.'],
    ['spelled with commas', 'c, o, f, f, e, e'],
    ['spelled over sentences', 'C. O. F. F. E. E.'],
    ['with a hyphen', 'cof-fee'],
    ['with several hyphens', 'c-o-f-f-e-e'],
    ['broken at the end of a line', 'cof-\nfee'],
    ['with a non-breaking hyphen', 'cof‑fee'],
    ['with a slash', 'cof/fee'],
    ['with an emoji within', 'cof☕fee'],
    ['with an accent', 'coffeé'],
    ['with a combining accent', 'coffe\u0301e'],
    ['with zero-width spaces', 'c\u200bo\u200bf\u200bf\u200be\u200be'],
    ['with a soft hyphen', 'cof\u00adfee'],
    ['with a byte order mark', 'cof\ufefffee'],
    ['in leet', 'c0ff33'],
    ['in part leet', 'coff3e'],
    ['spelled in leet', 'c 0 f f 3 3'],
    ['in full-width letters', 'ｃｏｆｆｅｅ'],
    ['in mathematical letters', '𝓬𝓸𝓯𝓯𝓮𝓮'],
    ['in circled letters', 'ⓒⓞⓕⓕⓔⓔ'],
    ['with Cyrillic look-alikes', 'соffее'],
    ['drawn out', 'cooooffeeeee'],
    ['in a hyphenated compound', 'a coffee-table'],
    ['as the first part of a compound', 'the coffeehouse'],
    ['glued to other letters', 'xcoffee'],
    ['behind an escape', 'first\\ncoffee'],
    ['in an escape', '\\u0063offee'],
  ])('finds a secret %s', (_, text) => expect(coffee.leaks(text)).toBe(true));

  it.each([
    'the office is closed',
    'a toffee for you',
    'NIL is the spy',
    'THE SPY IS CARA',
    'I cough. Fee or no fee.',
    'a cof and a fee',
    'the fee is off',
    'C is not O, and F is not far',
    'coff',
    '',
    '…',
    '0 3 3',
    '💥\ud800',
  ])('passes %j', (text) => expect(coffee.leaks(text)).toBe(false));

  it.each([
    [['tea'], 'a cup of tea', true],
    [['tea'], 'a cup of teas', true],
    [['tea'], 'the team teaches', false],
    [['tea'], 'at ease', false],
    [['tea'], 't e a', true],
    [['tea'], 't34', true],
    [['tea'], 'teeeeea', true],
    [['tea'], 'te a', false],
    [['tea'], 'a\\ntea', true],
    [['café'], 'a cafe on the corner', true],
    [['cafe'], 'the CAFÉS', true],
    [['spy'], 'there are two spies', true],
    [['wolf'], 'wolves howl', true],
    [['wolves'], 'a wolf howls', true],
    [['dance'], 'she was dancing, and danced on', true],
    [['plan'], 'planning ahead', true],
    [['star'], 'starring whom?', true],
    [['star'], 'why are you staring', false],
    [['car'], 'caring is sharing', false],
    [['cat'], 'a cater-waiter', false],
    [['mouse'], 'three blind mice', true],
    [['island'], 'this is; land', false],
    [['island'], 'an is-land', true],
    [['shell'], "she'll come", false],
    [['well'], "we'll come", false],
    [['hill'], 'the h1ll', true],
    [['hill'], 'the hi11', true],
    [['light'], 'l1ght', true],
    [['light'], '1ight', true],
    [['lighthouse'], 'light house', true],
    [['toast'], 'no to ast', false],
    [['ice cream'], 'some ice cream', true],
    [['ice cream'], 'some ice-creams', true],
    [['ice cream'], 'some icecream', true],
    [['ice cream'], 'some ice\n cream', true],
    [['ice cream'], 'i c e c r e a m', true],
    [['ice cream'], 'ice and cream', false],
    [['ice cream'], 'nice creams', false],
    [['the moon'], 'by the light of moon', true],
    [['it'], '17 of them', false],
    [['it'], 'i t', false],
    [['room 101'], 'in room 101', true],
    [['101'], 'number 101', true],
    [['101'], 'lol', false],
    [['コーヒー'], '私はコーヒーが好き', true],
    [['кофе'], 'чашка кофе', true],
    [['кофе'], 'кофейная чашка', true],
    [['чай'], 'случай', false],
    [['tea', 'coffee'], 'coffee', true],
    [[' Coffee! '], 'coffee', true],
    [['', ' ', '…'], 'anything', false],
    [[], 'coffee', false],
  ])('with %j: %j leaks %j', (secrets, text, leaks) => expect(makeGuard(secrets).leaks(text)).toBe(leaks));

  it('holds out against megabytes', () => {
    for (const unit of ['c', 'c ', 'cof', 'cof-', '1', '!', 'e\u0301', '{', '\u200b', 'co ff e ']) {
      expect(coffee.leaks(unit.repeat(300_000))).toBe(false);
    }
    expect(coffee.leaks(`${'c o f f e x '.repeat(50_000)}coffee`)).toBe(true);
  });
});

describe('inflectWord', () => {
  it.each([
    ['berry', 'berries'],
    ['knife', 'knives'],
    ['box', 'boxes'],
    ['boxes', 'box'],
    ['rain', 'raining'],
    ['paint', 'painter'],
    ['snowman', 'snowmen'],
  ])('gives %s the form %s', (word, form) => expect(inflectWord(word)).toContain(form));

  it.each([
    ['corn', 'corner'],
    ['bus', 'bu'],
    ['glass', 'glas'],
  ])('does not take %s for %s', (word, other) => expect(inflectWord(word)).not.toContain(other));
});
