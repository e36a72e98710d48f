import { drawOnce, fnv1a, MULBERRY_STEP, mulberryMix } from '../../base/random';

/** Values of macros. A macro without a value stays in the text, so that it can be filled in later. */
export interface MacroValues {
  /** `{{char}}`, `<char>`, `<bot>`: the nickname or name of the character that the text belongs to. */
  char?: string | undefined;
  /** `{{user}}`, `<user>`: the player's name, or several players' names; `you` for the reader. */
  user?: string | readonly string[] | undefined;
  /** Texts of other macros without an argument, by lower-case name: `time`, `persona`. */
  words?: Readonly<Record<string, string>> | undefined;
  /** Seed of `{{pick:…}}`: a text always gets the same choice. */
  pick?: string | undefined;
  /** Seed of `{{random:…}}` and `{{roll:…}}`: pass a new one for each draw. */
  dice?: string | undefined;
  /** True for text that is searched for keys but not shown: keeps the words of `{{hidden_key:…}}`. */
  isSearched?: boolean;
}

/** Deepest nesting; beyond it the outermost macro becomes plain text. */
const MAX_DEPTH = 8;
/** After this many inserted characters, such macros are replaced with an empty text. */
const MAX_INSERTED = 20_000;
const MAX_DICE = 100;
/** Of three braces, the last two begin a macro. */
const TOKENS = /\{\{(?!\{)|\}\}|<(?:bot|char|user)>/gi;
const NAME = /^\s*([a-z_]{1,20})\s*(?:(::?|\s)([\s\S]*))?$/i;
const LIST = /\s{0,20}(?:random|pick)\s{0,20}:/iy;
const ROLL = /^\s*(?:(\d{1,3})?d)?(\d{1,6})(?:\s*([+-])\s*(\d{1,6}))?\s*$/i;
/** The end of a text after which a sentence begins. */
const SENTENCE_END = /(?:[.!?…]["'”’*_)]*\s+|\n\s*)["'“‘*_(]*$/;
const EMPTY_STATE = /^[\s"'“‘*_(]*$/;

/**
 * Fills in the macros of cards and lorebooks, as defined by the character card V3 specification and
 * SillyTavern, in any case and nested:
 *
 * - `{{char}}`, `{{user}}`, and `<char>`, `<bot>`, `<user>`
 * - `{{random:a,b\,c}}`, `{{random::a::b}}`: one of them; `{{pick:…}}`: the same, but constant for its
 *   position
 * - `{{roll:6}}`, `{{roll:d6}}`, `{{roll:2d6+1}}`: the sum of dice
 * - `{{reverse:abc}}`, `{{newline}}`, `{{trim}}` (removes line breaks around it)
 * - `{{time}}`, `{{persona}}` and others from {@link MacroValues.words}
 * - `{{// …}}`, `{{comment: …}}`, `{{hidden_key: …}}`, `{{noop}}`, `{{original}}`: removed
 *
 * Unknown macros stay as they are. Deterministic, and linear in the length of the text.
 *
 * @see https://github.com/kwaroran/character-card-spec-v3/blob/main/SPEC_V3.md#curly-braced-syntaxes
 *
 * @example
 * ```ts
 * fillMacros('{{char}} nods to {{user}}.', { char: 'Ada', user: 'Mara' }); // Ada nods to Mara.
 * ```
 */
export function fillMacros(text: string, values: MacroValues): string {
  return text.includes('{{') || text.includes('<') ? new Filler(text, values).fill() : text;
}

export const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const AUXILIARIES: Readonly<Record<string, string>> = { is: 'are', was: 'were', has: 'have', does: 'do' };
const AUXILIARY = / (is|was|has|does)(?=n['’]t\b|[^\p{L}'’]|$)/uy;
const VERB = / ([a-z]+[a-rtv-z]s)(?![\p{L}'’])/uy;
const NO_VERB =
  /^(?:always|sometimes|perhaps|besides|\w+wards|\w*doors|this|dans|mais|sans|vers|jamais|entonces|alles)$/;

/** `meets` → `meet`, `carries` → `carry`, `goes` → `go`. */
const pluralVerb = (verb: string): string =>
  /.[^aeiou]ies$/.test(verb) ? `${verb.slice(0, -3)}y` : verb.replace(/(?<=ss|sh|ch|zz|x|o)es$|s$/, '');

interface Frame {
  at: number;
  parts: string[];
  isList: boolean;
  /** It contains a macro that stays for later, so it stays as well. */
  isKept: boolean;
}

/** A macro becomes a text or stays: for later, or because it is unknown. */
type Outcome = { text: string } | { stays: 'later' | 'unknown' };

class Filler {
  readonly #text: string;
  readonly #values: MacroValues;
  readonly #whole: Frame = { at: 0, parts: [], isList: false, isKept: false };
  readonly #open: Frame[] = [];
  #from = 0;
  #hash: number | undefined;
  /** Characters inserted from {@link MacroValues.words}, to limit growth through repeated macros. */
  #inserted = 0;

  constructor(text: string, values: MacroValues) {
    this.#text = text;
    this.#values = values;
  }

  fill(): string {
    for (const { 0: token, index } of this.#text.matchAll(TOKENS)) {
      this.#top.parts.push(this.#text.slice(this.#from, index));
      this.#from = index + token.length;
      if (token === '{{') this.#begin(index);
      else if (token === '}}') this.#end();
      else this.#place(token, this.#name(token.slice(1, -1).toLowerCase(), index));
    }
    this.#top.parts.push(this.#text.slice(this.#from));
    // Unclosed macros become plain text.
    while (this.#open.length > 0) this.#release();
    return this.#whole.parts.join('');
  }

  get #top(): Frame {
    return this.#open.at(-1) ?? this.#whole;
  }

  #begin(at: number): void {
    LIST.lastIndex = this.#from;
    this.#open.push({ at, parts: [], isList: LIST.test(this.#text), isKept: false });
    if (this.#open.length > MAX_DEPTH) this.#release();
  }

  #release(): void {
    const outermost = this.#open.shift();
    if (outermost) this.#whole.parts.push('{{', outermost.parts.join(''));
  }

  #end(): void {
    const frame = this.#open.pop();
    if (!frame) {
      this.#whole.parts.push('}}');
      return;
    }
    const inner = frame.parts.join('');
    this.#place(`{{${inner}}}`, this.#read(inner, frame), frame.isKept);
  }

  /** Appends the result of a macro to the text, or to the enclosing macro. */
  #place(source: string, outcome: Outcome, isKept = false): void {
    const top = this.#top;
    if ('text' in outcome) {
      // A comma in a name must not end an option of the enclosing list.
      top.parts.push(top.isList ? outcome.text.replaceAll(',', '\\,') : outcome.text);
    } else {
      top.parts.push(source);
      top.isKept ||= isKept || outcome.stays === 'later';
    }
  }

  #read(inner: string, frame: Frame): Outcome {
    if (inner.trimStart().startsWith('//')) return { text: '' };
    const [, word = '', separator = '', argument = ''] = NAME.exec(inner) ?? [];
    const name = word.toLowerCase();
    if (separator.startsWith(':')) {
      if (name === 'comment') return { text: '' };
      if (name === 'hidden_key') return { text: this.#values.isSearched ? ` ${argument} ` : '' };
      if (frame.isKept) return { stays: 'later' };
      if (name === 'reverse') return { text: [...argument].reverse().join('') };
      if (name === 'random') return this.#choose(argument, this.#values.dice, frame.at);
      if (name === 'pick') return this.#choose(argument, this.#values.pick, frame.at);
    }
    if (frame.isKept) return { stays: 'later' };
    if (separator !== '') return name === 'roll' ? this.#roll(argument, frame.at) : { stays: 'unknown' };
    return this.#name(name, frame.at);
  }

  #name(name: string, at: number): Outcome {
    const { char } = this.#values;
    switch (name) {
      case 'char':
      case 'bot':
        return char === undefined ? { stays: 'later' } : { text: char };
      case 'user':
        return this.#user(at);
      case 'newline':
        return { text: '\n' };
      case 'trim':
        this.#trim();
        return { text: '' };
      case 'noop':
      case 'original':
        return { text: '' };
      default: {
        const { words } = this.#values;
        if (!words || !Object.hasOwn(words, name)) return { stays: words ? 'unknown' : 'later' };
        const text = this.#inserted > MAX_INSERTED ? '' : (words[name] ?? '');
        this.#inserted += text.length;
        return { text };
      }
    }
  }

  #user(at: number): Outcome {
    const { user } = this.#values;
    if (user === undefined) return { stays: 'later' };
    if (typeof user === 'string') return { text: user };
    const before = this.#text.slice(Math.max(0, at - 8), at);
    const begins = (at <= 8 && EMPTY_STATE.test(before)) || SENTENCE_END.test(before);
    const isOwner = /^['’]s\b/.test(this.#text.slice(this.#from, this.#from + 3));
    const you = `${begins ? 'You' : 'you'}${isOwner ? 'r' : ''}`;
    if (isOwner && joinNames(user) === 'you') this.#from += 2;
    const names = user.map((name) => (name === 'you' ? you : name));
    const verb = names.length > 1 && !isOwner ? this.#takeVerb(begins) : '';
    return { text: joinNames(names) + verb };
  }

  /** Consumes the verb after several subjects and returns its plural; `''` if another word follows. */
  #takeVerb(begins: boolean): string {
    const take = (pattern: RegExp): string | undefined => {
      pattern.lastIndex = this.#from;
      return pattern.exec(this.#text)?.[1];
    };
    const verb = take(AUXILIARY) ?? (begins ? take(VERB) : undefined);
    if (verb === undefined || NO_VERB.test(verb)) return '';
    this.#from += 1 + verb.length;
    return ` ${AUXILIARIES[verb] ?? pluralVerb(verb)}`;
  }

  #trim(): void {
    const { parts } = this.#top;
    while (parts.length > 0) {
      const last = parts.pop() ?? '';
      let end = last.length;
      while (last[end - 1] === '\n') end -= 1;
      if (end === 0) continue;
      parts.push(last.slice(0, end));
      break;
    }
    while (this.#text[this.#from] === '\n') this.#from += 1;
  }

  #choose(list: string, seed: string | undefined, at: number): Outcome {
    if (seed === undefined) return { stays: 'later' };
    const options = list.includes('::') ? list.split('::') : list.split(/(?<!\\),/).map((one) => one.trim());
    const option = options[Math.floor(drawOnce(this.#seed(seed, at)) * options.length)] ?? '';
    return { text: option.replaceAll('\\,', ',') };
  }

  #roll(formula: string, at: number): Outcome {
    const { dice } = this.#values;
    const [roll, count = '1', sides = '0', sign, more = '0'] = ROLL.exec(formula) ?? [];
    const isPossible = Number(count) > 0 && Number(count) <= MAX_DICE && Number(sides) > 0;
    if (roll === undefined || !isPossible) return { stays: 'unknown' };
    if (dice === undefined) return { stays: 'later' };
    const start = fnv1a(this.#seed(dice, at));
    let sum = sign === '-' ? -Number(more) : Number(more);
    for (let n = 1; n <= Number(count); n += 1)
      sum += 1 + Math.floor((mulberryMix(start + n * MULBERRY_STEP) / 2 ** 32) * Number(sides));
    return { text: String(sum) };
  }

  /** Each position of each text has its own draw. */
  #seed(seed: string, at: number): string {
    this.#hash ??= fnv1a(this.#text);
    return `macro\n${seed}\n${this.#hash}\n${at}`;
  }
}
