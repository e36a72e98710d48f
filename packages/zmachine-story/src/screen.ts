import { GRAPHICS_FONT, inGraphicsFont } from './graphics-font';
import { type Look, styleCode } from './looks';

/** Screen size announced to stories. */
export const COLUMNS = 80;
export const LINES = 24;

/** In characters per turn; more is runaway output. */
export const MAX_TEXT = 200_000;

/** A prompt on its own line at the end of a text. */
export const PROMPT = /(?:^|\n)> ?$/;
/** Longest match of {@link PROMPT}, with the character before it. */
const MAX_PROMPT = 4;

/** Screen between two inputs. Plain data. */
export type ScreenState = ReturnType<typeof blankScreen> & {
  /** Current style; absent: plain. */
  look?: Look;
  /** Current font; absent: the normal one. */
  font?: number;
  /** Styles used so far, and style codes for each line of the upper window; absent: none. */
  palette?: Look[];
  upperLooks?: string[];
};

export const blankScreen = () => ({
  /** Height of the upper window in lines. */
  split: 0,
  window: 0 as 0 | 1,
  /** Cursor of the upper window, from 0. */
  row: 0,
  column: 0,
  upper: [] as string[],
  shown: true,
  /** Nested output tables (output stream 3), innermost last. */
  tables: [] as { address: number; length: number }[],
});

/** With keys in a fixed order. */
export const copyScreen = ({ look, font, palette, upperLooks, ...others }: ScreenState): ScreenState => ({
  ...others,
  ...(look && { look }),
  ...(font !== undefined && { font }),
  ...(palette && { palette }),
  ...(upperLooks && { upperLooks }),
});

export type Screen = ReturnType<typeof openScreen>;

/**
 * Opens a screen with two windows (Standard 8.6, 8.7): a fixed upper one and a scrolling lower one. Output beyond the
 * limit is lost.
 */
export function openScreen(state: ScreenState) {
  /** Printed text with style codes. */
  let lower: Piece[] = [];
  let length = 0;
  /** Upper lines written since the last {@link take}. */
  let fresh = new Set<number>();
  /** Height of the upper window at the last `take`; lines above it are the status. */
  let base = state.split;

  const codesFor = (text: string): string => {
    if (state.look === undefined) return ' '.repeat(text.length);
    state.palette ??= [];
    return styleCode(state.palette, state.look).repeat(text.length);
  };
  const setUpper = (row: number, line: string, codes: string): void => {
    state.upper[row] = line;
    if (state.upperLooks === undefined && codes.trim() === '') return;
    state.upperLooks ??= [];
    for (let i = state.upperLooks.length; i < row; i++) state.upperLooks.push('');
    state.upperLooks[row] = codes.trimEnd();
  };
  const write = (text: string): void => {
    for (const character of text) {
      if (character === '\n') {
        state.row++;
        state.column = 0;
        continue;
      }
      if (state.row < state.split && state.column < COLUMNS) {
        const insert = (line: string, unit: string): string =>
          line.padEnd(state.column).slice(0, state.column) + unit + line.slice(state.column + 1);
        setUpper(
          state.row,
          insert(state.upper[state.row] ?? '', character),
          insert(state.upperLooks?.[state.row] ?? '', codesFor(character)),
        );
        fresh.add(state.row);
      }
      state.column++;
    }
  };
  /** Counts all output, including text left behind by windows. */
  const fits = (text: string): boolean => {
    length += text.length;
    return length <= MAX_TEXT;
  };
  const leave = (text: string): void => {
    if (fits(text)) lower.push({ text, codes: ' '.repeat(text.length) });
  };
  /** The window shrinks just before the story reads input: keep the prompt last. */
  const leaveQuotation = (quotation: string): void => {
    let end: Piece = { text: '', codes: '' };
    while (lower.length > 0 && end.text.length < MAX_PROMPT) end = joinPieces([...lower.splice(-1), end]);
    const prompt = PROMPT.exec(end.text.slice(-MAX_PROMPT))?.[0] ?? '';
    const at = end.text.length - prompt.length;
    lower.push({ text: end.text.slice(0, at), codes: end.codes.slice(0, at) });
    leave(quotation);
    lower.push({ text: prompt, codes: end.codes.slice(at) });
  };
  const splitWindow = (lines: number): void => {
    const height = Math.min(lines, LINES);
    // A window that grew only briefly leaves its text on the screen, which stories use for quotations.
    const quotation = state.upper.filter(
      (line, row) => row >= Math.max(height, base) && fresh.has(row) && line.trim() !== '',
    );
    if (quotation.length > 0) leaveQuotation(`\n${quotation.map((line) => line.trimEnd()).join('\n')}\n`);
    fresh = new Set([...fresh].filter((row) => row < height));
    state.split = height;
    state.upper = Array.from({ length: height }, (_, row) => state.upper[row] ?? '');
    state.upperLooks?.splice(height);
    if (state.row >= height) [state.row, state.column] = [0, 0];
  };
  const clearUpper = (): void => {
    state.upper = Array.from({ length: state.split }, () => '');
    delete state.upperLooks;
    fresh = new Set();
    [state.row, state.column] = [0, 0];
  };
  /** Returns the lower window's text since the last call, with style codes. */
  const take = (): Piece => {
    const piece = joinPieces(lower);
    lower = [];
    length = 0;
    fresh = new Set();
    base = state.split;
    return piece;
  };
  return {
    state,
    take,
    takeText: (): string => take().text,
    setLook: (change: (look: Look) => Look): void => {
      const look = change(state.look ?? {});
      if (Object.keys(look).length > 0) state.look = look;
      else delete state.look;
    },
    get isFull(): boolean {
      return length > MAX_TEXT;
    },
    print: (text: string): void => {
      if (!fits(text) || !state.shown) return;
      const glyphs = state.font === GRAPHICS_FONT ? inGraphicsFont(text) : text;
      if (state.window === 1) write(glyphs);
      else lower.push({ text: glyphs, codes: codesFor(glyphs) });
    },
    split: splitWindow,
    /** Resets the screen but keeps the printed text. */
    reset: (): void => {
      for (const part of ['look', 'font', 'palette', 'upperLooks'] as const) delete state[part];
      Object.assign(state, blankScreen());
    },
    select: (window: number): void => {
      state.window = window === 1 ? 1 : 0;
      if (window === 1) [state.row, state.column] = [0, 0];
    },
    /** -1 clears all and unsplits, -2 clears all, 0 and 1 clear one window. */
    erase: (window: number): void => {
      if (window === -1) {
        state.window = 0;
        clearUpper();
        splitWindow(0);
      } else if (window !== 0) clearUpper();
      // Keep the lower text, because readers see all of it.
      if (window !== 1) leave('\n\n');
    },
    eraseLine: (): void => {
      if (state.window !== 1 || state.row >= state.split) return;
      setUpper(
        state.row,
        (state.upper[state.row] ?? '').slice(0, state.column),
        (state.upperLooks?.[state.row] ?? '').slice(0, state.column),
      );
    },
    /** From 1; only the upper window has a cursor. */
    moveCursor: (line: number, column: number): void => {
      if (state.window !== 1) return;
      state.row = Math.max(line, 1) - 1;
      state.column = Math.max(column, 1) - 1;
    },
  };
}

interface Piece {
  text: string;
  codes: string;
}

const joinPieces = (pieces: readonly Piece[]): Piece => ({
  text: pieces.map(({ text }) => text).join(''),
  codes: pieces.map(({ codes }) => codes).join(''),
});
