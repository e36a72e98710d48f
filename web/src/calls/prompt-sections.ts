interface PromptSection {
  /** Empty for the text before the first title. */
  title: string;
  body: string;
}

/**
 * Cuts a message at its titles (`# Title`, on a line of its own) into the sections that docs/envelope.md names.
 * Titles and bodies together are the whole text.
 */
export function cutPrompt(text: string): PromptSection[] {
  const sections: PromptSection[] = [];
  for (const part of text.split(/^(?=# \S)/m)) {
    const [, title = '', body = part] = /^# (\S[^\n]*)\n?([\s\S]*)$/.exec(part) ?? [];
    if (title || body.trim()) sections.push({ title, body: body.trimEnd() });
  }
  return sections;
}
