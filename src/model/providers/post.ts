/** An OpenAI-compatible API: where it is, without a trailing slash, and the key for it. */
export interface Endpoint {
  baseUrl: string;
  apiKey: string;
}

/** Posts JSON to an endpoint of models. @throws whatever `fetch` throws when there is no answer */
export function postTo(
  { baseUrl, apiKey }: Endpoint,
  path: string,
  body: object,
  signal: AbortSignal,
): Promise<Response> {
  return globalThis.fetch(baseUrl + path, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      Authorization: `Bearer ${apiKey}`,
      // Some endpoints turn away who does not say.
      'User-Agent': 'Proscenium/1',
    },
    body: JSON.stringify(body),
    // A redirect would carry the prompt elsewhere, and with some of them the key.
    redirect: 'manual',
    signal,
  });
}
