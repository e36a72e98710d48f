import type { createApp } from './http/app';

export {
  AdventureRoom,
  DiscordApplication,
  Experiment,
  HookReceiver,
  RunRoom,
  SceneRoom,
  Tenant,
  WebhookSender,
  World,
} from '../durable-objects/classes';

// The bundler evaluates a required module on first use.
declare function require(path: './http/app'): { createApp: typeof createApp };
let app: ReturnType<typeof createApp> | null = null;

export default {
  fetch(...request) {
    app ??= require('./http/app').createApp();
    return app.fetch(...request);
  },
  async scheduled(_controller, env) {
    const { readConfig } = await import('./config');
    const { retentionDays, bootstrapKey } = readConfig(env);
    // Tenants with their own setting wake up on their own.
    if (retentionDays === null) return;
    const { wakeTenants } = await import('../durable-objects/lib/tenant/call-retention');
    await wakeTenants(env, bootstrapKey, Date.now());
  },
} satisfies ExportedHandler<Env>;
