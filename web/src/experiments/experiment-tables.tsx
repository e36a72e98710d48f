import type { ComponentChildren } from 'preact';
import type { ExperimentRow, ExperimentSum } from '../../../src/api/experiments';
import { StatusMark } from '../kit/marks';
import { showMoney } from '../usage/show-money';
import { LOCALE } from '../words/languages';
import { tellTerm } from '../words/terms';

/** The numbers that runs and models both have; null: unknown. */
type Results = Record<
  | ('score' | 'levels' | 'turns' | 'actions' | 'calls' | 'tokens' | 'money')
  | ('verified' | 'known' | 'trueClaims' | 'falseClaims' | 'rhae'),
  number | null
>;

const show = (value: number | null): string => (value === null ? '' : value.toLocaleString(LOCALE));
const showShare = (value: number | null): string =>
  value === null ? '' : value.toLocaleString(LOCALE, { style: 'percent', maximumFractionDigits: 1 });
const pair = (a: number | null, b: number | null): string =>
  a === null || b === null ? '' : `${show(a)} / ${show(b)}`;

/** The columns of results, and how each is written. */
const COLUMNS: readonly { title: string; write: (of: Results) => string }[] = [
  { title: 'Score', write: ({ score }) => show(score) },
  { title: 'Levels', write: ({ levels }) => show(levels) },
  { title: 'Turns played', write: ({ turns }) => show(turns) },
  { title: 'Actions', write: ({ actions }) => show(actions) },
  { title: 'Calls', write: ({ calls }) => show(calls) },
  { title: 'Tokens', write: ({ tokens }) => show(tokens) },
  { title: 'Money', write: ({ money }) => (money === null ? '' : showMoney(money)) },
  { title: 'Verified actions', write: ({ verified, known }) => pair(verified, known) },
  { title: 'True claims', write: ({ trueClaims }) => show(trueClaims) },
  { title: 'False claims', write: ({ falseClaims }) => show(falseClaims) },
  { title: 'RHAE', write: ({ rhae }) => showShare(rhae) },
];

/** Leaves out columns in which no row has anything. */
const columnsOf = (rows: readonly Results[]) =>
  COLUMNS.filter(({ write }) => rows.some((row) => write(row) !== ''));

const writeHeads = (columns: typeof COLUMNS) =>
  columns.map(({ title }) => (
    <th key={title} scope="col">
      {title}
    </th>
  ));

const writeCells = (columns: typeof COLUMNS, of: Results) =>
  columns.map(({ title, write }) => <td key={title}>{write(of)}</td>);

/** Sums of each model. */
export function ModelSums({ sums }: { sums: readonly ExperimentSum[] }) {
  const columns = columnsOf(sums);
  return (
    <Scrolled label="Sums by model">
      <thead>
        <tr>
          <th scope="col">Model</th>
          <th scope="col">Runs over</th>
          {writeHeads(columns)}
        </tr>
      </thead>
      <tbody>
        {sums.map((sum) => (
          <tr key={sum.model}>
            <th scope="row" dir="auto">
              {sum.model}
            </th>
            <td>{pair(sum.over, sum.runs)}</td>
            {writeCells(columns, sum)}
          </tr>
        ))}
      </tbody>
    </Scrolled>
  );
}

/** Every run, with a link to it. */
export function RunRows({ rows }: { rows: readonly ExperimentRow[] }) {
  const columns = columnsOf(rows);
  return (
    <Scrolled label="Runs">
      <thead>
        <tr>
          <th scope="col">Game</th>
          <th scope="col">Model</th>
          <th scope="col">Seed</th>
          <th scope="col">Status</th>
          {writeHeads(columns)}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.n}>
            <th scope="row" dir="auto">
              {row.run === null ? row.game : <a href={`#/runs/${row.run}`}>{row.game}</a>}
            </th>
            <td dir="auto">{row.model}</td>
            <td dir="auto">{row.seed}</td>
            <td>
              <StatusMark status={row.status} />
              {row.reason !== null && <span class="quiet small reason"> {tellTerm(row.reason)}</span>}
            </td>
            {writeCells(columns, row)}
          </tr>
        ))}
      </tbody>
    </Scrolled>
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
