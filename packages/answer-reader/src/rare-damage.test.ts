import { describe, expect, it } from 'vitest';
import { looseSchema } from '../../../test/support/structured-answers';
import { CASE_SCHEMAS } from '../cases/case-list';
import { parseAgentOutput } from './agent-output';
import { cleanLine } from './line';
import { parseStructured } from './parse';

/** Rare damage, found by the property tests. */

const OPTIONS = { allowedKinds: ['say'], fallbackKind: 'say', extraFields: ['mood'] };
const readBoth = (raw: string) => ({ agent: parseAgentOutput(raw, OPTIONS).text, line: cleanLine(raw).line });

describe('a piece of an object', () => {
  it.each([
    ['a key without its first quote', 'ord word mood":ne'],
    ['a key without its first quote at the start', 'scores":hello.'],
    ['a single-quoted key', "winner':null,'sc"],
    ['a key behind a sign', '# "response": a'],
    ['a key that is escaped', 'thought\\": \\"text'],
    ['a quoted word behind a text', '"hello","note":\nteam office.'],
    ['a key with a backslash for its first quote', 'null spy!",\\scores: [object Object]'],
    ['a key with backslashes, behind a brace', '"{\\offee\\":10}}"'],
    ['a key with a backslash for its last quote', 'I so;\\",\\"kind\\:'],
    ['the key of an object that is taken out', '# scores":{"NIL":7}} Done.'],
    ['the key of an object behind a word', 'offee "response":{"kind":"say"} Done.'],
  ])('is no speech: %s', (_, raw) => expect(readBoth(raw)).toEqual({ agent: '…', line: '' }));

  it('leaves speech alone in which a word stands before a colon', () => {
    const said = 'My mood: sour. The winner is "nobody": as ever.';
    expect(readBoth(said)).toEqual({ agent: said, line: said });
  });
});

describe('a text in which a backslash stands before a line break', () => {
  it('gets no letter that was never there', () => {
    const raw = '{"kind":"say","text":"no line \\\nso there';
    expect(cleanLine(`x ${raw}`).line).toBe('no line so there');
    expect(cleanLine('"kind" say,"text":"no line \\\nso there",').line).toBe('no line so there');
  });

  it('nor when the whole object is escaped', () => {
    const parsed = parseStructured(
      '{\\"kind\\":\\"say\\",\\"text\\":\\"no line\\\nso\\"}',
      CASE_SCHEMAS.line,
    );
    expect(parsed.ok && parsed.value.text).toBe('no line\nso');
  });
});

describe('what begins in a private value', () => {
  const draft = '{\\"kind\\":\\"say\\",\\"text\\":\\"zwark';
  it.each([
    [
      'a fenced draft in a JSON string with channels',
      JSON.stringify(
        '<|channel|>analysis<|message|>hm<|channel|>final<|message|> \nkind: say\nThought: ```json {"text":"zwark"} ```\ntext: Hello there.',
      ),
      'Hello there.',
    ],
    [
      'the same, cut off',
      JSON.stringify(
        '<|channel|>analysis<|message|>hm<|channel|>final<|message|> \nkind: say\nThought: ```json {"text":"zwark"} ```\ntext: Hello there.',
      ).slice(0, -1),
      'Hello there.',
    ],
    [
      'a fenced draft on a private line, a brace before all',
      '{hello. \nkind: say\ntext: Hello there.\nthought: \0```json {"text":"zwark."} ````',
      'Hello there.',
    ],
    [
      'a draft on a row of its own in a thought that never ends, in a string that does not either',
      `"{\\n  \\"text\\":\\"a</think> Hello there.\\",\\n  \\"thought\\":\\"zwark\\\\n\\\\n {\\\\\\"kind\\\\\\":\\\\\\"say\\\\\\",\\\\\\"text\\\\\\":\\\\\\"zwark" Done.`,
      'Hello there.',
    ],
    ['a draft in a key whose object is lost', `C</think> hello","thought":"C ${draft}`],
    [
      'labelled lines in a key whose object is lost',
      'a</think> {"kind":"say","text":"b</think> c","thought":"kind: say\\ntext: zwark',
    ],
    [
      'a draft on a private line, over two rows',
      'kind: say\ntext: Hello there.\nthinking: {"thought":"zwark"\n"kind":"say","text":"zwark"}',
      'Hello there.',
    ],
    [
      'a long thought in single quotes, cut off',
      `{ 'thinking':'${'so '.repeat(300)}\`\`\`json\n{"text":"zwark"}`,
    ],
    [
      'a draft at the end of a private line, half an object before all',
      '{"response": \nkind: say\ntext: Hello there.\nthinking: so {"kind":"say","text":"zwark',
    ],
    [
      'labelled lines in a private field that is all that is left',
      'a</analysis> \\n \\"Thought\\":\\"kind: say\\\\ntext: zwark',
    ],
    [
      'a draft on a private line with escaped breaks, a brace before all',
      '"so. {\\nThought: {\\"kind\\":\\"say\\",\\"text\\":\\"zwark\\"}\\nkind: say\\ntext: hi\\nmood: "\n"so"',
      '"so. "so"',
    ],
    [
      'one of two texts beside a thought',
      'kind: say\nthought: text: zwark\ntext: Hello there.\nkind: say\ntext: zwark',
    ],
  ])('is neither read nor spoken: %s', (_, raw, said = '') =>
    expect(readBoth(raw)).toEqual({ agent: said || '…', line: said }),
  );
});

describe('data', () => {
  const read = (raw: string) => {
    const parsed = parseStructured(raw, looseSchema);
    return parsed.ok ? parsed.json : null;
  };

  it('is read to its end when a text in single quotes ends with a brace, among comments', () => {
    const raw =
      "{ # note\n'action' # note\n:\r\n'LEFT',\r\n'place'\r\n: # note\n{ # note\n'roomName'\r\n: # note\n'done}',\r\n'doors'\r\n: # note\n[\r\n3313\r\n] # note\n},\r\n'people'\r\n: # note\n[\r\n\r\n] # note\n}";
    expect(read(raw)).toEqual({ action: 'LEFT', place: { roomName: 'done}', doors: [3313] }, people: [] });
  });

  it.each([
    [
      'a backslash before a bare key',
      '{\naction\n:\n"RIGHT",\nnote\n:\n"\\ttab",\n \\ tags\n:\n[\n"a {b: \\"c\\"} d",\n"",\n\n],\nplace\n:\n{\nroomName\n:\n"# 1"\n}\n}',
    ],
    [
      'a backslash behind a bare key',
      "{ action\n : 'LOOK',\n note\n : 'x',\n tags\n\\ : [ 'a = b',\n '[y]',\n ],\n place\n : { roomName\n : '[y]' } }",
    ],
    ['a list of bare items with half of its quotes', "{'action': 'LEFT', 'tags': [>'a, b', 'c']}"],
    ['a list whose first item lost its quote', "{'action': 'LEFT', 'tags': [a, b, and c', 'd']}"],
    [
      'a backslash before a quoted key',
      "{ // it's\n'action': /* a\nb */ 'RIGHT',\n'note' // it's\n:\n'a, b, and c',\\\n'tags': /* a\nb */ [\n'Hello there.', // it's\n /* a\nb */ ],\n'place' // it's\n:\n{ 'roomName': '[y]' } }",
    ],
    [
      'a line of an object that was cut off in a comment',
      "{ /* \"quoted\", */ action\t: /* \"quoted\", */ 'LOOK', // it's here\nsteps // it's here\n:\t1.5e-7, // it's here\nnote\t: /* \"quoted\", */ '# 1', /",
    ],
  ])('is refused rather than guessed at: %s', (_, raw) => expect(read(raw)).toBeNull());
});
