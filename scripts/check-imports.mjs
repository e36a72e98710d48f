/**
 * Checks the import directions of ARCHITECTURE.md and forbids circular imports, including type imports. Part
 * of `npm run lint`. (Biome's noRestrictedImports matches the text of an import, so it neither resolves
 * relative paths nor recognizes type imports.)
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { argv, exit } from 'node:process';
import { fileURLToPath } from 'node:url';

const root = argv[2] ?? fileURLToPath(new URL('..', import.meta.url));

const BASE = ['src/base', 'src/contract', 'src/room'];
/** The action declarations. Routes, permissions, documents, sockets and hooks derive from them. */
const ACTIONS = [
  'src/actions.ts',
  ...['scene/actions', 'runs/actions.ts', 'grid/actions.ts', 'adventure/actions.ts'].map(
    (path) => `src/${path}`,
  ),
];
const ENGINES = ['src/scene', 'src/grid', 'src/adventure', 'src/runs'];

/** Most single-file exceptions to the import directions. May only fall. */
const MAX_EXCEPTIONS = 8;

/**
 * What each layer may import besides itself; the first row that matches a file applies.
 * - `plainFrom`: folders of which it may import types, and values of modules that load no npm package
 * - `exceptions`: single files that it may import from folders outside `may`
 */
const LAYERS = [
  { at: ['src/base'], may: [] },
  // A hook names the action that it performs.
  { at: ['src/contract'], may: ['src/base'], exceptions: ['src/actions.ts'] },
  { at: ['src/room'], may: ['src/base', 'src/contract'] },
  { at: ['src/model'], may: BASE },
  { at: ['src/report'], may: ['src/base', 'src/contract'] },
  { at: ['src/scene/lore', 'src/scene/recall'], may: BASE },
  { at: ['src/scene'], may: [...BASE, 'src/model', 'src/report'] },
  { at: ['src/runs/experiments'], may: [...BASE, 'src/report', 'src/runs', 'src/grid', 'src/adventure'] },
  { at: ['src/runs'], may: [...BASE, 'src/model', 'src/report'] },
  { at: ['src/grid', 'src/adventure'], may: [...BASE, 'src/model', 'src/report', 'src/runs'] },
  { at: ['src/actions.ts'], may: [...BASE, ...ACTIONS] },
  { at: ['src/understudy'], may: [...BASE, 'src/model', ...ENGINES] },
  { at: ['src/billing'], may: BASE },
  { at: ['src/config.ts'], may: [...BASE, 'src/billing', 'src/traces'] },
  { at: ['src/auth'], may: [...BASE, 'src/config.ts'] },
  // Signing, verification, retries and address checks; deliveries become actions of rooms. No I/O except the
  // given `fetch`.
  { at: ['src/webhooks'], may: [...BASE, ...ACTIONS] },
  { at: ['src/discord', 'src/traces'], may: BASE },
  {
    at: ['src/storage'],
    may: [...BASE, 'src/billing'],
    exceptions: ['src/model/capability.ts', 'src/model/lessons.ts'],
  },
  { at: ['src/library'], may: [...BASE, 'src/scene/lore'], exceptions: ['src/model/profiles.ts'] },
  {
    at: ['src/http'],
    may: [
      ...BASE,
      ...ACTIONS,
      ...['src/config.ts', 'src/auth', 'src/billing', 'src/storage', 'src/library', 'src/discord'],
      'src/runs',
    ],
    // explain.ts tests a lorebook for its author.
    exceptions: ['src/scene/setup/templates.ts', 'src/scene/lore/explain.ts'],
  },
  { at: ['src/index.ts'], may: ['src/http/app.ts', 'src/config.ts', 'durable-objects'] },
  {
    at: ['durable-objects'],
    may: [
      ...BASE,
      ...ENGINES,
      ...[
        'model',
        'understudy',
        'config.ts',
        'auth',
        'storage',
        'billing',
        'webhooks',
        'discord',
        'traces',
      ].map((path) => `src/${path}`),
      // WebAssembly, which wrangler knows by its path.
      'node_modules/@jitl/quickjs-wasmfile-release-sync',
    ],
    cloudflare: true,
  },
  // Independent of the service, except for their tests.
  { at: ['packages/answer-reader'], may: [] },
  { at: ['packages/rule-learner'], may: [] },
  { at: ['packages/story-player'], may: [] },
  { at: ['packages/zmachine-story'], may: [] },
  // The client bundles the folds of events. Other types come from the API document.
  { at: ['packages/client', 'packages/react'], may: [], plainFrom: ['src/contract/events'] },
  { at: ['packages/cli'], may: ['packages/client'] },
  { at: ['web/build', 'web/vite.config.ts'], may: ['web', 'scripts/lib'], plainFrom: ['src/base'] },
  {
    at: ['web'],
    may: ['packages/client'],
    plainFrom: ['src/base', 'src/contract'],
    // The card editor validates cards and fills macros with the server's code.
    exceptions: ['src/library/check.ts', 'src/scene/lore/macros.ts'],
  },
];

/**
 * Files with many imports. Each may import at most this many names from this many modules; otherwise move a
 * part to its own file.
 */
const HUBS = [
  'src/scene/round/round.ts',
  'src/scene/round/agents.ts',
  'src/model/gateway.ts',
  'durable-objects/scene-room.ts',
  'web/src/scene/scene-room.tsx',
];
const HUB_LIMITS = { names: 45, modules: 18 };

/**
 * The Zod schemas of the event catalogue are for documents and for external ledgers. Rooms import only their
 * types, so that a round constructs no schemas.
 */
const CATALOGUE = ['adventure', 'catalogue', 'experiment', 'round', 'run', 'scene', 'shapes', 'shared'].map(
  (name) => `src/contract/events/${name}.ts`,
);
const CATALOGUE_READERS = ['src/contract', 'src/http/documents', 'src/http/rooms/read-export.ts'];

/** Each file on the left must not load these places, even indirectly, except on first use: `import()` or `require`. */
const NOT_AT_START = [
  ['src/index.ts', ['src/base', 'src/config.ts', 'src/contract', 'src/http', 'durable-objects/lib', 'zod']],
  [
    'durable-objects/scene-room.ts',
    ['src/grid', 'src/adventure', 'src/understudy', 'rule-learner', 'story-player'],
  ],
  ['durable-objects/run-room.ts', ['src/scene', 'src/adventure', 'src/understudy', 'zmachine-story']],
  ['durable-objects/adventure-room.ts', ['src/scene', 'src/grid', 'src/understudy', 'rule-learner']],
];

const isIn = (file, places) => places.some((place) => file === place || file.startsWith(`${place}/`));
const complaints = [];
const complain = (file, line, what) => complaints.push(`${file}:${line} ${what}`);

/** file -> [{ to, line, names, isType, isLate }], where `to` is a path, or the name of a package. */
const graph = new Map();
for (const folder of ['src', 'durable-objects', 'packages', 'web']) {
  for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
    const file = relative(root, join(entry.parentPath, entry.name));
    if (!/\.tsx?$/.test(file) || /node_modules|\/dist\/|\/\.types-|\.test\.ts$/.test(file)) continue;
    graph.set(file, listImports(file));
  }
}

const usedExceptions = new Set();
for (const [file, imports] of graph) {
  const layer = LAYERS.find(({ at }) => isIn(file, at));
  if (!layer) complain(file, 1, 'belongs to no layer; add it to scripts/check-imports.mjs');
  else for (const one of imports) checkImport(file, layer, one);
}
checkCircles();
for (const [file, places] of NOT_AT_START)
  for (const [loaded, from] of listLoaded(file))
    if (isIn(loaded, places)) complain(from, 1, `makes ${file} load ${loaded} at its start`);
for (const file of HUBS) {
  const imports = (graph.get(file) ?? []).filter(({ names }) => names > 0);
  const names = imports.reduce((sum, one) => sum + one.names, 0);
  if (imports.length === 0) complain('scripts/check-imports.mjs', 1, `names ${file}, which is gone`);
  if (names > HUB_LIMITS.names || imports.length > HUB_LIMITS.modules)
    complain(file, 1, `imports ${names} names from ${imports.length} modules`);
}

const exceptions = LAYERS.flatMap((layer) => layer.exceptions ?? []);
for (const path of exceptions)
  if (!usedExceptions.has(path))
    complain('scripts/check-imports.mjs', 1, `nothing needs the exception ${path}`);
if (exceptions.length > MAX_EXCEPTIONS)
  complain('scripts/check-imports.mjs', 1, `has ${exceptions.length} exceptions; at most ${MAX_EXCEPTIONS}`);

for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) {
  console.error(
    `\n${complaints.length} imports against the directions; the table in scripts/check-imports.mjs has them.`,
  );
  exit(1);
}
console.log(
  `Import directions hold in ${graph.size} files: no circles, ${exceptions.length} exceptions of ${MAX_EXCEPTIONS}.`,
);

function listImports(file) {
  const text = readFileSync(join(root, file), 'utf8');
  const imports =
    /^[ \t]*(import|export)\b([^;'"`]*?)\bfrom\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/gm;
  return [...text.matchAll(imports)].map((found) => {
    const [, , names = '', from, bare] = found;
    return {
      to: resolveImport(file, from ?? bare ?? ''),
      line: text.slice(0, found.index).split('\n').length,
      names: names.split(',').filter((name) => name.trim() !== '').length,
      isType: /^\s*type\b/.test(names),
      isLate: /import\s*\($/.test(found[0].split(/['"]/)[0]),
    };
  });
}

function resolveImport(file, target) {
  if (!target.startsWith('.')) return target;
  const path = normalize(join(dirname(file), target));
  const candidates = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`];
  return candidates.find((one) => /\.\w+$/.test(one) && existsSync(join(root, one))) ?? `${path}.ts`;
}

function checkImport(file, layer, { to, line, isType }) {
  if (to.startsWith('cloudflare:')) {
    if (!layer.cloudflare) complain(file, line, `may not import ${to}`);
    return;
  }
  if (!to.includes('/') || !existsSync(join(root, to))) return;
  if (isIn(to, CATALOGUE) && !isType && !isIn(file, CATALOGUE_READERS))
    complain(file, line, `may take only types from ${to}`);
  if (
    isIn(
      to,
      layer.at.filter((place) => isIn(file, [place])),
    ) ||
    isIn(to, layer.may)
  )
    return;
  const exception = layer.exceptions?.find((place) => isIn(to, [place]));
  if (exception) return usedExceptions.add(exception);
  if (!isIn(to, layer.plainFrom ?? [])) return complain(file, line, `may not import ${to}`);
  if (!isType && !isPlain(to)) complain(file, line, `may take only types from ${to}, which loads a package`);
}

function isPlain(file) {
  return [...listLoaded(file).keys()].every((loaded) => graph.has(loaded));
}

/** Every file that a file loads at its start, with the file that imports it. */
function listLoaded(start) {
  const loaded = new Map([[start, start]]);
  for (const file of loaded.keys())
    for (const { to, isType, isLate } of graph.get(file) ?? [])
      if (!isType && !isLate && !loaded.has(to)) loaded.set(to, file);
  return loaded;
}

function checkCircles() {
  const done = new Set();
  const visit = (file, path) => {
    if (done.has(file)) return;
    const start = path.indexOf(file);
    if (start >= 0) {
      complain(file, 1, `is part of a circle of imports: ${[...path.slice(start), file].join(' -> ')}`);
      return;
    }
    for (const { to, isLate } of graph.get(file) ?? []) if (!isLate) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
}
