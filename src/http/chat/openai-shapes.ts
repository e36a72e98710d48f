import { z } from 'zod';
import { chatMessage } from './wish';

/** The parts of OpenAI's chat completions that the door reads and writes; other fields of requests are ignored. */

export const chatCompletionRequest = z
  .looseObject({
    model: z
      .string()
      .nullish()
      .describe(
        'Id of a character to address it, else `scene` or anything: the director chooses who answers',
      ),
    messages: z.array(chatMessage).min(1).describe('Only the end of the conversation counts'),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
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

export const chatModel = z
  .object({
    id: z.string(),
    object: z.literal('model'),
    created: z.int(),
    owned_by: z.string(),
    name: z.string().describe('Name of the character'),
  })
  .meta({ id: 'ChatModel', description: "OpenAI's model" });

export type ChatModel = z.infer<typeof chatModel>;

export const chatModels = z
  .object({ object: z.literal('list'), data: z.array(chatModel) })
  .meta({ id: 'ChatModels', description: "OpenAI's list of models" });
