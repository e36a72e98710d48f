import type { RESTPostAPIChatInputApplicationCommandsJSONBody } from 'discord-api-types/v10';

/** Values from Discord's reference. Its package is imported for types only, to keep it out of the bundle. */
const CHAT_INPUT = 1;
const STRING = 3;
/** In servers only, not in direct messages. */
const GUILD_CONTEXT = { contexts: [0], integration_types: [0] };
const MANAGE_CHANNELS = String(1 << 4);

const option = (
  name: string,
  description: string,
  more: { required?: boolean; autocomplete?: boolean; max_length?: number } = {},
) => ({ type: STRING, name, description, ...more });

const MAX_LINE = 4_000;

/** All commands; registering replaces the previous list. */
export const COMMANDS = [
  {
    ...{ type: CHAT_INPUT, name: 'scene', ...GUILD_CONTEXT },
    description: 'Start a scene in this channel, or show the current one',
    default_member_permissions: MANAGE_CHANNELS,
    options: [
      option('template', 'Template of the scene. Default: show the current scene', { autocomplete: true }),
    ],
  },
  {
    ...{ type: CHAT_INPUT, name: 'join', ...GUILD_CONTEXT },
    description: 'Join the scene in this channel',
    options: [
      option('persona', 'Persona to play. Default: one with your name', {
        autocomplete: true,
        max_length: 80,
      }),
    ],
  },
  {
    ...{ type: CHAT_INPUT, name: 'say', ...GUILD_CONTEXT },
    description: 'Say or do something in the scene; the characters answer',
    options: [
      option('text', 'What everyone present can hear and see', { required: true, max_length: MAX_LINE }),
    ],
  },
  {
    ...{ type: CHAT_INPUT, name: 'whisper', ...GUILD_CONTEXT },
    description: 'Say something that only one character can hear',
    options: [
      option('to', 'Recipient of the whisper', { required: true, autocomplete: true }),
      option('text', 'Text of the whisper', { required: true, max_length: MAX_LINE }),
    ],
  },
  {
    ...{ type: CHAT_INPUT, name: 'continue', ...GUILD_CONTEXT },
    description: 'Let the characters continue without a line from you',
  },
] as unknown as RESTPostAPIChatInputApplicationCommandsJSONBody[];

/**
 * Permissions in a server: view channels, read message history (to find a message after a lost response),
 * manage webhooks.
 */
const PERMISSIONS = (1 << 10) | (1 << 16) | (1 << 29);

export const inviteUrl = (application: string): string =>
  `https://discord.com/oauth2/authorize?client_id=${application}&scope=bot+applications.commands&permissions=${PERMISSIONS}`;
