import { describe, expect, it } from 'vitest';
import { draw, made } from '../../test/support/transitions';
import { NO_MASK } from '../contract/frame';
import { countKindsLeft, findContradicted, isExtended, isForetoldWrong } from './hold-against';
import { unobservedAction } from './knowledge';

const RIGHT = 'Moves the blue 2×2 object right by 2 cells when the cells ahead are white.';
const STOPPED =
  'Moves the blue 2×2 object right by 2 cells when the cells ahead are white; black cells ahead stop it.';
const LEFT = RIGHT.replace('right', 'left');

const START = '........ .99..... .99..... ........';
const MOVED = '........ ...99... ...99... ........';
const FURTHER = '........ .....99. .....99. ........';
const WALL = '........ .9955... .9955... ........';
const moved = made(START, MOVED);
const blocked = made(WALL, WALL, { id: 'ACTION1' }, 2);
const stuck = made(START, START, { id: 'ACTION1' }, 3);

describe('a definition that is held against an execution', () => {
  it('is wrong where it foretold something else, and not where it fits or can not be read', () => {
    expect(isForetoldWrong(RIGHT, [moved], NO_MASK)).toBe(false);
    expect(isForetoldWrong(LEFT, [made(MOVED, FURTHER)], NO_MASK)).toBe(true);
    expect(isForetoldWrong(RIGHT, [stuck], NO_MASK)).toBe(true);
    expect(isForetoldWrong('It does something nice.', [moved], NO_MASK)).toBe(false);
    expect(isForetoldWrong(null, [moved], NO_MASK)).toBe(false);
  });

  it('is not held against the board on which a life ended', () => {
    expect(isForetoldWrong(LEFT, [{ ...moved, state: 'GAME_OVER' }], NO_MASK)).toBe(false);
  });
});

describe('a definition that replaces another one', () => {
  it('only says more where it foretells all that the other one foretold right', () => {
    expect(isExtended(RIGHT, STOPPED, 'ACTION1', NO_MASK, [moved, blocked])).toBe(true);
    expect(isExtended(RIGHT, RIGHT, 'ACTION1', NO_MASK, [])).toBe(true);
  });

  it('has another meaning where it does not, where nothing speaks for it, and where it can not be read', () => {
    expect(isExtended(RIGHT, LEFT, 'ACTION1', NO_MASK, [moved])).toBe(false);
    expect(isExtended(RIGHT, STOPPED, 'ACTION1', NO_MASK, [])).toBe(false);
    expect(isExtended(RIGHT, STOPPED, 'ACTION2', NO_MASK, [moved])).toBe(false);
    expect(isExtended(RIGHT, 'It goes that way.', 'ACTION1', NO_MASK, [moved])).toBe(false);
  });
});

describe('what was sent on the way to another test', () => {
  const known = (status: 'verified' | 'testing') => ({
    ACTION1: { ...unobservedAction(), status, definition: RIGHT },
  });
  const target = made(START, START, { id: 'ACTION2' }, 4);

  it('contradicts the verified definition that foretold it otherwise, and says what happened', () => {
    const [found, ...others] = findContradicted(known('verified'), [moved, stuck, target], NO_MASK);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ action: 'ACTION1', seen: { turn: 3, beforeFrame: 3, afterFrame: 4 } });
    expect(found?.seen.happened).not.toBe('');
  });

  it('contradicts nothing that is not verified, and is no target', () => {
    expect(findContradicted(known('testing'), [moved, stuck, target], NO_MASK)).toEqual([]);
    expect(findContradicted(known('verified'), [moved, stuck], NO_MASK)).toEqual([]);
  });
});

it('counts the kinds of objects that no click has met', () => {
  const board = '........ .99..22. .99..22. ........ .88.....';
  const click = made(board, board, { id: 'ACTION6', x: 1, y: 1 });
  const left = countKindsLeft(draw(board), [], NO_MASK);
  expect(left).toBeGreaterThan(1);
  expect(countKindsLeft(draw(board), [click], NO_MASK)).toBe(left - 1);
});
