import { rejectionReason } from 'answer-reader';
import { describe, expect, it } from 'vitest';
import { ask, profile, reply, writeLine } from '../../test/support/asks';
import { spokenLineOf } from '../contract/agents';
import { createGuard } from '../scene/table/guard';
import { createSpeechStream } from './complete-in-time';
import { firstStep } from './ladder';
import { judge, readValue } from './verdict';

const SECRETS = ['coffee', 'ice cream', '灯油'];
const KINDS = ['say', 'clue'];

const asked = ask(spokenLineOf(KINDS), {
  role: 'character',
  profile: profile({ maxTokens: 2_000, mayEmit: KINDS }),
  fromProse: (text) => ({ thought: null, kind: 'say', text }),
  kinds: KINDS,
});
const ladder = firstStep(asked.profile.maxTokens, asked);

/** The streamed text of an answer in chunks of this many characters. */
function hear(raw: string, size: number, secrets: readonly string[] = []): string[] {
  const heard: string[] = [];
  const speech = createSpeechStream({ ...asked, guard: createGuard(secrets) }, ladder, (text) =>
    heard.push(text),
  );
  for (let at = 0; at < raw.length; at += size) speech.hear(raw.slice(at, at + size));
  speech.end();
  return heard;
}

function accept(raw: string, secrets: readonly string[] = []): { text: string } | { refused: string[] } {
  const { constraintIgnored: _, ...verdict } = judge(
    { ...asked, guard: createGuard(secrets) },
    ladder,
    'json_object',
    reply(raw),
  );
  const result = {
    ...verdict,
    ...{ status: 'answered' as const, constraint: 'json_object' as const, raw, finishReason: 'stop' },
    ...{ usage: reply(raw).usage, error: null, latencyMs: 0, backoffMs: 0 },
  };
  const read = readValue(asked, result);
  return read === null ? { refused: verdict.problems.map(({ message }) => message) } : read.value;
}

const line = (text: string, rest: object = {}) => writeLine(text, { thought: 'PRIVATE. Hm.', ...rest });
const HEAD = '{"thought":"PRIVATE. Hm.","kind":"say","text":"';
const long = 'The lamp is out again, and the oil is gone. ';

const answers: [string, string, string][] = [
  // The form
  ['two sentences', line('The lamp is out. Bring oil!'), 'The lamp is out. Bring oil!'],
  ['no thought', '{"kind":"say","text":"Good day. Sit."}', 'Good day. Sit.'],
  ['the thought last', '{"kind":"say","text":"Good day. Sit.","thought":"PRIVATE. So."}', 'Good day. Sit.'],
  ['white space everywhere', ' {\n "kind" :\t"say" ,\n "text" : "Good day. Sit." \n} ', 'Good day. Sit.'],
  ['the text first', '{"text":"Good day. Sit.","kind":"say"}', ''],
  ['the text first, with a kind that is none', '{"text":"Good day. Sit.","kind":"shout"}', ''],
  ['no kind', '{"text":"Good day. Sit."}', ''],
  ['a kind outside the grant', '{"kind":"reflection","text":"Good day. Sit."}', ''],
  ['a kind in capitals', '{"kind":"SAY","text":"Good day. Sit."}', ''],
  ['the example for a kind', '{"kind":"say or clue","text":"Good day. Sit."}', ''],
  ['a placeholder for a kind', '{"kind":"...","text":"Good day. Sit."}', ''],
  ['a kind that is a list', '{"kind":["say"],"text":"Good day. Sit."}', ''],
  ['a kind that is null', '{"kind":null,"text":"Good day. Sit."}', ''],
  ['a kind in an object', '{"meta":{"kind":"say"},"text":"Good day. Sit."}', ''],
  ['a kind that is taken back', '{"kind":"say","kind":"shout","text":"Good day. Sit."}', ''],
  ['a kind that is mended', '{"kind":"shout","kind":"clue","text":"Good day. Sit."}', 'Good day. Sit.'],
  ['a kind that begins well', '{"kind":"sayings","text":"Good day. Sit."}', ''],
  ['a kind with an escape', '{"kind":"s\\u0061y","text":"Good day. Sit."}', 'Good day. Sit.'],
  ['a key in capitals', '{"kind":"say","Text":"Good day. Sit."}', ''],
  ['a text under another name', '{"kind":"say","content":"Good day. Sit."}', ''],
  ['a text that is a list', '{"kind":"say","text":["Good day. Sit."]}', ''],
  ['a text that is an object', '{"kind":"say","text":{"text":"Good day. Sit."}}', ''],
  ['a text in an object', '{"kind":"say","a":{"text":"PRIVATE. So."},"text":"Good day."}', 'Good day.'],
  ['a text in a list', '{"kind":"say","a":[{"text":"PRIVATE. So."}],"text":"Good day."}', 'Good day.'],
  ['a text in a wrapper', '{"response":{"kind":"say","text":"Good day. Sit."}}', ''],
  [
    'a text in a tool call',
    '{"name":"x","arguments":"{\\"kind\\":\\"say\\",\\"text\\":\\"Hi there.\\"}"}',
    '',
  ],
  ['an array of one', `[${line('Good day. Sit.')}]`, ''],
  ['a string that holds it', JSON.stringify(line('Good day. Sit.')), ''],
  ['further fields', line('Good day. Sit.', { mood: 'calm. So.', n: 7 }), 'Good day. Sit.'],
  ['a thought that is an object', '{"thought":{"a":1},"kind":"say","text":"Good day."}', 'Good day.'],
  ['a closed block', `<think>PRIVATE. ${line('PRIVATE. No.')}</think>${line('Good day.')}`, 'Good day.'],
  ['an open block', `<think>PRIVATE. ${line('PRIVATE. No.')}`, ''],
  ['a swallowed opening tag', `PRIVATE. I draft.</think>${line('Good day. Sit.')}`, 'Good day. Sit.'],
  ['a block with an effort', `<think effort="high">PRIVATE.</think>${line('Good day.')}`, 'Good day.'],
  ['reasoning without a tag', `We need a line as Mara. ${line('Good day. Sit.')}`, ''],
  ['reasoning that starts like an announcement', `Okay, the user wants a line. ${line('PRIVATE. No.')}`, ''],
  ['reasoning that ends like an announcement', `Sure. It is coffee: ${line('PRIVATE. No.')}`, ''],
  ['the name of a channel', `analysis${line('PRIVATE. No.')}assistantfinal${line('Good day.')}`, ''],
  ['channels', `<|channel|>analysis<|message|>${line('PRIVATE. No.')}<|end|>${line('Good day.')}`, ''],
  ['a colon', `Thought: ${line('PRIVATE. No.')}`, ''],
  ['a heading', `## Draft\n${line('PRIVATE. No.')}`, ''],
  ['a list of drafts', `1. ${line('PRIVATE. No.')}\n2. ${line('Good day.')}`, ''],
  ['a quoted draft', `> ${line('PRIVATE. No.')}\n${line('Good day.')}`, ''],
  ['a block in the text', line('<think>PRIVATE. And so.</think> Good day. Sit.'), ''],
  ['a block after a sentence', line('Good day. <think>PRIVATE. And so.</think> Sit.'), 'Good day.'],
  ['a block in brackets in the text', line('[THINK]PRIVATE. And so.[/THINK] Good day. Sit.'), ''],
  ['an open block in the text', line('<reasoning>PRIVATE. And so. On.'), ''],
  [
    'an escaped block in the text',
    '{"kind":"say","text":"\\u003cthink\\u003ePRIVATE. No. So.\\u003c/think> Hi."}',
    '',
  ],
  ['entities of a block in the text', line('&lt;think&gt;PRIVATE. And so.&lt;/think&gt; Sit.'), ''],
  ['tokens of a block in the text', line('◁think▷PRIVATE. And so.◁/think▷ Sit down.'), ''],
  ['channels in the text', line('<|channel|>analysis<|message|>PRIVATE. So.<|end|> Sit.'), ''],
  [
    'a thought that names the field',
    line('Good day.', { thought: '"kind":"say","text":"PRIVATE. No."' }),
    'Good day.',
  ],
  [
    'a thought with open quotes',
    '{"thought":"I say "text": "PRIVATE. No."","kind":"say","text":"Good day."}',
    '',
  ],
  [
    'a thought that holds a draft',
    `{"thought":"or ${line('PRIVATE. No.')}?","kind":"say","text":"Good day."}`,
    '',
  ],
  ['dots', line('...'), ''],
  ['dots before words', line('... Good day. Sit.'), '... Good day. Sit.'],
  ['an ellipsis', line('…'), ''],
  ['marks alone', line('?! ... --'), ''],
  ['white space', line('  \n '), ''],
  ['nothing', line(''), ''],
  ['the example', line('A brief, evocative response.'), ''],
  ['the example, quoted', line('"Your line here."'), ''],
  ['the example in front', line('Your line. It is yours, Mara.'), 'Your line. It is yours, Mara.'],
  ['a short line', line('No.'), 'No.'],
  ['a short word in front', line('No. I never saw him.'), 'No. I never saw him.'],
  ['a digit', line('7'), '7'],
  ['an object', line('{"kind": "say", "text": "PRIVATE. No."}'), ''],
  ['an object in a fence', line('```json\n{"kind": "say", "text": "PRIVATE. No."}\n```'), ''],
  ['an object after a sentence', line('Good day. {"text": "PRIVATE. No."} Sit.'), 'Good day.'],
  ['a list of objects', line('[{"text": "PRIVATE. No."}]'), ''],
  ['a fragment', line('", "text": "PRIVATE. No.'), ''],
  ["a provider's error", line('Error 500: internal. Try again.'), ''],
  ["a proxy's page", line('<!DOCTYPE html><p>Bad gateway. Sorry.</p>'), ''],
  ['an error for an answer', '{"error":{"message":"overloaded. Wait.","code":503}}', ''],
  [
    'an error with a text',
    '{"error":"PRIVATE. No.","kind":"say","text":"Model error: overloaded. Wait."}',
    '',
  ],
  ['a quota', line('You exceeded your current quota. Check your plan.'), ''],
  ['a text that is cut off', `${HEAD}Good day. I am`, 'Good day. I'],
  ['a text that is cut off after a sentence', `${HEAD}Good day. I am here.`, 'Good day. I am'],
  ['an escape that is cut off', `${HEAD}Good day. \\u00e`, 'Good day.'],
  ['a pair that is cut off', `${HEAD}Good day. \\ud83d`, 'Good day.'],
  ['a pair in escapes', `${HEAD}Good day \\ud83d\\ude00. Sit.\\n"}`, 'Good day 😀. Sit.\n'],
  ['a pair as it is', line('Good day 😀. Sit 👩‍👩‍👧.'), 'Good day 😀. Sit 👩‍👩‍👧.'],
  ['half a pair', `${HEAD}Good day. \\ud83d and so. Sit."}`, 'Good day. \ud83d and so. Sit.'],
  ['an escape that is none', `${HEAD}Good day. Sit \\q down. So."}`, 'Good day. Sit'],
  ['an escaped apostrophe', `${HEAD}Good day. It\\'s late. So."}`, "Good day. It's late. So."],
  ['inner quotes', `${HEAD}Good day. She said "no" to me. So."}`, 'Good day. She said'],
  ['an inner quote before a comma', `${HEAD}Good day. "Stop", he said. So."}`, 'Good day.'],
  ['a raw line break', `${HEAD}Good day.\nSit down."}`, 'Good day.\nSit down.'],
  ['single quotes', "{'kind':'say','text':'Good day. Sit.'}", ''],
  ['bare keys', '{kind:"say",text:"Good day. Sit."}', ''],
  ['a missing comma', '{"kind":"say" "text":"Good day. Sit."}', ''],
  ['a missing comma behind', `${HEAD}Good day. Sit." "mood":"x"}`, 'Good day.'],
  ['a comment', '{/* PRIVATE. */"kind":"say","text":"Good day. Sit."}', ''],
  ['a literal of Python', '{"thought":None,"kind":"say","text":"Good day. Sit."}', 'Good day. Sit.'],
  ['no closing brace', `${HEAD}Good day. Sit."`, 'Good day.'],
  ['a trailing comma', `${HEAD}Good day. Sit.",}`, 'Good day. Sit.'],
  ['a fence', `\`\`\`json\n${line('Good day. Sit.')}\n\`\`\``, 'Good day. Sit.'],
  ['an announcement', `Sure, here is my answer:\n${line('Good day. Sit.')}`, 'Good day. Sit.'],
  ['prose behind', `${line('Good day. Sit.')}\nI hope this helps.`, 'Good day. Sit.'],
  ['a note behind', `${line('Good day. Sit.')} {"note":"PRIVATE. No."}`, 'Good day. Sit.'],
  ['a note in front', `{"note":"PRIVATE. No."} ${line('Good day. Sit.')}`, ''],
  ['a mark of the byte order', `\ufeff${line('Good day. Sit.')}`, 'Good day. Sit.'],
  ['prose', 'Good day. Sit down.', ''],
  ['nothing at all', '', ''],
  ['a long line', line(long.repeat(20).trim()), long.repeat(20).trim()],
];

/** With a guard: no letter of a secret is streamed, nor the words right before it. */
const guarded: [string, string, string][] = [
  ['a secret in the first sentence', line('It is coffee. Obviously.'), ''],
  ['a secret in the second sentence', line('Good morning. It is C0FFEE, no? Bye.'), ''],
  ['a secret spelled over sentences', line('C. O. F. F. E. E.'), ''],
  ['a secret spelled after a sentence', line('Good morning. C. O. F. F. E. E. Really?'), 'Good'],
  ['a secret in pairs', line('Listen closely. Co. ff. ee. Well?'), ''],
  ['a secret spelled after a short word', line('I see it. C! O! F! F! E! E! There.'), ''],
  ['a secret spelled with exclamations', line('Right here! C! O! F! F! E! E!'), ''],
  ['a secret spelled in bold letters', line('Look here. 𝐂. 𝐎. 𝐅. 𝐅. 𝐄. 𝐄.'), ''],
  ['a secret spelled in circles', line('Look here. ⓒ. ⓞ. ⓕ. ⓕ. ⓔ. ⓔ.'), ''],
  ['a secret spelled in leet', line('Look here. c. 0. f. f. 3. 3. Well?'), ''],
  ['a secret spelled with fillers', line('Look here. C\u3164\u3164\u3164. O. F. F. E. E.'), ''],
  ['a secret spelled on lines', line('Look here.\nC.\nO.\nF.\nF.\nE.\nE.'), ''],
  [
    'a secret spelled slowly',
    line(`Look here. C. ${'O. F. F. '}E. And E.`),
    'Look here. C. O. F. F. E. And E.',
  ],
  ['a secret without spaces', line('見て。灯。油だ。'), ''],
  ['a phrase over two sentences', line('We like the ice. Cream is better.'), ''],
  [
    'a secret in escapes',
    '{"kind":"say","text":"Look here. \\u0063\\u006f\\u0066\\u0066\\u0065\\u0065 is it."}',
    '',
  ],
  ['a secret in double escapes', line('Look here. It is \\u0063offee. Well.'), ''],
  ['a secret in the thought', line('Good day. Sit.', { thought: 'It is coffee. So.' }), 'Good day. Sit.'],
  ['a secret in another field', line('Good day. Sit.', { mood: 'coffee' }), 'Good day. Sit.'],
  ['a secret in a kind', '{"kind":"coffee","text":"Good day. Sit."}', ''],
  ['a secret split by dots', line('Look here. The word is cof… fee, is it? And more of it.'), 'Look here.'],
  ['a secret split by a full stop of another script', line('Look here. cof。fee。 And so on, and on.'), ''],
  [
    'a secret much later',
    line(`${long}${long}It is coffee. ${long}`),
    `${long}The lamp is out again, and the`,
  ],
  [
    'no secret',
    line(`${long}Bring oil, and a match, and be quick about it.`),
    `${long}Bring oil, and a match, and be quick about it.`,
  ],
];

/** The streamed text differs from the accepted one, because the answer changes later. The final event corrects it. */
const takenBack: [string, string, string][] = [
  ['a second text', '{"kind":"say","text":"Good day.","text":"Good night."}', 'Good day.'],
  ['a second object', `${line('Good day.')}${line('Good night.')}`, 'Good day.'],
  ['a second object in prose', `${line('Good day.')} Or rather: ${line('Good night.')}`, 'Good day.'],
  ['an orphan tag behind', `${line('Good day.')}</think>${line('Good night.')}`, 'Good day.'],
  ['an orphan tag in the text', line('Good day. No.</think> Good night.'), 'Good day.'],
  ['a kind that changes', '{"kind":"say","text":"Good day.","kind":"shout"}', 'Good day.'],
  ['a thought that is none', '{"kind":"say","text":"Good day.","thought":{}}', 'Good day.'],
  ['a text that is too long', line(`Good day. ${'Sit down. '.repeat(500)}`), 'Good day. Sit down.'],
];

const SIZES = [1, 3, 7, 1_000_000];

it('is tried on at least 80 answers', () =>
  expect(answers.length + guarded.length).toBeGreaterThanOrEqual(80));

describe.each([
  { where: 'a room without secrets', rows: answers, secrets: [] },
  { where: 'a room with secrets', rows: guarded, secrets: SECRETS },
])('in $where, what is heard of an answer with', ({ rows, secrets }) => {
  it.each(rows)('%s', (_, raw, expected) => {
    for (const size of SIZES) expect(hear(raw, size, secrets).join('')).toBe(expected);
    expect(expected).not.toContain('PRIVATE');
    const final = accept(raw, secrets);
    if ('text' in final) expect(final.text.startsWith(expected)).toBe(true);
  });

  it.each(rows)('%s could be spoken wherever it stops', (_, raw) => {
    let said = '';
    for (const part of hear(raw, 3, secrets)) {
      said += part;
      expect(rejectionReason(said, createGuard(secrets))).toBeNull();
    }
  });
});

it.each([
  { where: 'without secrets', secrets: [], most: 16 },
  { where: 'with secrets', secrets: SECRETS, most: 32 },
])('words are heard as they come $where', ({ secrets, most }) => {
  const text = 'The bridge is closed, and the ferry with it. You may wait here by the fire. '
    .repeat(12)
    .trim();
  const raw = line(text);
  const heard: string[] = [];
  const speech = createSpeechStream({ ...asked, guard: createGuard(secrets) }, ladder, (words) =>
    heard.push(words),
  );
  let behind = 0;
  for (let at = 0; at < raw.length; at += 4) {
    speech.hear(raw.slice(at, at + 4));
    const written = Math.min(text.length, at + 4 - raw.indexOf('The bridge'));
    behind = Math.max(behind, written - heard.join('').length);
  }
  speech.end();
  expect(heard.join('')).toBe(text);
  expect(behind).toBeLessThanOrEqual(most);
  expect(heard.length).toBeGreaterThan(100);
});

it.each(takenBack)('what is heard of an answer with %s is taken back', (_, raw, expected) => {
  for (const size of SIZES) expect(hear(raw, size).join('').startsWith(expected)).toBe(true);
  const final = accept(raw);
  if ('text' in final) expect(final.text.startsWith(expected)).toBe(false);
});

describe('a line', () => {
  it('of more than 4,000 characters is refused, one of 4,000 is not', () => {
    expect(accept(line('x'.repeat(4_000)))).toEqual({
      thought: 'PRIVATE. Hm.',
      kind: 'say',
      text: 'x'.repeat(4_000),
    });
    expect(accept(line('x'.repeat(4_001)))).toEqual({
      refused: ['expected at most 4,000 characters, got 4,001'],
    });
  });

  it('is heard up to there', () => {
    const said = hear(line(`${long.repeat(200)}`), 7).join('');
    expect(said.length).toBeLessThanOrEqual(4_000);
    expect(said.length).toBeGreaterThan(3_000);
  });
});
