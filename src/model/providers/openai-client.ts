import type OpenAI from 'openai';
import { readError } from './openai-errors';
import type { ProviderSettings } from './settings';

/** The API of the vendor whose protocol it is. */
const OPENAI_URL = 'https://api.openai.com/v1';

/** An OpenAI-compatible API: where it is, without a trailing slash, and the key for it. */
export type Endpoint = Pick<ProviderSettings, 'baseUrl' | 'apiKey' | 'headers'> & {
  /** Default: the platform's. */
  fetch?: typeof globalThis.fetch;
};

/** Longest wait for the beginning of an answer: the caller's signal is the one that counts. */
const TIMEOUT_MS = 3_600_000;

/**
 * Makes the client of the package `openai` for an endpoint. It is loaded at the first request. It retries nothing (each
 * request is metered by itself), logs nothing, takes nothing from the environment and follows no redirect: one would
 * carry the prompt elsewhere, and with some of them the key.
 *
 * @returns makes one request by the client, and returns the answer as it comes. @throws EndpointError for an answer that
 *   is no success, the signal's reason, and whatever `fetch` throws when there is no answer
 */
export function makeOpenAiClient(endpoint: Endpoint) {
  const { apiKey, baseUrl, headers = {}, fetch = (...args) => globalThis.fetch(...args) } = endpoint;
  let client: OpenAI | null = null;
  let APIConnectionError: typeof OpenAI.APIConnectionError | null = null;

  async function load(): Promise<OpenAI> {
    if (client !== null) return client;
    // The promise itself is not kept: it belongs to the request that has made it.
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
        // Some endpoints turn away who does not say.
        'User-Agent': 'Proscenium/1',
        ...headers,
      },
      fetch: async (url, init) => {
        const response = await fetch(url, { ...init, redirect: 'manual' });
        // The client would read an explanation to its end, however long that is.
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
