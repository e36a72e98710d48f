/**
 * Reads test suites of libraries that repair the JSON of models: independent cases. The suites are fetched
 * into `.corpora/` (ignored by git) and never become part of this repository.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tryParse } from '../../../packages/answer-reader/src/json-text';
import type { Json, JsonObject } from '../../../src/base/json';
import type { Schema } from '../answers';
import { check, type Damaged } from '../judge';
import { readBamlTests } from './baml-tests';
import { recordPythonTests, recordVitestTests } from './record';
import { schemaOf } from './schema-of';

/** Why a case is left out: agents never request such an answer, or the right result is a matter of taste. */
export const REASONS = [
  'no object',
  'nothing in it',
  'ends within a number',
  'several answers that fit',
  'a flood',
] as const;
type Reason = (typeof REASONS)[number];

/** Longer cases repeat a piece to test parsing time; some libraries take minutes. */
const MAX_LENGTH = 4_000;

export interface Case {
  raw: string;
  expected: Json | undefined;
  schema: JsonObject | undefined;
}

export interface Corpus {
  name: string;
  commit: string;
  cases: Damaged[];
  leftOut: Record<Reason, number>;
}

interface Source {
  url: string;
  commit?: string;
  read: (folder: string) => Promise<Case[]> | Case[];
}

const BAML_TESTS = '/engine/baml-lib/jsonish/src/tests';

const SOURCES: Record<string, Source> = {
  jsonrepair: {
    url: 'https://github.com/josdejong/jsonrepair',
    read: (folder) => recordVitestTests(`${folder}/src/index.test.ts`),
  },
  json_repair: {
    url: 'https://github.com/mangiucugna/json_repair',
    read: (folder) => recordPythonTests(folder),
  },
  'BAML jsonish': {
    url: 'https://github.com/BoundaryML/baml',
    commit: 'd794f28b4f8830b1a40cd08043ecdc562938d36e',
    read: (folder) => readBamlTests(folder + BAML_TESTS),
  },
  'BAML, newer files': {
    url: 'https://github.com/BoundaryML/baml',
    read: (folder) =>
      readBamlTests(folder + BAML_TESTS, ['test_code.rs', 'test_international.rs', 'test_class_2.rs']),
  },
};

export const PUBLIC = 'public: ';

export async function readCorpora(): Promise<{
  corpora: Corpus[];
  missing: { name: string; why: string }[];
}> {
  const corpora: Corpus[] = [];
  const missing: { name: string; why: string }[] = [];
  for (const [name, { url, commit, read }] of Object.entries(SOURCES)) {
    try {
      const folder = fetchOnce(url, commit);
      const cases = await read(folder);
      corpora.push({ name, commit: git(folder, 'rev-parse', '--short', 'HEAD'), ...select(name, cases) });
    } catch (error) {
      missing.push({ name, why: error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unknown' });
    }
  }
  return { corpora, missing };
}

function select(name: string, cases: readonly Case[]): Pick<Corpus, 'cases' | 'leftOut'> {
  const leftOut = {
    'no object': 0,
    'nothing in it': 0,
    'ends within a number': 0,
    'several answers that fit': 0,
    'a flood': 0,
  };
  const once = new Map(cases.map((each) => [JSON.stringify([each.raw, each.expected, each.schema]), each]));
  const kept: Damaged[] = [];
  for (const { raw, expected, schema: given } of once.values()) {
    const schema: object = given ?? schemaOf(expected ?? null);
    const reason = findReason(raw, expected, schema);
    if (reason !== null) leftOut[reason]++;
    else {
      kept.push({
        kind: `${PUBLIC}${name}`,
        schemaName: name,
        schema: schema as Schema,
        raw,
        accept: expected === undefined ? [] : [expected],
        mayRefuse: expected === undefined,
        loose: true,
      });
    }
  }
  return { cases: kept, leftOut };
}

function findReason(raw: string, expected: Json | undefined, schema: object): Reason | null {
  if (expected === undefined) return (schema as JsonObject).type === 'object' ? null : 'no object';
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) return 'no object';
  if (raw.length > MAX_LENGTH) return 'a flood';
  if (!isFilled(expected)) return 'nothing in it';
  if (/[:,[]\s*[-\d][-+\d.eE]*$/.test(raw)) return 'ends within a number';
  return countAnswers(raw, schema) > 1 ? 'several answers that fit' : null;
}

const isFilled = (value: Json): boolean =>
  typeof value !== 'object' || (value !== null && Object.values(value).some(isFilled));

/** Counts the complete, non-nested objects in a text that fit the schema. */
function countAnswers(raw: string, schema: object): number {
  let count = 0;
  for (let from = raw.indexOf('{'); from >= 0; from = raw.indexOf('{', from + 1)) {
    for (let to = raw.indexOf('}', from); to >= 0; to = raw.indexOf('}', to + 1)) {
      const value = tryParse(raw.slice(from, to + 1));
      if (value === undefined) continue;
      if (check(schema as Schema, value) !== null) count++;
      from = to;
      break;
    }
  }
  return count;
}

function fetchOnce(url: string, commit?: string): string {
  const name = [url.split('/').at(-1), commit?.slice(0, 8)].filter((part) => part !== undefined).join('@');
  const folder = fileURLToPath(new URL(`../.corpora/${name}`, import.meta.url));
  if (existsSync(`${folder}/.git/index`)) return folder;
  execFileSync('git', ['init', '-q', folder], { stdio: 'pipe' });
  git(folder, 'fetch', '-q', '--depth', '1', url, commit ?? 'HEAD');
  git(folder, 'checkout', '-q', 'FETCH_HEAD');
  return folder;
}

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-C', folder, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
