import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Round } from '../../contract/rounds';
import { chatMessage, readWish } from './wish';

const SELF = 'persona:mara';
const round = (n: number, inputs: [actor: string, text: string][], reply: string): Round =>
  ({
    ...{ n, attempt: 1, status: 'completed' },
    inputs: inputs.map(([actor, text]) => ({ actor, text })),
    lines: [{ actor: 'character:ada', name: 'Ada', text: reply }],
  }) as unknown as Round;
const chat = (...texts: string[]) =>
  texts.map((content, at) => ({ role: (texts.length - at) % 2 === 1 ? 'user' : 'assistant', content }));
const kindOf = (messages: { role: string; content: string }[], rounds: Round[]) =>
  readWish(messages, rounds, SELF).kind;

describe('readWish', () => {
  const first = round(1, [[SELF, 'Yes.']], 'Good.');
  const second = round(2, [[SELF, 'Go on.']], 'I will.');

  it.each([
    ['a first line', chat('Yes.'), [], 'say'],
    ['the same history', chat('Yes.'), [first], 'again'],
    ['the same history of two lines', chat('Yes.', 'Ada: Good.', 'Go on.'), [second, first], 'again'],
    ['its shortened end', chat('Go on.'), [second, first], 'again'],
    ['the same line after its reply', chat('Yes.', 'Ada: Good.', 'Yes.'), [first], 'say'],
    ['the same line, with the reply edited', chat('Yes.', 'Ada: Better.', 'Yes.'), [first], 'say'],
    ['an earlier line', chat('Yes.'), [second, first], 'say'],
    [
      'a line of a round that also answers others',
      chat('Yes.'),
      [
        round(
          1,
          [
            ['persona:jo', 'No.'],
            [SELF, 'Yes.'],
          ],
          '',
        ),
      ],
      'say',
    ],
    ['a line of someone else', chat('No.'), [round(1, [['persona:jo', 'No.']], '')], 'say'],
    [
      'the last of several lines in a row',
      [...chat('No.', 'Hm.'), ...chat('Yes.', 'Go on.')],
      [second, first],
      'again',
    ],
    [
      'the same line a third time, with edited replies',
      chat('Yes.', 'A.', 'Yes.', 'B.', 'Yes.'),
      [{ ...first, n: 2 }, first],
      'say',
    ],
    [
      'the same history after a continuation',
      chat('Yes.', 'Ada: Good.', 'Go on.'),
      [second, round(2, [[SELF, '']], 'So.'), first],
      'again',
    ],
    ['an edited history', chat('Yes!', 'Ada: Good.', 'Go on.'), [second, first], 'again'],
    [
      'a reply at the end',
      [...chat('Yes.'), { role: 'assistant', content: 'Ada: Good.' }],
      [first],
      'continue',
    ],
    ['a prompt alone', [{ role: 'system', content: 'Obey.' }], [first], 'say'],
    ['a prompt at the end', [...chat('Hm.'), { role: 'system', content: 'Obey.' }], [first], 'say'],
  ])('%s', (_, messages, rounds, kind) => expect(kindOf(messages, rounds)).toBe(kind));

  it('reads the text of parts, and skips pictures', () => {
    const parts = [
      'See.',
      { type: 'image_url' },
      { type: 'text', text: 'Look:' },
      { type: 'text', text: null },
    ];
    const kept = [
      { role: 'activity', content: { steps: [] } },
      { role: 'user', content: parts },
    ];
    const messages = z.array(chatMessage).parse(kept);
    expect(readWish(messages, [], SELF)).toEqual({ kind: 'say', text: 'See.\n\nLook:' });
  });
});
