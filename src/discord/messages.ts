import type { RESTPostAPIWebhookWithTokenJSONBody } from 'discord-api-types/v10';
import { formatRoll } from '../base/dice';
import { cutAtLetter } from '../base/fold-text';
import type { Event, PayloadOf, Viewer } from '../contract/events/events';
import { NO_HIDDEN_LINES } from '../contract/events/fold/hidden-lines';
import { redactEvent } from '../room/visibility';

/** Discord's message limit. We count UTF-16 code units, which never undercount. */
export const MAX_MESSAGE = 2_000;
/** Maximum length of a webhook's display name. */
const MAX_NAME = 80;
/** Suppresses link previews, because a model may have written the link. */
const NO_PREVIEWS = 4;

/** Channel members as viewers: no seat. */
const EVERYONE: Viewer = { owner: false, ids: [] };

/** Not split yet. */
export interface DiscordText {
  /** The speaker; null: the system. */
  name: string | null;
  /** `character:ada`, `persona:ines`, `narrator`; determines the picture. */
  actor: string;
  text: string;
}

export interface Recipient {
  member: string;
  seat: string;
  persona: string;
}

/** Destinations of an event: the channel, or some members in private, or none. */
export interface RoutedMessages {
  channel: DiscordText | null;
  members: { member: string; told: DiscordText }[];
}

/**
 * Routes an event: public events to the channel, others to members whose persona may see them, never both.
 * Visibility is decided by {@link redactEvent}, as for every other viewer.
 */
export function routeEvent(event: Event, hearers: readonly Recipient[]): RoutedMessages {
  // The room has already removed hidden lines.
  const openEvent = redactEvent(event, EVERYONE, NO_HIDDEN_LINES);
  if (openEvent) return { channel: channelText(openEvent), members: [] };
  const members = hearers.flatMap(({ member, seat, persona }) => {
    const own = `persona:${persona}`;
    const seenEvent = redactEvent(event, { owner: false, ids: [own, seat] }, NO_HIDDEN_LINES);
    // Don't echo a member's own message.
    const whisper = seenEvent && seenEvent.actor !== own ? privateText(seenEvent) : null;
    return whisper ? [{ member, told: whisper }] : [];
  });
  return { channel: null, members };
}

/** null: the event has no message. */
function channelText(event: Event): DiscordText | null {
  const { actor } = event;
  switch (event.kind) {
    case 'player.spoke':
    case 'line.revealed':
    case 'character.spoke':
      return { name: event.payload.name, actor, text: event.payload.text };
    case 'dice.rolled': {
      const { name, notation } = event.payload;
      return { name, actor, text: `*rolls ${notation}: ${formatRoll(event.payload)}*` };
    }
    case 'judge.ruled':
      return { name: 'Judge', actor, text: event.payload.text };
    case 'handout.shown':
      return formatHandout(event.payload);
    case 'line.edited':
      return formatNote(`A line was edited:\n${quoteRows(event.payload.text)}`);
    case 'line.hidden':
      return formatNote(event.payload.deleted ? '*A message was deleted.*' : '*A message was hidden.*');
    case 'line.shown':
      return formatNote(
        `A message of ${speakerName(event.payload.name)} was restored:\n${quoteRows(event.payload.text)}`,
      );
    case 'round.failed':
      return formatNote('*The round failed. The owner of the scene can see the reason and retry it.*');
    case 'round.rolledback':
      return formatNote(`*Round ${event.round ?? ''} was rolled back: its lines no longer count.*`);
    case 'scene.changed':
      return event.payload.status === 'finished' ? formatNote('*The scene is over.*') : null;
    default:
      return null;
  }
}

/** Quotes every line, so that none looks like the system's or another speaker's. */
const quoteRows = (text: string): string =>
  `> ${text
    .trim()
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
    .join('\n> ')}`;

const formatNote = (text: string): DiscordText => ({ name: null, actor: 'system', text });

/** Its picture is only on the page. */
const formatHandout = ({ title, text }: PayloadOf<'handout.shown'>): DiscordText =>
  formatNote(`Handout:\n${quoteRows(`**${title}**\n${text}`)}`);

function privateText(event: Event): DiscordText | null {
  const { actor } = event;
  switch (event.kind) {
    case 'player.spoke':
    case 'line.revealed':
    case 'character.spoke':
      return { name: event.payload.name, actor, text: event.payload.text };
    case 'handout.shown':
      return formatHandout(event.payload);
    case 'game.dealt':
      return 'word' in event.payload ? formatNote(`Your word is **${event.payload.word}**.`) : null;
    default:
      return null;
  }
}

/** Substrings that Discord rejects in webhook names, in any case. */
const REFUSED = /(?<=d)(?=iscord)|(?<=c)(?=lyde)/gi;
const NO_NAME = /[@#:`\p{Cc}\p{Cf}]+/gu;

const STAGE = 'Proscenium';

/** A speaker's name in Discord's limits: at most 80 characters, without rejected words. */
export function speakerName(name: string | null): string {
  const plainName = (name ?? STAGE).replaceAll(NO_NAME, ' ').replaceAll(/\s+/g, ' ').trim();
  // The system's name is reserved.
  if (name !== null && plainName.toLowerCase() === STAGE.toLowerCase()) return `${plainName}\u00b7`;
  const safeName = plainName.replaceAll(REFUSED, '\u00b7');
  const cutName = cutAtLetter(safeName, MAX_NAME).toWellFormed().trim();
  // Discord rejects these two names entirely.
  return cutName === '' || /^(?:everyone|here)$/i.test(cutName) ? `${cutName || 'Somebody'}\u00b7` : cutName;
}

/**
 * Splits a text between paragraphs, sentences or words if possible, and never within a character. Only drops
 * white space at a cut.
 *
 * @returns at least one part; parts have 1 to `most` code units
 */
export function splitText(text: string, most = MAX_MESSAGE): string[] {
  const parts: string[] = [];
  let rest = text.trim().toWellFormed();
  while (rest.length > most) {
    const head = cutAtLetter(rest, most) || rest.slice(0, most);
    const cuts = [
      head.lastIndexOf('\n\n'),
      head.lastIndexOf('\n'),
      lastSentence(head),
      head.lastIndexOf(' '),
    ];
    // An earlier cut would produce many small messages.
    const place = cuts.find((at) => at > most / 2) ?? wholeCharacters(head);
    parts.push(rest.slice(0, place).trimEnd());
    rest = rest.slice(place).trimStart();
  }
  if (rest !== '' || parts.length === 0) parts.push(rest === '' ? '…' : rest);
  return parts.filter((part) => part !== '');
}

const lastSentence = (text: string): number => {
  const ends = [...text.matchAll(/[.!?…]["'”’)*_]*\s/g)];
  const last = ends.at(-1);
  return last ? last.index + last[0].length : -1;
};

/** Length without half a surrogate pair at the end. */
const wholeCharacters = (text: string): number =>
  /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;

/** Text of a scene must not ping users. */
const NO_MENTIONS = { allowed_mentions: { parse: [] } };

/** Webhook messages for a channel. @param avatar picture URL or null */
export const channelMessages = (
  { name, text }: DiscordText,
  avatar: string | null,
): RESTPostAPIWebhookWithTokenJSONBody[] =>
  splitText(text).map((content) => ({
    ...{ username: speakerName(name), content, flags: NO_PREVIEWS, ...NO_MENTIONS },
    ...(avatar !== null && { avatar_url: avatar }),
  }));

/** Leaves space for the whisperer's name. */
const MAX_WHISPER = MAX_MESSAGE - 200;

export const privateMessages = ({
  name,
  text,
}: DiscordText): { content: string; allowed_mentions: object }[] =>
  // Quote further lines, so that none looks like another speaker's whisper.
  splitText(name === null ? text : quoteRows(text).slice(2), MAX_WHISPER).map((part) => ({
    content:
      name === null ? part : `**${speakerName(name).replaceAll('*', '\\*')}** whispers to you: ${part}`,
    ...NO_MENTIONS,
  }));

export const answerMessage = (
  text: string,
): { content: string; allowed_mentions: object; flags: number } => ({
  content: splitText(text)[0] ?? '',
  ...NO_MENTIONS,
  flags: NO_PREVIEWS,
});
