import type { Span } from './spans';

/** Where spans go: OpenTelemetry's variables. */
export interface TraceTarget {
  /** Base URL of OTLP over HTTP, without a trailing slash. */
  endpoint: string;
  headers: Record<string, string>;
  /** True if agents' public lines are included. */
  content: boolean;
}

const TIMEOUT_MS = 10_000;
/** Statuses after which a later attempt may succeed. */
const AGAIN = new Set([429, 500, 502, 503, 504]);

/**
 * Sends spans as OTLP over HTTP, as JSON.
 *
 * @throws if the collector does not answer or asks to try again. Spans that it refuses are lost, with a line in the log
 */
export async function exportSpans({ endpoint, headers }: TraceTarget, spans: readonly Span[]): Promise<void> {
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'proscenium' } }] };
  const body = { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'proscenium' }, spans }] }] };
  const response = await fetch(`${endpoint}/v1/traces`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (AGAIN.has(response.status)) throw new Error(`the trace collector answered ${response.status}`);
  if (!response.ok) console.error(`the trace collector refused ${spans.length} spans: ${response.status}`);
}

/** Parses `OTEL_EXPORTER_OTLP_HEADERS`: `name=value` pairs with percent-encoded values; null if malformed. */
export function parseHeaders(text: string): Record<string, string> | null {
  try {
    const pairs = text.split(',').map((pair) => /^\s*([\w-]+)\s*=\s*(\S*)\s*$/.exec(pair));
    const entries = pairs.map(
      (match) => match && ([match[1] ?? '', decodeURIComponent(match[2] ?? '')] as const),
    );
    return entries.every((entry) => entry !== null) ? Object.fromEntries(entries) : null;
  } catch {
    return null;
  }
}
