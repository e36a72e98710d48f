import { asRecord, cleanText, MAX_COUNTED_TOKENS, readCount } from '../../base/foreign-values';
import { BodyError, type BodyLimits, IDLE_MS, readChunks, readJson } from '../../base/read-body';
import type { ProviderReply } from '../provider';
import { readReasoningFields } from '../structured';
import { readLimit, redact } from './openai-errors';

type Refused = Extract<ProviderReply, { kind: 'refused' }>;

/** Characters of `finish_reason`, and of a count that makes no sense. */
const MAX_FINISH = 40;
const MAX_DOUBTED = 120;

const NO_COMPLETION: Refused = {
  kind: 'refused',
  retryable: true,
  error: 'the endpoint sent something that is no chat completion',
};

/** Reads a whole chat completion. Endpoints differ; nothing of the answer's form is taken for granted. */
export function readCompletion(completion: unknown, apiKey: string): ProviderReply {
  const { choices, usage } = asRecord(completion);
  const choice = Array.isArray(choices) ? asRecord(choices[0]) : {};
  const message = asRecord(choice.message);
  if (choice.message === undefined) return NO_COMPLETION;
  const refusal = typeof message.refusal === 'string' ? message.refusal : '';
  const finish =
    typeof choice.finish_reason === 'string' ? cleanText(choice.finish_reason, MAX_FINISH) : null;
  return {
    kind: 'answered',
    text: redact(readContent(message.content), apiKey),
    reasoning: redact(readReasoningFields(message), apiKey),
    ...readUsage(usage),
    finishReason: refusal === '' ? finish : 'refusal',
    ...(refusal !== '' && { refusal: cleanText(redact(refusal, apiKey), 300) }),
  };
}

function readContent(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => String(asRecord(part).text ?? '')).join('');
}

/** Reads usage: a count that is missing is 0, and one that can't be true is not believed. */
function readUsage(usage: unknown): Pick<Extract<ProviderReply, { kind: 'answered' }>, 'usage' | 'doubted'> {
  const { prompt_tokens = 0, completion_tokens = 0 } = asRecord(usage);
  const promptTokens = readCount(prompt_tokens ?? 0, MAX_COUNTED_TOKENS);
  const completionTokens = readCount(completion_tokens ?? 0, MAX_COUNTED_TOKENS);
  if (promptTokens !== null && completionTokens !== null)
    return { usage: { promptTokens, completionTokens } };
  const doubtedCount = cleanText(JSON.stringify({ prompt_tokens, completion_tokens }), MAX_DOUBTED);
  return { usage: { promptTokens: 0, completionTokens: 0 }, doubted: doubtedCount };
}

/** More white space in a row than any layout of JSON has. */
const MAX_OUTSIDE = 200;
/** The same inside a string, written out or as escapes. */
const MAX_INSIDE = 1_000;

/**
 * Notices an answer that trails off in white space: constrained decoding lets some models do that until their
 * tokens are used up. Fed with the answer's pieces, cut anywhere.
 */
export class WhitespaceWatch {
  #inString = false;
  #escaped = false;
  #run = 0;

  /** True once the white space has run away. */
  push(chunk: string): boolean {
    for (let i = 0; i < chunk.length; i++) {
      this.#read(chunk.charAt(i));
      if (this.#run > (this.#inString ? MAX_INSIDE : MAX_OUTSIDE)) return true;
    }
    return false;
  }

  #read(c: string): void {
    if (this.#escaped) {
      this.#escaped = false;
      this.#run = 'ntr'.includes(c) ? this.#run + 1 : 0;
    } else if (c === '\\' && this.#inString) {
      this.#escaped = true;
    } else if (/\s/.test(c)) {
      this.#run += 1;
    } else {
      this.#run = 0;
      if (c === '"') this.#inString = !this.#inString;
    }
  }
}

/** Characters of the longest line, and of the longest event, of a completion. */
const MAX_OF_ONE = 1_000_000;

/**
 * The `data` of each server-sent event in a body (WHATWG HTML, "Interpreting an event stream"), as it arrives.
 * Leaving the loop cancels the body.
 *
 * Comments and empty events are bytes like all others. Before the first event they may come as long as the signal lets
 * them: some endpoints send them while a model thinks. After it they keep nothing alive.
 *
 * @throws as {@link readChunks}; SyntaxError for a line or an event that is too long
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  limits: BodyLimits = {},
  now: () => number = Date.now,
): AsyncGenerator<string> {
  const { idleMs = IDLE_MS } = limits;
  const decoder = new TextDecoder();
  let rest = '';
  /** The last piece ended with `\r`: a `\n` that follows belongs to it. */
  let isReturned = false;
  let data: string[] = [];
  let length = 0;
  let toldAt: number | null = null;

  const takeLines = function* (lines: readonly string[]): Generator<string> {
    for (const line of lines) {
      if (line.startsWith('data:')) {
        data.push(line.slice(line[5] === ' ' ? 6 : 5));
        length += line.length;
        if (length > MAX_OF_ONE) throw new SyntaxError('an event without an end');
      }
      if (line !== '' || data.length === 0) continue;
      const event = data.join('\n');
      data = [];
      length = 0;
      yield event;
    }
  };
  for await (const chunk of readChunks(body, limits)) {
    let text = decoder.decode(chunk, { stream: true });
    if (text === '') continue;
    if (isReturned && text.startsWith('\n')) text = text.slice(1);
    isReturned = text.endsWith('\r');
    const [first = '', ...others] = text.split(/\r\n|\n|\r/);
    const whole = [rest + first, ...others];
    rest = whole.pop() ?? '';
    if (rest.length > MAX_OF_ONE) throw new SyntaxError('an event without an end');
    let isTold = false;
    for (const event of takeLines(whole)) {
      isTold = true;
      yield event;
    }
    if (isTold) toldAt = now();
    else if (toldAt !== null && now() - toldAt > idleMs)
      throw new BodyError('stalled', `nothing but comments came for ${idleMs / 1000} s`);
  }
  yield* takeLines([rest + decoder.decode(), '']);
}

/** Longest text of an answer; the rest of a runaway is not waited for. */
const MAX_TEXT = 400_000;
const MAX_REASONING = 1_000_000;

/**
 * Reads a streamed chat completion to its end, handing the answer's text on as it comes. It is not waited for the
 * end of an answer that trails off in white space. What an endpoint sends that ignored the wish to stream is read
 * as a whole.
 *
 * @throws what reading the body throws when the connection is cut, or it is too large or too slow; SyntaxError for an
 *   event that is no JSON
 */
export async function readStream(
  response: Response,
  apiKey: string,
  onChunk: (chunk: string) => void,
  signal: AbortSignal,
): Promise<ProviderReply> {
  const { body } = response;
  if (body === null || !/text\/event-stream/i.test(response.headers.get('content-type') ?? '')) {
    const reply = readCompletion(await readJson(response, { signal }), apiKey);
    if (reply.kind === 'answered') onChunk(reply.text);
    return reply;
  }
  const stream = new Gathered(apiKey, onChunk);
  for await (const data of readEvents(body, { signal })) {
    if (data.trim() === '[DONE]') {
      stream.finish ??= 'stop';
      break;
    }
    const refusal = stream.add(JSON.parse(data));
    if (refusal !== null) return refusal;
    if (stream.stopped) break;
  }
  return stream.toReply();
}

/** The message that the chunks add up to. */
class Gathered {
  finish: string | null = null;
  stopped = false;
  readonly #apiKey: string;
  readonly #onChunk: (chunk: string) => void;
  readonly #watch = new WhitespaceWatch();
  #content = '';
  #refusal = '';
  /** The fields are gathered apart: some endpoints send the same thought in two of them. */
  readonly #reasoning: Record<'reasoning' | 'reasoning_content' | 'details', string> = {
    reasoning: '',
    reasoning_content: '',
    details: '',
  };
  #usage: unknown = null;
  #begun = false;
  /** The end of the content, not handed on yet: what may be the beginning of the key. */
  #held = '';

  constructor(apiKey: string, onChunk: (chunk: string) => void) {
    this.#apiKey = apiKey;
    this.#onChunk = onChunk;
  }

  /** Adds a chunk; null, or why the endpoint gave up in the middle. */
  add(chunk: unknown): ProviderReply | null {
    const { choices, usage, error } = asRecord(chunk);
    if (error !== undefined && error !== null) {
      const text = typeof error === 'string' ? error : String(asRecord(error).message ?? 'an error');
      const cause = cleanText(redact(text, this.#apiKey), 300);
      // The stream has begun, so its status says nothing; pictures would have been refused before.
      const limit = readLimit(400, cause, asRecord(error), false);
      return { kind: 'refused', retryable: !limit.windowExceeded, error: cause, ...limit };
    }
    if (usage !== undefined && usage !== null) this.#usage = usage;
    const choice = Array.isArray(choices) ? asRecord(choices[0]) : {};
    if (choice.delta === undefined && choice.message === undefined) return null;
    this.#begun = true;
    const delta = asRecord(choice.delta ?? choice.message);
    if (typeof choice.finish_reason === 'string') this.finish = choice.finish_reason;
    if (typeof delta.refusal === 'string') this.#refusal += delta.refusal;
    this.#think(delta);
    this.#say(readContent(delta.content));
    return null;
  }

  toReply(): ProviderReply {
    if (!this.#begun) return NO_COMPLETION;
    if (this.finish === null) {
      return { kind: 'unreachable', error: 'the connection ended in the middle of the answer' };
    }
    if (this.#held !== '') this.#onChunk(this.#held);
    const { reasoning, reasoning_content, details } = this.#reasoning;
    const plain = reasoning !== '' || reasoning_content !== '';
    const message = {
      content: this.finish === 'whitespace' ? this.#content.trimEnd() : this.#content,
      refusal: this.#refusal,
      ...(plain ? { reasoning, reasoning_content } : { reasoning_details: [{ text: details }] }),
    };
    const choice = { message, finish_reason: this.finish };
    return readCompletion({ choices: [choice], usage: this.#usage }, this.#apiKey);
  }

  #think(delta: Record<string, unknown>): void {
    const add = (field: 'reasoning' | 'reasoning_content' | 'details', text: unknown): void => {
      if (typeof text === 'string') this.#reasoning[field] += text;
      if (this.#reasoning[field].length > MAX_REASONING) this.#stop('length');
    };
    add('reasoning', delta.reasoning);
    add('reasoning_content', delta.reasoning_content);
    if (!Array.isArray(delta.reasoning_details)) return;
    for (const detail of delta.reasoning_details) {
      const { text, summary } = asRecord(detail);
      add('details', text || summary);
    }
  }

  #say(text: string): void {
    if (text === '') return;
    this.#content += text;
    this.#hand(text);
    if (this.#watch.push(text)) this.#stop('whitespace');
    else if (this.#content.length > MAX_TEXT) this.#stop('length');
  }

  /** Hands the text on without the key, should the endpoint repeat it: as `redact` leaves it in the whole answer. */
  #hand(text: string): void {
    const key = this.#apiKey;
    const isMaskable = key.length >= 4;
    const open = isMaskable ? (this.#held + text).replaceAll(key, '[key]') : text;
    let length = isMaskable ? Math.min(open.length, key.length - 1) : 0;
    while (!key.startsWith(open.slice(open.length - length))) length -= 1;
    this.#held = open.slice(open.length - length);
    if (length < open.length) this.#onChunk(open.slice(0, open.length - length));
  }

  #stop(finish: string): void {
    this.finish = finish;
    this.stopped = true;
  }
}
