import { parseRegex, type RegexNode } from './syntax';

/** Maximum text length for any expression; longer texts are searched from this far before the end. */
export const REGEX_REACH = 20_000;
/** Expressions that could search less than this are rejected. */
const SHORTEST_REACH = 200;
/** Maximum steps per search in the worst case, as a power of two: about one or two seconds. */
const MAX_STEPS = 31;
/** A larger count in `{n}` is treated as one pass over the text. */
const LONG_COUNT = 50;

/**
 * Cost of a part of an expression: how often the following parts must be retried. Exponents are powers of the
 * text length.
 */
interface Cost {
  /** Choices that don't depend on the text length, as a power of two. */
  bits: number;
  /** Work of the part itself; 1: one pass over the text per start position. */
  work: number;
  /** Repetitions that may end at many positions; each retries the following parts at each of them. */
  open: number;
}
const FREE: Cost = { bits: 0, work: 0, open: 0 };
/** A nested repetition such as `(a+)+`, with exponentially many splits. */
const ENDLESS: Cost = { bits: Infinity, work: 1, open: 1 };

/**
 * Number of characters, from the end of a text, that an expression can search in time; null if even a short
 * text is too expensive. JavaScript cannot interrupt a search, so its cost is estimated beforehand from
 * ambiguous repetitions (`.*`, `\w+\d`) and choices (`a?a?`, `(a|ab)`). The estimate is an upper bound, so
 * some fast expressions are rejected.
 *
 * @param pattern and `flags` of a valid `RegExp`
 */
export function measureReach(pattern: string, flags: string): number | null {
  return reachWithin(measureGrowth(pattern, flags), MAX_STEPS);
}

/** Upper bound of steps: `2 ** bits * length ** exponent`, with the text's length. */
export interface Growth {
  bits: number;
  exponent: number;
}

/** How the cost grows with the text. @param pattern and `flags` as for {@link measureReach} */
export function measureGrowth(pattern: string, flags: string): Growth {
  if (!/[*+?{|]/.test(pattern)) return { bits: 0, exponent: 1 };
  const cost = new Measure(pattern, flags).nodeCost(parseRegex(pattern, flags));
  // Plus one for the start positions.
  return { bits: cost.bits, exponent: 1 + Math.max(cost.work, cost.open) };
}

/** Characters that can be searched in `2 ** most` steps; null: too few. */
export function reachWithin({ bits, exponent }: Growth, most: number): number | null {
  const reach = Math.floor(2 ** ((most - bits) / exponent));
  return reach < SHORTEST_REACH ? null : Math.min(reach, REGEX_REACH);
}

/** Sample characters for checking whether two parts can start with the same character. */
const SAMPLES = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ...'é ßя中の’—\u2028🐉',
];

/** Sets of first characters are bit sets over the samples; all bits if unknown. */
const ANY = -1n;

class Measure {
  readonly #flags: string;
  readonly #samples: string[];
  readonly #firsts = new Map<string, bigint>();

  constructor(pattern: string, flags: string) {
    this.#flags = flags.replace(/[dgmy]/g, '');
    const own = [...pattern].filter((letter) => letter > '\x7f');
    const halves = /[uv]/.test(flags) ? [] : own.flatMap((letter) => letter.split(''));
    this.#samples = [...new Set([...SAMPLES, ...own, ...halves])];
  }

  nodeCost(branches: RegexNode[][]): Cost {
    return this.#costOfBranches(branches, 0n);
  }

  /** @param next characters that may follow; none at the end, where any match suffices */
  #costOfBranches(branches: RegexNode[][], next: bigint): Cost {
    let seenChars = 0n;
    let overlap = false;
    let cost = FREE;
    for (const branch of branches) {
      const firsts = this.#firstOf(branch, next);
      overlap ||= (seenChars & firsts) !== 0n;
      seenChars |= firsts;
      cost = larger(cost, this.#costOfSequence(branch, next));
    }
    return overlap ? { ...cost, bits: cost.bits + Math.log2(branches.length) } : cost;
  }

  #costOfSequence(nodes: RegexNode[], next: bigint): Cost {
    let cost = FREE;
    let behind = next;
    for (const node of nodes.toReversed()) {
      cost = inRow(this.#costOfNode(node, behind), cost);
      behind = this.#firstOf([node], behind);
    }
    return cost;
  }

  #costOfNode(node: RegexNode, next: bigint): Cost {
    if (node.kind === 'group') return this.#costOfGroup(node, next);
    if (node.kind !== 'repeat') return FREE;
    const { min, max, body } = node;
    if (max === 0) return FREE;
    const again = this.#firstOf([body], next);
    const inner = this.#costOfNode(body, max > 1 ? again | next : next);
    // If no character can both continue the repetition and start the next part, it has only one possible end.
    const choice = max > min && (again & next) !== 0n;
    if (max === Infinity) {
      if (inner.bits > 0 || inner.open > 0) return ENDLESS;
      return { bits: 0, work: 1, open: choice ? 1 : 0 };
    }
    return {
      bits: inner.bits * max + (choice ? Math.log2(max - min + 1) : 0),
      work: Math.max(inner.work + inner.open * Math.max(0, max - 1), max > LONG_COUNT ? 1 : 0),
      open: inner.open * max,
    };
  }

  #costOfGroup(group: Extract<RegexNode, { kind: 'group' }>, next: bigint): Cost {
    if (!group.look) return this.#costOfBranches(group.branches, next);
    // A lookaround is tried once; later parts don't cause retries.
    const cost = this.#costOfBranches(group.branches, 0n);
    return { bits: cost.bits, work: Math.max(cost.work, cost.open), open: 0 };
  }

  /** Characters that a sequence may start with; `next` may follow it. */
  #firstOf(nodes: RegexNode[], next: bigint): bigint {
    let firsts = next;
    for (const node of nodes.toReversed()) {
      // At the end of the expression, `$`, `\b` or a lookaround may still reject a match.
      const checks = node.kind === 'assertion' || (node.kind === 'group' && node.look);
      if (node.kind === 'unknown' || (checks && firsts === 0n)) firsts = ANY;
      else if (node.kind === 'char') firsts = this.#firstOfChar(node.source);
      else if (node.kind === 'group' && !node.look) {
        const behind = firsts;
        firsts = node.branches.reduce((all, branch) => all | this.#firstOf(branch, behind), 0n);
      } else if (node.kind === 'repeat') {
        const body = this.#firstOf([node.body], firsts);
        firsts = node.min === 0 ? body | firsts : body;
      }
    }
    return firsts;
  }

  #firstOfChar(source: string): bigint {
    const cachedFirsts = this.#firsts.get(source);
    if (cachedFirsts !== undefined) return cachedFirsts;
    let firsts = ANY;
    try {
      const one = new RegExp(`^(?:${source})$`, this.#flags);
      firsts = this.#samples.reduce(
        (bits, text, i) => (one.test(text) ? bits | (1n << BigInt(i)) : bits),
        0n,
      );
    } catch {
      // A part that is not a valid expression on its own may start with anything.
    }
    this.#firsts.set(source, firsts);
    return firsts;
  }
}

const larger = (a: Cost, b: Cost): Cost => ({
  bits: Math.max(a.bits, b.bits),
  work: Math.max(a.work, b.work),
  open: Math.max(a.open, b.open),
});
/** A part followed by others. */
const inRow = (piece: Cost, behind: Cost): Cost => ({
  bits: piece.bits + behind.bits,
  work: Math.max(piece.work, behind.work + piece.open),
  open: piece.open + behind.open,
});
