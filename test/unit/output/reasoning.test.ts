import { describe, expect, it } from 'vitest';
import { readReasoningFields, splitReasoning } from '../../../src/output/reasoning';

describe('splitReasoning', () => {
  it.each([
    ['a closed block', '<think>hm, tea</think>Hello there.', 'Hello there.', 'hm, tea'],
    ['several blocks', '<think>a</think>Hello <Analysis>b</Analysis>there.', 'Hello there.', 'a\n\nb'],
    ['an unterminated block', 'Hello.<reasoning>I was cut off', 'Hello.', 'I was cut off'],
    ['nothing but an unterminated block', '<think>{"text":"draft"}', '', '{"text":"draft"}'],
    ['an orphan closing tag', 'hm, tea</think>Hello there.', 'Hello there.', 'hm, tea'],
    [
      'a block inside a block of the same name',
      '<think>a<think>b</think>c</think>Hello.',
      'Hello.',
      'a<think>b\n\nc',
    ],
    ['another tag inside a block', '<think>a<reason>b</think>Hello.', 'Hello.', 'a<reason>b'],
    ['tags with space', '< think >a</ think >Hello.', 'Hello.', 'a'],
    ['no tags', ' Hello there. ', 'Hello there.', ''],
  ])('separates %s', (_, raw, answer, reasoning) => {
    expect(splitReasoning(raw)).toEqual({ answer, reasoning });
  });

  it('leaves exact JSON alone, tags inside its strings included', () => {
    const raw = '{"text":"write </think> to close it"}';
    expect(splitReasoning(raw)).toEqual({ answer: raw, reasoning: '' });
  });
});

describe('readReasoningFields', () => {
  it('reads the fields providers use, and repeats nothing', () => {
    expect(readReasoningFields({ content: 'x' })).toBe('');
    expect(readReasoningFields({ reasoning: 'a', reasoning_content: 'a' })).toBe('a');
    expect(readReasoningFields({ reasoning_content: 'b' })).toBe('b');
    expect(readReasoningFields({ reasoning_details: [{ text: 'c' }, { summary: 'd' }, null, 1] })).toBe(
      'c\n\nd',
    );
  });
});
