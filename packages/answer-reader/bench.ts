/** Compares this package with a few lines around jsonrepair, on the package's damaged answers. Usage: tsx bench.ts */
import { jsonrepair } from 'jsonrepair';
import { CASE_SCHEMAS } from './cases/case-list';
import { CASES } from './cases/cases';
import { parseStructured } from './src/index';
import type { JsonObject } from './src/json';

type Read = (raw: string, schema: keyof typeof CASE_SCHEMAS) => unknown;

const ROUNDS = 20;

const readers: Record<string, Read> = {
  'answer-reader': (raw, schema) => check(parseStructured(raw, CASE_SCHEMAS[schema] as JsonObject)),
  // Starts at the first brace, as a careful caller would, and checks the schema, which jsonrepair does not.
  jsonrepair: (raw, schema) => {
    try {
      const value: unknown = JSON.parse(jsonrepair(raw.slice(Math.max(0, raw.indexOf('{')))));
      const fits = parseStructured(JSON.stringify(value), CASE_SCHEMAS[schema] as JsonObject);
      return fits.ok && fits.repairs.length === 0 ? fits.value : undefined;
    } catch {
      return undefined;
    }
  },
};

const check = (read: ReturnType<typeof parseStructured<unknown>>): unknown =>
  read.ok ? read.value : undefined;

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, node) =>
    typeof node === 'object' && node !== null && !Array.isArray(node)
      ? Object.fromEntries(Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1)))
      : node,
  );

console.log(`${CASES.length} damaged answers, written for answer-reader`);
for (const [name, read] of Object.entries(readers)) {
  const counts = { right: 0, refused: 0, wrong: 0 };
  for (const { raw, schema, expected } of CASES) {
    const value = read(raw, schema);
    if (sorted(value ?? null) === sorted(expected)) counts.right++;
    else counts[value === undefined ? 'refused' : 'wrong']++;
  }
  const start = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round++) for (const { raw, schema } of CASES) read(raw, schema);
  const { user, system } = process.cpuUsage(start);
  const micros = (user + system) / ROUNDS / CASES.length;
  console.log(
    `${name}: ${counts.right} right, ${counts.refused} refused, ${counts.wrong} wrong, ${micros.toFixed(0)} µs each`,
  );
}
