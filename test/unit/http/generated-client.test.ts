import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, runTool, TSC } from '../../../scripts/lib/run.mjs';
import { generateClient } from '../../support/generate-client';

const folder = mkdtempSync(join(tmpdir(), 'proscenium-client-'));
const DRIVER = join(ROOT, 'test/generated/drive-scene.ts');

beforeAll(() => generateClient(join(folder, 'client')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Compiles a file that uses the client, as strictly as TypeScript can by one switch. */
function compile(file: string): ReturnType<typeof runTool> {
  const options = {
    ...{ strict: true, noEmit: true, skipLibCheck: false, types: [] },
    ...{ target: 'es2024', lib: ['es2024', 'dom', 'dom.iterable'], module: 'esnext' },
    moduleResolution: 'bundler',
    paths: {
      'generated-client': [join(folder, 'client/index.ts')],
      'generated-client/client': [join(folder, 'client/client/index.ts')],
    },
  };
  const config = join(folder, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ compilerOptions: options, files: [file] }));
  return runTool([TSC, '-p', config]);
}

/** Writes a few lines that use the client, and compiles them. */
function compileLines(...lines: string[]): ReturnType<typeof runTool> {
  const file = join(folder, 'use.ts');
  writeFileSync(file, `import * as sdk from 'generated-client';\n${lines.join('\n')}\n`);
  return compile(file);
}

describe('a client that hey-api generates from the document', () => {
  it('compiles under strict TypeScript, and so does what drives a scene with it', async () => {
    expect(await compile(DRIVER)).toEqual({ code: 0, output: '' });
  });

  it('knows the fields of bodies, answers, events and problems', async () => {
    const good = await compileLines(
      "export const turn: sdk.TurnInput = { type: 'user', text: 'Hello', personaId: 'mara' };",
      "export const textOf = (event: sdk.Event) => (event.kind === 'player.spoke' ? event.payload.text : null);",
      'export const isOn = (entry: sdk.LoreEntry): boolean => entry.enabled;',
      "export const entry: sdk.LoreEntrySent = { id: 'lamp', keys: ['lamp'] };",
      'export const fixOf = (problem: sdk.Problem): string | undefined => problem.fix;',
    );
    expect(good).toEqual({ code: 0, output: '' });
    for (const wrong of [
      "export const turn: sdk.TurnInput = { type: 'user', words: 'Hello' };",
      "export const textOf = (event: sdk.Event) => (event.kind === 'player.spoke' ? event.payload.nonsense : null);",
      "export const kindOf = (event: sdk.Event) => event.kind === 'player.dreamt';",
      "export const entry: sdk.LoreEntry = { id: 'lamp', keys: ['lamp'] };",
      "export const asked = sdk.readScene({ path: { name: 'x' } });",
    ]) {
      const { code, output } = await compileLines(wrong);
      expect([wrong, code === 0, /error TS/.test(output)]).toEqual([wrong, false, true]);
    }
  });
});
