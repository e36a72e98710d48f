/** What rolldown passes to the function that names a group. */
interface Graph {
  getModuleInfo(id: string): Module | null;
}
interface Module {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}

/** Kinds of pages, by the folder of their code. Pages of one kind mostly use the same parts. */
const KINDS: readonly [RegExp, string][] = [
  [/\/src\/(scene\/people\/join|people|keys|home\/welcome)/, 'door'],
  [/\/src\/scene\/scene-/, 'scene'],
  [/\/src\/scene\//, 'panels'],
  [/\/src\/(run|adventure)\//, 'game'],
  [/\/src\/(library|home)\//, 'library'],
  [/./, 'more'],
];

/** Helpers of rolldown, which would be a file of their own. */
const RUNTIME = '\0rolldown/runtime.js';

/**
 * Groups the modules that load together, because a request costs more than the few hundred bytes of most modules:
 *
 * - `main` loads the words that other modules use when they load (`src/words/say.ts`), so nothing else may be in it;
 * - `kit` and `start` load on every page, `kit` in the API reference too;
 * - `home` has the rest of the home page, and `faces` the portraits that it draws once they are in sight;
 * - modules shared by several kinds of pages are grouped by these kinds. All other modules stay with their page.
 */
export function groupChunks(folder: string) {
  let groups: ReadonlyMap<string, string> | undefined;
  const findGroup = (id: string, graph: Graph): string | null => {
    groups ??= nameGroups(folder, graph);
    return groups.get(id) ?? null;
  };
  // A group also gets what its modules import, so the groups that more pages load come first.
  const ranks: ((group: string) => boolean)[] = [
    ...['main', 'kit', 'start', 'home', 'faces', 'door'].map((name) => (group: string) => group === name),
    ...[6, 5, 4, 3, 2, 1].map((kinds) => (group: string) => group.split('-').length === kinds),
  ];
  return ranks.map((isOfRank, rank) => ({
    name: (id: string, graph: Graph): string | null => {
      const group = findGroup(id, graph);
      return group !== null && isOfRank(group) ? group : null;
    },
    priority: ranks.length - rank,
  }));
}

function nameGroups(folder: string, graph: Graph): ReadonlyMap<string, string> {
  const listOf = (file: string) => listImports(`${folder}/src/${file}.tsx`, graph);
  const kinds = new Map<string, Set<string>>();
  for (const page of listPages(`${folder}/src/start.tsx`, graph)) {
    const kind = KINDS.find(([path]) => path.test(page))?.[1] ?? '';
    for (const id of listImports(page, graph)) kinds.set(id, (kinds.get(id) ?? new Set()).add(kind));
  }
  const groups = new Map<string, string>();
  for (const [id, users] of kinds) {
    if (users.size === 1) continue;
    // Panels open in a scene, which has loaded its own parts by then.
    if (users.has('scene')) users.delete('panels');
    const common = users.has('door') ? 'door' : [...users].sort().join('-');
    groups.set(id, /\/src\/faces\//.test(id) ? 'faces' : common);
  }
  const docs = listOf('reference/main');
  const isOfRooms = (id: string) => kinds.get(id)?.has('scene') || kinds.get(id)?.has('door');
  for (const id of listOf('home/home')) groups.set(id, isOfRooms(id) ? 'start' : 'home');
  for (const id of listOf('start')) groups.set(id, docs.has(id) ? 'kit' : 'start');
  for (const id of [...listOf('main'), RUNTIME]) groups.set(id, 'main');
  // The API reference shares these, and must not start the other pages.
  groups.delete(`${folder}/src/main.tsx`);
  return groups;
}

/** Lists a module and everything that it imports statically. */
function listImports(root: string, graph: Graph): ReadonlySet<string> {
  const found = new Set([root]);
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}

/** Lists the modules that load later, on demand. */
function listPages(root: string, graph: Graph): ReadonlySet<string> {
  const pages = new Set<string>();
  const addFrom = (from: string): void => {
    for (const id of listImports(from, graph))
      for (const page of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) pages.add(page);
  };
  addFrom(root);
  // A set's loop also visits later additions.
  for (const page of pages) addFrom(page);
  return pages;
}
