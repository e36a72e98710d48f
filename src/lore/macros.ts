import { drawOnce, fnv1a, MULBERRY_STEP, mulberryMix } from '../base/random';

/** Values of the macros of a text. A macro without its value stays, so that the text can be filled in further later. */
export interface MacroValues {
  /** `{{char}}`, `<char>`, `<bot>`: the nickname or the name of the character whose text it is. */
  char?: string | undefined;
  /** `{{user}}`, `<user>`: a name; null: nobody in particular, a plain "you". */
  user?: string | null | undefined;
  /** Seed of `{{pick:…}}`: the same text then always has the same choice. */
  pick?: string | undefined;
  /** Seed of `{{random:…}}` and `{{roll:…}}`: another one for each time that they are to be drawn. */
  dice?: string | undefined;
  /** The text is searched for keys, and read by nobody: `{{hidden_key:…}}` leaves its words in it. */
  isSearched?: boolean;
}

/** Deepest macro inside of others; of deeper ones the outermost is plain text. */
const MAX_DEPTH = 8;
/** Most dice of one roll. */
const MAX_DICE = 100;
/** The last two of three braces begin a macro. */
const TOKENS = /\{\{(?!\{)|\}\}|<(?:bot|char|user)>/gi;
const NAME = /^\s*([a-z_]{1,20})\s*(?:(::?|\s)([\s\S]*))?$/i;
const LIST = /\s{0,20}(?:random|pick)\s{0,20}:/iy;
const ROLL = /^\s*(?:(\d{1,3})?d)?(\d{1,6})\s*(?:([+-])\s*(\d{1,6}))?\s*$/i;
/** The end of a text behind which a sentence begins. */
const SENTENCE_END = /(?:[.!?…]["'”’*_)]*\s+|\n\s*)["'“‘*_(]*$/;
const NOTHING_YET = /^[\s"'“‘*_(]*$/;

/**
 * Fills in the macros that authors of cards and lorebooks use, as the specification of character card V3 has them and
 * SillyTavern reads them, in any case and inside of each other:
 *
 * - `{{char}}`, `{{user}}`, and `<char>`, `<bot>`, `<user>`
 * - `{{random:a,b\,c}}`, `{{random::a::b}}`: one of them; `{{pick:…}}`: the same, always the same one at its place
 * - `{{roll:6}}`, `{{roll:d6}}`, `{{roll:2d6+1}}`: the sum of dice
 * - `{{reverse:abc}}`, `{{newline}}`, `{{trim}}` (no line breaks around it)
 * - `{{// …}}`, `{{comment: …}}`, `{{hidden_key: …}}`, `{{noop}}`, `{{original}}`: nothing
 *
 * What is none of these stays as it stands. The same text and values give the same result, in time that grows with the
 * length of the text.
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

/** Returns the name for `{{user}}` in texts that speak to nobody yet: the one persona there is; null for several. */
export function nameOfPlayer(personas: readonly { name: string }[]): string | null {
  const [first, ...others] = personas;
  return first && others.length === 0 ? first.name : null;
}

/** A macro that has begun and not ended; the first one is the text itself. */
interface Frame {
  /** Place of its braces in the text. */
  at: number;
  parts: string[];
  /** Its words are options, which commas part. */
  isList: boolean;
  /** It holds a macro that stays for later, and stays with it. */
  isKept: boolean;
}

/** A macro becomes a text, or stays: for later, or because it is none that is known. */
type Outcome = { text: string } | { stays: 'later' | 'unknown' };

class Filler {
  readonly #text: string;
  readonly #values: MacroValues;
  readonly #whole: Frame = { at: 0, parts: [], isList: false, isKept: false };
  /** Macros that are open, the innermost last. */
  readonly #open: Frame[] = [];
  /** Up to here the text has been read. */
  #from = 0;
  #hash: number | undefined;

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
    // What was never closed is no macro.
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

  /** Makes the outermost open macro plain text. */
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

  /** Puts what a macro became into the text, or into the macro around it. */
  #place(source: string, outcome: Outcome, isKept = false): void {
    const top = this.#top;
    if ('text' in outcome) {
      // A comma of a name does not end an option of the list that the name stands in.
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

  /** The macros that are a word alone. */
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
      default:
        return { stays: 'unknown' };
    }
  }

  #user(at: number): Outcome {
    const { user } = this.#values;
    if (user !== null) return user === undefined ? { stays: 'later' } : { text: user };
    const isOwner = /^['’]s\b/.test(this.#text.slice(this.#from, this.#from + 3));
    if (isOwner) this.#from += 2;
    const before = this.#text.slice(Math.max(0, at - 8), at);
    const begins = (at <= 8 && NOTHING_YET.test(before)) || SENTENCE_END.test(before);
    return { text: `${begins ? 'You' : 'you'}${isOwner ? 'r' : ''}` };
  }

  /** Takes the line breaks before and behind away. */
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

  /** Each place of each text draws for itself. */
  #seed(seed: string, at: number): string {
    this.#hash ??= fnv1a(this.#text);
    return `macro\n${seed}\n${this.#hash}\n${at}`;
  }
}
