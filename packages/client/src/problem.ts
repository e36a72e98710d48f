import type { Schemas } from './types';

/** Types of problems: the part of the address after `/problems/`. */
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
  /** No answer came, or only a part of one. */
  | 'no-answer';

/** Tells what a stage refused, and why (RFC 9457). `status` 0 means that no answer came. */
export type Problem = Schemas['Problem'];

/** A refused or unanswered request. `message` is the cause, `fix` the remedy. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(`${problem.title}: ${problem.detail}`, options);
    this.problem = problem;
  }

  /** The type without its path; a type that this version does not know stands here as it came. */
  get type(): ProblemType {
    return this.problem.type.replace(/^.*\/problems\//, '') as ProblemType;
  }

  /** The status of the answer; 0 when none came. */
  get status(): number {
    return this.problem.status;
  }

  /** Says what to change so that the request succeeds. */
  get fix(): string | undefined {
    return this.problem.fix;
  }
}

/** Says whether an error is a problem, and of one of these types, if any are given. */
export const isProblem = (error: unknown, ...types: ProblemType[]): error is ProblemError =>
  error instanceof ProblemError && (types.length === 0 || types.includes(error.type));

/** The problem of a request that was not answered. */
export const noAnswer = (title = 'The stage did not answer'): Problem => ({
  type: '/problems/no-answer',
  title,
  status: 0,
  detail: 'No connection to the server, or it took too long.',
  fix: 'Check that it is running and try again.',
});

/** The problem of a path that no operation has, as an id in it has characters of another path. */
export const noSuchAddress = (path: string): Problem => ({
  type: '/problems/not-found',
  title: 'Not found',
  status: 404,
  detail: `There is no address ${path}.`,
  fix: 'Check the id in it.',
});

/** Says whether another try would not help: the credential is no good, or the room is not there. */
export const isFinal = ({ status }: Pick<Problem, 'status'>): boolean =>
  [401, 403, 404, 410].includes(status);

/** Reads the problem of an answer; an answer of something between, such as a proxy, becomes one. */
export async function readProblem(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null);
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Partial<Problem>;
  return {
    ...fields,
    type: fields.type ?? 'about:blank',
    status: response.status,
    title: fields.title ?? `The server answered ${response.status}`,
    detail: fields.detail ?? response.statusText,
  };
}
