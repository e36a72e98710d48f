import { createApp } from './http/app';

export { AdventureRoom } from '../durable-objects/adventure-room';
export { Courier } from '../durable-objects/courier';
export { Porter } from '../durable-objects/porter';
export { RunRoom } from '../durable-objects/run-room';
export { SceneRoom } from '../durable-objects/scene-room';
export { Tenant } from '../durable-objects/tenant';
export { World } from '../durable-objects/world';

const app = createApp();

export default { fetch: app.fetch } satisfies ExportedHandler<Env>;
