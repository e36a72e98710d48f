import { DurableObject } from 'cloudflare:workers';

// The bundler evaluates a required module on first use, so an isolate runs only the code of the objects that it has.
interface Modules {
  './adventure-room': typeof import('./adventure-room');
  './discord-application': typeof import('./discord-application');
  './experiment': typeof import('./experiment');
  './hook-receiver': typeof import('./hook-receiver');
  './run-room': typeof import('./run-room');
  './scene-room': typeof import('./scene-room');
  './tenant': typeof import('./tenant');
  './webhook-sender': typeof import('./webhook-sender');
  './world': typeof import('./world');
}
declare function require<Path extends keyof Modules>(path: Path): Modules[Path];

// Storage is bound to the class names in wrangler.toml. `wrangler dev` ignores `renamed_classes` and starts
// with empty storage, so a renamed class keeps its first deployed name.
export class AdventureRoom extends lazy(() => require('./adventure-room').AdventureRoom) {}
export class DiscordApplication extends lazy(() => require('./discord-application').DiscordApplication) {}
export class Experiment extends lazy(() => require('./experiment').Experiment) {}
export class HookReceiver extends lazy(() => require('./hook-receiver').HookReceiver) {}
export class RunRoom extends lazy(() => require('./run-room').RunRoom) {}
export class SceneRoom extends lazy(() => require('./scene-room').SceneRoom) {}
export class Tenant extends lazy(() => require('./tenant').Tenant) {}
export class WebhookSender extends lazy(() => require('./webhook-sender').WebhookSender) {}
export class World extends lazy(() => require('./world').World) {}

type ObjectClass<O> = new (ctx: DurableObjectState, env: Env) => O;

/** A base class that loads with the first object: only then does it inherit from the loaded class. */
function lazy<O extends DurableObject<Env>>(load: () => ObjectClass<O>): ObjectClass<O> {
  class Lazy extends DurableObject<Env> {
    constructor(ctx: DurableObjectState, env: Env) {
      super(ctx, env);
      const loaded = load();
      // RPC finds methods only on prototypes.
      Object.setPrototypeOf(Lazy.prototype, loaded.prototype);
      // biome-ignore lint/correctness/noConstructorReturn: `super` is not the loaded class
      return Reflect.construct(loaded, [ctx, env], new.target) as Lazy;
    }
  }
  return Lazy as ObjectClass<DurableObject<Env>> as ObjectClass<O>;
}
