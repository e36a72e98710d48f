import { readFileSync } from 'node:fs';
import { expect, expectTypeOf, it } from 'vitest';
import type { EventKind, EventOf, ProblemType } from '../../../packages/client/src/index';
import type { EventKind as CatalogueKind } from '../../../src/contract/events/catalogue';
import type { EventOf as CatalogueEvent } from '../../../src/contract/events/events';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/**
 * The document merges the fields of two variants here, which the catalogue separates; a delta is not a stored
 * event.
 */
type Loose = 'memory.written' | 'game.dealt' | 'run.finished';

/** Kinds whose client types differ from the catalogue. */
type Different = {
  [K in Exclude<EventKind, Loose>]: [EventOf<K>] extends [CatalogueEvent<K>] ? never : K;
}[Exclude<EventKind, Loose>];

it('has the events of the catalogue, kind by kind', () => {
  expectTypeOf<Different>().toEqualTypeOf<never>();
  expectTypeOf<EventKind>().toEqualTypeOf<Exclude<CatalogueKind, 'character.delta'>>();
});

it('has every type of problem', () => {
  const rows = [...read('docs/api.md').matchAll(/^\| \d{3} \| `([^`]+)` \|/gm)].map(([, type]) => type);
  const types =
    /export type ProblemType =([\s\S]*?);/.exec(read('packages/client/src/problem.ts'))?.[1] ?? '';
  const known = [...types.matchAll(/'([^']+)'/g)].map(([, type]) => type);
  expect(rows.length).toBeGreaterThan(15);
  expect(known.sort()).toEqual([...rows, 'no-answer' satisfies ProblemType].sort());
});

it('shows the example of a round in the README', () =>
  expect(read('README.md')).toContain(`\`\`\`js\n${read('examples/round.mjs').trimEnd()}\n\`\`\``));
