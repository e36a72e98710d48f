import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Message } from '../../../src/contract/calls';
import { PromptLines, readPrompt } from './prompt-lines';

const SCENARIO = 'Three people wait in a lighthouse kitchen.\n\nNobody knows who lit the lamp.';
const director: Message[] = [
  { role: 'system', content: SCENARIO },
  {
    role: 'user',
    content: '# Conversation\nAda: Put the letter on the table.\nBo: It was in the boat house.',
  },
];

const refer = (messages: Message[], base: Message[]) =>
  new PromptLines(7, base).refer(messages, JSON.stringify(messages));
const restore = (messages: Message[], base: Message[]): unknown => {
  const prompt = refer(messages, base);
  return JSON.parse(
    readPrompt(prompt, (step) => {
      expect(step).toBe(7);
      return JSON.stringify(base);
    }),
  );
};

it('stores shared lines once, also the line of a speaker without its name', () => {
  const character: Message[] = [
    { role: 'system', content: SCENARIO },
    { role: 'user', content: '# Your role\nYou are Ada.\n# Conversation' },
    { role: 'assistant', content: 'Put the letter on the table.' },
    { role: 'user', content: 'Bo: It was in the boat house.' },
  ];
  const prompt = refer(character, director);
  for (const shared of ['lighthouse', 'lamp', 'letter', 'boat house']) expect(prompt).not.toContain(shared);
  expect(prompt).toContain('You are Ada.');
  expect(restore(character, director)).toEqual(character);
});

it('restores any messages byte for byte', () => {
  const line = fc.oneof(
    fc.constantFrom('', 'Ada: ', ': ', 'Ada: a line that is long', 'a line that is long'),
    fc.string(),
  );
  const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'));
  const frame = fc.record({ type: fc.constant('frame' as const), label: text, cells: text });
  const message = fc.record({
    role: fc.constantFrom('system' as const, 'user' as const, 'assistant' as const),
    content: fc.oneof(text, fc.array(frame, { maxLength: 2 })),
  });
  const messages = fc.array(message, { maxLength: 5 });
  fc.assert(
    fc.property(messages, messages, (base, more) => {
      const all = [...more, ...base];
      expect(JSON.stringify(restore(all, base))).toBe(JSON.stringify(all));
      expect(refer(all, base).length).toBeLessThanOrEqual(JSON.stringify(all).length);
    }),
  );
});
