import { cleanText } from '../../base/foreign-values';
import { readJson } from '../../base/read-body';
import { asRecord } from '../lenient';
import type { ProviderReply } from '../provider';
import { WhitespaceWatch } from '../runaway';
import { NO_COMPLETION, readCompletion, readContent } from './openai-completion';
import { redact } from './openai-errors';
import { readLimit } from './openai-limits';
import { readEvents } from './sse';

/** What a runaway model adds beyond this is not waited for. */
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
  const gathered = new Gathered(apiKey, onChunk);
  for await (const data of readEvents(body, { signal })) {
    if (data.trim() === '[DONE]') {
      gathered.finish ??= 'stop';
      break;
    }
    const refusal = gathered.add(JSON.parse(data));
    if (refusal !== null) return refusal;
    if (gathered.stopped) break;
  }
  return gathered.toReply();
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
      const told = cleanText(redact(text, this.#apiKey), 300);
      // The stream has begun, so its status says nothing; pictures would have been refused before.
      const limit = readLimit(400, told, asRecord(error), false);
      return { kind: 'refused', retryable: !limit.windowExceeded, error: told, ...limit };
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
    const known = key.length >= 4;
    const open = known ? (this.#held + text).replaceAll(key, '[key]') : text;
    let length = known ? Math.min(open.length, key.length - 1) : 0;
    while (!key.startsWith(open.slice(open.length - length))) length -= 1;
    this.#held = open.slice(open.length - length);
    if (length < open.length) this.#onChunk(open.slice(0, open.length - length));
  }

  #stop(finish: string): void {
    this.finish = finish;
    this.stopped = true;
  }
}
