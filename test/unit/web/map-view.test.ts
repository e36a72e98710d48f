import { describe, expect, it } from 'vitest';
import { bringIntoSight, fitInto, zoomAt } from '../../../web/src/adventure/use-map-view';

const FRAME = { width: 400, height: 300 };
const START = { x: 0, y: 0, scale: 1 };

describe('the window of a map', () => {
  it('stays where it is while the place is in sight', () =>
    expect(bringIntoSight(START, { x: 20, y: -100, width: 112, height: 46 }, FRAME)).toEqual(START));

  it('moves as little as brings a place into sight', () => {
    const { x, y } = bringIntoSight(START, { x: 150, y: 0, width: 112, height: 46 }, FRAME);
    expect([x, y]).toEqual([150 + 112 - (400 / 2 - 24), 0]);
  });

  it('shows the middle of what is larger than the frame', () => {
    const box = { x: 1000, y: 2000, width: 112, height: 46 };
    expect(bringIntoSight(START, box, { width: 40, height: 40 })).toMatchObject({ x: 1056, y: 2023 });
  });

  it('keeps what is under the pointer where it is when it zooms, within its scales', () => {
    const at = { x: 100, y: -50 };
    const zoomed = zoomAt(START, 2, at);
    expect(zoomed).toEqual({ x: 50, y: -25, scale: 2 });
    // The point (100, −50) of the drawing is still 100 pixels to the right of the middle and 50 above it.
    expect([(100 - zoomed.x) * zoomed.scale, (-50 - zoomed.y) * zoomed.scale]).toEqual([100, -50]);
    expect(zoomAt(START, 100, at).scale).toBe(3);
    expect(zoomAt(START, 0.001, at).scale).toBe(0.25);
  });

  it('fits all of a large map, and enlarges no small one', () => {
    const large = fitInto({ x: -400, y: 0, width: 1600, height: 300 }, FRAME);
    expect(large).toEqual({ x: 400, y: 150, scale: 0.25 });
    expect(fitInto({ x: 0, y: 0, width: 100, height: 100 }, FRAME).scale).toBe(1);
    // It can be smaller than the manual minimum; then zooming out does not change it.
    const huge = fitInto({ x: 0, y: 0, width: 8000, height: 100 }, FRAME);
    expect(zoomAt(huge, 0.5, { x: 0, y: 0 }).scale).toBe(huge.scale);
  });
});
