/** Look of a piece of text. Plain data; a part that is absent is as the reader's screen has it. */
export interface Look {
  bold?: true;
  italic?: true;
  fixed?: true;
  reverse?: true;
  colour?: Colour;
  background?: Colour;
}

/** Colours of the Standard (8.3.1). */
export const COLOURS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;
export type Colour = (typeof COLOURS)[number];

/** A look from one character of a text up to another. */
export type StyledRun = Look & { start: number; end: number };

/** A character for each of a text: the plain look, or a place in the palette from the first one on. */
const PLAIN = ' ';
const FIRST = '!'.charCodeAt(0);
/** Most looks of a story; more than it needs are shown plain. */
const MAX_LOOKS = 90;

/** Number of the first colour, and the codes of the others (Standard 8.3.1). */
const FIRST_COLOUR = 2;
export const DEFAULT = 1;

/** Changes a colour by its number; undefined: the default. */
export function pickColour(number: number, before: Colour | undefined): Colour | undefined {
  if (number === DEFAULT) return undefined;
  return COLOURS[number - FIRST_COLOUR] ?? before;
}

/** Red, green and blue of the colours, as 0 or 1. */
const RGB = [0b000, 0b100, 0b010, 0b110, 0b001, 0b101, 0b011, 0b111];
/** Picks the colour that is nearest to one of 15 bits, 5 each, red lowest (Standard 8.3.7); -1 is the default, -2 the current one. */
export function pickTrueColour(value: number, before: Colour | undefined): Colour | undefined {
  if (value === -1) return undefined;
  if (value < 0) return before;
  const [red, green, blue] = [value & 31, (value >> 5) & 31, (value >> 10) & 31];
  const isOn = (part: number): boolean => part > Math.max(red, green, blue) / 2 && part > 10;
  const bits = (isOn(red) ? 4 : 0) | (isOn(green) ? 2 : 0) | (isOn(blue) ? 1 : 0);
  return COLOURS[RGB.indexOf(bits)];
}

/** Changes a look as `set_text_style` does: styles add up until 0 ends them all. */
export function addStyle(look: Look, style: number): Look {
  const { colour, background, ...styles } = look;
  const colours = { ...(colour && { colour }), ...(background && { background }) };
  if (style === 0) return colours;
  return {
    ...colours,
    ...styles,
    ...(style & 1 && { reverse: true as const }),
    ...(style & 2 && { bold: true as const }),
    ...(style & 4 && { italic: true as const }),
    ...(style & 8 && { fixed: true as const }),
  };
}

/** Returns the character of a look, which is added to the palette unless it is there. */
export function codeOf(palette: Look[], look: Look): string {
  const key = JSON.stringify(look);
  if (key === '{}') return PLAIN;
  const at = palette.findIndex((one) => JSON.stringify(one) === key);
  if (at >= 0) return String.fromCharCode(FIRST + at);
  if (palette.length >= MAX_LOOKS) return PLAIN;
  palette.push(look);
  return String.fromCharCode(FIRST + palette.length - 1);
}

/** Lists the runs of a text, by the code of each of its characters. Spaces between runs of one look belong to it. */
export function listRuns(text: string, codes: string, palette: readonly Look[]): StyledRun[] {
  const runs: (StyledRun & { code: string })[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = codes[at] ?? PLAIN;
    const look = palette[code.charCodeAt(0) - FIRST];
    if (!look) continue;
    const last = runs.at(-1);
    if (last && last.code === code && /^ *$/.test(text.slice(last.end, at))) last.end = at + 1;
    else runs.push({ start: at, end: at + 1, ...look, code });
  }
  return runs.map(({ code: _, ...run }) => run);
}

/**
 * Finds the codes of a text in those of what the story printed: the text lacks some of its spaces, lines and a prompt at its
 * end, and what was left out of its middle ends the search.
 */
export function alignCodes(printed: string, codes: string, text: string): string {
  let from = 0;
  let result = '';
  for (const unit of text.split('')) {
    if (/\s/.test(unit)) {
      // A space keeps its own look only where it stands in the same place: a bar of spaces is drawn in reverse.
      const own = printed[from] === unit ? codes[from++] : undefined;
      result += unit === '\n' ? PLAIN : (own ?? PLAIN);
      continue;
    }
    while (from < printed.length && printed[from] !== unit && /\s/.test(printed[from] ?? '')) from++;
    if (printed[from] !== unit) break;
    result += codes[from++] ?? PLAIN;
  }
  return result;
}
