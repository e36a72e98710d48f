import { expect, it } from 'vitest';
import { isDeath, readEnding, type StoryPlayer } from 'zmachine-story';
import { openPlayer } from '../../../test/support/play-story';
import { currentPlace, newMemory, remember, startLife } from './memory';
import { waitForTheWay } from './obstacles';
import { playStory } from './play-story';
import { readScene } from './scene';
import { MAX_TRIES } from './tries';

const player = await openPlayer('tide-mill.z3');

it('finishes the built-in story with the full score, in bounded trials each turn', () => {
  let trials = 0;
  const attempt: StoryPlayer['attempt'] = (snapshot, inputs) => {
    trials += inputs.length;
    return player.attempt(snapshot, inputs);
  };
  const turns = [];
  for (const turn of playStory({ ...player, attempt }, { seed: 'seed', turns: 60 })) {
    // A turn's trials, one extension, and an escape from danger.
    expect(trials).toBeLessThan(2 * MAX_TRIES + 40);
    trials = 0;
    turns.push(turn);
  }
  const last = turns.at(-1);
  expect(last && readEnding(last.step)).toBe('won');
  expect(last?.memory.episodes).toMatchObject([{ n: 1, deaths: 0, best: 50 }]);
  expect(last?.memory.notes.filter(({ text }) => / brought \d+ points/.test(text)).length).toBeGreaterThan(3);
  const again = [...playStory(player, { seed: 'seed', turns: 5 })];
  expect(again.map(({ why }) => why)).toEqual(turns.slice(0, 5).map(({ why }) => why));
});

it('waits for a way that opens by itself, by waiting in thought', () => {
  let step = player.start('seed');
  let memory = startLife(newMemory(), { story: step, exits: player.exits(step.snapshot) }, 1);
  for (const command of ['east', 'east']) {
    const { step: story, effect, moved } = player.perform(step.snapshot, command);
    const [from, to] = [currentPlace(memory), story.reading.location?.id ?? null];
    const done = { command, from, to, effect, moved, story, died: isDeath(story), thinking: null };
    memory = remember(memory, { ...done, exits: player.exits(story.snapshot), by: 'player' }, 1);
    step = story;
  }
  const attempt = (commands: readonly string[]) => player.attempt(step.snapshot, commands);
  const { vocabulary } = player;
  const scene = readScene({ state: memory, turn: 2, vocabulary, attempt, exits: () => [] });
  const choice = waitForTheWay(scene, false);
  expect(choice).toEqual({ command: 'wait', why: 'The way east opens by itself in time.' });
});

it('gives up if nothing is left to try', async () => {
  const turns = [...playStory(await openPlayer('seat.z5'), { seed: 'seed', turns: 60 })];
  expect(turns.length).toBeLessThan(12);
  expect(turns.map(({ command }) => command)).toContain('up');
});
