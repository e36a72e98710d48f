import { expect, it } from 'vitest';
import { openPlayer, playThrough } from '../../../test/support/play-story';

it.each(['tide-mill.z3', 'tide-mill.z4', 'tide-mill.z5'])(
  'a typed undo takes the last command back, also where the story cannot do it: %s',
  async (name) => {
    const player = await openPlayer(name);
    const steps = playThrough(player, ['east', 'north', 'undo', 'undo']);
    const places = steps.map(({ reading }) => reading.location?.name);
    expect(places).toEqual(['Lane End', 'Mill Yard', 'Kitchen', 'Mill Yard', 'Lane End']);
    expect(steps.slice(3).map(({ notes }) => notes)).toEqual([['undone'], ['undone']]);
    expect(steps.every(({ awaits }) => awaits === 'line')).toBe(true);
  },
);

it('there is nothing to undo before the first command', async () => {
  const player = await openPlayer('tide-mill.z3');
  const step = player.play(player.start('seed').snapshot, 'undo');
  expect(step).toMatchObject({ text: '[Nothing to undo.]', notes: ['undo_failed'], awaits: 'line' });
});
