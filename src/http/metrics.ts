import { z } from 'zod';
import { equalHashes, sha256 } from '../base/hash';
import { readConfig } from '../config';
import { fail, ok } from '../contract/problems';
import { askStore } from '../storage/ask-store';
import { writeMetrics } from '../storage/counters';
import { INDEX_DOWN } from '../storage/index-queries';
import { type App, routesOf } from './middleware/http';

const TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** `/metrics`, for Prometheus. */
export function mountMetrics(app: App): void {
  routesOf(app, 'service', { who: 'metrics' })(
    'GET /metrics',
    'readMetrics',
    'Operators: sums over all tenants, for Prometheus',
    {
      description:
        'Rooms, rounds, calls, tokens, cost, the lag of the index, deliveries. `Authorization: Bearer` and the METRICS_KEY of the stage. It reads a few rows, however large the index is.',
      200: {
        description: 'Text format of Prometheus, version 0.0.4',
        content: { 'text/plain': { schema: z.string() } },
      },
    },
    async (c) => {
      const { metricsKey } = readConfig(c.env);
      const got = /^Bearer (\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
      if (metricsKey === null)
        return fail({
          code: 'unauthenticated',
          reason: 'This stage shows no metrics, as METRICS_KEY is not set.',
          fix: 'Set METRICS_KEY (docs/operate.md), then bring it as Authorization: Bearer.',
        });
      if (got === undefined || !equalHashes(await sha256(got), await sha256(metricsKey)))
        return fail({
          code: 'unauthenticated',
          reason: 'The request does not bring the METRICS_KEY of this stage.',
          fix: 'Send it as Authorization: Bearer. An API key does not open this address.',
        });
      const text = await askStore('metrics failed', INDEX_DOWN, async () => ok(await writeMetrics(c.env)));
      return text.ok ? c.body(text.value, 200, { 'Content-Type': TYPE }) : text;
    },
  );
}
