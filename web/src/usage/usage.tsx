import { ChartColumn } from 'lucide';
import { useMemo, useState } from 'preact/hooks';
import type { Measure, UsagePage, UsageRow } from '../../../src/contract/money';
import type { Reply } from '../api/api';
import { rooms } from '../api/library';
import { hand } from '../api/scene';
import { usageApi } from '../api/usage';
import { callsAddress, NO_FILTER } from '../calls/call-filter';
import { EmptyNote } from '../kit/empty-note';
import { SelectField } from '../kit/form/typed-field';
import { ProblemNote } from '../kit/problem-note';
import { useRead } from '../kit/use-read';
import { useTitle } from '../kit/use-title';
import { go, replaceRoute, roomAddress } from '../router';
import { lower } from '../words/say';
import { termLabel } from '../words/terms';
import { DayChart } from './day-chart';
import { SectionBars } from './section-bars';
import { TenantBudgetsPanel } from './tenant-budgets';
import {
  bySize,
  listDays,
  MEASURE_NAMES,
  MEASURES,
  NO_LAYER,
  readUsageView,
  rowLayer,
  stackDays,
  sumRows,
  type UsageView,
  usageAddress,
  VIEW_NAMES,
  VIEWS,
  type View,
} from './usage-query';
import { UsageTable } from './usage-table';
import './usage.css';

/** Shows the sums of the tenant's calls, and its budgets. */
export function Usage({ query }: { query: string }) {
  const ask = useMemo(() => readUsageView(new URLSearchParams(query)), [query]);
  useTitle('Usage');
  return (
    <section class="usage">
      <h1>Usage</h1>
      <TenantBudgetsPanel />
      <section class="usage-sums" aria-labelledby="sums-title">
        <h2 id="sums-title">By {lower(VIEWS[ask.by])}</h2>
        <nav class="views" aria-label="Group by">
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
        {ask.by === 'section' ? <SectionUsage ask={ask} /> : <UsageSums ask={ask} />}
      </section>
    </section>
  );
}

function UsageSums({ ask }: { ask: UsageView }) {
  const { by } = ask;
  const [measure, setMeasure] = useState<Measure>('calls');
  const { value: sums, problem, reload } = useRead(() => readSums(ask), usageAddress(ask));
  // Hide the last totals while another view loads: they would appear under the wrong title.
  const currentSums = sums?.page.by === by ? sums : null;
  return (
    <>
      <div class="row usage-ask">
        <SelectField
          label="Measure"
          options={MEASURE_NAMES.map((one) => [one, MEASURES[one]] as const)}
          value={measure}
          onChange={setMeasure}
        />
        {(['from', 'to'] as const).map((end) => (
          <label key={end} class="field">
            {end === 'from' ? 'From (UTC)' : 'To (UTC)'}
            <input
              type="date"
              value={ask[end] ?? currentSums?.page[end] ?? ''}
              onChange={(changed) => go(usageAddress({ ...ask, [end]: changed.currentTarget.value || null }))}
            />
          </label>
        ))}
        <button type="button" onClick={reload}>
          Refresh
        </button>
      </div>
      {problem && <ProblemNote problem={problem} />}
      {!currentSums && !problem && <p class="quiet">Loading…</p>}
      {currentSums && !problem && <Shown sums={currentSums} measure={measure} />}
    </>
  );
}

/** The totals of a view and of its days: split, unless days are the view. */
interface Sums {
  page: UsagePage;
  byDay: UsageRow[];
}

async function readSums({ by, from, to }: UsageView): Promise<Reply<Sums>> {
  const page = await usageApi.usage({ by, from, to });
  if (!page.ok) return page;
  const { value } = page;
  if (value.by === 'day') return { ok: true, value: { page: value, byDay: value.items } };
  const byDay = await usageApi.usageByDay(value.by, { from: value.from, to: value.to });
  return byDay.ok ? { ok: true, value: { page: value, byDay: byDay.value } } : byDay;
}

function Shown({ sums, measure }: { sums: Sums; measure: Measure }) {
  const { page } = sums;
  const { by, from, to, items, total } = page;
  if (total.calls === 0)
    return (
      <EmptyNote
        icon={ChartColumn}
        text={`No calls between ${from} and ${to}. Calls, tokens and costs of everything you play are added up here.`}
      >
        <a class="button primary" href="#/">
          Choose something to play
        </a>
      </EmptyNote>
    );
  const rows = by === 'day' ? items.toReversed() : bySize(items, measure);
  return (
    <>
      <Days sums={sums} measure={measure} />
      <UsageTable
        page={page}
        rows={rows}
        measure={measure}
        title={VIEWS[by]}
        name={(row) => <RowName by={by} row={row} />}
      />
      {page.next && <p class="quiet">More rows exist; the totals cover all of them.</p>}
    </>
  );
}

/** The columns by day; if days are the view, reply tokens are stacked on prompt tokens. */
function Days({ sums, measure }: { sums: Sums; measure: Measure }) {
  const { page, byDay } = sums;
  const { by, from, to, currency } = page;
  const days = useMemo(() => listDays(from, to), [from, to]);
  const layers = useMemo(() => {
    if (by !== 'day') return stackDays(byDay, days, measure);
    if (measure !== 'tokens')
      return [rowLayer(termLabel(measure), byDay, days, (row) => sumRows(row, measure))];
    return [
      rowLayer('prompt tokens', byDay, days, ({ promptTokens }) => promptTokens),
      rowLayer('reply tokens', byDay, days, ({ completionTokens }) => completionTokens),
    ];
  }, [by, byDay, days, measure]);
  const what = measure === 'money' ? `cost (${currency})` : termLabel(measure);
  const suffix = by === 'day' ? '' : ` and ${lower(VIEWS[by])}`;
  return (
    <DayChart days={days} layers={layers} summary={`${what} by day${suffix}; see the table for totals`} />
  );
}

/** Names a row and links to its calls if the API can filter them; a room's title links to the room. */
function RowName({ by, row }: { by: View; row: UsageRow }) {
  if (row.key === null) return <span class="quiet">{NO_LAYER}</span>;
  const filter = {
    day: { from: row.key, to: row.key },
    room: { room: row.key },
    role: { role: row.key },
    model: { model: row.key },
    seat: null,
    section: null,
  }[by];
  if (!filter) return row.key;
  const calls = `#${callsAddress({ ...NO_FILTER, ...filter })}`;
  if (!row.title) return <a href={calls}>{row.key}</a>;
  return (
    <>
      <a href={`#${roomAddress(row.key)}`}>{row.title}</a>{' '}
      <a class="quiet small" href={calls} title="View calls">
        {row.key}
      </a>
    </>
  );
}

/** How much of a prompt the sections used in a scene's last prompts, with a choice of scene. */
function SectionUsage({ ask }: { ask: UsageView }) {
  const { value, problem } = useRead(() => rooms.scenes({ limit: 100, order: 'activity' }), '');
  const scenes = value?.items;
  const room = ask.room ?? scenes?.[0]?.id ?? null;
  if (scenes?.length === 0 && !ask.room) return <p class="quiet">No scenes yet.</p>;
  return (
    <>
      <SelectField
        label="Scene"
        options={[
          ...(room && !scenes?.some(({ id }) => id === room) ? [[room, room] as const] : []),
          ...(scenes ?? []).map(({ id, title, rounds }) => [id, `${title} · ${rounds} rounds`] as const),
        ]}
        value={room ?? ''}
        onChange={(chosen) => replaceRoute(usageAddress({ ...ask, room: chosen }))}
      />
      {problem && <ProblemNote problem={problem} />}
      {room ? <PromptSections key={room} scene={room} /> : !problem && <p class="quiet">Loading…</p>}
    </>
  );
}

function PromptSections({ scene }: { scene: string }) {
  const { value: data, problem } = useRead(() => hand.telemetry(scene), scene);
  if (problem) return <ProblemNote problem={problem} />;
  if (!data) return <p class="quiet">Loading…</p>;
  if (data.prompts.length === 0) return <p class="quiet">This scene has no prompts yet.</p>;
  return (
    <>
      <p class="quiet">Last {data.prompts.length} prompts: tokens used by each section, out of its share.</p>
      <SectionBars
        rows={Object.entries(data.sections).map(([name, { tokens, share, dropped, cut }]) => ({
          ...{ name, tokens, share, dropped },
          isCut: cut > 0,
        }))}
      />
    </>
  );
}
