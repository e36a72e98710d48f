import type { RESTPostAPIWebhookWithTokenJSONBody } from 'discord-api-types/v10';
import { cutAtLetter } from '../base/fold-text';
import type { Event, Viewer } from '../contract/events/events';
import { NO_HIDDEN_LINES } from '../contract/events/fold/hidden-lines';
import { showEvent } from '../room/visibility';

/** Longest message of Discord. Code units are counted, so no message is ever longer in any count of characters. */
export const MAX_MESSAGE = 2_000;
/** Longest name of a webhook's message. */
const MAX_NAME = 80;
/** A link in a line shows no preview: a model may have written it. */
const NO_PREVIEWS = 4;

/** The members of a channel together sit on no seat. */
const EVERYBODY: Viewer = { owner: false, ids: [] };

/** A message before it is cut to its length. */
export interface Told {
  /** The speaker; null: the stage itself. */
  name: string | null;
  /** `character:ada`, `persona:ines`, `narrator`: whose picture it is. */
  actor: string;
  text: string;
}

/** One who is told in private, by the persona that it plays at this moment. */
export interface Hearer {
  member: string;
  seat: string;
  persona: string;
}

/** Where an event of a scene is told: in the channel, to some members in private, or nowhere. */
export interface Routed {
  channel: Told | null;
  members: { member: string; told: Told }[];
}

/**
 * Routes an event. What everybody may see goes into the channel; anything else to the members whose persona may see it, and
 * never both. It decides by {@link showEvent}, as for every other viewer.
 */
export function routeEvent(event: Event, hearers: readonly Hearer[]): Routed {
  // The room has left out hidden lines.
  const openEvent = showEvent(event, EVERYBODY, NO_HIDDEN_LINES);
  if (openEvent) return { channel: tellOpenly(openEvent), members: [] };
  const members = hearers.flatMap(({ member, seat, persona }) => {
    const own = `persona:${persona}`;
    const seenEvent = showEvent(event, { owner: false, ids: [own, seat] }, NO_HIDDEN_LINES);
    // What a member said itself it knows.
    const whisper = seenEvent && seenEvent.actor !== own ? tellPrivately(seenEvent) : null;
    return whisper ? [{ member, told: whisper }] : [];
  });
  return { channel: null, members };
}

/** An event that everybody may see, as a message; null: it is none. */
function tellOpenly(event: Event): Told | null {
  const { actor } = event;
  switch (event.kind) {
    case 'player.spoke':
    case 'line.revealed':
    case 'character.spoke':
      return { name: event.payload.name, actor, text: event.payload.text };
    case 'judge.ruled':
      return { name: 'Judge', actor, text: event.payload.text };
    case 'line.edited':
      return note(`A line was changed. It now says:\n${quoteRows(event.payload.text)}`);
    case 'line.hidden':
      return note(event.payload.deleted ? '*A message was deleted.*' : '*A message was hidden.*');
    case 'line.shown':
      return note(
        `A message of ${speakerName(event.payload.name)} is shown again:\n${quoteRows(event.payload.text)}`,
      );
    case 'round.failed':
      return note('*The round could not be finished. The owner of the scene sees why, and can retry it.*');
    case 'round.rolledback':
      return note(`*Round ${event.round ?? ''} was taken back: its lines do not count any more.*`);
    case 'scene.changed':
      return event.payload.status === 'finished' ? note('*The scene is over.*') : null;
    default:
      return null;
  }
}

/** Every row of a text as Discord quotes it, so that none can be taken for the words of the stage or of others. */
const quoteRows = (text: string): string =>
  `> ${text
    .trim()
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
    .join('\n> ')}`;

const note = (text: string): Told => ({ name: null, actor: 'system', text });

/** An event that a member sees by its persona alone. */
function tellPrivately(event: Event): Told | null {
  const { actor } = event;
  switch (event.kind) {
    case 'player.spoke':
    case 'line.revealed':
    case 'character.spoke':
      return { name: event.payload.name, actor, text: event.payload.text };
    case 'game.dealt':
      return 'word' in event.payload ? note(`Your word is **${event.payload.word}**.`) : null;
    default:
      return null;
  }
}

/** Names that Discord refuses for a message of a webhook, as parts in any case. */
const REFUSED = /(?<=d)(?=iscord)|(?<=c)(?=lyde)/gi;
const NO_NAME = /[@#:`\p{Cc}\p{Cf}]+/gu;

const STAGE = 'Proscenium';

/** The name of a speaker as Discord takes it: at most 80 characters, without the words that it refuses. */
export function speakerName(name: string | null): string {
  const plainName = (name ?? STAGE).replaceAll(NO_NAME, ' ').replaceAll(/\s+/g, ' ').trim();
  // Only the stage speaks under its own name.
  if (name !== null && plainName.toLowerCase() === STAGE.toLowerCase()) return `${plainName}\u00b7`;
  const safeName = plainName.replaceAll(REFUSED, '\u00b7');
  const cutName = cutAtLetter(safeName, MAX_NAME).toWellFormed().trim();
  // Two names that mention everybody are refused as a whole.
  return cutName === '' || /^(?:everyone|here)$/i.test(cutName) ? `${cutName || 'Somebody'}\u00b7` : cutName;
}

/**
 * Cuts a text into messages: between paragraphs, sentences or words where there are some, and never within a character. Nothing
 * but the white space at a cut is lost.
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
    // A cut so early would make many small messages.
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

/** The length of a text without a half of a surrogate pair at its end. */
const wholeCharacters = (text: string): number =>
  /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;

/** Nobody is called by what is said in a scene. */
const CALLS_NOBODY = { allowed_mentions: { parse: [] } };

/** The bodies of the messages by which the webhook of a channel tells something. @param avatar address of a picture; null: none */
export const channelMessages = (
  { name, text }: Told,
  avatar: string | null,
): RESTPostAPIWebhookWithTokenJSONBody[] =>
  splitText(text).map((content) => ({
    ...{ username: speakerName(name), content, flags: NO_PREVIEWS, ...CALLS_NOBODY },
    ...(avatar !== null && { avatar_url: avatar }),
  }));

/** Room for the name of who whispers. */
const MAX_WHISPER = MAX_MESSAGE - 200;

/** The bodies of the messages by which one member is told something in private. */
export const privateMessages = ({ name, text }: Told): { content: string; allowed_mentions: object }[] =>
  // Further rows are quoted, so that none of them reads as the whisper of somebody else.
  splitText(name === null ? text : quoteRows(text).slice(2), MAX_WHISPER).map((part) => ({
    content:
      name === null ? part : `**${speakerName(name).replaceAll('*', '\\*')}** whispers to you: ${part}`,
    ...CALLS_NOBODY,
  }));

/** The body of an answer to a command. */
export const answerMessage = (
  text: string,
): { content: string; allowed_mentions: object; flags: number } => ({
  content: splitText(text)[0] ?? '',
  ...CALLS_NOBODY,
  flags: NO_PREVIEWS,
});
