/**
 * Holds the import directions of ARCHITECTURE.md, and forbids circles of imports. Part of `npm run lint`. Type
 * imports count for directions, but not for circles, because they are gone when the code runs. (Biome's
 * noRestrictedImports matches the text of an import, so it knows neither where a relative path leads nor whether only
 * types are imported.)
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { argv, exit } from 'node:process';
import { fileURLToPath } from 'node:url';

const root = argv[2] ?? fileURLToPath(new URL('..', import.meta.url));

/** Folders that everything may import. Each may import those before it. */
const BASE = ['src/base', 'src/api', 'src/events', 'src/room'];
/** Readers of foreign text, which engines and the gateway share. */
const READERS = ['src/lore', 'src/recall', 'src/model'];
const ENGINES = ['src/engines', 'src/games'];
/** The declarations of actions: routes, permissions, documents, sockets and hooks are made from them. */
const ACTIONS = [
  'src/engines/actions.ts',
  'src/engines/scene/actions',
  'src/engines/runs/actions.ts',
  'src/engines/grid/actions.ts',
  'src/engines/adventure/actions.ts',
];

/**
 * Lists what each layer may import besides itself; the first row that matches a file applies. `only` names single
 * files that a layer may take from another without depending on all of it; `typesFrom` names places that give types
 * alone.
 */
const LAYERS = [
  { at: ['src/base'], may: [] },
  // A hook names the action that it does.
  { at: ['src/api/hooks.ts'], may: ['src/base', 'src/api', 'src/events'], only: ['src/engines/actions.ts'] },
  // An event contains schemas of the API, and a few messages of the API contain events.
  { at: ['src/api', 'src/events'], may: ['src/base', 'src/api', 'src/events'] },
  {
    at: ['src/room'],
    may: BASE,
    only: ['src/engines/runs/status.ts', 'src/billing/lease-messages.ts'],
  },
  { at: ['src/lore', 'src/recall'], may: BASE, only: ['src/model/tokens.ts'] },
  {
    at: ['src/model'],
    may: BASE,
    typesFrom: ['src/engines/scene/state.ts'],
  },
  { at: ['src/engines', 'src/games'], may: [...BASE, ...READERS, ...ENGINES] },
  { at: ['src/understudy'], may: [...BASE, ...READERS, ...ENGINES] },
  { at: ['src/billing'], may: BASE, only: ['src/model/tokens.ts'] },
  { at: ['src/config.ts'], may: [...BASE, 'src/billing'] },
  // Rules of signing, verifying, waiting and addresses: no I/O but the fetch that is passed in.
  // Deliveries become actions of rooms.
  { at: ['src/webhooks'], may: BASE, only: ACTIONS },
  // What is told to Discord, and how: no I/O but the fetch that is passed in. Who may see it is decided where it is for all.
  { at: ['src/discord'], may: BASE, only: ['src/engines/scene/visibility.ts'] },
  {
    at: ['src/storage'],
    may: [...BASE, 'src/billing'],
    only: ['src/model/capability.ts', 'src/model/lessons.ts'],
  },
  {
    at: ['src/library'],
    may: [...BASE, 'src/lore'],
    only: ['src/model/profiles.ts', 'src/storage/cursors.ts'],
  },
  {
    at: ['src/http'],
    may: [...BASE, 'src/config.ts', 'src/billing', 'src/storage', 'src/library', 'src/discord'],
    // These read the service's own lists, recordings, the picture of a frame, the policy of a report's page, and story files.
    only: [
      ...ACTIONS,
      'src/games/grid/catalog.ts',
      'src/games/grid/arc3/list.ts',
      'src/games/grid/arc3/read-recording.ts',
      'src/engines/grid/reporting/recording.ts',
      'src/engines/scene/setup/templates.ts',
      'src/engines/grid/picture/draw.ts',
      'src/engines/report/policy.ts',
      'src/engines/experiments/table.ts',
      'src/engines/runs/status.ts',
      // Tests a lorebook for its author, counted as prompts are.
      'src/lore/explain.ts',
      'src/model/tokens.ts',
    ],
  },
  { at: ['src/index.ts'], may: ['src/http/app.ts', 'src/config.ts', 'durable-objects'] },
  {
    at: ['durable-objects'],
    may: [
      ...BASE,
      ...READERS,
      ...ENGINES,
      'src/understudy',
      'src/config.ts',
      'src/http/auth',
      'src/storage',
      'src/billing',
      'src/webhooks',
      'src/discord',
    ],
    cloudflare: true,
  },
  // It imports nothing of the service; its tests are not part of it.
  { at: ['packages/zmachine-story'], may: [] },
  // The client is built into one file with the folds of events; all else it knows of the API by the document.
  {
    at: ['packages/client', 'packages/react'],
    may: [],
    only: ['src/events/fold'],
    typesFrom: ['src/events'],
  },
  // The command line is part of the repository: it starts its scripts, and knows the API by its types.
  {
    at: ['packages/cli'],
    may: ['scripts/lib'],
    only: ['package.json', 'src/base/reach.ts', 'src/api/to-problem.ts'],
    typesFrom: ['src/api', 'src/events'],
  },
  {
    at: ['web'],
    may: [],
    // Checks while one types, by the rules of the server; ids made of names; JSON; who answered; folds of events; the
    // parts of a prompt, which the server counts; the rules that a scene has unless its owner writes others; what confirms
    // an action of a run; who can open links to an address; macros, so that a card reads as it will be played.
    only: [
      ...['src/library/check.ts', 'src/api/slug.ts', 'src/events/fold'],
      // The tenant of demo rooms, which the token of a visitor's seat names.
      'src/base/demo.ts',
      ...[
        'src/base/json.ts',
        'src/base/decode-text.ts',
        'src/base/picture-type.ts',
        'src/base/answerer.ts',
        'src/base/prompt-parts.ts',
        'src/base/reach.ts',
      ],
      'src/lore/macros.ts',
      'src/engines/scene/prompt/rules.ts',
      'src/engines/grid/confirmations.ts',
      // What the client gives to everybody.
      'packages/client/src/index.ts',
      // Builds it for `/client.js`.
      'scripts/lib/client-build.mjs',
      // Finds the texts that the pages say in the reader's language.
      'scripts/lib/find-words.ts',
    ],
    typesFrom: ['src/base', 'src/api', 'src/events'],
  },
];

/**
 * The schemas of the catalogue of events are for the documents, and for ledgers that come from outside. A room takes their types alone, so that none is built on the
 * path of a round.
 */
const CATALOGUE = ['adventure', 'catalogue', 'experiment', 'round', 'run', 'scene', 'shapes', 'shared'].map(
  (name) => `src/events/${name}.ts`,
);
const CATALOGUE_READERS = ['src/events', 'src/http/documents', 'src/http/rooms/read-export.ts'];

const isIn = (file, places) => places.some((place) => file === place || file.startsWith(`${place}/`));
const complaints = [];
/** Values that each file imports when it loads: file -> files. */
const graph = new Map();
let count = 0;

for (const folder of ['src', 'durable-objects', 'packages', 'web']) {
  for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
    const file = relative(root, join(entry.parentPath, entry.name));
    if (!/\.tsx?$/.test(file) || /node_modules|\/dist\/|\.test\.ts$/.test(file)) continue;
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
    checkImport(file, line, layer, target, {
      typesOnly: /^\s*type\b/.test(names),
      late: /import\s*\($/.test(found[0].split(/['"]/)[0]),
    });
  }
}

function checkImport(file, line, layer, target, { typesOnly, late }) {
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
  if (!typesOnly && !late) graph.set(file, [...(graph.get(file) ?? []), to]);
  if (isIn(to, CATALOGUE) && !typesOnly && !isIn(file, CATALOGUE_READERS))
    complain(file, line, `may take only types from ${to}`);
  // One entry, so that everybody reads answers by the same functions. The pages check profiles without the parser, and the
  // lists of inflected words are only data.
  const structured = 'src/model/structured';
  const isInner = isIn(to, [structured]) && !isIn(file, [structured]);
  if (isInner && !/\/(?:index|schema-check|draft07|template|inflect)\.ts$/.test(to))
    return complain(file, line, `takes from ${structured} only what its index.ts exports`);
  const own = layer.at.filter((place) => isIn(file, [place]));
  if (isIn(to, own) || isIn(to, layer.may) || isIn(to, layer.only ?? [])) return;
  if (isIn(to, layer.typesFrom ?? [])) {
    if (!typesOnly) complain(file, line, `may take only types from ${to}`);
    return;
  }
  complain(file, line, `may not import ${to}`);
}

/** Reports each import that leads back to a file on its own path. */
function checkCircles() {
  const visitedFiles = new Set();
  const visit = (file, path) => {
    if (visitedFiles.has(file)) return;
    const start = path.indexOf(file);
    if (start >= 0) {
      complain(file, 1, `is part of a circle of imports: ${[...path.slice(start), file].join(' -> ')}`);
      return;
    }
    for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
    visitedFiles.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
}

checkCircles();

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
console.log(`Import directions hold in ${count} files, and no imports go in a circle.`);
