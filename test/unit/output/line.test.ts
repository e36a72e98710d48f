import { describe, expect, it } from 'vitest';
import { jsonInstruction } from '../../../src/output/instruction';
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
    ['an object behind a wrapper', '{"response":{"kind":"say","text":"Hello there."}}', 'Hello there.', ''],
    ['an object with content', '{"kind":"say","content":"Hello there."}', 'Hello there.', ''],
    ['an object in a string', '"{\\"text\\":\\"Hello there.\\"}"', 'Hello there.', ''],
    ['an object within the text', '{"text":"{\\"text\\":\\"Hello there.\\"}"}', 'Hello there.', ''],
    ['a thought beside the text', '{"thought":"be kind","text":"Hello there."}', 'Hello there.', 'be kind'],
    ['reasoning within the text', '{"text":"<think>be kind</think>Hello there."}', 'Hello there.', 'be kind'],
    ['an object cut off in the text', '{"thought":"hm","text":"Hello there. I am', 'Hello there. I am', 'hm'],
    ['an object cut off before the text', '{"thought":"be kind and', '', 'be kind and'],
    ['an object without its beginning', 'be kind","text":"Hello there."}', 'Hello there.', ''],
    ['an object without braces', '"kind": "say", "text": "Hello there."', 'Hello there.', ''],
    ['a text that swallowed a thought', '{"text":"Hello, "thought":"be kind"}', 'Hello', 'be kind'],
    ['a schema', '{"type":"object","properties":{"text":{"type":"string"}}}', '', ''],
    ['the list of fields', '{"kind", "text"}', '', ''],
    ['a trailing note object', '{"text":"Hello there."} {"note":"done"}', 'Hello there.', ''],
    ['a fence', '```\nHello there.\n```', 'Hello there.', ''],
    ['a thought line before speech', 'Thought: she lies\n\nHello there.', 'Hello there.', 'she lies'],
    ['bold labels', '**Thought:** she lies\n**Text:** Hello there.', 'Hello there.', 'she lies'],
    ['a text of several rows', 'text: Hello there.\nSit down.\nmood: calm', 'Hello there. Sit down.', 'calm'],
    ['a mood in dialogue', 'Mood: sour, and it is only noon.', 'Mood: sour, and it is only noon.', ''],
    [
      'json in dialogue',
      'They speak JSON here, and the schema is law.',
      'They speak JSON here, and the schema is law.',
      '',
    ],
    ['an answer in dialogue', 'My answer is no. You will leave.', 'My answer is no. You will leave.', ''],
    [
      'a user in dialogue',
      'I met the user of that key. Sit down.',
      'I met the user of that key. Sit down.',
      '',
    ],
    [
      'a secret word in dialogue',
      'My secret word? I also include you.',
      'My secret word? I also include you.',
      '',
    ],
    ['braces in dialogue', 'Hello {sighs} there.', 'Hello there.', ''],
    [
      'several planning sentences',
      'Okay, the user wants me to play as CARA. I need to respond as her. Steam curls.',
      'Steam curls.',
      'Okay, the user wants me to play as CARA.\n\nI need to respond as her.',
    ],
    [
      'planning that is all there is',
      "Alright, the user wants me to play as CARA. I'll write one or two sentences.",
      "Alright, the user wants me to play as CARA. I'll write one or two sentences.",
      '',
    ],
    ['the kinds rule', 'kind must be one of: say. Hello there.', 'Hello there.', 'kind must be one of: say.'],
    [
      'harmony channels',
      '<|channel|>analysis<|message|>hm<|end|><|channel|>final<|message|>Hello there.',
      'Hello there.',
      'hm',
    ],
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

describe('the instruction coming back', () => {
  const instruction = jsonInstruction({
    mayEmit: ['say', 'clue'],
    extraFields: ['mood', 'winner', 'scores'],
  });
  it.each(instruction.split('\n').filter((row) => row !== ''))('is no speech: %s', (row) => {
    expect(isUsableLine(cleanLine(row).line)).toBe(false);
    expect(cleanLine(`${row}\nHello there.`).line.endsWith('Hello there.')).toBe(true);
  });
});

describe('cleanLine with secrets', () => {
  it.each([
    ['nothing that leaks', 'NIL is the spy. Hello there.', 'NIL is the spy. Hello there.', ''],
    [
      'a sentence that leaks',
      'Hello there. It is coffee, obviously.',
      'Hello there.',
      'It is coffee, obviously.',
    ],
    ['a line that leaks whole', 'It is c0ff33.', '', 'It is c0ff33.'],
    ['a text that leaks', '{"text":"Hello there. Two coffees!"}', 'Hello there.', 'Two coffees!'],
    ['a secret over sentences', 'C. O. F. F. E. E.', '', 'C. O. F. F. E. E.'],
    ['a secret in reasoning', '<think>coffee</think>Hello there.', 'Hello there.', 'coffee'],
    ['a secret in an escape', '{"text":"Hello there. \\u0063offee!"}', 'Hello there.', 'coffee!'],
    ['look-alikes that are innocent', 'Toffee at the office.', 'Toffee at the office.', ''],
    [
      'planning that leaks',
      'My clue must be coffee. The user wants a clue.',
      'The user wants a clue.',
      'My clue must be coffee.',
    ],
  ])('reads %s', (_, raw, line, residue) => {
    expect(cleanLine(raw, { secrets: ['coffee'] })).toEqual({ line, residue });
  });

  it('says nothing rather than a line whose cut bares a secret', () => {
    const raw = `${'x'.repeat(290)}-the-coffee`.padEnd(400, 'x');
    expect(cleanLine(raw, { secrets: ['the-coffe'] }).line).toBe('');
  });
});

describe('isUsableLine', () => {
  it.each([
    'Hello there.',
    'No, no.',
    'Error is human.',
    'The provider of my sorrow.',
    'Too many requests, my lord.',
    'はい、そうです。',
    'She said "text" and left.',
  ])('accepts %j', (text) => expect(isUsableLine(text)).toBe(true));
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
    'Hi.',
    '"Hm…"',
    'A brief, evocative response.',
    '"kind": "say", "text": "..."',
    'Model error: the request failed',
    'Error code: 429 - too many requests',
    'HTTP 503 Service Unavailable',
    '502 Bad Gateway',
    'Internal Server Error',
    'Rate limit exceeded, try again in 20s',
    'Error: API request failed',
    'upstream connect error or disconnect/reset before headers',
    "This model's maximum context length is 4096 tokens.",
    '<html><body>Bad Gateway</body></html>',
  ])('rejects %j', (text) => expect(isUsableLine(text)).toBe(false));
});
