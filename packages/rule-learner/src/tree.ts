import { count, remember } from './memo';

/** Numbers features, so that trees can count them in arrays. With maps and sets, trees took most of the time. */
export class Lexicon {
  readonly names: string[] = [];
  readonly costs: number[] = [];
  #ids = new Map<string, number>();

  idOf(name: string): number {
    return remember(this.#ids, name, () => {
      this.costs.push(kindOf(name)[1]);
      return this.names.push(name) - 1;
    });
  }
}

/** One observation: the features that were true and the outcome. */
export interface Example {
  features: Int32Array;
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
  /** Rank of the last test before this leaf; 2 after any test of that rank, -1 at the root. */
  rank: number;
}

/**
 * Rank of a feature by how likely it explains a game: 0 in the way, 1 nearby, 2 places and memories; and its cost in
 * bits.
 */
const KINDS: Readonly<Record<string, readonly [rank: number, cost: number]>> = {
  ahead: [0, 0],
  moves: [0, 0],
  clicked: [0, 0.01],
  look: [0, 0.02],
  beyond: [1, 0.02],
  behind: [1, 0.02],
  touching: [1, 0.03],
  player: [2, 0.05],
  last: [2, 0.06],
  action: [2, 0.08],
  at: [2, 0.1],
  board: [2, 0.12],
  place: [2, 0.01],
};
const OTHER = [2, 0] as const;

/** A place relative to a click explains less than the color of the clicked object. */
const kindOf = (feature: string) =>
  KINDS[/^clicked:(by|at) /.test(feature) ? 'place' : feature.slice(0, feature.indexOf(':'))] ?? OTHER;
const rankOf = (feature: string): number => kindOf(feature)[0];

const MAX_DEPTH = 8;
const MIN_GAIN = 0.001;

/** Grows a tree by information gain. Deterministic: the first of equal tests wins. */
export function growTree(all: readonly Example[], { names, costs }: Lexicon): Tree {
  const labels = [...new Set(all.map(({ label }) => label))];
  if (labels.length < 2) return makeLeaf(all, -1);
  const width = labels.length;
  /** Examples of the current node by feature, and by feature and label. */
  const sizes = new Int32Array(names.length);
  const counts = new Int32Array(names.length * width);
  /** Features of the current node, in the order in which they appear. */
  let present: number[] = [];
  const nameOf = (id: number) => names[id] as string;

  function findTest(examples: readonly Example[]): number | null {
    for (const id of present) {
      sizes[id] = 0;
      counts.fill(0, id * width, (id + 1) * width);
    }
    present = [];
    const totals = new Int32Array(width);
    for (const { features, label } of examples) {
      const column = labels.indexOf(label);
      (totals[column] as number)++;
      for (let i = 0; i < features.length; i++) {
        const id = features[i] as number;
        if (sizes[id] === 0) present.push(id);
        (sizes[id] as number)++;
        (counts[id * width + column] as number)++;
      }
    }
    const total = examples.length;
    const base = totals.reduce((rest, one) => rest - weigh(one), weigh(total));
    let best: { id: number; gain: number } | null = null;
    for (const id of present) {
      const size = sizes[id] as number;
      if (size === total) continue;
      let after = weigh(size) + weigh(total - size);
      for (let i = 0; i < width; i++) {
        const yes = counts[id * width + i] as number;
        after -= weigh(yes) + weigh((totals[i] as number) - yes);
      }
      const gain = (base - after) / total - (costs[id] as number) * Math.min(1, base / total);
      if (gain > MIN_GAIN && (best === null || gain > best.gain + 1e-9)) best = { id, gain };
    }
    return best?.id ?? null;
  }

  /**
   * Features of all these examples and of no others: they divide the observations like the test. If the likeliest kind
   * of test fits, only that kind counts.
   */
  const findRivals = (test: number, examples: readonly Example[], prefix: string): string[] =>
    [...(examples[0]?.features ?? [])]
      .filter(
        (id) =>
          id !== test &&
          sizes[id] === examples.length &&
          (rankOf(nameOf(test)) > 0 || rankOf(nameOf(id)) === 0) &&
          examples.every((one) => hasFeature(one, id)),
      )
      .map((id) => `${prefix}${nameOf(id)}`);

  function grow(examples: readonly Example[], depth: number, rank: number): Tree {
    const leaf = makeLeaf(examples, rank);
    const id = leaf.fit === leaf.seen || depth >= MAX_DEPTH ? null : findTest(examples);
    if (id === null) return leaf;
    const [holding, lacking] = [true, false].map((holds) =>
      examples.filter((one) => hasFeature(one, id) === holds),
    ) as [Example[], Example[]];
    const same = [...findRivals(id, holding, ''), ...findRivals(id, lacking, '!')];
    const next = rank > 1 ? rank : rankOf(nameOf(id));
    const [yes, no] = [grow(holding, depth + 1, next), grow(lacking, depth + 1, next)];
    return { test: nameOf(id), ...(same.length > 0 && { same }), yes, no };
  }

  return grow(all, 0, -1);
}

function makeLeaf(examples: readonly Example[], rank: number): Leaf {
  const counts = new Map<string, number>();
  for (const { label } of examples) count(counts, label);
  const [label, fit] = [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), ['', 0]);
  const boards = new Set(examples.map(({ board }) => board)).size;
  const own: Leaf['own'] = {};
  for (const one of examples) {
    own[one.action] ??= [0, 0];
    const counts = own[one.action] as [number, number];
    counts[0]++;
    if (one.label === label) counts[1]++;
  }
  return { label, seen: examples.length, fit, boards, own, rank };
}

/** Faster than `includes`. */
function hasFeature({ features }: Example, id: number): boolean {
  for (let i = 0; i < features.length; i++) if (features[i] === id) return true;
  return false;
}

const hasSeen = (tree: Tree, action: string): boolean =>
  'test' in tree ? hasSeen(tree.yes, action) || hasSeen(tree.no, action) : action in tree.own;

/** True if the tree needs places or memories to separate the observations of an action, or cannot separate them. */
export function isTentative(tree: Tree, action: string): boolean {
  if (!('test' in tree)) {
    const [seen, fit] = tree.own[action] ?? [0, 0];
    return fit < seen;
  }
  const { test, yes, no } = tree;
  const divides = rankOf(test) > 1 && hasSeen(yes, action) && hasSeen(no, action);
  return divides || isTentative(yes, action) || isTentative(no, action);
}

/** The entropy of n observations with counts c in bits, times n, is weigh(n) less the sum of weigh(c). */
function weigh(count: number): number {
  for (let n = WEIGHTS.length; n <= count; n++) WEIGHTS.push(n * Math.log2(n));
  return WEIGHTS[count] as number;
}

const WEIGHTS = [0];

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
