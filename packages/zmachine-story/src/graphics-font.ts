/** The graphics font from the space on (Standard 16): arrows, lines, blocks, gauges. */
const LINES_AND_BLOCKS = ' ←→╱╲ ──││┴┬├┤└┌┐┘└┌┐┘█▀▄▌▐▄▀▌▐▗▖▘▝▗▖▘▝·▔▁▏▕ ▏▎▍▌▋▊▉█▕▏╳┼↑↓↕□?';
/** Runes for the letters from a on. */
const RUNES = 'ᚪᛒᛇᛞᛖᚠᚷᚻᛁᛄᛦᛚᛗᚾᚩᛔᚳᚱᛋᛏᚢᛠᚹᛉᚥᛟ';
const FIRST = ' '.charCodeAt(0);
const FIRST_RUNE = 'a'.charCodeAt(0);
const LAST = '↑↓↕?';

/** Font number (Standard 8.1.2). */
export const GRAPHICS_FONT = 3;

const TABLE: readonly string[] = Array.from({ length: 127 - FIRST }, (_, i) => {
  const code = FIRST + i;
  if (code >= FIRST_RUNE + RUNES.length) return LAST[code - FIRST_RUNE - RUNES.length] ?? '?';
  if (code >= FIRST_RUNE) return RUNES[code - FIRST_RUNE] ?? '?';
  return LINES_AND_BLOCKS[i] ?? '?';
});

/** Replaces graphics font characters by similar Unicode ones. */
export const inGraphicsFont = (text: string): string =>
  text.replace(/[ -~]/g, (character) => TABLE[character.charCodeAt(0) - FIRST] ?? character);
