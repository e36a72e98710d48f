import type { StepCounter } from './json-text';
import { findObjects, isExact, parseExact, type Span } from './json-text';
import { cutAtToken, endsTurn, splitLeadingThoughts, startsThoughtTurn } from './markup';
import { isWithin } from './private';

/** Tags in which models write their reasoning. `markup.ts` recognizes other tags by their position. */
const NAMES = 'think|thinking|thoughts?|reason|reasoning|analysis|scratchpad|(?:inner[ _-])?monologue';
/** Names with prefixes or suffixes, only in angle brackets: `think_fast`, `inner_thoughts`. */
const LONG_NAMES = `(?:\\w{1,20}[_-])?(?:${NAMES}|reflections?|reflect|plan|planning|cot|brainstorm|deliberation)(?:[_-]\\w{1,20})?|思考(?:过程|過程)?|推理|分析|内心|独白`;
/**
 * `<think>`, `</think>`, `<think effort="high">`, `<seed:think>`, `&lt;think&gt;`, `[THINK]`, `[/THINK]`, and the
 * tokens `<|think|>`, `<|begin_of_thought|>`, `◁think▷` that some tokenizers leave. Repetitions are bounded, so a
 * megabyte of partial tags costs no more than a megabyte of prose.
 */
const TAG = new RegExp(
  [
    `(?:<|&lt;|◁)\\s{0,8}(/?)\\s{0,8}(?:\\w{1,20}:)?(${LONG_NAMES})(\\s{0,8}/|\\s[^<>&]{0,200})?(?:>|&gt;|▷)`,
    `\\[\\s{0,8}(/?)\\s{0,8}(${NAMES})(?:\\s{1,8}\\w{1,40}=[^[\\]]{0,200})?\\s{0,8}\\](?!\\()`,
    `<\\|(/|end_(?:of_)?|(?:begin|start)_(?:of_)?)?(${NAMES})(_start|_begin|_end)?\\|>`,
  ].join('|'),
  'gi',
);
/** Most answers contain none of these and can skip the search. */
const TAG_START = /[<[◁]|&lt;/i;
const MARKUP = /[<[◁【⟨]|&lt;|\n\s{0,8}##|^\s*(?:\{\{|```)/i;

export interface SplitAnswer {
  answer: string;
  /** `""` if there was none. Private: never put it into a prompt. */
  reasoning: string;
}

/** Keeps trailing white space of `raw` as a line break, which tells a parser that a number at the end is complete. */
export const keepTrailingNewline = (raw: string, answer: string): string =>
  (raw.at(-1) ?? '').trim() === '' && raw.trimEnd().endsWith(answer) ? `${answer}\n` : answer;

interface Tag {
  start: number;
  end: number;
  empty: boolean;
  name: string;
  closing: boolean;
}

/**
 * Separates reasoning from the answer: harmony channels first, then tags. Removes a closed block. An unclosed block
 * (the model was truncated while thinking) extends to the end; a closing tag without an opening one removes everything
 * before it, because chat templates often drop the opening tag. A block ends at a closing tag of its own name, or of a
 * name not opened inside it. Leaves exact JSON unchanged, and tags in the strings of exact objects within prose. Linear
 * time.
 * @param work counts the characters read, for tests
 */
export function splitReasoning(raw: string, work: StepCounter = { steps: 0 }): SplitAnswer {
  if (isExactJson(raw, work)) return { answer: raw.trim(), reasoning: '' };
  work.steps += raw.length;
  const channels = splitChannels(raw);
  if (channels === null) return splitMarkup(raw, [], work);
  if (isExactJson(channels.answer, work)) {
    return { answer: channels.answer.trim(), reasoning: joinThoughts(channels.thoughts) };
  }
  return splitMarkup(channels.answer, channels.thoughts, work);
}

/** Removes known tags, then leading unknown markup, then text after the answer's end. */
function splitMarkup(raw: string, above: readonly string[], work: StepCounter): SplitAnswer {
  if (!MARKUP.test(raw)) return { answer: raw.trim(), reasoning: joinThoughts(above) };
  const text = findTurn(raw, work);
  const tags = splitTags(text, above, work);
  if (isExactJson(tags.answer, work)) return tags;
  work.steps += 2 * tags.answer.length;
  const { answer, thoughts } = splitLeadingThoughts(tags.answer);
  return {
    answer: cutRunOn(answer, work).trim(),
    reasoning: joinThoughts([tags.reasoning, ...thoughts]),
  };
}

/** Cuts an answer at the token that ends it. Tokens in an object's strings are data. */
function cutRunOn(text: string, work: StepCounter, counts: (name: string) => boolean = () => true): string {
  let spans: Span[] | null = null;
  return cutAtToken(text, (at, name) => {
    if (!counts(name)) return false;
    spans ??= text.includes('{') ? findObjects(text, work).balanced : [];
    return !isWithin(spans, at);
  });
}

/** Cuts the text after the model's turn. A thought may contain such tokens. */
function findTurn(text: string, work: StepCounter): string {
  if (startsThoughtTurn(text)) return text;
  const turn = cutRunOn(text, work, endsTurn);
  let open = 0;
  if (turn.length < text.length)
    for (const tag of findTags(turn, work)) if (!tag.empty) open = Math.max(0, open + (tag.closing ? -1 : 1));
  return open === 0 ? turn : text;
}

export function joinThoughts(thoughts: readonly (string | null | undefined)[]): string {
  const keptThoughts = thoughts.map((thought) => (thought ?? '').trim()).filter((thought) => thought !== '');
  return [...new Set(keptThoughts)].join('\n\n');
}

function splitTags(raw: string, above: readonly string[], work: StepCounter): SplitAnswer {
  if (!TAG_START.test(raw)) return { answer: raw.trim(), reasoning: joinThoughts(above) };
  const thoughts = [...above];
  let keptPieces: string[] = [];
  let inside: string | null = null;
  /** Other tags opened inside the block: their closing tags don't close it. */
  const nestedTags = new Set<string>();
  let from = 0;
  work.steps += raw.length;
  for (const tag of findTags(raw, work)) {
    if (tag.empty) {
      if (inside !== null) continue;
      keptPieces.push(raw.slice(from, tag.start));
      from = tag.end;
      continue;
    }
    if (inside !== null && tag.name !== inside) {
      if (!tag.closing) nestedTags.add(tag.name);
      if (!tag.closing || nestedTags.delete(tag.name)) continue;
    } else if (inside !== null && !tag.closing) continue;
    const text = raw.slice(from, tag.start);
    from = tag.end;
    if (inside !== null) {
      thoughts.push(text);
      inside = null;
      nestedTags.clear();
    } else if (tag.closing) {
      thoughts.push(joinPieces([...keptPieces, text]));
      keptPieces = [];
    } else {
      keptPieces.push(text);
      inside = tag.name;
    }
  }
  const rest = raw.slice(from);
  if (inside === null) keptPieces.push(rest);
  else thoughts.push(rest);
  return { answer: joinPieces(keptPieces).trim(), reasoning: joinThoughts(thoughts) };
}

function joinPieces(pieces: readonly string[]): string {
  let joinedText = '';
  let last = '';
  for (const piece of pieces) {
    if (piece === '') continue;
    joinedText += /[\p{L}\p{N}]$/u.test(last) && /^[\p{L}\p{N}]/u.test(piece) ? ` ${piece}` : piece;
    last = piece.slice(-1);
  }
  return joinedText;
}

function* findTags(raw: string, work: StepCounter): Generator<Tag> {
  let spans: { start: number; end: number }[] | null = null;
  let next = 0;
  for (const match of raw.matchAll(TAG)) {
    const [
      whole,
      angleSlash,
      angleName,
      attributes,
      squareSlash,
      squareName,
      tokenSlash = '',
      tokenName,
      tokenEnd = '',
    ] = match;
    const start = match.index;
    spans ??= findExactObjects(raw, work);
    while ((spans[next]?.end ?? raw.length) <= start) next++;
    if ((spans[next]?.start ?? raw.length) < start) continue;
    const isTokenEnd = /end/i.test(tokenSlash + tokenEnd) || tokenSlash === '/';
    yield {
      start,
      end: start + whole.length,
      name: (angleName ?? squareName ?? tokenName ?? '').toLowerCase(),
      empty: attributes?.trim().endsWith('/') ?? false,
      closing: angleSlash === '/' || squareSlash === '/' || isTokenEnd,
    };
  }
}

const findExactObjects = (raw: string, work: StepCounter) =>
  findObjects(raw, work).balanced.filter(({ start, end }) => isExactJson(raw.slice(start, end), work));

/** True for an object or array, or one encoded in a string. Checks delimiters before parsing. */
function isExactJson(raw: string, work: StepCounter): boolean {
  const text = raw.trim();
  const close = { '{': '}', '[': ']', '"': '"' }[text[0] ?? ''];
  if (close === undefined || !text.endsWith(close)) return false;
  work.steps += text.length;
  if (close !== '"') return isExact(text);
  const value = parseExact(text);
  return typeof value === 'string' && value.trimStart()[0] !== '"' && isExactJson(value, work);
}

const TOKEN = /<\|(start|end|return|call|channel|message|constrain)\|>/g;
const CHANNEL = /\b(analysis|commentary|final)\b/i;
const NO_CHANNEL = /^\s*(?:assistant)?\s*$/;
/** Remains of channel tokens if an endpoint strips the tokens but not their arguments. */
const STRIPPED_START = /^\s{0,8}(?:assistant)?analysis/;
/** A certain match: a lower-case word joined to a sentence's first word. */
const STRIPPED_THOUGHT =
  /^\s{0,8}(?:assistant)?(?:analysis|commentary)(?=\s{0,4}["'(“]?\p{Lu}|(?:we|the|user|okay|let|need)\b)/u;
const STRIPPED_FINAL = 'assistantfinal';
/** In characters; a longer text before a message token is not a header. */
const MAX_HEADER = 80;

interface SplitChannels {
  /** The last message of the channel `final`, else the last commentary, else the text outside messages. */
  answer: string;
  thoughts: string[];
}

/**
 * Parses OpenAI's harmony format:
 * `<|channel|>analysis<|message|>…<|end|><|start|>assistant<|channel|>final<|message|>…`. It may be truncated, miss its
 * first tokens, or have its tokens stripped (`analysis…assistantfinal…`; without the second word everything is
 * analysis). Null for other formats. Source: github.com/openai/harmony.
 */
function splitChannels(raw: string): SplitChannels | null {
  if (!raw.includes('<|channel|>') && !raw.includes('<|message|>')) return splitStripped(raw);
  const reader = new ChannelReader();
  let from = 0;
  for (const match of raw.matchAll(TOKEN)) {
    reader.read(raw.slice(from, match.index), match[1] ?? '');
    from = match.index + match[0].length;
  }
  reader.read(raw.slice(from), '');
  return reader.answer();
}

class ChannelReader {
  readonly #final: string[] = [];
  readonly #commentary: string[] = [];
  readonly #outside: string[] = [];
  readonly #thoughts: string[] = [];
  #at: 'outside' | 'header' | 'message' = 'outside';
  #header = '';

  /** Reads the text before a token, and the token (`""` at the end of the answer). */
  read(text: string, token: string): void {
    if (token === 'message' && this.#at !== 'message') {
      // The header's first token may be missing: then the words before this one are the header.
      this.#header += ` ${text.slice(-MAX_HEADER)}`;
      if (text.length > MAX_HEADER) this.#thoughts.push(text);
    } else if (this.#at === 'header' && (token === 'channel' || token === 'constrain')) {
      // A new channel: the previous header has no message.
      this.#header = token === 'channel' ? '' : `${this.#header} ${text.slice(-MAX_HEADER)}`;
    } else {
      this.#file(text, token === 'end' || token === 'return' || token === 'call');
      this.#header = '';
    }
    if (token === 'message') this.#at = 'message';
    else if (token === 'start' || token === 'channel' || token === 'constrain') this.#at = 'header';
    else this.#at = 'outside';
  }

  answer(): SplitChannels {
    const answers = this.#final.length > 0 ? this.#final : this.#commentary;
    const answer = answers.pop();
    if (answer === undefined) return { answer: this.#outside.join('\n'), thoughts: this.#thoughts };
    return { answer, thoughts: [...this.#thoughts, ...this.#outside, ...this.#commentary, ...this.#final] };
  }

  #file(text: string, ended: boolean): void {
    if (text.trim() === '') return;
    if (this.#at === 'outside') {
      // Text that ends with a token was a message whose beginning is missing.
      (ended ? this.#thoughts : this.#outside).push(text);
      return;
    }
    const channel = CHANNEL.exec(this.#header)?.[1]?.toLowerCase();
    if (this.#at === 'header') this.#thoughts.push(text);
    else if (channel === 'final' || NO_CHANNEL.test(this.#header)) this.#final.push(text);
    else (channel === 'commentary' ? this.#commentary : this.#thoughts).push(text);
  }
}

function splitStripped(raw: string): SplitChannels | null {
  const start = STRIPPED_START.exec(raw)?.[0];
  if (start === undefined) return null;
  const end = raw.lastIndexOf(STRIPPED_FINAL);
  if (end >= start.length) {
    return { answer: raw.slice(end + STRIPPED_FINAL.length), thoughts: [raw.slice(start.length, end)] };
  }
  const strippedThought = STRIPPED_THOUGHT.exec(raw)?.[0];
  return strippedThought === undefined ? null : { answer: '', thoughts: [raw.slice(strippedThought.length)] };
}
