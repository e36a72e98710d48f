/** In characters. */
const MAX_HEADING = 60;

/** The first line of a reply to `look` if it is short and not a sentence: usually the room's name. */
export function readHeading(look: string): string {
  const line =
    look
      .split('\n')
      .find((one) => one.trim() !== '')
      ?.trim() ?? '';
  return line.length <= MAX_HEADING && !/[.!?:]$|[.!?] |^(?:you|there|it|this) /i.test(line) ? line : '';
}

/** How a room's text begins in stories without room names. */
export const PROSE_PLACE =
  /^\s*you(?: are|'re| stand| find yourself)(?: now)?(?: standing)? (?:in|at|on|by|inside|beside|near|outside)(?: an?| the)? ([^.,;!?]{3,60})/i;

/** Removes the room's name from a reply to `look`, but keeps a suffix such as `(in the boat)`, which names a thing. */
export const withoutHeading = (look: string): string => {
  const [heading = ''] = readHeading(look).split(' (');
  return heading === '' ? look : look.slice(look.indexOf(heading) + heading.length);
};
