import { asRecord, cleanText, readCount } from '../../base/foreign-values';
import type { EndpointModel } from '../../contract/provider-views';
import { type EndpointAnswer, type EndpointRequest, type ReadDeps, readEndpoint } from './read-endpoint';

export type ModelList =
  | { kind: 'models'; models: EndpointModel[] }
  | { kind: 'unreachable'; error: string; isLate: boolean }
  | { kind: 'wrong_key'; status: number }
  | { kind: 'not_api'; status: number }
  | { kind: 'refused'; status: number; error: string };

const MAX_MODELS = 2_000;
const MAX_ID = 200;
const MAX_ERROR = 200;
const MIN_WINDOW = 256;
const MAX_WINDOW = 100_000_000;

/** Names of the window field in vLLM, OpenRouter, Groq, Mistral, Anthropic, Google and LM Studio. */
const WINDOW_FIELDS = [
  'loaded_context_length',
  'max_model_len',
  'context_length',
  'context_window',
  'max_context_length',
  'max_input_tokens',
  'inputTokenLimit',
];

export function readWindow(value: unknown): number | null {
  const window = readCount(value, MAX_WINDOW);
  return window !== null && window >= MIN_WINDOW ? window : null;
}

const QUERIES: Partial<Record<EndpointRequest['kind'], string>> = {
  anthropic: '?limit=1000',
  google: '?pageSize=1000',
};

/** Fetches the endpoint's model list. Never throws; takes at most 10 s. */
export async function listModels(endpoint: EndpointRequest, deps: ReadDeps = {}): Promise<ModelList> {
  const url = `${endpoint.address}/models${QUERIES[endpoint.kind] ?? ''}`;
  return readList(await readEndpoint(endpoint, url, deps));
}

function readList(answer: EndpointAnswer): ModelList {
  if (answer.kind === 'unreachable') return answer;
  const { status, json, text } = answer;
  if (status === 401 || status === 403 || isRejectedKey(status, text)) return { kind: 'wrong_key', status };
  const { data, models } = asRecord(json);
  const rows = Array.isArray(json) ? json : Array.isArray(data) ? data : models;
  if (status === 200 && Array.isArray(rows)) return { kind: 'models', models: readModels(rows) };
  if (status === 200 || status === 404 || status === 405 || (status >= 300 && status < 400))
    return { kind: 'not_api', status };
  const { error } = asRecord(json);
  const words = asRecord(error).message ?? error ?? text;
  return { kind: 'refused', status, error: cleanText(String(words), MAX_ERROR) };
}

/** Google returns 400 for a wrong key. */
const isRejectedKey = (status: number, text: string): boolean =>
  status === 400 && /api.?key/i.test(text) && /valid|invalid/i.test(text);

function readModels(rows: readonly unknown[]): EndpointModel[] {
  return rows.slice(0, MAX_MODELS).flatMap((row): EndpointModel[] => {
    const fields = asRecord(row);
    const { id = fields.name } = fields;
    if (typeof id !== 'string' || id === '') return [];
    const window = WINDOW_FIELDS.map((field) => readWindow(fields[field])).find((found) => found !== null);
    // Google lists names as `models/…` but accepts them without the prefix.
    return [{ id: cleanText(id.replace(/^models\//, ''), MAX_ID), window: window ?? null }];
  });
}
