import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDeep } from '../../../test/support/depth';
import { NO_GUARD } from './guard';
import { rejectionReason } from './line';
import { makeTextStream, type TextStreamOptions } from './stream';

const SECRET = 'PRIVATE';

function stream(answer: string, sizes: number[] = [answer.length], options: TextStreamOptions = {}) {
  const reader = makeTextStream(options);
  const early: string[] = [];
  for (let at = 0, i = 0; at < answer.length; i++) {
    const size = Math.max(1, sizes[Math.min(i, sizes.length - 1)] ?? 1);
    early.push(...reader.push(answer.slice(at, at + size)));
    at += size;
  }
  return { early, late: reader.end() };
}
const released = (answer: string, options: TextStreamOptions = {}) => {
  const { early, late } = stream(answer, [answer.length], options);
  return [...early, ...late];
};

describe('a text', () => {
  const joined = (pieces: string[]) => pieces.join('');

  it('is released word by word, the last one when its string is over', () => {
    const reader = makeTextStream();
    const push = (chunk: string) => joined(reader.push(chunk));
    expect(push('{"thought":"hm. Well. ","kind":"say","text":"The lamp is out')).toBe('The lamp is');
    expect(push('. Bring')).toBe(' out.');
    expect(push(' oil!')).toBe(' Bring');
    expect(push(' And a match')).toBe(' oil! And a');
    expect(push('"')).toBe('');
    expect(push('}')).toBe(' match');
    expect(reader.end()).toEqual([]);
  });

  it('is without control characters, as the whole line is later', () =>
    expect(released('{"text":"Hel\\u0000lo th\\u001bere\\u202e.\\u009b Sit."}').join('')).toBe(
      'Hello there. Sit.',
    ));

  it('is unescaped, with its quotes, accents and emoji', () => {
    const answer = '{"text":"\\u00c9l\\u00e8ve \\ud83d\\ude00 said \\"no.\\" Then\\nleft.\\\\"}';
    expect(joined(released(answer))).toBe('Élève 😀 said "no." Then\nleft.\\');
  });

  it('may end without white space where the script has none', () => {
    const pieces = released('{"text":"灯が消えた。油をくれ！"}');
    expect(joined(pieces)).toBe('灯が消えた。油をくれ！');
    expect(pieces.length).toBeGreaterThan(4);
  });

  it('is released up to the last whole word where it was cut off', () => {
    for (const cut of [
      '{"text":"One day. Two',
      '{"text":"One day. Two"',
      '{"text":"One day. Two\\',
      '{"text":"One day. Two\\ud8',
    ])
      expect(joined(released(cut))).toBe('One day.');
  });
});

describe('nothing but the text', () => {
  const answers: [string, string, string[]][] = [
    [
      'a thought that names the field',
      `{"thought":"\\"text\\": \\"${SECRET}. And.\\"","text":"Hi."}`,
      ['Hi.'],
    ],
    ['an object in a field', `{"note":{"text":"${SECRET}. And."},"text":"Hi."}`, ['Hi.']],
    ['objects in a list', `{"notes":[{"text":"${SECRET}. And."},[{}]],"text":"Hi."}`, ['Hi.']],
    ['a wrapper', `{"response":{"text":"${SECRET}. And."}}`, []],
    ['a text that is no string', `{"text":{"text":"${SECRET}. And."}}`, []],
    ['a thought that closes early', `{"thought":"he said "${SECRET}. And." then","text":"Hi."}`, []],
    ['a thought with the field inside', `{"thought":"I say "text": "${SECRET}. And."","text":"Hi."}`, []],
    ['an escape in a key', `{"\\u0074ext":"Hi."}`, ['Hi.']],
    ['a second text', `{"text":"Hi.","text":"${SECRET}. And."}`, ['Hi.']],
    ['a closed block', `<think>{"text":"${SECRET}. And."}</think>\n{"text":"Hi."}`, ['Hi.']],
    ['a block in brackets', `[reasoning]{"text":"${SECRET}."}[/reasoning]{"text":"Hi."}`, ['Hi.']],
    ['a block that never ends', `<thinking>{"text":"${SECRET}. And."} and so`, []],
    [
      'a block in a block',
      `<think><think>a</think>{"text":"${SECRET}. And."}</think>{"text":"Hi."}`,
      ['Hi.'],
    ],
    ['an orphan closing tag', `Maybe {"text":"${SECRET}. And."}\n</think>{"text":"Hi."}`, ['Hi.']],
    ['channels', `<|channel|>analysis<|message|>{"text":"${SECRET}. And."}<|end|>{"text":"Hi."}`, []],
    ['a tag in the text', `{"text":"<think>${SECRET}. And.</think> Hi. "}`, []],
    ['an object in the text', `{"text":"{\\"text\\": \\"${SECRET}. And.\\"}"}`, []],
    ['a note behind', `{"text":"Hi."} {"text":"${SECRET}. And."}`, ['Hi.']],
    ['a note in front', '{"note":1}\n{"text":"Hi."}', []],
    ['a fence', '```json\n{"text":"Hi."}\n```', ['Hi.']],
    ['an announcement', 'Sure, here is my answer:\n\n{"text":"Hi."} Bye.', ['Hi.']],
    ['an announced fence', 'Here\'s the JSON:\n```json\n{"text":"Hi."}\n```', ['Hi.']],
    ['prose in front', `I could say {"text":"${SECRET}. And."} or {"text":"Hi."}`, []],
    ['a tag alone in front', '\n</think>\n\n{"text":"Hi."}', ['Hi.']],
    ['a tag of another kind', `&lt;think&gt;{"text":"${SECRET}. And."}&lt;/think&gt;{"text":"Hi."}`, []],
    ['a tag with an effort', `<think effort="1">{"text":"${SECRET}. And."}</think>{"text":"Hi."}`, ['Hi.']],
    ['tags of two kinds', `<think>a</analysis>{"text":"${SECRET}. And."}</think>{"text":"Hi."}`, ['Hi.']],
    ['prose alone', 'The lamp is out. Bring oil.', []],
    ['a list of one', '[{"text":"Hi."}]', []],
    ['an inner quote', '{"text":"She said "no" to me. And."}', ['She said']],
    ['numbers and words', '{"a":-1.5e3 ,"b":null,"c":true,"text":"Hi.","d":[1,"]"]}', ['Hi.']],
    ['what is not JSON', "{'text':'Hi.'}", []],
  ];
  it.each(answers)('is released of %s', (_, answer, expected) => {
    expect(released(answer).join('')).toBe(expected.join(''));
    for (const size of [1, 2, 3, 7]) {
      const { early, late } = stream(answer, [size]);
      expect([...early, ...late].join('')).toBe(expected.join(''));
    }
  });
});

describe('the kind', () => {
  const kinds = ['say', 'clue'];
  it.each([
    ['{"kind":"say","text":"Good day. Sit."}', ['Good day.', ' Sit.']],
    ['{"kind":"cl\\u0075e","text":"Good day."}', ['Good day.']],
    ['{"text":"Good day.","kind":"say"}', []],
    ['{"kind":"shout","text":"Good day."}', []],
    ['{"kind":"say","kind":7,"text":"Good day."}', []],
    ['{"kind":["say"],"text":"Good day."}', []],
    ['{"a":{"kind":"say"},"text":"Good day."}', []],
    [`{"kind":"say${'y'.repeat(100)}","text":"Good day."}`, []],
  ])('must be granted, and stand in front: %s', (answer, expected) =>
    expect(released(answer, { kinds }).join('')).toBe(expected.join('')),
  );
});

it('takes nothing for an announcement that hides more behind white space', () => {
  const front = `Here is my answer:${' '.repeat(200)}`;
  expect(released(`${front}{"text":"Hi there."}`).join('')).toBe('Hi there.');
  expect(released(`${front}or not {"text":"Hi there."}`)).toEqual([]);
});

it('releases no more than a spoken line could ever be', () =>
  expect(released(`{"text":"${'Ha. '.repeat(100_000)}"}`).join('').length).toBeLessThanOrEqual(4_000));

it('releases the same whatever the pieces are, and all of a text that is complete', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 }).map((s) => `Well. ${s}`);
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 });
  const escaping = fc.boolean();
  fc.assert(
    fc.property(text, fc.string({ maxLength: 30 }), sizes, escaping, (said, thought, cuts, ascii) => {
      const plain = JSON.stringify({ thought, kind: 'say', text: said, mood: thought });
      const answer = ascii
        ? plain.replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
        : plain;
      const { early, late } = stream(answer, cuts);
      expect(late).toEqual([]);
      expect(early).toEqual(released(answer));
      if (rejectionReason(said, NO_GUARD) === null) expect(early.join('')).toBe(said);
    }),
    { numRuns: isDeep ? 2_000 : 200 },
  );
});

it('never throws and never says what the text does not hold, however the answer is damaged', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '"',
    '\\',
    ',',
    ':',
    '[',
    ']',
    '<think>',
    '</think>',
    'text',
    '"text":',
    '"thought":"',
    '. ',
    '\\u00',
    'a',
    ' ',
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 40 }),
      fc.array(fc.nat(5), { minLength: 1 }),
      (pieces, sizes) => {
        const answer = pieces.join('');
        const { early, late } = stream(answer, sizes);
        expect([...early, ...late]).toEqual(released(answer));
      },
    ),
    { numRuns: isDeep ? 3_000 : 300 },
  );
});
