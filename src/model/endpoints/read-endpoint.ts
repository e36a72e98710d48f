import { errorMessage } from '../../base/error-message';
import { cleanText, parseJson } from '../../base/foreign-values';
import { readText } from '../../base/read-body';
import type { ProviderKind } from '../../contract/providers';
import { redact } from '../providers/openai-errors';

export interface EndpointRequest {
  kind: ProviderKind;
  /** No trailing slash. */
  address: string;
  /** `""` if the endpoint needs none. */
  apiKey: string;
  headers: Readonly<Record<string, string>>;
}

export interface ReadDeps {
  fetch?: typeof globalThis.fetch;
  timeoutMs?: number;
}

/** `json` is null if the body was not JSON. `unreachable` includes the reason. */
export type EndpointAnswer =
  | { kind: 'answered'; status: number; json: unknown; text: string }
  | { kind: 'unreachable'; error: string; isLate: boolean };

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_ERROR = 200;

function keyHeaders({ kind, apiKey }: EndpointRequest): Record<string, string> {
  if (apiKey === '') return {};
  if (kind === 'anthropic') return { 'x-api-key': apiKey };
  if (kind === 'google') return { 'x-goog-api-key': apiKey };
  return { Authorization: `Bearer ${apiKey}` };
}

/**
 * Requests JSON from an address of the endpoint's origin. Never throws. Does not follow redirects, which could leak the
 * key to another host; the key is never in the result.
 * @param body sends a POST with this body
 */
export async function readEndpoint(
  endpoint: EndpointRequest,
  url: string,
  { fetch = globalThis.fetch, timeoutMs = TIMEOUT_MS }: ReadDeps = {},
  body?: object,
): Promise<EndpointAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        Accept: 'application/json',
        'User-Agent': 'Proscenium/1',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(endpoint.kind === 'anthropic' && { 'anthropic-version': '2023-06-01' }),
        ...keyHeaders(endpoint),
        ...endpoint.headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal,
    });
    const text = await readText(response, { bytes: MAX_BYTES, totalMs: timeoutMs, signal });
    const plainText = redact(text, endpoint.apiKey);
    return { kind: 'answered', status: response.status, json: parseJson(plainText), text: plainText };
  } catch (error) {
    // The reference of workerd helps nobody who reads the page.
    const words = errorMessage(error).replace(/^internal error; reference = \w+/, 'the connection failed');
    const isLate = signal.aborted;
    return { kind: 'unreachable', error: cleanText(redact(words, endpoint.apiKey), MAX_ERROR), isLate };
  }
}
