import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { onThemeChange } from './theme';

/** Returns a variable of the styles, such as `--accent`, as the colour that the page shows now. */
export type ColourOf = (name: string) => string;

/**
 * Draws a chart as wide as its element, in the colours of the current scheme.
 *
 * @param draw makes the chart; pass the same function until the chart changes
 * @returns the ref of the element, which must be empty
 */
export function usePlot(
  draw: (element: HTMLElement, colourOf: ColourOf) => uPlot,
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
    // A chart reads its colours once, so it is drawn anew when the scheme changes.
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
