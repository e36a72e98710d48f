import type { RESTPostAPIChatInputApplicationCommandsJSONBody } from 'discord-api-types/v10';

/** Numbers of Discord's reference; its types are no values here, so that the Worker carries none of them. */
const CHAT_INPUT = 1;
const STRING = 3;
/** Only in servers, never in direct messages. */
const IN_SERVERS = { contexts: [0], integration_types: [0] };
/** Permission bit of members who may manage channels. */
const MANAGE_CHANNELS = String(1 << 4);

const option = (
  name: string,
  description: string,
  more: { required?: boolean; autocomplete?: boolean; max_length?: number } = {},
) => ({ type: STRING, name, description, ...more });

/** Longest line that a member can say by a command. */
const MAX_LINE = 4_000;

/** The commands as they are registered, all at once: what is not in the list is taken away. */
export const COMMANDS = [
  {
    ...{ type: CHAT_INPUT, name: 'scene', ...IN_SERVERS },
    description: 'Start a scene in this channel, or see which one plays here',
    default_member_permissions: MANAGE_CHANNELS,
    options: [option('template', 'What to play; without it: what plays here', { autocomplete: true })],
  },
  {
    ...{ type: CHAT_INPUT, name: 'join', ...IN_SERVERS },
    description: 'Take a part in the scene of this channel',
    options: [
      option('persona', 'Whom you play; without it: somebody of your own name', {
        autocomplete: true,
        max_length: 80,
      }),
    ],
  },
  {
    ...{ type: CHAT_INPUT, name: 'say', ...IN_SERVERS },
    description: 'Say or do something in the scene; the characters answer',
    options: [
      option('text', 'What everybody present hears and sees', { required: true, max_length: MAX_LINE }),
    ],
  },
  {
    ...{ type: CHAT_INPUT, name: 'whisper', ...IN_SERVERS },
    description: 'Say something that one character alone hears',
    options: [
      option('to', 'Who hears it', { required: true, autocomplete: true }),
      option('text', 'What is whispered', { required: true, max_length: MAX_LINE }),
    ],
  },
  {
    ...{ type: CHAT_INPUT, name: 'continue', ...IN_SERVERS },
    description: 'Let the characters go on without a line of yours',
  },
] as unknown as RESTPostAPIChatInputApplicationCommandsJSONBody[];

/** The application needs this in a server: to see a channel, to read its messages after a lost answer, and to make a webhook. */
const PERMISSIONS = (1 << 10) | (1 << 16) | (1 << 29);

/** The address at which a person adds the application to a server. */
export const inviteUrl = (application: string): string =>
  `https://discord.com/oauth2/authorize?client_id=${application}&scope=bot+applications.commands&permissions=${PERMISSIONS}`;
