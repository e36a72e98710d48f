import { type Problem, ProblemError } from '../../../client/src/index';

/** Exit codes of every command; docs/client.md#command-line explains them. */
export const EXIT = {
  ok: 0,
  /** Something that nobody expected. */
  failed: 1,
  /** The command line itself is wrong. */
  usage: 2,
  /** No stage answers at the address. */
  unreachable: 3,
  /** No key, or one that may not do this. */
  denied: 4,
  /** The stage refused the request. */
  refused: 5,
  /** A round or run failed, or `doctor` found something broken. */
  unwell: 6,
  /** The person pressed Ctrl+C. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An expected failure: a cause, what to do, and the exit code. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exit: ExitCode;
  readonly fix: string | undefined;
  readonly problem: Problem | undefined;
  constructor(exit: ExitCode, cause: string, fix?: string, problem?: Problem) {
    super(cause);
    this.exit = exit;
    this.fix = fix;
    this.problem = problem;
  }
}

export const usageError = (cause: string, fix = 'Add --help to see what it takes.'): CliError =>
  new CliError(EXIT.usage, cause, fix);

/** A request that no stage answered. */
export function unreachable(url: string, error: unknown): CliError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const words =
    cause instanceof Error ? cause.message || String((cause as { code?: string }).code) : String(cause);
  return new CliError(
    EXIT.unreachable,
    `No stage answers at ${url} (${words}).`,
    'Start one with npm start, or name another by --url or PROSCENIUM_URL.',
  );
}

/** The client's problems as failures of a command: the cause, wrong fields by their pointers, and the fix. */
export function toCliError(error: unknown): unknown {
  if (!(error instanceof ProblemError)) return error;
  if (error.cause instanceof CliError) return error.cause;
  const { problem, status } = error;
  // Without a type the answer came from something in between, such as a proxy.
  const cause = problem.type === 'about:blank' ? problem.title : problem.detail;
  const fields = (problem.errors ?? []).filter(({ message }) => !cause.includes(message));
  const lines = fields.map(({ pointer, message }) => `\n  ${pointer || 'body'}: ${message}`);
  const wait = problem.retryAfter === undefined ? '' : ` Wait ${problem.retryAfter} seconds.`;
  const exit =
    status === 0 ? EXIT.unreachable : status === 401 || status === 403 ? EXIT.denied : EXIT.refused;
  const fix = `${problem.fix ?? ''}${wait}`.trim() || undefined;
  return new CliError(exit, `${cause}${lines.join('')}`, fix, problem);
}

/** The cause of a failure, and its fix. */
export function describeError(error: unknown): string {
  const failure = toCliError(error);
  if (!(failure instanceof Error)) return String(failure);
  return failure instanceof CliError && failure.fix !== undefined
    ? `${failure.message} ${failure.fix}`
    : failure.message;
}

/** True for a failure after which the same request may succeed. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ProblemError && [0, 429, 502, 503, 504].includes(error.status);

/** An error as `--json` prints it. */
export const errorToJson = (error: unknown): object =>
  error instanceof CliError
    ? {
        error: {
          exit: error.exit,
          cause: error.message,
          ...(error.fix !== undefined && { fix: error.fix }),
          ...(error.problem && { problem: error.problem }),
        },
      }
    : { error: { exit: EXIT.failed, cause: error instanceof Error ? error.message : String(error) } };
