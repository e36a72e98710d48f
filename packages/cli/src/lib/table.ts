/** Cells of a row, by column key. */
export type Row = Record<string, string | number | null>;
export interface Column {
  key: string;
  title: string;
}
export type TableForm = 'plain' | 'markdown' | 'csv';

/** A column may have the name of an inherited property. */
const cellText = (row: Row, { key }: Column): string =>
  Object.hasOwn(row, key) ? String(row[key] ?? '') : '';

/** Columns that only contain numbers are right-aligned. */
const isNumeric = (rows: readonly Row[], column: Column): boolean =>
  rows.length > 0 && rows.every((row) => row[column.key] === null || typeof row[column.key] === 'number');

/** Quotes a cell (RFC 4180); prefixes cells that a spreadsheet would evaluate with an apostrophe. */
function quoteCsv(text: string): string {
  const safeText = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText;
}

/**
 * Draws a table.
 *
 * @returns lines; a CSV file starts with its header
 */
export function drawTable(columns: readonly Column[], rows: readonly Row[], form: TableForm): string[] {
  if (form === 'csv')
    return [
      columns.map(({ key }) => key).join(','),
      ...rows.map((row) => columns.map((column) => quoteCsv(cellText(row, column))).join(',')),
    ];
  if (form === 'markdown')
    return [
      `| ${columns.map(({ title }) => title).join(' | ')} |`,
      `| ${columns.map((column) => (isNumeric(rows, column) ? '---:' : '---')).join(' | ')} |`,
      ...rows.map(
        (row) =>
          `| ${columns.map((column) => cellText(row, column).replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')).join(' | ')} |`,
      ),
    ];
  const widths = columns.map((column) =>
    Math.max(column.title.length, ...rows.map((row) => cellText(row, column).length)),
  );
  const draw = (cells: string[]) =>
    cells
      .map((cell, i) => {
        const column = columns[i];
        const width = widths[i] ?? 0;
        return column && isNumeric(rows, column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return [
    draw(columns.map(({ title }) => title)),
    ...rows.map((row) => draw(columns.map((column) => cellText(row, column)))),
  ];
}
