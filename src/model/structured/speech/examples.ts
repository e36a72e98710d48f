/**
 * What an example of the form has for a line, by kind: a line like any other, and none that a scene would need word for
 * word. A model that repeats it has said nothing of its own.
 */
const LINES: Readonly<Record<string, string>> = {
  say: 'The kettle is still warm, so somebody was here before us.',
  narrate: 'Rain runs down the window, and somewhere in the house a door is closed.',
  clue: 'One hears of it more often than one sees it.',
  verdict: 'The clues lay close together, and the one that said least was the safest.',
};
export const exampleLine = (kind: string): string => LINES[kind] ?? LINES.say ?? '';

/** For a text of which nothing is known but that it is one. */
export const NO_WORDS = 'none';

/** No example is longer. */
const MAX_EXAMPLE = 200;

const EXAMPLE_LINES = Object.values(LINES).map((line) => stripEnds(line).toLowerCase());

/** The texts of our own examples and of those that models know by heart. */
const EXAMPLES = new Set([
  ...EXAMPLE_LINES,
  'a brief, evocative response',
  'your line',
  'your line here',
  'text here',
  'string',
]);

/** A short text without the quotes, dots and spaces at its ends; a long one as it is. */
export function stripEnds(text: string): string {
  if (text.length > MAX_EXAMPLE) return text;
  return text.replace(/^[\s."'“”‘’…]+/, '').replace(/[\s."'“”‘’…]+$/, '');
}

/** What is wrong with a text that has the line of an example in it. */
export const REPEATED_EXAMPLE = 'the line of the example';

/** Whether a text says the line of one of our examples, alone or among others. */
export function repeatsExample(text: string): boolean {
  const lower = text.toLowerCase();
  return EXAMPLE_LINES.some((line) => lower.includes(line));
}

/** Whether a text is what an example says in place of an answer, or a placeholder. */
export function isExample(text: string): boolean {
  const bare = stripEnds(text).toLowerCase();
  return bare === '' || EXAMPLES.has(bare);
}
