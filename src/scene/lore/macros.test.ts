import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuTime } from '../../../test/support/cpu-time';
import { fillMacros, type MacroValues } from './macros';

const ALL: MacroValues = { char: 'Ada', user: 'Mara', pick: 'scene', dice: 'round' };
const fill = (text: string, more: MacroValues = {}) => fillMacros(text, { ...ALL, ...more });
const SEEDS = Array.from({ length: 200 }, (_, n) => `seed ${n}`);

describe('a macro', () => {
  it.each<[string, string, string]>([
    ['names, in any case', '{{Char}} {{USER}} <bot> <CHAR> <User> {{ char }}', 'Ada Mara Ada Ada Mara Ada'],
    ['a text of the author alone', 'a{{// a note, {{char}} }}b{{comment: x}}c{{hidden_key:y}}d', 'abcd'],
    ['a comment of several lines', 'a{{// one\ntwo}}b', 'ab'],
    ['the reverse', '{{reverse:Hello}} {{reverse:{{char}}}}', 'olleH adA'],
    ['a line break', 'a{{newline}}b', 'a\nb'],
    ['line breaks that go', 'a\n\n{{trim}}\n\nb', 'ab'],
    ['line breaks that go around what says nothing', 'a\n{{noop}}{{trim}}\nb', 'ab'],
    ['nothing', '{{original}}Be brief.{{noop}}', 'Be brief.'],
    ['the only option', '{{random:a}} {{pick::b}} {{random: c }}', 'a b c'],
    ['an option with a comma', '{{random:a\\, b}} {{pick:a\\,b}}', 'a, b a,b'],
    ['a die of one side', '{{roll:1}} {{roll:d1}} {{roll:D1}} {{roll 3d1+2}} {{roll:1d1-1}}', '1 1 1 5 0'],
    ['in braces of another kind', '{"a": {"b": "{{char}}"}} {{{char}}}', '{"a": {"b": "Ada"}} {Ada}'],
  ])('is %s', (_, text, filled) => expect(fill(text)).toBe(filled));

  it.each([
    '{{unknown}}',
    '{{getvar::x}}',
    '{{char sheet}}',
    '{{random}}',
    '{{random thoughts}}',
    '{{roll:many}}',
    '{{roll:0}}',
    '{{roll:1000d6}}',
    '{{}}',
    '{{ {{ }}',
    '{{char',
    'char}}',
    '<b>bold</b> <users>',
    '{ {char} }',
  ])('that is none stays: %s', (text) => expect(fill(text)).toBe(text));

  it('stands inside of others', () => {
    expect(fill('{{random:{{char}},{{char}}}} and {{unknown:{{user}}}}')).toBe('Ada and {{unknown:Mara}}');
    expect(fill('{{random:{{pick:a,a}}{{roll:1}},{{// no }}a1}}')).toBe('a1');
  });

  it('takes a name with a comma for one option', () => {
    const char = 'Ada, the Witch';
    for (const dice of SEEDS) expect(fill('{{random:{{char}},{{char}}}}', { char, dice })).toBe(char);
    expect(fill('{{random::{{char}}::{{char}}}}', { char })).toBe(char);
  });

  it('does not take a name for a macro or a pattern', () =>
    expect(fill('{{char}}', { char: "$& {{user}} $'" })).toBe("$& {{user}} $'"));
});

describe('chance', () => {
  const drawn = (text: string, value: 'pick' | 'dice') => [
    ...new Set(SEEDS.map((seed) => fill(text, { [value]: seed }))),
  ];

  it('draws every option, and every side of a die', () => {
    expect(drawn('{{random:a, b ,c}}', 'dice').sort()).toEqual(['a', 'b', 'c']);
    expect(drawn('{{random::a::b,c}}', 'dice').sort()).toEqual(['a', 'b,c']);
    expect(drawn('{{pick:a,b,c}}', 'pick').sort()).toEqual(['a', 'b', 'c']);
    expect(drawn('{{roll:d6}}', 'dice').sort()).toEqual(['1', '2', '3', '4', '5', '6']);
    const sums = drawn('{{roll:2d6+1}}', 'dice').map(Number);
    expect([Math.min(...sums), Math.max(...sums)]).toEqual([3, 13]);
  });

  it('is the same for the same seed, and a pick for any dice', () => {
    const text = '{{pick:a,b,c,d,e,f}} {{random:a,b,c,d,e,f}} {{roll:1000}}';
    expect(fill(text)).toBe(fill(text));
    expect(drawn('{{pick:a,b,c,d,e,f}}', 'dice')).toHaveLength(1);
    expect(drawn('{{random:a,b}} {{roll:6}}', 'pick')).toHaveLength(1);
  });

  it('is drawn anew at each place', () => {
    const twenty = fill('{{pick:a,b,c,d,e,f,g,h}}'.repeat(20));
    expect(new Set(twenty).size).toBeGreaterThan(3);
  });
});

describe('a value that is not known yet', () => {
  it('leaves its macro for later, and what is around it', () => {
    const text =
      '{{char}}: {{user}} {{random:{{char}},x}} {{reverse:{{user}}}} {{pick:{{roll:6}},y}} {{roll:6}}';
    const first = fillMacros(text, { char: 'A, B', pick: 's' });
    expect(first).toBe(
      'A, B: {{user}} {{random:A\\, B,x}} {{reverse:{{user}}}} {{pick:{{roll:6}},y}} {{roll:6}}',
    );
    const second = fill(first, { dice: 'other' });
    expect(second).toMatch(/^A, B: Mara (A, B|x) araM ([1-6]|y) [1-6]$/);
  });

  it('leaves nothing of a comment', () => {
    expect(fillMacros('a{{// {{user}} {{roll:6}} }}b', {})).toBe('ab');
  });
});

describe('several players', () => {
  const read = (text: string, ...user: string[]) => fill(text, { user });

  it('are named together, with the verb that follows in the plural', () => {
    expect(read('{{user}} meets {{char}}.', 'Mara', 'Jo')).toBe('Mara and Jo meet Ada.');
    expect(read('She asks why {{user}} is here.', 'Mara', 'Jo', 'Cy')).toBe(
      'She asks why Mara, Jo and Cy are here.',
    );
    expect(read('{{user}} carries it. <USER> watches. "{{user}} doesn\'t!"', 'A', 'B')).toBe(
      'A and B carry it. A and B watch. "A and B don\'t!"',
    );
  });

  it.each([
    "{{user}}'s hat is wet.",
    '{{char}} gives {{user}} roses.',
    '{{user}} always smiles.',
    '{{user}}, guess.',
    '{{user}}\n\nis here.',
    '{{user}} dans le jardin.',
  ])('leave other words as they are: %s', (text) =>
    expect(read(text, 'A', 'B')).toBe(text.replace('{{user}}', 'A and B').replace('{{char}}', 'Ada')),
  );

  it('are "you" and the others to one of them', () => {
    expect(read('{{user}} meets {{char}}. Sit, {{user}}.', 'you', 'Ben')).toBe(
      'You and Ben meet Ada. Sit, you and Ben.',
    );
    expect(read("{{user}}'s boat.", 'you', 'Ben')).toBe("Your and Ben's boat.");
  });

  it('are a plain "you" before their name is known', () => {
    expect(read('Sit, {{user}}. <USER> may. {{user}}?', 'you')).toBe('Sit, you. You may. You?');
    expect(read("{{user}}'s hat.\nIt is {{user}}’s bed.", 'you')).toBe('Your hat.\nIt is your bed.');
    expect(read('"{{user}}!" *{{user}} waves*\n{{user}}', 'you')).toBe('"You!" *You waves*\nYou');
  });
});

it('other words are filled in by name, once, and stay without a value', () => {
  const words = { time: '5:04 PM', persona: '{{char}} is no macro here.' };
  expect(fill('{{Time}} {{ persona }} {{scenario}}', { words })).toBe(
    '5:04 PM {{char}} is no macro here. {{scenario}}',
  );
  expect(fillMacros('{{random:{{time}},{{time}}}}', { dice: 'x' })).toBe('{{random:{{time}},{{time}}}}');
  expect(fill('{{constructor}}', { words })).toBe('{{constructor}}');
  const scenario = 'x'.repeat(8_000);
  expect(fill('{{scenario}}'.repeat(1_000), { words: { scenario } })).toHaveLength(24_000);
});

describe('any text', () => {
  const piece = fc.constantFrom(
    ...['{{', '}}', '{', '}', '<bot>', 'char', 'user', 'random:', 'pick::', 'roll:', '2d6', 'trim', '// '],
    ...['reverse:', ',', '\\,', '::', '\n', ' ', 'x', "'s", '😀'],
  );

  it('is filled in the same way each time, and stays where it has no macro', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        expect(fill(text)).toBe(fill(text));
        if (!/\{\{|<bot>/.test(text)) expect(fill(text)).toBe(text);
      }),
    );
  });

  it('reads a roll with spaces in it once', () => {
    const roll = `{{roll:6${' '.repeat(500_000)}x}}`;
    expect(fill(roll)).toBe(roll);
  });

  it.each<[string, string]>([
    ['braces that open', '{{'],
    ['braces that close', '}}'],
    ['lists in lists', '{{random:a,'],
    ['unknown macros in each other', '{{x '],
    ['trims', '\n{{trim}}'],
    ['dice', '{{roll:100d6}}'],
    ['commas', '{{char}},'],
    ['spaces', '{{ '],
  ])('takes no longer than its length lets expect: %s', (_, unit) => {
    const text = unit.repeat(200_000 / unit.length);
    const time = cpuTime(() => {
      fill(`{{random:${' '.repeat(20_000)}${text}`);
      fill(text + '}}'.repeat(50_000));
    });
    expect(time).toBeLessThan(2000);
  });
});
