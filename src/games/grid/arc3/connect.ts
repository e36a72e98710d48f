import { ArcClient } from './client';
import type { ArcDeps } from './exchange';

/**
 * A client of the configured service over the network as it is.
 *
 * @param service base URL and key, as in the configuration
 * @param timeoutMs how long one try may take: what somebody waits for takes less than a turn may
 */
export function connectArc(
  service: Pick<ArcDeps, 'baseUrl' | 'apiKey'>,
  timeoutMs: number,
  sleep: ArcDeps['sleep'],
): ArcClient {
  return new ArcClient({ ...service, fetch: (url, init) => fetch(url, init), sleep, timeoutMs });
}
