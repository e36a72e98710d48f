import { describe, expect, it } from 'vitest';
import { CASE_SCHEMAS } from '../cases/case-list';
import { CASES } from '../cases/cases';
import type { JsonObject } from './json';
import { parseStructured } from './parse';

describe('the table of damaged answers', () => {
  it('has at least 150 cases, each by a name of its own', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(150);
    expect(new Set(CASES.map(({ kind, name }) => `${kind}: ${name}`)).size).toBe(CASES.length);
  });

  it.each(CASES)('$kind: $name', ({ raw, schema, expected, repairs }) => {
    const parsed = parseStructured(raw, CASE_SCHEMAS[schema] as JsonObject);
    if (expected === null) {
      expect(parsed).toMatchObject({ ok: false });
      if (!parsed.ok) expect(parsed.errors.length).toBeGreaterThan(0);
    } else {
      expect(parsed.ok ? { value: parsed.value, repairs: parsed.repairs } : parsed).toEqual({
        value: expected,
        repairs,
      });
    }
  });
});

/** True if a value is complete or, for a truncated end, a prefix of another. */
function begins(part: unknown, whole: unknown): boolean {
  if (typeof part === 'string') return typeof whole === 'string' && whole.startsWith(part);
  if (Array.isArray(part)) {
    return Array.isArray(whole) && part.every((item, index) => begins(item, whole[index]));
  }
  if (typeof part !== 'object' || part === null) return part === whole;
  const rest = whole as Record<string, unknown>;
  return Object.entries(part).every(([key, value]) => begins(value, rest[key]));
}

describe('truncation anywhere', () => {
  const value = {
    note: 'a "b" {c}, \\ d: é\n😀 /* e */ // f',
    steps: 120,
    ratio: -1.5e10,
    sure: true,
    gone: null,
    places: [
      { name: 'it\'s, "x": y', n: [1, 20, 300] },
      { name: '', n: [] },
    ],
  };
  it.each([
    ['exact', JSON.stringify(value)],
    ['spread out', JSON.stringify(value, null, 2)],
    [
      'ASCII only',
      JSON.stringify(value).replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ],
    ['with bare keys', JSON.stringify(value).replace(/"(\w+)":/g, '$1:')],
    ['in a fence', `\`\`\`json\n${JSON.stringify(value)}`],
  ])('of an object %s yields what was there, never anything else', (_, text) => {
    for (let end = 1; end <= text.length; end++) {
      const parsed = parseStructured(text.slice(0, end), { type: 'object' });
      if (!parsed.ok) continue;
      expect(begins(parsed.value, value), `${text.slice(0, end)} -> ${JSON.stringify(parsed.value)}`).toBe(
        true,
      );
      if (end < text.length) expect(parsed.repairs).toContain('closed_truncated_json');
    }
  });
});
