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
export type ScreenState = ReturnType<typeof blankScreen>;

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

export type Screen = ReturnType<typeof openScreen>;

/**
 * Opens a screen of two windows (Standard 8.6, 8.7) on what stood on it: an upper one of fixed lines, a lower one that
 * scrolls. Printing throws {@link TooMuchText} when there is no end of it.
 */
export function openScreen(state: ScreenState) {
  let lower: string[] = [];
  let length = 0;
  /** Lines of the upper window that were written since the text was last taken. */
  let fresh = new Set<number>();
  /** Height of the upper window when the text was last taken: what was drawn above that is its status. */
  let base = state.split;

  const write = (text: string): void => {
    for (const character of text) {
      if (character === '\n') {
        state.row++;
        state.column = 0;
        continue;
      }
      if (state.row < state.split && state.column < COLUMNS) {
        const line = (state.upper[state.row] ?? '').padEnd(state.column);
        state.upper[state.row] = line.slice(0, state.column) + character + line.slice(state.column + 1);
        fresh.add(state.row);
      }
      state.column++;
    }
  };
  /** Everything counts, wherever it goes: what is printed, and what windows leave behind. */
  const count = (text: string): void => {
    length += text.length;
    if (length > MAX_TEXT) throw new TooMuchText();
  };
  const leave = (text: string): void => {
    count(text);
    lower.push(text);
  };
  /** The window shrinks as the story is about to read: then its prompt stands there already, and stays the last. */
  const leaveQuotation = (quotation: string): void => {
    let end = '';
    while (lower.length > 0 && end.length < MAX_PROMPT) end = lower.pop() + end;
    const prompt = PROMPT.exec(end.slice(-MAX_PROMPT))?.[0] ?? '';
    lower.push(end.slice(0, end.length - prompt.length));
    leave(quotation);
    lower.push(prompt);
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
    if (state.row >= height) [state.row, state.column] = [0, 0];
  };
  const clearUpper = (): void => {
    state.upper = Array.from({ length: state.split }, () => '');
    fresh = new Set();
    [state.row, state.column] = [0, 0];
  };
  return {
    state,
    /** Takes the text printed in the lower window since the last call. */
    takeText: (): string => {
      const text = lower.join('');
      lower = [];
      length = 0;
      fresh = new Set();
      base = state.split;
      return text;
    },
    print: (text: string): void => {
      count(text);
      if (!state.shown) return;
      if (state.window === 1) write(text);
      else lower.push(text);
    },
    split: splitWindow,
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
      state.upper[state.row] = (state.upper[state.row] ?? '').slice(0, state.column);
    },
    /** Line and column from 1; only the upper window has a cursor. */
    moveCursor: (line: number, column: number): void => {
      if (state.window !== 1) return;
      state.row = Math.max(line, 1) - 1;
      state.column = Math.max(column, 1) - 1;
    },
  };
}

/** A story that prints without an end. */
export class TooMuchText extends Error {
  constructor() {
    super(`it printed more than ${MAX_TEXT} characters`);
  }
}
