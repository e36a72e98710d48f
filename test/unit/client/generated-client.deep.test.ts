import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, runTool, TSC } from '../../../scripts/lib/run.mjs';
import { isDeep } from '../../support/depth';
import { generateClient } from '../../support/generate-client';

const folder = mkdtempSync(join(tmpdir(), 'proscenium-client-'));
const DRIVER = join(ROOT, 'test/generated/drive-scene.ts');

beforeAll(async () => {
  if (isDeep) await generateClient(join(folder, 'client'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function compile(...files: string[]): ReturnType<typeof runTool> {
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
  writeFileSync(config, JSON.stringify({ compilerOptions: options, files }));
  return runTool([TSC, '-p', config]);
}

function writeLines(name: string, ...lines: string[]): string {
  const file = join(folder, name);
  writeFileSync(file, `import * as sdk from 'generated-client';\n${lines.join('\n')}\n`);
  return file;
}

it('the driver of a scene calls operations that the document has', () => {
  const document = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8'));
  const ids = Object.values<Record<string, { operationId?: string }>>(document.paths).flatMap((path) =>
    Object.values(path).flatMap(({ operationId = [] }) => operationId),
  );
  const [, names = ''] =
    /^import \{ (.+) \} from 'generated-client';$/m.exec(readFileSync(DRIVER, 'utf8')) ?? [];
  expect(names).toContain('createScene');
  expect(ids).toEqual(expect.arrayContaining(names.split(', ')));
});

if (isDeep)
  describe('a client that hey-api generates from the document', () => {
    it('compiles under strict TypeScript, and so does what drives a scene with it', async () =>
      expect(await compile(DRIVER)).toEqual({ code: 0, output: '' }));

    it('knows the fields of bodies, answers, events and problems', async () => {
      const good = writeLines(
        'good.ts',
        "export const turn: sdk.TurnInput = { type: 'user', text: 'Hello', personaId: 'mara' };",
        "export const textOf = (event: sdk.Event) => (event.kind === 'player.spoke' ? event.payload.text : null);",
        'export const isOn = (entry: sdk.LoreEntry): boolean => entry.enabled;',
        "export const entry: sdk.LoreEntrySent = { id: 'lamp', keys: ['lamp'] };",
        'export const fixOf = (problem: sdk.Problem): string | undefined => problem.fix;',
      );
      expect(await compile(good)).toEqual({ code: 0, output: '' });
    });

    it('refuses fields that none of them has', async () => {
      const wrong = [
        "export const turn: sdk.TurnInput = { type: 'user', words: 'Hello' };",
        "export const textOf = (event: sdk.Event) => (event.kind === 'player.spoke' ? event.payload.nonsense : null);",
        "export const kindOf = (event: sdk.Event) => event.kind === 'player.dreamt';",
        "export const entry: sdk.LoreEntry = { id: 'lamp', keys: ['lamp'] };",
        "export const asked = sdk.readScene({ path: { name: 'x' } });",
      ];
      const { output } = await compile(...wrong.map((line, i) => writeLines(`wrong-${i}.ts`, line)));
      for (const [i, line] of wrong.entries())
        expect([line, new RegExp(`wrong-${i}\\.ts\\(.*error TS`).test(output)]).toEqual([line, true]);
    });
  });
