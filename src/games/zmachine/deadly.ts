const DEATH = /\byou (?:have died|are dead|died|have been killed|have perished)\b/i;
const BANNER = /^\s*\*{2,}\s*(.+?)\s*\*{2,}\s*$/gm;
const WON = /\b(?:won|win|victor|triumph|congratulations|success|escaped|the end\b)/i;

/** Whether a text says that the player died: in words, or by a line between stars that does not speak of winning. */
export function looksDeadly(text: string): boolean {
  if (DEATH.test(text)) return true;
  return [...text.matchAll(BANNER)].some(([, said = '']) => !WON.test(said));
}
