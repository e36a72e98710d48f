import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createPlayer } from '../../../packages/zmachine-story/src/player';
import { readStory } from '../../../packages/zmachine-story/src/read-story';
import type { StoryReading, Trial } from '../../../packages/zmachine-story/src/types';
import {
  makeAdventure,
  makeMove,
  makeReading,
  makeStory,
  makeTrial,
  thing,
} from '../../../test/support/adventure-sample';
import type { AdventureState } from '../state-types';
import { judgeByMachine, judgeByScore } from './critic';

/** The dictionary of a version 3 story: six letters per word. */
const V3 =
  'take drop open examin look invent wait listen search read score ask tell say climb enter go put push pull save undo n north west down lamp lanter drawer sword door with key table about wall jump verbos'.split(
    ' ',
  );
/** Later versions: nine letters. */
const V5 = [
  ...V3.filter((word) => word.length < 6),
  'examine',
  'inventory',
  'corkscrew',
  'candlesti',
  'unlock',
];

interface Row {
  command: string;
  says?: string;
  trial?: Partial<Trial>;
  reading?: Partial<StoryReading>;
  step?: Partial<Trial['step']>;
  state?: Partial<AdventureState>;
  vocabulary?: string[];
  /** Part of the reason; null: not rejected. */
  reason: string | null;
}

function rule({ command, says = 'Nothing happens.', trial, reading, step, state, vocabulary = V3 }: Row) {
  const made = makeTrial(says, trial, reading);
  return judgeByMachine(command, {
    state: makeAdventure(state),
    trial: { ...made, step: { ...made.step, ...step } },
    vocabulary,
  });
}

const check = (rows: Row[]) =>
  it.each(rows.map((row, at) => ({ ...row, name: `${at}: ${row.command}` })))(
    '$name',
    ({ reason, ...row }) => {
      const ruled = rule({ ...row, reason });
      if (reason === null) expect(ruled).toBeNull();
      else expect(ruled).toContain(reason);
    },
  );

const vain = (command: string): Partial<AdventureState> => ({ vain: { L12: { [command]: 7 } } });

describe('the machine rules out a way that leads nowhere', () => {
  check([
    {
      command: 'north',
      says: "You can't go that way.",
      reason: "no way north from L12: You can't go that way.",
    },
    { command: 'n', says: 'A wall.\nA high one.', reason: 'no way north from L12: A wall.' },
    {
      command: 'go west',
      says: '\n\nThe door is locked.',
      reason: 'no way west from L12: The door is locked.',
    },
    { command: 'Down.', says: 'There is no way down.', reason: 'no way down from L12' },
    { command: 'north', says: 'Garden', trial: { moved: true, effect: true }, reason: null },
    { command: 'north', says: 'The door creaks open.', trial: { effect: true }, reason: null },
    { command: 'north', says: 'You fall.\n\n*** You have died ***', reason: null },
    { command: 'north', step: { stopped: { kind: 'quit', message: 'the story ended' } }, reason: null },
    {
      command: 'north',
      says: 'No.',
      state: { story: makeStory({ reading: makeReading({ location: null }) }) },
      reading: { location: null },
      reason: null,
    },
  ]);
});

describe('the machine rules out what was in vain here and would be again', () => {
  check([
    {
      command: 'push wall',
      state: vain('push wall'),
      says: 'It is solid.',
      reason: 'tried here before: It is solid.',
    },
    { command: 'push wall', state: { vain: { L12: { 'push wall': 6 } } }, reason: null },
    { command: 'push wall', state: { vain: { L13: { 'push wall': 7 } } }, reason: null },
    { command: 'push wall', state: vain('push wall'), trial: { effect: true }, reason: null },
    { command: 'push wall', state: vain('push wall'), reading: { score: 6 }, reason: null },
    { command: 'push wall', state: vain('push wall'), reading: { inventory: [] }, reason: null },
    { command: 'wait', state: vain('wait'), says: 'Time passes.', reason: null },
    {
      command: 'inventory',
      state: vain('inventory'),
      says: 'You have a lamp.',
      reason: 'tried here before: You have a lamp.',
    },
    { command: 'look', state: vain('look'), says: 'Kitchen', reason: 'tried here before' },
    {
      command: 'wait',
      state: {
        ...vain('wait'),
        recent: [makeMove({ command: 'wait', text: 'Time passes.', effect: false })],
      },
      says: 'Time passes.\nA bell rings.',
      reason: null,
    },
    {
      command: 'listen',
      state: {
        ...vain('listen'),
        recent: [makeMove({ command: 'listen', text: 'Time passes.\n', effect: false })],
      },
      says: 'Time passes.',
      reason: 'tried here before',
    },
    {
      command: 'push wall',
      state: { ...vain('push wall'), recent: [makeMove({ command: 'push wall', text: 'Ouch.' })] },
      says: 'Ow!',
      reason: 'tried here before',
    },
    { command: 'constructor', vocabulary: [], reason: null },
  ]);
});

describe('the machine rules out what is not there', () => {
  check([
    { command: 'take unicorn', says: 'I beg your pardon?', reason: 'there is no unicorn here' },
    { command: 'examine purple unicorn', reason: 'there is no purple here' },
    { command: 'put lamp in unicorn', reason: 'there is no unicorn here' },
    { command: 'frobnicate lamp', reason: 'the story does not know the word "frobnicate"' },
    // Known: the dictionary has only six letters.
    { command: 'examine lanterns', reason: null },
    { command: 'take lamp', says: 'It is fixed.', reason: null },
    // Known only from the object tree: carried, here, or on an object here.
    { command: 'examine brass lantern', reason: null },
    { command: 'examine oak table', reason: null },
    { command: 'examine loaf', reason: null },
    { command: 'take candlestick', vocabulary: V5, reason: null },
    { command: 'take candelabra', vocabulary: V5, reason: 'there is no candelabra here' },
    { command: 'unlock door with key 3', vocabulary: V5, reason: null },
    { command: 'take unicorn', trial: { effect: true }, reason: null },
    { command: 'say fiddlesticks', reason: null },
    { command: 'ask cook about quinces', reason: null },
    { command: 'robot, take sword', reason: null },
    { command: 'take unicorn', vocabulary: [], reason: null },
    // The word is known, but the story says that the object is not visible.
    {
      command: 'take sword',
      says: "You can't see any sword here!",
      reason: 'there is no sword here: You can',
    },
    { command: 'take sword', says: "You can't see any such thing.", reason: 'there is no sword here' },
    { command: 'put lantern on door', says: "You can't see any such thing.", reason: null },
    {
      command: 'open drawer door with key',
      says: "You can't see any such thing.",
      reason: 'no drawer door here',
    },
    { command: 'examine sword', says: 'I see no sharp sword here.', reason: 'there is no sword here' },
    { command: 'search table', says: "You can't see any such thing.", reason: null },
    { command: 'look in drawer', says: "You can't see anything in there.", reason: null },
    { command: 'take sword', says: 'The sword is too heavy.', reason: null },
    { command: 'take sword', says: 'You cannot see any swordfish.', reason: null },
  ]);
});

describe('the machine leaves alone', () => {
  check([
    { command: 'inventory', says: 'You carry a lantern.', reason: null },
    { command: 'score', reason: null },
    { command: 'listen', reason: null },
    { command: 'read table', reason: null },
    { command: 'save', state: vain('save'), reason: null },
    { command: 'restore', state: vain('restore'), vocabulary: V5, reason: null },
    { command: 'undo', state: vain('undo'), reason: null },
    { command: 'q', state: { story: makeStory({ awaits: 'key' }) }, reason: null },
    { command: 'xyzzyq', state: { story: makeStory({ awaits: 'key' }) }, reason: null },
    { command: 'push wall', state: vain('push wall'), step: { awaits: 'key' }, reason: null },
    { command: 'push wall', state: vain('push wall'), says: 'You are dead.', reason: null },
    {
      command: 'push wall',
      state: vain('push wall'),
      says: '*** You have won ***\n\nWould you like to RESTART, RESTORE or QUIT?\n>',
      reason: null,
    },
    { command: 'take unicorn', state: { story: null }, reason: null },
    { command: '', reason: null },
  ]);
});

describe('the end of an episode is the business of the run', () => {
  check(
    ['quit', 'q', 'Restart.', 'restart the story', 'quit game'].map((command) => ({
      command,
      trial: { effect: true },
      reason: 'the run decides when an episode ends',
    })),
  );

  it('but what only sounds like it is not', () =>
    expect(rule({ command: 'quit table', reason: null, vocabulary: [...V3, 'quit'] })).toBeNull());
});

it('a thing deep inside others is named, and a story may name things with marks', () => {
  const inventory = [thing(1, "Captain's sea-chest", [thing(2, 'jar', [thing(3, 'zircon')])])];
  const state = { story: makeStory({ reading: makeReading({ inventory }) }) };
  const of = (command: string) => rule({ command, state, reading: { inventory }, reason: null });
  expect(of('examine zircon')).toBeNull();
  expect(of("open captain's sea-chest")).toBeNull();
  expect(of('open captain’s sea-chest')).toBeNull();
  expect(of('open topaz')).toBe('there is no topaz here: the story does not know the word');
});

describe('held against a real story', async () => {
  const file = readFileSync(new URL('../../../stories/tide-mill.z3', import.meta.url));
  const story = await readStory(new Uint8Array(file));
  if (!story.ok) throw new Error('the story can not be read');
  const player = createPlayer(story.value);
  const begun = player.start('s1');

  it.each([
    ['north', 'no way north from L'],
    ['east', null],
    ['examine milestone', null],
    ['take unicorn', 'there is no unicorn here'],
    ['inventory', null],
    ['drop letter', null],
    ['frobnicate letter', 'does not know the word'],
    ['restart', 'the run decides'],
  ])('%s', (command, reason) => {
    const trial = player.attempt(begun.snapshot, [command]);
    const state = makeAdventure({ story: begun, vain: {}, recent: [] });
    const ruled = judgeByMachine(command, { state, trial, vocabulary: player.vocabulary });
    if (reason === null) expect(ruled).toBeNull();
    else expect(ruled).toContain(reason);
  });
});

it('is quick on hostile text', () => {
  const says = `${'you cannot see any '.repeat(20)}${'a '.repeat(100_000)}`;
  expect(
    rule({ command: `take ${'ab '.repeat(38)}`, says, vocabulary: ['take', 'ab'], reason: null }),
  ).toBeNull();
});

describe('the score of the critic', () => {
  const options = { critic: { on: true, threshold: -0.2 } };
  const answer = (score: number) => ({ score, reason: 'because', suggestion: null });
  const trouble = { kind: 'same_place' as const, turns: 8, message: 'go elsewhere' };
  it.each([
    { score: 0.5, tries: 0, trouble: null, accepted: true, override: null },
    { score: -0.2, tries: 0, trouble: null, accepted: true, override: null },
    { score: -0.21, tries: 0, trouble: null, accepted: false, override: null },
    { score: -1, tries: 1, trouble: null, accepted: false, override: null },
    { score: -1, tries: 2, trouble: null, accepted: true, override: 'out_of_tries' },
    { score: 0.5, tries: 2, trouble, accepted: true, override: null },
    { score: -0.8, tries: 0, trouble, accepted: true, override: 'stuck' },
    { score: -0.9, tries: 0, trouble, accepted: false, override: null },
    { score: -0.95, tries: 2, trouble, accepted: true, override: 'out_of_tries' },
    { score: Number.NaN, tries: 0, trouble: null, accepted: true, override: 'no_answer' },
  ])('$score after $tries rejections, stuck: $trouble', ({ score, tries, trouble: stuck, ...ruled }) =>
    expect(judgeByScore(answer(score), { options, tries, trouble: stuck })).toEqual(ruled),
  );

  it('lets a command pass when nothing usable was answered', () =>
    expect(judgeByScore(null, { options, tries: 0, trouble: null })).toEqual({
      accepted: true,
      override: 'no_answer',
    }));

  it('counts for nothing when the critic is off', () => {
    const off = { critic: { on: false, threshold: 1 } };
    expect(judgeByScore(answer(-1), { options: off, tries: 0, trouble: null })).toEqual({
      accepted: true,
      override: null,
    });
  });
});
