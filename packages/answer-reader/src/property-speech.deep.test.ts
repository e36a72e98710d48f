import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGuard } from '../../../src/scene/table/guard';
import { anything, damaged, prose, runs, SECRETS, TIMEOUT } from '../../../test/support/damaged-answers';
import { isTakenFrom, saysSecret, showsObject } from '../../../test/support/output-oracles';
import {
  closedBlock,
  fieldedThoughts,
  saysThought,
  taggedThoughts,
} from '../../../test/support/thinking-answers';
import { type AgentOutput, PLACEHOLDER, parseAgentOutput } from './agent-output';
import { cleanLine, isUsableLine } from './line';
import { splitReasoning } from './reasoning';

const GUARD = createGuard(SECRETS);
const OPTIONS = {
  allowedKinds: ['say', 'clue'],
  fallbackKind: 'say',
  extraFields: ['mood', 'winner', 'scores'],
  guard: GUARD,
};
/** The visible parts of an output, without kind and placeholder. */
const shown = ({ kind, ...output }: AgentOutput): string[] =>
  Object.values(output).flatMap((value) => {
    if (typeof value === 'string') return value === PLACEHOLDER ? [] : [value];
    return typeof value === 'object' && value !== null ? Object.keys(value) : [];
  });

describe('damaged answers', () => {
  it(
    'parseAgentOutput never throws, never shows a secret or an object, never invents anything',
    () => {
      fc.assert(
        fc.property(damaged, (raw) => {
          const output = parseAgentOutput(raw, OPTIONS);
          expect(OPTIONS.allowedKinds).toContain(output.kind);
          for (const text of shown(output)) {
            expect(saysSecret(text), `a secret: ${text}`).toBe(false);
            expect(showsObject(text), `an object: ${text}`).toBe(false);
            expect(isTakenFrom(text, raw), `not in the input: ${text}`).toBe(true);
          }
        }),
        runs(25_000),
      );
    },
    TIMEOUT,
  );

  it(
    'cleanLine never throws, never says a secret or an object, never invents a line, keeps its limits',
    () => {
      fc.assert(
        fc.property(damaged, (raw) => {
          const { line, residue } = cleanLine(raw, { guard: GUARD });
          expect(saysSecret(line), `a secret: ${line}`).toBe(false);
          expect(showsObject(line), `an object: ${line}`).toBe(false);
          expect(isTakenFrom(line, raw), `not in the input: ${line}`).toBe(true);
          expect(line.length).toBeLessThanOrEqual(300);
          expect(residue.length).toBeLessThanOrEqual(600);
        }),
        runs(20_000),
      );
    },
    TIMEOUT,
  );

  it(
    'nothing chokes on text of any kind',
    () => {
      fc.assert(
        fc.property(anything, (raw) => {
          expect(typeof parseAgentOutput(raw, OPTIONS).text).toBe('string');
          expect(typeof cleanLine(raw, { guard: GUARD }).line).toBe('string');
          expect(typeof splitReasoning(raw).answer).toBe('string');
          expect(typeof isUsableLine(raw)).toBe('boolean');
        }),
        runs(6_000),
      );
    },
    TIMEOUT,
  );
});

/** Without secrets, because they would reduce the text that is spoken. */
const { guard: _, ...OPEN } = OPTIONS;
function hidesThoughts(raw: string): void {
  for (const text of shown(parseAgentOutput(raw, OPEN))) {
    expect(saysThought(text), `a thought: ${text}`).toBe(false);
  }
  const { line } = cleanLine(raw);
  expect(saysThought(line), `a thought: ${line}`).toBe(false);
}

describe('damaged answers with reasoning in them', () => {
  it(
    'nothing emits what stood in tags or channels',
    () => {
      fc.assert(fc.property(taggedThoughts, hidesThoughts), runs(16_000));
    },
    TIMEOUT,
  );

  it(
    'nothing emits what stood in private fields',
    () => {
      fc.assert(fc.property(fieldedThoughts, hidesThoughts), runs(15_000));
    },
    TIMEOUT,
  );

  it(
    'the answer beside closed blocks is still found',
    () => {
      fc.assert(
        fc.property(closedBlock, prose, closedBlock, (before, more, after) => {
          // On its own line `text:` would be a label, and `"so":` a key.
          const text = `Hello. ${more.replace(/["“”\s]+/g, ' ')}`;
          const raw = `${before} ${JSON.stringify({ kind: 'clue', text })} ${after}`;
          const output = parseAgentOutput(raw, OPEN);
          expect(output.kind).toBe('clue');
          expect(output.text.startsWith('Hello.')).toBe(true);
        }),
        runs(2_000),
      );
    },
    TIMEOUT,
  );
});
