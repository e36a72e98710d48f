/**
 * `npm run test:changed [-- <commit>]`: runs the tests that the changes since a commit can reach; by default,
 * the uncommitted changes.
 *
 * Vitest finds the unit tests itself. Worker tests run a built Worker, so Vitest does not know that they
 * depend on its sources; esbuild's metafile lists the source files of the Worker and of each Worker test. A
 * change to the Worker reaches all of them.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { build } from 'esbuild';
import { NODE, ROOT, VITEST } from './lib/run.mjs';

/** Changes to these can reach every Worker test. */
const EVERYWHERE = /^(?:vitest\.config\.ts|wrangler\.toml|package-lock\.json|migrations\/)/;
const FAKES = 'test/support/fake-servers.ts';

const base = process.argv[2] ?? 'HEAD';
const git = (...args) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
const changed = [
  ...git('diff', '--name-only', '--relative', base),
  ...git('ls-files', '--others', '--exclude-standard'),
];

const tests = globSync('test/{workers,crash,shards}/**/*.test.ts', { cwd: ROOT });
const reaches = await findReach(['src/index.ts', FAKES, ...tests]);
const isEverywhere = (path) => EVERYWHERE.test(path) || reaches('src/index.ts', path) || reaches(FAKES, path);
const hit = changed.some(isEverywhere)
  ? tests
  : tests.filter((test) => changed.some((path) => reaches(test, path)));
console.log(`${changed.length} changed files reach ${hit.length} of ${tests.length} files of Worker tests.`);

const runs = [['--project', 'unit', '--changed', base, '--passWithNoTests']];
if (hit.length > 0) runs.push(['--project', 'workers', '--project', 'shards', ...hit]);
for (const args of runs) {
  const { status } = spawnSync(NODE, [VITEST, 'run', ...args], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

/**
 * Returns a function that tells if an entry imports a file, directly or indirectly. Type imports do not
 * count.
 */
async function findReach(entries) {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: entries,
    outdir: 'dist',
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    external: ['generated-client*', '#quickjs', '#token-table'],
    logLevel: 'error',
  });
  const inputsByEntry = new Map();
  const walk = (path, seen) => {
    if (seen.has(path)) return seen;
    seen.add(path);
    for (const { path: next, external } of metafile.inputs[path]?.imports ?? [])
      if (!external) walk(next, seen);
    return seen;
  };
  for (const entry of entries) inputsByEntry.set(entry, walk(entry, new Set()));
  return (entry, path) => inputsByEntry.get(entry).has(path);
}
