import type { ComponentChildren } from 'preact';
import type { Measure, UsagePage, UsageRow } from '../../../src/contract/money';
import { LOCALE } from '../words/languages';
import { formatMoney } from './show-money';
import { sumRows } from './usage-query';

interface UsageTableProps {
  page: UsagePage;
  rows: readonly UsageRow[];
  measure: Measure;
  /** Heading of the first column, and the content of its cells. */
  title: string;
  name: (row: UsageRow) => ComponentChildren;
}

/** The totals with proportional bars: chart and table in one. */
export function UsageTable({ page, rows, measure, title, name }: UsageTableProps) {
  const most = Math.max(0, ...rows.map((row) => sumRows(row, measure)));
  const hasMoney = page.total.money > 0 || page.total.unpriced > 0;
  const sums = (row: Omit<UsageRow, 'key'>) => (
    <>
      <td>{row.calls.toLocaleString(LOCALE)}</td>
      <td>
        {row.promptTokens.toLocaleString(LOCALE)}
        {row.cachedTokens > 0 && (
          <span class="quiet small"> ({row.cachedTokens.toLocaleString(LOCALE)} from caches)</span>
        )}
      </td>
      <td>
        {row.completionTokens.toLocaleString(LOCALE)}
        {row.reasoningTokens > 0 && (
          <span class="quiet small"> ({row.reasoningTokens.toLocaleString(LOCALE)} thought)</span>
        )}
      </td>
      {hasMoney && (
        <td>
          {formatMoney(row.money)}
          {row.unpriced > 0 && <span class="quiet small"> + {row.unpriced} without a price</span>}
        </td>
      )}
      {page.total.providerCost > 0 && <td>{Number(row.providerCost.toFixed(6))}</td>}
    </>
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reached by keyboard
    <section class="scrolls" aria-label="Totals" tabIndex={0}>
      <table class="usage-table">
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">Calls</th>
            <th scope="col">Prompt tokens</th>
            <th scope="col">Reply tokens</th>
            {hasMoney && <th scope="col">{page.currency}</th>}
            {page.total.providerCost > 0 && <th scope="col">As charged by providers</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key ?? ''}>
              <th scope="row">
                {name(row)}
                <span
                  class="bar"
                  aria-hidden="true"
                  style={{ width: `${most > 0 ? (100 * sumRows(row, measure)) / most : 0}%` }}
                />
              </th>
              {sums(row)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All</th>
            {sums(page.total)}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
