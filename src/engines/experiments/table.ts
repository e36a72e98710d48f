import type { ExperimentRow, ExperimentSum, ExperimentTable, RunTally } from '../../api/experiments';
import { inMarkdown } from '../report/escape';
import type { Plan } from './plan';
import { scoreRhae } from './rhae';
import type { PlannedRun } from './steps';

/** Human baselines of games by their id: actions of each level. */
export type Baselines = Readonly<Record<string, readonly number[]>>;

type Results = Omit<RunTally, 'status' | 'reason' | 'answeredBy'>;

const NO_RESULTS: Results = {
  ...{ score: null, levels: null, levelActions: [], turns: null, actions: null, calls: null },
  ...{ tokens: null, money: null, verified: null, known: null, trueClaims: null, falseClaims: null },
};

const timeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Shows one run as a row of the table. */
export function showRow(
  { players }: Pick<Plan, 'players'>,
  baselines: Baselines,
  run: PlannedRun,
): ExperimentRow {
  const { n, game, player, seed, status, reason, tally, startedAt, endedAt } = run;
  const { status: _, reason: __, answeredBy = [], ...results } = tally ?? NO_TALLY;
  const people = baselines[game];
  const isThere = startedAt !== null;
  return {
    ...{ n, game, model: players[player]?.label ?? '', seed, run: isThere ? run.run : null },
    ...{ status, reason, answeredBy },
    ...results,
    rhae: people && tally ? scoreRhae(people, tally.levelActions) : null,
    startedAt: timeOf(startedAt),
    endedAt: timeOf(endedAt),
  };
}

const NO_TALLY = { status: null, reason: null, answeredBy: [] as string[], ...NO_RESULTS };

/** Sums of the rows of each model, in the order of the experiment. What no row has stays null. */
export function sumRows({ players }: Pick<Plan, 'players'>, rows: readonly ExperimentRow[]): ExperimentSum[] {
  return players.map(({ label }) => {
    const own = rows.filter(({ model }) => model === label);
    const values = (key: NumberKey) => own.flatMap((row) => row[key] ?? []);
    const sum = (key: NumberKey) => values(key).reduce((a, b) => a + b, 0);
    const sumOrNull = (key: NumberKey) => (values(key).length > 0 ? sum(key) : null);
    const rhae = values('rhae');
    return {
      model: label,
      runs: own.length,
      over: own.filter(({ endedAt, status }) => endedAt !== null || status === 'skipped').length,
      score: sumOrNull('score'),
      levels: sumOrNull('levels'),
      ...{ turns: sum('turns'), actions: sum('actions'), calls: sum('calls'), tokens: sum('tokens') },
      money: sumOrNull('money'),
      ...{ verified: sumOrNull('verified'), known: sumOrNull('known') },
      ...{ trueClaims: sumOrNull('trueClaims'), falseClaims: sumOrNull('falseClaims') },
      rhae: rhae.length > 0 ? rhae.reduce((a, b) => a + b, 0) / rhae.length : null,
    };
  });
}

type NumberKey = {
  [K in keyof ExperimentRow]: ExperimentRow[K] extends number | null ? K : never;
}[keyof ExperimentRow];

/** Forms of a table as text. */
export const TABLE_FORMATS = ['csv', 'markdown'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

const COLUMNS = [
  ...['n', 'game', 'model', 'seed', 'run', 'status', 'reason', 'score', 'levels', 'turns', 'actions'],
  ...['calls', 'tokens', 'money', 'verified', 'known', 'trueClaims', 'falseClaims', 'rhae'],
] as const satisfies (keyof ExperimentRow)[];
/** More columns of CSV, which programs read. */
const MORE_COLUMNS = ['levelActions', 'answeredBy', 'startedAt', 'endedAt'] as const;

const SUM_COLUMNS = [
  ...['model', 'runs', 'over', 'score', 'levels', 'turns', 'actions', 'calls', 'tokens', 'money'],
  ...['verified', 'known', 'trueClaims', 'falseClaims', 'rhae'],
] as const satisfies (keyof ExperimentSum)[];

/** Titles of columns whose names are no words. */
const TITLES: Readonly<Record<string, string>> = {
  ...{ n: '#', trueClaims: 'true claims', falseClaims: 'false claims', rhae: 'RHAE', known: 'of actions' },
};

/**
 * Writes a table as text. CSV (RFC 4180, with a line of names as in the JSON) has the rows alone; Markdown has rows and
 * sums. Texts of callers and models are escaped.
 */
export function writeTable(table: ExperimentTable, format: TableFormat): string {
  return format === 'csv' ? writeCsv(table) : writeMarkdown(table);
}

function writeCsv({ rows }: ExperimentTable): string {
  const names = [...COLUMNS, ...MORE_COLUMNS];
  const lines = rows.map((row) => names.map((name) => csvCell(row[name])));
  return [names, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

/** A cell that begins like a formula would be computed by a spreadsheet: it gets an apostrophe before it. */
function csvCell(value: ExperimentRow[keyof ExperimentRow]): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = Array.isArray(value) ? value.join(' ') : value;
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function writeMarkdown({ name, rows, sums }: ExperimentTable): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const draw = (names: readonly string[], lines: readonly string[][]) => [
    line(names.map((one) => TITLES[one] ?? one)),
    line(names.map(() => '---')),
    ...lines.map(line),
  ];
  return [
    `# ${inMarkdown(name)}`,
    '',
    ...draw(
      COLUMNS,
      rows.map((row) => COLUMNS.map((key) => markdownCell(row[key]))),
    ),
    '',
    '## By model',
    '',
    ...draw(
      SUM_COLUMNS,
      sums.map((sum) => SUM_COLUMNS.map((key) => markdownCell(sum[key]))),
    ),
    '',
  ].join('\n');
}

function markdownCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'string') return inMarkdown(value);
  return Number.isInteger(value) ? String(value) : value.toFixed(4).replace(/0+$/, '');
}
