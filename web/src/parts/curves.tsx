import { useLayoutEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Curve } from '../run-curves';
import { joinCurves } from '../run-curves';

const HEIGHT = 220;

interface CurvesProps {
  a: Curve;
  b: Curve;
  /** What the curves show, in words. */
  summary: string;
}

/** How many actions two runs had settled, by the actions they had sent. */
export function Curves({ a, b, summary }: CurvesProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    let plot = draw(element, a, b);
    const resize = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    resize.observe(element);
    // Its colours are read once, so it is drawn anew when they change.
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => {
      plot.destroy();
      plot = draw(element, a, b);
    };
    dark.addEventListener('change', redraw);
    return () => {
      dark.removeEventListener('change', redraw);
      resize.disconnect();
      plot.destroy();
    };
  }, [a, b]);
  return <div class="curves" ref={box} role="img" aria-label={summary} />;
}

function draw(element: HTMLElement, a: Curve, b: Curve): uPlot {
  // A canvas knows no variables: each colour is asked for as the page shows it.
  const colourOf = (name: string) => {
    const probe = document.createElement('span');
    probe.style.color = `var(${name})`;
    element.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
  const [quiet, line] = [colourOf('--quiet'), colourOf('--line')];
  const axis = { stroke: quiet, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  const series = (label: string, stroke: string, dash: number[]): uPlot.Series => ({
    label,
    stroke,
    width: 2,
    dash,
    points: { show: false },
    ...(stepped ? { paths: stepped } : {}),
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
        { ...axis, label: 'actions sent', size: 34, labelSize: 22 },
        { ...axis, label: 'settled', incrs: [1, 2, 5], size: 40, labelSize: 22 },
      ],
      series: [{}, series('A', colourOf('--accent'), []), series('B', colourOf('--good'), [6, 4])],
    },
    joinCurves(a, b),
    element,
  );
}
