import { describe, expect, it } from 'vitest';
import { parseAgentOutput } from './agent-output';
import { NO_GUARD } from './guard';
import { cleanLine, rejectionReason } from './line';

const options = { allowedKinds: ['say'], fallbackKind: 'say' };
const LINE = 'It warms the hands.';

const PREAMBLES = [
  'Okay. I should give a clue.',
  'Okay, I need to give a subtle clue.',
  'As CARA, I should be cautious.',
  'As Cara, I need to stay vague.',
  'Looking at the previous clues, I need to be vague.',
  'Alright. Looking at the other lines, they all avoid it.',
  'Also include mood field.',
  'Must include the mood field.',
  'The schema requires kind and text.',
  'So the response should be in character.',
  'Kind should be agent.spoke.',
  'agent.spoke',
  'Alright, the user wants me to play as CARA.',
  'Alright. So. The user wants a clue.',
  'The clue should be subtle.',
  'I will play as CARA.',
  "I'm playing as Bex now.",
];

describe('a planning preamble', () => {
  it.each(PREAMBLES)('goes to the residue of prose: %s', (preamble) => {
    for (const between of [' ', '\n', '\n\n']) {
      const { line, residue } = cleanLine(`${preamble}${between}${LINE}`);
      expect(line).toBe(LINE);
      for (const word of preamble.split(/\W+/)) expect(residue).toContain(word);
    }
  });

  it.each(PREAMBLES)('is asked for again within a text, and never stored: %s', (preamble) => {
    expect(rejectionReason(`${preamble} ${LINE}`, NO_GUARD)).not.toBeNull();
    const raw = JSON.stringify({ kind: 'say', text: `${preamble} ${LINE}` });
    expect(parseAgentOutput(raw, options)).toEqual({ kind: 'say', text: LINE });
  });

  it.each([
    'Alright, the user wants me to play as CARA.',
    'Okay. I should give a clue.',
    'As CARA, I should be cautious.',
  ])('that is all there is becomes the line, which is then refused as planning: %s', (raw) => {
    expect(cleanLine(raw).line).toBe(raw);
    expect(rejectionReason(raw, NO_GUARD)).toBe('planning');
    expect(parseAgentOutput(raw, options)).toEqual({ kind: 'say', text: '…', rawFallback: true });
  });

  it('loses its label', () => expect(cleanLine('agent.spoke: It warms the hands.').line).toBe(LINE));
});

it.each([
  'I will play as goalkeeper today.',
  "We're playing as a team.",
  'I am playing as well as I can.',
  'Write a JSON parser? Me?',
  'I should give you a hint, should I not?',
  'I must give a clue to the sheriff.',
  'As a mother, I must protect him. Leave us.',
  'As King, I must be firm. Bring him in.',
  'Looking at you, I need a drink.',
  'The schema is law here.',
  'I must be subtle about it, my lady.',
  'As Bob, I would be ashamed to say it.',
  'The clue should be in the drawer.',
  'Add a mood field? To a farm?',
  'Looking at the previous answers, she smiled.',
  'Looking at the other clues, I think it was the butler.',
  'Include the north field in your map.',
  'He is an agent. Spoke to him twice.',
  'Okay. It is cold. Light the fire.',
  'Alright. Then I will go alone.',
  'So the answer must be no. Leave.',
])('a character that speaks of playing, of clues and of forms is heard whole: %s', (text) => {
  expect(rejectionReason(text, NO_GUARD)).toBeNull();
  expect(cleanLine(text).line).toBe(text);
});

describe('braces around words in prose', () => {
  it('with quotes are not spoken, nor is what is left without them', () => {
    expect(cleanLine('She said {"no"} twice.').line).toBe('');
    expect(cleanLine('Here it is: {"kind" "say", "text" "Hello there."}').line).toBe('Hello there.');
  });

  it.each([
    "It's {not} funny at all.",
    'I am {so} very {happy} for you.',
    'He {never once} lied, {honest}.',
    'A set {a, b} of things.',
    'Good day, {{user}}, I missed you.',
  ])('are no object: %s keeps every word', (text) => {
    expect(cleanLine(text).line).toBe(text);
    expect(parseAgentOutput(text, options).text).toBe(text);
  });
});
