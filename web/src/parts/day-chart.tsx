import { useCallback } from 'preact/hooks';
import uPlot from 'uplot';
import type { Measure, UsageRow } from '../../../src/contract/money';
import { sumOf } from '../usage';
import { type ColourOf, usePlot } from '../use-plot';

const HEIGHT = 240;
const DAY_S = 24 * 3600;

interface DayChartProps {
  days: readonly { day: string; row: UsageRow | null }[];
  measure: Measure;
  /** What the chart shows, in words. */
  summary: string;
}

/** A column for each day. Of tokens, those of answers stand on those of prompts. */
export function DayChart({ days, measure, summary }: DayChartProps) {
  const box = usePlot(
    useCallback(
      (element: HTMLElement, colourOf: ColourOf) => draw(element, colourOf, days, measure),
      [days, measure],
    ),
  );
  return <div class="day-chart" ref={box} role="img" aria-label={summary} />;
}

function draw(
  element: HTMLElement,
  colourOf: ColourOf,
  days: DayChartProps['days'],
  measure: Measure,
): uPlot {
  const [quiet, line] = [colourOf('--quiet'), colourOf('--line')];
  const axis = { stroke: quiet, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  const columns = uPlot.paths.bars?.({ size: [0.8, 48], radius: 0.15 });
  const series = (label: string, colour: string): uPlot.Series => ({
    label,
    fill: colour,
    width: 0,
    points: { show: false },
    ...(columns ? { paths: columns } : {}),
  });
  const values = days.map(({ row }) => (row ? sumOf(row, measure) : 0));
  // The lower part of a column is drawn over the whole of it.
  const stacked = measure === 'tokens' ? [days.map(({ row }) => row?.promptTokens ?? 0)] : [];
  const whole = measure === 'tokens' ? colourOf('--warn') : colourOf('--accent');
  return new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      scales: {
        // Half a day more at both ends, for the halves of the columns there.
        x: { time: false, range: (_, first, last) => [first - DAY_S / 2, last + DAY_S / 2] },
        y: { range: (_, __, most) => [0, most > 0 ? most * 1.1 : 1] },
      },
      axes: [
        { ...axis, grid: { show: false }, incrs: STEPS, values: (_, splits) => splits.map(showDay) },
        { ...axis, size: 64, values: (_, splits) => splits.map(shorten) },
      ],
      series: [
        {},
        series('all', whole),
        ...(stacked.length > 0 ? [series('of prompts', colourOf('--accent'))] : []),
      ],
    },
    [days.map(({ day }) => Date.parse(day) / 1000), values, ...stacked],
    element,
  );
}

/** Days between two marks of the axis. */
const STEPS = [1, 2, 7, 14, 28, 84, 364, 728].map((days) => days * DAY_S);
const showDay = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

const shorten = (value: number): string =>
  value.toLocaleString(undefined, { notation: 'compact', maximumFractionDigits: 2 });
