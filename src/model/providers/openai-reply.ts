import { asRecord, cleanText } from '../../base/foreign-values';
import { type BodyLimits, joinText } from '../../base/read-body';
import type { ProviderReply } from '../provider';
import { readReasoningFields } from '../reasoning-fields';
import { isDone, openAnswer, readData, readEvents, untilFinished } from './events';
import { isFailure, isKnownFinish, readFinish } from './finish';
import { noJson, readLimit, redact } from './openai-errors';
import { readChatUsage } from './usage';

type Refused = Extract<ProviderReply, { kind: 'refused' }>;

/** Characters of an endpoint's explanation. */
const MAX_WORDS = 300;

const NO_COMPLETION: Refused = {
  kind: 'refused',
  retryable: true,
  error: 'the endpoint sent something that is no chat completion',
};
export const CUT_OFF = {
  kind: 'unreachable',
  error: 'the connection ended in the middle of the answer',
} as const satisfies ProviderReply;

/** Reads a whole chat completion. Endpoints differ; nothing of the answer's form is taken for granted. */
export function readCompletion(completion: unknown, apiKey: string): ProviderReply {
  const { choices, usage } = asRecord(completion);
  const choice = Array.isArray(choices) ? asRecord(choices[0]) : {};
  const failure = findFailure(completion) ?? choice.error ?? null;
  if (failure !== null) return refuseInPlace(failure, apiKey);
  if (choice.message === undefined) return NO_COMPLETION;
  const message = asRecord(choice.message);
  const finish = readFinish(choice.finish_reason ?? choice.finishReason);
  if (isFailure(finish)) return breakOff(finish);
  const refusal = typeof message.refusal === 'string' ? message.refusal : '';
  const text = redact(readContent(message.content), apiKey);
  const elsewhere = text.trim() === '' ? readElsewhere(message) : '';
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

/** Finds the failure that an object reports, in place of a completion or beside one; null: there is none. */
function findFailure(said: unknown): unknown {
  const { choices, response, error, code, message, object } = asRecord(said);
  if (error) return error;
  if (choices !== undefined || response !== undefined) return null;
  const isSaid = (value: unknown): boolean =>
    (typeof value === 'string' && value !== '') || (typeof value === 'number' && value !== 0);
  return isSaid(message) || isSaid(code) || object === 'error' ? said : null;
}

/** The endpoint itself says that it broke the answer off. */
export const breakOff = (finish: string | null): ProviderReply => ({
  kind: 'unreachable',
  error: `the endpoint broke off its answer (finish_reason "${finish}")`,
});

/** An error in place of an answer, or in the middle of one: the status is a success already. */
export function refuseInPlace(error: unknown, apiKey: string): Refused {
  const { message, code } = asRecord(error);
  const text = typeof error === 'string' ? error : String(message ?? code ?? 'an error');
  const cause = cleanText(redact(text, apiKey), MAX_WORDS);
  // Pictures would have been refused before.
  const limit = readLimit(400, cause, asRecord(error), false);
  return { kind: 'refused', retryable: !limit.windowExceeded, error: cause, ...limit };
}

function readContent(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => String(asRecord(part).text ?? '')).join('');
}

/** An answer that some endpoints put into another field: an object as the content, arguments of a tool. */
function readElsewhere({ content, tool_calls, function_call }: Record<string, unknown>): string {
  if (typeof content === 'object' && content !== null && !Array.isArray(content))
    return JSON.stringify(content);
  const [call] = Array.isArray(tool_calls) ? tool_calls : [];
  const input = asRecord(asRecord(call).function ?? function_call).arguments;
  return typeof input === 'string' ? input : input ? JSON.stringify(input) : '';
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
 * Reads an answer to its end: a stream, whether one was wished for or not, or a whole completion. The answer's text is
 * handed on as it comes. It is not waited for the end of an answer that trails off in white space.
 *
 * @throws what reading the body throws when the connection is cut, or it is too large or too slow; SyntaxError for what
 *   is no JSON
 */
export async function readAnswer(
  { body }: Pick<Response, 'body'>,
  apiKey: string,
  onChunk: ((chunk: string) => void) | undefined,
  limits: BodyLimits,
): Promise<ProviderReply> {
  if (body === null) return NO_COMPLETION;
  const chunkReader = new Gathered(apiKey, onChunk ?? (() => {}));
  const isFinished = (): boolean => chunkReader.finish !== null;
  const { isEvents, chunks } = await openAnswer(body, untilFinished(limits, isFinished));
  if (isEvents) return readStream(chunks, chunkReader);
  const reply = readWhole(await joinText(chunks), apiKey);
  if (reply.kind === 'answered') onChunk?.(reply.text);
  return reply;
}

/** Reads the events of a streamed chat completion. Behind the end of the answer nothing makes it worse. */
async function readStream(chunks: AsyncIterable<Uint8Array>, chunkReader: Gathered): Promise<ProviderReply> {
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

const DONE_BEHIND = /\s*data:\s*\[DONE\]\s*$/;

/** A body that is no stream: one object, or chunks of a stream, an object a line. @throws SyntaxError */
function readWhole(body: string, apiKey: string): ProviderReply {
  const text = body.replace(DONE_BEHIND, '');
  const whole = tryJson(text);
  if (whole !== undefined) return readCompletion(Array.isArray(whole) ? whole[0] : whole, apiKey);
  const chunks = text
    .split('\n')
    .filter((row) => row.trim() !== '')
    .map(tryJson);
  if (chunks.length < 2 || chunks.includes(undefined)) throw noJson(text);
  const chunkReader = new Gathered(apiKey, () => {});
  for (const chunk of chunks) {
    const failure = chunkReader.add(chunk);
    if (failure !== null && chunkReader.finish === null) return failure;
  }
  return chunkReader.toReply(false);
}

/** `undefined` for what is no JSON. */
export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
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
  /** Null until the endpoint has said why the answer ended. */
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
  /** Arguments of the first tool that is called. */
  #tool = '';
  #usage: unknown = null;
  #begun = false;

  constructor(apiKey: string, onChunk: (chunk: string) => void) {
    this.#apiKey = apiKey;
    this.#answer = new AnswerText(apiKey, onChunk);
  }

  /** Adds a chunk; null, or why the endpoint gave up in the middle. */
  add(chunk: unknown): ProviderReply | null {
    const { choices, usage, response } = asRecord(chunk);
    const failure = findFailure(chunk);
    if (failure !== null) return refuseInPlace(failure, this.#apiKey);
    if (usage !== undefined && usage !== null) this.#usage = usage;
    // Workers AI streams the text alone.
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
    // A last chunk may have the whole message once more.
    const mayRepeat = choice.delta === undefined ? 'whole' : this.finish === null ? 'never' : 'delta';
    if (typeof message.refusal === 'string') this.#refusal += message.refusal;
    this.#think(message, mayRepeat);
    this.#say(withoutRepeated(this.#answer.text, readContent(message.content), mayRepeat));
    this.#tool += withoutRepeated(this.#tool, readElsewhere(message), mayRepeat);
    return null;
  }

  /** @param isClosed the stream told its end, or it is not waited for */
  toReply(isClosed: boolean): ProviderReply {
    if (!this.#begun) return NO_COMPLETION;
    if (isFailure(this.finish)) return breakOff(this.finish);
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
    this.#answer.say(text);
    if (this.#answer.stopped !== null) this.#stop(this.#answer.stopped);
  }

  #stop(finish: string): void {
    this.finish = finish;
    this.stopped = true;
  }
}

/** Says whether a piece may repeat what came before it: a whole message does, a last delta perhaps. */
type Repeats = 'whole' | 'delta' | 'never';
/** A last delta that begins with so many characters that came before is no coincidence. */
const LEAST_REPEATED = 20;

/** Returns the part of a piece that is new. */
function withoutRepeated(before: string, piece: string, mayRepeat: Repeats): string {
  if (before === '' || mayRepeat === 'never') return piece;
  if (piece.startsWith(before))
    return mayRepeat === 'whole' || before.length >= LEAST_REPEATED ? piece.slice(before.length) : piece;
  return mayRepeat === 'whole' ? '' : piece;
}
