/**
 * Fills in the macros that authors of cards and lorebooks use: `{{char}}` and `{{user}}`, and their older forms `<BOT>`
 * and `<USER>`, in any case.
 */
export function fillMacros(text: string, character: string, player: string): string {
  if (!text.includes('{{') && !text.includes('<')) return text;
  // Functions, so that a `$` in a name is no pattern.
  return text.replace(/\{\{char\}\}|<BOT>/gi, () => character).replace(/\{\{user\}\}|<USER>/gi, () => player);
}

/** What `{{user}}` stands for in what is written before anybody speaks: the one persona there is. */
export function nameOfPlayer(personas: readonly { name: string }[]): string {
  const [first, ...others] = personas;
  return first && others.length === 0 ? first.name : 'the player';
}
