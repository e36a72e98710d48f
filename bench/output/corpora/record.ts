import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { Json } from '../../../src/base/json';
import type { Case } from './read';

/**
 * Runs a vitest suite against a `jsonrepair` that repairs nothing and an `expect` that compares nothing:
 * together they record the input and expected output of each case.
 */
export async function recordVitestTests(file: string): Promise<Case[]> {
  const noted: [string, string][] = [];
  const globals = globalThis as { note?: (raw: string, expected: string) => void };
  globals.note = (raw, expected) => noted.push([raw, expected]);
  const bundle = await build({
    stdin: { contents: readFileSync(file, 'utf8'), loader: 'ts', resolveDir: dirname(file) },
    bundle: true,
    write: false,
    format: 'esm',
    plugins: [STAND_INS],
    logLevel: 'silent',
  });
  const code = Buffer.from(bundle.outputFiles[0]?.contents ?? []).toString('base64');
  await import(`data:text/javascript;base64,${code}`);
  return noted.flatMap(([raw, text]) => {
    const expected = readJson(text);
    return expected === undefined ? [] : [{ raw, expected, schema: undefined }];
  });
}

const VITEST = `
class Asked { constructor(raw) { this.raw = raw; } }
const later = (run) => { try { run(); } catch {} };
const each = (items) => (_name, run) => { for (const item of items) later(() => run(item)); };
export const describe = Object.assign((_name, run) => later(run), { each });
export const test = Object.assign((_name, run) => later(run), { each });
export const it = test;
const matchers = (got) => {
  const note = (expected) => { if (got instanceof Asked) globalThis.note(got.raw, expected); };
  return { toBe: note, toEqual: note, toStrictEqual: note, toThrow() {} };
};
export const expect = (got) => matchers(got);
export const jsonrepair = (text) => new Asked(text);
export const jsonrepairCore = () => { throw new Error('only the plain function is of interest'); };
export class JSONRepairError extends Error {}
`;

const STAND_INS: Plugin = {
  name: 'stand-ins',
  setup(builder) {
    builder.onResolve({ filter: /^(vitest|\.)/ }, () => ({ path: 'stand-ins', namespace: 'stand-ins' }));
    builder.onLoad({ filter: /.*/, namespace: 'stand-ins' }, () => ({ contents: VITEST, loader: 'js' }));
  },
};

/** Runs the suite of json_repair in the same way; needs Python 3. */
export function recordPythonTests(folder: string): Case[] {
  const script = fileURLToPath(new URL('record.py', import.meta.url));
  const out = execFileSync('python3', [script, folder], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return (JSON.parse(out) as { raw: string; expected?: Json; schema?: Case['schema'] }[]).map((each) => ({
    raw: each.raw,
    expected: each.expected,
    schema: each.schema,
  }));
}

function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
