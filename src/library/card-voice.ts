/** Most lines, and most characters of each, that a character's voice has. */
const LINES = 40;
const CHARACTERS = 2000;

/**
 * Reads a character's lines in the examples of a card (`mes_example`): blocks that begin with `<START>`, in them lines
 * `{{char}}: …` and `{{user}}: …`, each of which may span further lines. A block in which nobody is named is one thing the
 * character says.
 *
 * @param name the character's name, which older cards write in place of `{{char}}`
 */
export function readVoice(examples: string, name: string): string[] {
  return examples
    .split(/<START>/i)
    .flatMap((block) => readBlock(block, name))
    .map((line) => line.trim().slice(0, CHARACTERS))
    .filter((line) => line !== '')
    .slice(0, LINES);
}

function readBlock(block: string, name: string): string[] {
  const lines: string[] = [];
  let speaker: 'character' | 'other' | null = null;
  for (const line of block.split('\n')) {
    const label = findLabel(line, name);
    if (label) {
      speaker = label.speaker;
      if (speaker === 'character') lines.push(label.rest);
    } else if (speaker === 'character') lines.push(`${lines.pop() ?? ''}\n${line}`);
  }
  return speaker === null ? [block] : lines;
}

function findLabel(line: string, name: string): { speaker: 'character' | 'other'; rest: string } | null {
  const [, label, rest = ''] = /^\s*([^:\n]{1,100}?)\s*:(.*)$/.exec(line) ?? [];
  switch (label?.toLowerCase()) {
    case undefined:
      return null;
    case '{{char}}':
    case '<bot>':
    case name.toLowerCase():
      return { speaker: 'character', rest };
    case '{{user}}':
    case '<user>':
      return { speaker: 'other', rest };
    default:
      return null;
  }
}

/** Lines of a voice as the examples of a card. */
export const writeVoice = (voice: readonly string[]): string =>
  voice.map((line) => `<START>\n{{char}}: ${line}`).join('\n');
