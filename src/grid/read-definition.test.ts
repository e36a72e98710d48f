import { describe, expect, it } from 'vitest';
import { analysis } from '../../test/support/lab-game';
import type { Analysis } from '../contract/agents';
import { analysis as analysisSchema } from '../contract/agents';
import { unobservedAction } from './knowledge';
import { readDefinition } from './read-definition';

const rule = (n: number, action: string, text: string) => ({ n, action, text, seen: 3, wrong: 0 });
const UP = 'ACTION1 moves the blue dot up 1.';
const RED = 'ACTION1 turns the grey dot red.';
const rules = [rule(1, 'ACTION1', UP), rule(2, 'ACTION1', RED), rule(3, 'ACTION2', 'ACTION2 does nothing.')];
const INFERRED = { text: `${UP} ${RED}`, basis: 'inferred' };
const DEFINED = { ...unobservedAction(), definition: 'it moves', basis: 'words' as const };

/** Reads the definition from an analysis of ACTION1, parsed as a model writes it. */
const read = (said: unknown, known = unobservedAction(), more: Partial<Analysis> = {}, from = rules) =>
  readDefinition(analysisSchema.parse({ ...analysis(more), action_definition: said }), 'ACTION1', known, {
    rules: from,
  });

describe('the definition in an answer', () => {
  it.each([
    '1',
    1,
    '2',
    'rule 2',
    'Rule 2',
    'RULE #2',
    'rules 1 and 2',
    '1, 2',
    ' Rule 2. ',
    UP,
    `${UP} ${RED}`,
  ])('%j adopts all rules that code inferred of the action', (said) => expect(read(said)).toEqual(INFERRED));

  it('that names a rule of another action, or none there is, keeps what there is', () => {
    expect(read('rule 3', DEFINED)).toBeNull();
    expect(read('rule 9', DEFINED)).toBeNull();
  });

  it('that copies the text of a rule of another action is in words', () =>
    expect(read('ACTION2 does nothing.')).toMatchObject({ basis: 'words' }));

  it('that is left out is what code inferred at a first effect, and else keeps what there is', () => {
    for (const blank of [null, '', '  ']) {
      expect(read(blank)).toEqual(INFERRED);
      expect(read(blank, DEFINED)).toBeNull();
      expect(read(blank, unobservedAction(), { had_effect: false })).toBeNull();
      expect(read(blank, unobservedAction(), {}, [])).toBeNull();
    }
  });

  const STATED = {
    object: 'blue 1×1 square',
    when: [{ feature: 'ahead', value: 'grey', not: true }],
    effect: { kind: 'move', by: [-1, 0] },
  };

  it.each([
    ['as text', JSON.stringify(STATED)],
    ['as JSON', STATED],
    ['in a list', [STATED]],
    ['of another action', { ...STATED, action: 'ACTION5' }],
  ])('that is a rule %s is stated of this action, and can be tested', (_, said) => {
    const definition = read(said);
    expect(definition).toMatchObject({ basis: 'stated', stated: { version: 1 } });
    expect(definition?.text).toMatch(/^ACTION1 moves the blue .* up 1, unless grey is ahead\.$/);
  });

  it.each(['It goes north, more or less.', '{"object":', '{"effect":{"kind":"fly"}}', '2 dots move up'])(
    '%j is in words',
    (said) => expect(read(said)).toEqual({ text: said, basis: 'words' }),
  );
});
