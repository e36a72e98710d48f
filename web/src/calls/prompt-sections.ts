/** A part of a prompt's text. */
interface PromptSection {
  /** Empty for what stands before the first title. */
  title: string;
  body: string;
}

/**
 * The text of a message at its titles (`# Title`, a line of its own): the sections that docs/envelope.md names. Nothing
 * is lost: titles and bodies together are the text.
 */
export function cutPrompt(text: string): PromptSection[] {
  const sections: PromptSection[] = [];
  for (const part of text.split(/^(?=# \S)/m)) {
    const [, title = '', body = part] = /^# (\S[^\n]*)\n?([\s\S]*)$/.exec(part) ?? [];
    if (title || body.trim()) sections.push({ title, body: body.trimEnd() });
  }
  return sections;
}
