import type { Json } from '../../../src/contract/json';
import type { Repair } from '../../../src/output/parse/parse';
import type { CASE_SCHEMAS, Case } from './cases';

type Row = [
  name: string,
  raw: string,
  schema: keyof typeof CASE_SCHEMAS,
  expected: Json | null,
  ...repairs: Repair[],
];
const list = (kind: string, rows: Row[]): Case[] =>
  rows.map(([name, raw, schema, expected, ...repairs]) => ({ kind, name, raw, schema, expected, repairs }));

const SAY = { kind: 'say', text: 'Hello there.' };
const say = '{"kind":"say","text":"Hello there."}';
const NO_PLAN = {
  openGuidance: null,
  activations: null,
  deactivations: null,
  stateUpdates: null,
  worldUpdates: null,
  trackers: null,
  actingCharacters: null,
};
const RAIN = { ...NO_PLAN, openGuidance: 'Rain.' };
const rain = '{"openGuidance":"Rain.",';
const MOVE = { action: 'LOOK', steps: 2, sure: true, notes: [] };
const move = '{"action":"LOOK","steps":2,"sure":true';
const RATED = { score: 7, level: 'low' };
const rated = '{"score":7,"level":"low"';
const acting = (...entries: object[]) => ({
  ...RAIN,
  actingCharacters: entries.map((entry) => ({ guidance: null, priority: null, order: null, ...entry })),
});
const verdict = (scores: string): string =>
  `{"kind":"verdict","text":"So be it.","winner":null,"scores":${scores}}`;
const VERDICT = { kind: 'verdict', text: 'So be it.', winner: null };
const fence = '```';

/** Where an answer was cut, what of it stays, what only looks like lines, and maps that came as lists. */
export const FIT_CASES: Case[] = [
  ...list('a text that runs over its end', [
    ['a brace in quotes in it', '{"kind":"say","text":"look "} here"}', 'line', null],
    [
      'a brace in quotes, a field after it',
      '{"kind":"say","text":"look "} here", "mood":"sad"}',
      'line',
      null,
    ],
    ['a quoted word with a brace', '{"kind":"say","text":"the "end"} of it"}', 'line', null],
    [
      'a brace in quotes, in a fence',
      `${fence}json\n{"kind":"say","text":"look "} here"}\n${fence}`,
      'line',
      null,
    ],
    ['prose with a quote after the object', `${say} Note: he said "ok"}`, 'line', SAY, 'surrounding-text'],
    ['prose with a quoted word after the object', `${say} That is "all".`, 'line', SAY, 'surrounding-text'],
  ]),
  ...list('values of lines', [
    ['a block', 'kind: say\ntext: |\n  Hello there.', 'line', SAY, 'key-lines'],
    ['a folded block', 'kind: say\ntext: >-\n  Hello\n  there.', 'line', SAY, 'key-lines'],
    ['quotes in quotes', 'kind: say\ntext: "he said "no""', 'line', null],
    ['quotes in quotes, first', 'kind: say\ntext: ""no" he said"', 'line', null],
    ['quotes in quotes, in the middle', 'kind: say\ntext: "he said "no" to me"', 'line', null],
    [
      'two quoted words',
      'kind: say\ntext: "Yes" and "no"',
      'line',
      { kind: 'say', text: '"Yes" and "no"' },
      'key-lines',
    ],
  ]),
  ...list('numbers that cannot be kept', [
    ['a long integer as a text', '{"score":"12345678901234567890","level":"low"}', 'rated', null],
    ['a long integer with an exponent', '{"place":{"roomName":"Hall"},"count":"1e20"}', 'report', null],
    ['a long integer', '{"place":{"roomName":"Hall"},"count":"12345678901234567890"}', 'report', null],
  ]),
  ...list('cut in a list', [
    [
      'an entry that lacks a field goes, the one before stays',
      `${rain}"worldUpdates":[{"key":"tide","value":"high"},{"key":"ga`,
      'plan',
      { ...RAIN, worldUpdates: [{ key: 'tide', value: 'high' }] },
      'truncated',
    ],
    ['an entry that was the only one', `${rain}"worldUpdates":[{"key":"t`, 'plan', RAIN, 'truncated'],
    ['an entry with nothing in it yet', `${rain}"worldUpdates":[{`, 'plan', RAIN, 'truncated'],
    ['a list with nothing in it yet', `${rain}"actingCharacters":[`, 'plan', RAIN, 'truncated'],
    ['a list that is empty', `${rain}"actingCharacters":[]`, 'plan', acting(), 'truncated'],
    ['nothing but an unfinished list', '{"actingCharacters":[{"id', 'plan', null],
    ['nothing but a list that was begun', '{"actingCharacters":[', 'plan', null],
    [
      'an entry that fits as far as it came',
      `${rain}"actingCharacters":[{"id":"mara","guidance":"ask fo`,
      'plan',
      acting({ id: 'mara', guidance: 'ask fo' }),
      'truncated',
    ],
    [
      'an entry that lost a number, for which no default may stand',
      `${rain}"actingCharacters":[{"id":"bex"},{"id":"mara","priority":1`,
      'plan',
      acting({ id: 'bex' }),
      'truncated',
    ],
    [
      'a number with white space after it is whole',
      `${rain}"actingCharacters":[{"id":"mara","priority":1\n   `,
      'plan',
      acting({ id: 'mara', priority: 1 }),
      'truncated',
    ],
    [
      'half a word of a fixed list',
      `${rain}"stateUpdates":[{"id":"mara","field":"mood","value":"shy"},{"id":"bex","field":"mo`,
      'plan',
      { ...RAIN, stateUpdates: [{ id: 'mara', field: 'mood', value: 'shy' }] },
      'truncated',
    ],
    [
      'a finished entry that does not fit is no unfinished one',
      `${rain}"worldUpdates":[{"key":"tide"},{"key":"ga`,
      'plan',
      null,
    ],
    ['a last entry that is finished and does not fit', `${rain}"worldUpdates":[{"key":"tide"}`, 'plan', null],
    ['a finished list that does not fit', `${rain}"worldUpdates":[{"key":"tide"}],"tra`, 'plan', null],
    [
      'a finished list that does not fit, before an unfinished one',
      `${rain}"worldUpdates":[{"key":"tide"}],"trackers":[{"k`,
      'plan',
      null,
    ],
    ['numbers in a list that must not be there', '{"score":7,"level":"low","more":[1,2', 'rated', null],
    [
      'an item of the wrong kind',
      `${rated},"tags":["a",{"b`,
      'rated',
      ratedWith({ tags: ['a'] }),
      'truncated',
    ],
    ['a finished item of the wrong kind', `${rated},"tags":["a",{"b":1}`, 'rated', null],
    [
      'an escaped quote at the end of an item',
      `${move},"notes":["a","say \\"no\\"`,
      'move',
      { ...MOVE, notes: ['a', 'say "no"'] },
      'truncated',
    ],
    [
      'an escaped backslash at the end of an item',
      `${move},"notes":["C:\\\\`,
      'move',
      { ...MOVE, notes: ['C:\\'] },
      'truncated',
    ],
    ['in a fence', `${fence}json\n${rain}"worldUpdates":[{"key":"t`, 'plan', RAIN, 'fence', 'truncated'],
    ['in a wrapper', `{"response":${rain}"worldUpdates":[{"key":"t`, 'plan', RAIN, 'wrapper', 'truncated'],
    [
      'in a string',
      JSON.stringify(`${rain}"worldUpdates":[{"key":"t`),
      'plan',
      RAIN,
      'double-encoded',
      'truncated',
    ],
  ]),
  ...list('cut in a field', [
    ['a begun name is not "nobody"', '{"kind":"verdict","text":"So be it.","winner":"Mar', 'judge', null],
    [
      'a field that was only named',
      '{"kind":"verdict","text":"So be it.","winner"',
      'judge',
      { ...VERDICT, scores: {} },
      'truncated',
    ],
    [
      'one score of two',
      '{"kind":"verdict","text":"So be it.","winner":null,"scores":{"Mara":7,"Bex":',
      'judge',
      { ...VERDICT, scores: { Mara: 7 } },
      'truncated',
    ],
    [
      'half a score',
      '{"kind":"verdict","text":"So be it.","winner":"Mara","scores":{"Mara":7,"Bex":1',
      'judge',
      { ...VERDICT, winner: 'Mara', scores: { Mara: 7 } },
      'truncated',
    ],
    ['an optional field of the wrong type', `${rated},"done":"so`, 'rated', RATED, 'truncated'],
    ['a finished field of the wrong type', `${rated},"done":"so"`, 'rated', null],
    ['a key that must not be there', `${rated},"more":"x`, 'rated', RATED, 'truncated'],
    ['a required object', '{"count":2,"place":{"roo', 'report', null],
    ['an object that was only opened', '{"count":2,"place":{', 'report', null],
    [
      'a key that comes twice, the second time unfinished',
      `${rain}"trackers":[{"key":"a","value":"b"}],"worldUpdates":null,"trackers":[{"k`,
      'plan',
      null,
    ],
  ]),
  ...list('cut wrapper', [
    ['a foreign key with more beside it', `{"plan":${say},"score":`, 'line', null],
    ['a foreign key with a comma after it', `{"plan":${say},`, 'line', null],
    ['the same in single quotes', `{'plan':${say.replaceAll('"', "'")},'score':`, 'line', null],
    ['a foreign key alone', `{"plan":${say}`, 'line', SAY, 'wrapper', 'truncated'],
    [
      'a known key with more beside it',
      `{"response":${say},"usage":{"to`,
      'line',
      SAY,
      'wrapper',
      'truncated',
    ],
    ['a list of answers under a foreign key', `{"drafts":[${say},{"ki`, 'line', null],
    ['a part of a cut object is no answer', `{"score":7,"plan":${say}`, 'line', null],
    ['a part of a whole object in prose is none', `Sure: {"score":7,"plan":${say}}`, 'line', null],
    ['a whole object before a cut one', `${say}\n{"plan":{"kind":"act","te`, 'line', SAY, 'surrounding-text'],
  ]),
  ...list('no key lines', [
    ['a doubled colon', 'kind: say\ntext:: "Hello there."', 'line', null],
    ['a brace after the text', 'kind: say\ntext: Hello there. }', 'line', null],
    ['a brace on its own line', 'kind: say\ntext: Hello there.\n}', 'line', null],
    ['a comma after each value', 'kind: say,\ntext: Hello there.', 'line', null],
    ['a text without its last quote', 'kind: say\ntext: "Hello there.', 'line', null],
    ['two fields in one line', 'kind: say", "text": "Hello there."', 'line', null],
    ['escaped quotes', 'kind: say\ntext: \\"Hello there.\\"', 'line', null],
    ['a list that is not closed', 'action: LOOK\nsteps: 2\nsure: true\nnotes: ["a", "b"', 'move', null],
  ]),
  ...list('key lines', [
    [
      'quotes within a text',
      'kind: say\ntext: "Wait," he said, "no."',
      'line',
      { kind: 'say', text: '"Wait," he said, "no."' },
      'key-lines',
    ],
    ['an elision', "kind: say\ntext: 'Tis late.", 'line', { kind: 'say', text: "'Tis late." }, 'key-lines'],
    ['quoted, with commas', 'kind: "say",\ntext: "Hello there.",', 'line', SAY, 'key-lines'],
    ['between rules', '---\nkind: say\ntext: Hello there.\n---', 'line', SAY, 'key-lines'],
    [
      'a fence in prose',
      `Here:\n${fence}yaml\nkind: say\ntext: Hello there.\n${fence}\nHope it helps.`,
      'line',
      SAY,
      'fence',
      'key-lines',
    ],
    [
      'a value that is a list',
      'action: LOOK\nsteps: 2\nsure: true\nnotes: ["a", "b"]',
      'move',
      { ...MOVE, notes: ['a', 'b'] },
      'key-lines',
    ],
  ]),
  ...list('not the answer', [
    ['a draft under a private label', `thought: ${say}\nI have no idea.`, 'line', null],
    ['a draft under a private label, in a fence', `Thinking: ${fence}json\n${say}\n${fence}`, 'line', null],
    [
      'a draft in the private field of a damaged object',
      `{”thought”:”${say}”,”mood”:”is there NIL.”}`,
      'line',
      null,
    ],
    [
      'a draft in a fence in the private field of a damaged object',
      `{ 'thinking':'${fence}json\\n${say}\\n${fence}', 'kind':'s', 'text':''}`,
      'line',
      null,
    ],
    ['the same, cut off', `{ 'reasoning':'I could say: ${fence}json\\n${say.slice(0, -4)}`, 'line', null],
    [
      'a string in the private field of a whole object',
      `${fence}json\n{"kind":"say","text":"","thought":${JSON.stringify(say)}}\n${fence}`,
      'line',
      null,
    ],
    [
      'a closing tag in a string under a known key',
      JSON.stringify({ response: `${say}[/reasoning]` }),
      'line',
      null,
    ],
    ['an answer after an object with a thought', `{'thought':'a b'}\n${say}`, 'line', SAY, 'several-objects'],
    ['a draft in a private field alone', `{"Reasoning":${say}}`, 'line', null],
    [
      'an answer after a draft under a private label',
      `Thinking: ${say.replace('Hello', 'Oh,')}\n\n${say}`,
      'line',
      SAY,
      'several-objects',
    ],
    [
      'a draft in tags, all of it in a string',
      JSON.stringify(`<think>{"kind":"say","text":"No."}</think>${say}`),
      'line',
      SAY,
      'reasoning',
      'double-encoded',
    ],
    ['an object that a closing tag declares a thought', JSON.stringify([`${say}</think>`]), 'line', null],
  ]),
  ...list('where an object ends', [
    ['a stray quote after it', `${say}"`, 'line', SAY, 'surrounding-text'],
    ['a stray quote, no opening brace', `${say.slice(1)}"`, 'line', SAY, 'bracket'],
    [
      'a brace in a single-quoted text, then more items',
      "{'openGuidance':'Rain.','actingCharacters':[{'id':'a','guidance':'so }'},{'id':'b'}]}",
      'plan',
      acting({ id: 'a', guidance: 'so }' }, { id: 'b' }),
      'several-objects',
      'quotes',
    ],
    [
      'a text before a field that lost its comma and a quote',
      '{"kind":"say","mood":"low." text":"Hello there.",',
      'line',
      SAY,
      'missing-quote',
      'missing-comma',
      'truncated',
    ],
  ]),
  ...list('maps', [
    [
      'a list of names and scores',
      verdict('[{"name":"Mara","score":7},{"name":"Bex","score":4}]'),
      'judge',
      { ...VERDICT, scores: { Mara: 7, Bex: 4 } },
      'coerced',
    ],
    [
      'a list of players and points, in quotes and another case',
      verdict('[{"player":"mara","points":"7"}]'),
      'judge',
      { ...VERDICT, scores: { Mara: 7 } },
      'key-name',
      'coerced',
    ],
    [
      'a list with a foreign name',
      verdict('[{"name":"Mara","score":7},{"name":"Zoe","score":4}]'),
      'judge',
      null,
    ],
    [
      'a name that comes twice',
      verdict('[{"name":"Mara","score":7},{"name":"Mara","score":4}]'),
      'judge',
      null,
    ],
    ['a third key', verdict('[{"name":"Mara","score":7,"round":1}]'), 'judge', null],
    ['keys that do not say what they are', verdict('[{"name":"Mara","round":1}]'), 'judge', null],
    ['a list of numbers', verdict('[7,4]'), 'judge', null],
    ['a score out of ten', verdict('[{"name":"Mara","score":"7/10"}]'), 'judge', null],
  ]),
];

function ratedWith(more: object): Json {
  return { ...RATED, ...more } as Json;
}
