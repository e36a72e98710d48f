import { expect, it } from 'vitest';
import type { ProviderView } from '../../../src/contract/provider-views';
import { chooseName, findPreset, listPresets } from '../../../web/src/connect/presets';

const view = (name: string, baseUrl: string | null): ProviderView => ({
  ...{ name, kind: 'openai', host: null, baseUrl, key: null, keyEnd: null, keySetAt: null },
  ...{ model: null, isDefault: false },
});

it('presets of this machine are hidden on deployed stages, and all others are public https addresses', () => {
  const deployed = listPresets(false);
  expect(deployed.map(({ label }) => label)).toEqual([
    'OpenRouter',
    'OpenAI',
    'Anthropic',
    'Gemini',
    'Other…',
  ]);
  for (const { baseUrl } of deployed) expect(baseUrl).toMatch(/^(?:https:\/\/|$)/);
  const local = listPresets(true).filter((preset) => !deployed.includes(preset));
  expect(local.map(({ label }) => label)).toEqual(['Ollama', 'LM Studio', 'llama.cpp']);
});

it('a preset is saved under a name that the operator does not use, and is found again by it', () => {
  const [openai] = listPresets(true).filter(({ name }) => name === 'openai');
  if (!openai) throw new Error('no such preset');
  expect(chooseName(openai, [view('openai', null)])).toBe('my-openai');
  expect(chooseName(openai, [view('openai', 'https://api.openai.com/v1')])).toBe('openai');
  expect(findPreset(view('my-openai', 'https://api.openai.com/v1'))).toBe(openai);
  expect(findPreset(view('own', 'https://models.example.com/v1')).label).toBe('Other…');
});
