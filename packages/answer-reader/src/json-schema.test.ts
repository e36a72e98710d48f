import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  analysis,
  directorPlan,
  directorReconciliation,
  spokenLine,
  suggestion,
} from '../../../src/contract/agents';
import { jsonInstruction, writeExample } from './instruction';
import { isUsableLine } from './line';
import { toProviderSchema } from './provider-schema';

const ours = { analysis, directorPlan, directorReconciliation, spokenLine, suggestion };
const ALLOWED = [
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'anyOf',
  'enum',
  'description',
];

function walk(node: unknown, visit: (node: Record<string, unknown>) => void): void {
  if (Array.isArray(node)) for (const item of node) walk(item, visit);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
  const schema = node as Record<string, unknown>;
  visit(schema);
  walk(schema.items, visit);
  walk(schema.anyOf, visit);
  walk(Object.values((schema.properties ?? {}) as object), visit);
}

describe('toProviderSchema', () => {
  it.each(Object.entries(ours))('makes a strict schema of %s', (_, schema) => {
    walk(toProviderSchema(schema), (node) => {
      expect(Object.keys(node).filter((key) => !ALLOWED.includes(key))).toEqual([]);
      if (node.type !== 'object') return;
      expect(node.additionalProperties).toBe(false);
      expect(node.required).toEqual(Object.keys(node.properties as object));
    });
  });

  it('resolves references and keeps thought before text', () => {
    const action = toProviderSchema(suggestion).properties?.target_action;
    expect(JSON.stringify(action)).toContain('"ACTION7"');
    expect(Object.keys(toProviderSchema(spokenLine).properties ?? {})).toEqual(['thought', 'kind', 'text']);
  });

  it('lets an instruction leave out fields with a default, and keeps a null that means something', () => {
    const { properties = {}, required } = toProviderSchema(directorPlan, true);
    expect(required).toEqual([]);
    expect(properties.openGuidance).toMatchObject({ type: 'string' });
    const instruction = jsonInstruction(toProviderSchema(directorPlan, true));
    expect(instruction).toContain('Leave out fields that you have nothing for:');
    expect(instruction).toContain(
      '- actingCharacters (list of {id, order?: number, guidance?, priority?: number})',
    );
    expect(instruction).toContain('- worldUpdates (list of {key, value: string or null})');
    expect(jsonInstruction(toProviderSchema(spokenLine, true))).toContain('- thought (string)');
  });

  it('refuses an open map', () =>
    expect(() => toProviderSchema(z.object({ scores: z.record(z.string(), z.number()) }))).toThrow(
      /open map/,
    ));
});

describe('the instruction', () => {
  it.each(Object.entries(ours))('carries an example of %s with every field, which fits', (_, schema) => {
    const strict = toProviderSchema(schema);
    const example = writeExample(strict as never);
    expect(Object.keys(example as object)).toEqual(Object.keys(strict.properties ?? {}));
    expect(schema.safeParse(example).success).toBe(true);
    expect(jsonInstruction(strict)).toContain(JSON.stringify(example));
  });

  it('has an example that is not a usable line', () => {
    const { text } = writeExample(toProviderSchema(spokenLine) as never) as { text: string };
    expect(isUsableLine(text)).toBe(false);
  });
});
