import { cutAtLetter } from '../base/fold-text';
import { asRecord, cleanText } from '../base/foreign-values';
import type { JsonObject } from '../base/json';

/** Types of interactions (docs.discord.com, Receiving and Responding). */
export const COMMAND = 2;
export const AUTOCOMPLETE = 4;

/** Shows a message only to the member. */
export const EPHEMERAL = 64;

export interface Member {
  id: string;
  /** The server nickname, at most 80 characters. */
  name: string;
  /** Picture URL or null. */
  avatar: string | null;
}

export interface Interaction {
  id: string;
  /** Authenticates the application for 15 minutes; a secret. */
  token: string;
  type: typeof COMMAND | typeof AUTOCOMPLETE;
  name: string;
  options: Record<string, string>;
  focused: string | null;
  server: string;
  channel: string;
  /** Parent channel of a thread, or null. */
  parent: string | null;
  member: Member;
}

const isId = (value: unknown): value is string => typeof value === 'string' && /^\d{15,22}$/.test(value);
const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w.-]{1,400}$/.test(value);

const THREADS = [10, 11, 12];

/** Parses a payload whose signature was verified; null if it is not one of the application's commands. */
export function readInteraction(payload: JsonObject): Interaction | null {
  const { id, token, type, guild_id: server, data } = payload;
  const channel = asRecord(payload.channel);
  const { user, nick } = asRecord(payload.member);
  const { id: memberId, global_name: globalName, username, avatar } = asRecord(user);
  const channelId = payload.channel_id ?? channel.id;
  if (!isId(id) || !isToken(token) || !isId(server) || !isId(channelId) || !isId(memberId)) return null;
  if (type !== COMMAND && type !== AUTOCOMPLETE) return null;
  const { name, options } = asRecord(data);
  if (typeof name !== 'string') return null;
  const optionList = (Array.isArray(options) ? options : []).map(asRecord);
  const focusedName = optionList.find((one) => one.focused === true)?.name;
  const texts = optionList.flatMap(({ name: key, value }) =>
    typeof key === 'string' && typeof value === 'string' ? [[key, value] as const] : [],
  );
  const memberName = [nick, globalName, username].find(
    (one): one is string => typeof one === 'string' && cleanText(one, 80) !== '',
  );
  const isThread = THREADS.includes(Number(channel.type));
  return {
    ...{ id, token, type, name, server, channel: channelId },
    options: Object.fromEntries(texts),
    focused: typeof focusedName === 'string' ? focusedName : null,
    parent: isThread && isId(channel.parent_id) ? channel.parent_id : null,
    member: {
      id: memberId,
      name: cleanText(memberName ?? 'Somebody', 80),
      avatar:
        typeof avatar === 'string' && /^\w{1,64}$/.test(avatar)
          ? `https://cdn.discordapp.com/avatars/${memberId}/${avatar}.png`
          : null,
    },
  };
}

/** True if only the member sees the response. */
export const isPrivate = (name: string): boolean => name !== 'scene';

/** Deferred response: Discord shows a "thinking" indicator. */
export const defer = (name: string): JsonObject => ({
  type: 5,
  data: { flags: isPrivate(name) ? EPHEMERAL : 0 },
});

/** Maximum number and length of choices. */
const MAX_CHOICES = 25;
const MAX_CHOICE = 100;

/** Autocomplete response: choices that contain the typed text. */
export function offer(choices: readonly { name: string; value: string }[], typed: string): JsonObject {
  const needle = typed.trim().toLowerCase();
  const fitting = choices.filter(({ name, value }) => `${name}\n${value}`.toLowerCase().includes(needle));
  return {
    type: 8,
    data: {
      choices: fitting.slice(0, MAX_CHOICES).map(({ name, value }) => ({
        name: cutAtLetter(name, MAX_CHOICE),
        value: cutAtLetter(value, MAX_CHOICE),
      })),
    },
  };
}
