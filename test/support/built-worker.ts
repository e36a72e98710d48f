import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Plugin } from 'vitest/config';

/*
 * The Worker of the Worker tests, built once into a single file. Otherwise Vitest would load the Worker by
 * one RPC per module (919 of them) in every test file, at 4 to 6 seconds of CPU each time.
 *
 * The file contains all modules of `src` and `durable-objects`, wrapped so that each runs on its first
 * import. A test that imports one gets the copy in the build: test and Worker share every module and its
 * state.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OUT = join(ROOT, 'dist/test-worker');
const MANIFEST = join(OUT, 'manifest.json');
const SOURCES = /^(?:src|durable-objects)\//;

const RECIPE = ['test/support/built-worker.ts', 'package-lock.json'];

/** SHA-1 of every input of the build by path; the empty string for a missing file. */
type Inputs = Record<string, string>;

export const builtWorkerOptions = {
  main: join(OUT, 'index.mjs'),
  modulesRules: [
    { type: 'CompiledWasm' as const, include: ['**/*.wasm'] },
    { type: 'ESModule' as const, include: ['**/dist/test-worker/**/*.mjs'] },
  ],
};

const listModules = (): string[] =>
  globSync('{src,durable-objects}/**/*.ts', { cwd: ROOT })
    .filter((path) => !/\.(?:d|test)\.ts$/.test(path))
    .sort();

function hashFile(path: string): string {
  const file = join(ROOT, path);
  return existsSync(file) ? createHash('sha1').update(readFileSync(file)).digest('hex') : '';
}

function isCurrent(modules: string[]): boolean {
  if (!existsSync(MANIFEST)) return false;
  const inputs = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Inputs;
  return (
    modules.every((path) => path in inputs) &&
    Object.entries(inputs).every(([path, hash]) => hashFile(path) === hash)
  );
}

export async function buildWorker(): Promise<void> {
  const modules = listModules();
  if (isCurrent(modules)) return;
  const shared = { absWorkingDir: ROOT, outdir: OUT, format: 'esm', metafile: true, write: false } as const;
  const { metafile, outputFiles } = await build({
    ...shared,
    stdin: {
      resolveDir: ROOT,
      sourcefile: 'test-worker.ts',
      // `require` delays a module until its first import.
      contents: `
        export { default } from './src/index.ts';
        export * from './src/index.ts';
        export const modules = {${modules.map((path) => `'${path}': () => require('./${path}')`).join()}};`,
    },
    entryNames: 'worker',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    sourcemap: true,
    minifyWhitespace: true,
    minifySyntax: true,
    platform: 'browser',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    loader: { '.wasm': 'copy', '.txt': 'text' },
    alias: {
      '#quickjs': './durable-objects/lib/quickjs.ts',
      // The table that wrangler.toml names is among the assets, which tests do not build.
      '#token-table': './src/base/token-table.ts',
      zmachine: './node_modules/zmachine/dist/zmachine.esm.min.js',
    },
    external: ['cloudflare:*', 'node:*', 'gpt-tokenizer/bpeRanks/*'],
    logLevel: 'warning',
  });
  const { metafile: single } = await build({ ...shared, entryPoints: modules, logLevel: 'error' });

  rmSync(OUT, { recursive: true, force: true });
  const write = (path: string, contents: string | Uint8Array) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  };
  for (const { path, contents } of outputFiles) write(path, contents);
  const { exports = [] } = metafile.outputs['dist/test-worker/worker.mjs'] ?? {};
  const entries = exports.filter((name) => name !== 'modules').join(', ');
  write(builtWorkerOptions.main, `export { ${entries} } from './worker.mjs';\n`);
  for (const { entryPoint = '', exports: names } of Object.values(single.outputs)) {
    const path = facadeOf(entryPoint);
    const worker = relative(dirname(path), join(OUT, 'worker.mjs'));
    const lines = names.map((name) =>
      name === 'default' ? 'export default m.default;' : `export const ${name} = m.${name};`,
    );
    write(
      path,
      `import { modules } from '${worker}';\nconst m = modules['${entryPoint}']();\n${lines.join('\n')}\n`,
    );
  }
  const inputs: Inputs = Object.fromEntries(
    [...RECIPE, ...Object.keys(metafile.inputs)].map((path) => [path, hashFile(path)]),
  );
  write(MANIFEST, JSON.stringify(inputs));
}

/** The module in the build that re-exports a source module. */
function facadeOf(path: string): string {
  return join(OUT, 'modules', path.replace(/\.ts$/, '.mjs'));
}

let building: Promise<void> | undefined;

export function prepareWorker(): Promise<void> {
  building ??= buildWorker();
  return building;
}

/** Redirects imports of source modules to the build. */
export const builtWorker = (): Plugin => ({
  name: 'built-worker',
  enforce: 'pre',
  // The global setup runs in Node and has its own environment.
  applyToEnvironment: ({ name }) => name === 'ssr',
  async resolveId(id, importer) {
    if (importer === undefined || !id.startsWith('.')) return;
    const path = relative(ROOT, resolve(dirname(importer), id)).replace(/\.ts$/, '');
    if (!SOURCES.test(path)) return;
    await prepareWorker();
    return [`${path}.ts`, `${path}/index.ts`].map(facadeOf).find(existsSync);
  },
  load(id) {
    const path = relative(ROOT, id);
    if (SOURCES.test(path)) this.error(`${path} would be a second copy of a module of the Worker`);
  },
  watchChange() {
    building = undefined;
  },
});
