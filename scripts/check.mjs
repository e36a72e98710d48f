/**
 * `npm run check`: all checks before a commit. Steps run in parallel; each prints one line when it ends, and
 * the output of failed steps follows at the end.
 *   --without-tests   skips vitest, for CI that runs the tests in other jobs
 *   --types           checks types only
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { BIOME, QUIET, runTool, TSC, TSX, VITE, VITEST, WRANGLER } from './lib/run.mjs';
import { installTools } from './lib/tools.mjs';

/**
 * Maximum size of the Worker's bundle in KiB, gzipped, without the tokenizer's table
 * (docs/dependencies.md#size-of-the-bundle).
 */
const MAX_BUNDLE_KIB = 2048;

/** Maximum size of the scripts that the home page loads. A case of the smoke test measures everything that it loads. */
const MAX_FIRST_PAGE_KIB = 36;

/** At most three steps at a time: the compiler, biome and vite use several cores themselves. */
const POOL_SIZE = Math.min(3, Math.max(2, availableParallelism()));

const work = mkdtempSync(join(tmpdir(), 'proscenium-check-'));
const bundle = join(work, 'bundle');

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {() => Promise<{ code: number, output: string, note?: string }>} run
 * @property {string} [after] name of the step whose result this one needs; it must be earlier in the list
 */

/**
 * A free slot takes the first step that is ready, so long steps come first.
 *
 * @type {Step[]}
 */
const STEPS = [
  { name: 'packages of tools/', run: installPackagesOfTools },
  { name: "the client's types", run: () => runTool(['scripts/openapi-types.mjs']) },
  {
    name: 'types of the tests and scripts',
    run: () => checkTypes('test/tsconfig.json'),
    after: "the client's types",
  },
  { name: 'format and lint', run: () => runTool([BIOME, 'check', '--error-on-warnings', '.']) },
  { name: 'pages build', run: () => runTool([VITE, 'build', '--config', 'web/vite.config.ts']) },
  { name: 'types of the Worker', run: () => checkTypes('tsconfig.json') },
  {
    name: 'redocly, spectral and asyncapi find nothing in the documents',
    run: () => runTool(['scripts/check-documents.mjs']),
    after: 'packages of tools/',
  },
  { name: 'types of the pages', run: () => checkTypes('web/tsconfig.json'), after: "the client's types" },
  {
    name: 'packages build, and the client is small',
    run: () => reportOutput(['scripts/packages.mjs']),
    after: "the client's types",
  },
  { name: 'deploy --dry-run', run: checkBundle, after: 'pages build' },
  {
    name: 'the API documents are current',
    run: () => runTool([TSX, 'scripts/openapi.ts', '--check']),
  },
  { name: 'worker-configuration.d.ts is current', run: checkWorkerTypes },
  { name: 'docs/*.md are current', run: () => runTool([TSX, 'scripts/docs.ts', '--check']) },
  { name: 'no unused files, exports or dependencies', run: checkUnused, after: 'packages of tools/' },
  { name: 'import directions', run: () => runTool(['scripts/check-imports.mjs']) },
  { name: 'code rules', run: () => runTool(['scripts/check-code.mjs']) },
  { name: 'language', run: () => runTool(['scripts/check-language.mjs']) },
  { name: 'lines of code per folder', run: () => reportOutput(['scripts/check-lines.mjs']) },
  { name: "the first page's JavaScript is small", run: checkFirstPage, after: 'pages build' },
];

/**
 * The projects of `npm test`. Running all projects together would start the servers of both depths on the
 * same ports.
 */
const PROJECTS = ['unit', 'workers', 'shards'];

/** Runs alone after the other steps: a busy machine makes tests time out. */
const TESTS = {
  name: 'npm test',
  run: () => runTool([VITEST, 'run', ...PROJECTS.flatMap((project) => ['--project', project])], { CI: '1' }),
};

try {
  await main();
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function main() {
  const typesOnly = process.argv.includes('--types');
  const failures = await runSteps(
    typesOnly ? STEPS.filter(({ name }) => / types$|^types /.test(name)) : STEPS,
  );
  if (!typesOnly && !process.argv.includes('--without-tests')) failures.push(...(await runSteps([TESTS])));
  for (const { name, output } of failures) console.log(`\n== FAILED: ${name}\n\n${output.trim()}`);
  console.log(`\n${failures.length === 0 ? 'All ok' : `${failures.length} failed`} in ${seconds(0)} s`);
  if (failures.length > 0) process.exitCode = 1;
}

/**
 * Runs all steps, at most POOL_SIZE at a time. A step whose predecessor failed is skipped.
 *
 * @param {Step[]} steps
 */
async function runSteps(steps) {
  const waiting = [...steps];
  const running = new Set();
  /** By name of the step. @type {Map<string, boolean>} */
  const isOk = new Map();
  const failures = [];

  const start = async ({ name, run }) => {
    const startMs = performance.now();
    const { code, output, note } = await run().catch((error) => ({
      code: 1,
      output: String(error?.stack ?? error),
    }));
    const result = code === 0 ? 'ok    ' : 'FAILED';
    console.log(`${seconds(startMs).padStart(5)} s  ${result}  ${name}${note ? `: ${note}` : ''}`);
    if (code !== 0) failures.push({ name, output });
    isOk.set(name, code === 0);
  };

  for (;;) {
    for (const step of [...waiting]) {
      if (isOk.get(step.after) !== false) continue;
      console.log(`         skipped ${step.name}: it needs "${step.after}"`);
      isOk.set(step.name, false);
      waiting.splice(waiting.indexOf(step), 1);
    }
    const ready = waiting.find(({ after }) => after === undefined || isOk.get(after));
    if (ready && running.size < POOL_SIZE) {
      waiting.splice(waiting.indexOf(ready), 1);
      const promise = start(ready).finally(() => running.delete(promise));
      running.add(promise);
    } else if (running.size > 0) await Promise.race(running);
    else break;
  }
  return failures;
}

function seconds(startMs) {
  return ((performance.now() - startMs) / 1000).toFixed(1);
}

async function checkUnused() {
  return runTool([join(await installTools(), 'node_modules/knip/bin/knip.js'), '--no-progress']);
}

async function installPackagesOfTools() {
  await installTools();
  return { code: 0, output: '' };
}

/**
 * Checks types with one checker instead of four: each checker repeats work, and other steps use the other
 * cores.
 *
 * @param {string} project path of a tsconfig.json
 */
function checkTypes(project) {
  return runTool([TSC, '-p', project, '--checkers', '1']);
}

/**
 * Compares the generated types themselves, because `wrangler types --check` only compares the hash in the
 * file.
 */
async function checkWorkerTypes() {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const flags = scripts.types.split(/\s+/).slice(2);
  const newTypes = join(work, 'worker-configuration.d.ts');
  const { code, output } = await runTool([WRANGLER, 'types', newTypes, ...flags], QUIET);
  if (code !== 0) return { code, output };
  // The header repeats the command, and imports are relative to the file, so both differ by location.
  const body = (path) =>
    readFileSync(path, 'utf8')
      .replace(/^\/\/ Generated by Wrangler.*$/m, '')
      .replace(/import\("[^"]*\/src\/index"\)/g, 'import("./src/index")');
  return body(newTypes) === body('worker-configuration.d.ts')
    ? { code: 0, output: '' }
    : { code: 1, output: 'worker-configuration.d.ts is not what wrangler.toml says. Run: npm run types' };
}

async function checkBundle() {
  const { code, output } = await runTool([WRANGLER, 'deploy', '--dry-run', '--outdir', bundle], QUIET);
  if (code !== 0) return { code, output };
  const files = readdirSync(bundle, { recursive: true })
    .map((name) => join(bundle, String(name)))
    .filter((path) => statSync(path).isFile() && !path.endsWith('.map') && !path.endsWith('README.md'));
  const kib = files.reduce((sum, path) => sum + gzipSync(readFileSync(path)).byteLength, 0) / 1024;
  const size = `${kib.toFixed(0)} KiB gzipped of ${MAX_BUNDLE_KIB}`;
  return kib > MAX_BUNDLE_KIB
    ? { code: 1, output: `The bundle has ${size} KiB.\n${output}` }
    : { code: 0, output, note: size };
}

async function reportOutput(args) {
  const { code, output } = await runTool(args);
  return code === 0 ? { code, output: '', note: output.trim() } : { code, output };
}

/** Adds up the imports that load at once; code of other pages loads later. */
async function checkFirstPage() {
  const folder = 'dist/web';
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const linked = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, path]) => path);
  const home = /name="parts-of-home" content="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? [];
  const waiting = [...linked, ...home.filter((path) => path.endsWith('.js'))].map((path) =>
    join(folder, path),
  );
  const paths = new Set();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (paths.has(path)) continue;
    paths.add(path);
    const code = readFileSync(path, 'utf8');
    const imports = code.matchAll(/(?:^|[;}\n])import(?:[\w${},*\s]*from)?\s*["'](\.[^"']+\.js)["']/g);
    for (const [, from] of imports) waiting.push(join(dirname(path), from));
  }
  const kib = [...paths].reduce((sum, path) => sum + gzipSync(readFileSync(path)).byteLength, 0) / 1024;
  const size = `${kib.toFixed(0)} KiB gzipped of ${MAX_FIRST_PAGE_KIB}, in ${paths.size} files`;
  return paths.size === 0 || kib > MAX_FIRST_PAGE_KIB
    ? { code: 1, output: `The first page loads ${size}. Load what it does not show when it is asked for.` }
    : { code: 0, output: '', note: size };
}
