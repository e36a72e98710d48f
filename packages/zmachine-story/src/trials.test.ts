import { describe, expect, it } from 'vitest';
import { openPlayer, playTo } from '../../../test/support/play-story';
import { looksDeadly } from './words';

describe('an attempt', () => {
  it.each(['lab.z3', 'lab.z5'])('says whether a command changes the world: %s', async (name) => {
    const player = await openPlayer(name);
    const { snapshot } = player.start('seed');
    const judge = (...inputs: string[]): string => {
      const { effect, moved } = player.attempt(snapshot, inputs);
      return [effect ? 'effect' : '', moved ? 'moved' : ''].filter(Boolean).join(' ');
    };
    expect(judge('take')).toBe('effect');
    expect(judge('light')).toBe('effect');
    expect(judge('size')).toBe('effect');
    expect(judge('down')).toBe('effect moved');
    expect(judge('down', 'take')).toBe('effect moved');
    expect(judge('down', 'up')).toBe('');
    // The ghost moves and turns count regardless of the command.
    for (const idle of ['look', 'wait', 'open', 'xyzzy', 'up']) expect(judge(idle), idle).toBe('');
    expect(judge('wait', 'wait', 'look')).toBe('');
    expect(judge()).toBe('');
  });

  it.each(['lab.z3', 'lab.z5'])('tells what changes hands from what is only changed: %s', async (name) => {
    const player = await openPlayer(name);
    const { snapshot } = player.start('seed');
    const isRearranged = (...inputs: string[]): boolean => player.attempt(snapshot, inputs).rearranged;
    for (const command of ['take', 'down']) expect(isRearranged(command), command).toBe(true);
    for (const command of ['light', 'size', 'look', 'wait'])
      expect(isRearranged(command), command).toBe(false);
  });

  it('tells what would come, and leaves everything as it was', async () => {
    const player = await openPlayer('tide-mill.z5');
    const here = playTo(player, ['east', 'north']);
    const expected = player.play(here.snapshot, 'open tin');
    const trial = player.attempt(here.snapshot, ['open tin']);
    expect(trial).toMatchObject({ step: expected, effect: true, moved: false });
    const two = player.attempt(here.snapshot, ['open tin', 'take matches']);
    expect(two.step.text).toBe(`${expected.text}\n\nTaken.`);
    expect(two.step.instructions).toBeGreaterThan(expected.instructions);
    expect(player.play(here.snapshot, 'open tin')).toEqual(expected);
  });

  it('ends where the story does', async () => {
    const player = await openPlayer('lab.z5');
    const { step } = player.attempt(player.start('seed').snapshot, ['wait', 'quit', 'down']);
    expect(step).toMatchObject({ text: 'Time passes.\n\nGoodbye.', stopped: { kind: 'quit' } });
  });
});

describe('exits', () => {
  it('are found by trying every direction the story knows', async () => {
    const player = await openPlayer('lab.z5');
    const { snapshot } = player.start('seed');
    expect(player.exits(snapshot)).toEqual([
      { direction: 'up', to: null, text: 'No way.', deadly: false },
      {
        direction: 'down',
        to: { id: expect.any(Number), name: 'Cellar' },
        text: 'Cellar\nA cellar. A way leads up.',
        deadly: false,
      },
      {
        direction: 'in',
        to: { id: expect.any(Number), name: 'Cellar' },
        text: 'A pit.\n\n    *** You have died ***',
        deadly: true,
      },
    ]);
    expect(player.play(snapshot, 'wait').text).toBe('Time passes.');
  });

  it('lead from room to room in our own story', async () => {
    const player = await openPlayer('tide-mill.z3');
    const ways = player
      .exits(playTo(player, ['east']).snapshot)
      .flatMap(({ direction, to }) => (to ? [`${direction}: ${to.name}`] : []));
    expect(ways).toEqual(['north: Kitchen', 'east: Sluice Bank', 'west: Lane End', 'in: Kitchen']);
  });
});

it('words are those of the dictionary, as far as it keeps them', async () => {
  expect((await openPlayer('lab.z5')).vocabulary).toEqual(
    expect.arrayContaining(['down', 'wait', 'negative', 'restart']),
  );
  const third = (await openPlayer('lab.z3')).vocabulary;
  expect(third).toEqual(expect.arrayContaining(['down', 'restar', 'nothin']));
  expect([...third].sort()).toEqual(third);
});

describe('a text', () => {
  it.each([
    '*** You have died ***',
    'You fall.\n\n    ****  You have died  ****\n\n',
    'It is a pity that you are dead.',
    '*** You are frozen ***',
    'Oh no! You have been killed.',
  ])('is deadly: %j', (text) => expect(looksDeadly(text)).toBe(true));

  it.each([
    '*** You have won ***',
    '*** VICTORY ***',
    'The poster says *** SALE *** in red.',
    'A dead fish lies here.',
    'You died your hair? No.'.replace('died', 'dyed'),
    '',
  ])('is not deadly: %j', (text) => expect(looksDeadly(text)).toBe(false));
});
