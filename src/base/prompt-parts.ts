export interface PromptPart {
  /** Empty for the text before the first title. */
  title: string;
  body: string;
}

/**
 * Splits a prompt message at its titles (`# Title` on its own line, or the output format's heading) into the
 * parts listed in docs/internals.md#prompt-envelope. Titles and bodies together are the full text.
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
