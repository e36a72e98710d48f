import { describe, expect, it } from 'vitest';
import { draw, made } from '../../../test/support/transitions';
import { NO_MASK } from '../../contract/frame';
import { clickPlaces, countKindsLeft } from './places';

/** Two 3×3 buttons, three specks, and a two-part bar along the bottom. */
const BOARD = draw(`
  ..............
  .888......888.
  .888......888.
  .888......888.
  ..............
  ...9..9..9....
  ..............
  ..............
  ..............
  bbbbbbbb555555
`);

describe('places worth a click', () => {
  it('begin with one object of each kind, large ones first; then ground, more of them, and bars last', () => {
    const at = clickPlaces(BOARD).map(({ x, y }) => BOARD.split('/')[y]?.[x]);
    expect(at.join('')).toBe('890899b5');
    expect(clickPlaces(BOARD)[0]).toEqual({ x: 2, y: 2 });
  });

  it('leave out what is masked', () => {
    const mask = new Set(Array.from({ length: 14 }, (_, col) => 9 * 14 + col));
    expect(clickPlaces(BOARD, mask)).toHaveLength(6);
  });

  it('are not all clicked while a kind was met by no click, though every click into the bar was', () => {
    const click = (x: number, y: number) => made(BOARD, BOARD, { id: 'ACTION6', x, y });
    const left = (...clicks: ReturnType<typeof click>[]) => countKindsLeft(BOARD, clicks, NO_MASK);
    const bar = Array.from({ length: 8 }, (_, x) => click(x, 9));
    expect(left(...bar)).toBe(3);
    expect(left(click(3, 5), click(0, 0))).toBe(1);
    expect(left(click(3, 5), click(0, 0), click(11, 2))).toBe(0);
  });
});
