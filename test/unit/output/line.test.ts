import { describe, expect, it } from 'vitest';
import { cleanLine, isUsableLine } from '../../../src/output/line';

describe('cleanLine', () => {
  it.each([
    ['plain speech', 'Hello there. Sit down.', 'Hello there. Sit down.', ''],
    ['quotes around it', '"Hello there."', 'Hello there.', ''],
    ['quotes within it', 'He said "go" and left.', 'He said "go" and left.', ''],
    ['tagged reasoning', '<think>be kind</think>Hello there.', 'Hello there.', 'be kind'],
    [
      'an announcement before it',
      'Sure, here is my reply: Hello there.',
      'Hello there.',
      'Sure, here is my reply:',
    ],
    [
      'a planning preamble',
      'The user wants a greeting. Hello there.',
      'Hello there.',
      'The user wants a greeting.',
    ],
    ['a preamble that is all there is', 'My line is lost to me.', 'My line is lost to me.', ''],
    [
      'an echo of the instruction',
      'Reply with one JSON object. Hello there.',
      'Hello there.',
      'Reply with one JSON object.',
    ],
    ['an object with a text', 'Here: {"kind":"say","text":"Hello there."}', 'Hello there.', ''],
    ['a damaged object with a text', "{'kind':'say','text':'Hello there.'", 'Hello there.', ''],
    ['an object without a text', '{"kind":"say"}', '', ''],
    ['an object with a null text', '{"kind":"say","text":null}', '', ''],
    ['an object inside the text', '{"text":"{\\"kind\\":\\"say\\"}"}', '', ''],
    ['labelled lines', 'kind: say\nthought: she lies\ntext: Hello there.', 'Hello there.', 'say\n\nshe lies'],
    [
      'dialogue that speaks of moods and fields',
      'The word is that my mood is a field.',
      'The word is that my mood is a field.',
      '',
    ],
    ['nothing', '', '', ''],
  ])('reads %s', (_, raw, line, residue) => {
    expect(cleanLine(raw)).toEqual({ line, residue });
  });

  it('keeps a line within 300 characters, whole words, and the residue within 600', () => {
    const { line, residue } = cleanLine(`<think>${'hm '.repeat(400)}</think>${'lantern '.repeat(100)}`);
    expect(line.length).toBeLessThanOrEqual(300);
    expect(line.endsWith('lantern')).toBe(true);
    expect(residue.length).toBeLessThanOrEqual(600);
  });
});

describe('isUsableLine', () => {
  it.each(['Hello there.', 'No, no.'])('accepts %j', (text) => expect(isUsableLine(text)).toBe(true));
  it.each([
    '',
    '…',
    '...',
    'Hm.',
    '{"text":"hello"}',
    '[{"a":1}]',
    '```json\n{"a":1}```',
    '[model error] 500',
    '!!!!!!!',
    '%% }{ ]] 0x1f {{',
  ])('rejects %j', (text) => expect(isUsableLine(text)).toBe(false));
});
