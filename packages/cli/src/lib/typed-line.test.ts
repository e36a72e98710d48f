import { describe, expect, it } from 'vitest';
import { readTypedLine, takeName } from './typed-line';

const PEOPLE = [
  { id: 'wren', name: 'Dr. Wren' },
  { id: 'ann', name: 'Ann' },
  { id: 'ann-marie', name: 'Ann Marie' },
  { id: 'persona:jo', name: 'Jo' },
];
const read = (line: string) => readTypedLine(line, PEOPLE);

describe('a typed line', () => {
  it.each([
    ['Good evening.', 'Good evening.'],
    ['  two  words ', 'two  words'],
    ['//quit is a word', '/quit is a word'],
    ['@Ann hello', '@Ann hello'],
  ])('%j is said', (line, text) => expect(read(line)).toEqual({ do: 'say', text, to: [], whisper: false }));

  it.each([
    ['/whisper ann psst', 'ann', 'psst'],
    ['/w ANN MARIE psst', 'ann-marie', 'psst'],
    ['/whisper Dr. Wren, are you well?', 'wren', 'are you well?'],
    ['/whisper "Dr. Wren" psst', 'wren', 'psst'],
    ['/whisper @jo: psst', 'persona:jo', 'psst'],
    ['/w “Ann” Marie is here', 'ann', 'Marie is here'],
  ])('%j goes to one alone', (line, to, text) =>
    expect(read(line)).toEqual({ do: 'say', text, to: [to], whisper: true }),
  );

  it.each([
    ['/continue', { do: 'continue' }],
    ['/C', { do: 'continue' }],
    ['/q', { do: 'quit' }],
    ['/exit', { do: 'quit' }],
    ['/narrate', { do: 'narrate', text: '' }],
    ['/narrate the storm', { do: 'narrate', text: 'the storm' }],
    ['/note she lies', { do: 'note', text: 'she lies' }],
    ['/as jo', { do: 'as', persona: 'jo' }],
    ['/pause', { do: 'run', control: 'pause' }],
    ['/enter', { do: 'enter' }],
    ['', { do: 'nothing' }],
    ['   ', { do: 'nothing' }],
  ])('%j is an order', (line, typed) => expect(read(line)).toEqual(typed));

  it.each([
    '/wisper ann psst',
    '/whisper',
    '/whisper bob psst',
    '/whisper ann',
    // No prefix of a longer name.
    '/whisper annabel psst',
    '/whisper "ann psst',
    '/continue now',
    '/enter now',
    '/note',
    '/as',
    '/toString',
    '/__proto__',
    '/',
  ])('%j is no order, and nothing of it is said', (line) =>
    expect(read(line)).toMatchObject({ do: 'wrong', why: expect.stringMatching(/\S/) }),
  );

  it('names nobody who is not there', () => {
    expect(takeName('Ann', [])).toBeNull();
    expect(read('/w ann x').do).toBe('say');
    expect(readTypedLine('/w ann x', [])).toMatchObject({ do: 'wrong' });
  });
});
