import { describe, expect, it, vi } from 'vitest';
import { rollDice } from '../../../src/understudy/scene/listen';
import { isDeep, sample } from '../../../test/support/depth';
import { HOSTILE } from '../../../test/support/hostile-stories';
import { openPlayer, openStory, playTo, storyFile } from '../../../test/support/play-story';
import { createPlayer } from './player';
import { readStory } from './read-story';
import type { Story, StoryStep } from './types';

const BUDGET = 5_000_000;

// Runaway stories use their whole budget many times, which takes long.
vi.setConfig({ testTimeout: 120_000 });

describe('a hostile story', () => {
  it.each(sample(HOSTILE, 5))('is stopped: $name', async ({ file, ends }) => {
    const player = createPlayer(await openStory(file), BUDGET);
    const step = player.start('seed');
    expect(step).toMatchObject({ awaits: 'nothing', stopped: { kind: ends } });
    expect(step.stopped?.message).toMatch(/^The story /);
    expect(step.instructions).toBeLessThanOrEqual(BUDGET);
    expect(step.notes.length).toBeLessThan(50);
    expect(step.text.length).toBeLessThanOrEqual(200_000);
    expect(JSON.stringify(step.snapshot).length).toBeLessThan(200_000);
    expect(player.play(step.snapshot, 'look').stopped).toEqual(step.stopped);
    expect(player.exits(step.snapshot).every(({ deadly }) => deadly)).toBe(true);
  });

  it.each([
    ['loop', 'runaway', /too many instructions/],
    ['flood', 'runaway', /printed more than 200000 characters/],
    ['deep', 'error', /call one another without an end/],
    ['stack', 'error', /the stack is full/],
    ['wild', 'error', /write outside of dynamic memory, at 0xfff0/],
    ['divide', 'error', /Division by zero/],
  ])('is stopped in the middle of a run, which can go on from before: %s', async (command, kind, message) => {
    for (const name of ['lab.z3', 'lab.z5']) {
      const player = createPlayer(await openStory(name), BUDGET);
      const before = playTo(player, ['down']);
      const stopped = player.play(before.snapshot, command);
      expect(stopped).toMatchObject({ awaits: 'nothing', stopped: { kind } });
      expect(stopped.stopped?.message).toMatch(message);
      expect(player.play(before.snapshot, 'up').text).toMatch(/^Hall/);
    }
  });

  it('cannot be loaded when it was not read first', () => {
    const bytes = new Uint8Array(100).fill(255);
    const story: Story = { hash: 'x', version: 5, release: 1, serial: '', bytes };
    const player = createPlayer(story);
    expect(player.start('seed')).toMatchObject({ awaits: 'nothing', stopped: { kind: 'error' } });
    expect(player.vocabulary).toEqual([]);
    expect(player.exits(player.start('seed').snapshot)).toEqual([]);
  });
});

it('a tree of objects that leads into itself is listed once', async () => {
  const file = storyFile('lab.z5');
  const good = playTo(await openPlayer(file), ['open']);
  const box = good.reading.visible.find(({ name }) => name === 'box')?.id ?? 0;
  const word = (at: number): number => (file[at] ?? 0) * 256 + (file[at + 1] ?? 0);
  const entry = (object: number): number => word(0x0a) + 126 + (object - 1) * 14;
  const pearl = word(entry(box) + 10);
  // The pearl is its own sibling and contains the box.
  file.set([pearl >> 8, pearl & 255, box >> 8, box & 255], entry(pearl) + 8);
  const things = playTo(await openPlayer(file), ['open']).reading.visible;
  const listed = things.find(({ id }) => id === box)?.holds ?? [];
  expect(listed.map(({ id }) => id)).toEqual([pearl]);
  expect(JSON.stringify(things).length).toBeLessThan(2000);
});

describe('copies of a good story with bytes changed', () => {
  /** Changes in turn the header, the tables and objects, and any bytes. */
  const mutate = (file: Uint8Array, seed: string, kind: number): void => {
    const dice = rollDice(seed);
    const reach = [64, 3000, file.length][kind] ?? 64;
    for (let left = 1 + Math.floor(dice.next() * 30); left > 0; left--)
      file[Math.floor(dice.next() * Math.min(reach, file.length))] = Math.floor(dice.next() * 256);
  };

  it.each(['tide-mill.z3', 'tide-mill.z5', 'lab.z8'])(
    'are refused or played, and always end: %s',
    async (name) => {
      const outcomes = new Set<string>();
      for (let i = 0; i < (isDeep ? 100 : 12); i++) {
        const file = storyFile(name);
        mutate(file, `${name} ${i}`, i % 3);
        const read = await readStory(file);
        if (!read.ok) {
          outcomes.add('refused');
          continue;
        }
        const player = createPlayer(read.value, BUDGET);
        let step: StoryStep = player.start('seed');
        for (const input of ['east', 'north', 'open tin', 'take all', 'save', 'restore', 'undo', 'wait']) {
          if (step.awaits === 'nothing') break;
          step = player.play(step.snapshot, input);
          expect(step.instructions).toBeLessThanOrEqual(BUDGET);
        }
        player.attempt(step.snapshot, ['take all', 'wait']);
        player.exits(step.snapshot);
        outcomes.add(step.stopped?.kind ?? 'played');
      }
      expect([...outcomes]).toEqual(expect.arrayContaining(['refused', 'played', 'error']));
    },
  );
});
