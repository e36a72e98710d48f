import { type Problem, ProblemError } from '../../../client/src/index';

/** Exit codes of all commands; see docs/client.md#command-line. */
export const EXIT = {
  ok: 0,
  /** Unexpected error. */
  failed: 1,
  /** Invalid command line. */
  usage: 2,
  /** The stage cannot be reached. */
  unreachable: 3,
  /** No key, or insufficient permission. */
  denied: 4,
  /** The stage refused the request. */
  refused: 5,
  /** A round or run failed, or `doctor` found a problem. */
  unwell: 6,
  /** Interrupted with Ctrl+C. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An expected failure: cause, fix and exit code. */
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

export const usageError = (cause: string, fix = 'Add --help to see the usage.'): CliError =>
  new CliError(EXIT.usage, cause, fix);

/** No stage answered the request. */
export function unreachable(url: string, error: unknown): CliError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const words =
    cause instanceof Error ? cause.message || String((cause as { code?: string }).code) : String(cause);
  return new CliError(
    EXIT.unreachable,
    `No stage responds at ${url} (${words}).`,
    'Start one with npm start, or set another with --url or PROSCENIUM_URL.',
  );
}

/** Converts problems of the client to failures of a command: cause, invalid fields and fix. */
export function toCliError(error: unknown): unknown {
  if (!(error instanceof ProblemError)) return error;
  if (error.cause instanceof CliError) return error.cause;
  const { problem, status } = error;
  // Without a type, the response came from an intermediary such as a proxy.
  const cause = problem.type === 'about:blank' ? problem.title : problem.detail;
  const fields = (problem.errors ?? []).filter(({ message }) => !cause.includes(message));
  const lines = fields.map(({ pointer, message }) => `\n  ${pointer || 'body'}: ${message}`);
  const wait = problem.retryAfter === undefined ? '' : ` Wait ${problem.retryAfter} seconds.`;
  const exit =
    status === 0 ? EXIT.unreachable : status === 401 || status === 403 ? EXIT.denied : EXIT.refused;
  const fix = `${problem.fix ?? ''}${wait}`.trim() || undefined;
  return new CliError(exit, `${cause}${lines.join('')}`, fix, problem);
}

/** The cause and fix of a failure. */
export function describeError(error: unknown): string {
  const failure = toCliError(error);
  if (!(failure instanceof Error)) return String(failure);
  return failure instanceof CliError && failure.fix !== undefined
    ? `${failure.message} ${failure.fix}`
    : failure.message;
}

/** True for temporary failures. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ProblemError && [0, 429, 502, 503, 504].includes(error.status);

/** Formats an error for `--json`. */
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
