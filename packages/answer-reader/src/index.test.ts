import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as reader from './index';

const {
  cutAtSentence,
  findListed,
  jsonInstruction,
  makeLineStream,
  parseAgentOutput,
  readLine,
  rejectionReason,
  toProviderSchema,
} = reader;

const speakers = { own: ['Ada'], others: ['Mara'] };
const guard = { leaks: (text: string) => text.includes('coffee') };

it('exports at most 12 names', () => expect(Object.keys(reader).length).toBeLessThanOrEqual(12));

describe('readLine', () => {
  it('takes off the own label and the words of others', () =>
    expect(readLine('**Ada:** Late again.\nMara: Sorry!', { speakers })).toEqual({
      line: 'Late again.',
      isUsable: true,
      thought: '',
      others: 'Mara: Sorry!',
      hadLabel: true,
      isShortened: false,
    }));

  it('drops an unfinished sentence if the answer was cut off, unless another speaker follows it', () => {
    const raw = 'The bridge is closed. You may wait he';
    expect(readLine(raw, { isCut: true })).toMatchObject({
      line: 'The bridge is closed.',
      isShortened: true,
    });
    expect(readLine(raw)).toMatchObject({ line: raw, isShortened: false });
    const script = `Ada: ${raw}\nMara: So`;
    expect(readLine(script, { isCut: true, speakers })).toMatchObject({ line: raw, others: 'Mara: So' });
  });

  it('moves reasoning and leaks to the thought, and says if anything usable is left', () => {
    expect(readLine('<think>Hm.</think>Good day. It is coffee.', { guard })).toMatchObject({
      line: 'Good day.',
      thought: 'Hm.\n\nIt is coffee.',
    });
    expect(readLine('…')).toMatchObject({ isUsable: false });
  });
});

it('rejectionReason takes a guard, or looks for one reason alone', () => {
  expect(rejectionReason('It is coffee.', guard)).toBe('one that gives a secret away');
  expect(rejectionReason('It is coffee.')).toBeNull();
  expect(rejectionReason('<summary>', { only: 'blank' })).toBe('nothing that can be spoken');
  expect(rejectionReason('<summary>', { only: 'refusal' })).toBeNull();
  expect(rejectionReason('I cannot help with that request.', { only: 'refusal' })).toBe('a refusal');
  expect(rejectionReason('none', { only: 'example' })).toBeNull();
  expect(rejectionReason('Your line here.', { only: 'example' })).toBe('the line of the example');
});

describe('makeLineStream', () => {
  it('releases prose word by word, and a field of an object', () => {
    const prose = makeLineStream({ format: 'prose', speakers });
    expect(prose.push('Ada: Good evening to you')).toBe('Good evening to');
    expect(prose.push(' all.') + prose.end()).toBe(' you all.');
    const json = makeLineStream({ format: 'json', field: 'reply' });
    expect(json.push('{"reply":"Good evening.","mood":"calm"}') + json.end()).toBe('Good evening.');
  });

  it('releases nothing before the end if its guard has no filter, and nothing at all of a leak', () => {
    for (const [text, released] of [
      ['Good evening to you all.', 'Good evening to you all.'],
      ['Good evening. It is coffee.', ''],
    ] as const) {
      const stream = makeLineStream({ format: 'prose', guard });
      expect(stream.push(text)).toBe('');
      expect(stream.end()).toBe(released);
    }
  });
});

it('marks a text that was cut within a sentence', () => {
  const text = 'The bridge is closed. You may wait here by the fire.';
  expect(cutAtSentence(text, 30, '…')).toBe('The bridge is closed.');
  expect(cutAtSentence(text, 45, '…')).toBe('The bridge is closed. You may wait here by…');
  expect(cutAtSentence(text, 60, '…')).toBe(text);
});

it('finds the name that was meant', () => {
  expect(findListed('[osric]', ['Osric the Reeve', 'Maud'])).toBe('Osric the Reeve');
  expect(findListed('somebody', ['Osric the Reeve', 'Maud'])).toBeNull();
});

describe('parseAgentOutput with speakers', () => {
  const schema = z.object({ text: z.string() });
  it('leaves only the own words in the text', () => {
    const raw = JSON.stringify({ text: 'Ada: Late again.\nMara: Sorry!' });
    expect(parseAgentOutput(raw, { schema, speakers })).toMatchObject({
      value: { text: 'Late again.' },
      json: { text: 'Late again.' },
      others: 'Mara: Sorry!',
      hadLabel: true,
    });
  });
});

describe('the example of an instruction', () => {
  const form = toProviderSchema(z.object({ kind: z.enum(['say']), text: z.string(), mood: z.string() }));
  it('may be made from the one of the schema', () =>
    expect(jsonInstruction(form, (made) => ({ ...made, mood: 'calm' }))).toMatch(
      /"kind":"say","text":"The kettle .*","mood":"calm"}$/,
    ));

  it('has a line that is recognized when a model repeats it', () => {
    const block = jsonInstruction(form, { kind: 'say', text: '', mood: 'calm' });
    const { text } = JSON.parse(block.slice(block.lastIndexOf('{')));
    expect(rejectionReason(text)).toBe('the line of the example');
  });

  it('is left out of an answer without fields', () =>
    expect(jsonInstruction(toProviderSchema(z.object({})))).not.toContain('Fields'));
});
