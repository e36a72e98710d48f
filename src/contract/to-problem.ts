import { givenKey } from '../base/receipt-key';
import type { BudgetName, Measure } from './money';
import { PROBLEM_TYPES, problemTypeUri } from './problem-types';
import type { Failure, Problem } from './problems';

const BUDGET_OF: Record<BudgetName, string> = {
  operator: 'What the operator lets this tenant spend',
  tenant: "The tenant's budget",
  room: 'The budget of this room',
  seat: "The player's budget in this room",
  autonomy: 'What this scene may spend while it goes on by itself',
};
const LEFT: Record<Measure, string> = {
  calls: 'no call',
  tokens: 'too few tokens',
  money: 'too little money',
};

/** The words of a problem: the cause, the fix, and what only some codes have. */
type Words = Pick<Problem, 'detail' | 'fix' | 'errors' | 'retryAfter'>;

/**
 * A failure as RFC 9457 problem details. Every code of {@link Failure} has its case: a new one does not compile
 * until it is given words here.
 *
 * @param instance path of the request that failed; left out for failures that no request caused (a round's)
 */
export function toProblem(failure: Failure, instance?: string): Problem {
  const { title, status } = PROBLEM_TYPES[failure.code];
  return {
    type: problemTypeUri(failure.code),
    title,
    status,
    ...toWords(failure),
    ...(instance === undefined ? {} : { instance }),
  };
}

function toWords(failure: Failure): Words {
  switch (failure.code) {
    case 'not_found':
      return {
        detail: `There is no ${failure.what} "${failure.id}" here.`,
        fix:
          failure.fix ??
          (failure.id.startsWith('/')
            ? 'Check method and path; /openapi.json lists every address.'
            : /^\d*$/.test(failure.id)
              ? `Read the room: it lists what it has.`
              : 'Check the id; it must belong to the tenant of your key.'),
      };
    case 'unauthenticated':
      return {
        detail: failure.reason,
        fix:
          failure.fix ??
          'Send the header "Authorization: Bearer ps_<tenant>_<secret>", or the token of a seat; a socket may carry ?ticket=… instead.',
      };
    case 'forbidden':
      return { detail: `This needs ${failure.needs}.`, fix: failure.fix };
    case 'invalid':
      return {
        detail: failure.detail ?? describeErrors(failure.errors),
        fix: 'Correct what `errors` names and send the request again; /docs shows every field.',
        errors: failure.errors,
      };
    case 'unprocessable':
      return {
        detail: `${failure.detail} ${describeErrors(failure.errors)}`,
        fix: 'Send what `errors` names, or change the template: PATCH /v1/hooks/{id}.',
        errors: failure.errors,
      };
    case 'conflict':
      return { detail: failure.detail, fix: failure.fix };
    case 'stale':
      return {
        detail: `The ${failure.what} "${failure.id}" has changed since: it is at version ${failure.version}, not ${failure.seen}.`,
        fix: 'Read it again and put your change on top of that, or leave out the header If-Match.',
      };
    case 'idempotency_mismatch':
      return {
        detail: `The Idempotency-Key "${givenKey(failure.key)}" was already used with another body or path.`,
        fix: 'Use a new key for a new request; repeat a request with exactly the same body.',
      };
    case 'too_large':
      return {
        detail: `The ${failure.what} is larger than the limit of ${failure.limit} bytes.`,
        fix: `Send at most ${failure.limit} bytes.`,
      };
    case 'unsupported_media':
      return {
        detail: `The content type "${failure.got}" is not understood here.`,
        fix: failure.want.includes(' or ')
          ? `Send the header "Content-Type" with what the body is: ${failure.want}.`
          : `Send the header "Content-Type: ${failure.want}".`,
      };
    case 'finished':
      return {
        detail: failure.detail,
        fix:
          failure.fix ??
          (!failure.room.startsWith('scn_')
            ? 'Read its report or export it; create a new run to go on.'
            : `PATCH /v1/scenes/${failure.room} with {"status":"open"} to go on.`),
      };
    case 'model_failed':
    case 'model_unreachable':
      return { detail: toSentence(failure.detail), fix: failure.fix };
    case 'budget_exhausted':
      return {
        detail: `${BUDGET_OF[failure.budget]} has ${LEFT[failure.what]} left for the next call to a model${failure.isLeased ? '; the rest is leased to rooms that are playing' : ''}.`,
        fix: failure.fix,
      };
    case 'too_many':
      return {
        detail: `There are too many ${failure.what}; the limit is ${failure.limit}.`,
        fix: `Wait ${failure.retryAfter} s, then try again.`,
        retryAfter: failure.retryAfter,
      };
    case 'gone':
      return {
        detail: `The ${failure.what} "${failure.id}" was deleted, or is being deleted.`,
        fix: 'Nothing brings it back; use another one.',
      };
    case 'loop':
      return {
        detail: `It has come through ${failure.hops} hooks, each set off by the one before; the limit is ${failure.limit}.`,
        fix: 'Find the webhooks and hooks that make a circle, and give one of them a narrower filter, or delete it.',
      };
    case 'unavailable':
      return {
        detail: failure.detail,
        fix: failure.fix ?? 'Try again; a POST with an Idempotency-Key can be repeated safely.',
        retryAfter: failure.retryAfter,
      };
    case 'misconfigured':
      return {
        detail: `The configuration is wrong. ${failure.detail}.`,
        fix: 'The operator corrects it in .dev.vars and starts again, or sets it anew with wrangler secret put.',
        retryAfter: 60,
      };
    case 'internal':
      return {
        detail: 'Something broke that should not have.',
        fix: `Report it with the reference ${failure.reference}.`,
      };
  }
}

const describeErrors = (errors: { pointer: string; message: string }[]): string =>
  errors.map(({ pointer, message }) => `${pointer || 'body'}: ${message}`).join('; ') ||
  'The request is not valid.';

/** Begins with a capital letter and ends with a full stop. */
const toSentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
