import { describe, expect, it } from 'vitest';
import { addCommand, type TrailStep, undoCommand } from '../../../src/contract/events/fold/story-trail';
import { listUndoable } from '../../../web/src/adventure/story-trail';

const trailOf = (...commands: string[]): readonly TrailStep[] =>
  commands.reduce<readonly TrailStep[]>(
    (trail, command, at) => addCommand(trail, at + 2, command),
    [{ turn: 1, commands: [] }],
  );
const restored = (to: number, file = false) => ({
  ...{ to, save: null, exits: null },
  story: null as never,
  ...(file && { file: true as const }),
});

describe('the way to where a story stands', () => {
  it('keeps the commands of one turn together', () =>
    expect(addCommand(trailOf('east'), 2, 'look').at(-1)).toEqual({ turn: 2, commands: ['east', 'look'] }));

  it('names what an undo takes back, and forgets it', () => {
    const { trail, undone } = undoCommand(trailOf('east', 'look', 'north'), restored(2));
    expect(undone).toEqual(['look', 'north']);
    expect(trail).toEqual(trailOf('east'));
  });

  it('takes nothing back when it goes to a save that is not on the way, or to a file', () => {
    const way = trailOf('east');
    expect(undoCommand(way, restored(9))).toEqual({ trail: [...way, { turn: 9, commands: [] }], undone: [] });
    expect(undoCommand(way, restored(2, true)).trail.at(-1)).toEqual({ turn: -2, commands: [] });
  });

  it('lists what can be taken back, newest first, as far as a turn to go back to is there', () => {
    expect(listUndoable(trailOf('east', 'look'))).toEqual([
      { commands: ['look'], to: 2, count: 1 },
      { commands: ['east'], to: 1, count: 2 },
    ]);
    const behindFile = addCommand(undoCommand(trailOf('east'), restored(2, true)).trail, 3, 'wait');
    expect(listUndoable(behindFile)).toEqual([]);
    expect(listUndoable([])).toEqual([]);
  });
});
