import { describe, expect, it, vi } from 'vitest';
import { rollDice } from '../../../src/understudy/scene/listen';
import { isDeep, sample } from '../../../test/support/depth';
import { openPlayer, openStory, playThrough, playTo } from '../../../test/support/play-story';
import { createPlayer } from './player';
import { MAX_UNDO, type StoryStep } from './types';

vi.setConfig({ testTimeout: 120_000 });

const STORIES = ['tide-mill.z3', 'tide-mill.z4', 'tide-mill.z5', 'tide-mill.z8', 'lab.z5'];
const COMMANDS = [
  ...['north', 'south', 'east', 'west', 'up', 'down', 'northeast', 'southwest', 'look', 'inventory', 'wait'],
  ...[
    'take all',
    'drop all',
    'open tin',
    'open trap',
    'read letter',
    'light lantern',
    'unlock door with key',
  ],
  ...[
    'put letter in tin',
    'undo',
    'save',
    'restore',
    'restart',
    'yes',
    'no',
    'again',
    'examine the',
    'xyzzy',
  ],
  ...['take bell, amber', 'score', '', 'key', 'mark', 'quote', 'menu', 'take', 'size'],
];

const drawInputs = (seed: string, count: number): string[] => {
  const dice = rollDice(seed);
  return Array.from({ length: count }, () => dice.pick(COMMANDS) ?? '');
};

describe('a snapshot', () => {
  it.each(sample(STORIES, 2))(
    'goes on the same in a machine that was never there before: %s',
    async (name) => {
      const story = await openStory(name);
      const player = createPlayer(story);
      let step = player.start('seed');
      for (const input of drawInputs(name, isDeep ? 60 : 15)) {
        const kept = JSON.parse(JSON.stringify(step.snapshot));
        const here = player.play(step.snapshot, input);
        expect(createPlayer(story).play(kept, input), input).toEqual(here);
        step = here;
      }
    },
  );

  it.each(sample(STORIES, 2))('is the same, byte for byte, after it was restored: %s', async (name) => {
    const story = await openStory(name);
    for (const { snapshot } of playThrough(
      createPlayer(story),
      drawInputs(`${name} again`, isDeep ? 40 : 10),
    )) {
      const fresh = createPlayer(story);
      // Trying no commands restores and reads.
      expect(fresh.attempt(snapshot, []).step.snapshot).toEqual(snapshot);
    }
  });

  it('can be gone back to from anywhere, in any order', async () => {
    const player = await openPlayer('tide-mill.z5');
    const inputs = drawInputs('order', 20);
    const steps = playThrough(player, inputs);
    const again = (i: number): StoryStep => player.play((steps[i] as StoryStep).snapshot, inputs[i] ?? '');
    for (const i of [7, 3, 19, 0, 12, 11]) expect(again(i)).toEqual(steps[i + 1]);
  });

  it('holds the randomness, so that a turn that is played again is the same', async () => {
    const player = await openPlayer('lab.z5');
    const { snapshot } = player.start('seed');
    const first = player.play(snapshot, 'dice');
    player.play(first.snapshot, 'dice');
    expect(player.play(snapshot, 'dice')).toEqual(first);
  });

  it('is small', async () => {
    for (const { snapshot } of playThrough(await openPlayer('tide-mill.z3'), drawInputs('small', 100)))
      expect(snapshot.state.length).toBeLessThan(2000);
  });

  it('of another story, or of none, stops with an error', async () => {
    const [player, other] = [await openPlayer('lab.z3'), await openPlayer('lab.z5')];
    const { snapshot } = player.start('seed');
    const damaged = [
      other.start('seed').snapshot,
      { ...snapshot, state: '' },
      { ...snapshot, state: '?' },
      { ...snapshot, state: snapshot.state.slice(0, 80) },
      { ...snapshot, state: 'AAAA' },
    ];
    for (const bad of damaged) {
      const step = player.play(bad, 'look');
      expect(step).toMatchObject({ awaits: 'nothing', stopped: { kind: 'error' }, text: '' });
      expect(step.stopped?.message).toMatch(/snapshot/);
      expect(player.attempt(bad, ['look'])).toMatchObject({ effect: false, moved: false });
      expect(player.exits(bad)).toEqual([]);
    }
    expect(player.play(snapshot, 'wait').text).toBe('Time passes.');
  });
});

it.each(['tide-mill.z3', 'tide-mill.z5'])(
  'many commands never break it, and are the same with the same seed: %s',
  async (name) => {
    const play = async (seed: string): Promise<string[]> => {
      const player = await openPlayer(name);
      let step = player.start(seed);
      return drawInputs(name, isDeep ? 1_000 : 100).map((input) => {
        step = step.awaits === 'nothing' ? player.start(seed) : player.play(step.snapshot, input);
        expect(step.stopped?.kind ?? 'quit').toBe('quit');
        return step.text;
      });
    };
    const transcript = await play('one');
    expect(await play('one')).toEqual(transcript);
    expect(await play('two')).not.toEqual(transcript);
  },
);

describe('what a story keeps itself', () => {
  it('is taken back by undo, as often as it was kept', async () => {
    const steps = playThrough(await openPlayer('lab.z5'), [
      'mark',
      'take',
      'mark',
      'down',
      'undo',
      'undo',
      'undo',
    ]);
    expect(steps.slice(1).map(({ text }) => text.split('\n')[0])).toEqual([
      'Mark: 1.',
      'Taken.',
      'Mark: 1.',
      'Cellar',
      'Mark: 2.',
      'Mark: 2.',
      'Undo: 0.',
    ]);
    expect(steps.map(({ notes }) => notes)).toEqual([
      [],
      [],
      [],
      [],
      [],
      ['undone'],
      ['undone'],
      ['undo_failed'],
    ]);
    expect(steps.map(({ reading }) => reading.score)).toEqual([0, 0, 5, 5, 5, 5, 0, 0]);
  });

  it(`is kept for undoing ${MAX_UNDO} times at most`, async () => {
    const marks = Array.from({ length: MAX_UNDO + 2 }, () => 'mark');
    const undos = Array.from({ length: MAX_UNDO + 1 }, () => 'undo');
    const steps = playThrough(await openPlayer('lab.z5'), [...marks, ...undos]);
    expect(steps[marks.length]?.snapshot.undo).toHaveLength(MAX_UNDO);
    expect(steps.flatMap(({ notes }) => notes)).toEqual([
      ...undos.slice(1).map(() => 'undone'),
      'undo_failed',
    ]);
  });

  it.each([
    ['lab.z3', 'Kept or taken back.', 'Kept or taken back.', 'Restore failed.'],
    ['lab.z5', 'Save: 1.', 'Save: 2.', 'Restore: 0.'],
  ])('is taken back by restoring: %s', async (name, kept, back, failed) => {
    const inputs = ['restore', 'keep', 'take', 'down', 'restore', 'restore'];
    const steps = playThrough(await openPlayer(name), inputs);
    expect(steps[1]).toMatchObject({ text: failed, notes: ['restore_failed'] });
    expect(steps[2]).toMatchObject({ text: kept, notes: ['saved'] });
    expect(steps[4]?.reading).toMatchObject({ location: { name: 'Cellar' }, score: 5 });
    for (const step of [steps[5], steps[6]])
      expect(step).toMatchObject({
        text: back,
        notes: ['restored'],
        reading: { location: { name: 'Hall' }, score: 0 },
      });
  });

  it('outlives a restart, which begins the story again', async () => {
    for (const name of ['lab.z3', 'lab.z5']) {
      const player = await openPlayer(name);
      const start = player.start('seed');
      const again = playTo(player, ['down', 'take', 'keep', 'restart']);
      expect(again).toMatchObject({ text: start.text, notes: ['restarted'], upper: start.upper });
      const restarted = player.perform(playTo(player, ['down', 'take', 'keep']).snapshot, 'restart').step;
      expect(restarted.reading).toEqual(start.reading);
      expect(player.play(again.snapshot, 'restore').reading).toMatchObject({
        location: { name: 'Cellar' },
        score: 5,
      });
    }
  });

  it('does not turn luck back: what is drawn after an undo is drawn anew', async () => {
    const [, , first, , second] = playThrough(await openPlayer('lab.z5'), ['mark', 'dice', 'undo', 'dice']);
    expect(second?.text).not.toBe(first?.text);
  });
});
