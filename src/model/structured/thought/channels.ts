const TOKEN = /<\|(start|end|return|call|channel|message|constrain)\|>/g;
const CHANNEL = /\b(analysis|commentary|final)\b/i;
const NO_CHANNEL = /^\s*(?:assistant)?\s*$/;
/** What is left of the tokens when an endpoint strips them but decodes their arguments. */
const STRIPPED_START = /^\s{0,8}(?:assistant)?analysis/;
/** The same without a doubt: a word in lower case that runs into a sentence's first word. */
const STRIPPED_THOUGHT =
  /^\s{0,8}(?:assistant)?(?:analysis|commentary)(?=\s{0,4}["'(“]?\p{Lu}|(?:we|the|user|okay|let|need)\b)/u;
const STRIPPED_FINAL = 'assistantfinal';
/** A header is a few words; a longer text before a message token is not one. */
const MAX_HEADER = 80;

export interface SplitChannels {
  /** The last message of the channel `final`; without one, the last commentary, or what stood outside all messages. */
  answer: string;
  /** Everything else. */
  thoughts: string[];
}

/**
 * Reads OpenAI's harmony format: `<|channel|>analysis<|message|>…<|end|><|start|>assistant<|channel|>final<|message|>…`,
 * whole, cut off anywhere, without its first tokens, or with its tokens stripped (`analysis…assistantfinal…`; without the
 * second word all of it was analysis).
 * Null when the text is not in that format. Source: github.com/openai/harmony.
 */
export function splitChannels(raw: string): SplitChannels | null {
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

  /** Takes the text in front of a token, and the token (`""` at the end of the answer). */
  read(text: string, token: string): void {
    if (token === 'message' && this.#at !== 'message') {
      // A header may have lost its first token: then the words before this one are it.
      this.#header += ` ${text.slice(-MAX_HEADER)}`;
      if (text.length > MAX_HEADER) this.#thoughts.push(text);
    } else if (this.#at === 'header' && (token === 'channel' || token === 'constrain')) {
      // A channel begins anew: what was to be one before it has lost its message.
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
      // Text that a token ends was a message whose beginning is lost.
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
  const thought = STRIPPED_THOUGHT.exec(raw)?.[0];
  return thought === undefined ? null : { answer: '', thoughts: [raw.slice(thought.length)] };
}
