export function joinThoughts(thoughts: readonly (string | null | undefined)[]): string {
  const keptThoughts = thoughts.map((thought) => (thought ?? '').trim()).filter((thought) => thought !== '');
  return [...new Set(keptThoughts)].join('\n\n');
}

/**
 * The reasoning that a provider reports in separate fields: `reasoning` and `reasoning_content` (strings, or nested
 * objects and lists of strings), else `reasoning_details` (OpenRouter's list of `{text}` or `{summary}`; encrypted
 * entries are skipped). `""` if there is none.
 */
export function readReasoningFields(message: Record<string, unknown>): string {
  const thoughtText = joinThoughts(
    ['reasoning', 'reasoning_content'].flatMap((field) => readTexts(message[field])),
  );
  return thoughtText === '' ? joinThoughts(readTexts(message.reasoning_details)) : thoughtText;
}

function readTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(readTexts);
  if (typeof value !== 'object' || value === null) return [];
  const { text, summary, content } = value as { text?: unknown; summary?: unknown; content?: unknown };
  for (const part of [text, summary, content]) {
    const texts = readTexts(part);
    if (texts.length > 0) return texts;
  }
  return [];
}
