import { describe, expect, it } from 'vitest';
import type { AdventurerBrief } from '../../../../src/engines/adventure/briefs';
import type { AdventureState } from '../../../../src/engines/adventure/state-types';
import type { Exit, StoryReading, Thing, Trial } from '../../../../src/games/zmachine/types';
import { playAdventurer } from '../../../../src/understudy/adventure/adventurer';
import {
  adventurerBrief,
  makeAdventure,
  makeMove,
  makeNote,
  makeReading,
  makeStory,
  makeTrial,
  thing,
} from '../../../support/adventure-sample';

/** What commands do in a world made by hand: a reading, and whether it is an effect. Others do nothing. */
type World = Record<
  string,
  { text?: string; reading?: Partial<StoryReading>; effect?: boolean; moved?: boolean }
>;

const VOCABULARY = [
  ...[
    'look',
    'take',
    'drop',
    'open',
    'read',
    'examine',
    'wait',
    'push',
    'attack',
    'turn',
    'light',
    'put',
    'unlock',
  ],
  ...[
    'gold',
    'cup',
    'leaflet',
    'sword',
    'lamp',
    'box',
    'chest',
    'troll',
    'button',
    'red',
    'key',
    'door',
    'pebble',
  ],
];

const LAMP = thing(1, 'lamp');
const LEAFLET = thing(2, 'leaflet');
const CUP = thing(3, 'gold cup');
const BOX = thing(4, 'box');
const TROLL = thing(5, 'troll');
const SWORD = thing(6, 'sword');
const CHEST = thing(7, 'chest');

interface Scenario {
  held?: Thing[];
  here?: Thing[];
  world: World;
  exits?: Exit[];
  state?: Partial<AdventureState>;
}

function briefFor({ held = [], here = [], world, exits = [], state = {} }: Scenario): AdventurerBrief {
  const reading = makeReading({ inventory: held, visible: here });
  const attempt = (commands: readonly string[]): Trial => {
    const made = world[commands.join(', ')] ?? {};
    const { text = 'Nothing happens.', effect = made.reading !== undefined, moved = false } = made;
    return makeTrial(text, { effect, moved }, { ...reading, ...made.reading });
  };
  const story = makeStory({ reading, text: 'Kitchen' });
  const map = { rooms: [{ id: 12, name: 'Kitchen', firstTurn: 1, visits: 1 }], edges: [], blocked: [] };
  return adventurerBrief({
    state: makeAdventure({ story, exits, map, recent: [], notes: [], vain: {}, objectives: [], ...state }),
    vocabulary: VOCABULARY,
    attempt,
    exits: () => exits,
  });
}

const actionIn = (scenario: Scenario): string => playAdventurer(briefFor(scenario)).action;

const DIED = '*** You have died ***';

describe('what the understudy does at a place', () => {
  it('takes what can be taken, treasures first', () => {
    const world = {
      'take leaflet': { reading: { inventory: [LEAFLET], visible: [CUP] } },
      'take gold cup': { reading: { inventory: [CUP], visible: [LEAFLET] } },
    };
    expect(actionIn({ here: [LEAFLET, CUP], world })).toBe('take gold cup');
  });

  it('leaves the least useful thing when its hands are full', () => {
    const world = {
      'take gold cup': { text: 'Your load is too heavy.', effect: false },
      'drop leaflet, take gold cup': { reading: { inventory: [LAMP, CUP], visible: [LEAFLET] } },
      'drop lamp, take gold cup': { reading: { inventory: [LEAFLET, CUP], visible: [LAMP] } },
    };
    expect(actionIn({ held: [LAMP, LEAFLET], here: [CUP], world })).toBe('drop leaflet');
  });

  it('does not take up again what it laid down for something better', () => {
    const laid = makeMove({ command: 'drop leaflet' });
    const world = { 'take leaflet': { reading: { inventory: [LEAFLET], visible: [] } } };
    const state = { recent: [laid], progress: { ...makeAdventure().progress, carried: [2] } };
    expect(actionIn({ here: [LEAFLET], world, state })).not.toBe('take leaflet');
  });

  it('does not do what the trial shows to be deadly', () => {
    const world = {
      'open box': { text: `It explodes. ${DIED}`, effect: true },
      'push box': { reading: { visible: [BOX, CUP] } },
    };
    expect(actionIn({ here: [BOX], world })).toBe('push box');
  });

  it('does not do what killed here in another life, unless it plainly leads on now', () => {
    const world = { 'push box': { reading: { visible: [BOX, CUP] } }, north: { text: 'Hall', moved: true } };
    const exits = [{ direction: 'north', to: { id: 13, name: 'Hall' }, text: 'Hall', deadly: false }];
    const state = { deadly: { L12: ['push box', 'north'] } };
    expect(actionIn({ here: [BOX], world, exits })).toBe('push box');
    expect(actionIn({ here: [BOX], world, exits, state })).toBe('north');
  });

  it('does not repeat what was in vain, until the world moved on', () => {
    const world = { 'open box': { reading: { visible: [BOX, CUP] } } };
    expect(actionIn({ here: [BOX], world, state: { vain: { L12: { 'open box': 7 } } } })).not.toBe(
      'open box',
    );
    expect(actionIn({ here: [BOX], world, state: { vain: { L12: { 'open box': 6 } } } })).toBe('open box');
  });

  it('puts a treasure where that brings points', () => {
    const world = {
      'put gold cup in chest': { reading: { score: 15, inventory: [], visible: [CHEST] } },
      'drop gold cup': { reading: { inventory: [], visible: [CUP, CHEST] } },
    };
    expect(actionIn({ held: [CUP], here: [CHEST], world })).toBe('put gold cup in chest');
  });

  it('does not take what lies where it brought points', () => {
    const notes = [
      makeNote({ text: '"put gold cup in chest" brought 10 points here.', category: 'success' }),
    ];
    const world = { 'take gold cup': { reading: { inventory: [CUP], visible: [CHEST] } } };
    const state = { notes, progress: { ...makeAdventure().progress, carried: [3] } };
    expect(actionIn({ here: [{ ...CHEST, holds: [CUP] }], world, state })).not.toBe('take gold cup');
  });

  it('takes no effect of a word for one, where looking at it has the same', () => {
    const text = 'A door is painted on the wall.';
    const world = { look: { text }, 'examine door': { effect: true }, 'open door': { effect: true } };
    expect(actionIn({ world })).not.toBe('open door');
  });

  it('presses a button once, though nothing shows', () => {
    const button = thing(8, 'red button');
    expect(actionIn({ here: [button], world: {} })).toBe('push red button');
    const state = { vain: { L12: { 'push red button': 3 } } };
    expect(actionIn({ here: [button], world: {}, state })).not.toBe('push red button');
  });
});

describe('ways that are blocked', () => {
  const exits = [{ direction: 'west', to: null, text: 'The troll fends you off.', deadly: false }];

  it('are fought for, as many blows as it takes', () => {
    const blow = 'attack troll with sword';
    const world = { [`${blow}, ${blow}, ${blow}, west`]: { moved: true } };
    expect(actionIn({ held: [SWORD], here: [TROLL], world, exits })).toBe(blow);
  });

  it('are not fought for when the fight would be lost, or they open by themselves', () => {
    const blow = 'attack troll with sword';
    const lost = { [`${blow}, west`]: { text: DIED, moved: true } };
    expect(actionIn({ held: [SWORD], here: [TROLL], world: lost, exits })).not.toBe(blow);
    const open = { [`${blow}, west`]: { moved: true }, 'wait, west': { moved: true } };
    expect(actionIn({ held: [SWORD], here: [TROLL], world: open, exits })).not.toBe(blow);
  });

  it('are opened with what fits the lock', () => {
    const world = {
      look: { text: 'There is a door.' },
      'open door': { text: 'It is locked.' },
      'unlock door with key': { effect: true },
    };
    expect(actionIn({ held: [thing(9, 'key')], world })).toBe('unlock door with key');
  });

  it('are gone through with a light, when they lead into the dark', () => {
    const dark = [
      { direction: 'down', to: { id: 13, name: 'Cellar' }, text: 'It is pitch dark.', deadly: false },
    ];
    const world = {
      'turn on lamp': { effect: true },
      'turn on lamp, down': { text: 'Cellar', moved: true },
    };
    expect(actionIn({ held: [LAMP], world, exits: dark })).toBe('turn on lamp');
    expect(actionIn({ held: [], world, exits: dark })).not.toBe('down');
  });
});

describe('where the understudy goes', () => {
  const rooms = [
    { id: 12, name: 'Kitchen', firstTurn: 1, visits: 1 },
    { id: 13, name: 'Hall', firstTurn: 2, visits: 1 },
    { id: 14, name: 'Vault', firstTurn: 3, visits: 1 },
    { id: 15, name: 'Attic', firstTurn: 3, visits: 0 },
  ];
  const edge = (from: number, direction: string, to: number) => ({
    ...{ from, direction, to },
    how: 'walked' as const,
    turn: 2,
  });
  const map = {
    rooms,
    edges: [edge(12, 'east', 13), edge(13, 'west', 12), edge(12, 'north', 14), edge(13, 'up', 15)],
    blocked: [],
  };
  const exits = [
    { direction: 'north', to: { id: 14, name: 'Vault' }, text: 'Vault', deadly: false },
    { direction: 'east', to: { id: 13, name: 'Hall' }, text: 'Hall', deadly: false },
  ];
  const award = makeNote({ place: 14, text: '"put gold cup in chest" brought 10 points here.' });

  it('is where a way was never walked, by the map', () => {
    expect(actionIn({ world: {}, exits, state: { map } })).toBe('east');
  });

  it('is home first, with treasures, when home is near', () => {
    const held = [thing(10, 'gold ring')];
    expect(actionIn({ held, world: {}, exits, state: { map, notes: [award] } })).toBe('north');
  });

  it('is not home with what was brought there for nothing', () => {
    const held = [thing(10, 'gold ring')];
    const useless = makeNote({ id: 'M2', place: 14, text: 'Brought here for nothing: gold ring.' });
    expect(actionIn({ held, world: {}, exits, state: { map, notes: [award, useless] } })).toBe('east');
  });

  it('is never a way that kills, or one known to be dark without a light', () => {
    const deadly = exits.map((exit) => ({ ...exit, deadly: exit.direction === 'east' }));
    expect(actionIn({ world: {}, exits: deadly, state: { map } })).not.toBe('east');
    const dark = exits.map((exit) => ({ ...exit, text: 'It is pitch dark.' }));
    expect(actionIn({ world: {}, exits: dark, state: { map } })).not.toBe('east');
  });

  it('is another place when it only went to and fro', () => {
    const walk = (from: number, to: number, command: string) =>
      makeMove({ from, to, command, moved: true, thinking: 'On the way.' });
    const recent = [walk(12, 13, 'east'), walk(13, 12, 'west'), walk(12, 13, 'east'), walk(13, 12, 'west')];
    expect(actionIn({ world: {}, exits, state: { map, recent } })).toBe('north');
  });
});

describe('what the story asks', () => {
  it('is answered: a key, or yes and no', () => {
    const brief = briefFor({ world: {} });
    const story = (over: Parameters<typeof makeStory>[0]) => ({
      ...brief,
      state: { ...brief.state, story: makeStory(over) },
    });
    expect(playAdventurer(story({ awaits: 'key', text: 'Press any key.' })).action).toBe('enter');
    const asking = briefFor({
      world: { look: { text: 'Please answer yes or no.' }, no: { text: 'As you like.' } },
    });
    const asked = {
      ...asking,
      state: { ...asking.state, story: makeStory({ text: 'Do you want instructions?' }) },
    };
    expect(playAdventurer(asked).action).toBe('no');
  });
});
