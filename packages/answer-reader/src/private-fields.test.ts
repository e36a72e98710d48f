import { describe, expect, it } from 'vitest';
import { CASE_SCHEMAS } from '../cases/case-list';
import { parseAgentOutput } from './agent-output';
import { cleanLine } from './line';
import { parseStructured } from './parse';

const LINE = '{"kind":"say","text":"The bridge is safe."}';
const DRAFT = '{"kind":"say","text":"a draft, a plan"}';
const options = { allowedKinds: ['say'], fallbackKind: 'say' };

/** Names of private thought, as key and as label. */
const NAMES = [
  'reasoning_content',
  'reasoning_details',
  'reasoning-content',
  'reasoningContent',
  'reasoning',
  'reflection',
  'analysis',
  'scratchpad',
  'monologue',
  'inner_monologue',
  'chain_of_thought',
  'thought_process',
  'thinking',
  'thought',
];

describe.each(NAMES)('a private field called %s', (name) => {
  it.each([
    ['beside the answer', `${LINE}\n{"${name}":${DRAFT}}`],
    ['before the answer', `{"${name}":${DRAFT}}\n${LINE}`],
    ['as a text in an answer', `{"${name}":"a draft","kind":"say","text":"The bridge is safe."}`],
    ['as a list', `{"${name}":[{"text":"a draft"}],"kind":"say","text":"The bridge is safe."}`],
  ])('%s is no answer', (_, raw) => {
    expect(parseAgentOutput(raw, options).text).toBe('The bridge is safe.');
    expect(cleanLine(raw).line).toBe('The bridge is safe.');
    const parsed = parseStructured(raw, CASE_SCHEMAS.line);
    // A `thought` of the schema must be a string.
    if (name !== 'thought') expect(parsed.ok && parsed.value.text).toBe('The bridge is safe.');
  });

  it.each([
    ['an object', `{"${name}":${DRAFT}}`],
    ['a list of texts', `{"${name}":[{"text":"a draft, a plan"}]}`],
    ['a list of texts, cut off', `{"${name}":[{"text":"a draft, a pl`],
    ['an object, cut off', `{"${name}":{"kind":"say","text":"a draft, a pl`],
    ['a list in a piece', `"${name}":[{"kind":"say","text":"a draft, a plan"}]`],
    ['a text', `{"${name}":"a draft, a plan"}`],
  ])('that is all there is, %s, says nothing', (_, raw) => {
    expect(parseAgentOutput(raw, options).text).toBe('…');
    expect(parseStructured(raw, CASE_SCHEMAS.line).ok).toBe(false);
    expect(cleanLine(raw).line).not.toContain('draft');
  });

  it('says nothing of an object behind it as a label', () => {
    const raw = `${name}: ${DRAFT}`;
    expect(parseAgentOutput(raw, options).text).toBe('…');
    expect(parseStructured(raw, CASE_SCHEMAS.line).ok).toBe(false);
  });
});

it.each(['reasoning.text', 'reasoning.summary', 'thinking', 'reasoning'])(
  'says nothing of a part of an answer that is a %s',
  (type) => {
    const raw = JSON.stringify({ type, text: 'a draft, a plan' });
    expect(parseAgentOutput(raw, options).text).toBe('…');
    expect(cleanLine(raw).line).toBe('');
    expect(cleanLine(`${raw}\n${LINE}`).line).toBe('The bridge is safe.');
  },
);

it.each(NAMES)('takes %s as a label of a line', (name) => {
  const { line, residue } = cleanLine(`${name}: I plan to lie.\n\nThe bridge is safe.`);
  expect(line).toBe('The bridge is safe.');
  expect(residue).toContain('I plan to lie.');
});
