import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPlayer } from '../../../packages/zmachine-story/src/player';
import { readStory } from '../../../packages/zmachine-story/src/read-story';
import type { StoryPlayer, StoryStep } from '../../../packages/zmachine-story/src/types';
import { isDeep, sample } from '../../../test/support/depth';
import { rollDice } from '../../understudy/scene/listen';
import { EMBEDDED_STORY } from './tide-mill';

const BUILDS = {
  3: 'stories/tide-mill.z3',
  4: 'test/fixtures/stories/tide-mill.z4',
  5: 'test/fixtures/stories/tide-mill.z5',
  8: 'test/fixtures/stories/tide-mill.z8',
} as const;
type Version = keyof typeof BUILDS;
const VERSIONS: Version[] = [3, 4, 5, 8];

const TO_THE_DOOR = [
  ...[
    'east',
    'north',
    'open tin',
    'take matches',
    'up',
    'take lantern',
    'down',
    'south',
    'east',
    'wait',
    'wait',
  ],
  ...['east', 'open trap', 'take key', 'west', 'west', 'unlock door with key', 'open door', 'south'],
];
const TO_THE_END = [
  ...[
    'light lantern',
    'open bin',
    'take amber',
    'down',
    'east',
    'northeast',
    'take bell',
    'southwest',
    'west',
  ],
  ...['up', 'north', 'north', 'open chest', 'put bell in chest', 'put amber in chest'],
];

async function openStory(version: Version): Promise<StoryPlayer> {
  const read = await readStory(new Uint8Array(readFileSync(BUILDS[version])));
  if (!read.ok) throw new Error(`${BUILDS[version]}: ${JSON.stringify(read.failure)}`);
  return createPlayer(read.value);
}

/** Returns all steps, including the first. */
function play(player: StoryPlayer, from: StoryStep, inputs: readonly string[]): StoryStep[] {
  const steps = [from];
  for (const input of inputs) steps.push(player.play(last(steps).snapshot, input));
  return steps;
}

function last(steps: readonly StoryStep[]): StoryStep {
  const step = steps.at(-1);
  if (!step) throw new Error('no step');
  return step;
}

const textOf = (steps: readonly StoryStep[]) => steps.map((step) => step.text).join('\n');
const flat = (text: string) => text.replace(/\s+/g, ' ');

async function playOut(version: Version, inputs: readonly string[], seed = 'tide') {
  const player = await openStory(version);
  const steps = play(player, player.start(seed), inputs);
  return { player, steps, end: last(steps), text: flat(textOf(steps)), said: flat(last(steps).text) };
}

describe('the builds', () => {
  it('embed exactly the z3 build', () => {
    expect(EMBEDDED_STORY.base64).toBe(readFileSync(BUILDS[3], 'base64'));
  });

  const hasCompiler = spawnSync('inform6', ['-h']).status === 0;
  it.skipIf(!hasCompiler)('are what the source compiles to, byte for byte', () => {
    const folder = mkdtempSync(join(tmpdir(), 'stories-'));
    try {
      execFileSync(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'scripts/stories.ts', folder]);
      for (const path of [...Object.values(BUILDS), 'src/runs/games/tide-mill.ts']) {
        expect(readFileSync(join(folder, path), 'base64'), path).toBe(readFileSync(path, 'base64'));
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe.each(sample(VERSIONS, 2))('the story in version %i', (version) => {
  it('is won with all 50 points by its walkthrough', async () => {
    const { player, end, said, text } = await playOut(version, [...TO_THE_DOOR, ...TO_THE_END]);
    expect(said).toContain('*** You have won ***');
    expect(said).toContain('You have scored 50 of a possible 50 points');
    expect(text.match(/score has gone up by \d+/g)?.map((gain) => Number(gain.split(' ').at(-1)))).toEqual([
      5, 5, 5, 10, 5, 10, 10,
    ]);
    expect(player.play(end.snapshot, 'quit').stopped?.kind).toBe('quit');
  });

  it('shows room, score and moves in its status line', async () => {
    const { end } = await playOut(version, TO_THE_DOOR);
    expect(end.upper.join(' ')).toMatch(/Wheelhouse.*10.*19/);
  });

  it('warns of the drop before a step in the dark kills, then asks how to go on', async () => {
    const { player, end, said } = await playOut(version, [...TO_THE_DOOR, 'down']);
    expect(said).toContain('pitch dark');
    const warned = player.play(end.snapshot, 'east');
    expect(flat(warned.text)).toContain('one more step in the dark could be your last');
    const dead = player.play(warned.snapshot, 'east');
    expect(dead.text).toContain('*** You have died ***');
    expect(flat(dead.text)).toContain('RESTART');
    expect(dead.awaits).toBe('line');
    const again = player.play(dead.snapshot, 'restart');
    expect(again.text).toContain('Lane End');
  });

  it('lets a step back into the light be taken without harm, and warns anew the next time', async () => {
    const { said } = await playOut(version, [...TO_THE_DOOR, 'down', 'east', 'up', 'down', 'east']);
    expect(said).toContain('could be your last');
  });

  it('shows nothing in the dark but what is carried', async () => {
    const { text, player, end } = await playOut(version, [...TO_THE_DOOR, 'down', 'drop key', 'take key']);
    expect(text).toContain("You can't see any such thing.");
    expect(flat(player.play(end.snapshot, 'light lantern').text)).toContain('You can see an iron key here.');
  });

  it('opens the causeway by waiting and closes it again', async () => {
    const bank = await playOut(version, ['east', 'east', 'east']);
    expect(bank.said).toContain('You will have to wait for the tide.');
    const waited = play(bank.player, bank.end, Array(7).fill('wait'));
    expect(flat(last(waited).text)).toContain('The tide has gone out.');
    const island = play(bank.player, last(waited), ['east', ...Array(14).fill('wait'), 'west']);
    expect(flat(textOf(island))).toContain('The tide has come in');
    expect(flat(last(island).text)).toContain('You will have to wait for the tide.');
  });

  it('keeps the world by save and brings it back by restore', async () => {
    const { text, end } = await playOut(version, ['save', 'east', 'north', 'restore', 'look']);
    expect(text).toMatch(version === 3 ? /Ok\./ : /Saved\..*Restored\./);
    expect(end.text).toContain('Lane End');
  });

  it('takes back a turn, also where the story can’t', async () => {
    const { said } = await playOut(version, ['east', 'undo']);
    // Version 3 has no undo opcode: the interpreter undoes the turn without printing the location.
    expect(said).toContain(version >= 5 ? '[Previous turn undone.] Lane' : '[Previous turn undone.]');
  });

  it('reads a key between the pages of the letter where the version can', async () => {
    const { player, end, said } = await playOut(version, ['read letter']);
    if (version === 3) expect(end.awaits).toBe('line');
    else {
      expect(end.awaits).toBe('key');
      expect(said).not.toContain('Eel Island');
    }
    const turned = version === 3 ? end : player.play(end.snapshot, ' ');
    expect(turned.awaits).toBe('line');
    expect(flat(turned.text)).toContain('The key is on Eel Island');
  });

  it('says what it did not understand, and takes no turn for it', async () => {
    const before = await playOut(version, []);
    for (const [input, answer] of [
      ['take frob', 'I don\'t know the word "frob".'],
      ['take lantern', "You can't see any such thing."],
      ['take', 'What do you want to take?'],
      ['east. north', 'One thing at a time, please.'],
      ['inventory letter', 'I only understood you as far as "inventory".'],
      ['with letter', 'That is not something I know how to do.'],
      ['', 'I beg your pardon?'],
    ] as const) {
      const step = before.player.play(before.end.snapshot, input);
      expect(flat(step.text)).toContain(answer);
      expect(flat(before.player.play(step.snapshot, 'score').text)).toContain('in 0 turns');
    }
  });
});

describe('commands of the story', () => {
  it.each([
    ['south', "You can't go that way."],
    ['take all', 'There is nothing here to take.'],
    ['take milestone', 'It has stood here longer than the mill has.'],
    ['x letter', 'It is from your aunt Maren.'],
    ['i', 'You are carrying a letter.'],
    ['z', 'Time passes.'],
    ['read the milestone', 'THE SEA: WAIT AND SEE.'],
    ['unlock milestone', 'Say what to unlock it with.'],
  ])('%s: %s', async (input, answer) => {
    expect((await playOut(3, [input])).said).toContain(answer);
  });

  it('repeats the command before, and knows what "it" is', async () => {
    expect((await playOut(3, ['take letter', 'drop it', 'g'])).said).toContain("You aren't holding that.");
    expect((await playOut(3, ['z', 'again'])).said).toContain('Time passes.');
  });

  it('keeps what is in a closed container out of sight and reach', async () => {
    const kitchen = ['east', 'north'];
    expect((await playOut(3, [...kitchen, 'take matches'])).said).toContain("You can't see any such thing.");
    expect((await playOut(3, [...kitchen, 'open tin'])).said).toContain('you see some matches');
    const closed = [...kitchen, 'open tin', 'put letter in tin', 'close tin'];
    expect((await playOut(3, [...closed, 'read letter'])).said).toContain("You can't see any such thing.");
    expect((await playOut(3, [...kitchen, 'put letter in chest'])).said).toContain(
      'The sea chest is closed.',
    );
    expect((await playOut(3, [...kitchen, 'take tin', 'put tin in tin'])).said).toContain('inside itself');
  });

  it('puts things on the table and takes all of them from there', async () => {
    const { text, said } = await playOut(3, ['east', 'north', 'put letter on table', 'take all', 'i']);
    expect(text).toContain('biscuit tin: Taken.');
    expect(said).toContain('almanac');
    expect(said).toContain('letter');
  });

  it('lights the lantern only with matches', async () => {
    const { said } = await playOut(3, ['east', 'north', 'up', 'take lantern', 'turn on lantern']);
    expect(said).toContain('You have nothing to light it with.');
  });

  it('keeps the door shut until it is unlocked with the right thing', async () => {
    expect((await playOut(3, ['east', 'south'])).said).toContain('The oak door is locked.');
    expect((await playOut(3, ['east', 'unlock door with letter'])).said).toContain("doesn't fit");
    expect((await playOut(3, ['east', 'x door'])).said).toContain('It is locked.');
  });

  it('asks before it starts again or ends', async () => {
    expect((await playOut(3, ['quit', 'no', 'i'])).said).toContain('a letter');
    expect((await playOut(3, ['quit', 'yes'])).end.stopped?.kind).toBe('quit');
    expect((await playOut(3, ['east', 'restart', 'yes'])).said).toContain('Lane End');
  });

  it('goes on after a death from the turn before it', async () => {
    const { said } = await playOut(5, [...TO_THE_DOOR, 'down', 'east', 'east', 'undo', 'up']);
    expect(said).toContain('Wheelhouse');
  });

  it('differs by seed in the cat and the gulls only', async () => {
    const waits = Array(60).fill('wait');
    const [one, same, other] = await Promise.all(
      ['a', 'a', 'b'].map(async (seed) => (await playOut(3, ['east', ...waits], seed)).text),
    );
    expect(one).toBe(same);
    expect(one).not.toBe(other);
    for (const seed of ['a', 'b', 'c']) {
      expect((await playOut(5, [...TO_THE_DOOR, ...TO_THE_END], seed)).said).toContain('You have won');
    }
  });

  const commands = isDeep ? 1_000 : 100;
  it.each(VERSIONS)(`never fails over ${commands} random commands in version %i`, async (version) => {
    const player = await openStory(version);
    const dice = rollDice(`version ${version}`);
    const directions = ['north', 'south', 'east', 'west', 'up', 'down', 'northeast', 'southwest'];
    const verbs = ['take', 'drop', 'open', 'close', 'examine', 'read', 'light', 'douse', 'search'];
    const things = [
      'letter',
      'lantern',
      'matches',
      'tin',
      'chest',
      'key',
      'trap',
      'door',
      'bin',
      'all',
      'it',
    ];
    const sentences = [
      () => dice.pick(directions),
      () => `${dice.pick(verbs)} ${dice.pick(things)}`,
      () => `put ${dice.pick(things)} in ${dice.pick(things)}`,
      () => `unlock ${dice.pick(things)} with ${dice.pick(things)}`,
      () => Array.from({ length: 4 }, () => dice.pick(player.vocabulary)).join(' '),
      () => dice.pick(player.vocabulary),
    ];
    let step = player.start('random');
    for (let turn = 0; turn < commands; turn++) {
      const input = dice.pick(sentences)?.() ?? '';
      step = player.play(step.snapshot, input);
      expect(step.stopped?.kind ?? 'quit', `${input}: ${step.stopped?.message}`).toBe('quit');
      if (step.stopped) step = player.start(`random ${turn}`);
    }
  });
});
