import { describe, expect, it } from 'vitest';
import { made } from '../../../test/support/transitions';
import type { ActionId } from '../../contract/agents';
import { seeTransition } from '../../grid/claims/check';
import { writeDrawing } from '../../grid/claims/picture';
import { writeClaims } from '../../grid/claims/words';
import type { Transition } from '../../grid/transition';
import { studyRun } from './study';
import { findWholes } from './wholes';

/** Cells a side of a square of the board; and squares a side. */
const [SIZE, SQUARES] = [3, 6];

/** A board of squares: the player's look on its square, the look of the ground, or of what lies there, on the others. */
function drawSquares(
  player: { row: number; col: number; look: string },
  groundAt: (square: string) => string,
) {
  const lines: string[] = [];
  for (let row = 0; row < SIZE * SQUARES; row++) {
    let line = '';
    for (let col = 0; col < SIZE * SQUARES; col++) {
      const [down, right] = [Math.floor(row / SIZE), Math.floor(col / SIZE)];
      const at = (row % SIZE) * (SIZE + 1) + (col % SIZE);
      const own = down === player.row && right === player.col ? player.look[at] : '.';
      line += own === '.' ? groundAt(`${down},${right}`)[at] : own;
    }
    lines.push(line);
  }
  return lines.join(' ');
}

const WAYS: Record<string, readonly [number, number]> = {
  ACTION1: [-1, 0],
  ACTION2: [1, 0],
  ACTION3: [0, -1],
  ACTION4: [0, 1],
};

/** Walk about: each number is an action. `lookAfter` gives the player's look, `treadOn` is told of each square that is entered. */
function walk(
  ids: string,
  lookAfter: (id: string) => string,
  groundAt: (square: string) => string,
  treadOn: (square: string) => void = () => {},
): Transition[] {
  let player = { row: 3, col: 2, look: lookAfter('ACTION4') };
  return Array.from(ids, (n, turn) => {
    const id = `ACTION${n}`;
    const [down = 0, right = 0] = WAYS[id] ?? [];
    const before = drawSquares(player, groundAt);
    player = { row: player.row + down, col: player.col + right, look: lookAfter(id) };
    treadOn(`${player.row},${player.col}`);
    return made(before, drawSquares(player, groundAt), { id: id as ActionId }, turn + 1);
  });
}

const PLAIN = '444/444/444';
const RAKED = 'c4c/444/c4c';
const TRODDEN = '4c4/c4c/4c4';

describe('the object that actions move', () => {
  it('is one object though it looks otherwise as it goes left', () => {
    const history = walk(
      '4434133424314233',
      (id) => (id === 'ACTION3' ? '88./99./...' : '..6/..b/...'),
      () => PLAIN,
    );
    const study = studyRun(history, []);
    for (const id of ['ACTION3', 'ACTION4']) {
      const { effects, foretold } = study.of(id);
      expect([id, foretold]).toEqual([id, effects]);
    }
    expect(writeClaims(study.of('ACTION3').claims)).toContain('It is drawn 88/99 then.');
  });

  it('is known to move though it leaves a trail that shows through it', () => {
    const trodden = new Set<string>();
    const history = walk(
      '443211233431421',
      () => 'b.b/.9./b.b',
      (square) => (trodden.has(square) ? TRODDEN : RAKED),
      (square) => trodden.add(square),
    );
    const claims = writeClaims(studyRun(history, []).of('ACTION1').claims);
    expect(claims).toContain('up by 3 cells');
    expect(claims).toContain('What shows through it may change as it goes.');
  });
});

describe('what always goes together', () => {
  it('is one whole, also where a part of it touches something of its colour', () => {
    const wall = (square: string): string => (square.startsWith('2') ? '444/bbb/bbb' : PLAIN);
    const seens = walk('4433442233', () => 'bbb/.9./..9', wall).flatMap(
      (transition) => seeTransition(transition, new Set()) ?? [],
    );
    const pictures = findWholes(seens, new Set()).map(({ picture }) => writeDrawing(picture));
    expect(pictures).toContain('bbb/.9./..9');
  });
});
