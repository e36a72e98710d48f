const DEATH = /\byou (?:have died|are dead|died|have been killed|have perished)\b/i;
const WON = /\b(?:won|win|victor|triumph|congratulations|success|escaped|the end\b)/i;
/** A line that says how things ended is short, in characters. */
const MAX_BANNER = 200;

/** Says whether a text reports the player's death: in words, or by a line between stars that does not speak of winning. */
export function looksDeadly(text: string): boolean {
  if (DEATH.test(text)) return true;
  return text.split('\n').some((line) => {
    const banner = line.trim();
    if (banner.length > MAX_BANNER || !banner.startsWith('**') || !banner.endsWith('**')) return false;
    return /[^*\s]/.test(banner) && !WON.test(banner);
  });
}
