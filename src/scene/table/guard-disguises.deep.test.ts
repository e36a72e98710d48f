import { describe, expect, it } from 'vitest';
import { isDeep } from '../../../test/support/depth';
import { createGuard } from './guard';

describe('makeGuard looks through', () => {
  it.each([
    ['a decimal entity', '&#99;offee'],
    ['a decimal entity without its semicolon', '&#99offee'],
    ['a hexadecimal entity', 'a cup of &#x63;offee'],
    ['entities all through', '&#99;&#111;&#102;&#102;&#101;&#101;'],
    ['an entity escaped twice', '&amp;#99;offee'],
    ['a named entity', 'coff&eacute;e'],
    ['an invisible entity', 'cof&shy;fee'],
    ['a space entity', 'cof&nbsp;fee'],
    ['a URL escape', '%63offee'],
    ['URL escapes all through', '%63%6F%66%66%65%65'],
    ['a URL escape of two bytes', 'coff%C3%A9e'],
    ['a Unicode escape in the middle', 'cof\\u0066ee'],
    ['a Unicode escape in braces', '\\u{63}offee'],
    ['a byte escape', '\\x63offee'],
    ['an escape of an escape', 'cof\\\\u0066ee'],
    ['an escape inside an entity', '&amp;#x\\u0036\\u0033;offee'],
    ['a bold half', '<b>cof</b>fee'],
    ['a bold half with attributes', '<b class="x">cof</b>fee'],
    ['a comment', 'cof<!-- -->fee'],
    ['a tag for every letter', '<i>c</i><i>o</i><i>f</i><i>f</i><i>e</i><i>e</i>'],
    ['tags that are escaped', '&#60;b&#62;cof&#60;/b&#62;fee'],
    ['a line break within', 'cof<br>fee'],
    ['bulletin board tags', '[b]cof[/b]fee'],
    ['a Markdown link', '[cof](https://example.org/a)fee'],
    ['bold within', 'cof**fee**'],
    ['strike-through within', 'cof~~fee~~'],
    ['underscores within', 'cof__fee__'],
    ['code within', 'cof`fee`'],
    ['brackets within', 'c(o)ffee'],
    ['half in brackets', 'cof(fee)'],
    ['quotes within', 'cof"fee"'],
    ['a comma within', 'cof,fee'],
    ['an ellipsis', 'cof…fee'],
    ['an ellipsis and a space', 'cof… fee'],
    ['three dots and a space', 'cof... fee'],
    ['a dash', 'cof — fee'],
    ['a hyphen between spaces', 'cof - fee'],
    ['an asterisk for a letter', 'c*ffee'],
    ['two asterisks for letters', 'c**fee'],
    ['an escaped asterisk for a letter', 'c\\*ffee'],
    ['an underscore for a letter', 'c_ffee'],
    ['a hash for a letter', 'cof#ee'],
    ['a hyphen for a letter', 'c-ffee'],
    ['a dot for a letter', 'c.ffee'],
    ['two letters hidden apart', 'c*f*ee'],
    ['a letter hidden in the plural', 'c*ffees'],
    ['being backwards', 'eeffoc'],
    ['being backwards and spelled out', 'e-e-f-f-o-c'],
    ['being backwards in leet', '33ff0c'],
    ['small capitals', 'ᴄᴏꜰꜰᴇᴇ'],
    ['flags', '🇨🇴🇫🇫🇪🇪'],
    ['white letters in black boxes', '🅲🅾🅵🅵🅴🅴'],
    ['white letters in black circles', '🅒🅞🅕🅕🅔🅔'],
    ['half of it in another alphabet', 'cоffeе'],
    ['a digit glued to it', 'coffee2go'],
    ['a compound name', 'myCoffeeCup'],
    ['letters that go on for long', `c${'o'.repeat(1000)}ffee`],
  ])('%s', (_, text) => expect(createGuard(['coffee']).leaks(text)).toBe(true));

  it.each([
    ['tea', 'tea4two'],
    ['tea', 'tea@home'],
    ['tea', '#TeaTime'],
    ['island', '1S1AND'],
    ['island', 'is1and'],
    ['dolphin', 'Do-1ph1n'],
    ['pencil', 'Penc11'],
    ['pillow', 'P1l10w'],
    ['whistle', 'Wh1st1e'],
    ['violin', 'my v1o1ins'],
    ['lemon', 'l*mon'],
    ['lemon', 'l_mon'],
    ['ice cream', 'maerc eci'],
    ['ice cream', '<i>ice</i> cre<b>am</b>'],
    ['café', 'caf&eacute;'],
    ['кофе', 'к-о-ф-е'],
    ['コーヒー', 'コー・ヒー'],
  ])('with %j, what is done to it in %j', (secret, text) =>
    expect(createGuard([secret]).leaks(text)).toBe(true),
  );

  // Cases that the guard ignores on purpose: catching them would reject innocent lines.
  it.each([
    ['a short word backwards', 'tea', 'aet'],
    ['a word that is another word backwards', 'drawer', 'reward'],
    ['a hidden letter in a short word', 'tea', 't*a'],
    ['two hidden letters in five', 'lemon', 'l**on'],
    ['a hyphen for a letter of five', 'alone', 'A-one'],
    ['three hidden letters', 'coffee', 'c***ee'],
    ['a hidden first letter, which is emphasis', 'train', '*rain*'],
    ['a short word in another', 'tea', 'a teacup'],
    ['first letters', 'tea', 'Ten elephants ate.'],
    ['other encodings', 'coffee', 'Y29mZmVl'],
    ['a letter too few', 'coffee', 'cofee'],
  ])('but not %s', (_, secret, text) => expect(createGuard([secret]).leaks(text)).toBe(false));
});

describe('makeGuard counts what it looks at', () => {
  const guard = createGuard(['coffee', 'tea', 'ice cream', 'lighthouse', 'кофе', 'コーヒー']);
  const count = (text: string): number => {
    const work = { steps: 0 };
    expect(guard.leaks(text, work)).toBe(false);
    return work.steps;
  };

  it.each(
    `c|c |c-|co ff e |c**f|1c |!c|\\|\\u0063|&#99|&amp;|%63|<|<b|</b>c|[b|](a| |... |\u0301\u0327|ﾞc|aB|i c e c r e |コーヒ|🇨🇴`
      .split('|')
      .map((unit) => [unit]),
  )('%j costs twice as much when there is twice as much of it', (unit) => {
    const once = unit.repeat(isDeep ? 20_000 : 1_000);
    const work = count(once);
    expect(work).toBeGreaterThanOrEqual(once.length);
    expect(count(once + once)).toBeLessThanOrEqual(2.01 * work);
    expect(work).toBeLessThanOrEqual(100 * once.length);
  });

  it('holds out against megabytes', () => {
    const coffee = createGuard(['coffee']);
    const times = isDeep ? 300_000 : 15_000;
    for (const unit of ['c', 'c ', 'cof', 'cof-', '1', '!', 'e\u0301', '{', '\u200b', 'co ff e ']) {
      expect(coffee.leaks(unit.repeat(times))).toBe(false);
    }
    expect(coffee.leaks(`${'c o f f e x '.repeat(times / 6)}coffee`)).toBe(true);
  });

  it('does not take the square of a run of combining marks, as normalizing it would', () =>
    expect(guard.leaks(`a${'\u0301\u0327'.repeat(isDeep ? 500_000 : 100_000)} coffee`)).toBe(true));
});
