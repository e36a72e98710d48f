/**
 * Builds the published packages: code and types in each package's `dist`, and the command line as one file.
 * Fails if the client is too large, or if the command line or the example of a library does not run in an empty folder.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { transform } from 'esbuild';
import { build } from 'vite';
import { BUNDLED_LICENSES, commandBuild, packageBuild } from './lib/client-build.mjs';
import { NODE, ROOT, runTool, TSC } from './lib/run.mjs';

/** Maximum size of the client in bytes, minified and gzipped. */
const MAX_CLIENT_BYTES = 8 * 1024;

/** A program that uses the installed client, with lines that the compiler must reject. */
const PROGRAM = `
import { connect, type EventOf } from 'proscenium';
const stage = connect({ url: 'https://stage.example.com', token: null });
const scene = stage.scene('scn_1', { last: 10 });
scene.on('character.spoke', (event: EventOf<'character.spoke'>) => event.payload.text.length);
// @ts-expect-error There is no such kind.
scene.on('character.speaks', () => {});
// @ts-expect-error There is no such field.
await stage.POST('/v1/scenes/{id}/turns', { path: { id: 'x' }, body: { type: 'user', txt: 'x' } });
const page = await stage.GET('/v1/scenes', { query: { limit: 3 } });
export const title: string | undefined = page.items[0]?.title;
for await (const { title } of stage.list('/v1/scenes')) title.length;
for await (const { seq } of stage.list('/v1/scenes/{id}/events', { path: { id: 'x' } })) seq.toFixed();
// @ts-expect-error It is no list.
stage.list('/v1/scenes/{id}', { path: { id: 'x' } });
// @ts-expect-error There is no such answer to wait for.
await stage.POST('/v1/scenes/{id}/rounds', { path: { id: 'x' }, query: { wait: 'yes' } });
const { lines } = await scene.say('Who is there?', { wait: true });
export const said: string | undefined = lines[0]?.text;
`;

const PLAYER_PROGRAM = `
import { readFileSync } from 'node:fs';
import { playStory } from 'story-player';
import { placeName } from 'story-player/memory';
import { readStory } from 'zmachine-story';
import { createPlayer } from 'zmachine-story/play';
const story = await readStory(new Uint8Array(readFileSync('story.z5')));
if (!story.ok) throw new Error(story.failure.errors[0].message);
const turns = [...playStory(createPlayer(story.value), { seed: 'seed', turns: 3 })];
console.log(turns.map(({ command, step }) => command + placeName(step.reading.location?.id ?? null)).join());
`;

const READER_PROGRAM = `
import { parseStructured, readLine } from 'answer-reader';
import { z } from 'zod';
const read = parseStructured("Sure! {'steps': '2',}", z.object({ steps: z.number() }));
console.log(JSON.stringify([read.value, readLine('<think>Hm.</think>Good evening.').line]));
`;

for (const name of ['client', 'react', 'answer-reader', 'rule-learner', 'zmachine-story', 'story-player'])
  await buildPackage(name);
await build(commandBuild);
cpSync(join(ROOT, 'LICENSE'), join(ROOT, 'packages/cli/LICENSE'));
await useTypes();
useClient();
useCommand();
useReadme('zmachine-story', /Lane End 0$/);
useReadme('rule-learner', /^ACTION1 moves the blue dot right 1\..*right$/s);
usePlayer();
useReader();
const client = readdirSync(join(ROOT, 'packages/client/dist')).filter((file) =>
  /^(?!ai-sdk).*\.js$/.test(file),
);
const sources = client.map((file) => readFileSync(join(ROOT, 'packages/client/dist', file), 'utf8'));
const minified = await Promise.all(sources.map((code) => transform(code, { minify: true, format: 'esm' })));
const bytes = gzipSync(minified.map(({ code }) => code).join('\n')).byteLength;
console.log(
  `the client has ${(bytes / 1024).toFixed(1)} KiB minified and gzipped of ${MAX_CLIENT_BYTES / 1024}`,
);
if (bytes > MAX_CLIENT_BYTES) process.exitCode = 1;

/** @param {string} name folder of the package */
async function buildPackage(name) {
  const folder = join(ROOT, 'packages', name);
  const dist = join(folder, 'dist');
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const config = packageBuild(name, { minify: false });
  const license = manifest.devDependencies !== undefined && BUNDLED_LICENSES;
  await build({
    ...config,
    build: { ...config.build, write: true, outDir: dist, emptyOutDir: true, license },
  });
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  await writeTypes(name, dist, manifest);
  if (typeof manifest.exports['.'] === 'string') writeManifest(manifest, folder, dist);
}

/** The repository imports the package's sources, but `dist` is published, with its own manifest. */
function writeManifest({ scripts: _, devDependencies: __, exports, ...manifest }, folder, dist) {
  const built = Object.entries(exports).map(([path, source]) => {
    const name = `./${basename(source, '.ts')}`;
    return [path, { types: `${name}.d.ts`, default: `${name}.js` }];
  });
  writeFileSync(
    join(dist, 'package.json'),
    `${JSON.stringify({ ...manifest, exports: Object.fromEntries(built) }, null, 2)}\n`,
  );
  for (const name of ['README.md', 'LICENSE']) cpSync(join(folder, name), join(dist, name));
}

/** Writes the declarations that the exports of a package need. Bundled packages must not occur in them. */
async function writeTypes(name, dist, { exports, dependencies, peerDependencies }) {
  const work = mkdtempSync(join(ROOT, 'packages', '.types-'));
  try {
    const flags = [
      '--noEmit',
      'false',
      '--emitDeclarationOnly',
      '--declaration',
      '--stripInternal',
      '--rootDir',
      ROOT,
      '--outDir',
      work,
    ];
    const { code, output } = await runTool([TSC, '-p', join(ROOT, 'packages/tsconfig.json'), ...flags]);
    if (code !== 0) throw new Error(output);
    const types = join(work, 'packages', name, 'src');
    const entries = Object.values(exports).map((path) =>
      basename(path.default ?? path).replace(/\.[jt]s$/, ''),
    );
    const files = new Set(entries);
    for (const file of files) {
      const text = readFileSync(join(types, `${file}.d.ts`), 'utf8');
      // Node requires the file extension.
      const withExtensions = text.replace(
        /(\bfrom |\bimport\()(["'])(.+?)\2/g,
        (all, before, quote, path) => {
          if (path.startsWith('./')) {
            files.add(path.slice(2));
            return `${before}${quote}${path}.js${quote}`;
          }
          if (path in { ...dependencies, ...peerDependencies }) return all;
          throw new Error(`${file}.d.ts of ${name} imports ${path}, which is no dependency`);
        },
      );
      writeFileSync(join(dist, `${file}.d.ts`), withExtensions);
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function useTypes() {
  const work = mkdtempSync(join(ROOT, 'packages', '.program-'));
  try {
    mkdirSync(join(work, 'node_modules'));
    symlinkSync(join(ROOT, 'packages/client'), join(work, 'node_modules/proscenium'), 'dir');
    writeFileSync(join(work, 'package.json'), '{"type":"module"}');
    writeFileSync(join(work, 'program.ts'), PROGRAM);
    const compilerOptions = {
      target: 'es2022',
      module: 'nodenext',
      strict: true,
      noEmit: true,
      types: [],
      lib: ['es2024', 'dom', 'dom.iterable'],
    };
    writeFileSync(join(work, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    const { code, output } = await runTool([TSC, '-p', work]);
    if (code !== 0) throw new Error(output);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Runs the first example of a README, with the built-in story as `story.z5`. */
function useReadme(name, expected) {
  const readme = readFileSync(join(ROOT, 'packages', name, 'README.md'), 'utf8');
  const printed = usePacked(name, [], /```js\n(.+?)```/s.exec(readme)?.[1] ?? '');
  if (!expected.test(printed))
    throw new Error(`the first example in the README of ${name} prints ${printed}`);
}

function usePlayer() {
  const played = usePacked('story-player', ['zmachine-story'], PLAYER_PROGRAM);
  if (!/^(?:[a-z ]+L\d+,?){3}$/.test(played)) throw new Error(`the packed player plays ${played}`);
}

function useReader() {
  const read = usePacked('answer-reader', ['zod', 'jsonrepair', '@cfworker'], READER_PROGRAM);
  if (read !== '[{"steps":2},"Good evening."]') throw new Error(`the packed reader of answers reads ${read}`);
}

/** Runs a program in a folder with one packed package and its dependencies. Returns its output. */
function usePacked(name, dependencies, program) {
  const work = mkdtempSync(join(tmpdir(), `${name}-`));
  try {
    const npm = { cwd: work, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' };
    execFileSync('npm', ['pack', '--silent', join(ROOT, 'packages', name, 'dist')], npm);
    mkdirSync(join(work, 'node_modules', name), { recursive: true });
    const [file = ''] = readdirSync(work).filter((entry) => entry.endsWith('.tgz'));
    execFileSync('tar', ['-xzf', file, '--strip-components=1', '-C', join('node_modules', name)], npm);
    for (const one of dependencies) {
      const built = join(ROOT, 'packages', one, 'dist');
      const home = existsSync(built) ? built : join(ROOT, 'node_modules', one);
      symlinkSync(home, join(work, 'node_modules', one), 'dir');
    }
    cpSync(join(ROOT, 'stories/tide-mill.z3'), join(work, 'story.z5'));
    writeFileSync(join(work, 'program.mjs'), program);
    return execFileSync(NODE, ['program.mjs'], npm).trim();
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Packs a package and installs it in an empty folder, without a registry.
 *
 * @param {string} folder of the package
 * @param {(home: string, npm: (...words: string[]) => string) => void} use receives the folder of the
 * installed package, and a function that runs npm
 */
function install(folder, use) {
  const work = mkdtempSync(join(tmpdir(), 'proscenium-'));
  try {
    const npm = (...words) =>
      execFileSync('npm', ['--silent', '--offline', ...words], {
        ...{ cwd: work, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' },
      });
    const file = npm('pack', folder).trim();
    writeFileSync(join(work, 'package.json'), '{"private":true}');
    npm('install', `./${file}`);
    const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    use(join(work, 'node_modules', name), npm);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function expectFiles(home, ...names) {
  for (const name of names)
    if (!existsSync(join(home, name))) throw new Error(`the packed ${basename(home)} has no ${name}`);
}

function useClient() {
  install(join(ROOT, 'packages/client'), (home) => {
    expectFiles(home, 'README.md', 'LICENSE', 'dist/index.js.map', 'dist/index.d.ts');
    const lines = readFileSync(join(home, 'dist/index.js'), 'utf8').split('\n');
    if (lines.length < 500 || !lines.some((line) => line.startsWith('//# sourceMappingURL=')))
      throw new Error('the packed client can not be read: it is minified, or has no source map');
  });
}

function useCommand() {
  install(join(ROOT, 'packages/cli'), (home, npm) => {
    expectFiles(home, 'README.md', 'LICENSE', 'dist/THIRD-PARTY-LICENSES.md', 'dist/main.js.map');
    const help = npm('exec', '--', 'proscenium', '--help');
    if (!help.includes('doctor')) throw new Error(`the packed command line has no help: ${help}`);
  });
}
