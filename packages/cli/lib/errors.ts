import type { Problem } from '../../../src/contract/problems';

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
  readonly problem: Partial<Problem> | undefined;
  constructor(exit: ExitCode, cause: string, fix?: string, problem?: Partial<Problem>) {
    super(cause);
    this.exit = exit;
    this.fix = fix;
    this.problem = problem;
  }
}

export const usageError = (cause: string, fix = 'Add --help to see what it takes.'): CliError =>
  new CliError(EXIT.usage, cause, fix);

/** Makes sentences of a problem document: its cause, wrong fields by their pointers, and its fix. */
export function problemError(status: number, problem: Partial<Problem>, what: string): CliError {
  const cause = problem.detail ?? problem.title ?? `${what} was answered ${status}, and with no reason`;
  const fields = (problem.errors ?? []).filter(({ message }) => !cause.includes(message));
  const lines = fields.map(({ pointer, message }) => `\n  ${pointer || 'body'}: ${message}`);
  const wait = problem.retryAfter === undefined ? '' : ` Wait ${problem.retryAfter} seconds.`;
  const exit = status === 401 || status === 403 ? EXIT.denied : EXIT.refused;
  return new CliError(exit, `${cause}${lines.join('')}`, `${problem.fix ?? ''}${wait}`.trim() || undefined, {
    ...problem,
    status,
  });
}

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
