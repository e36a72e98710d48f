import { readError } from './openai-errors';
import type { ProviderSettings } from './settings';

const OPENAI_URL = 'https://api.openai.com/v1';

export type Endpoint = Pick<ProviderSettings, 'baseUrl' | 'apiKey' | 'headers'> & {
  fetch?: typeof globalThis.fetch;
};

/**
 * Creates a client for an endpoint with OpenAI's protocol. It does not retry (each request is metered separately) or
 * follow redirects, which would send the prompt and sometimes the key elsewhere.
 * @returns a function that makes one request and returns the response as it arrives
 * @throws EndpointError for an error status, the signal's reason, and errors of `fetch`
 */
export function createOpenAiClient(endpoint: Endpoint) {
  const { fetch = (...args) => globalThis.fetch(...args) } = endpoint;
  return async (path: `/${string}`, body: object, signal: AbortSignal): Promise<Response> => {
    const init = { method: 'POST', headers: writeHeaders(endpoint), body: JSON.stringify(body), signal };
    try {
      const response = await fetch(addPath(endpoint.baseUrl || OPENAI_URL, path), {
        ...init,
        redirect: 'manual',
      });
      if (response.ok) return response;
      throw await readError(response, endpoint.apiKey, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  };
}

function writeHeaders({ apiKey, headers = {} }: Endpoint): Headers {
  const written = new Headers({
    Accept: 'application/json',
    ...(apiKey !== '' && { Authorization: `Bearer ${apiKey}` }),
    // Some endpoints reject requests without it.
    'User-Agent': 'Proscenium/1',
  });
  for (const [name, value] of Object.entries(headers)) written.set(name, value);
  written.set('Content-Type', 'application/json');
  return written;
}

/** Keeps a query of the base URL, such as `?api-version=…`. */
function addPath(baseUrl: string, path: string): string {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/$/, '') + path;
  return url.href;
}
