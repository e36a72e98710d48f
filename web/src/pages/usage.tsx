import { useMemo, useState } from 'preact/hooks';
import type { Measure, UsagePage, UsageRow } from '../../../src/contract/money';
import { usageApi } from '../api-usage';
import { callsAddress, NO_FILTER } from '../call-filter';
import { DayChart } from '../parts/day-chart';
import { Options } from '../parts/form/options';
import { ProblemNote } from '../parts/problem-note';
import { SectionUsage } from '../parts/section-usage';
import { TenantBudgetsPanel } from '../parts/tenant-budgets';
import { UsageTable } from '../parts/usage-table';
import { go } from '../router';
import {
  bySize,
  fillDays,
  MEASURE_NAMES,
  MEASURES,
  type UsageAsk,
  usageAddress,
  VIEW_NAMES,
  VIEWS,
  type View,
} from '../usage';
import { useRead } from '../use-read';
import { useTitle } from '../use-title';
import '../styles/usage.css';

/** What the calls of the tenant came to, and what it may spend. */
export function Usage({ at: ask }: { at: UsageAsk }) {
  useTitle('Usage');
  return (
    <section class="usage">
      <h1>Usage</h1>
      <TenantBudgetsPanel />
      <section class="usage-sums" aria-labelledby="sums-title">
        <h2 id="sums-title">By {VIEWS[ask.by].toLowerCase()}</h2>
        <nav class="views" aria-label="Summed by">
          {VIEW_NAMES.map((view) => (
            <a
              key={view}
              href={`#${usageAddress({ ...ask, by: view })}`}
              aria-current={view === ask.by ? 'page' : undefined}
            >
              {VIEWS[view]}
            </a>
          ))}
        </nav>
        {ask.by === 'section' ? <SectionUsage ask={ask} /> : <Sums ask={ask} />}
      </section>
    </section>
  );
}

function Sums({ ask }: { ask: UsageAsk }) {
  const { by, from, to } = ask;
  const [measure, setMeasure] = useState<Measure>('calls');
  const {
    value: page,
    problem,
    reload,
  } = useRead(() => usageApi.usage({ by, from, to, room: null }), usageAddress(ask));
  // While another view is read, the one before would stand under the wrong title.
  const shown = page?.by === by ? page : null;
  return (
    <>
      <div class="row usage-ask">
        <label class="field">
          Measure
          <select
            value={measure}
            onChange={(changed) =>
              setMeasure(MEASURE_NAMES.find((one) => one === changed.currentTarget.value) ?? 'calls')
            }
          >
            <Options of={MEASURE_NAMES.map((one) => [one, MEASURES[one]] as const)} />
          </select>
        </label>
        {(['from', 'to'] as const).map((end) => (
          <label key={end} class="field">
            {end === 'from' ? 'From (UTC)' : 'To (UTC)'}
            <input
              type="date"
              value={ask[end] ?? shown?.[end] ?? ''}
              onChange={(changed) => go(usageAddress({ ...ask, [end]: changed.currentTarget.value || null }))}
            />
          </label>
        ))}
        <button type="button" onClick={reload}>
          Refresh
        </button>
      </div>
      {problem && <ProblemNote problem={problem} />}
      {!shown && !problem && <p class="quiet">Loading…</p>}
      {shown && !problem && <Shown page={shown} measure={measure} />}
    </>
  );
}

function Shown({ page, measure }: { page: UsagePage; measure: Measure }) {
  const { by, from, to, items, total, currency } = page;
  const days = useMemo(() => fillDays(items, from, to), [items, from, to]);
  if (total.calls === 0)
    return (
      <p class="quiet">
        No calls from {from} to {to}.
      </p>
    );
  const rows = by === 'day' ? items.toReversed() : bySize(items, measure);
  const what = measure === 'money' ? `money (${currency})` : measure;
  return (
    <>
      {by === 'day' && (
        <>
          <DayChart days={days} measure={measure} summary={`${what} by day; the table has the numbers`} />
          {measure === 'tokens' && (
            <p class="legend quiet small">
              <span class="swatch prompts" aria-hidden="true" /> of prompts{' '}
              <span class="swatch answers" aria-hidden="true" /> of answers
            </p>
          )}
        </>
      )}
      <UsageTable
        page={page}
        rows={rows}
        measure={measure}
        title={VIEWS[by]}
        name={(row) => <RowName by={by} row={row} />}
      />
      {page.next && <p class="quiet">There are more; the sums in the last line are of all.</p>}
    </>
  );
}

/** The name of a row, which leads to its calls where these can be asked for. */
function RowName({ by, row }: { by: View; row: UsageRow }) {
  if (row.key === null) return <span class="quiet">nobody in particular</span>;
  const filter = {
    day: { from: row.key, to: row.key },
    room: { room: row.key },
    role: { role: row.key },
    model: { model: row.key },
    seat: null,
    section: null,
  }[by];
  if (!filter) return row.key;
  return <a href={`#${callsAddress({ ...NO_FILTER, ...filter })}`}>{row.key}</a>;
}
