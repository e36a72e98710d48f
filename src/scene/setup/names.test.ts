import { describe, expect, it } from 'vitest';
import { sanitizeName } from '../prompt/conversation';
import { Names } from './names';

const giveTwo = (character: string, persona: string) => {
  const names = new Names();
  names.give('character', '/characters', [{ name: character }]);
  names.give('persona', '/personas', [{ name: persona }]);
  return names.errors.map(({ pointer }) => pointer);
};

describe('names of people in a scene', () => {
  it.each(['ada', ' Ada ', '**Ada**', 'Ada:', '# Ada', 'Ada!', '\u200bAda', 'Ada.', 'Ada (…)'])(
    'are refused where a prompt shows the name of somebody else: %j',
    (name) => expect(giveTwo('Ada', name)).toEqual(['/personas/0/name']),
  );

  it.each(['*Narrator*', 'narrator:', 'Narrator', 'Narrator.', 'Narrator -'])(
    'are not that of the narrator: %j',
    (name) => expect(giveTwo('Ada', name)).toEqual(['/personas/0/name']),
  );

  it.each(['Bo, whispering', '**Bo,  Whispering**', 'Bo, whispering.'])(
    'do not imitate the label of a whisper: %j',
    (name) => {
      const names = new Names();
      names.give('persona', '/personas', [{ name }]);
      expect(names.errors).toEqual([
        { pointer: '/personas/0/name', message: expect.stringContaining('remove ", whispering"') },
      ]);
    },
  );

  it.each([
    ['Ada', 'Ada Lee'],
    ['Ada', 'Whispering Ada'],
    ['Ada', 'Ada (player)'],
    ['🔥', '💧'],
    ['Ада', 'Ada'],
  ])('may be alike otherwise: %j and %j', (one, other) => {
    expect(giveTwo(one, other)).toEqual([]);
    expect(sanitizeName(one)).not.toBe(sanitizeName(other));
  });

  it('stand in quotes before words where a model would take them for a part of the prompt', () =>
    expect(['System', 'System prompt', 'OUTPUT FORMAT', '💧', '\u200b'].map(sanitizeName)).toEqual([
      ...['"System"', '"System prompt"', '"OUTPUT FORMAT"', '"💧"', 'Somebody'],
    ]));
});
