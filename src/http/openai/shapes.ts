import { z } from 'zod';
import type { Problem } from '../../contract/problems';

/** The parts of OpenAI's chat completions that the door reads and writes; other fields of requests are ignored. */

const content = z
  .union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))])
  .nullish();
const chatMessage = z.looseObject({ role: z.string(), content });
export type ChatMessage = z.infer<typeof chatMessage>;

/** The text of a message. Pictures and other parts are left out. */
export const messageText = (parts: ChatMessage['content']): string =>
  typeof parts === 'string' ? parts : (parts ?? []).map(({ text = '' }) => text).join('\n');

export const chatRequest = z
  .looseObject({
    model: z
      .string()
      .nullish()
      .describe(
        'Id of a character to address it, else `scene` or anything: the director chooses who answers',
      ),
    messages: z.array(chatMessage).min(1).describe('Only the end of the conversation counts'),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  })
  .meta({ id: 'ChatCompletionRequest', description: "OpenAI's request. Other fields are ignored" });

const usage = z.object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() });
export type ChatUsage = z.infer<typeof usage>;
const finish = z
  .enum(['stop', 'length'])
  .describe('`length`: the reply took too long; the rest is in the transcript');
export type FinishReason = z.infer<typeof finish>;

export const chatCompletion = z
  .object({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: z.int().describe('Unix time in seconds'),
    model: z.string(),
    choices: z.array(
      z.object({
        index: z.literal(0),
        message: z.object({
          role: z.literal('assistant'),
          content: z.string().describe('Lines heard until the end of the round, as `Name: text`'),
          refusal: z.null(),
        }),
        logprobs: z.null(),
        finish_reason: finish,
      }),
    ),
    usage,
  })
  .meta({ id: 'ChatCompletion', description: "OpenAI's chat completion" });
export type ChatCompletion = z.infer<typeof chatCompletion>;

export const modelList = z
  .object({
    object: z.literal('list'),
    data: z.array(
      z.object({
        id: z.string(),
        object: z.literal('model'),
        created: z.int(),
        owned_by: z.string(),
        name: z.string().describe('Name of the character'),
      }),
    ),
  })
  .meta({ id: 'ChatModels', description: "OpenAI's list of models" });

export const chatError = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.string(),
      param: z.string().nullable(),
      code: z.string().nullable(),
    }),
  })
  .meta({ id: 'ChatError', description: "OpenAI's error" });

const ERROR_TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'insufficient_quota',
  403: 'permission_error',
  429: 'rate_limit_error',
};

/** A problem in the form that clients of OpenAI's API show. */
export function toChatError(problem: Omit<Problem, 'instance'>): z.infer<typeof chatError> {
  const { type, status, detail, fix, errors } = problem;
  return {
    error: {
      message: [detail, fix].filter(Boolean).join(' '),
      type: ERROR_TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error'),
      param: errors?.[0]?.pointer ?? null,
      code: status === 401 ? 'invalid_api_key' : type.replace('/problems/', '').replaceAll('-', '_'),
    },
  };
}
