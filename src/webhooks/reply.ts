import { cutAtLetter } from '../base/fold-text';
import type { JsonObject } from '../base/json';
import { labelText, quoteName } from '../base/quote';
import { urlPath } from '../base/url-path';
import type { CommandGiven } from '../contract/adventures';
import type { Event } from '../contract/events/events';
import { advanceCommand, advanceTurn, isTyped } from '../contract/events/fold/progress';
import type { Delivery, DeliveryAnswer, Verification } from '../contract/hooks';
import type { TurnAccepted } from '../contract/rounds';
import { DEFERRED } from './verify';

export interface Accepted {
  accepted: JsonObject;
  /** Seq of the input; 0: none. */
  seq: number;
  /** The result to wait for; null: no reply is needed. */
  progress: Progress | null;
}

/** Discord's response type for an immediate message. */
const DISCORD_MESSAGE = 4;

export function answerDelivery(
  verify: Verification,
  { headers }: Delivery,
  about: JsonObject,
  { accepted, progress }: Accepted,
): DeliveryAnswer {
  if (verify === 'discord') {
    const doneReply = { type: DISCORD_MESSAGE, data: { content: 'Done.', allowed_mentions: { parse: [] } } };
    return { status: 200, body: progress ? DEFERRED : doneReply };
  }
  if (verify === 'slack') {
    // Slack displays the response to a slash command; for an event only the status counts and must be 200.
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    const textReply = { response_type: 'ephemeral', text: progress ? 'Said.' : 'Done.' };
    return { status: 200, body: isForm ? textReply : { ...about, accepted } };
  }
  return { status: 202, body: { ...about, accepted } };
}

interface HeardLine {
  actor: string;
  name: string;
  text: string;
}

export type Progress =
  | { of: 'turn'; state: TurnAccepted; lines: HeardLine[]; isOver: boolean }
  | { of: 'command'; state: CommandGiven; isOver: boolean };

export const turnProgress = (state: TurnAccepted): Progress => ({
  of: 'turn',
  state,
  lines: [],
  isOver: false,
});
export const commandProgress = (state: CommandGiven): Progress => ({
  of: 'command',
  state,
  // A suggestion has no result.
  isOver: state.mode === 'suggest',
});

/** Folds a room's event; only public events become part of a result. */
export function advance(progress: Progress, event: Event): Progress {
  if (progress.isOver) return progress;
  if (progress.of === 'command') {
    const state = advanceCommand(progress.state, event);
    return { ...progress, state, isOver: isTyped(state, event) };
  }
  const state = advanceTurn(progress.state, event);
  const isOurs = state.round !== null && event.round === state.round;
  let { lines } = progress;
  // A retry discards the round's lines.
  if (isOurs && event.kind === 'round.rolledback') lines = [];
  if (isOurs && event.kind === 'character.spoke' && event.audience.includes('*')) {
    const { name, text } = event.payload;
    lines = [...lines, { actor: event.actor, name: String(name ?? event.actor), text: String(text ?? '') }];
  }
  const isOver = state.status !== 'queued' && state.status !== 'running';
  return { ...progress, state, lines, isOver };
}

export function formatResult(progress: Progress): string {
  if (progress.of === 'command') return progress.state.text ?? `(${progress.state.status})`;
  const lineText = progress.lines.map(({ name, text }) => labelText(quoteName(name), text)).join('\n');
  return lineText === '' ? `(${progress.state.status})` : lineText;
}

/** Discord's message limit, and approximately the length that Slack displays in full. */
const MAX_DISCORD = 2_000;
const MAX_SLACK = 12_000;

export interface ReplyTo {
  form: 'message' | 'slack' | 'discord';
  url: string;
  method: 'POST' | 'PATCH';
  /** Expiry, milliseconds since the epoch; null: only the retry schedule applies. */
  until: number | null;
  /** Number of hooks the delivery came through. */
  hops: number;
}

/** Lifetimes of Discord's interaction tokens and Slack's response URLs. */
const DISCORD_MS = 15 * 60_000;
const SLACK_MS = 30 * 60_000;

/** Destination of the reply; null: none. A URL in the payload is only used if it is Slack's own. */
export function buildReplyTarget(
  verify: Verification,
  payload: JsonObject,
  responseUrl: string | null,
  now: number,
): Omit<ReplyTo, 'hops'> | null {
  const { application_id, token, response_url } = payload;
  if (verify === 'discord' && isName(application_id) && isName(token)) {
    const url = `https://discord.com/api/v10${urlPath`/webhooks/${application_id}/${token}/messages/@original`}`;
    return { form: 'discord', url, method: 'PATCH', until: now + DISCORD_MS };
  }
  if (verify === 'slack' && typeof response_url === 'string' && isSlack(response_url))
    return { form: 'slack', url: response_url, method: 'POST', until: now + SLACK_MS };
  return responseUrl === null ? null : { form: 'message', url: responseUrl, method: 'POST', until: null };
}

/** @param about ids that identify the delivery for the receiver */
export function writeReply(form: ReplyTo['form'], progress: Progress, about: JsonObject, at: string): string {
  const text = formatResult(progress);
  switch (form) {
    case 'discord':
      // Don't ping users named in a line.
      return JSON.stringify({ content: truncate(text, MAX_DISCORD), allowed_mentions: { parse: [] } });
    case 'slack':
      return JSON.stringify({ response_type: 'in_channel', text: truncate(escapeSlack(text), MAX_SLACK) });
    case 'message': {
      const lines = progress.of === 'turn' ? { lines: progress.lines } : {};
      const data = { ...about, text, ...lines, result: progress.state };
      return JSON.stringify({ type: 'hook.answered', timestamp: at, data });
    }
  }
}

const truncate = (text: string, most: number): string =>
  text.length <= most ? text : `${cutAtLetter(text, most - 1)}…`;

/** Escapes Slack's control characters, so that text cannot become a link or a ping. */
const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9_-][\w.-]{0,399}$/.test(value);

const isSlack = (url: string): boolean =>
  URL.canParse(url) && new URL(url).origin === 'https://hooks.slack.com';
