import { expect, it } from 'vitest';
import { searchValidActions } from '../../../src/adventure/valid-actions';
import { openPlayer, openStory, playTo } from '../../../test/support/play-story';
import { slowDown } from '../../../test/support/slow-story';
import { openHost } from './host';
import { startStory } from './machine';
import { createPlayer, createSlicedPlayer } from './player';
import { loadMachine, runMachine } from './run';
import { tryBudget } from './try-budget';
import type { StoryStep } from './types';

const openSlow = async (instructions: number, name = 'lab.z5') =>
  openStory(await slowDown(name, instructions));

it.each(['tide-mill.z3', 'tide-mill.z5', 'tide-mill.z8'])(
  'a story that takes millions of instructions before it reads plays on: %s',
  async (name) => {
    const [slow, quick] = [loadMachine(await openSlow(12_000_000, name)), loadMachine(await openStory(name))];
    for (const machine of [slow, quick]) startStory(machine, 'seed');
    expect(runMachine(slow) - runMachine(quick)).toBeGreaterThan(12_000_000);
    expect(slow).toMatchObject({ awaits: 'line', stopped: null });
    expect(slow.screen.takeText()).toBe(quick.screen.takeText());
  },
);

it('a slow story lets others go first, and answers the same', async () => {
  const story = await openSlow(600_000);
  const player = createSlicedPlayer(story);
  const order: string[] = [];
  const others = new Promise<void>((resolve) => {
    setTimeout(() => {
      order.push('another');
      resolve();
    });
  });
  const opening = await player.start('seed');
  order.push('the story');
  await others;
  expect(order).toEqual(['another', 'the story']);
  expect(opening).toEqual(createPlayer(story).start('seed'));
});

it('a story that is opened again is not surveyed again', async () => {
  const story = await openSlow(700_000);
  const open = () => {
    const work = openHost(story);
    for (let slices = 0; ; slices++) {
      const slice = work.next();
      if (slice.done) return { slices, cast: slice.value.cast };
    }
  };
  const [first, second] = [open(), open()];
  expect(first.slices).toBeGreaterThan(0);
  expect(second).toEqual({ slices: 0, cast: first.cast });
});

it('a machine does one thing at a time, in the order that it was asked', async () => {
  const story = await openSlow(300_000);
  const [player, alone] = [createSlicedPlayer(story), createPlayer(story)];
  const { snapshot } = await player.start('seed');
  const asked = ['down', 'look', 'wait'].map((command) => player.perform(snapshot, command));
  const answers = await Promise.all(asked);
  for (const [i, command] of ['down', 'look', 'wait'].entries())
    expect(answers[i]?.step).toEqual(alone.perform(snapshot, command).step);
});

it('a story that took too long goes on where it was stopped', async () => {
  const story = await openSlow(600_000);
  const whole = createPlayer(story).start('seed');
  const impatient = createPlayer(story, 100_000);
  let step: StoryStep = impatient.start('seed');
  const texts = [step.text];
  let waits = 0;
  while (step.stopped?.kind === 'runaway' && waits < 20) {
    expect(step).toMatchObject({ awaits: 'nothing' });
    waits += 1;
    step = impatient.play(step.snapshot, '');
    texts.push(step.text);
  }
  expect(waits).toBe(6);
  expect(texts.join('')).toBe(whole.text);
  expect(step).toMatchObject({ awaits: 'line', stopped: null });
  expect(step.snapshot.state).toBe(whole.snapshot.state);
});

it('a replay stops at the same instruction', async () => {
  const story = await openSlow(300_000);
  const [one, other] = [createPlayer(story, 123_456), createPlayer(story, 123_456)];
  other.start('another');
  expect(other.start('seed')).toEqual(one.start('seed'));
});

it('trials in a slow story take as long as its turns', async () => {
  const quick = await openPlayer('lab.z5');
  const slow = createPlayer(await openSlow(1_200_000));
  const [here, there] = [playTo(quick, []), playTo(slow, [])];
  expect(slow.exits(there.snapshot)).toEqual(quick.exits(here.snapshot));
  expect(slow.exits(there.snapshot).some(({ to }) => to !== null)).toBe(true);
  expect(slow.perform(there.snapshot, 'wait').step.reading).toEqual(
    quick.perform(here.snapshot, 'wait').step.reading,
  );
  const list = async (player: typeof quick, { snapshot, reading }: StoryStep) => {
    const { actions } = await searchValidActions(
      reading,
      player.vocabulary,
      (inputs) => player.attempt(snapshot, inputs),
      snapshot.spent,
    );
    return actions.filter(({ moved }) => moved).map(({ command }) => command);
  };
  const ways = await list(quick, here);
  expect(ways.length).toBeGreaterThan(0);
  expect(await list(slow, there)).toEqual(ways);
});

it('a trial may take ten turns, at most 50 million instructions', async () => {
  const lab = await openPlayer('lab.z5');
  const { snapshot } = playTo(lab, ['down']);
  expect(lab.attempt(snapshot, ['loop']).step.instructions).toBe(1_000_000);
  expect(lab.attempt({ ...snapshot, spent: 300_000 }, ['loop']).step.instructions).toBe(3_000_000);
  expect([tryBudget(5_000_001), tryBudget(90_000_000)]).toEqual([50_000_000, 50_000_000]);
});
