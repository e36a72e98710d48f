import { useCallback } from 'preact/hooks';
import uPlot from 'uplot';
import { type ColourOf, usePlot } from '../../kit/use-plot';
import type { Curve } from './run-curves';
import { joinCurves } from './run-curves';

const HEIGHT = 220;

interface CurvesProps {
  a: Curve;
  b: Curve;
  summary: string;
}

/** Draws how many actions two runs had settled, by the actions they had sent. */
export function Curves({ a, b, summary }: CurvesProps) {
  const box = usePlot(
    useCallback((element: HTMLElement, colourOf: ColourOf) => draw(element, colourOf, a, b), [a, b]),
  );
  return <div class="curves" ref={box} role="img" aria-label={summary} />;
}

function draw(element: HTMLElement, colourOf: ColourOf, a: Curve, b: Curve): uPlot {
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
  const most = Math.max(1, ...a.settled, ...b.settled);
  return new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false }, y: { range: [0, most + 0.5] } },
      axes: [
        {
          ...axis,
          label: 'actions sent',
          incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500],
          size: 34,
          labelSize: 22,
        },
        { ...axis, label: 'settled', incrs: [1, 2, 5], size: 40, labelSize: 22 },
      ],
      series: [{}, series('A', colourOf('--accent'), []), series('B', colourOf('--good'), [6, 4])],
    },
    joinCurves(a, b),
    element,
  );
}
