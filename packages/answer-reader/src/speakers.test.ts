import { describe, expect, it } from 'vitest';
import { cleanLine } from './line';
import { stripOtherSpeakers } from './speakers';

const speakers = { own: ['Ada Lee', 'Ada'], others: ['Mara', 'Bo', 'Sister Ane'] };
const said = (text: string) => stripOtherSpeakers(text, speakers);

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
    ['**Ada**\nGood evening.', 'Good evening.'],
    ['__Ada Lee__\n\n*nods*', '*nods*'],
    ['Come in.\n\n**Ada**\nSit.', 'Come in.\n\nSit.'],
    ['[Ada] Good evening.', 'Good evening.'],
    ['[Ada Lee] *nods*', '*nods*'],
    ['Ada — "Good evening."', 'Good evening.'],
    ['Ada - Good evening.', 'Good evening.'],
    ['**Ada** – Good evening.', 'Good evening.'],
    ['Ada Lee: Ada: Good evening.', 'Good evening.'],
    ['**Ada Lee:** [Ada] Good evening.', 'Good evening.'],
    ['<|im_start|>assistant\nAda: Good evening.<|im_end|>', 'Good evening.'],
    ['Ada: Come in.\n\n**Ada:** Sit.\nAda Lee: Well?', 'Come in.\n\nSit.\nWell?'],
  ])('without its label: %j', (text, line) => expect(said(text)).toEqual({ line, cut: '', hadLabel: true }));

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
    ['Come in.\n**Mara**\nAnd then?', 'Come in.', '**Mara**\nAnd then?'],
    ['**Mara**\n\nAnd then?', '', '**Mara**\n\nAnd then?'],
    ['Come in.\n[Mara] And then?', 'Come in.', '[Mara] And then?'],
    ['Come in.\n[User] *nods*', 'Come in.', '[User] *nods*'],
    ['Come in.\nMara — "And then?"', 'Come in.', 'Mara — "And then?"'],
    ['Come in.\n\nMara - “And then — what?”', 'Come in.', 'Mara - “And then — what?”'],
    ['Come in.\nMara says: "And then?"', 'Come in.', 'Mara says: "And then?"'],
    ['Come in.\nSister Ane whispers: “Hush.”', 'Come in.', 'Sister Ane whispers: “Hush.”'],
    ['Come in.\nYou: And then?', 'Come in.', 'You: And then?'],
    ['Come in.\n**You:** *nods*', 'Come in.', '**You:** *nods*'],
  ])('up to where another speaks: %j', (text, line, cut) =>
    expect(said(text)).toEqual({ line, cut, hadLabel: false }),
  );

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

  it('up to where another speaks in the form of a script, once it has begun as one', () =>
    expect(said('Ada — Come in.\nMara — And then?')).toEqual({
      line: 'Come in.',
      cut: 'Mara — And then?',
      hadLabel: true,
    }));

  it.each([
    'Mara — quiet until now — laughed. I waited.',
    'Mara — Bo’s oldest friend — laughed. I waited.',
    'Mara — "The Fox" to her friends — laughed.',
    'Mara — I am sorry.',
    'Mara — Thank God you came.',
    'Mara—"Sit down."',
    'I looked at Mara — "Sit down," I said.',
    'Ada — quiet until now — laughed.',
    'Ada — that is me — was late.',
    'Ada is here. [Mara is not.]',
    '[Mara enters.] Sit down.',
    '[Mara] is written on the envelope.',
    'It says [Mara] and nothing else.',
    'The name on the stone:\n**Mara**\nNothing else.',
    '**Mara** is the one I mean.',
    'Who did it?\n**Mara**',
    '*Mara*\nCome back!',
    'Mara\nand Bo are late.',
    'Mara said: "Never again." And I laughed.',
    'Mara says "never", and I laugh.',
    'When Mara says: "Never," I laugh.',
    'Mara says: never again.',
    'Three of them knew. You: the worst of all.',
    'You: the worst of all.',
    'And I told you: Go home.',
    'The mark is <s> or [INST], I think.',
    'a < b, and b > c',
    'I read |end| on the crate.',
  ])('and whole where it is prose: %j', (text) =>
    expect(said(text)).toEqual({ line: text, cut: '', hadLabel: false }),
  );

  it.each([
    '<|im_start|>assistant\nGood evening.<|im_end|>',
    '<|start_header_id|>assistant<|end_header_id|>\n\nGood evening.<|eot_id|>',
    '[/INST] Good evening.</s>',
    '<start_of_turn>model\nGood evening.<end_of_turn>\n',
    'Good evening. [/INST]',
    'Good evening.</s></s>\n<|im_end|>',
  ])('without tokens of a template: %j', (text) => {
    expect(said(text)).toEqual({ line: 'Good evening.', cut: '', hadLabel: false });
    expect(said(cleanLine(text).line).line).toBe('Good evening.');
  });

  it.each([
    ['**Ada**\nGood evening', 'Good evening', ''],
    ['Good evening\n**Mara**\nWho is there?', 'Good evening', '**Mara**\nWho is there?'],
    ['<|im_start|>assistant\n**Ada**\nGood evening<|im_end|>', 'Good evening', ''],
  ])('when it was cleaned as prose before: %j', (text, line, cut) =>
    expect(said(cleanLine(text).line)).toMatchObject({ line, cut }),
  );

  it('knows names with marks of patterns in them', () =>
    expect(stripOtherSpeakers('Dr. (No): I see.\nX+Y: Two.', { own: ['Dr. (No)'], others: ['X+Y'] })).toEqual(
      { line: 'I see.', cut: 'X+Y: Two.', hadLabel: true },
    ));
});
