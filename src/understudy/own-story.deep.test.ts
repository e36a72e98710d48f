import { readFileSync } from 'node:fs';
import { placeName } from 'story-player/memory';
import { describe, expect, it } from 'vitest';
import { createPlayer } from '../../packages/zmachine-story/src/player';
import {
  type AdventureRoom,
  createAdventureRoom,
  giveCommand,
  listTyped,
  makeStoryPlayer,
  playOneTurn,
  playToEnd,
} from '../../test/support/adventure-run';
import { isDeep, sample } from '../../test/support/depth';
import { storyFile } from '../../test/support/play-story';
import type { AdventurerBrief } from '../adventure/briefs';
import { reduceAdventure } from '../adventure/state';
import type { AdventureState } from '../adventure/state-types';
import type { Ask } from '../room/step-context';
import { UNDERSTUDY } from './';
import { playAdventurer } from './adventure/adventurer';

const asUnderstudy = ({ brief }: Ask<unknown>): unknown => UNDERSTUDY[brief.task]?.(brief);

const openRun = (args: Parameters<typeof createAdventureRoom>[0] = {}): Promise<AdventureRoom> =>
  createAdventureRoom({ answers: asUnderstudy, ...args });

/** The understudy's current brief; `fresh`: with an unused machine. */
const readBrief = async (room: AdventureRoom, fresh = false): Promise<AdventurerBrief> => {
  const known = await makeStoryPlayer();
  const player = fresh ? createPlayer(known.story) : known;
  const { story } = room.state;
  if (!story) throw new Error('no episode is being played');
  return {
    task: 'adventurer',
    seed: 'seed',
    state: room.state,
    rejected: [],
    suggested: null,
    vocabulary: player.vocabulary,
    hints: [],
    attempt: (commands) => player.attempt(story.snapshot, commands),
    exits: () => player.exits(story.snapshot),
  };
};

const SEEDS = Array.from({ length: 10 }, (_, i) => `seed-${i}`);
/** Enough turns to finish the story; its walkthrough has 36 commands. */
const FEW_TURNS = 60;

async function finishRun(args: Parameters<typeof openRun>[0], turns = FEW_TURNS): Promise<AdventureRoom> {
  const room = await openRun(args);
  await playToEnd(room, turns);
  return room;
}

// Played once before the tests, because each run takes seconds. The tests only read them.
const room = await finishRun({ seed: 'seed' });
const runs = [{ seed: 'seed', played: room }];
for (const seed of sample(SEEDS, 0)) runs.push({ seed, played: await finishRun({ seed }) });
const builds: { version: string; played: AdventureRoom }[] = [];
for (const version of sample(['z4', 'z5', 'z8'], 0)) {
  const story = new Uint8Array(readFileSync(`test/fixtures/stories/tide-mill.${version}`));
  builds.push({ version, played: await finishRun({ story }, 2 * FEW_TURNS) });
}

describe('the understudy in the embedded story', () => {
  it.each(runs)('finishes it with the full score ($seed)', ({ played }) => {
    const [episode] = played.state.episodes;
    expect(episode).toMatchObject({ end: 'won', best: 50, deaths: 0 });
  });

  it.each(builds)('finishes its build for $version, where less can be read', ({ played }) => {
    expect(played.state.episodes[0]).toMatchObject({ end: 'won', best: 50 });
  });

  it('never types what was in vain in the same place and state of the world', () => {
    let state: AdventureState | null = null;
    for (const event of room.ledger) {
      if (event.kind === 'command.executed' && state) {
        const { command, from } = event.payload as { command: string; from: number };
        if (command !== 'wait') expect(state.vain[placeName(from)]?.[command]).not.toBe(state.world);
      }
      state = reduceAdventure(state, event);
    }
  });

  it.each([...runs, ...builds])('spends its turns on trying and walking, not on waiting', ({ played }) => {
    const waits = listTyped(played).filter((command) => /^(?:wait|z)$/.test(command));
    expect(waits.length).toBeLessThan(0.1 * listTyped(played).length);
  });

  it('declares an objective at the locked door, and completes it by its id', () => {
    const door = room.state.objectives.find(({ text }) => text.includes('locked'));
    expect(door).toMatchObject({ source: 'agent', status: 'completed', priority: 'high' });
    expect(door?.text).toMatch(/^find a way south from L\d+ Mill Yard: The oak door is locked$/);
    expect(room.state.declared.refused).toBe(0);
  });

  it('lights a light before it goes into the dark', () => {
    const typed = listTyped(room);
    const light = typed.findIndex((command) => /^(?:light|turn on) /.test(command));
    expect(light).toBeGreaterThan(0);
    expect(light).toBeLessThan(typed.indexOf('down', typed.indexOf('open oak door')));
  });

  it('goes on when a person has played in between, and takes what they suggest', async () => {
    const room = await openRun();
    giveCommand(room, 'examine letter', 'suggest');
    await playOneTurn(room);
    expect(listTyped(room)).toEqual(['examine letter']);
    giveCommand(room, 'east', 'take');
    await playOneTurn(room);
    if (!isDeep) return;
    await playToEnd(room, FEW_TURNS);
    expect(room.state.episodes[0]).toMatchObject({ end: 'won', best: 50 });
  });

  it('does not take a suggestion that would kill', async () => {
    const room = await openRun();
    for (const command of DEEP) {
      giveCommand(room, command);
      await playOneTurn(room);
    }
    giveCommand(room, 'east', 'suggest');
    await playOneTurn(room);
    expect(listTyped(room).at(-1)).not.toBe('east');
    expect(room.state.episodes[0]?.deaths).toBe(0);
  });

  it('gets out of the dark when it has no light', async () => {
    const room = await openRun();
    for (const command of DEEP.slice(0, -1)) {
      giveCommand(room, command);
      await playOneTurn(room);
    }
    await playOneTurn(room);
    expect(listTyped(room).at(-1)).toBe('up');
  });
});

/** Into the pit without a light, then one step over its edge. */
const DEEP = [
  ...['wait', 'wait', 'wait', 'wait', 'wait', 'wait', 'wait', 'wait', 'east', 'east', 'east'],
  ...['open trap', 'take key', 'west', 'west', 'unlock door with key', 'open door', 'south', 'down', 'east'],
];

const begun = await openRun();

it.each(['seat.z5', 'seat-alone.z5', 'seat-unseen.z5'])(
  'it gives up without a wait when nothing is left: %s',
  async (name) => {
    const played = await openRun({ story: storyFile(name), budgets: { turns: FEW_TURNS } });
    await playToEnd(played, FEW_TURNS);
    expect(listTyped(played).filter((command) => /^(?:wait|z)$/.test(command))).toEqual([]);
    expect(played.state.episodes[0]).toMatchObject({ end: 'stuck' });
    expect(listTyped(played).length).toBeLessThan(12);
    // First it gets up and walks.
    expect(listTyped(played)).toContain('up');
  },
);

describe('a decision of the understudy', () => {
  const turns = Array.from({ length: isDeep ? 30 : 4 }, (_, n) => n + 1);
  it.each(turns)('is the same from a cold start, in turn %i', async () => {
    await playOneTurn(begun);
    const warm = playAdventurer(await readBrief(begun));
    const copy = { ...(await readBrief(begun, true)), state: JSON.parse(JSON.stringify(begun.state)) };
    expect(playAdventurer(copy)).toEqual(warm);
  });

  it('proposes something else after a rejection', async () => {
    const room = await openRun();
    await playOneTurn(room);
    const brief = await readBrief(room);
    const first = playAdventurer(brief);
    const second = playAdventurer({ ...brief, rejected: [{ command: first.action, reason: 'no' }] });
    expect(second.action).not.toBe(first.action);
    expect(second.new_objective).toBeNull();
  });

  it('says why in words, and does not pass for a model', async () => {
    const room = await openRun();
    await playOneTurn(room);
    const thinking = String(playAdventurer(await readBrief(room)).thinking);
    expect(thinking.length).toBeGreaterThan(10);
    expect(thinking).not.toMatch(/\b(?:I think|as an AI|language model)\b/i);
    expect(room.state.answerers).toEqual([{ provider: 'understudy' }]);
  });
});
