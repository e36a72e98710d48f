/** Recognizes commands that walk, and their direction, in any story. */

/** Each direction, its opposite and synonyms; nautical ones last. */
const WORDS = [
  ['north', 'south', 'n northward northwards'],
  ['northeast', 'southwest', 'ne northeastward northeastwards'],
  ['east', 'west', 'e eastward eastwards'],
  ['southeast', 'northwest', 'se southeastward southeastwards'],
  ['south', 'north', 's southward southwards'],
  ['southwest', 'northeast', 'sw southwestward southwestwards'],
  ['west', 'east', 'w westward westwards'],
  ['northwest', 'southeast', 'nw northwestward northwestwards'],
  ['up', 'down', 'u upstairs upward upwards'],
  ['down', 'up', 'd downstairs downward downwards'],
  ['in', 'out', 'inside inward indoors'],
  ['out', 'in', 'outside outward outdoors'],
  ['fore', 'aft', 'fore'],
  ['aft', 'fore', 'aft'],
  ['port', 'starboard', 'port'],
  ['starboard', 'port', 'sb'],
] as const;

/** Directions to probe and show, in this order. */
export const DIRECTIONS: readonly string[] = WORDS.slice(0, 12).map(([word]) => word);

const OPPOSITES: ReadonlyMap<string, string> = new Map(WORDS.map(([word, opposite]) => [word, opposite]));

const ALIASES: ReadonlyMap<string, string> = new Map(
  WORDS.flatMap(([word, , others]) => [word, ...others.split(' ')].map((alias) => [alias, word] as const)),
);

/** Commands that mean a direction without naming it. */
const WHOLE: ReadonlyMap<string, string> = new Map([
  ['enter', 'in'],
  ['get in', 'in'],
  ['exit', 'out'],
  ['leave', 'out'],
  ['get out', 'out'],
  ['ascend', 'up'],
  ['descend', 'down'],
]);

const WITH_DIRECTION =
  /^(?:go|walk|run|head|move|travel|proceed|continue|step|climb|crawl|swim|sail|fly|drive|ride|return|hurry)\s+(?:back\s+)?(?:to(?:wards?)?\s+)?(?:the\s+)?(.+)$/;

/** Commands that always walk. */
const WALKS =
  /^(?:go|walk|run|enter|exit|climb|crawl|cross|board|disembark|follow|ascend|descend|swim)(?:\s|$)|^get\s+(?:in|into|out|on|onto|off)(?:\s|$)|^(?:step|head|proceed|travel|squeeze)\s+(?:in|into|on|onto|off|out|over|across|through|to|towards?)(?:\s|$)/;

/** Normalizes case, spaces and closing punctuation. */
export const plainCommand = (command: string): string =>
  command
    .toLowerCase()
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[ .!?;,]+$/, '');

/**
 * The full name of a command's direction: `n`, `go north` and `walk to the north` are `north`, `enter` is `in`, `exit`
 * and `leave` are `out`. Null for other commands.
 */
export function findDirection(command: string): string | null {
  const words = plainCommand(command);
  return WHOLE.get(words) ?? wordFor(words) ?? wordFor(WITH_DIRECTION.exec(words)?.[1] ?? '');
}

/** Also accepts `north-east`, `north east` and `n.e.`; `n. e.` is two commands. */
const wordFor = (words: string): string | null =>
  ALIASES.get(words.replace(JOINED, '$1$2').replace(DOTTED, '$1$2')) ?? null;
const JOINED = /^(north|south)[ -](east|west)/;
const DOTTED = /^([ns])\.([ew])$/;

/** True for a direction, or a verb of walking with any object (`enter house`, `climb tree`). */
export const isMovement = (command: string): boolean =>
  findDirection(command) !== null || WALKS.test(plainCommand(command));

/** The opposite direction, or null. Passages may be one-way. */
export const oppositeDirection = (direction: string): string | null => OPPOSITES.get(direction) ?? null;

/** Commands that walk to changing places. */
const UNSTEADY = /^(?:follow|run|go back|go to sleep)(?:\s|$)/;

/**
 * The map's name for a command's way: its direction, or the command itself, such as `enter window`. Null for commands
 * that don't walk or lead to changing places.
 */
export function readWay(command: string): string | null {
  const direction = findDirection(command);
  if (direction !== null) return direction;
  const words = plainCommand(command);
  return WALKS.test(words) && !UNSTEADY.test(words) && words.length <= LONGEST_WAY ? words : null;
}
const LONGEST_WAY = 40;

const ORDER: ReadonlyMap<string, number> = new Map(WORDS.map(([word], i) => [word, i]));

/** In the order of {@link DIRECTIONS}, then alphabetically. */
export function compareWays(a: string, b: string): number {
  const [first, second] = [ORDER.get(a) ?? ORDER.size, ORDER.get(b) ?? ORDER.size];
  return first - second || (a < b ? -1 : a > b ? 1 : 0);
}
