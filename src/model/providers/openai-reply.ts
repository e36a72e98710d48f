import { asRecord, cleanText } from '../../base/foreign-values';
import { type BodyLimits, readJson } from '../../base/read-body';
import type { ProviderReply } from '../provider';
import { readReasoningFields } from '../structured';
import { readEvents } from './events';
import { readLimit, redact } from './openai-errors';
import { readChatUsage } from './usage';

type Refused = Extract<ProviderReply, { kind: 'refused' }>;

/** Characters of `finish_reason`. */
const MAX_FINISH = 40;

const NO_COMPLETION: Refused = {
  kind: 'refused',
  retryable: true,
  error: 'the endpoint sent something that is no chat completion',
};

/** Reads a whole chat completion. Endpoints differ; nothing of the answer's form is taken for granted. */
export function readCompletion(completion: unknown, apiKey: string): ProviderReply {
  const { choices, usage, error } = asRecord(completion);
  const choice = Array.isArray(choices) ? asRecord(choices[0]) : {};
  const message = asRecord(choice.message);
  const failure = error ?? choice.error;
  if (failure !== undefined && failure !== null) return refuseInPlace(failure, apiKey);
  if (choice.message === undefined) return NO_COMPLETION;
  const refusal = typeof message.refusal === 'string' ? message.refusal : '';
  const finish =
    typeof choice.finish_reason === 'string' ? cleanText(choice.finish_reason, MAX_FINISH) : null;
  return {
    kind: 'answered',
    text: redact(readContent(message.content), apiKey),
    reasoning: redact(readReasoningFields(message), apiKey),
    ...readChatUsage(usage),
    finishReason: refusal === '' ? finish : 'refusal',
    ...(refusal !== '' && { refusal: cleanText(redact(refusal, apiKey), 300) }),
  };
}

/** An error in place of an answer, or in the middle of one: the status is a success already. */
export function refuseInPlace(error: unknown, apiKey: string): Refused {
  const text = typeof error === 'string' ? error : String(asRecord(error).message ?? 'an error');
  const cause = cleanText(redact(text, apiKey), 300);
  // Pictures would have been refused before.
  const limit = readLimit(400, cause, asRecord(error), false);
  return { kind: 'refused', retryable: !limit.windowExceeded, error: cause, ...limit };
}

function readContent(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => String(asRecord(part).text ?? '')).join('');
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

/** Longest text of an answer; the rest of a runaway is not waited for. */
const MAX_TEXT = 400_000;
export const MAX_REASONING = 1_000_000;

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
  limits: BodyLimits,
): Promise<ProviderReply> {
  const { body } = response;
  if (body === null || !/text\/event-stream/i.test(response.headers.get('content-type') ?? '')) {
    const reply = readCompletion(await readJson(response, limits), apiKey);
    if (reply.kind === 'answered') onChunk(reply.text);
    return reply;
  }
  return readChunksOf(body, apiKey, onChunk, limits);
}

/** Reads the events of a streamed chat completion. @throws as {@link readStream} */
export async function readChunksOf(
  body: ReadableStream<Uint8Array>,
  apiKey: string,
  onChunk: (chunk: string) => void,
  limits: BodyLimits,
): Promise<ProviderReply> {
  const stream = new Gathered(apiKey, onChunk);
  for await (const events of readEvents(body, limits)) {
    for (const data of events) {
      if (data.trim() === '[DONE]') {
        stream.finish ??= 'stop';
        return stream.toReply();
      }
      const refusal = stream.add(JSON.parse(data));
      if (refusal !== null) return refusal;
      if (stream.stopped) return stream.toReply();
    }
  }
  return stream.toReply();
}

/**
 * The answer's text as it comes: handed on without the key, as `redact` leaves it in the whole answer, and watched for
 * what runs away.
 */
export class AnswerText {
  text = '';
  /** The reason to listen no longer; null: there is none. */
  stopped: 'whitespace' | 'length' | null = null;
  readonly #apiKey: string;
  readonly #onChunk: (chunk: string) => void;
  readonly #watch = new WhitespaceWatch();
  /** The end of the text, not handed on yet: what may be the beginning of the key. */
  #held = '';

  constructor(apiKey: string, onChunk: (chunk: string) => void) {
    this.#apiKey = apiKey;
    this.#onChunk = onChunk;
  }

  say(text: string): void {
    if (text === '') return;
    this.text += text;
    this.#hand(text);
    if (this.#watch.push(text)) this.stopped = 'whitespace';
    else if (this.text.length > MAX_TEXT) this.stopped = 'length';
  }

  /** Hands on what was held back, and returns the whole. */
  end(): string {
    if (this.#held !== '') this.#onChunk(this.#held);
    this.#held = '';
    return this.stopped === 'whitespace' ? this.text.trimEnd() : this.text;
  }

  #hand(text: string): void {
    const key = this.#apiKey;
    const isMaskable = key.length >= 4;
    const open = isMaskable ? (this.#held + text).replaceAll(key, '[key]') : text;
    let length = isMaskable ? Math.min(open.length, key.length - 1) : 0;
    while (!key.startsWith(open.slice(open.length - length))) length -= 1;
    this.#held = open.slice(open.length - length);
    if (length < open.length) this.#onChunk(open.slice(0, open.length - length));
  }
}

/** The message that the chunks add up to. */
class Gathered {
  finish: string | null = null;
  stopped = false;
  readonly #apiKey: string;
  readonly #answer: AnswerText;
  #refusal = '';
  /** The fields are gathered apart: some endpoints send the same thought in two of them. */
  readonly #reasoning: Record<'reasoning' | 'reasoning_content' | 'details', string> = {
    reasoning: '',
    reasoning_content: '',
    details: '',
  };
  #usage: unknown = null;
  #begun = false;

  constructor(apiKey: string, onChunk: (chunk: string) => void) {
    this.#apiKey = apiKey;
    this.#answer = new AnswerText(apiKey, onChunk);
  }

  /** Adds a chunk; null, or why the endpoint gave up in the middle. */
  add(chunk: unknown): ProviderReply | null {
    const { choices, usage, error, response } = asRecord(chunk);
    if (error !== undefined && error !== null) return refuseInPlace(error, this.#apiKey);
    if (usage !== undefined && usage !== null) this.#usage = usage;
    // Workers AI streams the text alone.
    if (typeof response === 'string') {
      this.#begun = true;
      this.#say(response);
      return null;
    }
    const choice = Array.isArray(choices) ? asRecord(choices[0]) : {};
    if (choice.error !== undefined && choice.error !== null) return refuseInPlace(choice.error, this.#apiKey);
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
    const content = this.#answer.end();
    const { reasoning, reasoning_content, details } = this.#reasoning;
    const plain = reasoning !== '' || reasoning_content !== '';
    const message = {
      content,
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
    this.#answer.say(text);
    if (this.#answer.stopped !== null) this.#stop(this.#answer.stopped);
  }

  #stop(finish: string): void {
    this.finish = finish;
    this.stopped = true;
  }
}
