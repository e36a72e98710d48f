/**
 * The Worker of the fault runs: the deployed one, with D1 and R2 that fail on command, and a route that shows
 * the content of R2. Never deployed.
 */
import worker, * as deployed from '../../src/index';
import { roomPrefix, unpackBundle } from '../../src/storage/bundles';
import { exposeStores } from './stores';

export class SceneRoom extends deployed.SceneRoom {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, exposeStores(env));
  }
}
export class RunRoom extends deployed.RunRoom {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, exposeStores(env));
  }
}
export class AdventureRoom extends deployed.AdventureRoom {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, exposeStores(env));
  }
}
export class Tenant extends deployed.Tenant {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, exposeStores(env));
  }
}
export class World extends deployed.World {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, exposeStores(env));
  }
}
export class WebhookSender extends deployed.WebhookSender {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, exposeStores(env));
  }
}
export class HookReceiver extends deployed.HookReceiver {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, exposeStores(env));
  }
}
export class Experiment extends deployed.Experiment {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, exposeStores(env));
  }
}
export class DiscordApplication extends deployed.DiscordApplication {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, exposeStores(env));
  }
}

export interface StoredBundle {
  round: number;
  events: number[];
  steps: { n: number; status: string; isWhole: boolean }[];
}

/** `GET /v1/faults/bundles?tenant=&room=`: every bundle of a room, unpacked. */
async function readBundles(env: Env, tenant: string, room: string): Promise<Response> {
  const bundles: StoredBundle[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await env.BUCKET.list({ prefix: roomPrefix(tenant, room), ...(cursor && { cursor }) });
    for (const { key } of page.objects) {
      const stored = await env.BUCKET.get(key);
      if (!stored || !key.includes('/rounds/')) continue;
      const { round, events, steps } = await unpackBundle(stored.body);
      bundles.push({
        round,
        events: events.map(({ seq }) => seq),
        steps: steps.map(({ n, status, intent, result }) => ({
          n,
          status,
          // An aborted or abandoned call has no result.
          isWhole: intent !== null && (status !== 'done' || result !== null),
        })),
      });
    }
    if (!page.truncated) return Response.json(bundles);
    cursor = page.cursor;
  }
}

export default {
  fetch: (request, env, ctx) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/v1/faults/bundles')
      return readBundles(env, searchParams.get('tenant') ?? '', searchParams.get('room') ?? '');
    return worker.fetch(request, exposeStores(env), ctx);
  },
} satisfies ExportedHandler<Env>;
