import { describe, expect, it } from 'vitest';
import { createGuard } from '../../../src/scene/table/guard';
import { isDeep } from '../../../test/support/depth';
import { jsonInstruction } from './instruction';
import { cleanLine, isUsableLine } from './line';

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
    [
      'a text of several rows',
      'text: Hello there.\nSit down.\nmood: calm',
      'Hello there.\nSit down.',
      'calm',
    ],
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
    ['braces in dialogue', 'Hello {sighs} there.', 'Hello {sighs} there.', ''],
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
    [
      'apostrophes in single quotes',
      "{'kind':'say','text':'It's late, isn't it?'}",
      "It's late, isn't it?",
      '',
    ],
    [
      'apostrophes in single quotes, cut off',
      "{'kind': 'say', 'text': 'I don't know, and it's cold.'",
      "I don't know, and it's cold.",
      '',
    ],
    ['quotes within a text as they are', "{'text':'json Bex's mood!'}", "json Bex's mood!", ''],
    ['smart quotes within a text as they are', '{”kind”:”clue”,”text”:”“no” there —”}', '“no” there —', ''],
    ['an object without quotes', "{kind: say, text: It's late.}", "It's late.", ''],
    ['a note with a text', '{"kind":"say","text":"Hello there."} {"text":"note: ok"}', 'Hello there.', ''],
    ['a draft with a text', '{"text":"draft"} {"kind":"say","text":"Hello there."}', 'Hello there.', ''],
    [
      'the last of equals',
      '{"kind":"say","text":"draft"} {"kind":"say","text":"Hello there."}',
      'Hello there.',
      '',
    ],
    ['a tool call', '<tool_call>\n{"kind":"say","text":"Hello there."}\n</tool_call>', 'Hello there.', ''],
    [
      'the arguments of a tool call',
      '<tool_call>{"name":"say","arguments":{"text":"Hello there."}}</tool_call>',
      'Hello there.',
      '',
    ],
    [
      'encoded arguments of a tool call',
      '{"name":"say","arguments":"{\\"text\\":\\"Hello there.\\"}"}',
      'Hello there.',
      '',
    ],
    ['answer tags', 'She lies. <answer>Hello there.</answer>', 'Hello there.', 'She lies.'],
    ['an answer tag that stays open', '<response>Hello there.', 'Hello there.', ''],
    ['a closing answer tag', 'Hello there.</output>', 'Hello there.', ''],
    ['an empty answer tag', '<answer></answer>Hello there.', 'Hello there.', ''],
    ['a self-closing think tag', '<think/>Hello there.', 'Hello there.', ''],
    ['thinking in brackets', '(thinking: she lies) Hello there.', 'Hello there.', 'she lies'],
    ['thinking between asterisks', 'Hello there. *Thought: she lies*', 'Hello there.', 'she lies'],
    ['thinking in brackets, cut off', 'Hello there. (thinking: she lies', 'Hello there.', 'she lies'],
    ['other brackets', '(sighs) Hello there. *nods*', '(sighs) Hello there. *nods*', ''],
    ['a lone surrogate', 'Hello \ud83d there.', 'Hello \ufffd there.', ''],
    ['a lone surrogate in an escape', '{"text":"Hello \\ud83d there."}', 'Hello \ufffd there.', ''],
    [
      'a stripped channel that was cut off',
      'analysisI am the spy. We need to',
      '',
      'I am the spy. We need to',
    ],
    ['an error', '{"error":{"message":"Rate limit reached"}}', '', ''],
    ['a message beside an error', '{"error":"busy","message":"Come back later."}', '', ''],
    ['an object without its brace', '`kind:"say",text:"so \\"so\\" line",winner:null}', 'so "so" line', ''],
    ['an object without its first key', '}kind:"",content:"Hello there.",winner:"NIL"}', 'Hello there.', ''],
    ['a piece of another object', ':"response": null (so Bex…}', '', ''],
    ['what is left of a tagged object', '"text":"</analysis>"}', '', '"text":"'],
    ['private labels', 'Inner monologue: she lies\n\nHello there.', 'Hello there.', 'she lies'],
    [
      'a private label at the end',
      'kind: say\ntext: Hello there.\nthinking: hm',
      'Hello there.',
      'say\n\nhm',
    ],
    [
      'a string of labelled lines',
      JSON.stringify('\nkind: say\nThought: hm\ntext: Hello there.'),
      'Hello there.',
      'say\n\nhm',
    ],
    [
      'a fenced string of labelled lines',
      `\`\`\`json\n${JSON.stringify('kind: say\nthinking: hm\ntext: Hello there.')}\n\`\`\``,
      'Hello there.',
      'say\n\nhm',
    ],
    [
      'a draft after a private label',
      'kind: say\nthought: {"kind":"say","text":"draft"}\ntext: Hello there.',
      'Hello there.',
      'thought: {"kind":"say","text":"draft"}\n\nsay',
    ],
    [
      'a draft in a thought',
      '{"thought":"so: {\\"kind\\":\\"say\\",\\"text\\":\\"draft\\"}"}',
      '',
      'so: {"kind":"say","text":"draft"}',
    ],
    ['a draft that is a thought', '{"thought":"{\\"text\\":\\"draft\\"}"}', '', '{"text":"draft"}'],
    ['a draft in a damaged thought', '{ ”reasoning”:”{"kind":"say","text":"draft"}”, ”kind”:”say', '', ''],
    [
      'a draft in the row after a label',
      'text: Hello there.\nthought: \nso {"text":"draft"}',
      'Hello there.',
      'thought:\n\nso {"text":"draft"}',
    ],
    [
      'an answer after a thought',
      'Thought: she lies.\n{"kind":"say","text":"Hello there."}',
      'Hello there.',
      '',
    ],
    [
      'an answer after a blank row',
      'Thought: she lies {so}.\n\n{"kind":"say","text":"Hello there."}',
      'Hello there.',
      'Thought: she lies {so}.',
    ],
    [
      'labelled lines in a broken string',
      'Sure! "\\nthinking: hm\\nkind: say\\ntext: Hello there.',
      'Hello there.',
      'Sure! "\n\nhm\n\nsay',
    ],
    ['bare keys behind a text', 'Hello there.\\" text;", reasoning:"hm', '', ''],
    ['an object whose first key is cut', 'response":{"thought":"hm', '', 'hm'],
    ['invisible characters before a label', 'text: Hello there.\n\u200bthinking: hm', 'Hello there.', 'hm'],
    ['a thought that closes its object', "{ 'thinking':'kro}dle and so on", '', 'kro\n\ndle and so on'],
    ['invisible characters in a label', 'th\u200bought: hm\n\nHello there.', 'Hello there.', 'hm'],
    [
      'a thought in the middle of a row',
      'Hello there. Thought: hm. So.\nSit.',
      'Hello there.\nSit.',
      'Thought: hm.\n\nSo.',
    ],
    ['an object without a key', '{hello hello."}', '', ''],
    ['pieces of keys', ' cores":{ my mood":null}}', '', ''],
    [
      'a thought in an object of its own',
      "{'thinking': 'hm'} {'kind':'say','text':'Hello there.'}",
      'Hello there.',
      'hm',
    ],
    [
      'a line separator in a thought',
      'kind: say\ntext: \nthinking: h\u2028m {"text":"draft"}',
      '',
      'thinking: h\u2028m {"text":"draft"}\n\nsay',
    ],
    ['a wrapper without its brace', '"response": hello hello.', '', ''],
    ['a list of texts', '["<reason>hm</reason> a", "b"]', '', '["<reason>hm</reason> a", "b"]'],
    [
      'a fence in a string',
      JSON.stringify({ text: 'analysis```json\n{"text":"draft"}\n```assistantfinal Hello there.' }),
      'Hello there.',
      '```json\n{"text":"draft"}\n```',
    ],
  ])('reads %s', (_, raw, line, residue) => expect(cleanLine(raw)).toEqual({ line, residue }));

  it('keeps a line within 300 characters, whole words, and the residue within 600', () => {
    const { line, residue } = cleanLine(`<think>${'hm '.repeat(400)}</think>${'lantern '.repeat(100)}`);
    expect(line.length).toBeLessThanOrEqual(300);
    expect(line.endsWith('lantern')).toBe(true);
    expect(residue.length).toBeLessThanOrEqual(600);
  });
});

describe('the work of cleanLine', () => {
  it('never cuts a pair of surrogates in two', () => {
    const { line, residue } = cleanLine(`<think>${'x'.repeat(599)}😀</think>${'x'.repeat(299)}😀 y`);
    expect(line).toBe('x'.repeat(299));
    expect(residue).toBe('x'.repeat(599));
  });

  it.each([
    '{',
    '}',
    '{}',
    '[',
    '"',
    '<answer>',
    '(thinking: ',
    'text: a\n',
    "{'text':'a'} ",
    '"text": "',
    '\\"',
    'a. ',
  ])('looks at a megabyte of %j a bounded number of times', (unit) => {
    const count = (length: number): number => {
      const work = { steps: 0 };
      cleanLine(unit.repeat(length / unit.length), { guard: createGuard(['coffee']), work });
      return work.steps;
    };
    const length = isDeep ? 1_000_000 : 100_000;
    const once = count(length);
    expect(once).toBeGreaterThan(0);
    expect(once).toBeLessThanOrEqual(20 * length);
    expect(count(2 * length)).toBeLessThanOrEqual(once * 2.1);
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
  ])('reads %s', (_, raw, line, residue) =>
    expect(cleanLine(raw, { guard: createGuard(['coffee']) })).toEqual({ line, residue }),
  );

  it('says nothing rather than a line whose cut bares a secret', () => {
    const raw = `${'x'.repeat(290)}-the-coffee`.padEnd(400, 'x');
    expect(cleanLine(raw, { guard: createGuard(['the-coffe']) }).line).toBe('');
  });
});

it.each([
  ['plain', 'Hel\u0000lo \u001b[31mth\u009bere\u007f.\u202e Sit\u2066 down.'],
  ['in an object', '{"text":"Hel\\u0000lo \\u001b[31mth\\u009bere\\u007f.\\u202e Sit\\u2066 down."}'],
])('cleanLine leaves out what acts on a terminal or turns a text around: %s', (_, raw) =>
  expect(cleanLine(raw).line).toBe('Hello [31mthere. Sit down.'),
);

it('cleanLine finds a secret that control characters divide', () =>
  expect(cleanLine('Have some cof\u0000fee.', { guard: createGuard(['coffee']) }).line).toBe(''));

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
