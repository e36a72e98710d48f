import type { Result } from '../../../src/contract/problems';
import type { DiscordReply } from '../../../src/discord/rest';
import type { SceneApi } from '../../../src/room/rpc';
import type { DiscordStore } from './discord-store';

/** The stored application. It holds secrets: never give it out whole. */
export interface DiscordRecord {
  tenant: string;
  application: string;
  name: string;
  publicKey: string;
  botToken: string;
  /** Origin of the stage, as Discord reaches it. */
  address: string;
  /** Servers that may use it; null: none has yet. */
  servers: string[] | null;
  createdAt: string;
  /** Says why Discord did not take the address of interactions; null: it did. */
  problem: string | null;
}

/** A request to Discord, as the parts of an application make it. */
export interface DiscordCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  /** The bot asks; else the path proves who does. */
  asBot?: boolean;
}

/** The object of an application, as its parts work with it. */
export interface DiscordHost {
  storage: DurableObjectStorage;
  store: DiscordStore;
  /** Null: it is gone. */
  life: () => DiscordRecord | null;
  keep: (life: DiscordRecord) => void;
  ask: (call: DiscordCall) => Promise<DiscordReply>;
  scene: (id: string) => SceneApi;
  claimRoom: (id: string) => Promise<Result<boolean>>;
  now: () => number;
  /** Tests cut it off here; in production it does nothing. */
  probe: (point: string) => Promise<void>;
  /** Something else may be due. */
  kick: () => void;
}

/** Interaction tokens live for 15 minutes; the last seconds are left to the way there. */
export const TOKEN_MS = 15 * 60_000 - 10_000;
