import { foldText, HANGUL, NO_SPACES } from '../../base/fold-text';
import { memoizeObject } from '../../base/memoize';
import { type Growth, measureGrowth, measureReach, reachWithin } from '../../base/regex/cost';
import { searchRegex } from '../../base/regex/search';
import type { Lorebook, LoreEntry } from '../../contract/lore';
import { type KeyRule, readDecorators } from './decorators';
import { fillMacros, type MacroValues } from './macros';

/** Characters of a text that words and phrases are looked for in: the newest. */
const PLAIN_REACH = 200_000;
const LONGEST_PATTERN = 400;

const WORD = /[\p{L}\p{N}\p{M}_]+/gu;
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}_]/u;
const ONE_WORD = /^[\p{L}\p{N}\p{M}_]+$/u;
/**
 * `/pattern/flags`; a `/` in the pattern is escaped or in a class, as JavaScript wants it. The flags are those that World
 * Info knows, each once: anything else that begins with a slash, such as a path or a command, is plain text there.
 */
const REGEX_KEY =
  /^\/((?:[^\\/[]|\\[\s\S]|\[(?:[^\\\]]|\\[\s\S])*\])+)\/(?=[gimsuy]{0,6}$)(?!.*(.).*\2)(.*)$/;

/** Steps of all searches of one {@link StepBudget} together: about a quarter of a second. */
const MAX_STEPS = 2 ** 24;
/** Of one search, so that one costly key leaves something for the others. */
const MAX_OF_ONE = MAX_STEPS / 8;
/** `RegExp` does several steps of its own in the time of one of ours. */
const NATIVE_STEPS = 8;
/** The beginning of a plain key, which is looked for first: so little of it is compared at each place. */
const HEAD = 6;
/** Characters that are looked through for it in the time of one step. */
const PLAIN_STEP = 64;
/** Characters of the whole key that are compared in it. */
const COMPARED = 4;
/** As a power of two: an expression with fewer choices, that never goes through the text anew, is left to `RegExp`. */
const FEW_CHOICES = 5;

/**
 * What the keys of one lore search may cost together, in all texts and entries of it, and all its recursion. Counted in
 * steps, not by the clock: a round that is played again after a crash must find the same.
 */
export class StepBudget {
  /** Something was not looked for, or not to the end; for the caller to set back. */
  isCut = false;
  #left: number;

  constructor(steps = MAX_STEPS) {
    this.#left = steps;
  }

  /** Most steps that the next search may take. */
  get next(): number {
    return Math.min(this.#left, MAX_OF_ONE);
  }

  spend(steps: number): void {
    this.#left = Math.max(0, this.#left - steps);
  }
}

/** A text that many keys are looked for in; what is worked out for one is there for the next. */
export class ScannedText {
  readonly #text: string;
  #folded: string | undefined;
  #lower: string | undefined;
  #words: Set<string> | undefined;
  #lowerWords: Set<string> | undefined;
  readonly #searched = new Map<Matcher, boolean | null>();

  constructor(text: string) {
    this.#text = text;
  }

  plain(caseSensitive: boolean): string {
    this.#folded ??= foldText(this.#text.slice(-PLAIN_REACH));
    if (caseSensitive) return this.#folded;
    this.#lower ??= this.#folded.toLowerCase();
    return this.#lower;
  }

  words(caseSensitive: boolean): Set<string> {
    if (caseSensitive) {
      this.#words ??= new Set(this.plain(true).match(WORD) ?? []);
      return this.#words;
    }
    this.#lowerWords ??= new Set(this.plain(false).match(WORD) ?? []);
    return this.#lowerWords;
  }

  /** What the search for a key came to, which is made once; null: it was not made to the end. */
  search(matcher: Matcher, make: () => boolean | null): boolean | null {
    const known = this.#searched.get(matcher);
    if (known !== undefined) return known;
    const made = make();
    this.#searched.set(matcher, made);
    return made;
  }

  /** The newest `reach` characters, as they were written. */
  tail(reach: number): string {
    return this.#text.slice(-reach);
  }
}

/** A key, ready to be looked for. */
export interface Matcher {
  key: string;
  /** For a key with macros: the same key with names in their place. Until then it is never found. */
  fill?(names: KeyNames): Matcher;
  /**
   * Is it in the text? Never, for a key that can't be used. Where the steps did not suffice to know it is not, and the
   * budget says so.
   */
  in(text: ScannedText, steps: StepBudget): boolean;
}
export interface MatchedEntry {
  /** The entry as its decorators have it: its text is the one for the prompt. */
  entry: LoreEntry;
  keys: Matcher[];
  secondary: Matcher[];
  /** What else must, or must not, be found: the secondary keys first. */
  rules: { logic: KeyRule['logic']; keys: Matcher[] }[];
  groups: string[];
  /** Lines of characters before the entry can come in, and between the times at which it can. */
  after: number;
  every: number;
}
interface CompiledBook {
  entries: MatchedEntry[];
  /** Keys that can't be used, each at its pointer into the book. */
  problems: { pointer: string; message: string }[];
}

/** The keys of a book, ready to be looked for; made once for each book, which nobody changes in place. */
export const compileBook = memoizeObject((book: Lorebook): CompiledBook => {
  const problems: CompiledBook['problems'] = [];
  const entries = book.entries.map((raw, i): MatchedEntry => {
    const { entry, rules, after, every } = readDecorators(raw);
    const settings = {
      caseSensitive: entry.caseSensitive ?? book.caseSensitive,
      wholeWords: entry.wholeWords ?? book.wholeWords,
    };
    const compile = (keys: string[], pointerTo: (at: number) => string) =>
      keys.flatMap((key, at): Matcher[] => {
        if (key.trim() === '') return [];
        const made = compileKey(key.trim(), settings);
        if (made.problem !== null) problems.push({ pointer: pointerTo(at), message: made.problem });
        return [made.matcher];
      });
    const keys = compile(entry.keys, (at) => `/entries/${i}/keys/${at}`);
    const secondary = compile(entry.secondaryKeys, (at) => `/entries/${i}/secondaryKeys/${at}`);
    // A constant entry has no use for secondary keys; decorators count for it too.
    const hasSecondary = secondary.length > 0 && !entry.constant;
    return {
      ...{ entry, keys, secondary },
      rules: [
        ...(hasSecondary ? [{ logic: entry.logic, keys: secondary }] : []),
        ...rules.map(({ logic, keys }) => ({
          logic,
          keys: compile(keys, () => `/entries/${i}/content`),
        })),
      ],
      groups: entry.group
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
      ...{ after, every },
    };
  });
  return { entries, problems };
});

/** Names for the macros in keys: each of them counts. `pick` and `dice` seed choices. */
export interface KeyNames extends Pick<MacroValues, 'pick' | 'dice'> {
  char: readonly string[];
  user: readonly string[];
}

/** Returns the entry with the macros in its keys filled in; itself if there are none. */
export function fillKeys(matched: MatchedEntry, names: KeyNames): MatchedEntry {
  const fill = (matcher: Matcher) => matcher.fill?.(names) ?? matcher;
  const isPlain = [...matched.keys, ...matched.rules.flatMap(({ keys }) => keys)].every((one) => !one.fill);
  if (isPlain) return matched;
  return {
    ...matched,
    keys: matched.keys.map(fill),
    secondary: matched.secondary.map(fill),
    rules: matched.rules.map(({ logic, keys }) => ({ logic, keys: keys.map(fill) })),
  };
}

/** Is a key a regular expression by its form? Whether it is a valid one is another question. */
export const isRegexKey = (key: string): boolean => REGEX_KEY.test(key.trim());

/**
 * A key as a matcher:
 * - `/…/flags` is a regular expression, with the flags it has: the settings don't concern it;
 * - one word, whole words wanted: the words of the text are asked, by Unicode (`king` is not in `liking`, but in
 *   `king's`);
 * - a key with other signs in it (`C++`, `don't`), whole words wanted: no letter or digit may go on where the key begins
 *   or ends with one;
 * - a key of several words, or in a script without spaces: anywhere, also inside of words, as World Info has it.
 */
function compileKey(
  key: string,
  settings: { caseSensitive: boolean; wholeWords: boolean },
): { matcher: Matcher; problem: string | null } {
  const regex = REGEX_KEY.exec(key);
  if (key.includes('{{') || (!regex && NAME_TAG.test(key))) return compileMacros(key, settings);
  if (regex) return compileRegex(key, regex[1] ?? '', regex[3] ?? '');
  const { caseSensitive, wholeWords } = settings;
  const wanted = caseSensitive ? foldText(key) : foldText(key).toLowerCase();
  const anywhere = !wholeWords || /\s/.test(wanted) || NO_SPACES.test(wanted);
  const look = anywhere
    ? (text: ScannedText, steps: StepBudget) => hasPlain(text.plain(caseSensitive), wanted, steps)
    : HANGUL.test(wanted[0] ?? '')
      ? (text: ScannedText, steps: StepBudget) =>
          hasPlain(text.plain(caseSensitive), wanted, steps, (all, at) => !HANGUL.test(all[at - 1] ?? ''))
      : ONE_WORD.test(wanted)
        ? (text: ScannedText) => text.words(caseSensitive).has(wanted)
        : (text: ScannedText, steps: StepBudget) =>
            hasPlain(text.plain(caseSensitive), wanted, steps, (all, at) => isWhole(all, wanted, at));
  return { matcher: makeMatcher(key, look), problem: null };
}

const NAME_TAG = /<(?:char|bot|user)>/i;
/** Most names that one key is looked for with. */
const MAX_NAMES = 100;

/** A key with macros: its problem is that of the key with a plain name in their place. */
function compileMacros(
  key: string,
  settings: { caseSensitive: boolean; wholeWords: boolean },
): { matcher: Matcher; problem: string | null } {
  // A name is a text in an expression, too.
  const quote = (name: string) => (isRegexKey(key) ? name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&') : name);
  const compileFilled = (values: MacroValues) => {
    const filledKey = fillMacros(key, values).trim();
    // A macro that stays is not a name that people say.
    return filledKey === '' || filledKey.includes('{{') ? null : compileKey(filledKey, settings);
  };
  const fill = ({ char, user, pick, dice }: KeyNames): Matcher => {
    const pairs = (char.length > 0 ? char : [undefined]).flatMap((one) =>
      (user.length > 0 ? user : [undefined]).map(
        (other) => [one && quote(one), other && quote(other)] as const,
      ),
    );
    const filledKeys = pairs
      .slice(0, MAX_NAMES)
      .flatMap(([one, other]) => compileFilled({ char: one, user: other, pick, dice })?.matcher ?? []);
    const different = [...new Map(filledKeys.map((matcher) => [matcher.key, matcher])).values()];
    return { key, in: (text, steps) => different.some((matcher) => matcher.in(text, steps)) };
  };
  const trial = compileFilled({ char: 'name', user: 'name', pick: '', dice: '' });
  return { matcher: { key, in: () => false, fill }, problem: trial?.problem ?? null };
}

/** @param look null: the steps did not suffice */
function makeMatcher(key: string, look: (text: ScannedText, steps: StepBudget) => boolean | null): Matcher {
  const matcher: Matcher = {
    key,
    in(text, steps) {
      const found = text.search(matcher, () => look(text, steps));
      if (found === null) steps.isCut = true;
      return found === true;
    },
  };
  return matcher;
}

function compileRegex(
  key: string,
  pattern: string,
  flags: string,
): { matcher: Matcher; problem: string | null } {
  const useless = (problem: string) => ({ matcher: makeMatcher(key, () => false), problem });
  if (pattern.length > LONGEST_PATTERN)
    return useless(`the regular expression is longer than ${LONGEST_PATTERN} characters; it is never found`);
  let regex: RegExp;
  try {
    regex = new RegExp(pattern, flags);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return useless(
      `not a regular expression (${reason}); it is never found. Correct it, or leave out the slashes`,
    );
  }
  const reach = measureReach(pattern, flags);
  if (reach === null)
    return useless(
      'the regular expression can take too long: a repetition inside a repetition, as in (a+)+, alternatives that ' +
        'begin alike inside one, or too many of them; it is never found. Write it with fewer open repetitions',
    );
  const { bits, exponent } = measureGrowth(pattern, flags);
  // A place of the text is also compared with more of a longer expression.
  const growth = { exponent, bits: bits + Math.max(0, Math.log2(pattern.length / 16)) };
  const isCheap = exponent === 1 && bits <= FEW_CHOICES;
  const look = (scanned: ScannedText, steps: StepBudget): boolean | null => {
    const text = scanned.tail(reach);
    if (isCheap) return searchNatively(regex, growth, text, steps);
    const { found, steps: taken } = searchRegex(pattern, flags, text, steps.next, MAX_OF_ONE);
    steps.spend(taken);
    if (found !== 'unable') return found === 'unknown' ? null : found;
    // The same number of steps for every text there is: what is too long for them is looked through at its end.
    const shorter = reachWithin(growth, Math.log2(MAX_OF_ONE * NATIVE_STEPS));
    return shorter === null ? null : searchNatively(regex, growth, text.slice(-shorter), steps);
  };
  return { matcher: makeMatcher(key, look), problem: null };
}

/** `RegExp` can't be stopped: it is asked when the worst that the search can take is left. Null: it was not asked. */
function searchNatively(regex: RegExp, growth: Growth, text: string, steps: StepBudget): boolean | null {
  const worst = (2 ** growth.bits * text.length ** growth.exponent) / NATIVE_STEPS;
  if (worst > steps.next) return null;
  steps.spend(worst);
  // The flags `g` and `y` make an expression remember where it was.
  regex.lastIndex = 0;
  return regex.test(text);
}

/**
 * Is `wanted` in the text, at a place that will do? Null: the steps did not suffice. `includes` alone would compare ever
 * more of a long key that repeats itself with a text that does.
 */
function hasPlain(
  text: string,
  wanted: string,
  steps: StepBudget,
  willDo: (text: string, at: number) => boolean = () => true,
): boolean | null {
  let left = steps.next;
  const spend = (taken: number): boolean => {
    steps.spend(taken);
    left -= taken;
    return left < 0;
  };
  const head = wanted.slice(0, HEAD);
  if (spend(text.length / PLAIN_STEP)) return null;
  for (let at = text.indexOf(head); at !== -1; at = text.indexOf(head, at + 1)) {
    if (spend(1 + wanted.length / COMPARED)) return null;
    if (text.startsWith(wanted, at) && willDo(text, at)) return true;
  }
  return false;
}

/** Does no word go on at either end of what stands at `at`? */
function isWhole(text: string, wanted: string, at: number): boolean {
  const opens = WORD_CHARACTER.test(firstLetter(wanted, 0));
  const closes = WORD_CHARACTER.test(lastLetter(wanted, wanted.length));
  const before = opens && WORD_CHARACTER.test(lastLetter(text, at));
  const after = closes && WORD_CHARACTER.test(firstLetter(text, at + wanted.length));
  return !before && !after;
}

const firstLetter = (text: string, at: number): string => {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
};
/** The letter that ends before `end`; letters outside the first plane take two places. */
const lastLetter = (text: string, end: number): string => {
  const low = text.charCodeAt(end - 1);
  return low >= 0xdc00 && low <= 0xdfff
    ? text.slice(Math.max(0, end - 2), end)
    : text.slice(Math.max(0, end - 1), end);
};
