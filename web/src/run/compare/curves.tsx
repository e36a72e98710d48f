import { useCallback } from 'preact/hooks';
import uPlot from 'uplot';
import { type ColorOf, usePlot } from '../../kit/use-plot';
import type { Curve } from './run-curves';
import { joinCurves } from './run-curves';

const HEIGHT = 220;

interface CurvesProps {
  a: Curve;
  b: Curve;
  /** The quantity on each axis. */
  of: string;
  by: string;
  summary: string;
}

/** Compares the progress of two runs, such as understood actions or points, by actions sent. */
export function Curves({ a, b, of, by, summary }: CurvesProps) {
  const box = usePlot(
    useCallback(
      (element: HTMLElement, colourOf: ColorOf) => draw(element, colourOf, { a, b, of, by }),
      [a, b, of, by],
    ),
  );
  return <div class="curves" ref={box} role="img" aria-label={summary} />;
}

function draw(
  element: HTMLElement,
  colourOf: ColorOf,
  { a, b, of, by }: Omit<CurvesProps, 'summary'>,
): uPlot {
  const [quiet, line] = [colourOf('--quiet'), colourOf('--line')];
  const axis = { stroke: quiet, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  const steppedPath = uPlot.paths.stepped?.({ align: 1 });
  const series = (label: string, stroke: string, dash: number[]): uPlot.Series => ({
    label,
    stroke,
    width: 2,
    dash,
    points: { show: false },
    ...(steppedPath ? { paths: steppedPath } : {}),
  });
  const values = [...a.reached, ...b.reached].flatMap((value) => value ?? []);
  const most = values.reduce((x, y) => Math.max(x, y), 1);
  const least = values.reduce((x, y) => Math.min(x, y), 0);
  return new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false }, y: { range: [least, most + Math.max(0.5, most / 50)] } },
      axes: [
        {
          ...axis,
          label: by,
          incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500],
          size: 34,
          labelSize: 22,
        },
        { ...axis, label: of, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500], size: 40, labelSize: 22 },
      ],
      series: [{}, series('A', colourOf('--accent'), []), series('B', colourOf('--good'), [6, 4])],
    },
    joinCurves(a, b),
    element,
  );
}
