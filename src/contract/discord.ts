import { z } from 'zod';
import type { JsonObject } from '../base/json';
import type { Delivery } from './hooks';
import { pageSchema } from './pages';
import type { Result } from './problems';

/** A Discord id: of an application, a channel or a member. */
export const snowflake = z.string().regex(/^\d{15,22}$/, 'must be a Discord id: 15 to 22 digits');

/** A bot token: three parts separated by dots. It is sent in a header, so no other characters are allowed. */
const botToken = z
  .string()
  .trim()
  .regex(/^[\w-]{20,40}\.[\w-]{4,12}\.[\w-]{20,60}$/, 'must be the complete bot token')
  .describe('Token of the bot. Never returned');

export const connectDiscord = z
  .strictObject({
    botToken,
    address: z
      .string()
      .max(300)
      .optional()
      .describe(
        'Public address of this stage, such as `https://stage.example.com`. Default: the address of the request',
      ),
    servers: z
      .array(snowflake)
      .max(100)
      .optional()
      .describe(
        'Ids of servers whose members can use the application. Default: unchanged; for a new application, the first server that uses `/scene`',
      ),
  })
  .meta({ id: 'ConnectDiscord' });

const channelView = z
  .object({
    channel: snowflake,
    server: snowflake,
    scene: z.string().describe('Id of the scene in this channel'),
    boundAt: z.iso.datetime(),
    told: z.int().describe('Seq of the last event posted to the channel or queued for it'),
    waiting: z.int().describe('Number of queued messages'),
    paused: z
      .string()
      .nullable()
      .describe('Why posting is paused, or null. `/scene` in the channel resumes it'),
  })
  .meta({ id: 'DiscordChannel', description: 'A channel with a scene' });

export const discordApplication = z
  .object({
    application: snowflake,
    name: z.string(),
    createdAt: z.iso.datetime(),
    interactionsUrl: z.string().describe('URL to which Discord sends commands'),
    endpoint: z
      .enum(['set', 'refused'])
      .describe('`refused`: Discord could not reach the URL; see `problem`. Fix it and PUT again'),
    problem: z.string().nullable(),
    inviteUrl: z.string().describe('URL to add the application to a server'),
    servers: z
      .array(snowflake)
      .nullable()
      .describe('Allowed servers. Null: the first server that uses `/scene` will be added'),
    channels: z.array(channelView),
    log: z
      .array(z.object({ at: z.iso.datetime(), what: z.string() }))
      .describe('The last 50 log entries, newest first. Contains no scene text'),
  })
  .meta({ id: 'DiscordApplication' });
export type DiscordApplicationView = z.infer<typeof discordApplication>;
export const discordPage = pageSchema(discordApplication, 'DiscordApplicationPage');

/** An interaction. Unknown fields are ignored. */
export const interactionSent = z
  .looseObject({ type: z.int() })
  .meta({ id: 'DiscordInteraction', description: 'A signed Discord interaction' });

/** A Discord interaction response: pong, deferred message or choices. */
export const interactionAnswer = z
  .looseObject({ type: z.int() })
  .meta({ id: 'DiscordAnswer', description: 'A Discord interaction response' });

/** The application that owns a bot token, as Discord describes it. */
export interface KnownApplication {
  application: string;
  name: string;
  /** Key that verifies Discord's signatures, 64 hex digits. */
  publicKey: string;
}

/** A Discord application: a Durable Object named `dsc_<application>`, because interactions do not carry a tenant. */
export interface DiscordApplicationApi {
  /** Fails with `conflict` if another tenant has connected it. */
  attach(
    tenant: string,
    known: KnownApplication,
    body: { botToken: string; address: string; servers?: string[] | undefined },
  ): Promise<Result<DiscordApplicationView>>;
  read(tenant: string): Promise<Result<DiscordApplicationView>>;
  /** Idempotent. */
  erase(tenant: string): Promise<Result<null>>;
  /** Verifies and stores an interaction, and responds at once. */
  interact(delivery: Delivery): Promise<Result<JsonObject>>;
  /** Notifies the application that a room has events up to `head`. */
  tell(room: string, head: number): Promise<Result<null>>;
  /** The library item behind a public picture URL; null if there is none. */
  portrait(key: string): Promise<Result<{ tenant: string; item: string } | null>>;
}
