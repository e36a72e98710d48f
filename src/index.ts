import { wakeTenants } from '../durable-objects/lib/tenant/call-retention';
import { readConfig } from './config';
import { createApp } from './http/app';

export { AdventureRoom } from '../durable-objects/adventure-room';
export { DiscordApplication } from '../durable-objects/discord-application';
export { Experiment } from '../durable-objects/experiment';
// Storage hangs on the class names of wrangler.toml. `wrangler dev` ignores `renamed_classes` and begins with empty storage,
// so a renamed class keeps the name under which it was first deployed.
export { HookReceiver } from '../durable-objects/hook-receiver';
export { RunRoom } from '../durable-objects/run-room';
export { SceneRoom } from '../durable-objects/scene-room';
export { Tenant } from '../durable-objects/tenant';
export { WebhookSender } from '../durable-objects/webhook-sender';
export { World } from '../durable-objects/world';

const app = createApp();

export default {
  fetch: app.fetch,
  async scheduled(_controller, env) {
    const { retentionDays, bootstrapKey } = readConfig(env);
    // Tenants with a setting of their own wake by themselves.
    if (retentionDays !== null) await wakeTenants(env, bootstrapKey, Date.now());
  },
} satisfies ExportedHandler<Env>;
