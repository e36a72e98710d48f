/** Tags that contain a thought, even if the prompt uses them. */
const PRIVATE = /^(?:think(?:ing)?|reason(?:ing)?|scratchpad)$/i;
/** Placeholder (private-use character) for the opening bracket of a tag that is content. */
const HIDDEN = '\ue1f0';

/**
 * Hides tags of the answer that also appear in its prompt (a card, an earlier line): they are content, not markup.
 * {@link restoreTags} restores them.
 */
export function hideTags(text: string, prompt: () => string): string {
  const names = listTags(text);
  if (names.size === 0) return text;
  const promptNames = listTags(prompt());
  return text.replaceAll(ANY_TAG, (tag, name: string) =>
    promptNames.has(name.toLowerCase()) && !PRIVATE.test(name) ? HIDDEN + tag.slice(1) : tag,
  );
}

export const restoreTags = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll(HIDDEN, '<')) as T;

const ANY_TAG = /<\/?([\p{L}\p{N}_][\p{L}\p{N}_:.-]{0,40})(?=[\s/>])/gu;
const listTags = (text: string): Set<string> =>
  new Set(text.includes('<') ? [...text.matchAll(ANY_TAG)].map(([, name = '']) => name.toLowerCase()) : []);
