import { stripVTControlCharacters, styleText } from 'node:util';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan' | 'magenta' | 'italic';

/** An output, such as `process.stdout`. */
export interface Stream {
  isTTY?: boolean;
  columns?: number;
  rows?: number;
  write(text: string): unknown;
}

/**
 * True if a stream gets colors: a terminal does, unless NO_COLOR is set, TERM is `dumb` or `--no-color` is used.
 * FORCE_COLOR enables colors for pipes too, unless `--no-color` is used.
 */
export function hasColor(stream: Stream, env: Record<string, string | undefined>, asked = true): boolean {
  if (!asked || env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0';
  return stream.isTTY === true && env.TERM !== 'dumb';
}

/** Removes control characters from text of models and people before it reaches the terminal. */
export const plain = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
  stripVTControlCharacters(text).replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');

/** Writes results to stdout; progress, hints and errors to stderr. */
export class Terminal {
  readonly out: Stream;
  readonly err: Stream;
  readonly json: boolean;
  readonly #colour: { out: boolean; err: boolean };

  constructor(options: {
    out: Stream;
    err: Stream;
    env: Record<string, string | undefined>;
    json: boolean;
    colour: boolean;
  }) {
    this.out = options.out;
    this.err = options.err;
    this.json = options.json;
    const mayColour = options.colour && !options.json;
    this.#colour = {
      out: hasColor(this.out, options.env, mayColour),
      err: hasColor(this.err, options.env, mayColour),
    };
  }

  /** Prints a line of the result; not with `--json`. */
  say(line = ''): void {
    if (!this.json) this.out.write(`${line}\n`);
  }

  /** Prints the result for programs; only with `--json`. */
  give(value: unknown): void {
    if (this.json) this.out.write(`${JSON.stringify(value)}\n`);
  }

  /** Prints a hint, which is not part of the result. */
  hint(line: string): void {
    if (!this.json) this.err.write(`${line}\n`);
  }

  style(style: Style | Style[], text: string, on: 'out' | 'err' = 'out'): string {
    return this.#colour[on] ? styleText(style, text, { validateStream: false }) : text;
  }
}
