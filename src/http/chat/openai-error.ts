import { z } from 'zod';
import type { Problem } from '../../contract/problems';

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

/** Paths whose clients only understand errors of OpenAI's API. */
export const CHAT_PATH = /^(\/v1\/scenes\/[^/]+\/openai)(?:\/v1)?(?:\/+|$)/;

/** Many clients add `/v1` to their base URL, or a slash too many. */
export const readChatPath = (path: string): string =>
  CHAT_PATH.test(path) ? path.replace(CHAT_PATH, '$1/').replace(/\/+$/, '') : path;

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
      // The fix of invalid fields refers to a list that this form lacks.
      message: errors ? detail : [detail, fix].filter(Boolean).join(' '),
      type: ERROR_TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error'),
      param: errors?.[0]?.pointer || null,
      code: status === 401 ? 'invalid_api_key' : type.replace('/problems/', '').replaceAll('-', '_'),
    },
  };
}
