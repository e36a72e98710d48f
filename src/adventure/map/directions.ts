/** Reads which commands walk, and where to, in any story. */

/** Directions, each with its opposite and its other words; those of ships come last. */
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

/** Directions that the explorer tries and lists show, in this order. */
export const DIRECTIONS: readonly string[] = WORDS.slice(0, 12).map(([word]) => word);

const OPPOSITES: ReadonlyMap<string, string> = new Map(WORDS.map(([word, opposite]) => [word, opposite]));

/** Words of directions, after a verb of walking or alone. */
const ALIASES: ReadonlyMap<string, string> = new Map(
  WORDS.flatMap(([word, , others]) => [word, ...others.split(' ')].map((alias) => [alias, word] as const)),
);

/** Whole commands that are a direction and hold no word for it. */
const WHOLE: ReadonlyMap<string, string> = new Map([
  ['enter', 'in'],
  ['get in', 'in'],
  ['exit', 'out'],
  ['leave', 'out'],
  ['get out', 'out'],
  ['ascend', 'up'],
  ['descend', 'down'],
]);

/** Verbs that walk when a direction follows. */
const WITH_DIRECTION =
  /^(?:go|walk|run|head|move|travel|proceed|continue|step|climb|crawl|swim|sail|fly|drive|ride|return|hurry)\s+(?:back\s+)?(?:to(?:wards?)?\s+)?(?:the\s+)?(.+)$/;

/** Commands that walk, whatever follows. */
const WALKS =
  /^(?:go|walk|run|enter|exit|climb|crawl|cross|board|disembark|follow|ascend|descend|swim)(?:\s|$)|^get\s+(?:in|into|out|on|onto|off)(?:\s|$)|^(?:step|head|proceed|travel|squeeze)\s+(?:in|into|on|onto|off|out|over|across|through|to|towards?)(?:\s|$)/;

/** Returns a command in lower case, with single spaces and without closing marks. */
export const plainCommand = (command: string): string =>
  command
    .toLowerCase()
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[ .!?;,]+$/, '');

/**
 * Returns the direction that a command walks in, as its full word: `n`, `go north` and `walk to the north` are `north`,
 * `enter` is `in`, `exit` and `leave` are `out`. Returns null for every other command.
 */
export function directionOf(command: string): string | null {
  const words = plainCommand(command);
  return WHOLE.get(words) ?? wordFor(words) ?? wordFor(WITH_DIRECTION.exec(words)?.[1] ?? '');
}

/** Returns the word for a direction: `north-east`, `north east` and `n.e.` are one word, too; `n. e.` is two. */
const wordFor = (words: string): string | null =>
  ALIASES.get(words.replace(JOINED, '$1$2').replace(DOTTED, '$1$2')) ?? null;
const JOINED = /^(north|south)[ -](east|west)/;
const DOTTED = /^([ns])\.([ew])$/;

/** Says whether a command walks: a direction, or a verb of walking with anything after it (`enter house`, `climb tree`). */
export const isMovement = (command: string): boolean =>
  directionOf(command) !== null || WALKS.test(plainCommand(command));

/** Returns the opposite direction, which leads back where passages are not one-way; null for other words. */
export const oppositeOf = (direction: string): string | null => OPPOSITES.get(direction) ?? null;

/** Commands that walk without a direction and lead to different places. */
const UNSTEADY = /^(?:follow|run|go back|go to sleep)(?:\s|$)/;

/**
 * Returns the map's name for the way that a command walks: its direction, or the command itself, such as `enter window`.
 * Returns null for commands that don't walk or lead to different places.
 */
export function wayOf(command: string): string | null {
  const direction = directionOf(command);
  if (direction !== null) return direction;
  const words = plainCommand(command);
  return WALKS.test(words) && !UNSTEADY.test(words) && words.length <= LONGEST_WAY ? words : null;
}
const LONGEST_WAY = 40;

const ORDER: ReadonlyMap<string, number> = new Map(WORDS.map(([word], i) => [word, i]));

/** Sorts ways in the order of {@link DIRECTIONS}, other words after them, by their letters. */
export function compareWays(a: string, b: string): number {
  const [first, second] = [ORDER.get(a) ?? ORDER.size, ORDER.get(b) ?? ORDER.size];
  return first - second || (a < b ? -1 : a > b ? 1 : 0);
}
