import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type {
  ExperimentMean,
  ExperimentRow,
  ExperimentSum,
  ExperimentTable,
  PublishedScores,
} from '../../../src/contract/experiments';
import { StatusMark } from '../kit/marks';
import { formatMoney } from '../usage/show-money';
import { LOCALE } from '../words/languages';
import { termLabel } from '../words/terms';

/** The numbers that runs and models both have; null: unknown. */
type Results = Record<
  | ('score' | 'shareOfMaximum' | 'moves' | 'deaths')
  | ('levels' | 'turns' | 'actions' | 'calls' | 'tokens' | 'money')
  | ('verified' | 'known' | 'predictedRight' | 'predictedWrong' | 'rhae'),
  number | null
> & { maximum?: number | null; places?: number | null; scores?: Readonly<Record<string, number>> };

/** Scores that every scene has. */
const SCENE_TITLES: ReadonlyMap<string, string> = new Map([
  ['lines', 'Lines'],
  ['speakers', 'Speakers'],
  ['callsPerLine', 'Calls per line'],
  ['tokensPerLine', 'Tokens per line'],
  ['moneyPerLine', 'Cost per line'],
]);
const scoreTitle = (name: string): string => SCENE_TITLES.get(name) ?? name;

/** `ada / short` for a condition of a scene. */
const gameTitle = (id: string): string =>
  id.startsWith('scene:') ? id.slice('scene:'.length).replace('/', ' / ') : id;

const show = (value: number | null): string =>
  value === null ? '' : value.toLocaleString(LOCALE, { maximumFractionDigits: 1 });
const showFine = (value: number | null): string =>
  value === null ? '' : value.toLocaleString(LOCALE, { maximumFractionDigits: 2 });
const showShare = (value: number | null): string =>
  value === null ? '' : value.toLocaleString(LOCALE, { style: 'percent', maximumFractionDigits: 1 });
const pair = (a: number | null, b: number | null): string =>
  a === null || b === null ? '' : `${show(a)}\u00a0/\u00a0${show(b)}`;

interface Column {
  title: string;
  write: (of: Results) => string;
  /** Cost columns are hidden while no row has a value. */
  cost?: keyof Results;
}

/** The columns of results, and how each is written. */
const COLUMNS: readonly Column[] = [
  {
    title: 'Score',
    write: ({ score, maximum = null }) => (maximum === null ? show(score) : pair(score, maximum)),
  },
  { title: 'Share of the maximum', write: ({ shareOfMaximum }) => showShare(shareOfMaximum) },
  { title: 'Moves', write: ({ moves }) => show(moves) },
  { title: 'Deaths', write: ({ deaths }) => show(deaths) },
  { title: 'Places', write: ({ places = null }) => show(places) },
  { title: 'Levels', write: ({ levels }) => show(levels) },
  { title: 'Turns played', write: ({ turns }) => show(turns) },
  { title: 'Actions', write: ({ actions }) => show(actions), cost: 'actions' },
  { title: 'Calls', write: ({ calls }) => show(calls) },
  { title: 'Tokens', write: ({ tokens }) => show(tokens), cost: 'tokens' },
  { title: 'Money', write: ({ money }) => (money === null ? '' : formatMoney(money)), cost: 'money' },
  { title: 'Verified actions', write: ({ verified, known }) => pair(verified, known) },
  { title: 'Correct predictions', write: ({ predictedRight }) => show(predictedRight) },
  { title: 'Wrong predictions', write: ({ predictedWrong }) => show(predictedWrong) },
  { title: 'RHAE', write: ({ rhae }) => showShare(rhae) },
];

/** Hides columns without values, such as tokens of canned replies. */
const visibleColumns = (rows: readonly Results[]): Column[] => [
  ...COLUMNS.filter(({ write, cost }) => rows.some((row) => (cost ? row[cost] : write(row) !== ''))),
  ...[...new Set(rows.flatMap(({ scores }) => Object.keys(scores ?? {})))].map((name) => ({
    title: scoreTitle(name),
    write: ({ scores = {} }: Results) =>
      writeScore(name)((Object.hasOwn(scores, name) ? scores[name] : null) ?? null),
  })),
];

const writeScore =
  (name: string) =>
  (value: number | null): string =>
    value === null ? '' : name === 'moneyPerLine' ? formatMoney(value) : showFine(value);

const renderHeads = (columns: typeof COLUMNS) =>
  columns.map(({ title }) => (
    <th key={title} scope="col">
      {title}
    </th>
  ));

const renderCells = (columns: typeof COLUMNS, of: Results) =>
  columns.map(({ title, write }) => <td key={title}>{write(of)}</td>);

/** Sums of each model. */
export function ModelSums({ sums }: { sums: readonly ExperimentSum[] }) {
  const columns = visibleColumns(sums);
  return (
    <Scrolled label="Totals by model">
      <thead>
        <tr>
          <th scope="col">Model</th>
          <th scope="col">Finished runs</th>
          {renderHeads(columns)}
        </tr>
      </thead>
      <tbody>
        {sums.map((sum) => (
          <tr key={sum.model}>
            <th scope="row" dir="auto">
              {sum.model}
            </th>
            <td>{pair(sum.over, sum.runs)}</td>
            {renderCells(columns, sum)}
          </tr>
        ))}
      </tbody>
    </Scrolled>
  );
}

/** The columns of means: each measure with its title, and how its values are written. */
const MEANS: readonly { measure: string; title: string; write: (value: number) => string }[] = [
  { measure: 'score', title: 'Score', write: show },
  { measure: 'shareOfMaximum', title: 'Share of the maximum', write: showShare },
  { measure: 'moves', title: 'Moves', write: show },
  { measure: 'deaths', title: 'Deaths', write: show },
  { measure: 'places', title: 'Places', write: show },
  { measure: 'levels', title: 'Levels', write: show },
  { measure: 'actions', title: 'Actions', write: show },
  { measure: 'calls', title: 'Calls', write: show },
  { measure: 'tokens', title: 'Tokens', write: show },
  { measure: 'money', title: 'Money', write: formatMoney },
  { measure: 'verified', title: 'Verified actions', write: show },
  { measure: 'predictedRight', title: 'Correct predictions', write: show },
  { measure: 'predictedWrong', title: 'Wrong predictions', write: show },
  { measure: 'rhae', title: 'RHAE', write: showShare },
  { measure: 'completed', title: 'Completed', write: showShare },
];

/** Columns of the scores of scenes, which the experiment names. */
const scoreColumns = (means: readonly ExperimentMean[]): typeof MEANS =>
  [...new Set(means.map(({ measure }) => measure))]
    .filter((name) => !MEANS.some(({ measure }) => measure === name))
    .map((measure) => ({ measure, title: scoreTitle(measure), write: writeScore(measure) }));

/** Averages by game and model with their spread, next to published scores for the same story files. */
export function GameMeans({ table }: { table: Pick<ExperimentTable, 'means' | 'stories' | 'published'> }) {
  const { means, stories, published } = table;
  const titleOf = (id: string): string => stories.find(({ game }) => game === id)?.title ?? gameTitle(id);
  const columns = [
    ...MEANS.filter(({ measure }) =>
      means.some((one) => one.measure === measure && (one.mean !== 0 || measure === 'completed')),
    ),
    ...scoreColumns(means),
  ];
  const groups = [...new Set(means.map(({ game, model }) => JSON.stringify([game, model])))].map((key) =>
    means.filter(({ game, model }) => JSON.stringify([game, model]) === key),
  );
  return (
    <>
      <p class="quiet small">
        Mean ± half its 95% confidence interval (standard deviation), over started runs.
      </p>
      <Scrolled label="Averages by game">
        <thead>
          <tr>
            <th scope="col">Game</th>
            <th scope="col">Model</th>
            <th scope="col">Runs</th>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => {
            const { game = '', model = '' } = group[0] ?? {};
            return (
              <tr key={`${game} ${model}`}>
                <th scope="row" dir="auto">
                  {titleOf(game)}
                </th>
                <td dir="auto">{model}</td>
                <td>{Math.max(...group.map(({ runs }) => runs))}</td>
                {columns.map(({ measure, write }) => (
                  <td key={measure}>
                    {renderMean(
                      group.find((one) => one.measure === measure),
                      write,
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </Scrolled>
      {published.map((one) => (
        <Published key={one.game} title={titleOf(one.game)} scores={one} />
      ))}
    </>
  );
}

function renderMean(of: ExperimentMean | undefined, write: (value: number) => string): string {
  if (!of) return '';
  const { mean, standardDeviation, high } = of;
  if (standardDeviation === null || high === null) return write(mean);
  return `${write(mean)}\u00a0±\u00a0${write(high - mean)} (${write(standardDeviation)})`;
}

function Published({
  title,
  scores: { scores, maximum, note, source },
}: {
  title: string;
  scores: PublishedScores;
}) {
  const points = [...scores]
    .sort((a, b) => b.score - a.score)
    .map(({ agent, score }) => `${agent}\u00a0${show(score)}`)
    .join(', ');
  return (
    <p class="small published">
      <span dir="auto">{title}</span>, published: <span dir="ltr">{points}</span> of {show(maximum)} (
      <a href={source.url} rel="noreferrer" target="_blank" title={source.method} lang="en">
        {source.cite}
      </a>
      {note !== null && <span lang="en">; {note}</span>})
    </p>
  );
}

/** True if the run exists and is not a scene, so it can be compared with others of its game. */
const isComparable = ({ run }: ExperimentRow): boolean => run !== null && !isScene(run);
const isScene = (run: string): boolean => run.startsWith('scn_');

/**
 * Every run with a link. Two runs of a game can be selected and compared.
 *
 * @param titles titles of games by ID, if the ID is not readable
 */
export function RunRows({
  rows,
  titles,
}: {
  rows: readonly ExperimentRow[];
  titles: Readonly<Record<string, string>>;
}) {
  const nameOf = (id: string): string => titles[id] ?? gameTitle(id);
  const [choice, setChoice] = useState<readonly string[]>([]);
  const columns = visibleColumns(rows);
  const comparable = rows.filter(isComparable);
  const hasPair = comparable.some((one, i) =>
    comparable.some((other, j) => i < j && one.game === other.game),
  );
  const game = rows.find(({ run }) => run === choice[0])?.game ?? null;
  const tick = (run: string, isOn: boolean) =>
    setChoice((last) => (isOn ? [...last, run].slice(-2) : last.filter((one) => one !== run)));
  return (
    <>
      {hasPair && <CompareNote chosen={choice} />}
      <Scrolled label="Runs">
        <RunHeads columns={columns} hasPair={hasPair} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.n}>
              {hasPair && (
                <td class="pick">
                  {isComparable(row) && (
                    <input
                      type="checkbox"
                      aria-label={`Compare ${nameOf(row.game)}, ${row.model}, seed ${row.seed}`}
                      checked={choice.includes(row.run ?? '')}
                      disabled={game !== null && game !== row.game}
                      onChange={(changed) => tick(row.run ?? '', changed.currentTarget.checked)}
                    />
                  )}
                </td>
              )}
              <th scope="row" dir="auto">
                {row.run === null ? (
                  nameOf(row.game)
                ) : (
                  <a href={`#/${isScene(row.run) ? 'scenes' : 'runs'}/${row.run}`}>{nameOf(row.game)}</a>
                )}
              </th>
              <td dir="auto">{row.model}</td>
              <td dir="auto">{row.seed}</td>
              <td class="standing">
                <StatusMark status={row.status} />
                {row.reason !== null && <span class="quiet small reason"> {termLabel(row.reason)}</span>}
              </td>
              {renderCells(columns, row)}
            </tr>
          ))}
        </tbody>
      </Scrolled>
    </>
  );
}

/** Leads to the comparison of the two runs that are chosen. */
function CompareNote({ chosen: [one, other] }: { chosen: readonly string[] }) {
  return (
    <p class="small">
      {one !== undefined && other !== undefined ? (
        <a href={`#/runs/${one}/compare?with=${other}`}>Compare the two runs</a>
      ) : (
        <span class="quiet">Select two runs of the same game to compare them.</span>
      )}
    </p>
  );
}

function RunHeads({ columns, hasPair }: { columns: typeof COLUMNS; hasPair: boolean }) {
  return (
    <thead>
      <tr>
        {hasPair && (
          <th scope="col">
            <span class="sr-only">Compare</span>
          </th>
        )}
        <th scope="col">Game</th>
        <th scope="col">Model</th>
        <th scope="col">Seed</th>
        <th scope="col">Status</th>
        {renderHeads(columns)}
      </tr>
    </thead>
  );
}

function Scrolled({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reached by keyboard
    <section class="scrolls" aria-label={label} tabIndex={0}>
      <table class="experiment-table">{children}</table>
    </section>
  );
}
