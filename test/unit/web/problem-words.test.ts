import { describe, expect, it } from 'vitest';
import { PROBLEM_TYPES } from '../../../src/contract/problem-types';
import { fail } from '../../../src/contract/problems';
import { toProblem } from '../../../src/contract/to-problem';
import { fieldLabel, partProblem, userMessage } from '../../../web/src/kit/problem-words';

describe('the words of a problem on a page', () => {
  it('leave out what only a program can do', () => {
    expect(userMessage('Delete a story you no longer need: DELETE /v1/games/{id}.')).toBe(
      'Delete a story you no longer need.',
    );
    expect(userMessage('Try again. Repeating a POST with an Idempotency-Key is safe.')).toBe('Try again.');
    expect(
      userMessage('Check the key and the profile: POST /v1/providers/{name}/try says which. Then retry.'),
    ).toBe('Check the key and the profile. Then retry.');
    expect(userMessage(undefined)).toBe('');
  });

  it('have no verb of a request, no address and no header, whatever the problem', () => {
    for (const { fix } of Object.values(PROBLEM_TYPES)) {
      const told = userMessage(fix);
      expect(told).not.toMatch(/\b(POST|PATCH|PUT|DELETE|GET)\b|\/v1|[Hh]eader|`/);
    }
  });

  it('name the place of a mistake as people count', () => {
    expect(fieldLabel('/characters/0/name')).toBe('characters 1, name');
    expect(fieldLabel('/budgets/maxTokens')).toBe('budgets, max tokens');
    expect(fieldLabel('query/cursor')).toBe('cursor');
    expect(fieldLabel('')).toBe('');
  });

  it('say each mistake once, as the service writes its detail from them', () => {
    const part = (errors: { pointer: string; message: string }[], detail?: string) =>
      partProblem(toProblem(fail({ code: 'invalid', errors, ...(detail && { detail }) }).failure));
    const whole = { pointer: '', message: 'This is no saved game.' };
    const field = { pointer: '/name', message: 'is too long' };
    expect(part([whole])).toEqual({ detail: 'This is no saved game.', mistakes: [] });
    expect(part([field])).toEqual({ detail: '', mistakes: [field] });
    expect(part([field, whole])).toEqual({ detail: '', mistakes: [field, whole] });
    expect(part([whole], 'This is no saved game.')).toEqual({
      detail: 'This is no saved game.',
      mistakes: [],
    });
    expect(part([field], 'It is not valid.')).toEqual({ detail: 'It is not valid.', mistakes: [field] });
    expect(partProblem({ detail: 'Gone.' })).toEqual({ detail: 'Gone.', mistakes: [] });
  });
});
