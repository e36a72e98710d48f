import type { Result } from '../../../src/contract/problems';
import type { DiscordReply } from '../../../src/discord/rest';
import type { SceneApi } from '../../../src/room/rpc';
import type { DiscordStore } from './discord-store';

/** The stored application. Contains secrets: never return it whole. */
export interface DiscordRecord {
  tenant: string;
  application: string;
  name: string;
  publicKey: string;
  botToken: string;
  /** Public origin of this deployment, as Discord reaches it. */
  address: string;
  /** Allowed servers; null: not chosen yet. */
  servers: string[] | null;
  createdAt: string;
  /** Error if Discord rejected the interactions endpoint; null: accepted. */
  problem: string | null;
}

export interface DiscordCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  /** Authenticate as the bot; otherwise the path contains a token. */
  asBot?: boolean;
}

export interface DiscordHost {
  storage: DurableObjectStorage;
  store: DiscordStore;
  /** Null after deletion. */
  life: () => DiscordRecord | null;
  keep: (life: DiscordRecord) => void;
  ask: (call: DiscordCall) => Promise<DiscordReply>;
  scene: (id: string) => SceneApi;
  claimRoom: (id: string) => Promise<Result<boolean>>;
  now: () => number;
  /** Tests interrupt the object here; a no-op in production. */
  probe: (point: string) => Promise<void>;
  kick: () => void;
}

/** Interaction tokens are valid for 15 minutes; leave a margin for latency. */
export const TOKEN_MS = 15 * 60_000 - 10_000;
