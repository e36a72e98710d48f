import { describe, expect, it } from 'vitest';
import { type Failure, problem } from './problems';
import { toProblem } from './to-problem';

/** One of each: a new code does not compile until it is added here. */
const SAMPLES: { [C in Failure['code']]: Failure & { code: C } } = {
  not_found: { code: 'not_found', what: 'scene', id: 'scn_x' },
  unauthenticated: { code: 'unauthenticated', reason: 'The request has no API key.' },
  forbidden: {
    code: 'forbidden',
    needs: "the operator's key",
    fix: 'Ask the operator of this stage to do it.',
  },
  invalid: { code: 'invalid', errors: [{ pointer: '/title', message: 'too long' }] },
  stale: { code: 'stale', what: 'persona', id: 'per_x', seen: 1, version: 3 },
  conflict: { code: 'conflict', detail: 'It exists.', fix: 'Choose another.' },
  unprocessable: {
    code: 'unprocessable',
    detail: 'The payload lacks a field.',
    errors: [{ pointer: '/who', message: 'is missing' }],
  },
  idempotency_mismatch: { code: 'idempotency_mismatch', key: 'k-1' },
  too_large: { code: 'too_large', what: 'body', limit: 1024 },
  unsupported_media: { code: 'unsupported_media', got: 'text/plain', want: 'application/json' },
  finished: { code: 'finished', room: 'scn_x', detail: 'The scene is finished.' },
  model_failed: { code: 'model_failed', purpose: 'director pass 1', detail: 'no JSON', fix: 'Retry.' },
  model_unreachable: { code: 'model_unreachable', purpose: 'direct', detail: 'timed out', fix: 'Retry.' },
  budget_exhausted: {
    code: 'budget_exhausted',
    budget: 'tenant',
    what: 'money',
    isLeased: false,
    fix: 'PUT /v1/budgets with higher "money".',
  },
  too_many: { code: 'too_many', what: 'requests of this key', limit: '100 per second', retryAfter: 2 },
  gone: { code: 'gone', what: 'tenant', id: 'acme' },
  loop: { code: 'loop', hops: 4, limit: 3 },
  unavailable: { code: 'unavailable', detail: 'Restarting.', retryAfter: 3 },
  misconfigured: { code: 'misconfigured', detail: 'PRICES: Invalid input' },
  internal: { code: 'internal', reference: 'ref-1' },
};
const STATUS: Record<Failure['code'], number> = {
  not_found: 404,
  unauthenticated: 401,
  forbidden: 403,
  invalid: 400,
  conflict: 409,
  stale: 412,
  unprocessable: 422,
  idempotency_mismatch: 422,
  too_large: 413,
  unsupported_media: 415,
  finished: 409,
  model_failed: 502,
  model_unreachable: 502,
  budget_exhausted: 402,
  too_many: 429,
  gone: 410,
  loop: 508,
  unavailable: 503,
  misconfigured: 503,
  internal: 500,
};

describe('toProblem', () => {
  for (const failure of Object.values(SAMPLES)) {
    it(`gives ${failure.code} a type, a status, a cause and a fix`, () => {
      const made = toProblem(failure, '/v1/scenes');
      expect(problem.parse(made)).toEqual(made);
      expect(made.type).toBe(`/problems/${failure.code.replaceAll('_', '-')}`);
      expect(made.status).toBe(STATUS[failure.code]);
      expect(made.detail).not.toBe('');
      expect(made.fix).toBeTruthy();
      expect(made.instance).toBe('/v1/scenes');
    });
  }

  it('names every wrong field', () => {
    const errors = [
      { pointer: '/title', message: 'too long' },
      { pointer: '/cast', message: 'unknown field' },
    ];
    const made = toProblem({ code: 'invalid', errors });
    expect(made.errors).toEqual(errors);
    expect(made.detail).toContain('/cast: unknown field');
    expect(made).not.toHaveProperty('instance');
  });

  it('does not speak of tenants when a number names nothing', () => {
    const made = toProblem({ code: 'not_found', what: 'line', id: '99999' });
    expect(made.detail).toContain('line "99999"');
    expect(made.fix).not.toMatch(/tenant/);
  });

  it('names the one content type that is understood, or all of them', () => {
    const fixOf = (want: string) => toProblem({ code: 'unsupported_media', got: 'text/plain', want }).fix;
    expect(fixOf('application/json')).toBe('Send the header "Content-Type: application/json".');
    expect(fixOf('application/json, image/png or multipart/form-data')).toBe(
      'Send the header "Content-Type" with the type of the body: application/json, image/png or multipart/form-data.',
    );
  });

  it('shows nothing of an internal error but its reference', () => {
    const made = toProblem(SAMPLES.internal);
    expect(JSON.stringify(made)).toContain('ref-1');
    expect(Object.keys(made).sort()).toEqual(['detail', 'fix', 'status', 'title', 'type']);
  });
});
