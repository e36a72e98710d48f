/** Style of a text. Plain data; absent parts have the reader's defaults. */
export interface Look {
  bold?: true;
  italic?: true;
  fixed?: true;
  reverse?: true;
  colour?: Color;
  background?: Color;
}

/** Colors of the Standard (8.3.1). */
export const COLORS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;
export type Color = (typeof COLORS)[number];

/** A style for a range of a text. */
export type StyledRun = Look & { start: number; end: number };

/** Style codes, one character each: plain, or an index into the palette. */
const PLAIN = ' ';
const FIRST = '!'.charCodeAt(0);
/** Further styles are shown plain. */
const MAX_LOOKS = 90;

/** First color number; 1 is the default color (Standard 8.3.1). */
const FIRST_COLOR = 2;
export const DEFAULT = 1;

/** The color with a number; undefined: the default. */
export function pickColor(number: number, before: Color | undefined): Color | undefined {
  if (number === DEFAULT) return undefined;
  return COLORS[number - FIRST_COLOR] ?? before;
}

const RGB = [0b000, 0b100, 0b010, 0b110, 0b001, 0b101, 0b011, 0b111];
/**
 * The color nearest to a 15-bit color, 5 bits each, red lowest (Standard 8.3.7); -1 is the default, -2 the current
 * color.
 */
export function pickTrueColor(value: number, before: Color | undefined): Color | undefined {
  if (value === -1) return undefined;
  if (value < 0) return before;
  const [red, green, blue] = [value & 31, (value >> 5) & 31, (value >> 10) & 31];
  const isOn = (part: number): boolean => part > Math.max(red, green, blue) / 2 && part > 10;
  const bits = (isOn(red) ? 4 : 0) | (isOn(green) ? 2 : 0) | (isOn(blue) ? 1 : 0);
  return COLORS[RGB.indexOf(bits)];
}

/** Applies `set_text_style`: styles accumulate until 0 resets them. */
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

/** The code of a style, added to the palette if new. */
export function styleCode(palette: Look[], look: Look): string {
  const key = JSON.stringify(look);
  if (key === '{}') return PLAIN;
  const at = palette.findIndex((one) => JSON.stringify(one) === key);
  if (at >= 0) return String.fromCharCode(FIRST + at);
  if (palette.length >= MAX_LOOKS) return PLAIN;
  palette.push(look);
  return String.fromCharCode(FIRST + palette.length - 1);
}

/** The styled runs of a text by its codes. Includes spaces between runs of the same style. */
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
 * Maps the codes of printed text to its cleaned version, which lacks some spaces, lines and the final prompt. Stops at
 * a cut in the middle.
 */
export function alignCodes(printed: string, codes: string, text: string): string {
  let from = 0;
  let result = '';
  for (const unit of text.split('')) {
    if (/\s/.test(unit)) {
      // A space keeps its style only at the same position, for bars drawn as reversed spaces.
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
