import { describe, expect, it } from 'vitest';
import { checkClaims, predict } from '../../../test/support/check-claims';
import { draw, made } from '../../../test/support/transitions';
import type { ActionId, GameAction } from '../../contract/agents';
import { readClaims, writeClaims } from '../../grid/claims/words';
import type { Transition } from '../../grid/transition';
import { studyRun } from './study';

const NO_CONTEXT = { mask: new Set<number>(), history: [] };
const PUSH =
  'Changes squares of 2×2 cells from (0,0), read to the right: [a]b becomes ba; [a]cb becomes bac; [a]cc stays; [a]d stays; [a]| stays; drawn a 99/98, b 00/00, c 55/53, d 33/33.';

/** What the definition foretells of a board, its rows parted by spaces. */
function foretell(definition: string, before: string): string {
  const claims = readClaims(definition);
  if (!claims) throw new Error(`not readable: ${definition}`);
  const action: GameAction = { id: 'ACTION1' };
  const prediction = predict(claims, draw(before), action, NO_CONTEXT);
  return prediction.kind === 'board' ? prediction.cells.replaceAll('/', ' ') : prediction.kind;
}

describe('rules of squares', () => {
  it.each([
    PUSH,
    'Changes squares of 3×3 cells from (1,2), each by itself: [a] becomes b; [b] becomes a; drawn a 777/7.7/777, b 888×3.',
    'Changes squares of 2×2 cells from (0,0), read upwards: c_[a]b becomes c_ba; |[a]c stays; drawn a 99/98, b 00/00, c 55/53. Leaving aside red cells, which change by themselves.',
  ])('are read and written back: %s', (sentence) => {
    expect(writeClaims(readClaims(sentence) ?? [])).toBe(sentence);
  });

  it.each([
    PUSH.replace('[a]cb becomes bac', 'acb becomes bac'),
    PUSH.replace('read to the right', 'read sideways'),
    PUSH.replace('b 00/00', 'b 0x/00'),
    PUSH.replace('b 00/00', 'b 000/000/000'),
    PUSH.replace('drawn a 99/98, b 00/00', 'drawn b 00/00, a 99/98'),
    PUSH.replace('[a]b becomes ba', '[a]b becomes bab'),
    PUSH.replace('2×2', '0×0'),
  ])('are not read with a slip: %s', (sentence) => {
    expect(readClaims(sentence)).toBeNull();
  });

  it('change what acts and what lies in its line, and stop where they say so', () => {
    expect(foretell(PUSH, '990033 980033')).toBe('009933 009833');
    expect(foretell(PUSH, '99550033 98530033')).toBe('00995533 00985333');
    expect(foretell(PUSH, '995555 985353')).toBe('nothing');
    expect(foretell(PUSH, '0099 0098')).toBe('nothing');
  });

  it('say nothing of a line that they do not know, or where nothing acts', () => {
    expect(foretell(PUSH, '995533 985333')).toBe('silent');
    expect(foretell(PUSH, '9977 9877')).toBe('silent');
    expect(foretell(PUSH, '005533 005333')).toBe('silent');
  });

  it('read each square by itself where they say so', () => {
    const blink =
      'Changes squares of 1×1 cells from (0,0), each by itself: [a] becomes b; [b] becomes a; drawn a 7, b 8.';
    expect(foretell(blink, '7080 0070')).toBe('8070 0080');
  });
});

const STEPS: Record<string, readonly [number, number]> = {
  ACTION1: [-1, 0],
  ACTION2: [1, 0],
  ACTION3: [0, -1],
  ACTION4: [0, 1],
};

/** Looks of a game whose things share their colours: one colour says nothing of what lies ahead. */
const LOOKS: Record<string, string> = {
  '.': '000/020/000',
  '#': '525/252/525',
  P: '050/525/505',
  B: '555/505/555',
};

/** Plays a game of pushing on a level of squares; two players go at once, each where it can. */
function play(level: string, ids: string): Transition[] {
  const squares = level
    .trim()
    .split(/\s+/)
    .map((line) => Array.from(line));
  const at = (row: number, col: number): string => squares[row]?.[col] ?? '#';
  const put = (row: number, col: number, one: string): void => {
    const line = squares[row];
    if (line) line[col] = one;
  };
  const show = (): string =>
    squares
      .flatMap((line) => [0, 1, 2].map((row) => line.map((one) => LOOKS[one]?.split('/')[row]).join('')))
      .join(' ');
  return Array.from(ids, (n, turn) => {
    const id = `ACTION${n}`;
    const [down = 0, right = 0] = STEPS[id] ?? [];
    const before = show();
    const players = squares.flatMap((line, row) =>
      line.flatMap((one, col) => (one === 'P' ? [[row, col]] : [])),
    );
    for (const [row = 0, col = 0] of down + right > 0 ? players.reverse() : players) {
      const ahead = at(row + down, col + right);
      const beyond = at(row + 2 * down, col + 2 * right);
      if (ahead === 'B' && beyond === '.') put(row + 2 * down, col + 2 * right, 'B');
      else if (ahead !== '.') continue;
      put(row + down, col + right, 'P');
      put(row, col, '.');
    }
    return made(before, show(), { id: id as ActionId }, turn + 1);
  });
}

const LEVEL = '####### #..P..# #.B...# #...B.# #.P...# #..B..# #######';
const SEEN = '4422331144332211443322114231423142314413223314421133224';
const UNSEEN = '3142241334211324';

describe('the understudy, where a colour says nothing of what lies ahead', () => {
  const history = play(LEVEL, SEEN);
  const study = studyRun(history, []);

  it('finds rules of squares for what moves alone do not account for', () => {
    for (const id of Object.keys(STEPS)) {
      const { effects, foretold } = study.of(id);
      expect(foretold).toBeGreaterThan(0.8 * effects);
    }
    expect(study.of('ACTION2').claims.map(({ kind }) => kind)).toEqual(['squares']);
  });

  it('foretells by them what it did not see, and is never wrong', () => {
    const all = play(LEVEL, SEEN + UNSEEN);
    const checks = all.slice(history.length).map((transition, i) => {
      const ctx = { mask: new Set<number>(), history: all.slice(0, history.length + i) };
      return checkClaims(study.of(transition.action.id).claims, transition, ctx);
    });
    expect(checks).not.toContain('contradicts');
    expect(checks.filter((check) => check === 'fits').length).toBeGreaterThan(UNSEEN.length / 2);
  });
});
