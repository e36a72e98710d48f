import { describe, expect, it } from 'vitest';
import { analysis, directorPlan } from '../../../src/contract/agents';
import type { JsonObject } from './json';
import { parseStructured } from './parse';

const PLAN: JsonObject = {
  openGuidance: 'The bell rings twice; keep it short.',
  activations: [{ id: 'pilot', entryGuidance: 'EG' }],
  deactivations: null,
  stateUpdates: [
    { id: 'keeper', field: 'mood', value: 'wary, not {angry}' },
    { id: 'pilot', field: 'location', value: 'the pier' },
  ],
  worldUpdates: [{ key: 'tide', value: null }],
  trackers: null,
  actingCharacters: [
    { id: 'pilot', guidance: 'answer "now"', priority: 2, order: null },
    { id: 'keeper', guidance: null, priority: 1, order: null },
  ],
};
const TEXT = JSON.stringify(PLAN);

function innerBrackets(text: string): number[] {
  const places: number[] = [];
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    const c = text.charAt(at);
    if (c === '\\') at++;
    else if (c === '"') isString = !isString;
    else if (!isString && '{}[]'.includes(c)) places.push(at);
  }
  return places.slice(1, -1);
}

const put = (text: string, at: number, bracket: string): string =>
  text.slice(0, at) + bracket + text.slice(at);

describe('a plan with a stray bracket', () => {
  it('is read whole where a brace is doubled before the end of a list', () => {
    const result = parseStructured(TEXT.replace('"EG"}]', '"EG"}}]'), directorPlan);
    expect(result.ok && result.value).toEqual(PLAN);
    expect(result.repairs).toContain('fixed_brackets');
  });

  it.each(innerBrackets(TEXT).map((at) => [at, TEXT.slice(at - 12, at + 12)] as const))(
    'is read whole: bracket %i doubled (%s)',
    (at) => {
      const result = parseStructured(put(TEXT, at, TEXT.charAt(at)), directorPlan);
      expect(result.ok && result.value).toEqual(PLAN);
    },
  );

  it.each(innerBrackets(TEXT).map((at) => [at, TEXT.slice(at - 12, at + 12)] as const))(
    'is read whole: bracket %i lost (%s)',
    (at) => {
      const result = parseStructured(TEXT.slice(0, at) + TEXT.slice(at + 1), directorPlan);
      if (result.ok) expect(result.value).toEqual(PLAN);
      expect(result.ok).toBe(true);
    },
  );

  it.each(innerBrackets(TEXT).flatMap((at) => ['{', '}', '[', ']'].map((bracket) => [at, bracket] as const)))(
    'is read whole or refused: at %i a %s too many',
    (at, bracket) => {
      const result = parseStructured(put(TEXT, at, bracket), directorPlan);
      if (result.ok) expect(result.value).toEqual(PLAN);
    },
  );
});

describe('what lies outside a mended object', () => {
  it('is named, and the object is not usable', () => {
    // With two extra brackets the reading is ambiguous.
    const raw =
      '{"openGuidance":"Rain.","activations":[{"id":"pilot","entryGuidance":"EG"]}}],"stateUpdates":}{[],"trackers":null}';
    const result = parseStructured(raw, directorPlan);
    expect(result.ok).toBe(false);
    if (!result.ok) expect(result.errors[0]?.message).toMatch(/stateUpdates/);
  });

  it('counts when a key of the whole stands in a part', () => {
    const raw =
      '{"openGuidance":"Rain.","stateUpdates":[{"id":"pilot","field":"mood","value":"glad","actingCharacters":[{"id":"pilot"}]}';
    const result = parseStructured(raw, directorPlan);
    expect(result.ok).toBe(false);
    if (!result.ok) expect(result.errors[0]?.message).toMatch(/actingCharacters/);
  });

  it('does not count when it is prose, or another object', () => {
    const raw = '{"openGuidance":"Rain.","activations":[{"id":"pilot","entryGuidance":"EG"}}';
    expect(parseStructured(`${raw}\nThat is the plan; "trackers" stay.`, directorPlan).ok).toBe(true);
  });
});

describe('an analysis with a stray bracket', () => {
  const value: JsonObject = {
    interpretation: 'It moved.',
    action_definition: null,
    is_consistent_with_previous: null,
    objects_involved: ['block', 'wall'],
    context_description: 'open floor',
    had_effect: true,
    no_effect_reason: null,
    environment_updates: [
      { kind: 'object', name: 'block', text: 'can be pushed', confidence: 0.75 },
      'walls stop the block',
    ],
    confidence: 0.9,
  };
  const text = JSON.stringify(value);

  it.each(innerBrackets(text))('is never read in part: bracket %i doubled or lost', (at) => {
    for (const raw of [put(text, at, text.charAt(at)), text.slice(0, at) + text.slice(at + 1)]) {
      const result = parseStructured(raw, analysis);
      if (result.ok) expect(result.value).toEqual(value);
    }
  });
});
