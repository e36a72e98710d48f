import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { analysis, directorPlan, directorPlanOf, directorReconciliation } from '../../../src/contract/agents';
import { parseStructured } from './parse';
import { toProviderSchema } from './provider-schema';

const CAST = ['osric', 'maud', 'pilot'];

describe('a word of a fixed list', () => {
  const schema = z.object({
    id: z.enum(['A1', 'A2', 'D10']),
    who: z.enum(['Osric the Reeve', 'Maud of Ely', 'Maud the Elder', 'Anne']).optional(),
    rank: z.enum(['high', 'normal', 'low']).optional(),
  });
  const read = (fields: object) => {
    const result = parseStructured(JSON.stringify({ id: 'A1', ...fields }), schema);
    return result.ok ? result.value : null;
  };

  it.each([
    ['[A1]', 'A1'],
    ['**A2**', 'A2'],
    ['"d10".', 'D10'],
  ])('is read with the marks around it: %s', (said, id) => expect(read({ id: said })).toEqual({ id }));

  it('is read in another case', () => expect(read({ rank: 'High' })).toEqual({ id: 'A1', rank: 'high' }));

  it.each([
    ['Osric', 'Osric the Reeve'],
    ['reeve', 'Osric the Reeve'],
    ['[Elder]', 'Maud the Elder'],
    ['Ely', 'Maud of Ely'],
  ])('is read by a word that no other name has: %s', (said, who) =>
    expect(read({ who: said })).toEqual({ id: 'A1', who }),
  );

  it.each(['Maud', 'the', 'Osric or Anne', 'Osri', '', 'nobody'])('is not guessed: %j', (said) =>
    expect(read({ who: said })).toBeNull(),
  );

  it.each(['A', '1', 'A12', 'A1 or A2'])('is not guessed of ids: %j', (said) =>
    expect(read({ id: said })).toBeNull(),
  );
});

describe('a number', () => {
  it.each([
    ['High', 1],
    ['urgent', 2],
    ['Low', -1],
    ['normal', 0],
    ['3', 3],
  ])('of a priority is read from a word: %s', (priority, value) => {
    const plan = { actingCharacters: [{ id: 'osric', priority }] };
    const result = parseStructured(JSON.stringify(plan), directorPlan);
    expect(result.ok && result.value.actingCharacters?.[0]?.priority).toBe(value);
  });

  it('of a priority that says nothing is refused', () => {
    const plan = { actingCharacters: [{ id: 'osric', priority: 'first of all' }] };
    expect(parseStructured(JSON.stringify(plan), directorPlan).ok).toBe(false);
  });

  it.each([
    [95, 0.95],
    ['95', 0.95],
    ['95%', 0.95],
    [1, 1],
  ])('of a share is read from percents: %j', (confidence, value) => {
    const answer = { interpretation: 'i', context_description: 'c', had_effect: true, confidence };
    const result = parseStructured(JSON.stringify(answer), analysis);
    expect(result.ok && result.value.confidence).toBe(value);
  });

  it('of a share that may be of ten is refused', () => {
    const answer = { interpretation: 'i', context_description: 'c', had_effect: true, confidence: 7 };
    expect(parseStructured(JSON.stringify(answer), analysis).ok).toBe(false);
  });
});

describe('the plan of a cast', () => {
  it.each([1, 2] as const)('lists the ids in what a provider is sent, in pass %i', (pass) => {
    const lists =
      pass === 1
        ? ['actingCharacters', 'activations', 'deactivations', 'stateUpdates']
        : ['remainingActors', 'newActivations', 'activations', 'deactivations', 'stateUpdates'];
    const { properties = {} } = toProviderSchema(directorPlanOf(pass, CAST));
    for (const list of lists) {
      const text = JSON.stringify(properties[list]);
      expect(text).toContain('"enum":["osric","maud","pilot"]');
    }
  });

  it('takes an id in any dress, and leaves a name to the check of the cast', () => {
    const plan = { actingCharacters: [{ id: '[Osric]' }, { id: 'Old Maud' }] };
    const result = parseStructured(JSON.stringify(plan), directorPlanOf(1, CAST));
    const acting = result.ok && 'actingCharacters' in result.value ? result.value.actingCharacters : null;
    expect(acting?.map(({ id }) => id)).toEqual(['osric', 'Old Maud']);
  });

  it('differs from the plan of any cast in its ids alone', () => {
    const withoutIds = (schema: object): unknown =>
      JSON.parse(JSON.stringify(schema), (key, node) => (key === 'id' ? { type: node.type } : node));
    for (const [pass, plan] of [
      [1, directorPlan],
      [2, directorReconciliation],
    ] as const) {
      expect(withoutIds(toProviderSchema(directorPlanOf(pass, CAST)))).toEqual(
        withoutIds(toProviderSchema(plan)),
      );
    }
  });
});
