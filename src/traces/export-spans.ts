import { asRecord, cleanText, parseJson, readRetryAfter } from '../base/foreign-values';
import { readText } from '../base/read-body';
import type { Span } from './spans';

/** Where spans go: OpenTelemetry's variables. */
export interface TraceTarget {
  /** Base URL of OTLP over HTTP, without a trailing slash. */
  endpoint: string;
  headers: Record<string, string>;
  /** Name of this stage. */
  service: string;
  /** True if agents' public lines are included. */
  content: boolean;
}

const TIMEOUT_MS = 10_000;
/** Statuses after which a later attempt may succeed; the protocol forbids to repeat others. */
const AGAIN = new Set([429, 502, 503, 504]);
const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Sends spans as OTLP over HTTP, as JSON. Spans that the collector refuses are lost, with a line in the log.
 *
 * @returns how long it asks to wait before the same spans are sent again, in milliseconds; 0: it has received them
 * @throws if the collector does not answer, or asks to try again without a time
 */
export async function exportSpans(
  { endpoint, headers, service, content }: TraceTarget,
  spans: readonly Span[],
): Promise<number> {
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: service } }] };
  const body = { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'proscenium' }, spans }] }] };
  const response = await fetch(`${endpoint}/v1/traces`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { ok, status } = response;
  // The spans have arrived, or not, even if the answer breaks off.
  const answer = await readText(response, { bytes: MAX_ANSWER_BYTES, totalMs: TIMEOUT_MS }).catch(() => '');
  if (AGAIN.has(status)) {
    const waitMs = readRetryAfter(response.headers.get('Retry-After'), Date.now());
    if (!waitMs) throw new Error(`the trace collector answered ${status}`);
    console.warn(`the trace collector answered ${status} and asks to wait ${waitMs / 1000} s`);
    return waitMs;
  }
  const { rejectedSpans, errorMessage } = asRecord(asRecord(parseJson(answer)).partialSuccess);
  const lost = ok ? Number(rejectedSpans ?? 0) : spans.length;
  // It may quote lines, which do not belong into the log.
  const reason = content ? '' : cleanText(ok ? String(errorMessage ?? '') : answer, 300);
  if (lost > 0) console.error(`the trace collector refused ${lost} spans: ${status} ${reason}`.trim());
  return 0;
}

/**
 * Parses `OTEL_EXPORTER_OTLP_HEADERS`: `name=value` pairs with percent-encoded values; null if malformed. Spaces may be
 * written as such, and commas may be left over.
 */
export function parseHeaders(text: string): Record<string, string> | null {
  try {
    const parts = text.split(',').filter((part) => part.trim() !== '');
    const pairs = parts.map((part) => /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(part));
    const entries = pairs.map(
      (match) => match && ([match[1] ?? '', decodeURIComponent(match[2] ?? '')] as const),
    );
    return entries.every((entry) => entry !== null && /^[\t\x20-\x7e]*$/.test(entry[1]))
      ? Object.fromEntries(entries as [string, string][])
      : null;
  } catch {
    return null;
  }
}
