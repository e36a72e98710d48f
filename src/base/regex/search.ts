import { type Look, parseRegex, type RegexNode } from './syntax';

/** Maximum instructions; counted repetitions are expanded. */
const MAX_INSTRUCTIONS = 3_000;
/** Steps charged per compiled instruction, and per first test of a character against a class. */
const COMPILE_STEPS = 16;

export interface SearchResult {
  /** `unknown`: ran out of steps. `unable`: not supported (references, inline flags) or too long. */
  found: boolean | 'unknown' | 'unable';
  /** Compiled and visited instructions. */
  steps: number;
}

/**
 * Searches without backtracking: all alternatives advance together, one character at a time, so the steps are
 * at most text length times expression length (Thompson, "Regular Expression Search Algorithm", 1968). Finds
 * a match if and only if `RegExp` does: classes are tested with `RegExp` itself, and lookarounds are
 * precomputed for all positions.
 *
 * It does not know which text matched, so references to groups are not supported.
 *
 * @param pattern and `flags` of a valid `RegExp`
 * @param most maximum steps
 * @param usual steps that determine how much of the text's end is searched, so that they suffice for any text
 */
export function searchRegex(
  pattern: string,
  flags: string,
  text: string,
  most: number,
  usual = most,
): SearchResult {
  if (FLAGS_INSIDE.test(pattern)) return { found: 'unable', steps: 0 };
  const run = new Run(flags, most);
  try {
    return { found: run.search(parseRegex(pattern, flags), text, usual), steps: run.steps };
  } catch (error) {
    if (error instanceof Stopped) return { found: error.found, steps: run.steps };
    throw error;
  }
}

const FLAGS_INSIDE = /\(\?(?:[a-z]+|[a-z]*-[a-z]+):/;

class Stopped extends Error {
  readonly found: 'unknown' | 'unable';
  constructor(found: Stopped['found']) {
    super(found);
    this.found = found;
  }
}

type Instruction =
  | { do: 'take'; chars: CharSet }
  /** Continue at both. */
  | { do: 'split'; to: [number, number] }
  /** Continue if this holds. */
  | { do: 'check'; holds: (at: number) => boolean }
  | { do: 'match' };

/** Codes of instructions without an immediate successor. */
const CODES = { take: -1, check: -2, match: -3 } as const;

class Run {
  steps = 0;
  readonly #flags: string;
  #text = '';
  #made = 0;
  readonly #most: number;
  readonly #unicode: boolean;
  readonly #sets = new Map<string, CharSet>();

  constructor(flags: string, most: number) {
    this.#flags = flags;
    this.#most = most;
    this.#unicode = /[uv]/.test(flags);
  }

  search(branches: RegexNode[][], text: string, usual: number): boolean {
    const code = this.#compile(branches, false);
    this.#text = text.slice(-Math.ceil(usual / this.#made));
    return this.#follow(code, false, () => true, this.#flags.includes('y'));
  }

  #spend(steps: number): void {
    this.steps += steps;
    if (this.steps > this.#most) throw new Stopped('unknown');
  }

  /** @param backwards the text will be read from its end */
  #compile(branches: RegexNode[][], backwards: boolean): Instruction[] {
    const code: Instruction[] = [];
    const emit = (instruction: Instruction): number => {
      this.#spend(COMPILE_STEPS);
      this.#made += 1;
      if (code.length >= MAX_INSTRUCTIONS) throw new Stopped('unable');
      return code.push(instruction) - 1;
    };
    const optional = (emitBody: () => void): void => {
      const branch: Instruction = { do: 'split', to: [code.length + 1, 0] };
      emit(branch);
      emitBody();
      branch.to[1] = code.length;
    };
    const emitBranches = (all: RegexNode[][]): void => {
      const [branch = [], ...others] = all;
      if (others.length === 0) {
        for (const node of backwards ? branch.toReversed() : branch) emitNode(node);
        return;
      }
      const jump: Instruction = { do: 'split', to: [0, 0] };
      optional(() => {
        emitBranches([branch]);
        emit(jump);
      });
      emitBranches(others);
      jump.to = [code.length, code.length];
    };
    const emitNode = (node: RegexNode): void => {
      if (node.kind === 'unknown') throw new Stopped('unable');
      if (node.kind === 'char') emit({ do: 'take', chars: this.#setOf(node.source) });
      else if (node.kind === 'assertion') emit({ do: 'check', holds: this.#edge(node.source) });
      else if (node.kind === 'repeat') emitRepeat(node);
      else if (node.look === null) emitBranches(node.branches);
      else emit({ do: 'check', holds: this.#look(node.branches, node.look) });
    };
    const emitRepeat = ({ min, max, body }: Extract<RegexNode, { kind: 'repeat' }>): void => {
      for (let n = 0; n < min; n += 1) {
        this.#spend(1);
        emitNode(body);
      }
      if (max === Infinity) {
        const start = code.length;
        optional(() => {
          emitNode(body);
          emit({ do: 'split', to: [start, start] });
        });
      } else for (let n = min; n < max; n += 1) optional(() => emitNode(body));
    };
    emitBranches(branches);
    emit({ do: 'match' });
    return code;
  }

  /**
   * Reads the text once, starting a match at every position.
   *
   * @param onMatch called at the end of each match; true: stop
   * @param sticky start only at the beginning
   */
  #follow(
    code: readonly Instruction[],
    backwards: boolean,
    onMatch: (at: number) => boolean,
    sticky = false,
  ): boolean {
    const end = backwards ? 0 : this.#text.length;
    let at = backwards ? this.#text.length : 0;
    // Instructions as numbers: objects are ten times slower in this hot loop.
    const first = Int32Array.from(code, (one) => (one.do === 'split' ? one.to[0] : CODES[one.do]));
    const second = Int32Array.from(code, (one) => (one.do === 'split' ? one.to[1] : 0));
    const lastVisits = new Int32Array(code.length).fill(-1);
    // Each instruction adds at most two others per position, in addition to the waiting ones.
    const todo = new Int32Array(3 * code.length + 1);
    let waiting = new Int32Array(code.length);
    let arrivals = new Int32Array(code.length);
    let waits = 0;
    for (let isFirst = true; ; isFirst = false) {
      const width = at === end ? 0 : this.#widthAt(at, backwards);
      const char = width === 0 ? -1 : this.#charAt(backwards ? at - width : at, width);
      [waiting, arrivals] = [arrivals, waiting];
      let count = 0;
      while (count < waits) todo[count] = arrivals[count++] ?? 0;
      if (isFirst || !sticky) todo[count++] = 0;
      waits = 0;
      let steps = 1;
      while (count > 0) {
        const n = todo[--count] ?? 0;
        steps += 1;
        if (lastVisits[n] === at) continue;
        lastVisits[n] = at;
        const to = first[n] ?? 0;
        if (to >= 0) {
          todo[count++] = to;
          const other = second[n] ?? 0;
          if (other !== to) todo[count++] = other;
          continue;
        }
        const instruction = code[n];
        if (instruction?.do === 'take') {
          if (char !== -1 && instruction.chars.has(char)) waiting[waits++] = n + 1;
        } else if (instruction?.do === 'check') {
          if (instruction.holds(at)) todo[count++] = n + 1;
        } else if (onMatch(at)) return true;
      }
      this.#spend(steps);
      if (at === end || (sticky && waits === 0)) return false;
      at += backwards ? -width : width;
    }
  }

  /** Lookaround at a position; computed for all positions on first use. */
  #look(branches: RegexNode[][], look: Look): (at: number) => boolean {
    const isAhead = look === '?=' || look === '?!';
    const isPositive = look === '?=' || look === '?<=';
    // Lookahead is matched from the end of the text, lookbehind from the start.
    const code = this.#compile(branches, isAhead);
    let places: Uint8Array | null = null;
    const find = (): Uint8Array => {
      const matchesAt = new Uint8Array(this.#text.length + 1);
      this.#follow(code, isAhead, (at) => {
        matchesAt[at] = 1;
        return false;
      });
      return matchesAt;
    };
    return (at) => {
      places ??= find();
      return (places[at] === 1) === isPositive;
    };
  }

  #edge(source: string): (at: number) => boolean {
    const lines = this.#flags.includes('m');
    const isBreak = (at: number): boolean => /[\n\r\u2028\u2029]/.test(this.#text[at] ?? '');
    if (source === '^') return (at) => at === 0 || (lines && isBreak(at - 1));
    if (source === '$') return (at) => at === this.#text.length || (lines && isBreak(at));
    const isWord = (at: number, backwards: boolean): boolean => {
      if (backwards ? at === 0 : at === this.#text.length) return false;
      const width = this.#widthAt(at, backwards);
      return this.#setOf('\\w').has(this.#charAt(backwards ? at - width : at, width));
    };
    const isEdge = (at: number): boolean => isWord(at, true) !== isWord(at, false);
    return source === '\\b' ? isEdge : (at) => !isEdge(at);
  }

  /** Code units of the character after (or before) `at`. */
  #widthAt(at: number, backwards: boolean): 1 | 2 {
    const first = backwards ? at - 2 : at;
    return this.#unicode && first >= 0 && (this.#text.codePointAt(first) ?? 0) > 0xffff ? 2 : 1;
  }

  #charAt(at: number, width: number): number {
    return (width === 2 ? this.#text.codePointAt(at) : this.#text.charCodeAt(at)) ?? -1;
  }

  #setOf(source: string): CharSet {
    const cachedSet = this.#sets.get(source);
    if (cachedSet) return cachedSet;
    this.#spend(COMPILE_STEPS);
    const charSet = new CharSet(source, this.#flags.replace(/[dgmy]/g, ''), () => this.#spend(COMPILE_STEPS));
    this.#sets.set(source, charSet);
    return charSet;
  }
}

/** The characters matched by a part of an expression, each tested once. */
class CharSet {
  readonly #one: RegExp;
  readonly #onAsk: () => void;
  /** By code: 0 untested, 1 no, 2 yes. */
  readonly #low = new Uint8Array(256);
  readonly #high = new Map<number, boolean>();

  constructor(source: string, flags: string, onAsk: () => void) {
    this.#one = new RegExp(`^(?:${source})$`, flags);
    this.#onAsk = onAsk;
  }

  has(code: number): boolean {
    if (code < 256) {
      if (this.#low[code] === 0) this.#low[code] = this.#ask(code) ? 2 : 1;
      return this.#low[code] === 2;
    }
    const cachedAnswer = this.#high.get(code);
    if (cachedAnswer !== undefined) return cachedAnswer;
    const isIn = this.#ask(code);
    this.#high.set(code, isIn);
    return isIn;
  }

  #ask(code: number): boolean {
    this.#onAsk();
    return this.#one.test(String.fromCodePoint(code));
  }
}
