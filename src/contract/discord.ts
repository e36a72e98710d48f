import { z } from 'zod';
import type { JsonObject } from '../base/json';
import type { Delivery } from './hooks';
import { pageOf } from './pages';
import type { Result } from './problems';

/** An id that Discord gave: of an application, a channel, a member. */
export const snowflake = z.string().regex(/^\d{15,22}$/, 'must be an id of Discord: 15 to 22 digits');

/** Form of a bot token: three parts with points between them. It is sent as a header, so it has no other characters. */
const botToken = z
  .string()
  .trim()
  .regex(/^[\w-]{20,40}\.[\w-]{4,12}\.[\w-]{20,60}$/, 'must be the token of the bot, copied whole')
  .describe('The token of the bot. It is never shown again');

export const connectDiscord = z
  .strictObject({
    botToken,
    address: z
      .string()
      .max(300)
      .optional()
      .describe(
        'Where Discord reaches this stage, as `https://stage.example.com`. Default: the address that the request was sent to',
      ),
    servers: z
      .array(snowflake)
      .max(100)
      .optional()
      .describe(
        'Ids of the servers whose members may use it. Default: as it was; at first that of the server in which `/scene` is used first',
      ),
  })
  .meta({ id: 'ConnectDiscord' });

const channelView = z
  .object({
    channel: snowflake,
    server: snowflake,
    scene: z.string().describe('Id of the scene that plays in it'),
    boundAt: z.iso.datetime(),
    told: z.int().describe('Events of the scene up to this seq are told in the channel, or wait to be'),
    waiting: z.int().describe('Messages that are still to be sent'),
    paused: z
      .string()
      .nullable()
      .describe('Why nothing is sent there; null: all is well. `/scene` in the channel goes on'),
  })
  .meta({ id: 'DiscordChannel', description: 'A channel in which a scene plays' });

export const discordApplication = z
  .object({
    application: snowflake,
    name: z.string(),
    createdAt: z.iso.datetime(),
    interactionsUrl: z.string().describe('The address that Discord sends commands to'),
    endpoint: z
      .enum(['set', 'refused'])
      .describe(
        '`refused`: Discord could not reach the address, `problem` says why; set it right and PUT again',
      ),
    problem: z.string().nullable(),
    inviteUrl: z.string().describe('Open it to add the application to a server'),
    servers: z
      .array(snowflake)
      .nullable()
      .describe('null: the first server that uses `/scene` becomes the one'),
    channels: z.array(channelView),
    log: z
      .array(z.object({ at: z.iso.datetime(), what: z.string() }))
      .describe('What happened to it, newest first: the last 50 entries. No words of a scene'),
  })
  .meta({ id: 'DiscordApplication' });
export type DiscordApplicationView = z.infer<typeof discordApplication>;
export const discordPage = pageOf(discordApplication, 'DiscordApplicationPage');

/** An interaction, of which the application reads what it knows. */
export const interactionSent = z
  .looseObject({ type: z.int() })
  .meta({ id: 'DiscordInteraction', description: "An interaction of Discord's, signed" });

/** Answer to an interaction, as Discord wants it: a pong, a deferred message, choices. */
export const interactionAnswer = z
  .looseObject({ type: z.int() })
  .meta({ id: 'DiscordAnswer', description: "An interaction response of Discord's" });

/** The application whose bot has a token, as Discord describes it. */
export interface KnownApplication {
  application: string;
  name: string;
  /** 64 hex digits, by which Discord signs. */
  publicKey: string;
}

/** One Discord application: a Durable Object named `dsc_<application>`, as interactions know no tenant. */
export interface DiscordApplicationApi {
  /** `conflict` when another tenant has connected it. */
  attach(
    tenant: string,
    known: KnownApplication,
    body: { botToken: string; address: string; servers?: string[] | undefined },
  ): Promise<Result<DiscordApplicationView>>;
  read(tenant: string): Promise<Result<DiscordApplicationView>>;
  /** Idempotent. */
  erase(tenant: string): Promise<Result<null>>;
  /** Verifies an interaction, keeps it and answers at once. */
  interact(delivery: Delivery): Promise<Result<JsonObject>>;
  /** A room has events up to `head`. */
  tell(room: string, head: number): Promise<Result<null>>;
  /** The item of the library whose picture a public address shows; null: there is no such picture. */
  portrait(key: string): Promise<Result<{ tenant: string; item: string } | null>>;
}
