import {
  EXPERIMENT_MEASURES,
  type ExperimentMean,
  type ExperimentRow,
  type ExperimentSum,
  type ExperimentTable,
  MEAN_MEASURES,
  type RunTally,
  type StoryMean,
} from '../../contract/experiments';
import { inMarkdown } from '../../report/escape';
import type { Plan } from './plan';
import { type StoryRef, writePublished } from './published';
import { scoreRhae } from './rhae';
import { summarizeSample } from './sample';
import { isCondition } from './scenes/conditions';
import type { PlannedRun } from './steps';

/** Human actions per level, by game id. */
export type Baselines = Readonly<Record<string, readonly number[]>>;

export type Stories = Readonly<Record<string, StoryRef>>;

type Results = Omit<RunTally, 'status' | 'reason' | 'isShort' | 'answeredBy' | 'scores'>;

export const NO_RESULTS: Results = {
  ...{ maximum: null, shareOfMaximum: null, moves: null, deaths: null, places: null },
  ...{ score: null, levels: null, levelActions: [], turns: null, actions: null, calls: null },
  ...{ tokens: null, money: null, verified: null, known: null, predictedRight: null, predictedWrong: null },
};

const runTime = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

export function formatRow(
  { players }: Pick<Plan, 'players'>,
  baselines: Baselines,
  run: PlannedRun,
): ExperimentRow {
  const { n, game, player, seed, status, reason, tally, startedAt, endedAt } = run;
  const { status: _, reason: __, isShort: ___, answeredBy, scores = {}, ...results } = tally ?? NO_TALLY;
  const people = baselines[game];
  const isThere = startedAt !== null;
  return {
    ...{ n, game, model: players[player]?.label ?? '', seed, run: isThere ? run.run : null },
    ...{ status, reason, answeredBy },
    ...results,
    scores,
    rhae: people && tally ? scoreRhae(people, tally.levelActions) : null,
    startedAt: runTime(startedAt),
    endedAt: runTime(endedAt),
  };
}

const NO_TALLY = {
  ...{ status: null, reason: null, isShort: false, answeredBy: [] as string[], ...NO_RESULTS },
  scores: {} as Record<string, number>,
};

/** Sums per model, in the experiment's order. null if no row has the measure. */
export function sumRows({ players }: Pick<Plan, 'players'>, rows: readonly ExperimentRow[]): ExperimentSum[] {
  return players.map(({ label }) => {
    const own = rows.filter(({ model }) => model === label);
    const values = (key: NumberKey) => listValues(own, key);
    const sum = (key: NumberKey) => values(key).reduce((a, b) => a + b, 0);
    const sumOrNull = (key: NumberKey) => (values(key).length > 0 ? sum(key) : null);
    const rhae = values('rhae');
    return {
      model: label,
      runs: own.length,
      over: own.filter(({ endedAt, status }) => endedAt !== null || status === 'skipped').length,
      score: sumOrNull('score'),
      shareOfMaximum: meanValue(byGame(own).map((rows) => meanValue(listValues(rows, 'shareOfMaximum')))),
      ...{ moves: sumOrNull('moves'), deaths: sumOrNull('deaths') },
      levels: sumOrNull('levels'),
      ...{ turns: sum('turns'), actions: sum('actions'), calls: sum('calls'), tokens: sum('tokens') },
      money: sumOrNull('money'),
      ...{ verified: sumOrNull('verified'), known: sumOrNull('known') },
      ...{ predictedRight: sumOrNull('predictedRight'), predictedWrong: sumOrNull('predictedWrong') },
      rhae: rhae.length > 0 ? rhae.reduce((a, b) => a + b, 0) / rhae.length : null,
    };
  });
}

type NumberKey = {
  [K in keyof ExperimentRow]: ExperimentRow[K] extends number | null ? K : never;
}[keyof ExperimentRow];

const listValues = (rows: readonly ExperimentRow[], key: NumberKey): number[] =>
  rows.flatMap((row) => row[key] ?? []);

/** Ignores null values; null if there are no others. */
function meanValue(values: readonly (number | null)[]): number | null {
  const numbers = values.flatMap((value) => value ?? []);
  return numbers.length === 0 ? null : numbers.reduce((a, b) => a + b, 0) / numbers.length;
}

const byGame = (rows: readonly ExperimentRow[]): ExperimentRow[][] =>
  [...new Set(rows.map(({ game }) => game))].map((game) => rows.filter((row) => row.game === game));

/** Names of the scores of any row, in order of appearance. */
export const scoreNames = (rows: readonly Pick<ExperimentRow, 'scores'>[]): string[] => [
  ...new Set(rows.flatMap(({ scores }) => Object.keys(scores))),
];

/** A score may have the name of an inherited property. */
const readScore = ({ scores }: Pick<ExperimentRow, 'scores'>, name: string): number | null =>
  (Object.hasOwn(scores, name) ? scores[name] : null) ?? null;

/**
 * For each ended scene, 1 if its script was played to the end, else 0, so that failures count without a score.
 * Scenes that the owner stopped are left out.
 */
const listCompleted = (rows: readonly ExperimentRow[]): number[] =>
  rows.flatMap(({ game, status, reason, endedAt }) =>
    !isCondition(game) || endedAt === null || reason === 'stopped' || status === 'deleted'
      ? []
      : [Number(status === 'finished')],
  );

/** Mean and spread per game and model, over the runs that have begun. */
export const averageRows = (
  { players }: Pick<Plan, 'players'>,
  rows: readonly ExperimentRow[],
): ExperimentMean[] =>
  byGame(rows).flatMap((ofGame) =>
    players.flatMap(({ label: model }) => {
      const all = ofGame.filter((row) => row.model === model);
      const own = all.filter(({ run }) => run !== null);
      const samples: [string, number[]][] = [
        ...MEAN_MEASURES.map((measure): [string, number[]] => [measure, listValues(own, measure)]),
        ['completed', listCompleted(all)],
        ...scoreNames(own).map((name): [string, number[]] => [
          name,
          own.flatMap((row) => readScore(row, name) ?? []),
        ]),
      ];
      return samples.flatMap(([measure, values]) => {
        const summary = summarizeSample(values);
        if (!summary) return [];
        const { n: runs, ...spread } = summary;
        return [{ game: all[0]?.game ?? '', model, measure, runs, ...spread }];
      });
    }),
  );

/** Means per story and model, over the runs that have begun. */
export function averageStories(
  { players }: Pick<Plan, 'players'>,
  stories: Stories,
  rows: readonly ExperimentRow[],
): StoryMean[] {
  return Object.entries(stories).flatMap(([game, { title }]) =>
    players.map(({ label }) => {
      const own = rows.filter((row) => row.game === game && row.model === label && row.run !== null);
      const mean = (key: NumberKey) => meanValue(listValues(own, key));
      const most = (key: NumberKey) => {
        const values = listValues(own, key);
        return values.length === 0 ? null : Math.max(...values);
      };
      return {
        ...{ game, title, model: label, runs: own.length },
        over: own.filter(({ endedAt }) => endedAt !== null).length,
        ...{ score: mean('score'), best: most('score'), maximum: most('maximum') },
        ...{ shareOfMaximum: mean('shareOfMaximum'), moves: mean('moves'), deaths: mean('deaths') },
        ...{ places: mean('places'), calls: mean('calls'), tokens: mean('tokens'), money: mean('money') },
      };
    }),
  );
}

export const TABLE_FORMATS = ['csv', 'means', 'markdown'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

const SHOWN_COLUMNS = ['n', 'game', 'model', 'seed', 'run', 'status', 'reason', 'score'] as const;
const COLUMNS = [
  ...SHOWN_COLUMNS,
  ...['maximum', 'shareOfMaximum', 'moves', 'deaths', 'places', 'levels', 'turns', 'actions'],
  ...['calls', 'tokens', 'money', 'verified', 'known', 'predictedRight', 'predictedWrong', 'rhae'],
] as const satisfies (keyof ExperimentRow)[];
/** Extra columns of CSV, for programs. */
const MORE_COLUMNS = ['levelActions', 'answeredBy', 'startedAt', 'endedAt'] as const;

const SUM_COLUMNS = [
  ...[
    'model',
    'runs',
    'over',
    'score',
    'shareOfMaximum',
    'moves',
    'deaths',
    'levels',
    'turns',
    'actions',
    'calls',
    'tokens',
    'money',
  ],
  ...['verified', 'known', 'predictedRight', 'predictedWrong', 'rhae'],
] as const satisfies (keyof ExperimentSum)[];

const STORY_COLUMNS = [
  ...['title', 'game', 'model', 'runs', 'over', 'score', 'best', 'maximum', 'shareOfMaximum', 'moves'],
  ...['deaths', 'places', 'calls', 'tokens', 'money'],
] as const satisfies (keyof StoryMean)[];

const MEAN_COLUMNS = [
  ...['game', 'model', 'measure', 'runs', 'mean', 'standardDeviation', 'low', 'high'],
] as const satisfies (keyof ExperimentMean)[];

const TITLES: ReadonlyMap<string, string> = new Map([
  ['n', '#'],
  ['predictedRight', 'predicted right'],
  ['predictedWrong', 'predicted wrong'],
  ['rhae', 'RHAE'],
  ['known', 'of actions'],
  ['shareOfMaximum', 'share of maximum'],
  ['title', 'story'],
  ['standardDeviation', 'standard deviation'],
  ['low', '95 % from'],
  ['high', '95 % to'],
]);

/**
 * `csv` (RFC 4180, header names as in JSON) contains the rows, `means` is CSV of the means, Markdown contains
 * rows, means and sums. Text from users and models is escaped.
 */
export function writeTable(table: ExperimentTable, format: TableFormat): string {
  if (format === 'markdown') return writeMarkdown(table);
  return format === 'csv' ? writeCsv(table) : writeMeans(table);
}

const writeMeans = ({ means }: ExperimentTable): string =>
  [MEAN_COLUMNS, ...means.map((mean) => MEAN_COLUMNS.map((name) => csvCell(mean[name])))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');

function writeCsv({ rows, stories }: ExperimentTable): string {
  const names = [...COLUMNS, ...MORE_COLUMNS];
  const scored = scoreNames(rows);
  const lines = rows.map((row) => [
    ...names.map((name) => csvCell(row[name])),
    csvCell(columnTitle(stories, row)),
    ...scored.map((name) => csvCell(readScore(row, name))),
  ]);
  return [[...names, 'title', ...scored], ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

/** Titles replace the unreadable ids of uploaded stories; null for grid games. */
const columnTitle = (stories: readonly StoryMean[], { game }: Pick<ExperimentRow, 'game'>): string | null =>
  stories.find((story) => story.game === game)?.title ?? null;

/** Invisible characters, or characters a spreadsheet drops, before a formula sign. */
const FORMULA = '[\\p{C}\\p{Z}"\'\\u115f\\u1160\\u3164\\uffa0]*[=+\\-@|%＝＋－＠﹢﹣−]';
const RISKY_START = new RegExp(`^(?=[\\t\\r\\n]|${FORMULA})`, 'u');
/** Some spreadsheets split cells at semicolons, tabs or line ends, even inside quotes. */
const RISKY_INSIDE = new RegExp(`[;\\t\\r\\n\\v\\f\\u0085\\u2028\\u2029](?=${FORMULA})`, 'gu');

/** Puts an apostrophe before text that a spreadsheet would evaluate. */
function csvCell(value: string | number | null | readonly (string | number)[]): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value : value.join(' ');
  const safe = text.replace(RISKY_INSIDE, "$&'").replace(RISKY_START, "'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function writeMarkdown({
  name,
  rows,
  sums,
  means,
  stories,
  published,
  budget,
  used,
  fair,
}: ExperimentTable): string {
  const limits = EXPERIMENT_MEASURES.flatMap((measure) =>
    budget[measure] === null
      ? []
      : [`${markdownCell(used[measure] ?? 0)} of ${markdownCell(budget[measure])} ${measure}`],
  );
  const spreads = means.filter(({ standardDeviation }) => standardDeviation !== null);
  const scored = scoreNames(rows);
  const titledRows = rows.map(
    (row): Record<string, string | number | null> => ({
      ...Object.fromEntries(COLUMNS.map((name) => [name, row[name]])),
      game: columnTitle(stories, row) ?? row.game,
      ...Object.fromEntries(scored.map((name) => [name, readScore(row, name)])),
    }),
  );
  return [
    `# ${inMarkdown(name)}`,
    '',
    ...(limits.length > 0 ? [`Budget of the whole: ${limits.join(', ')}.`, ''] : []),
    ...(fair
      ? ['Text adventures are fair: their agents know what the story prints, and nothing else.', '']
      : []),
    ...drawTable([...COLUMNS, ...scored], titledRows, SHOWN_COLUMNS),
    '',
    ...(stories.length > 0
      ? [
          '## By story',
          '',
          'Means over the started runs.',
          '',
          ...drawTable(STORY_COLUMNS, stories, STORY_COLUMNS),
          '',
        ]
      : []),
    ...published.flatMap((one) => {
      const title = stories.find(({ game }) => game === one.game)?.title ?? one.game;
      return [`${inMarkdown(title)}, published: ${inMarkdown(writePublished(one))}. <${one.source.url}>`, ''];
    }),
    ...(spreads.length > 0
      ? [
          '## Means',
          '',
          'Over the started runs of each game and model, with the 95 % confidence interval of the mean.',
          '',
          ...drawTable(
            MEAN_COLUMNS,
            spreads.map((mean) => ({
              ...mean,
              game: columnTitle(stories, mean) ?? mean.game,
              measure: TITLES.get(mean.measure) ?? mean.measure,
            })),
            MEAN_COLUMNS,
          ),
          '',
        ]
      : []),
    '## By model',
    '',
    ...drawTable(SUM_COLUMNS, sums, ['model', 'runs', 'over', 'score']),
    '',
  ].join('\n');
}

/**
 * Omits empty columns, so a table of grid games has no story columns.
 *
 * @param always columns to include even if empty
 */
function drawTable<K extends string>(
  columns: readonly K[],
  lines: readonly Record<K, string | number | null>[],
  always: readonly K[],
): string[] {
  const names = columns.filter((name) => always.includes(name) || lines.some((line) => line[name] !== null));
  const write = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    write(names.map((one) => TITLES.get(one) ?? one)),
    write(names.map(() => '---')),
    ...lines.map((line) => write(names.map((name) => markdownCell(line[name])))),
  ];
}

function markdownCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'string') return inMarkdown(value);
  return Number.isInteger(value) ? String(value) : value.toFixed(4).replace(/0+$/, '');
}
