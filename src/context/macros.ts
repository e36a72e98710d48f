/**
 * Fills in the macros that authors of cards and lorebooks use: `{{char}}` and `{{user}}`, and their older forms `<BOT>`
 * and `<USER>`, in any case.
 */
export function fillMacros(text: string, character: string, player: string): string {
  if (!text.includes('{{') && !text.includes('<')) return text;
  // Functions, so that a `$` in a name is no pattern.
  return text.replace(/\{\{char\}\}|<BOT>/gi, () => character).replace(/\{\{user\}\}|<USER>/gi, () => player);
}
