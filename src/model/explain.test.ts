import { describe, expect, it } from 'vitest';
import { userMessage } from '../../web/src/kit/problem-words';
import { toProblem } from '../contract/to-problem';
import type { CallResult } from '../room/step-context';
import { explainFailure } from './explain';
import type { Ladder } from './ladder';

const LADDER = { failed: 1, answered: 0, window: null } as unknown as Ladder;
const explain = (last: Partial<CallResult>) =>
  toProblem(
    explainFailure('direct the round', 60, LADDER, {
      ...{ error: null, problems: [], learnt: null, backoffMs: 0, finishReason: null },
      ...last,
    } as unknown as CallResult),
  );

describe('the problem of a failed call', () => {
  it.each<[string, Partial<CallResult>, string, string]>([
    [
      'a refused key',
      { status: 'refused', error: '401 Incorrect API key provided.' },
      "The model's endpoint refused the API key: 401 Incorrect API key provided.",
      'Check the API key of the provider, then retry.',
    ],
    [
      'another refusal',
      { status: 'refused', error: '404 The model `m` does not exist' },
      "The model's endpoint refused the request: 404 The model `m` does not exist.",
      'Check the model name and the profile, then retry.',
    ],
    [
      'an endpoint that is down',
      { status: 'unreachable', error: 'no connection' },
      "The model's endpoint could not be reached (1 try): no connection.",
      'Check that the endpoint is running, then retry.',
    ],
    [
      'a timeout',
      { status: 'timeout' },
      'The model did not answer within 60 s (1 try).',
      'Retry when the endpoint responds again, or raise timeoutSeconds in the profile.',
    ],
  ])('says of %s what happened and what to do, without the step that asked', (_, last, detail, fix) => {
    const problem = explain(last);
    expect(problem).toMatchObject({
      type: '/problems/model-unreachable',
      title: 'The model could not be reached',
    });
    expect(problem.detail).toBe(detail);
    expect(userMessage(problem.fix)).toBe(fix);
  });

  it('ends with one full stop', () =>
    expect(
      explain({ status: 'answered', problems: [{ pointer: '/text', message: 'is missing' }] }),
    ).toMatchObject({
      title: 'No usable answer from the model',
      detail: 'The model gave no usable answer (0 answers): /text: is missing.',
    }));
});
