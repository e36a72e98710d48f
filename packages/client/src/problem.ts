import type { Schemas } from './types';

/** Types of problems: the part of the URI after `/problems/`. */
export type ProblemType =
  | 'invalid'
  | 'unauthenticated'
  | 'budget-exhausted'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'finished'
  | 'gone'
  | 'stale'
  | 'too-large'
  | 'unsupported-media'
  | 'idempotency-mismatch'
  | 'unprocessable'
  | 'too-many'
  | 'internal'
  | 'model-failed'
  | 'model-unreachable'
  | 'unavailable'
  | 'misconfigured'
  | 'loop'
  /** No response, or an incomplete one. */
  | 'no-answer';

/** A refused request (RFC 9457). `status` 0 means there was no response. */
export type Problem = Schemas['Problem'];

/** A refused or unanswered request. `message` is the cause, `fix` the solution. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(`${problem.title}: ${problem.detail}`, options);
    this.problem = problem;
  }

  /** The type without its path; may be a type this version does not know. */
  get type(): ProblemType {
    return this.problem.type.replace(/^.*\/problems\//, '') as ProblemType;
  }

  /** HTTP status; 0 without a response. */
  get status(): number {
    return this.problem.status;
  }

  /** How to make the request succeed. */
  get fix(): string | undefined {
    return this.problem.fix;
  }
}

/** True if an error is a problem, of one of these types if given. */
export const isProblem = (error: unknown, ...types: ProblemType[]): error is ProblemError =>
  error instanceof ProblemError && (types.length === 0 || types.includes(error.type));

/** The problem of an unanswered request. */
export const noAnswer = (title = 'The stage did not respond'): Problem => ({
  type: '/problems/no-answer',
  title,
  status: 0,
  detail: 'The server could not be reached, or took too long.',
  fix: 'Check that it is running and try again.',
});

/** The problem of a path without an operation, because an id contains characters of another path. */
export const noSuchAddress = (path: string): Problem => ({
  type: '/problems/not-found',
  title: 'Not found',
  status: 404,
  detail: `The path ${path} does not exist.`,
  fix: 'Check the id in the path.',
});

/** True if retrying is useless: the credential is invalid, or the room does not exist. */
export const isFinal = ({ status }: Pick<Problem, 'status'>): boolean =>
  [401, 403, 404, 410].includes(status);

/** Reads the problem of a response. A response of an intermediary, such as a proxy, is converted to one. */
export async function readProblem(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null);
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Partial<Problem>;
  return {
    ...fields,
    type: fields.type ?? 'about:blank',
    status: response.status,
    title: fields.title ?? `The server responded with ${response.status}`,
    detail: fields.detail ?? response.statusText,
  };
}
