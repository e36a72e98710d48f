import type { Verification } from '../api/hooks';
import type { JsonObject } from '../base/json';
import { type Progress, tellResult } from './result';

/** Longest message of Discord, and about the longest that Slack shows whole. */
const MAX_DISCORD = 2_000;
const MAX_SLACK = 12_000;

/** Where the result of a delivery goes. */
export interface ReplyTo {
  form: 'message' | 'slack' | 'discord';
  url: string;
  method: 'POST' | 'PATCH';
  /** After that nobody takes it any more, milliseconds since the epoch; null: the schedule decides. */
  until: number | null;
  /** Hooks that the delivery had come through; older replies do not say. */
  hops?: number;
}

/** Interaction tokens of Discord, and response URLs of Slack, live this long. */
const DISCORD_MS = 15 * 60_000;
const SLACK_MS = 30 * 60_000;

/**
 * Where the sender of a payload waits for the result; null: nowhere. An address that comes in the payload is used only
 * when it is Slack's own.
 */
export function replyTo(
  verify: Verification,
  payload: JsonObject,
  responseUrl: string | null,
  now: number,
): ReplyTo | null {
  const { application_id, token, response_url } = payload;
  if (verify === 'discord' && isName(application_id) && isName(token)) {
    const url = `https://discord.com/api/v10/webhooks/${application_id}/${token}/messages/@original`;
    return { form: 'discord', url, method: 'PATCH', until: now + DISCORD_MS };
  }
  if (verify === 'slack' && typeof response_url === 'string' && isSlack(response_url))
    return { form: 'slack', url: response_url, method: 'POST', until: now + SLACK_MS };
  return responseUrl === null ? null : { form: 'message', url: responseUrl, method: 'POST', until: null };
}

/** The body of a reply. @param about ids that tell the receiver what it answers */
export function writeReply(form: ReplyTo['form'], progress: Progress, about: JsonObject, at: string): string {
  const text = tellResult(progress);
  switch (form) {
    case 'discord':
      // Whoever is named in a line is not called by it.
      return JSON.stringify({ content: cut(text, MAX_DISCORD), allowed_mentions: { parse: [] } });
    case 'slack':
      return JSON.stringify({ response_type: 'in_channel', text: cut(escapeSlack(text), MAX_SLACK) });
    case 'message': {
      const lines = progress.of === 'turn' ? { lines: progress.lines } : {};
      const data = { ...about, text, ...lines, result: progress.state };
      return JSON.stringify({ type: 'hook.answered', timestamp: at, data });
    }
  }
}

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`;

/** Slack's three control characters: what is said is text, never a link or a call of everyone. */
const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9_-][\w.-]{0,399}$/.test(value);

const isSlack = (url: string): boolean =>
  URL.canParse(url) && new URL(url).origin === 'https://hooks.slack.com';
