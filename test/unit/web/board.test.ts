import { describe, expect, it } from 'vitest';
import { COLOR_HEX, COLOR_NAMES } from '../../../src/contract/frame';
import type { FrameObjects } from '../../../src/contract/tries';
import { parseRoute, runAddress } from '../../../web/src/router';
import { describeCell, PALETTE, parseBoard } from '../../../web/src/run/board/grid';
import { clickKey, readPlayKey } from '../../../web/src/run/board/play-keys';
import { objectOutlines } from '../../../web/src/run/board/use-objects';
import { visibleWindow } from '../../../web/src/run/turns/timeline-window';

const key = (name: string, more: object = {}) => ({
  key: name,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
});

describe('a board on the page', () => {
  it('has the colours of the service, by the same names', () => {
    expect(PALETTE.map(([hex]) => hex.slice(1).toUpperCase())).toEqual([...COLOR_HEX]);
    expect(PALETTE.map(([, name]) => name)).toEqual([...COLOR_NAMES]);
  });
  it('tells of a cell where it is, its colour, and what it was', () => {
    const [before, after] = [parseBoard('00/09'), parseBoard('08/09')];
    expect(describeCell(after, before, 1)).toBe('row 0, column 1: red, was white');
    expect(describeCell(after, before, 3)).toBe('row 1, column 1: blue');
    expect(describeCell(after, parseBoard('0'), 1)).toBe('row 0, column 1: red');
  });
  it('is drawn as nothing much when it is no board', () =>
    expect(parseBoard('00/0')).toMatchObject({ rows: 1, cols: 1 }));
  it('outlines what moved where it is now', () => {
    const moved = { colour: 9, top: 1, left: 1, rows: 1, cols: 2, size: 2, byRows: 1, byCols: -1 };
    const none = { appeared: [], vanished: [], recoloured: [], resized: [], reshaped: [], words: [] };
    const seen: FrameObjects = {
      frame: 2,
      rows: 4,
      cols: 4,
      ground: 0,
      objects: [],
      masked: [],
      changes: { since: 1, moved: [moved], ...none },
    };
    expect(objectOutlines(seen)).toMatchObject([{ tone: 'moved', top: 2, left: 0, rows: 1, cols: 2 }]);
    expect(objectOutlines({ ...seen, changes: null })).toEqual([]);
  });
});

describe('a key of somebody who plays', () => {
  it('is an action that the game offers, or takes a move back', () => {
    expect(readPlayKey(key('ArrowUp'), ['ACTION1'])).toBe('ACTION1');
    expect(readPlayKey(key('7'), ['ACTION1', 'ACTION7'])).toBe('ACTION7');
    expect(readPlayKey(key('7'), ['ACTION1'])).toBeNull();
    expect(readPlayKey(key('7'), null)).toBe('ACTION7');
    expect(readPlayKey(key('Backspace'), [])).toBe('undo');
  });
  it('leaves the keys of the browser, and the cursor over the cells, alone', () => {
    for (const held of ['shiftKey', 'altKey', 'ctrlKey', 'metaKey']) {
      expect(readPlayKey(key('ArrowLeft', { [held]: true }), ['ACTION3'])).toBeNull();
    }
    expect(readPlayKey(key('Tab'), ['ACTION1'])).toBeNull();
    expect(clickKey(130, 64)).toBe('ACTION6@2,2');
  });
});

it('the address of a run names a turn or a frame, and leads back to it', () => {
  for (const at of [
    { turn: null, frame: null },
    { turn: 7, frame: null },
    { turn: 7, frame: 12 },
  ]) {
    expect(parseRoute(`#${runAddress('run_x', at)}`)).toEqual({ page: 'run', id: 'run_x', at, plays: false });
  }
  expect(parseRoute('#/runs/run_x?turn=zero&frame=-1')).toMatchObject({ at: { turn: null, frame: null } });
  expect(parseRoute(`#${runAddress('adv_x', { turn: 7 })}`)).toEqual({
    page: 'adventure',
    id: 'adv_x',
    at: 7,
  });
  for (const run of ['run_x', 'adv_x']) {
    expect(parseRoute(`#/runs/${run}?at=12`)).toEqual({ page: 'event', run, seq: 12 });
  }
  expect(parseRoute('#/runs/run_x/compare?with=run_y')).toEqual({
    page: 'compare',
    id: 'run_x',
    other: 'run_y',
  });
});

it('the turns in sight of a timeline are few however many there are', () => {
  expect(visibleWindow({ scrolled: 0, width: 280 }, 28, 5_000, 2)).toEqual([0, 12]);
  expect(visibleWindow({ scrolled: 2_800, width: 280 }, 28, 5_000, 2)).toEqual([98, 112]);
  expect(visibleWindow({ scrolled: 139_720, width: 280 }, 28, 5_000, 2)).toEqual([4_988, 5_000]);
  expect(visibleWindow({ scrolled: 9_999, width: 280 }, 28, 3, 2)).toEqual([3, 3]);
  expect(visibleWindow({ scrolled: 0, width: 0 }, 28, 0)).toEqual([0, 0]);
});
