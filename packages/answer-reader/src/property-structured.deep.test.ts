import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anything, damagedOf, runs, SPLINTERS, share, TIMEOUT } from '../../../test/support/damaged-answers';
import { holdsValue } from '../../../test/support/output-oracles';
import {
  exactManner,
  isBeginningOf,
  looseSchema,
  type Move,
  manner,
  move,
  moveJsonSchema,
  moveSchema,
  write,
} from '../../../test/support/structured-answers';
import { fieldedThoughts, saysThought, taggedThoughts } from '../../../test/support/thinking-answers';
import { REPAIRS } from './errors';
import { type ParsedOutput, parseStructured } from './parse';

function isWellFormed(parsed: ParsedOutput<unknown>): void {
  for (const repair of parsed.repairs) expect(REPAIRS).toContain(repair);
  expect(new Set(parsed.repairs).size).toBe(parsed.repairs.length);
  if (parsed.ok) return;
  expect(parsed.errors).not.toEqual([]);
  for (const { pointer, expected, got } of parsed.errors) {
    expect(pointer).toMatch(/^(?:\/.*)?$/s);
    expect(expected).not.toBe('');
    expect(got).not.toBe('');
  }
}

describe('damage that leaves no doubt', () => {
  it(
    'is undone: the value is the one that was meant',
    () => {
      fc.assert(
        fc.property(move, manner, (value, how) => {
          const parsed = parseStructured(write(value, how), moveSchema);
          isWellFormed(parsed);
          expect(parsed.ok ? parsed.value : parsed.errors).toEqual(value);
        }),
        runs(10_000),
      );
    },
    TIMEOUT,
  );

  it('exact JSON needs no repair, under zod and under draft-07', () => {
    fc.assert(
      fc.property(move, fc.nat(2), (value, indent) => {
        const raw = JSON.stringify(value, null, indent);
        expect(parseStructured(raw, moveSchema)).toEqual({ ok: true, value, json: value, repairs: [] });
        expect(parseStructured(raw, moveJsonSchema)).toEqual({ ok: true, value, json: value, repairs: [] });
      }),
      runs(1_000),
    );
  });

  it(
    'an answer that was cut off gives a beginning of its value or nothing',
    () => {
      const cut = fc.tuple(move, manner, share);
      fc.assert(
        fc.property(cut, ([value, how, to]) => {
          const raw = write(value, { ...how, shell: exactManner.shell });
          const parsed = parseStructured(raw.slice(0, Math.ceil(raw.length * to)), looseSchema);
          isWellFormed(parsed);
          if (parsed.ok) expect(isBeginningOf(parsed.json, value), JSON.stringify(parsed.json)).toBe(true);
        }),
        runs(8_000),
      );
    },
    TIMEOUT,
  );
});

/** The end of one field and the start of the next. */
const FIELD =
  /["'”]\s*[\]}]*\s*,\s*\{?\s*["'“”]?(?:action|steps|sure|note|tags|place|people|roomName|doors|name|age)["'”]?\s*:/;
const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
};

it(
  'one wrong character never makes a text swallow the fields behind it',
  () => {
    const flaw = fc.tuple(share, fc.constantFrom('', ...SPLINTERS), fc.boolean());
    fc.assert(
      fc.property(move, manner, flaw, (value, how, [where, what, replaces]) => {
        const raw = write(value, { ...how, shell: exactManner.shell });
        const here = Math.min(raw.length - 1, Math.floor(where * raw.length));
        const flawed = raw.slice(0, here) + what + raw.slice(here + (replaces ? 1 : 0));
        const parsed = parseStructured(flawed, looseSchema);
        isWellFormed(parsed);
        if (!parsed.ok) return;
        for (const text of textsOf(parsed.json)) expect(text).not.toMatch(FIELD);
      }),
      runs(8_000),
    );
  },
  TIMEOUT,
);

describe('any damage', () => {
  const spoilt = damagedOf(
    fc.tuple(move, manner).map(([value, how]: [Move, typeof exactManner]) => write(value, how)),
  );

  it(
    'never makes it throw or invent: what is accepted fits the schema and stood in the answer',
    () => {
      fc.assert(
        fc.property(spoilt, (raw) => {
          const parsed = parseStructured(raw, looseSchema);
          isWellFormed(parsed);
          if (!parsed.ok) return;
          expect(holdsValue(raw, parsed.json), JSON.stringify(parsed.json)).toBe(true);
          expect(looseSchema.safeParse(parsed.json)).toEqual({ success: true, data: parsed.value });
        }),
        runs(8_000),
      );
    },
    TIMEOUT,
  );

  it(
    'never makes draft-07 and zod disagree',
    () => {
      fc.assert(
        fc.property(spoilt, (raw) => {
          const zod = parseStructured(raw, moveSchema);
          const draft = parseStructured(raw, moveJsonSchema);
          isWellFormed(draft);
          expect(draft.ok).toBe(zod.ok);
          if (zod.ok && draft.ok) expect(draft.value).toEqual(zod.json);
        }),
        runs(3_000),
      );
    },
    TIMEOUT,
  );

  it(
    'never makes it throw, whatever the text is',
    () => {
      fc.assert(
        fc.property(anything, (raw) => {
          isWellFormed(parseStructured(raw, moveSchema));
          isWellFormed(parseStructured(raw, moveJsonSchema));
        }),
        runs(5_000),
      );
    },
    TIMEOUT,
  );

  it(
    'never puts a thought into an error, which goes back into a prompt',
    () => {
      fc.assert(
        fc.property(fc.oneof(taggedThoughts, fieldedThoughts), (raw) => {
          const parsed = parseStructured(raw, moveSchema);
          if (!parsed.ok) expect(saysThought(JSON.stringify(parsed.errors))).toBe(false);
        }),
        runs(5_000),
      );
    },
    TIMEOUT,
  );
});
