/** Runs of at least this many equal cells are written with a count. */
const LONG_RUN = 8;

export const BOARD_TEXT_KEY =
  'row number: a hex digit for the colour of each cell; 4{20} is 20 cells of colour 4 side by side';

/**
 * Writes a packed frame as lines of text: `3: 00 9{12} 0`. Consecutive equal rows share a line: `4-9: 5{64}`.
 * @param since an earlier frame of the same size: writes only the rows that differ from it; `''` if all are equal
 */
export function formatBoard(cells: string, since?: string): string {
  const rows = cells.split('/');
  const earlierRows = since?.split('/') ?? [];
  const isComparable = earlierRows.length === rows.length && earlierRows[0]?.length === rows[0]?.length;
  const groups: { from: number; to: number; cells: string }[] = [];
  rows.forEach((row, number) => {
    if (isComparable && row === earlierRows[number]) return;
    const last = groups.at(-1);
    if (last?.cells === row && last.to === number - 1) last.to = number;
    else groups.push({ from: number, to: number, cells: row });
  });
  return groups
    .map(({ from, to, cells: row }) => `${from === to ? from : `${from}-${to}`}: ${countRuns(row)}`)
    .join('\n');
}

const countRuns = (row: string): string =>
  row
    .replace(/(.)\1+/g, (run, cell) => (run.length >= LONG_RUN ? ` ${cell}{${run.length}} ` : run))
    .replaceAll('  ', ' ')
    .trim();
