import { GRAPHICS_FONT, inGraphicsFont } from './graphics-font';
import { codeOf, type Look } from './looks';

/** Columns and lines that stories are told the screen has. */
export const COLUMNS = 80;
export const LINES = 24;

/** A text that is longer than this in one turn comes from a story that runs wild. In characters. */
export const MAX_TEXT = 200_000;

/** A prompt on a line of its own at the end of a text. */
export const PROMPT = /(?:^|\n)> ?$/;
/** Longest match of it, and the character before, in characters. */
const MAX_PROMPT = 4;

/** Screen between two inputs. Plain data. */
export type ScreenState = ReturnType<typeof blankScreen> & {
  /** Look of what is printed next; absent: plain. */
  look?: Look;
  /** Font of what is printed next; absent: the usual one. */
  font?: number;
  /** Looks that the story used, and for each line of the upper window their codes; absent: none. */
  palette?: Look[];
  upperLooks?: string[];
};

export const blankScreen = () => ({
  /** Height of the upper window, in lines. */
  split: 0,
  window: 0 as 0 | 1,
  /** Where the upper window is written next, from 0. */
  row: 0,
  column: 0,
  /** Lines of the upper window. */
  upper: [] as string[],
  /** True when text goes to the screen (output stream 1). */
  shown: true,
  /** Tables that text goes to instead (output stream 3), the newest last. */
  tables: [] as { address: number; length: number }[],
});

/** Copies a screen, its parts in a fixed order. */
export const copyScreen = ({ look, font, palette, upperLooks, ...others }: ScreenState): ScreenState => ({
  ...others,
  ...(look && { look }),
  ...(font !== undefined && { font }),
  ...(palette && { palette }),
  ...(upperLooks && { upperLooks }),
});

export type Screen = ReturnType<typeof openScreen>;

/**
 * Opens a screen of two windows (Standard 8.6, 8.7) on what stood on it: an upper one of fixed lines, a lower one that
 * scrolls. What is printed when it is full is lost.
 */
export function openScreen(state: ScreenState) {
  /** Printed pieces, each with the codes of its looks. */
  let lower: Piece[] = [];
  let length = 0;
  /** Lines of the upper window that were written since the text was last taken. */
  let fresh = new Set<number>();
  /** Height of the upper window when the text was last taken: what was drawn above that is its status. */
  let base = state.split;

  /** Codes of as many characters in the look that is set now. */
  const codesFor = (text: string): string => {
    if (state.look === undefined) return ' '.repeat(text.length);
    state.palette ??= [];
    return codeOf(state.palette, state.look).repeat(text.length);
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
  /** Everything counts, wherever it goes: what is printed, and what windows leave behind. */
  const fits = (text: string): boolean => {
    length += text.length;
    return length <= MAX_TEXT;
  };
  const leave = (text: string): void => {
    if (fits(text)) lower.push({ text, codes: ' '.repeat(text.length) });
  };
  /** The window shrinks as the story is about to read: then its prompt stands there already, and stays the last. */
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
    // A window that grew for a moment leaves what it showed on the screen: stories show quotations so.
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
  /** Takes the text printed in the lower window since the last call, with the codes of its looks. */
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
    /** {@link take} without looks. */
    takeText: (): string => take().text,
    setLook: (change: (look: Look) => Look): void => {
      const look = change(state.look ?? {});
      if (Object.keys(look).length > 0) state.look = look;
      else delete state.look;
    },
    /** True when it holds as much as a story may print in one turn. */
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
    /** Puts everything where a story begins. What was printed stays. */
    reset: (): void => {
      for (const part of ['look', 'font', 'palette', 'upperLooks'] as const) delete state[part];
      Object.assign(state, blankScreen());
    },
    select: (window: number): void => {
      state.window = window === 1 ? 1 : 0;
      if (window === 1) [state.row, state.column] = [0, 0];
    },
    /** -1 clears all and unsplits, -2 clears all, 0 and 1 one of the windows. */
    erase: (window: number): void => {
      if (window === -1) {
        state.window = 0;
        clearUpper();
        splitWindow(0);
      } else if (window !== 0) clearUpper();
      // What was printed below is kept: to its reader it is all one text.
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
    /** Line and column from 1; only the upper window has a cursor. */
    moveCursor: (line: number, column: number): void => {
      if (state.window !== 1) return;
      state.row = Math.max(line, 1) - 1;
      state.column = Math.max(column, 1) - 1;
    },
  };
}

/** A printed text, and a code of its look for each of its characters. */
interface Piece {
  text: string;
  codes: string;
}

const joinPieces = (pieces: readonly Piece[]): Piece => ({
  text: pieces.map(({ text }) => text).join(''),
  codes: pieces.map(({ codes }) => codes).join(''),
});
