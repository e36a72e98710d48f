/** A titled part of a message of a prompt. */
export interface PromptPart {
  /** Empty for the text before the first title. */
  title: string;
  body: string;
}

/**
 * Cuts a message at its titles (`# Title`, on a line of its own) into the parts that docs/internals.md#prompt-envelope names, and the form
 * of the answer, which has a title of its own kind. Titles and bodies together are the whole text.
 */
export function cutPrompt(text: string): PromptPart[] {
  const parts: PromptPart[] = [];
  for (const part of text.split(/^(?=# \S|OUTPUT FORMAT$)/m)) {
    const [, heading, form, rest] = /^(?:# (\S[^\n]*)|(OUTPUT FORMAT))(?:\n([\s\S]*))?$/.exec(part) ?? [];
    const title = heading ?? form ?? '';
    const body = title === '' ? part : (rest ?? '');
    if (title || body.trim()) parts.push({ title, body: body.trimEnd() });
  }
  return parts;
}
