/** The texts of our own examples and of those that models know by heart. */
const EXAMPLES = new Set([
  'a brief, evocative response',
  'your line',
  'your line here',
  'text here',
  'string',
]);

/** No example is longer. */
const MAX_EXAMPLE = 200;

/** A short text without the quotes, dots and spaces at its ends; a long one as it is. */
export function stripEnds(text: string): string {
  if (text.length > MAX_EXAMPLE) return text;
  return text.replace(/^[\s."'“”‘’…]+/, '').replace(/[\s."'“”‘’…]+$/, '');
}

/** Whether a text is what an example says in place of an answer, or a placeholder. */
export function isExample(text: string): boolean {
  const bare = stripEnds(text).toLowerCase();
  return bare === '' || EXAMPLES.has(bare);
}
