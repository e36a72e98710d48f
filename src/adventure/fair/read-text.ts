import {
  isMovement,
  listCarried,
  parseStatus,
  plainCommand,
  readHeading,
  readScoreText,
  type StoryReading,
  type StoryStep,
  type Thing,
} from 'zmachine-story';
import { NUMBER_WORDS } from '../../base/number-words';

/** Everything that a player sees after a command: text and status line. */
type ReadText = Pick<StoryStep, 'text' | 'upper' | 'awaits' | 'notes'>;

const LOOKS = /^(?:look|l)(?: around)?$/;
const INVENTORY_COMMAND = /^(?:inventory|inv|i|take inventory)$/;
const SCORE_COMMAND = /^(?:full ?)?score$/;
/** In characters. */
const MAX_NAME = 60;
/** Lines of a status line; a larger upper window is a menu or quotation. */
const MAX_STATUS = 3;

/** Score announcements: `[Your score has just gone up by five points.]` */
const ANNOUNCED =
  /\byour score (?:has )?(?:just )?(?:gone|went|goes) (up|down) by ([a-z]+(?:-[a-z]+)?|\d+) points?\b/i;

/**
 * Reads a player's knowledge from the text: the place from the status line or the heading after walking or looking; the
 * score from the status line, the reply to `score` or an announcement; carried objects from `inventory`. Other values
 * stay the same. Visible objects are not extracted. Confidence is never `read`, because no second source agrees.
 * @param command null at the start of the story
 * @param before the previous reading, or null
 * @param numberOf the number of a place by its name
 */
export function readText(
  seen: ReadText,
  command: string | null,
  before: StoryReading | null,
  numberOf: (place: string) => number,
): StoryReading {
  const words = plainCommand(command ?? '');
  // Any state may have been restored: only the visible text is certain.
  const isTakenBack = seen.notes.some((note) => ['restored', 'undone', 'restarted'].includes(note));
  const last = isTakenBack ? null : before;
  const isStatus = seen.awaits === 'line' && seen.upper.length <= MAX_STATUS;
  const status = parseStatus(isStatus ? seen.upper : []);
  const name = readPlace(status.room, seen.text, words);
  const location = name === '' ? (last?.location ?? null) : { id: numberOf(name), name };
  const answer = SCORE_COMMAND.test(words) ? readScoreText(seen.text) : { score: null, maximum: null };
  const score = status.score ?? answer.score ?? addAnnounced(last?.score ?? null, seen.text);
  const maximum = answer.maximum ?? before?.maximum;
  const list = INVENTORY_COMMAND.test(words) ? listCarried(seen.text) : null;
  const isListed = list !== null || (last !== null && last.confidence.inventory !== 'unknown');
  const sure = (isKnown: boolean) => (isKnown ? 'inferred' : 'unknown');
  return {
    location,
    score,
    moves: status.moves,
    time: status.time,
    inventory: list === null ? (last?.inventory ?? []) : list.map(toThing),
    visible: [],
    confidence: {
      location: sure(location !== null),
      score: sure(score !== null),
      inventory: sure(isListed),
    },
    ...(maximum !== undefined && { maximum }),
    sources: {
      location: location === null ? [] : [status.room === '' ? 'text' : 'status'],
      score: score === null ? [] : [status.score === null ? 'text' : 'status'],
      inventory: isListed ? ['text'] : [],
      visible: [],
    },
  };
}

/** The shown place, without a suffix such as `(in the boat)`; `''` if none. */
function readPlace(shown: string, text: string, command: string): string {
  const isShown = LOOKS.test(command) || isMovement(command);
  const name = shown !== '' ? shown : isShown ? readHeading(text) : '';
  return name.split(' (')[0]?.trim().slice(0, MAX_NAME) ?? '';
}

function addAnnounced(score: number | null, text: string): number | null {
  const [, way, amount = ''] = ANNOUNCED.exec(text.replace(/\s+/g, ' ')) ?? [];
  if (way === undefined) return score;
  const points = /^\d+$/.test(amount) ? Number(amount) : readNumber(amount.toLowerCase());
  if (points === null) return score;
  return (score ?? 0) + (way.toLowerCase() === 'down' ? -points : points);
}

const TEENS = ['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'];
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

/** Parses a number word from one to ninety-nine; null for other words. */
function readNumber(words: string): number | null {
  const [first = '', second] = words.split('-');
  const tens = TENS.indexOf(first);
  if (tens >= 0)
    return 10 * (tens + 2) + (second === undefined ? 0 : Math.max(NUMBER_WORDS.indexOf(second), 0));
  const small = [...NUMBER_WORDS, ...TEENS].indexOf(first);
  return small > 0 ? small : null;
}

/** Objects are identified by name, so derive the id from it. */
function toThing({ name, note }: { name: string; note: string | null }): Thing {
  let id = 0;
  for (const letter of name.toLowerCase()) id = (Math.imul(id, 31) + (letter.codePointAt(0) ?? 0)) >>> 1;
  return { id, name, holds: [], ...(note !== null && { note }) };
}

/** Queries, which change nothing. */
const ASKS =
  /^(?:look|l|examine|x|inspect|study|inventory|inv|i|read|wait|z|score|fullscore|listen|smell|search|consult|diagnose|time|verbose|brief|help|about|save|restore|undo|notify)(?: |$)/;
/** Replies that refuse a command or don't understand it. */
const REFUSES =
  /n't\b|\b(?:cannot|not|nothing|no|never|unable|impossible|refuses?|fails?|already|have to|need to|must|too|useless|pointless|futile|locked|none|anchored|fixed|beg your pardon|wh(?:at|om?|ere) do you want|which .{0,40}\bdo you mean)\b/i;
/** Commands that leave a bed or seat at the same place. */
const RISES = /^(?:get|climb) (?:up|out|off|down)\b|^stand\b/;
const TAKES = /^(?:take|get(?! (?:up|out|off|down)\b)|pick up)\b/;
const IS_TAKEN =
  /(?:^|: ?|\. )(?:taken|got it|gotten|ok(?:ay)?|done)\b|\byou (?:now have|(?:take|get|grab|pick|lift|remove|pocket)\b)/im;

/**
 * Guesses the effect of a command from its reply: a new place, or no refusal of a command that is not a query. May be
 * wrong either way.
 */
export function judgeByText(
  seen: ReadText,
  command: string,
  before: StoryReading,
  after: StoryReading,
): { effect: boolean; moved: boolean } {
  const words = plainCommand(command);
  const heading = readHeading(seen.text).split(' (')[0]?.trim() ?? '';
  // A room with the same name, as in a maze.
  const isSameName = isMovement(words) && heading !== '' && heading === after.location?.name;
  const isElsewhere = after.location !== null && (after.location.id !== before.location?.id || isSameName);
  if (isElsewhere) return { effect: true, moved: true };
  if (after.score !== null && before.score !== null && after.score !== before.score)
    return { effect: true, moved: false };
  // A failed walk changes nothing, regardless of its reply.
  if (words === '' || ASKS.test(words) || (isMovement(words) && !RISES.test(words)))
    return { effect: false, moved: false };
  const answer = (seen.text.trim().split('\n\n')[0] ?? '').replaceAll('’', "'");
  if (TAKES.test(words)) return { effect: IS_TAKEN.test(answer), moved: false };
  return { effect: answer !== '' && !REFUSES.test(answer), moved: false };
}
