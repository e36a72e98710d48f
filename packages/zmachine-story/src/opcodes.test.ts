import { describe, expect, it } from 'vitest';
import { openPlayer, playThrough, playTo, storyFile } from '../../../test/support/play-story';

const texts = async (name: string, inputs: string[], seed?: string): Promise<string[]> =>
  playThrough(await openPlayer(name), inputs, seed).map(({ text }) => text);

describe('a story is played', () => {
  it.each(['lab.z3', 'lab.z5', 'lab.z8'])('from its beginning, input by input: %s', async (name) => {
    const steps = playThrough(await openPlayer(name), ['down', 'UP', 'wait', 'size', 'size', 'xyzzy']);
    expect(steps.map(({ text }) => text)).toEqual([
      'The Lab.\n\nHall\nA bare hall. A way leads down.\nA ghost is here.',
      'Cellar\nA cellar. A way leads up.',
      'Hall\nA bare hall. A way leads down.',
      'Time passes.',
      'Size 8.',
      'Size 9.',
      'What?',
    ]);
    expect(steps.every(({ awaits, stopped }) => awaits === 'line' && stopped === null)).toBe(true);
    expect(steps.every(({ instructions }) => instructions > 10 && instructions < 2000)).toBe(true);
  });

  it('until it ends, and no further', async () => {
    const player = await openPlayer('lab.z5');
    const ended = playTo(player, ['quit']);
    expect(ended).toMatchObject({ text: 'Goodbye.', awaits: 'nothing', stopped: { kind: 'quit' } });
    const after = player.play(ended.snapshot, 'look');
    expect(after).toMatchObject({ text: '', awaits: 'nothing', stopped: { kind: 'quit' }, instructions: 0 });
    expect(after.snapshot).toEqual(ended.snapshot);
  });

  it('with words as its dictionary and its separators split them', async () => {
    expect((await texts('lab.z5', ['words a, b lookout'])).at(-1)).toBe(
      'You typed 5 words, the last of 7 letters at 13.',
    );
    expect((await texts('lab.z3', ['words   lookout'])).at(-1)).toBe(
      'You typed 2 words, the last of 7 letters at 9.',
    );
  });

  it('with inputs that are cut to what its buffer holds', async () => {
    const player = await openPlayer('lab.z5');
    const start = player.start('seed');
    expect(player.play(start.snapshot, 'look'.padEnd(41, '.')).notes).toEqual(['input_cut']);
    expect(player.play(start.snapshot, 'look'.padEnd(40, '.')).notes).toEqual([]);
    expect(player.play(start.snapshot, `look ${'x'.repeat(100_000)}`)).toMatchObject({
      text: start.text.replace('The Lab.\n\n', ''),
      notes: ['input_cut'],
    });
    const third = await openPlayer('lab.z3');
    expect(third.play(third.start('s').snapshot, 'words '.padEnd(40, 'w')).notes).toEqual(['input_cut']);
  });

  it('with any input at all', async () => {
    const player = await openPlayer('lab.z5');
    const { snapshot } = player.start('seed');
    for (const input of ['', ' ', '\n', '\u0000', '“look”', '🦆', '\ud800', ',,,,', 'É'.repeat(500)])
      expect(player.play(snapshot, input), JSON.stringify(input)).toMatchObject({
        text: 'What?',
        stopped: null,
      });
  });
});

it.each([
  ['a', 97],
  ['Q', 81],
  ['yes', 121],
  ['', 13],
  ['enter', 13],
  ['Space', 32],
  [' ', 32],
  ['escape', 27],
  ['up', 129],
  ['down', 130],
  ['left', 131],
  ['right', 132],
  ['f1', 133],
  ['F12', 144],
  ['delete', 8],
  ['backspace', 8],
  ['keypad 0', 145],
  ['keypad 9', 154],
  ['ä', 155],
  ['🦆', 63],
])('single keys are read: %j', async (key, code) => {
  const steps = playThrough(await openPlayer('lab.z5'), ['key', key]);
  expect(steps.map(({ awaits }) => awaits)).toEqual(['line', 'key', 'line']);
  expect(steps.at(-1)?.text).toBe(`Code ${code}.`);
});

describe('what stories seldom ask', () => {
  it.each([
    ['accents', 'é ä α ä.'],
    ['unicode', '€ 1'],
    ['memory', 'Written 4: 97 13.'],
    ['negative', 'Before: 3.'],
    ['catch', 'Caught 42.'],
    ['file', 'File: 0.'],
    ['encode', 'Same: 1.'],
    ['nothing', '00.'],
    ['verify', 'Intact.'],
  ])('is answered by the standard: %s', async (command, answer) => {
    expect((await texts('lab.z5', [command])).at(-1)).toBe(answer);
    expect((await texts('lab.z8', [command])).at(-1)).toBe(answer);
  });

  it('is whether its file was changed', async () => {
    const file = storyFile('lab.z5');
    file[0x1d] = (file[0x1d] ?? 0) ^ 1;
    expect(playTo(await openPlayer(file), ['verify']).text).toBe('Changed.');
  });
});

describe('randomness', () => {
  it('follows from the seed alone', async () => {
    const one = await texts('lab.z5', ['dice', 'dice'], 'one');
    expect(await texts('lab.z5', ['dice', 'dice'], 'one')).toEqual(one);
    expect(await texts('lab.z5', ['dice', 'dice'], 'two')).not.toEqual(one);
    expect(one[1]).not.toBe(one[2]);
    expect(one[1]).toMatch(/^(\d{1,3} ?){5}$/);
  });

  it('is what the story seeds it with, in every run, until it asks for luck again', async () => {
    const one = await texts('lab.z3', ['seed', 'seed', 'fresh', 'fresh'], 'one');
    const two = await texts('lab.z3', ['seed', 'dice', 'fresh'], 'two');
    expect(one[1]).toBe(one[2]);
    expect(two[1]).toBe(one[1]);
    expect(two[2]).not.toBe(two[1]);
    expect(one[3]).not.toBe(one[4]);
    expect(one[3]).not.toBe(two[3]);
    expect(await texts('lab.z3', ['seed', 'seed', 'fresh', 'fresh'], 'one')).toEqual(one);
  });
});

describe('the screen', () => {
  it('has the status line of version 3 above its text', async () => {
    expect(playTo(await openPlayer('lab.z3'), ['take']).upper).toEqual([
      ' Hall'.padEnd(62).concat('Score: 5  Moves: 1'),
    ]);
    expect(playTo(await openPlayer('lab-clock.z3'), []).upper[0]).toMatch(/^ Hall +Time: 0:00$/);
  });

  it('has an upper window that the story writes', async () =>
    expect(playTo(await openPlayer('lab.z5'), ['take']).upper).toEqual([
      ' Hall'.padEnd(57).concat('Score: 5  Moves: 1'),
    ]));

  it('keeps as text what an upper window showed when it shrinks', async () =>
    expect(playTo(await openPlayer('lab.z5'), ['quote']).text).toBe(
      `${' '.repeat(9)}All is one.\nSo it was written.`,
    ));
});
