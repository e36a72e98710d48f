import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cleanLine } from './line';
import { splitReasoning } from './reasoning';
import { cutAtSentence, wholeSentences } from './sentences';
import { stripOtherSpeakers } from './speakers';

const readCase = <A>(name: string): [string, A][] => {
  const file = new URL(`../../../test/fixtures/roleplay/${name}.json`, import.meta.url);
  return Object.entries((JSON.parse(readFileSync(file, 'utf8')) as { answers: Record<string, A> }).answers);
};
const SPEAKERS = { own: ['Ada'], others: ['Pat', 'Bo'] };
const read = (raw: string): string =>
  stripOtherSpeakers(cleanLine(splitReasoning(raw).answer, { limit: 4_000 }).line, SPEAKERS).line;

describe('an answer in a role play', () => {
  it.each(readCase<[string, string]>('thoughts-in-the-line'))(
    'has no marks of a template: %s',
    (_, [raw, line]) => expect(read(raw)).toBe(line),
  );

  it.each(readCase<string>('labels-inside-a-quotation'))('keeps names that are no labels: %s', (_, line) =>
    expect(read(line)).toBe(line),
  );

  it.each([
    '*Ada waves.* "Come in."\n[INST] Write more [/INST]',
    '[INST]*Ada waves.* "Come in."[/INST]',
    '*Ada waves.* "Come in."\nUSER: hi\nASSISTANT: hello',
    '### Response:\n*Ada waves.* "Come in."',
    '*Ada waves.* "Come in."\n## Instruction\nWrite more',
    '*Ada waves.* "Come in."\n### 指令：\n继续',
    '*Ada waves.* "Come in."\n###',
    '*Ada waves.* <!-- she is happy --> "Come in." <!-- the end',
    '*Ada waves.* "Come in."\n[System note: write more]',
    '[Start a new Chat]\nAda: *Ada waves.* "Come in."',
    '<|im_start|>Ada\n*Ada waves.* "Come in."<|im_end|>',
    '{{char}}: *Ada waves.* "Come in."\n<USER>: hi',
    '*Ada waves.* "Come in."[EOS]<END>',
  ])('has no marks of a template, whose they are: %j', (raw) =>
    expect(read(raw)).toBe('*Ada waves.* "Come in."'),
  );

  it.each([
    'She reads the log aloud.\n"10:02 Bo: where are you?\nPat: late.\nBo: again?"\nShe puts it down.',
    'She reads:\n"Dear Pat,\nBo: bring the boat.\nPat: bring oars."',
    'She pins up the list:\nBo: nets\nPat: oars\n"Get to it."',
    '"Roll call. Bo: here. Pat: here."',
    '"P.S. Bo: bring milk."',
    '*She unfolds the letter.*\n> Pat: the debt is due.\n> Bo: bring the boat.\n\n"Well?"',
    '"Listen to this:\n\nBo: I never said that.\nPat: You did.\n\nThat is what he wrote."',
    '"The play goes like this.\n\nPAT: O Romeo!\nBO: Who?\n\nThe end," she says.',
    '“Two roles. Pat: the thief. Bo: the cop.”',
    '«Bo? Pat: is that you?»',
    '„Bo? Pat: bist du es?“',
    '「Bo？ Pat：お前か？」',
    "'Bo? Pat: is that you?' She squints.",
    '*She thinks. Pat: trouble. Bo: worse.*',
    'The options:\n1. Pat: stay\n2. Bo: go\nShe shrugs.',
    'She writes on the board:\n| Pat: | 3 |\n| Bo: | 4 |\nDone.',
    '**Scores**\n- Bo: 3\n- Pat: 4\n"Good."',
    'Here is what I know so far.\n\n- Pat: honest\n- Bo: liar\n\n"Questions?"',
    'Present: Ada, Bo, Pat',
  ])("keeps names in the speaker's own words: %j", (line) => expect(read(line)).toBe(line));

  it.each([
    ['*She waits.*\n\nPat: *nods.* "Fine."\n\nAda: "Good."', '*She waits.*'],
    ['*She waits.*\n**Pat:** "Fine."', '*She waits.*'],
    ['She looks up and says:\nPat: "Fine."\nBo: "OK."', 'She looks up and says:'],
    ['"Come in," she says.\n\nPat: "Thank you."\n\n"You are welcome."', '"Come in," she says.'],
    ['*Ada waves.* "Come in.\nPat: Thank you."', '*Ada waves.* "Come in.'],
    ['「入って。」\nPat：「ありがとう」', '「入って。」'],
    ['«Entrez.»\nPat: «Merci.»', '«Entrez.»'],
    ["'Come in.' Pat: 'Why?'", "'Come in.'"],
    ['*Ada waves.* Bo: "Hi there."', '*Ada waves.*'],
    ['> Ada waves.\n> Pat: Why?', '> Ada waves.'],
    ['"Come in." Pat: Why?', '"Come in."'],
    ['"Come in.\nPat: "Why?"', '"Come in.'],
    ['Come in.\n- Pat: Why?\n- Bo: Why not?', 'Come in.'],
  ])('ends where another speaks: %j', (raw, line) => expect(read(raw)).toBe(line));

  it.each(readCase<[string, string]>('cut-off-answer'))(
    'that is cut off ends with a sentence: %s',
    (_, [raw, line]) => expect(wholeSentences(raw)).toBe(line),
  );

  it.each([
    ['वह रुकी। फिर उसने', 'वह रुकी।'],
    ['توقفت هنا. هل تسمع؟ ثم', 'توقفت هنا. هل تسمع؟'],
    ['「もう遅い。帰りなさ', '「もう遅い。」'],
    ['“Come in. The rain', '“Come in.”'],
    ['‹Come in. The rain', '‹Come in.›'],
    ['「『もう遅い。帰りなさ', '「『もう遅い。』」'],
    ['*She says "Come in. The rain', '*She says "Come in."*'],
    ['*He waits* **He said. And', '*He waits* **He said.**'],
    ['ฉันมาแล้ว ฉันเห็น', 'ฉันมาแล้ว'],
    ['မင်္ဂလာပါ။ သူ', 'မင်္ဂလာပါ။'],
    ['Անցավ։ Հետո նա', 'Անցավ։'],
    ['*She waves*\n"Come in', '*She waves*'],
    ['It rains. She met Mr. Smith', 'It rains.'],
    ['No end at all', ''],
  ])('that is cut off closes what it opened: %j', (raw, line) => expect(wholeSentences(raw)).toBe(line));

  it.each([
    ['家。'.repeat(30), 41, '家。'.repeat(20)],
    [`${'家'.repeat(30)}。${'家'.repeat(30)}`, 40, `${'家'.repeat(30)}。`],
    ['😀'.repeat(30), 41, '😀'.repeat(20)],
    ['One two three four', 12, 'One two'],
  ])('is shortened within the limit in any script: %j', (text, most, short) =>
    expect(cutAtSentence(text, most)).toBe(short),
  );
});
