import { asRecord } from '../../base/foreign-values';
import type { EndpointModel } from '../../contract/provider-views';
import { readWindow } from './list-models';
import { type EndpointRequest, type ReadDeps, readEndpoint } from './read-endpoint';

/** A model's window as its server runs it. `cuts`: the server truncates longer prompts silently. */
export interface FoundWindow {
  tokens: number | null;
  server: 'ollama' | 'llama.cpp' | 'lmstudio' | null;
}

const isNamed = (model: string, name: unknown): boolean => name === model || name === `${model}:latest`;

/**
 * Finds a model's window in the model list, else in the server's native API. Call it after a model call: Ollama reports
 * the actual window only for a loaded model.
 * @param listed null if the endpoint has no list
 */
export async function findWindow(
  endpoint: EndpointRequest,
  model: string,
  listed: readonly EndpointModel[] | null,
  deps: ReadDeps = {},
): Promise<FoundWindow> {
  const listedWindow = listed?.find(({ id }) => id === model)?.window ?? null;
  if (listedWindow !== null || endpoint.kind !== 'openai') return { tokens: listedWindow, server: null };
  const root = new URL(endpoint.address).origin;
  const readPage = async (path: string, body?: object): Promise<unknown> => {
    const answer = await readEndpoint(endpoint, root + path, deps, body);
    return answer.kind === 'answered' && answer.status === 200 ? answer.json : null;
  };
  const [props, processes, studio] = await Promise.all([
    readPage('/props'),
    readPage('/api/ps'),
    readPage('/api/v0/models'),
  ]);

  const { n_ctx } = asRecord(asRecord(props).default_generation_settings);
  const ofLlama = readWindow(n_ctx);
  if (ofLlama !== null) return { tokens: ofLlama, server: 'llama.cpp' };

  const rows = asRecord(studio).data;
  const row = Array.isArray(rows) ? rows.find((one) => asRecord(one).id === model) : undefined;
  const ofStudio = readWindow(asRecord(row).loaded_context_length);
  if (ofStudio !== null) return { tokens: ofStudio, server: 'lmstudio' };

  const { models } = asRecord(processes);
  if (!Array.isArray(models)) return { tokens: null, server: null };
  const running = models.find(
    (one) => isNamed(model, asRecord(one).name) || isNamed(model, asRecord(one).model),
  );
  const ofOllama = readWindow(asRecord(running).context_length);
  if (ofOllama !== null) return { tokens: ofOllama, server: 'ollama' };
  // Older versions report only the Modelfile's window.
  const { parameters } = asRecord(await readPage('/api/show', { model }));
  const digits = /^num_ctx\s+(\d{3,9})$/m.exec(typeof parameters === 'string' ? parameters : '')?.[1];
  return { tokens: digits === undefined ? null : readWindow(Number(digits)), server: 'ollama' };
}
