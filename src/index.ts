import { wakeTenants } from '../durable-objects/lib/tenant/call-retention';
import { readConfig } from './config';
import { createApp } from './http/app';

export { AdventureRoom } from '../durable-objects/adventure-room';
export { DiscordApplication } from '../durable-objects/discord-application';
export { Experiment } from '../durable-objects/experiment';
// Storage is bound to the class names in wrangler.toml. `wrangler dev` ignores `renamed_classes` and starts
// with empty storage, so a renamed class keeps its first deployed name.
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
    // Tenants with their own setting wake up on their own.
    if (retentionDays !== null) await wakeTenants(env, bootstrapKey, Date.now());
  },
} satisfies ExportedHandler<Env>;
