import { describe, expect, it } from 'vitest';
import { takeOwnWords } from '../../../src/model/structured';

const speakers = { own: ['Ada Lee', 'Ada'], others: ['Mara', 'Bo', 'Sister Ane'] };
const said = (text: string) => takeOwnWords(text, speakers);

describe('a line is what its speaker says', () => {
  it.each([
    ['Ada: Good evening.', 'Good evening.'],
    ['Ada Lee: Good evening.', 'Good evening.'],
    ['Ada (quietly): Good evening.', 'Good evening.'],
    ['**Ada (to herself):** Good evening.', 'Good evening.'],
    ['**Ada:** Good evening.', 'Good evening.'],
    ['**Ada**: Good evening.', 'Good evening.'],
    ['*Ada*: *nods*', '*nods*'],
    ['[Ada]: Good evening.', 'Good evening.'],
    ['"Ada": Good evening.', 'Good evening.'],
    ['ADA: Good evening.', 'Good evening.'],
    ['Ada, whispering: Come closer.', 'Come closer.'],
    ['Ada: "Good evening."', 'Good evening.'],
    ['Ada: "Good evening," she says. "Sit."', '"Good evening," she says. "Sit."'],
    ['assistant: Good evening.', 'Good evening.'],
    ['AI: Come in.', 'Come in.'],
    ['Ada：Come in.', 'Come in.'],
    ['"Ada: Come in."', 'Come in.'],
    ['Ada: Come in.\n\n**Ada:** Sit.\nAda Lee: Well?', 'Come in.\n\nSit.\nWell?'],
  ])('without its label: %j', (text, line) => {
    expect(said(text)).toEqual({ line, cut: '', hadLabel: true });
  });

  it.each([
    ['Good evening.\nMara: Who is there?', 'Good evening.', 'Mara: Who is there?'],
    ['Good evening.\nMara (from the door): Hm.', 'Good evening.', 'Mara (from the door): Hm.'],
    [
      'Good evening.\n\n**Mara:** Who is there?\nBo: Me.',
      'Good evening.',
      '**Mara:** Who is there?\nBo: Me.',
    ],
    ['It is late. Bo: I am tired. Ada: Go to bed.', 'It is late.', 'Bo: I am tired. Ada: Go to bed.'],
    ['*She nods.* Sister Ane: Bless you.', '*She nods.*', 'Sister Ane: Bless you.'],
    ['"Late," she says. "Go." Mara: Why?', '"Late," she says. "Go."', 'Mara: Why?'],
    ['Come in. User: And then?', 'Come in.', 'User: And then?'],
    ['Mara: Who is there?', '', 'Mara: Who is there?'],
    ['Come in.\nPlayer: And then?', 'Come in.', 'Player: And then?'],
    ['Come in.\nMara：And then?', 'Come in.', 'Mara：And then?'],
    ['Come in.\n- "Mara" (player): "And then?"', 'Come in.', '- "Mara" (player): "And then?"'],
    ['Come in.\n| Mara: And then?', 'Come in.', '| Mara: And then?'],
    ['Come in.\nNarrator: The door closes.', 'Come in.', 'Narrator: The door closes.'],
  ])('up to where another speaks: %j', (text, line, cut) => {
    expect(said(text)).toEqual({ line, cut, hadLabel: false });
  });

  it.each([
    'I saw Bo. He was late.',
    'I told Mara: go home.',
    'Good evening, Mara: sit down.',
    'Two things: bread and salt.',
    '"Mara: beloved daughter", it says on the stone.'.replace('"', '“').replace('"', '”'),
    'Adam: a common name.',
    '*Marat: a painting by David.*',
  ])('and whole where a name is only mentioned: %j', (text) => {
    expect(said(text).cut).toBe('');
    expect(said(text).line).toBe(text);
  });

  it('knows names with marks of patterns in them', () => {
    expect(takeOwnWords('Dr. (No): I see.\nX+Y: Two.', { own: ['Dr. (No)'], others: ['X+Y'] })).toEqual({
      line: 'I see.',
      cut: 'X+Y: Two.',
      hadLabel: true,
    });
  });
});
