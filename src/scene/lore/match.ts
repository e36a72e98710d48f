import { foldText, HANGUL, NO_SPACES } from '../../base/fold-text';
import { memoizeObject } from '../../base/memoize';
import { type Growth, measureGrowth, measureReach, reachWithin } from '../../base/regex/cost';
import { searchRegex } from '../../base/regex/search';
import type { Lorebook, LoreEntry } from '../../contract/lore';
import { type KeyRule, readDecorators } from './decorators';
import { fillMacros, type MacroValues } from './macros';

/** Words and phrases are searched in the newest this many characters. */
const PLAIN_REACH = 200_000;
const LONGEST_PATTERN = 400;

const WORD = /[\p{L}\p{N}\p{M}_]+/gu;
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}_]/u;
const ONE_WORD = /^[\p{L}\p{N}\p{M}_]+$/u;
/**
 * `/pattern/flags`; a `/` in the pattern must be escaped or in a class, as in JavaScript. Only the flags of
 * World Info are allowed, each at most once: anything else with a leading slash, such as a path or a command,
 * is plain text.
 */
const REGEX_KEY =
  /^\/((?:[^\\/[]|\\[\s\S]|\[(?:[^\\\]]|\\[\s\S])*\])+)\/(?=[gimsuy]{0,6}$)(?!.*(.).*\2)(.*)$/;

/** Steps of all searches of one {@link StepBudget} together: about 250 ms. */
const MAX_STEPS = 2 ** 24;
/** Step limit of one search, so that a costly key leaves some for the others. */
const MAX_STEPS_PER_KEY = MAX_STEPS / 8;
/** `RegExp` does this many steps in the time of one of ours. */
const NATIVE_STEPS = 8;
/** Length of the prefix of a plain key that is compared first, so that each position costs little. */
const HEAD = 6;
/** Characters searched for the prefix in one step. */
const PLAIN_STEP = 64;
/** Characters of the whole key compared in one step. */
const COMPARED = 4;
/** As a power of two. A linear expression with fewer choices can run in `RegExp` directly. */
const FEW_CHOICES = 5;

/**
 * What all keys of one lore search may cost together, over all texts, entries and recursion. Counts steps
 * instead of time: a replay of the round must find the same entries.
 */
export class StepBudget {
  /** Set when a search was skipped or stopped early; the caller resets it. */
  isCut = false;
  #left: number;

  constructor(steps = MAX_STEPS) {
    this.#left = steps;
  }

  get next(): number {
    return Math.min(this.#left, MAX_STEPS_PER_KEY);
  }

  spend(steps: number): void {
    this.#left = Math.max(0, this.#left - steps);
  }
}

/** A text that many keys are searched in, with cached intermediate results. */
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

  /** null: the search did not finish. */
  search(matcher: Matcher, make: () => boolean | null): boolean | null {
    const known = this.#searched.get(matcher);
    if (known !== undefined) return known;
    const made = make();
    this.#searched.set(matcher, made);
    return made;
  }

  /** The newest `reach` characters, without folding. */
  tail(reach: number): string {
    return this.#text.slice(-reach);
  }
}

export interface Matcher {
  key: string;
  /** For a key with macros: the same key with names filled in. Without them it never matches. */
  fill?(names: KeyNames): Matcher;
  /**
   * True if the key is in the text. False for an unusable key, and if the steps ran out (then `steps.isCut`
   * is set).
   */
  in(text: ScannedText, steps: StepBudget): boolean;
}
export interface MatchedEntry {
  entry: LoreEntry;
  keys: Matcher[];
  secondary: Matcher[];
  /** Additional keys that must, or must not, match: the secondary keys first. */
  rules: { logic: KeyRule['logic']; keys: Matcher[] }[];
  groups: string[];
  /** Character lines before the entry can come in, and the interval at which it can. */
  after: number;
  every: number;
}
interface CompiledBook {
  entries: MatchedEntry[];
  problems: { pointer: string; message: string }[];
}

/** Compiles the keys of a book. Cached by object, because books are immutable. */
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
    // Secondary keys of a constant entry have no effect; decorators do.
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

export interface KeyNames extends Pick<MacroValues, 'pick' | 'dice'> {
  char: readonly string[];
  user: readonly string[];
}

/** Returns the entry with the macros in its keys filled in; the same object if there are none. */
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

/** True if a key has the form of a regular expression, valid or not. */
export const isRegexKey = (key: string): boolean => REGEX_KEY.test(key.trim());

/**
 * Compiles a key:
 * - `/…/flags` is a regular expression with its own flags; the settings do not apply;
 * - one word with whole words on: compared with the Unicode words of the text (`king` is not in `liking`, but
 *   in `king's`);
 * - a key with punctuation (`C++`, `don't`) with whole words on: no letter or digit may follow a key's end or
 *   precede its start if the key has one there;
 * - several words, or a script without spaces: anywhere, even inside words, as in World Info.
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
            hasPlain(text.plain(caseSensitive), wanted, steps, (all, at) => isWholeWord(all, wanted, at));
  return { matcher: createMatcher(key, look), problem: null };
}

const NAME_TAG = /<(?:char|bot|user)>/i;
const MAX_NAMES = 100;

/** Compiles a key with macros. To validate it, plain names are filled in. */
function compileMacros(
  key: string,
  settings: { caseSensitive: boolean; wholeWords: boolean },
): { matcher: Matcher; problem: string | null } {
  const quote = (name: string) => (isRegexKey(key) ? name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&') : name);
  const compileFilled = (values: MacroValues) => {
    const filledKey = fillMacros(key, values).trim();
    // A macro without a value can't match.
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

/** @param look null: the steps ran out */
function createMatcher(key: string, look: (text: ScannedText, steps: StepBudget) => boolean | null): Matcher {
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
  const useless = (problem: string) => ({ matcher: createMatcher(key, () => false), problem });
  if (pattern.length > LONGEST_PATTERN)
    return useless(`the regular expression is longer than ${LONGEST_PATTERN} characters and never matches`);
  let regex: RegExp;
  try {
    regex = new RegExp(pattern, flags);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return useless(
      `invalid regular expression (${reason}); it never matches. Correct it, or remove the slashes`,
    );
  }
  const reach = measureReach(pattern, flags);
  if (reach === null)
    return useless(
      'the regular expression can take too long: a repetition inside a repetition, as in (a+)+, alternatives that ' +
        'begin alike inside one, or too many of them; it is never found. Write it with fewer open repetitions',
    );
  const { bits, exponent } = measureGrowth(pattern, flags);
  // For a longer expression, more characters are compared at each position.
  const growth = { exponent, bits: bits + Math.max(0, Math.log2(pattern.length / 16)) };
  const isCheap = exponent === 1 && bits <= FEW_CHOICES;
  const look = (scanned: ScannedText, steps: StepBudget): boolean | null => {
    const text = scanned.tail(reach);
    if (isCheap) return searchNatively(regex, growth, text, steps);
    const { found, steps: taken } = searchRegex(pattern, flags, text, steps.next, MAX_STEPS_PER_KEY);
    steps.spend(taken);
    if (found !== 'unable') return found === 'unknown' ? null : found;
    // The same step limit for every text: of a longer text only the end is searched.
    const shorter = reachWithin(growth, Math.log2(MAX_STEPS_PER_KEY * NATIVE_STEPS));
    return shorter === null ? null : searchNatively(regex, growth, text.slice(-shorter), steps);
  };
  return { matcher: createMatcher(key, look), problem: null };
}

/** `RegExp` can't be interrupted, so run it only if the worst case is affordable. null: not run. */
function searchNatively(regex: RegExp, growth: Growth, text: string, steps: StepBudget): boolean | null {
  const worst = (2 ** growth.bits * text.length ** growth.exponent) / NATIVE_STEPS;
  if (worst > steps.next) return null;
  steps.spend(worst);
  // With the flags `g` and `y` the expression keeps its position.
  regex.lastIndex = 0;
  return regex.test(text);
}

/**
 * Searches for `wanted` at an acceptable position; null: the steps ran out. `includes` alone would take
 * quadratic time for a long repetitive key in a repetitive text.
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

/** True if no word continues at either end of the match. */
function isWholeWord(text: string, wanted: string, at: number): boolean {
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
/** The letter that ends before `end`; letters outside the first plane take two code units. */
const lastLetter = (text: string, end: number): string => {
  const low = text.charCodeAt(end - 1);
  return low >= 0xdc00 && low <= 0xdfff
    ? text.slice(Math.max(0, end - 2), end)
    : text.slice(Math.max(0, end - 1), end);
};
