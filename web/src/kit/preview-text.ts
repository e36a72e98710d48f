/** Removes the signs of Markdown from a text that is shown in one line. */
export const previewText = (text: string): string =>
  text
    .replace(/^\s*(?:#{1,6}|>|[-+*])\s+/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*{1,3}|~~|`+)(?=\S)(.*?\S)\1/gs, '$2')
    .replace(/(?<!\w)(_{1,3})(?=\S)(.*?\S)\1(?!\w)/gs, '$2');
