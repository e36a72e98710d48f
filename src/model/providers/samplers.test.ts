import { describe, expect, it } from 'vitest';
import type { RequestSettings } from '../../contract/providers';
import { unsupportedSettings } from './samplers';

const ALL: RequestSettings = {
  temperature: 1,
  topP: 1,
  topK: 1,
  minP: 0,
  frequencyPenalty: 0,
  presencePenalty: 0,
  repetitionPenalty: 1,
  stop: ['x'],
  seed: 0,
  extraBody: {},
  reasoning: 'off',
  reasoningTokens: 0,
};

describe('settings that a provider does not take', () => {
  it.each([
    ['openai', null, ['topK', 'minP', 'repetitionPenalty']],
    ['openai', 'https://api.openai.com/v1', ['topK', 'minP', 'repetitionPenalty']],
    ['openai', 'https://eu.api.openai.com/v1', ['topK', 'minP', 'repetitionPenalty']],
    ['openai', 'http://127.0.0.1:11434/v1', []],
    ['openai', 'https://api.openai.com.example/v1', []],
    ['openrouter', null, []],
    ['anthropic', null, ['minP', 'frequencyPenalty', 'presencePenalty', 'repetitionPenalty', 'seed']],
    ['google', null, ['minP', 'repetitionPenalty']],
    ['workers-ai', null, ['minP', 'stop']],
  ] as const)('%s at %s', (kind, baseUrl, wanted) =>
    expect(unsupportedSettings({ kind, baseUrl }, ALL)).toEqual(wanted),
  );

  it('are only those that a profile has', () =>
    expect(unsupportedSettings({ kind: 'anthropic', baseUrl: null }, { seed: 0, topK: 3 })).toEqual([
      'seed',
    ]));
});
