import { count, remember } from './memo';

/** Numbers features, so that trees can count them in arrays. With maps and sets, trees took most of the time. */
export class Lexicon {
  readonly names: string[] = [];
  readonly costs: number[] = [];
  #ids = new Map<string, number>();

  idOf(name: string): number {
    return remember(this.#ids, name, () => {
      this.costs.push(COST[wordOf(name)] ?? 0.05);
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
export function growTree(examples: readonly Example[], lexicon: Lexicon): Tree {
  const labels = new Set(examples.map(({ label }) => label));
  return labels.size < 2 ? makeLeaf(examples, '') : new Grower(lexicon, [...labels]).grow(examples, 0, '');
}

function makeLeaf(examples: readonly Example[], via: string): Leaf {
  const counts = new Map<string, number>();
  for (const { label } of examples) count(counts, label);
  const [label, fit] = [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), ['', 0]);
  const boards = new Set(examples.map(({ board }) => board)).size;
  const own: Record<string, [number, number]> = {};
  for (const one of examples) {
    own[one.action] ??= [0, 0];
    const counts = own[one.action] as [number, number];
    counts[0]++;
    if (one.label === label) counts[1]++;
  }
  return { label, seen: examples.length, fit, boards, own, via };
}

class Grower {
  readonly #lexicon: Lexicon;
  readonly #labels: readonly string[];
  /** Examples of the current node by feature and label, and by feature. */
  readonly #counts: Int32Array;
  readonly #sizes: Int32Array;
  /** Features of the current node, in the order in which they appear. */
  #present: readonly number[] = [];

  constructor(lexicon: Lexicon, labels: readonly string[]) {
    this.#lexicon = lexicon;
    this.#labels = labels;
    this.#sizes = new Int32Array(lexicon.names.length);
    this.#counts = new Int32Array(lexicon.names.length * labels.length);
  }

  grow(examples: readonly Example[], depth: number, via: string): Tree {
    const leaf = makeLeaf(examples, via);
    if (leaf.fit === leaf.seen || depth >= MAX_DEPTH) return leaf;
    const id = this.#findTest(examples);
    if (id === null) return leaf;
    const test = this.#nameOf(id);
    const [holding, lacking]: [Example[], Example[]] = [[], []];
    for (const one of examples) (hasFeature(one, id) ? holding : lacking).push(one);
    const same = [...this.#findRivals(id, holding, ''), ...this.#findRivals(id, lacking, '!')];
    const word = isLocal(via) ? viaOf(test) : via;
    const [yes, no] = [this.grow(holding, depth + 1, word), this.grow(lacking, depth + 1, word)];
    return { test, ...(same.length > 0 && { same }), yes, no };
  }

  #nameOf = (id: number): string => this.#lexicon.names[id] as string;

  #findTest(examples: readonly Example[]): number | null {
    const [sizes, counts, width] = [this.#sizes, this.#counts, this.#labels.length];
    for (const id of this.#present) {
      sizes[id] = 0;
      counts.fill(0, id * width, (id + 1) * width);
    }
    const all = new Int32Array(width);
    const present: number[] = [];
    this.#present = present;
    for (const { features, label } of examples) {
      const column = this.#labels.indexOf(label);
      (all[column] as number)++;
      for (let i = 0; i < features.length; i++) {
        const id = features[i] as number;
        if (sizes[id] === 0) present.push(id);
        (sizes[id] as number)++;
        (counts[id * width + column] as number)++;
      }
    }
    const total = examples.length;
    let base = weigh(total);
    for (const count of all) base -= weigh(count);
    let best: { id: number; gain: number } | null = null;
    for (const id of present) {
      const size = sizes[id] as number;
      if (size === total) continue;
      let after = weigh(size) + weigh(total - size);
      for (let i = 0; i < width; i++) {
        const yes = counts[id * width + i] as number;
        after -= weigh(yes) + weigh((all[i] as number) - yes);
      }
      const cost = (this.#lexicon.costs[id] as number) * Math.min(1, base / total);
      const gain = (base - after) / total - cost;
      if (gain > MIN_GAIN && (best === null || gain > best.gain + 1e-9)) best = { id, gain };
    }
    return best?.id ?? null;
  }

  /**
   * Features of all these examples and of no others: they divide the observations like the test. If the likeliest kind
   * of test fits, only that kind counts.
   */
  #findRivals(test: number, examples: readonly Example[], prefix: string): string[] {
    const rank = rankOf(this.#nameOf(test)) === 0 ? 0 : 2;
    return [...(examples[0]?.features ?? [])]
      .filter(
        (id) =>
          id !== test &&
          this.#sizes[id] === examples.length &&
          rankOf(this.#nameOf(id)) <= rank &&
          examples.every((one) => hasFeature(one, id)),
      )
      .map((id) => `${prefix}${this.#nameOf(id)}`);
  }
}

/** Rank of a feature by how likely it explains a game: 0 in the way, 1 nearby, 2 places and memories. */
export const rankOf = (feature: string): number => {
  if (/^(ahead|moves|look)|^clicked(?!:by|:at)/.test(feature)) return 0;
  return isLocal(viaOf(feature)) ? 1 : 2;
};

/** True if the tree needs places or memories to separate its observations, or cannot separate them. */
export function isLoose(tree: Tree): boolean {
  if (!('test' in tree)) return tree.fit < tree.seen;
  return rankOf(tree.test) > 1 || isLoose(tree.yes) || isLoose(tree.no);
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

function hasFeature({ features }: Example, id: number): boolean {
  for (let i = 0; i < features.length; i++) if (features[i] === id) return true;
  return false;
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
