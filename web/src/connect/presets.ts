import type { ProviderView, SetProvider } from '../../../src/contract/provider-views';

export interface Preset {
  /** Name of the saved provider. */
  name: string;
  label: string;
  kind: NonNullable<SetProvider['kind']>;
  baseUrl: string;
  /** Placeholder of the model. */
  model: string;
  /** Runs on the machine of the stage, without a key. */
  isLocal?: true;
}

const OTHER: Preset = { name: 'custom', label: 'Other…', kind: 'openai', baseUrl: '', model: '' };

const PRESETS: readonly Preset[] = [
  {
    ...{ name: 'ollama', label: 'Ollama', kind: 'openai', model: 'qwen3:8b' },
    ...{ baseUrl: 'http://127.0.0.1:11434/v1', isLocal: true },
  },
  {
    ...{ name: 'lmstudio', label: 'LM Studio', kind: 'openai', model: 'qwen/qwen3-8b' },
    ...{ baseUrl: 'http://127.0.0.1:1234/v1', isLocal: true },
  },
  {
    ...{ name: 'llamacpp', label: 'llama.cpp', kind: 'openai', model: 'local' },
    ...{ baseUrl: 'http://127.0.0.1:8080/v1', isLocal: true },
  },
  {
    ...{ name: 'openrouter', label: 'OpenRouter', kind: 'openrouter', model: 'qwen/qwen3-8b' },
    baseUrl: 'https://openrouter.ai/api/v1',
  },
  {
    ...{ name: 'openai', label: 'OpenAI', kind: 'openai', model: 'gpt-4o-mini' },
    baseUrl: 'https://api.openai.com/v1',
  },
  {
    ...{ name: 'anthropic', label: 'Anthropic', kind: 'anthropic', model: 'claude-haiku-4-5' },
    baseUrl: 'https://api.anthropic.com/v1',
  },
  {
    ...{ name: 'gemini', label: 'Gemini', kind: 'google', model: 'gemini-2.5-flash' },
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  },
  OTHER,
];

export const listPresets = (hasLocal: boolean): readonly Preset[] =>
  PRESETS.filter(({ isLocal }) => hasLocal || !isLocal);

/** Name under which a preset is saved: the operator's providers keep theirs. */
export function chooseName({ name }: Preset, providers: readonly ProviderView[]): string {
  const isTaken = providers.some((one) => one.name === name && one.baseUrl === null);
  return isTaken ? `my-${name}` : name;
}

/** The preset of a saved provider. */
export const findPreset = ({ name }: ProviderView): Preset =>
  PRESETS.find((preset) => preset.name === name || `my-${preset.name}` === name) ?? OTHER;
