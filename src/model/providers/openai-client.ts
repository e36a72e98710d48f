import type OpenAI from 'openai';
import { readError } from './openai-errors';
import type { ProviderSettings } from './settings';

const OPENAI_URL = 'https://api.openai.com/v1';

export type Endpoint = Pick<ProviderSettings, 'baseUrl' | 'apiKey' | 'headers'> & {
  fetch?: typeof globalThis.fetch;
};

/** Upper bound only; the caller's signal sets the actual timeout. */
const TIMEOUT_MS = 3_600_000;

/**
 * Creates a client for an endpoint with the `openai` package, loaded by the first request. It does not retry (each
 * request is metered separately), log, read the environment or follow redirects, which would send the prompt and
 * sometimes the key elsewhere.
 * @returns a function that makes one request and returns the response as it arrives
 * @throws EndpointError for an error status, the signal's reason, and errors of `fetch`
 */
export function createOpenAiClient(endpoint: Endpoint) {
  const { apiKey, baseUrl, headers = {}, fetch = (...args) => globalThis.fetch(...args) } = endpoint;
  let client: OpenAI | null = null;
  let APIConnectionError: typeof OpenAI.APIConnectionError | null = null;

  async function load(): Promise<OpenAI> {
    if (client !== null) return client;
    // Don't share the promise: workerd cancels it with the request that created it.
    const { default: Client } = await import('openai');
    APIConnectionError = Client.APIConnectionError;
    client = new Client({
      apiKey: apiKey || 'none',
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      baseURL: baseUrl || OPENAI_URL,
      maxRetries: 0,
      timeout: TIMEOUT_MS,
      logLevel: 'off',
      defaultHeaders: {
        Authorization: apiKey === '' ? null : `Bearer ${apiKey}`,
        // Some endpoints reject requests without it.
        'User-Agent': 'Proscenium/1',
        ...headers,
      },
      fetch: async (url, init) => {
        const response = await fetch(url, { ...init, redirect: 'manual' });
        // The client would read the whole error body, at any length.
        if (!response.ok) throw await readError(response, apiKey, init?.signal ?? null);
        return response;
      },
    });
    return client;
  }

  return async (
    ask: (client: OpenAI) => { asResponse(): Promise<Response> },
    signal: AbortSignal,
  ): Promise<Response> => {
    try {
      return await ask(await load()).asResponse();
    } catch (error) {
      signal.throwIfAborted();
      const isWrapped = APIConnectionError !== null && error instanceof APIConnectionError;
      throw isWrapped && error.cause instanceof Error ? error.cause : error;
    }
  };
}
