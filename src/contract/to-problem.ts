import { givenKey } from '../base/receipt-key';
import type { BudgetName, Measure } from './money';
import { PROBLEM_TYPES, problemTypeUri } from './problem-types';
import type { Failure, Problem } from './problems';

const BUDGET_LABELS: Record<BudgetName, string> = {
  operator: "The operator's cap for this tenant",
  tenant: "The tenant's budget",
  room: 'The budget of this room',
  seat: "The player's budget in this room",
  autonomy: 'The budget for auto-play of this scene',
};
const LEFT: Record<Measure, string> = {
  calls: 'no calls',
  tokens: 'too few tokens',
  money: 'too little money',
};

/** The parts of a problem that depend on the failure. */
type Words = Pick<Problem, 'detail' | 'fix' | 'errors' | 'retryAfter'>;

/**
 * Formats a failure as RFC 9457 problem details. A new code of {@link Failure} does not compile until it has a case
 * here.
 *
 * @param instance path of the failed request; omitted if no request caused it (a failed round)
 */
export function toProblem(failure: Failure, instance?: string): Problem {
  const { title, status } = PROBLEM_TYPES[failure.code];
  return {
    type: problemTypeUri(failure.code),
    title,
    status,
    ...formatIssue(failure),
    ...(instance === undefined ? {} : { instance }),
  };
}

function formatIssue(failure: Failure): Words {
  switch (failure.code) {
    case 'not_found':
      return {
        detail: `No ${failure.what} "${failure.id}" was found.`,
        fix:
          failure.fix ??
          (failure.id.startsWith('/')
            ? 'Check the method and path; see /openapi.json for all paths.'
            : /^\d*$/.test(failure.id)
              ? 'Read the room to see what it contains.'
              : 'Check the id. It must belong to the tenant of your key.'),
      };
    case 'unauthenticated':
      return {
        detail: failure.reason,
        fix:
          failure.fix ??
          'Send the header "Authorization: Bearer ps_<tenant>_<secret>", or the token of a seat. A socket can use ?ticket=… instead.',
      };
    case 'forbidden':
      return { detail: `This requires ${failure.needs}.`, fix: toSentence(failure.fix) };
    case 'invalid':
      return {
        detail: failure.detail ?? describeErrors(failure.errors),
        fix: 'Correct the fields listed in `errors` and try again. See /docs for all fields.',
        errors: failure.errors,
      };
    case 'unprocessable':
      return {
        detail: `${failure.detail} ${describeErrors(failure.errors)}`,
        fix: 'Send the fields listed in `errors`, or change the template with PATCH /v1/hooks/{id}.',
        errors: failure.errors,
      };
    case 'conflict':
      return { detail: toSentence(failure.detail), fix: toSentence(failure.fix) };
    case 'stale':
      return {
        detail: `The ${failure.what} "${failure.id}" was changed: it is at version ${failure.version}, not ${failure.seen}.`,
        fix: 'Read it again and apply your change to the current version, or omit the If-Match header.',
      };
    case 'idempotency_mismatch':
      return {
        detail: `The Idempotency-Key "${givenKey(failure.key)}" was already used with another body or path.`,
        fix: 'Use a new key for a new request. Repeat a request with exactly the same body.',
      };
    case 'too_large':
      return {
        detail: `The ${failure.what} exceeds the limit of ${failure.limit} bytes.`,
        fix: `Send at most ${failure.limit} bytes.`,
      };
    case 'unsupported_media':
      return {
        detail: `The content type "${failure.got}" is not supported here.`,
        fix: failure.want.includes(' or ')
          ? `Send the header "Content-Type" with the type of the body: ${failure.want}.`
          : `Send the header "Content-Type: ${failure.want}".`,
      };
    case 'finished':
      return {
        detail: failure.detail,
        fix:
          failure.fix ??
          (!failure.room.startsWith('scn_')
            ? 'Read its report or export it. Create a new run to continue.'
            : `Reopen it: PATCH /v1/scenes/${failure.room} with {"status":"open"}.`),
      };
    case 'model_failed':
    case 'model_unreachable':
      return { detail: toSentence(failure.detail), fix: toSentence(failure.fix) };
    case 'budget_exhausted':
      return {
        detail: `${BUDGET_LABELS[failure.budget]} has ${LEFT[failure.what]} left for the next model call${failure.isLeased ? '; the rest is leased to active rooms' : ''}.`,
        fix: failure.fix,
      };
    case 'too_many':
      return {
        detail: `Too many ${failure.what}; the limit is ${failure.limit}.`,
        fix: `Wait ${failure.retryAfter} s, then try again.`,
        retryAfter: failure.retryAfter,
      };
    case 'gone':
      return {
        detail: `The ${failure.what} "${failure.id}" was deleted, or is being deleted.`,
        fix: 'Use another one. It cannot be restored.',
      };
    case 'loop':
      return {
        detail: `The delivery passed through ${failure.hops} hooks, each triggered by the previous one; the limit is ${failure.limit}.`,
        fix: 'Find the loop of webhooks and hooks. Narrow the filter of one of them, or delete it.',
      };
    case 'unavailable':
      return {
        detail: failure.detail,
        fix: failure.fix ?? 'Try again. Repeating a POST with an Idempotency-Key is safe.',
        retryAfter: failure.retryAfter,
      };
    case 'misconfigured':
      return {
        detail: `The configuration is invalid. ${failure.detail}.`,
        fix: 'As the operator, fix it in .dev.vars and restart, or set it with wrangler secret put.',
        retryAfter: 60,
      };
    case 'internal':
      return {
        detail: 'An unexpected error occurred.',
        fix: `Report it with the reference ${failure.reference}.`,
      };
  }
}

const describeErrors = (errors: { pointer: string; message: string }[]): string =>
  errors.map(({ pointer, message }) => `${pointer || 'body'}: ${message}`).join('; ') ||
  'The request is invalid.';

/** Capitalizes the first letter and ends with a period. */
const toSentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
