import { plain, type Stream, type Terminal } from './terminal';

export interface Progress {
  label: string;
  done: number;
  /** Null: unknown. */
  total: number | null;
  /** Text after the bar. */
  note: string;
}

const BAR_WIDTH = 24;

/** Draws a bar as one line of at most `width` characters. */
export function drawBar({ label, done, total, note }: Progress, width: number, labelWidth: number): string {
  const share = total === null || total <= 0 ? 0 : Math.min(1, Math.max(0, done / total));
  const full = Math.round(share * BAR_WIDTH);
  const bar = total === null ? '·'.repeat(BAR_WIDTH) : '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full);
  const count = total === null ? `${done}` : `${done}/${total}`;
  const line = `${plain(label).padEnd(labelWidth)} ${bar} ${count.padStart(9)}  ${plain(note)}`.replaceAll(
    '\n',
    ' ',
  );
  return line.slice(0, Math.max(10, width)).trimEnd();
}

/** Shows several bars: in place on a terminal, otherwise as a line per changed note, to keep logs short. */
export class ProgressBars {
  readonly #stream: Stream;
  readonly #isLive: boolean;
  readonly #isQuiet: boolean;
  readonly #bars: Progress[] = [];
  #drawn = 0;

  constructor({ err, json }: Pick<Terminal, 'err' | 'json'>) {
    this.#stream = err;
    this.#isQuiet = json;
    this.#isLive = err.isTTY === true && !json;
  }

  /** Adds a bar; the returned function changes it. */
  add(label: string, total: number | null = null): (change: Partial<Progress>) => void {
    const bar: Progress = { label, done: 0, total, note: '' };
    this.#bars.push(bar);
    this.#draw();
    return (change) => {
      const isNews = change.note !== undefined && change.note !== bar.note;
      Object.assign(bar, change);
      if (this.#isLive) this.#draw();
      else if (isNews && !this.#isQuiet) this.#stream.write(`${drawBar(bar, 200, 0)}\n`);
    };
  }

  /** Leaves the bars in place; further output appears below. */
  end(): void {
    this.#draw();
    this.#drawn = 0;
  }

  #draw(): void {
    if (!this.#isLive) return;
    const width = this.#stream.columns || 80;
    // Lines that scrolled away cannot be redrawn: show the first bar (the total) and the latest ones.
    const most = Math.max(2, (this.#stream.rows || 24) - 2);
    const bars =
      this.#bars.length <= most ? this.#bars : [...this.#bars.slice(0, 1), ...this.#bars.slice(1 - most)];
    const labelWidth = Math.max(...bars.map(({ label }) => label.length));
    const up = this.#drawn > 0 ? `\u001b[${this.#drawn}A` : '';
    const lines = bars.map((bar) => `\u001b[2K${drawBar(bar, width - 1, labelWidth)}\n`);
    this.#stream.write(up + lines.join(''));
    this.#drawn = lines.length;
  }
}
