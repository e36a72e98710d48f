import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stripOtherSpeakers } from './speakers';
import { makeWordStream } from './words';

const NAMES = { own: ['Ada Lee', 'Ada'], others: ['Mara', 'Bo'] };

function show(text: string, size = 1): { shown: string; whole: string } {
  const stream = makeWordStream(NAMES);
  let shown = '';
  for (let at = 0; at < text.length; at += size) shown += stream.push(text.slice(at, at + size));
  return { shown, whole: shown + stream.end() };
}

describe('a line that is being written', () => {
  it.each([
    '*She sets the glass down.* Late again, are you?',
    '"Late again," she says, and pours all the same.',
    'The bridge is closed, my dear.',
    'You look tired.',
    'I saw Bo. He was late.',
    'Well, the rain has come. So we wait.',
    'No. I never saw him.',
    'Mara, sit down. Bo will bring the soup.',
    'Ada is my name, and late is your hour.',
    'First row.\n\nSecond row, and Mara is in it.',
    'Mara — quiet until now — laughed. So I waited.',
    'It is late.\nMara — Thank God you came.',
    'It is late.\nAda — quiet until now — laughed.',
    'Mara said: "Never again." And so I laughed.',
    'The name on the stone:\n**Mara**\nand nothing else.',
    'Three of them knew. You: the worst of all.',
    'You look tired. You should sleep.',
  ])('is shown to its end: %j', (text) => {
    for (const size of [1, 3, 7, 1000]) expect(show(text, size).whole).toBe(text);
  });

  it.each([
    ['*She sets', '*She'],
    ['The bridge is cl', 'The bridge is'],
    ['You look ti', 'You look'],
    ['Well, the rain h', 'Well, the rain'],
    ['That is no', 'That is'],
    ['Not now, my fr', 'Not now, my'],
  ])('is shown a word behind: %j', (text, shown) => expect(show(text).shown).toBe(shown));

  it.each([
    ['Ada: Late again, I see.', 'Late again, I see.'],
    ['**Ada Lee:** Late again, I see.', 'Late again, I see.'],
    ['assistant: Late again.', 'Late again.'],
    ['**Ada**\nLate again.', 'Late again.'],
    ['[Ada] Late again.', 'Late again.'],
    ['Ada — Late again.', 'Late again.'],
    ['Ada — Late again.\nCome in.', 'Late again.\nCome in.'],
    ['Ada Lee: Ada: Late again.', 'Late again.'],
    ['Ada: Ada: Ada: Ada: Late again.', 'Late again.'],
    ['<|im_start|>assistant\nAda: Late again.<|im_end|>', 'Late again.'],
    ['[/INST] Late again.</s>', 'Late again.'],
    ['Late again.<|eot_id|>', 'Late again.'],
  ])('loses its label: %j', (text, whole) => {
    for (const size of [1, 4, 1000]) expect(show(text, size).whole).toBe(whole);
  });

  it.each([
    ['Late again.\nMara: I am sorry.', 'Late again.'],
    ['Late again. Bo: So what?', 'Late again.'],
    ['Late again.\n\n**Mara**: I am sorry.', 'Late again.'],
    ['Mara: I am sorry.', ''],
    ['Come in.\nUser: hello', 'Come in.'],
    ['Come in.\n**Mara**\nI am sorry.', 'Come in.'],
    ['Come in.\n[Mara] I am sorry.', 'Come in.'],
    ['Come in.\nMara — "I am sorry."', 'Come in.'],
    ['Come in.\nMara says: "I am sorry."', 'Come in.'],
    ['Come in.\nYou: I am sorry.', 'Come in.'],
    ['Ada — Come in.\nMara — Am I late?', 'Come in.'],
  ])('ends where another speaks: %j', (text, whole) => {
    for (const size of [1, 4, 1000]) expect(show(text, size).whole).toBe(whole);
  });

  it.each([
    "I'm sorry, but I can't continue this role-play.",
    'As an AI language model, I cannot do that.',
    'Okay, the user wants me to answer as Ada. She is dry.',
    'The user asks who opened the letter. I should stay in character.',
    'We need to respond as Ada in one or two sentences.',
    '<think>She would be dry.</think>Late again.',
    '{"kind":"say","text":"Late again."}',
    '```json',
    'Error 500: internal server error.',
    'Rate limit exceeded. Try again.',
    '[{"text": "x"}]',
    '&lt;think&gt;So.&lt;/think&gt; Late.',
    '…',
    '',
  ])('is not shown where it is none: %j', (text) => {
    for (const size of [1, 4, 1000]) expect(show(text, size).whole).toBe('');
  });

  it('stops where an object begins in it', () =>
    expect(show('Late again, are you? {"text": "no"} Sit.').whole).toBe('Late again, are you?'));

  it('is the beginning of the line that is kept, whatever labels are in it', () => {
    const piece = fc.constantFrom(
      ...[
        'Ada',
        'Mara',
        '**Mara**',
        '**Ada**',
        '[Ada]',
        '[Mara]',
        'You:',
        'Ada:',
        'Mara:',
        ' — ',
        ' - ',
        ' ',
      ],
      ...['says:', 'Late again.', '“Sit.”', '"Sit."', 'Come in.', 'so', '\n', '\n\n', '<|im_end|>', '</s>'],
      ...['<|im_start|>assistant', 'I', 'Now'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), fc.integer({ min: 1, max: 9 }), (pieces, size) => {
        const text = pieces.join('');
        // Markup before a name may be shown, as it is not spoken.
        const squash = (words: string) => words.replace(/[^\p{L}\p{N}]+/gu, '');
        const { whole } = show(text, size);
        const { line } = stripOtherSpeakers(text, NAMES);
        expect(squash(line).startsWith(squash(whole))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([1, 8, 1000])('is shown up to a foreign label behind markup, in pieces of %d', (size) =>
    expect(show('I <b> \n No. Mara: hm', size).whole).toBe('I <b> \n No.'),
  );

  it('is the beginning of what was written, however it is cut', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            'Ada',
            'Mara:',
            'late.',
            '*nods*',
            '"Yes,"',
            'I',
            'the',
            '\n',
            'rain',
            '…',
            '<b>',
            'user',
            'No.',
          ),
        ),
        fc.integer({ min: 1, max: 9 }),
        (words, size) => {
          const text = words.join(' ');
          const { whole } = show(text, size);
          expect(text.includes(whole)).toBe(true);
          expect(whole).toBe(show(text, 1).whole);
        },
      ),
      { numRuns: 500 },
    );
  });
});
