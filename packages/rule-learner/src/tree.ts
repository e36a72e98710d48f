import { count, remember } from './memo';

/** One observation: the features that were true and the outcome. */
export interface Example {
  features: ReadonlySet<string>;
  label: string;
  /** Observations from one board count once. */
  board: string;
  action: string;
}

export type Tree = Leaf | Branch;

export interface Branch {
  test: string;
  /** Other tests that divide the observations alike; "!" marks opposite tests. */
  same?: string[];
  yes: Tree;
  no: Tree;
}

export interface Leaf {
  label: string;
  /** Observations in this leaf, how many of them have its label, and the number of different boards. */
  seen: number;
  fit: number;
  boards: number;
  /** `seen` and `fit` of each action. */
  own: Record<string, [seen: number, fit: number]>;
  /** Feature word of the last test before this leaf, or of the first that is not local; empty at the root. */
  via: string;
}

/** Cost of a test in bits: local features explain a game more often than places and memories do. */
const COST: Readonly<Record<string, number>> = {
  ahead: 0,
  moves: 0,
  clicked: 0.01,
  beyond: 0.02,
  look: 0.02,
  behind: 0.02,
  touching: 0.03,
  board: 0.12,
  player: 0.05,
  last: 0.06,
  action: 0.08,
  at: 0.1,
};

const MAX_DEPTH = 8;
const MIN_GAIN = 0.001;

/** A place relative to a click is not local. */
const viaOf = (feature: string): string => (/^clicked:(by|at) /.test(feature) ? 'place' : wordOf(feature));

const LOCAL = /^(ahead|beyond|behind|touching|look|clicked|moves|)$/;

/** True for features of the object's surroundings, which are likely to generalize, unlike places and memories. */
const isLocal = (via: string): boolean => LOCAL.test(via);

const wordOf = (feature: string): string => feature.replace(/:.*/s, '');

/** Grows a tree by information gain. Deterministic: the first of equal tests wins. */
export function growTree(examples: readonly Example[], depth = 0, via = ''): Tree {
  const counts = new Map<string, number>();
  for (const { label } of examples) count(counts, label);
  const [label, fit] = [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), ['', 0]);
  const boards = new Set(examples.map(({ board }) => board)).size;
  const own: Leaf['own'] = {};
  for (const example of examples) {
    const [seen, fits] = own[example.action] ?? [0, 0];
    own[example.action] = [seen + 1, fits + (example.label === label ? 1 : 0)];
  }
  const leaf: Leaf = { label, seen: examples.length, fit, boards, own, via };
  if (counts.size <= 1 || depth >= MAX_DEPTH) return leaf;
  const test = findTest(examples, counts);
  if (test === null) return leaf;
  const word = isLocal(via) ? viaOf(test) : via;
  const same = findRivals(examples, test);
  const [yes, no] = split(examples, test).map((part) => growTree(part, depth + 1, word)) as [Tree, Tree];
  return { test, ...(same.length > 0 && { same }), yes, no };
}

const split = (examples: readonly Example[], test: string) =>
  [true, false].map((holds) => examples.filter(({ features }) => features.has(test) === holds)) as [
    Example[],
    Example[],
  ];

function findTest(examples: readonly Example[], counts: ReadonlyMap<string, number>): string | null {
  const holding = new Map<string, Map<string, number>>();
  for (const { features, label } of examples)
    for (const feature of features)
      count(
        remember(holding, feature, () => new Map<string, number>()),
        label,
      );
  const total = examples.length;
  const base = entropy(counts.values(), total);
  let best: { feature: string; gain: number } | null = null;
  for (const [feature, yes] of holding) {
    const size = [...yes.values()].reduce((a, b) => a + b);
    if (size === total) continue;
    const no = [...counts].map(([label, count]) => count - (yes.get(label) ?? 0));
    const rest = total - size;
    const after = (size / total) * entropy(yes.values(), size) + (rest / total) * entropy(no, rest);
    const gain = base - after - (COST[wordOf(feature)] ?? 0.05) * Math.min(1, base);
    if (gain > MIN_GAIN && (best === null || gain > best.gain + 1e-9)) best = { feature, gain };
  }
  return best?.feature ?? null;
}

/** Rank of a feature by how likely it explains a game: 0 in the way, 1 nearby, 2 places and memories. */
export const rankOf = (feature: string): number => {
  if (/^(ahead|moves|look)|^clicked(?!:by|:at)/.test(feature)) return 0;
  return isLocal(viaOf(feature)) ? 1 : 2;
};

/**
 * Tests that divide the observations in the same way. If the likeliest kind of test fits, only that kind counts.
 */
function findRivals(examples: readonly Example[], test: string): string[] {
  const rank = rankOf(test) === 0 ? 0 : 2;
  const [holding, lacking] = split(examples, test);
  const common = (list: readonly Example[], other: readonly Example[]) =>
    [...(list[0]?.features ?? [])].filter(
      (feature) =>
        feature !== test &&
        rankOf(feature) <= rank &&
        list.every(({ features }) => features.has(feature)) &&
        !other.some(({ features }) => features.has(feature)),
    );
  return [...common(holding, lacking), ...common(lacking, holding).map((feature) => `!${feature}`)];
}

/** True if the tree needs places or memories to separate its observations, or cannot separate them. */
export function isLoose(tree: Tree): boolean {
  if (!('test' in tree)) return tree.fit < tree.seen;
  return rankOf(tree.test) > 1 || isLoose(tree.yes) || isLoose(tree.no);
}

function entropy(counts: Iterable<number>, total: number): number {
  let bits = 0;
  for (const count of counts) if (count > 0) bits -= (count / total) * Math.log2(count / total);
  return bits;
}

/** The leaves that a thing may belong to: several if equivalent tests disagree about it. */
export function findLeaves(tree: Tree, features: ReadonlySet<string>): Leaf[] {
  if (!('test' in tree)) return [tree];
  const holds = features.has(tree.test);
  const isDisputed = tree.same?.some((rival) =>
    rival.startsWith('!') ? features.has(rival.slice(1)) === holds : features.has(rival) !== holds,
  );
  if (!isDisputed) return findLeaves(holds ? tree.yes : tree.no, features);
  return [...findLeaves(tree.yes, features), ...findLeaves(tree.no, features)];
}
