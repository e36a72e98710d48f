import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

/** The colour of a variable of the styles, such as `--accent`, as the page shows it now. */
export type ColourOf = (name: string) => string;

/**
 * A chart in an element: as wide as it, and in the colours of the scheme that is on.
 *
 * @param draw makes the chart; give the same function as long as what it draws is the same
 * @returns for the element, which must be empty
 */
export function usePlot(
  draw: (element: HTMLElement, colourOf: ColourOf) => uPlot,
): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    // A canvas knows no variables: each colour is asked for as the page shows it.
    const colourOf = (name: string) => {
      const probe = document.createElement('span');
      probe.style.color = `var(${name})`;
      element.append(probe);
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    };
    let plot = draw(element, colourOf);
    const resize = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: plot.height }),
    );
    resize.observe(element);
    // Its colours are read once, so it is drawn anew when they change.
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => {
      plot.destroy();
      plot = draw(element, colourOf);
    };
    dark.addEventListener('change', redraw);
    return () => {
      dark.removeEventListener('change', redraw);
      resize.disconnect();
      plot.destroy();
    };
  }, [draw]);
  return box;
}
