import { describe, expect, it } from 'vitest';
import { DIRECTIONS, findDirection, isMovement, oppositeDirection, readWay } from './walking';

describe('directions', () => {
  it.each([
    ['n', 'north'],
    ['NE', 'northeast'],
    ['n.e.', 'northeast'],
    ['north-east', 'northeast'],
    ['north east', 'northeast'],
    ['go north', 'north'],
    ['walk nw', 'northwest'],
    ['go to the south', 'south'],
    ['head towards the west', 'west'],
    ['run back east', 'east'],
    ['climb up', 'up'],
    ['go upstairs', 'up'],
    ['u', 'up'],
    ['descend', 'down'],
    ['enter', 'in'],
    ['go inside', 'in'],
    ['exit', 'out'],
    ['leave', 'out'],
    ['get out', 'out'],
    ['aft', 'aft'],
    ['eastward', 'east'],
  ])('%j walks %s', (command, direction) => {
    expect(findDirection(command)).toBe(direction);
    expect(isMovement(command)).toBe(true);
    expect(readWay(command)).toBe(direction);
  });

  it.each([
    'look north',
    'push box north',
    'take lamp',
    'move rug',
    'leave lamp',
    'robot, go north',
    'light',
    '',
  ])('%j walks nowhere', (command) => {
    expect(findDirection(command)).toBeNull();
    expect(isMovement(command)).toBe(false);
    expect(readWay(command)).toBeNull();
  });

  it.each([
    ['Enter Window', 'enter window'],
    ['climb tree', 'climb tree'],
    ['go through door', 'go through door'],
    ['get in boat', 'get in boat'],
    ['follow dwarf', null],
    ['run', null],
  ])('%j walks without a direction, and its way is %j', (command, way) => {
    expect(isMovement(command)).toBe(true);
    expect(findDirection(command)).toBeNull();
    expect(readWay(command)).toBe(way);
  });

  it('have opposites that are opposite both ways', () => {
    for (const direction of DIRECTIONS) {
      const back = oppositeDirection(direction);
      expect(back && oppositeDirection(back)).toBe(direction);
    }
    expect(oppositeDirection('constructor')).toBeNull();
    expect(oppositeDirection('enter window')).toBeNull();
  });
});
