/** Longest heading of a room, in characters. */
const MAX_HEADING = 60;

/** The first line of an answer to `look`, when it is short and no sentence: stories head a room's text with its name. */
export function headingOf(look: string): string {
  const line =
    look
      .split('\n')
      .find((one) => one.trim() !== '')
      ?.trim() ?? '';
  return line.length <= MAX_HEADING && !/[.!?:]$|[.!?] |^(?:you|there|it|this) /i.test(line) ? line : '';
}

/** Begins the text of a room in stories that head it with no name. */
export const PROSE_PLACE =
  /^\s*you(?: are|'re| stand| find yourself)(?: now)?(?: standing)? (?:in|at|on|by|inside|beside|near|outside)(?: an?| the)? ([^.,;!?]{3,60})/i;

/** An answer to `look` without the name of the room, which names no thing. `(in the boat)` behind it does. */
export const withoutHeading = (look: string): string => {
  const [heading = ''] = headingOf(look).split(' (');
  return heading === '' ? look : look.slice(look.indexOf(heading) + heading.length);
};
