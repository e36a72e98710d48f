import { playTurn, type Turn } from 'story-player';
import type { Exit, StoryReading, Thing, Trial } from 'zmachine-story';
import type { AdventureState } from '../../src/adventure/state-types';
import { makeAdventure, makeReading, makeStory, makeTrial, thing, type World } from './adventure-sample';

/** A kitchen with given objects, and the player's commands in it. */

export const VOCABULARY =
  `look take drop open read examine wait push attack kill hit turn light put unlock gold cup leaflet sword lamp box
  chest troll button red gloves wear curtain key door pebble`.split(/\s+/);

export const LAMP = thing(1, 'lamp');
export const LEAFLET = thing(2, 'leaflet');
export const CUP = thing(3, 'gold cup');
export const BOX = thing(4, 'box');
export const TROLL = thing(5, 'troll');
export const SWORD = thing(6, 'sword');
export const CHEST = thing(7, 'chest');
export const GLOVES = thing(8, 'gloves');
export const CURTAIN = thing(9, 'red curtain');

interface Scenario {
  held?: Thing[];
  here?: Thing[];
  world: World;
  exits?: Exit[];
  state?: Partial<AdventureState>;
  over?: Partial<StoryReading>;
  vocabulary?: readonly string[];
  place?: string;
}

export function turnFor(scenario: Scenario): Turn {
  const { held = [], here = [], world, exits = [], state = {}, vocabulary = VOCABULARY } = scenario;
  const { place = 'Kitchen', over = {} } = scenario;
  const reading = makeReading({ inventory: held, visible: here, ...over });
  const attempt = (commands: readonly string[]): Trial => {
    const made = world[commands.join(', ')] ?? {};
    const { text = 'Nothing happens.', effect = made.reading !== undefined, moved = false } = made;
    return makeTrial(text, { effect, moved }, { ...reading, ...made.reading });
  };
  const story = makeStory({ reading, text: place });
  const map = { rooms: [{ id: 12, name: place, firstTurn: 1, visits: 1 }], edges: [], blocked: [] };
  const none = { recent: [], notes: [], vain: {}, objectives: [] };
  return {
    state: makeAdventure({ story, exits, map, ...none, ...state }),
    turn: 32,
    vocabulary,
    attempt,
    exits: () => exits,
  };
}

/** The command, and the thoughts to store with it. */
export function decideOn(turn: Turn): { command: string; thinking: string } {
  const { command, why, memo } = playTurn(turn);
  return { command, thinking: why + memo };
}

export const commandIn = (scenario: Scenario): string => decideOn(turnFor(scenario)).command;

export const DIED = '*** You have died ***';
