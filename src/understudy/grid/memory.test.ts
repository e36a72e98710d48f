import { describe, expect, it } from 'vitest';
import { answerAsUnderstudy, createMemoryRun, playToEnd } from '../../../test/support/explore-run';
import { draw, made } from '../../../test/support/transitions';
import type { GameAction } from '../../contract/agents';
import type { AnalystBrief, ExplorerBrief } from '../../grid/briefs';
import { readBoard } from '../../grid/claims/board';
import { findPicture, readDrawing } from '../../grid/claims/picture';
import { writeClaims } from '../../grid/claims/words';
import type { Transition } from '../../grid/transition';
import { findClickables } from './clicks';
import { studyRun } from './study';

const click = (x: number, y: number): GameAction => ({ id: 'ACTION6', x, y });

/** Boards are shared by all runs: what is remembered of one must not come from another run. */
describe('what is remembered of a board', () => {
  it('holds under the mask it was worked out for, not under another one of the same size', () => {
    const board = readBoard(draw('.99... .99...'));
    const block = readDrawing('99/99');
    if (!block) throw new Error('no picture');
    expect(findPicture(board, block, new Set([1]))).toEqual([]);
    expect(findPicture(board, block, new Set([5]))).toEqual([{ top: 0, left: 1 }]);
  });

  it('does not take the clicks of one run for those of another', () => {
    const board = draw('8.9...');
    const clicksAfter = (clicked: GameAction): number[] => {
      const study = studyRun([made(board, board, clicked)], []);
      const found = findClickables(readBoard(board), study);
      return [0, 2].map((x) => found.find(({ action }) => action.x === x)?.siteClicks ?? -1);
    };
    expect(clicksAfter(click(0, 0))).toEqual([1, 0]);
    expect(clicksAfter(click(2, 0))).toEqual([0, 1]);
  });
});

describe('what a turn has shown', () => {
  it('is one transition for the analyst and for the next suggestion, so that it is studied once', async () => {
    const newest: { role: string; last: Transition | undefined }[] = [];
    const room = createMemoryRun({
      budgets: { actions: 6 },
      answer: (ask) => {
        const { history } = ask.brief as AnalystBrief | ExplorerBrief;
        newest.push({ role: ask.role, last: history().at(-1) });
        return answerAsUnderstudy(ask);
      },
    });
    await playToEnd(room);
    const pairs = newest.slice(1).flatMap((next, i) => {
      const before = newest[i];
      return before?.role === 'analyst' && next.role === 'explorer' ? [[before.last, next.last]] : [];
    });
    expect(pairs.length).toBeGreaterThan(3);
    for (const [analysed, next] of pairs) expect(next).toBe(analysed);
  });
});

describe('what is inferred of clicks', () => {
  it('tells buttons apart that let things fall different ways', () => {
    const high = '8e.e.9 ...... ...... ...... ...5..';
    const low = '8....9 ...... ...... ...e.. .e.5..';
    const middle = '8....9 .e.e.. ...... ...... ...5..';
    const [red, blue] = [click(0, 0), click(5, 0)];
    const pressed = [
      made(high, low, red),
      made(low, high, blue),
      made(middle, low, red),
      made(middle, high, blue),
    ];
    const study = studyRun(pressed, []);
    const text = writeClaims(study.of('ACTION6').claims);
    expect(text).toContain('On a click on red in white: Slides all green cells down');
    expect(text).toContain('On a click on blue in white: Slides all green cells up');
  });
});
