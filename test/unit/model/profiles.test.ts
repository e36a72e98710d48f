import { expect, it } from 'vitest';
import { resolveProfile } from '../../../src/model/profiles';

const defaults = { provider: 'openai', model: 'big', timeoutSeconds: 60 } as const;

it('fills in what a profile leaves out', () => {
  expect(resolveProfile(undefined, defaults)).toMatchObject({
    provider: 'openai',
    model: 'big',
    maxTokens: 800,
    maxContextTokens: 16_000,
    timeoutSeconds: 60,
    mayEmit: ['say'],
  });
  expect(resolveProfile({ model: 'small', timeoutSeconds: 5 }, defaults)).toMatchObject({
    model: 'small',
    timeoutSeconds: 5,
  });
});

it('never calls the understudy by the name of a model', () => {
  expect(resolveProfile({ provider: 'understudy', model: 'big' }, defaults).model).toBe('understudy');
});
