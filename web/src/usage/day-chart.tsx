import { useCallback } from 'preact/hooks';
import uPlot from 'uplot';
import { type ColorOf, usePlot } from '../kit/use-plot';
import { LOCALE } from '../words/languages';
import type { Layer } from './usage-query';

const HEIGHT = 240;
const DAY_S = 24 * 3600;

interface DayChartProps {
  days: readonly string[];
  /** Layers of each day's column, the lowest first. */
  layers: readonly Layer[];
  summary: string;
}

/** A column per day, with a legend if there are several layers. Keep `days` and `layers` stable. */
export function DayChart({ days, layers, summary }: DayChartProps) {
  const box = usePlot(
    useCallback(
      (element: HTMLElement, colourOf: ColorOf) => draw(element, colourOf, days, layers),
      [days, layers],
    ),
  );
  return (
    <figure>
      <div class="day-chart" ref={box} role="img" aria-label={summary} />
      {layers.length > 1 && (
        <figcaption class="legend quiet small">
          {layers.map(({ name }, n) => (
            <span key={name}>
              <span class="swatch" style={{ background: `var(${colorName(n)})` }} aria-hidden="true" /> {name}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  );
}

/** The style sheet has a colour for each possible layer. */
const colorName = (layer: number): string => `--layer-${layer + 1}`;

function draw(
  element: HTMLElement,
  colourOf: ColorOf,
  days: DayChartProps['days'],
  layers: DayChartProps['layers'],
): uPlot {
  const [quiet, line] = [colourOf('--quiet'), colourOf('--line')];
  const axis = { stroke: quiet, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  const columns = uPlot.paths.bars?.({ size: [0.8, 48], radius: 0.15 });
  // Columns are drawn from the top: each lower layer is drawn over the one above.
  const columnLayers = layers.map(({ name }, top) => ({
    values: days.map((_, day) =>
      layers.slice(0, top + 1).reduce((sum, { values }) => sum + (values[day] ?? 0), 0),
    ),
    series: {
      label: name,
      fill: colourOf(colorName(top)),
      width: 0,
      points: { show: false },
      ...(columns ? { paths: columns } : {}),
    },
  }));
  const fromTop = columnLayers.toReversed();
  return new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      scales: {
        // Half a day at both ends leaves room for half a column.
        x: { time: false, range: (_, first, last) => [first - DAY_S / 2, last + DAY_S / 2] },
        y: { range: (_, __, most) => [0, most > 0 ? most * 1.1 : 1] },
      },
      axes: [
        { ...axis, grid: { show: false }, incrs: STEPS, values: (_, splits) => splits.map(formatDay) },
        { ...axis, size: 64, values: (_, splits) => splits.map(shorten) },
      ],
      series: [{}, ...fromTop.map(({ series }) => series)],
    },
    [days.map((day) => Date.parse(day) / 1000), ...fromTop.map(({ values }) => values)],
    element,
  );
}

/** Possible distances of marks on the axis, in days. */
const STEPS = [1, 2, 7, 14, 28, 84, 364, 728].map((days) => days * DAY_S);
const formatDay = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' });

const shorten = (value: number): string =>
  value.toLocaleString(LOCALE, { notation: 'compact', maximumFractionDigits: 2 });
