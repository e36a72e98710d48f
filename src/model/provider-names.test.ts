import { describe, expect, it } from 'vitest';
import { checkProviders, type KnownProviders } from './provider-names';

const known: KnownProviders = new Map([
  ['openai', { kind: 'openai', baseUrl: null, hasModel: true }],
  ['local', { kind: 'openai', baseUrl: 'http://127.0.0.1:11434/v1', hasModel: true }],
  ['claude', { kind: 'anthropic', baseUrl: null, hasModel: false }],
]);
const check = (profiles: unknown, defaultName = 'openai') =>
  checkProviders(profiles, known, defaultName).map(({ pointer }) => pointer);

describe('a profile', () => {
  it('names a provider that is there, and a model where that has none', () => {
    expect(check({ director: { provider: 'local' }, character: { provider: 'understudy' } })).toEqual([]);
    expect(check({ director: { provider: 'nobody' } })).toEqual(['/profiles/director/provider']);
    expect(check({ director: { provider: 'constructor' } })).toEqual(['/profiles/director/provider']);
    expect(check({ characters: { ada: { provider: 'claude' } } })).toEqual([
      '/profiles/characters/ada/model',
    ]);
    expect(check({ director: { provider: 'claude', model: 'm' } })).toEqual([]);
  });

  it.each([
    ['openai', ['topK', 'minP', 'repetitionPenalty']],
    ['local', []],
    ['claude', ['minP', 'frequencyPenalty', 'seed']],
  ])('of %s is refused the settings that its kind does not take', (provider, refused) => {
    const settings = { topK: 40, minP: 0.1, repetitionPenalty: 1.1, frequencyPenalty: 0.2, seed: 1 };
    const pointers = check({ director: { provider, model: 'm', ...settings } });
    for (const setting of refused) expect(pointers).toContain(`/profiles/director/${setting}`);
    if (refused.length === 0) expect(pointers).toEqual([]);
  });

  it("that names no provider is held to the stage's own, its fallback to the fallback's", () => {
    expect(check({ director: { topK: 40 } })).toEqual(['/profiles/director/topK']);
    expect(check({ director: { topK: 40 } }, 'local')).toEqual([]);
    expect(
      check({
        director: { provider: 'local', topK: 40, fallback: { provider: 'openai', model: 'm', topK: 1 } },
      }),
    ).toEqual(['/profiles/director/fallback/topK']);
  });
});
