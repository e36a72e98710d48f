import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { onThemeChange } from './theme';

/** Returns a variable of the styles, such as `--accent`, as the colour that the page shows now. */
export type ColorOf = (name: string) => string;

/**
 * Renders a chart at its element's width, in the current color scheme.
 *
 * @param draw creates the chart; keep the same function until the chart changes
 * @returns the ref of the element, which must be empty
 */
export function usePlot(
  draw: (element: HTMLElement, colourOf: ColorOf) => uPlot,
): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    // A canvas knows no variables, so the page resolves each colour.
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
    // Charts read their colors once, so rerender on a scheme change.
    const redraw = () => {
      plot.destroy();
      plot = draw(element, colourOf);
    };
    const stopWatching = onThemeChange(redraw);
    return () => {
      stopWatching();
      resize.disconnect();
      plot.destroy();
    };
  }, [draw]);
  return box;
}
