import { parseRegex, type RegexNode } from './syntax';

/** Characters of a text that any expression is looked for in: the newest. */
export const REGEX_REACH = 20_000;
/** An expression that could only be looked for in less than this is refused. */
const SHORTEST_REACH = 200;
/** Steps that one search may take in the worst text there is, as a power of two: about a second or two. */
const MAX_STEPS = 31;
/** `{n}` with more than this counts as one way through the text. */
const LONG_COUNT = 50;

/**
 * Cost of a piece of an expression: how often the pieces behind it have to be tried again. Lengths are powers of the length
 * of the text.
 */
interface Cost {
  /** Choices that don't depend on the length of the text, as a power of two. */
  bits: number;
  /** The work of the piece itself: 1 goes through the text once for each place it is tried at. */
  work: number;
  /** Repetitions that may end in many places: each tries all that stands behind it at each of them. */
  open: number;
}
const FREE: Cost = { bits: 0, work: 0, open: 0 };
/** A repetition in a repetition, where the same text can be split in ever more ways: `(a+)+`. */
const ENDLESS: Cost = { bits: Infinity, work: 1, open: 1 };

/**
 * Returns the number of the newest characters of a text that an expression can search in time; null when even a short text
 * is too much. JavaScript can't stop a search that takes too long, so its cost is worked out before: by the repetitions
 * that may end in many places (`.*`, `\w+\d`), and the choices that may be made in many ways (`a?a?`,
 * `(a|ab)`). It is a bound, not a measure: some expressions that would have been quick are refused.
 *
 * @param pattern and `flags` of an expression that `RegExp` has accepted
 */
export function measureReach(pattern: string, flags: string): number | null {
  return reachWithin(measureGrowth(pattern, flags), MAX_STEPS);
}

/** Steps that a search takes at most: `2 ** bits * length ** exponent`, `length` being that of the text. */
export interface Growth {
  bits: number;
  exponent: number;
}

/** Measures how the cost of an expression grows with the text. @param pattern and `flags` as of {@link measureReach} */
export function measureGrowth(pattern: string, flags: string): Growth {
  if (!/[*+?{|]/.test(pattern)) return { bits: 0, exponent: 1 };
  const cost = new Measure(pattern, flags).costOf(parseRegex(pattern, flags));
  // Once more for the places of the text that it is tried from.
  return { bits: cost.bits, exponent: 1 + Math.max(cost.work, cost.open) };
}

/** Characters that can be looked through in `2 ** most` steps; null: too few. */
export function reachWithin({ bits, exponent }: Growth, most: number): number | null {
  const reach = Math.floor(2 ** ((most - bits) / exponent));
  return reach < SHORTEST_REACH ? null : Math.min(reach, REGEX_REACH);
}

/** Characters that stand for all others when two pieces are asked whether one character can begin both. */
const SAMPLES = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ...'é ßя中の’—\u2028🐉',
];

/** Sets of first characters are bits, one for each sample; all of them when it isn't known. */
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

  costOf(branches: RegexNode[][]): Cost {
    return this.#costOfBranches(branches, 0n);
  }

  /** @param next the characters that may come behind; none at the end, where a match is a match */
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
    // Where no character can both go on with the repetition and begin what comes behind, there is one place to end.
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
    // A look around is tried once: what stands behind it doesn't make it try again.
    const cost = this.#costOfBranches(group.branches, 0n);
    return { bits: cost.bits, work: Math.max(cost.work, cost.open), open: 0 };
  }

  /** The characters a sequence may begin with, `next` being what may come behind it. */
  #firstOf(nodes: RegexNode[], next: bigint): bigint {
    let firsts = next;
    for (const node of nodes.toReversed()) {
      // At the end of the expression `$`, `\b` or a look around may still say no to what was matched.
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
      // A piece that is no expression by itself may begin with anything.
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
/** One piece and what stands behind it. */
const inRow = (piece: Cost, behind: Cost): Cost => ({
  bits: piece.bits + behind.bits,
  work: Math.max(piece.work, behind.work + piece.open),
  open: piece.open + behind.open,
});
