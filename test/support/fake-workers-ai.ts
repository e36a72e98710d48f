/** A fake of the binding `AI`: an object with `run`, with faults on command. */
import type { AiBinding } from '../../src/model/providers/settings';
import { answerFor, pickLine } from './fake-answers';

export type AiMode =
  | 'ok'
  | 'chat' // answers as chat completions, like newer models
  | 'busy' // error 3040
  | 'spent' // error 3036
  | 'unknown' // error 5007
  | 'formless' // ignores the schema
  | 'window' // the prompt is too long
  | 'deaf' // never answers, and ignores its signal
  | 'cut' // half a stream
  | 'garbage' // an invalid stream
  | 'endless' // an endless stream
  | 'odd'; // rejects `top_k`

export interface FakeAi extends AiBinding {
  mode: AiMode;
  log: { model: string; inputs: Record<string, unknown> }[];
}

const ERRORS: Partial<Record<AiMode, string>> = {
  busy: '3040: Capacity temporarily exceeded, please try again.',
  spent: '3036: You have used up your daily free allocation of 10,000 neurons',
  unknown: '5007: No such model @cf/none or task',
  window:
    '5021: The estimated number of input and maximum output tokens (9000) exceeded this model context window limit (7968).',
  odd: "5006: Error: Bad input: AiError: property 'top_k' is unsupported",
};

export function makeFakeAi(): FakeAi {
  const fake: FakeAi = {
    mode: 'ok',
    log: [],
    async run(model, inputs) {
      fake.log.push({ model, inputs });
      const { messages, response_format, stream, top_k } = inputs as {
        messages: { content: unknown }[];
        response_format?: { json_schema?: Record<string, unknown> };
        stream?: boolean;
        top_k?: number;
      };
      const prompt = messages.map(({ content }) => String(content)).join('\n');
      const error = fake.mode === 'odd' && top_k === undefined ? undefined : ERRORS[fake.mode];
      if (error !== undefined) throw new Error(error);
      if (fake.mode === 'formless' && response_format !== undefined)
        throw new Error("5025: JSON Mode couldn't be met");
      if (fake.mode === 'deaf') return new Promise(() => undefined);
      const value = answerFor(response_format?.json_schema ?? null, prompt);
      const text = pickLine(prompt);
      const usage = { prompt_tokens: 20, completion_tokens: 7, total_tokens: 27 };
      if (stream === true) return streamOf(fake.mode, text, usage);
      if (fake.mode === 'chat') {
        const content = response_format === undefined ? text : JSON.stringify(value);
        const message = { role: 'assistant', content, reasoning_content: 'Hm.' };
        return { choices: [{ index: 0, message, finish_reason: 'stop' }], usage };
      }
      // With a schema the answer is an object.
      return { response: response_format === undefined ? text : value, usage };
    },
  };
  return fake;
}

function streamOf(mode: AiMode, text: string, usage: object): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const events = (text.match(/.{1,6}/g) ?? []).map(
    (response) => `data: ${JSON.stringify({ response, p: 'ab' })}\n\n`,
  );
  const end = [`data: ${JSON.stringify({ response: '', usage })}\n\n`, 'data: [DONE]\n\n'];
  const all =
    mode === 'garbage' ? ['data: {{{\n\n'] : mode === 'cut' ? events.slice(0, 3) : [...events, ...end];
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (mode === 'endless') return controller.enqueue(encoder.encode((events[0] ?? '').repeat(1_000)));
      const piece = all[at++];
      if (piece === undefined) controller.close();
      else controller.enqueue(encoder.encode(piece));
    },
  });
}
