import { expect, it } from 'vitest';
import { NOTHING_READ } from '../../../packages/zmachine-story/src/host';
import type { StoryPlayer, StoryStep, Trial } from '../../../packages/zmachine-story/src/types';
import {
  type AdventureRoom,
  createAdventureRoom,
  makeStoryPlayer,
  playTurns,
  typing,
} from '../../../test/support/adventure-run';
import { isDeep } from '../../../test/support/depth';
import { UNDERSTUDY } from '../../understudy';
import { adventureView, knowledgeView, mapView } from './views';

/** A player that exposes only the story's text: no place, score, inventory or effect. */
function hideWorld(player: StoryPlayer): StoryPlayer {
  const hide = (step: StoryStep): StoryStep => ({ ...step, reading: NOTHING_READ, upper: [] });
  const hideTrial = ({ step }: Trial): Trial => ({
    step: hide(step),
    effect: false,
    moved: false,
    rearranged: false,
    world: '',
  });
  return {
    story: player.story,
    vocabulary: player.vocabulary,
    start: (seed) => hide(player.start(seed)),
    play: (snapshot, input) => hide(player.play(snapshot, input)),
    perform: (snapshot, input) => hideTrial(player.perform(snapshot, input)),
    attempt: (snapshot, inputs) => hideTrial(player.attempt(snapshot, inputs)),
    read: hide,
    changes: player.changes,
    writeSave: player.writeSave,
    readSave: player.readSave,
    exits: (snapshot) => player.exits(snapshot).map((exit) => ({ ...exit, to: null })),
  };
}

const openRoom = async (args: Parameters<typeof createAdventureRoom>[0]): Promise<AdventureRoom> => {
  const player = hideWorld(await makeStoryPlayer());
  const room = await createAdventureRoom(args);
  Object.assign(room.ports, { player: async () => player });
  return room;
};

it('a story of which nothing but its text can be read is played all the same', async () => {
  const room = await openRoom({
    answers: ({ brief }) => UNDERSTUDY[brief.task]?.(brief),
    options: { discoverEvery: 5, synthesizeEvery: 10 },
  });
  const turns = isDeep ? 15 : 6;
  await playTurns(room, turns);
  expect(room.state).toMatchObject({ failed: null, used: { turns } });
  expect(adventureView(room.state)).toMatchObject({
    story: { place: null, score: null, inventory: [], visible: [] },
    score: { best: null, curve: [], perPoint: null },
  });
  expect(mapView(room.state)).toMatchObject({ here: null, places: [], ways: [] });
  expect(Object.keys(knowledgeView(room.state).vain)).toEqual(['L?']);
  const prompts = room.asks.flatMap(({ ask }) => ask.messages.map(({ content }) => String(content)));
  expect(prompts.some((prompt) => prompt.includes('Place: unknown'))).toBe(true);
  expect(prompts.join('\n')).not.toMatch(/\bL(?:null|undefined|NaN)\b/);
});

it('no walk, and nothing tried before, is ruled out where the place cannot be read', async () => {
  const walk = ['east', 'west', 'east', 'north', 'south', 'look', 'north', 'wait', 'south', 'wait', 'wait'];
  const room = await openRoom({ answers: { adventurer: typing(walk) } });
  await playTurns(room, walk.length);
  expect(room.ledger.filter((event) => event.kind === 'critic.rejected')).toEqual([]);
  const typed = room.ledger.filter((event) => event.kind === 'command.executed');
  expect(typed.map(({ payload }) => payload.command)).toEqual(walk);
});
