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
