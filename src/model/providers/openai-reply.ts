import { asRecord, cleanText } from '../../base/foreign-values';
import { type BodyLimits, joinText } from '../../base/read-body';
import type { ProviderReply } from '../provider';
import { readReasoningFields } from '../reasoning-fields';
import { isDone, openAnswer, readData, readEvents, untilFinished } from './events';
import { isFailure, isKnownFinish, readFinish } from './finish';
import { noJson, readLimit, redact } from './openai-errors';
import { readChatUsage } from './usage';

type Refusal = Extract<ProviderReply, { kind: 'refused' }>;

const MAX_WORDS = 300;

const NO_COMPLETION: Refusal = {
  kind: 'refused',
  retryable: true,
  error: 'the endpoint did not send a chat completion',
};
export const CUT_OFF = {
  kind: 'unreachable',
  error: 'the connection closed before the end of the answer',
} as const satisfies ProviderReply;

/** Parses a complete chat completion. Endpoints differ, so every field is checked. */
export function readCompletion(completion: unknown, apiKey: string): ProviderReply {
  const { choices, usage } = asRecord(completion);
  const choice = Array.isArray(choices) ? asRecord(choices[0]) : {};
  const failure = findFailure(completion) ?? choice.error ?? null;
  if (failure !== null) return refuseInPlace(failure, apiKey);
  if (choice.message === undefined) return NO_COMPLETION;
  const message = asRecord(choice.message);
  const finish = readFinish(choice.finish_reason ?? choice.finishReason);
  if (isFailure(finish)) return cutOff(finish);
  const refusal = typeof message.refusal === 'string' ? message.refusal : '';
  const text = redact(readContent(message.content), apiKey);
  const elsewhere = text.trim() === '' ? readOtherFields(message) : '';
  return {
    kind: 'answered',
    text,
    reasoning: redact(readReasoningFields(message), apiKey),
    ...readChatUsage(usage),
    finishReason: refusal === '' ? finish : 'refusal',
    ...(elsewhere !== '' && { elsewhere: redact(elsewhere, apiKey) }),
    ...(refusal !== '' && { refusal: cleanText(redact(refusal, apiKey), MAX_WORDS) }),
  };
}

/** Finds an error in a response, with or instead of a completion; null if there is none. */
function findFailure(said: unknown): unknown {
  const { choices, response, error, code, message, object } = asRecord(said);
  if (error) return error;
  if (choices !== undefined || response !== undefined) return null;
  const isSaid = (value: unknown): boolean =>
    (typeof value === 'string' && value !== '') || (typeof value === 'number' && value !== 0);
  return isSaid(message) || isSaid(code) || object === 'error' ? said : null;
}

/** The endpoint reported that it aborted the answer. */
export const cutOff = (finish: string | null): ProviderReply => ({
  kind: 'unreachable',
  error: `the endpoint stopped its answer early (finish_reason "${finish}")`,
});

/** Handles an error within a successful response, before or during the answer. */
export function refuseInPlace(error: unknown, apiKey: string): Refusal {
  const { message, code } = asRecord(error);
  const text = typeof error === 'string' ? error : String(message ?? code ?? 'an error');
  const cause = cleanText(redact(text, apiKey), MAX_WORDS);
  // A refusal of pictures would have come with an error status.
  const limit = readLimit(400, cause, asRecord(error), false);
  return { kind: 'refused', retryable: !limit.windowExceeded, error: cause, ...limit };
}

function readContent(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => String(asRecord(part).text ?? '')).join('');
}

/** Answers that some endpoints put elsewhere: as an object in `content`, or in the arguments of a tool call. */
function readOtherFields({ content, tool_calls, function_call }: Record<string, unknown>): string {
  if (typeof content === 'object' && content !== null && !Array.isArray(content))
    return JSON.stringify(content);
  const [call] = Array.isArray(tool_calls) ? tool_calls : [];
  const input = asRecord(asRecord(call).function ?? function_call).arguments;
  return typeof input === 'string' ? input : input ? JSON.stringify(input) : '';
}

/** Consecutive white space; no JSON layout has more. */
const MAX_OUTSIDE = 200;
/** The limit inside a string, literal or escaped. */
const MAX_INSIDE = 1_000;

/**
 * Detects answers that degenerate into white space, which constrained decoding can cause until the token limit. Accepts
 * chunks split anywhere.
 */
export class WhitespaceWatch {
  #inString = false;
  #escaped = false;
  #run = 0;

  /** Returns true once there is too much white space. */
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

const MAX_TEXT = 400_000;
export const MAX_REASONING = 1_000_000;

/**
 * Reads an answer to its end, streamed or not, even if the endpoint ignored the `stream` setting. Emits the text of a
 * stream as it arrives. Stops early if the answer degenerates into white space.
 * @throws errors of reading the body if the connection drops or a limit is exceeded; SyntaxError if it is not JSON
 */
export async function readAnswer(
  { body }: Pick<Response, 'body'>,
  apiKey: string,
  onChunk: ((chunk: string) => void) | undefined,
  limits: BodyLimits,
): Promise<ProviderReply> {
  if (body === null) return NO_COMPLETION;
  const chunkReader = new StreamedReply(apiKey, onChunk ?? (() => {}));
  const isFinished = (): boolean => chunkReader.finish !== null;
  const { isEvents, chunks } = await openAnswer(body, untilFinished(limits, isFinished));
  if (isEvents) return readStream(chunks, chunkReader);
  return readWhole(await joinText(chunks), apiKey);
}

/** Reads a streamed chat completion. Errors after the end of the answer are ignored. */
async function readStream(
  chunks: AsyncIterable<Uint8Array>,
  chunkReader: StreamedReply,
): Promise<ProviderReply> {
  try {
    for await (const events of readEvents(chunks)) {
      for (const data of events) {
        if (isDone(data)) return chunkReader.toReply(true);
        const failure = chunkReader.add(readData(data));
        if (failure !== null && chunkReader.finish === null) return failure;
        if (chunkReader.stopped) return chunkReader.toReply(true);
      }
    }
  } catch (error) {
    if (chunkReader.finish === null) throw error;
  }
  return chunkReader.toReply(false);
}

const TRAILING_DONE = /\s*data:\s*\[DONE\]\s*$/;

/**
 * Parses a body without events: one object, or one chunk per line.
 * @throws SyntaxError
 */
function readWhole(body: string, apiKey: string): ProviderReply {
  const text = body.replace(TRAILING_DONE, '');
  const whole = tryJson(text);
  if (whole !== undefined) return readCompletion(Array.isArray(whole) ? whole[0] : whole, apiKey);
  const chunks = text
    .split('\n')
    .filter((row) => row.trim() !== '')
    .map(tryJson);
  if (chunks.length < 2 || chunks.includes(undefined)) throw noJson(text);
  const chunkReader = new StreamedReply(apiKey, () => {});
  for (const chunk of chunks) {
    const failure = chunkReader.add(chunk);
    if (failure !== null && chunkReader.finish === null) return failure;
  }
  return chunkReader.toReply(false);
}

/** Returns `undefined` for invalid JSON. */
export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The answer's text as it arrives, redacted like the whole answer (see `redact`) and checked for runaway output. */
export class AnswerText {
  text = '';
  /** Why reading stops early; null if it does not. */
  stopped: 'whitespace' | 'length' | null = null;
  readonly #apiKey: string;
  readonly #onChunk: (chunk: string) => void;
  readonly #watch = new WhitespaceWatch();
  /** The end of the text, held back because it may be the start of the key. */
  #held = '';

  constructor(apiKey: string, onChunk: (chunk: string) => void) {
    this.#apiKey = apiKey;
    this.#onChunk = onChunk;
  }

  pushText(text: string): void {
    if (text === '') return;
    this.text += text;
    this.#hand(text);
    if (this.#watch.push(text)) this.stopped = 'whitespace';
    else if (this.text.length > MAX_TEXT) this.stopped = 'length';
  }

  /** Emits the held text and returns the whole answer. */
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

class StreamedReply {
  finish: string | null = null;
  stopped = false;
  readonly #apiKey: string;
  readonly #answer: AnswerText;
  #refusal = '';
  /** Kept apart, because some endpoints send the same thought in two fields. */
  readonly #reasoning: Record<'reasoning' | 'reasoning_content' | 'details', string> = {
    reasoning: '',
    reasoning_content: '',
    details: '',
  };
  #tool = '';
  #usage: unknown = null;
  #begun = false;

  constructor(apiKey: string, onChunk: (chunk: string) => void) {
    this.#apiKey = apiKey;
    this.#answer = new AnswerText(apiKey, onChunk);
  }

  add(chunk: unknown): ProviderReply | null {
    const { choices, usage, response } = asRecord(chunk);
    const failure = findFailure(chunk);
    if (failure !== null) return refuseInPlace(failure, this.#apiKey);
    if (usage !== undefined && usage !== null) this.#usage = usage;
    // Workers AI streams only the text.
    if (typeof response === 'string') {
      this.#begun = true;
      this.#say(response);
      return null;
    }
    const choice = Array.isArray(choices) ? asRecord(choices[0]) : {};
    if (choice.error) return refuseInPlace(choice.error, this.#apiKey);
    this.finish = readFinish(choice.finish_reason ?? choice.finishReason) ?? this.finish;
    if (choice.delta === undefined && choice.message === undefined) return null;
    this.#begun = true;
    const message = asRecord(choice.delta ?? choice.message);
    // The last chunk may repeat the whole message.
    const mayRepeat = choice.delta === undefined ? 'whole' : this.finish === null ? 'never' : 'delta';
    if (typeof message.refusal === 'string') this.#refusal += message.refusal;
    this.#think(message, mayRepeat);
    this.#say(withoutRepeated(this.#answer.text, readContent(message.content), mayRepeat));
    this.#tool += withoutRepeated(this.#tool, readOtherFields(message), mayRepeat);
    return null;
  }

  /** @param isClosed the stream has ended or we stopped reading it */
  toReply(isClosed: boolean): ProviderReply {
    if (!this.#begun) return NO_COMPLETION;
    if (isFailure(this.finish)) return cutOff(this.finish);
    const isWhole = isKnownFinish(this.finish) || isClosed;
    const reply = this.#read(this.finish ?? (isClosed ? 'stop' : null));
    if (isWhole || reply.kind !== 'answered') return reply;
    return { ...CUT_OFF, partial: reply };
  }

  #read(finish_reason: string | null): ProviderReply {
    const content = this.#answer.end();
    const { reasoning, reasoning_content, details } = this.#reasoning;
    const plain = reasoning !== '' || reasoning_content !== '';
    const message = {
      content,
      refusal: this.#refusal,
      function_call: { arguments: this.#tool },
      ...(plain ? { reasoning, reasoning_content } : { reasoning_details: [{ text: details }] }),
    };
    return readCompletion({ choices: [{ message, finish_reason }], usage: this.#usage }, this.#apiKey);
  }

  #think(message: Record<string, unknown>, mayRepeat: Repeats): void {
    const add = (field: 'reasoning' | 'reasoning_content' | 'details', text: unknown): void => {
      const before = this.#reasoning[field];
      if (typeof text === 'string') this.#reasoning[field] += withoutRepeated(before, text, mayRepeat);
      if (this.#reasoning[field].length > MAX_REASONING) this.#stop('length');
    };
    add('reasoning', message.reasoning);
    add('reasoning_content', message.reasoning_content);
    if (!Array.isArray(message.reasoning_details)) return;
    for (const detail of message.reasoning_details) {
      const { text, summary } = asRecord(detail);
      add('details', text || summary);
    }
  }

  #say(text: string): void {
    this.#answer.pushText(text);
    if (this.#answer.stopped !== null) this.#stop(this.#answer.stopped);
  }

  #stop(finish: string): void {
    this.finish = finish;
    this.stopped = true;
  }
}

/** How a chunk may repeat earlier text: `whole` messages do, a last `delta` may. */
type Repeats = 'whole' | 'delta' | 'never';
/** If a last delta repeats this many leading characters, it is a repetition and no coincidence. */
const MIN_REPEATED = 20;

function withoutRepeated(before: string, piece: string, mayRepeat: Repeats): string {
  if (before === '' || mayRepeat === 'never') return piece;
  if (piece.startsWith(before))
    return mayRepeat === 'whole' || before.length >= MIN_REPEATED ? piece.slice(before.length) : piece;
  return mayRepeat === 'whole' ? '' : piece;
}
