import { expect, it, vi } from 'vitest';
import { ROW_LIMIT } from '../../../src/room/row-limit';
import { isDeep, sample } from '../../../test/support/depth';
import { buildStory } from '../../../test/support/hostile-stories';
import { openPlayer, openStory, playTo, storyFile } from '../../../test/support/play-story';
import { type Host, openHost } from './host';
import { startStory } from './machine';
import { wordAt } from './memory';
import { createPlayer } from './player';
import { readStory } from './read-story';
import { loadMachine, runMachine } from './run';
import { findExits } from './trials';
import { TRY } from './try-budget';
import { looksDeadly } from './words';
import { finish } from './work';

// Runaway stories use their whole budget, which takes long.
vi.setConfig({ testTimeout: 60_000 });

const sizeOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/**
 * Two turns of a story that fills every limit. They take millions of instructions, too many for one test on a busy
 * machine.
 */
async function playHoard() {
  const player = await openPlayer('hoard.z5');
  const { step } = player.perform(player.start('seed').snapshot, 'wait');
  const exits = player.exits(step.snapshot);
  return { step, exits, next: player.perform(step.snapshot, 'wait').step };
}
const hoard = isDeep ? await playHoard() : null;

if (hoard)
  it('what a turn leaves fits into a row, however much the story makes of it', () => {
    const { step, exits, next } = hoard;
    expect(step).toMatchObject({ awaits: 'line', stopped: null });
    expect(step.snapshot.state.length).toBeGreaterThan(200_000);
    expect(step.snapshot.saved?.length).toBeGreaterThan(200_000);
    expect(step.snapshot.undo.length).toBeGreaterThan(0);
    expect(step.text).toMatch(/^☃{9,}\n\[… 1\d{5} characters left out …\]\n☃{9,}$/);
    expect(exits.some(({ to }) => to !== null)).toBe(true);
    const names = [step.reading.location?.name, ...exits.map(({ to }) => to?.name)].map(
      (name) => name?.length ?? 0,
    );
    expect(Math.max(...names)).toBe(100);
    expect(sizeOf({ story: step, exits })).toBeLessThan(ROW_LIMIT / 2);
    expect(sizeOf(next)).toBeLessThan(sizeOf(step) * 1.1);
  });

/** Counts the rounds of a loop within a budget, in the first global variable. */
async function countRounds(
  instruction: (at: { code: number; free: number }) => { before?: number[]; code: number[]; data?: number[] },
  budget: number,
): Promise<number> {
  const file = buildStory({
    version: 5,
    code: (at) => {
      const { before = [], code, data = [] } = instruction(at);
      const loop = [0x95, 16, ...code];
      const back = -(loop.length + 1);
      return [...before, ...loop, 0x8c, (back >> 8) & 255, back & 255, ...data];
    },
  });
  const machine = loadMachine(await openStory(file));
  startStory(machine, 'seed');
  runMachine(machine, budget);
  expect(machine.stopped?.kind).toBe('runaway');
  return wordAt(machine.memory, 0x40);
}

const word = (value: number): [number, number] => [value >> 8, value & 255];
/** A text of 300 alphabet shifts, which prints nothing. */
const SHIFTS = Array.from({ length: 100 }, (_, i) => [i === 99 ? 0x90 : 0x10, 0x84]).flat();

it.each([
  [
    'a table of 65,535 empty lines in the upper window',
    2,
    ({ free }: { free: number }) => ({
      before: [0xeb, 0x7f, 1],
      code: [0xfe, 0x13, ...word(free), 0, 0xff, 0xff],
    }),
  ],
  [
    'a long text that prints nothing',
    2_000,
    ({ code }: { code: number }) => ({ code: [0x87, ...word(code + 8)], data: SHIFTS }),
  ],
  ['a long text within the instruction', 2_000, () => ({ code: [0xb2, ...SHIFTS] })],
  [
    'a word that is encoded',
    2_500,
    ({ free }: { free: number }) => ({ code: [0xfc, 0x14, ...word(free), 9, 0, ...word(free + 100)] }),
  ],
  ['the name of an object', 3_100, () => ({ code: [0x9a, 1] })],
  ['a window that is split again', 5_500, () => ({ code: [0xea, 0x7f, 20] })],
])('a single instruction counts by its work: %s', async (_, most, instruction) => {
  const rounds = await countRounds(instruction, 100_000);
  expect(rounds).toBeGreaterThan(0);
  expect(rounds).toBeLessThanOrEqual(most);
});

it('an object among many is taken out with the work that it takes', async () => {
  const { objects } = loadMachine(await openStory('tide-mill.z5'));
  const all = Array.from({ length: objects.count }, (_, i) => i + 1);
  const crowded = all.find((object) => objects.children(object).length > 2) ?? 0;
  const inside = objects.children(crowded);
  expect(objects.children(crowded, 2)).toEqual(inside.slice(0, 2));
  expect(objects.remove(inside.at(-1) ?? 0)).toBe(inside.length - 2);
  expect(objects.children(crowded)).toEqual(inside.slice(0, -1));
});

it('words are looked up as far as there is room for them', async () => {
  // `tokenise` with a parse buffer for no words, and a dictionary beyond the end of the file.
  const code = ({ free, code: at }: { free: number; code: number }): number[] => {
    const dictionary = at + 505;
    return [
      0xe2,
      0x17,
      ...word(free),
      1,
      3,
      0xfb,
      0x03,
      ...word(free),
      ...word(free + 100),
      ...word(dictionary),
      0xba,
    ];
  };
  const file = buildStory({
    version: 5,
    code,
    change: (bytes) => bytes.set([0, 9, ...word(0x10000 - 1000)], bytes.length - 7),
  });
  expect((await openPlayer(file)).start('seed').stopped).toMatchObject({ kind: 'quit' });
});

it('what is only tried may take less than what is played', async () => {
  const player = createPlayer(await openStory('lab.z5'), 4 * TRY.least);
  const { snapshot } = playTo(player, ['down']);
  const played = player.perform(snapshot, 'loop').step;
  const tried = player.attempt(snapshot, ['loop']).step;
  expect(played).toMatchObject({ stopped: { kind: 'runaway' } });
  expect(tried).toMatchObject({ stopped: { kind: 'runaway' } });
  expect(tried.instructions).toBe(TRY.least);
  expect(played.instructions).toBe(4 * TRY.least);
});

it('a direction that takes too long to try is no way out, and none that kills', async () => {
  const host = finish(openHost(await openStory('tide-mill.z5')));
  const { snapshot } = finish(host.start('seed'));
  const exitsBy = (one: Host) => finish(findExits(one, snapshot));
  const all = exitsBy(host);
  const runaway: Host = {
    ...host,
    play: (from, input, budget) => host.play(from, input, input === 'east' ? 1 : budget),
  };
  expect(all.map(({ direction }) => direction)).toContain('east');
  expect(exitsBy(runaway)).toEqual(all.filter(({ direction }) => direction !== 'east'));
  const slow: Host = {
    ...host,
    *play(from, input) {
      return { ...(yield* host.play(from, input)), instructions: TRY.least };
    },
  };
  expect(exitsBy(slow)).toEqual(all.slice(0, 5));
});

it('the same is answered from the same snapshot, whatever was asked before', async () => {
  for (const name of sample(['lab.z8', 'tide-mill.z5', 'crowd.z5'], 1)) {
    const asked = await openPlayer(name);
    const { snapshot } = playTo(asked, ['down']);
    const words = sample(['wait', 'look', 'east', 'open door', 'loop', 'save', 'undo'], 3);
    for (const one of words) for (const two of words) asked.attempt(snapshot, [one, two]);
    asked.exits(snapshot);
    for (const command of words) {
      const copy = JSON.parse(JSON.stringify(snapshot));
      const fresh = await openPlayer(name);
      // The endless loop is only tried: playing it would take 500 million instructions twice.
      if (command !== 'loop') expect(asked.perform(snapshot, command)).toEqual(fresh.perform(copy, command));
      expect(asked.attempt(snapshot, [command])).toEqual(fresh.attempt(copy, [command]));
    }
    expect(asked.exits(snapshot)).toEqual((await openPlayer(name)).exits(snapshot));
  }
});

it('a story file is copied, so that nobody changes it under the story', async () => {
  const file = Buffer.from(storyFile('tide-mill.z5'));
  const read = await readStory(file);
  file.fill(0);
  expect(read.ok && read.value.bytes).toEqual(storyFile('tide-mill.z5'));
});

it('only words between stars are a banner, and many stars are looked through at once', () => {
  expect(looksDeadly('It ends here.\n\n    **** You have drowned ****\n\n')).toBe(true);
  expect(looksDeadly('*** You have won ***')).toBe(false);
  expect(looksDeadly('One day.\n\n*****\n\nThe next day.')).toBe(false);
  // A regular expression would backtrack over each asterisk.
  expect(looksDeadly(`${'*'.repeat(19_000)}x${'\n'.repeat(900)}`)).toBe(false);
});
