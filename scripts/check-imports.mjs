/**
 * Holds the import directions of the design: routes -> contract <- durable-objects -> engines -> contract. Types count too.
 * Part of `npm run lint`. (Biome's noRestrictedImports matches the text of an import, so it knows neither where a
 * relative path leads nor whether only types are taken.)
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { argv, exit } from 'node:process';
import { fileURLToPath } from 'node:url';

const root = argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
const ENGINES = ['scene', 'explore', 'adventure', 'context', 'output', 'games', 'report'].map(
  (name) => `src/${name}`,
);
/** Small pure helpers: what scenes and runs have in common, what runs of both kinds have, how answers are read, and what has no folder. */
const BASE = [
  'src/rooms',
  'src/runs',
  'src/outbound',
  'src/base',
  'src/guess-tokens.ts',

  'src/limits.ts',
  'src/problems.ts',
];

/**
 * Who may import what, besides itself; the first row that holds a file rules it. `only` names single files, for
 * what a layer may take from another without depending on all of it.
 */
const LAYERS = [
  { at: ['src/contract'], may: [], only: ['src/base/pointer.ts'] },
  { at: BASE, may: ['src/contract', ...BASE] },
  { at: ENGINES, may: ['src/contract', ...BASE, ...ENGINES] },
  { at: ['src/model'], may: ['src/contract', ...BASE, ...ENGINES] },
  { at: ['src/money'], may: ['src/contract', ...BASE] },
  { at: ['src/config.ts'], may: ['src/contract', 'src/money', ...BASE] },
  // Rules of signing, verifying, waiting and addresses: no I/O but the fetch that is passed in.
  { at: ['src/webhooks'], may: ['src/contract', ...BASE], only: ['src/auth/keys.ts'] },
  { at: ['src/auth'], may: ['src/contract', 'src/money', ...BASE] },
  // The table of what was learnt of endpoints is written by logs, and understood by the gateway.
  { at: ['src/storage'], may: ['src/contract', 'src/money', ...BASE], only: ['src/model/capability.ts'] },
  {
    at: ['src/library'],
    may: ['src/contract', ...BASE],
    only: [
      'src/context/lore/lore.ts',
      'src/context/lore/match.ts',
      'src/context/lore/macros.ts',
      'src/model/profiles.ts',
      'src/storage/cursors.ts',
    ],
  },
  {
    at: ['src/routes', 'src/app.ts'],
    may: [
      'src/contract',
      ...BASE,
      ...['src/config.ts', 'src/auth', 'src/money', 'src/storage', 'src/library', 'src/routes', 'src/app.ts'],
    ],
    // Lists that come with the service, the picture of a frame, what a report page may do, what a story file is: read, not ruled by.
    only: [
      'src/games/catalog.ts',
      'src/games/arc3/list.ts',
      'src/games/zmachine/read-story.ts',
      'src/scene/setup/templates.ts',
      'src/explore/picture/draw.ts',
      'src/report/policy.ts',
      // An author tries a lorebook, counted as prompts are.
      'src/context/lore/explain.ts',
      'src/context/tokens.ts',
    ],
  },
  { at: ['src/index.ts'], may: ['src/app.ts', 'src/config.ts', 'durable-objects'] },
  {
    at: ['durable-objects'],
    may: [
      'src/contract',
      ...BASE,
      ...ENGINES,
      'src/config.ts',
      'src/auth',
      'src/storage',
      'src/money',
      'src/model',
      'src/webhooks',
    ],
    cloudflare: true,
  },
  {
    at: ['web'],
    may: [],
    // The rules by which the server refuses an item of the library, for forms that say so while one types; and how a
    // name becomes an id.
    only: ['src/library/check.ts', 'src/contract/slug.ts'],
    typesFrom: ['src/contract'],
  },
];

const isIn = (file, places) => places.some((place) => file === place || file.startsWith(`${place}/`));
const complaints = [];
let count = 0;

for (const folder of ['src', 'durable-objects', 'web']) {
  for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
    const file = relative(root, join(entry.parentPath, entry.name));
    if (!/\.tsx?$/.test(file) || file.includes('node_modules')) continue;
    count += 1;
    checkFile(file);
  }
}

function checkFile(file) {
  const layer = LAYERS.find(({ at }) => isIn(file, at));
  if (!layer) return complain(file, 1, 'belongs to no layer; add it to scripts/check-imports.mjs');
  const text = readFileSync(join(root, file), 'utf8');
  const imports =
    /^[ \t]*(import|export)\b([^;'"`]*?)\bfrom\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/gm;
  for (const found of text.matchAll(imports)) {
    const [, , names = '', from, bare] = found;
    const target = from ?? bare ?? '';
    const line = text.slice(0, found.index).split('\n').length;
    checkImport(file, line, layer, target, /^\s*type\b/.test(names));
  }
}

function checkImport(file, line, layer, target, typesOnly) {
  if (target.startsWith('cloudflare:')) {
    if (!layer.cloudflare) complain(file, line, `may not import ${target}`);
    return;
  }
  if (!target.startsWith('.')) return;
  const path = normalize(join(dirname(file), target));
  const to =
    [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find(
      (one) => /\.\w+$/.test(one) && existsSync(join(root, one)),
    ) ?? `${path}.ts`;
  const own = layer.at.filter((place) => isIn(file, [place]));
  if (isIn(to, own) || isIn(to, layer.may) || isIn(to, layer.only ?? [])) return;
  if (isIn(to, layer.typesFrom ?? [])) {
    if (!typesOnly) complain(file, line, `may take only types from ${to}`);
    return;
  }
  complain(file, line, `may not import ${to}`);
}

function complain(file, line, what) {
  complaints.push(`${file}:${line} ${what}`);
}

for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) {
  console.error(
    `\n${complaints.length} imports against the directions; the table in scripts/check-imports.mjs has them.`,
  );
  exit(1);
}
console.log(`Import directions hold in ${count} files.`);
