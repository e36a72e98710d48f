import { describe, expect, it } from 'vitest';
import type { AdventurerBrief } from '../../../../src/engines/adventure/briefs';
import type { AdventureState, Move, Note } from '../../../../src/engines/adventure/state-types';
import type { Exit, Thing, Trial } from '../../../../src/games/zmachine/types';
import { playAdventurer } from '../../../../src/understudy/adventure/adventurer';
import { SEARCHED } from '../../../../src/understudy/adventure/scene';
import {
  adventurerBrief,
  makeAdventure,
  makeMove,
  makeNote,
  makeReading,
  makeStory,
  makeTrial,
  thing,
  type World,
} from '../../../support/adventure-sample';

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
    'kill',
    'hit',
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
    'gloves',
    'wear',
    'curtain',
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
const GLOVES = thing(8, 'gloves');
const CURTAIN = thing(9, 'red curtain');

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

  it('looks closer where that speaks of more, though every closer look leaves a mark', () => {
    const text = 'A curtain hangs above it.';
    const world = {
      'examine box': { text, effect: true },
      'examine curtain': { text: 'It is red.', effect: true },
    };
    expect(actionIn({ here: [BOX], world })).toBe('examine box');
  });

  it('looks closer at what lies on a thing, which a moment of waiting does not tell', () => {
    const world = {
      wait: { reading: { visible: [BOX] } },
      'examine red curtain': { text: 'It speaks of a pebble.' },
      'examine pebble': { text: 'It is grey.' },
    };
    const curtain = thing(12, 'red curtain');
    expect(actionIn({ here: [{ ...BOX, holds: [curtain] }], world })).toBe('examine red curtain');
  });

  it('unlocks with a key at once, and with anything else when nothing is left at hand', () => {
    const locked = { 'open box': { text: 'It is locked.' } };
    const opened = { text: 'Click.', effect: true };
    const key = thing(10, 'key');
    const push = { 'push button': { text: 'It hums.', effect: true } };
    const here = [BOX, thing(11, 'button')];
    const both = { ...locked, ...push, 'unlock box with key': opened, 'unlock box with sword': opened };
    expect(actionIn({ held: [SWORD, key], here, world: both })).toBe('unlock box with key');
    expect(actionIn({ held: [SWORD], here, world: both })).toBe('push button');
    const odd = { ...locked, 'unlock box with sword': opened };
    expect(actionIn({ held: [SWORD], here: [BOX], world: odd })).toBe('unlock box with sword');
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
    const others = 'kill troll with sword, hit troll with sword';
    const world = { [`${blow}, ${others}, west`]: { moved: true } };
    const { action, thinking } = playAdventurer(briefFor({ held: [SWORD], here: [TROLL], world, exits }));
    expect(action).toBe(blow);
    const recent = [makeMove({ command: blow, effect: false, thinking: String(thinking) })];
    const next = playAdventurer(
      briefFor({ held: [SWORD], here: [TROLL], world: {}, exits, state: { recent } }),
    );
    expect(next.action).toBe('kill troll with sword');
  });

  it('are fought for a moment later, where the dice fall better then', () => {
    const later = { 'wait, wait, attack troll with sword, west': { moved: true } };
    const answer = playAdventurer(briefFor({ held: [SWORD], here: [TROLL], world: later, exits }));
    expect(answer.action).toBe('wait');
    expect(String(answer.thinking)).toContain('Then: "wait, attack troll with sword, west".');
  });

  it('are fought for again where everything was tried: the dice are others', () => {
    const world = { 'attack troll with sword, west': { moved: true } };
    const searched = makeMove({ effect: false, from: 12, to: 12, moved: false, thinking: `${SEARCHED}.` });
    const scenario = { held: [SWORD], here: [TROLL], world, exits, state: { recent: [searched] } };
    expect(actionIn(scenario)).toBe('attack troll with sword');
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

  it('are opened with what fits a lock of which nothing shows, where they open then', () => {
    const world: World = {
      look: { text: 'There is a door.' },
      'open door': { text: 'It is locked.' },
      'unlock door with key': { text: 'The lock turns.' },
      'unlock door with key, open door': { effect: true },
    };
    const held = [thing(9, 'key')];
    const answer = playAdventurer(briefFor({ held, world }));
    expect(answer.action).toBe('unlock door with key');
    expect(String(answer.thinking)).toContain('Then: "open door".');
    const refused = { ...world, 'unlock door with key': { text: "The key doesn't fit the lock." } };
    expect(actionIn({ held, world: refused })).not.toBe('unlock door with key');
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

  it('is where a tool was left, once every way is walked; not where another thing was', () => {
    const walked = { ...map, rooms: rooms.filter(({ id }) => id !== 15), edges: map.edges.slice(0, 3) };
    const decide = (name: string): string => {
      const notes = [makeNote({ place: 14, text: `Left here: ${name}.` })];
      return String(playAdventurer(briefFor({ world: {}, exits, state: { map: walked, notes } })).thinking);
    };
    expect(decide('rope')).toContain('something of worth was left there');
    expect(decide('leaflet')).not.toContain('something of worth was left there');
  });

  it('is where a tool was left before all, from where a treasure was brought, and on the way there', () => {
    const left = makeNote({ place: 14, text: 'Left here: rope.' });
    const brought = makeNote({
      id: 'M2',
      place: 12,
      text: '"put gold cup in chest" brought 10 points here.',
    });
    const decide = (notes: Note[], recent: Move[] = []): string =>
      actionIn({ world: {}, exits, state: { map, notes, recent } });
    expect(decide([left, brought])).toBe('north');
    expect(decide([left])).toBe('east');
    const onWay = 'On the way to L14 Vault: something of worth was left there.';
    expect(decide([left], [makeMove({ from: 13, to: 12, thinking: onWay })])).toBe('north');
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

describe('a way that leads elsewhere each time', () => {
  const rooms = [12, 13, 14, 15].map((id) => ({
    id,
    name: `Place ${id}`,
    firstTurn: 1,
    visits: id === 15 ? 0 : 3,
  }));
  const edge = (from: number, direction: string, to: number) => ({
    from,
    direction,
    to,
    how: 'walked' as const,
    turn: 1,
  });
  const map = {
    rooms,
    edges: [edge(12, 'west', 13), edge(13, 'east', 12), edge(14, 'north', 15)],
    blocked: [],
  };
  const west = (id: number): Exit[] => [
    { direction: 'west', to: { id, name: `Place ${id}` }, text: `Place ${id}`, deadly: false },
  ];
  const decide = (exits: Exit[], recent: AdventureState['recent'] = []) =>
    playAdventurer(briefFor({ world: {}, exits, state: { map, recent } }));

  it('is taken when it leads to what is new', () => {
    expect(decide(west(14)).action).toBe('west');
  });

  it('is waited at where nothing else leads on, and taken in the end', () => {
    const moved = {
      rooms,
      edges: [edge(12, 'west', 14), edge(13, 'east', 12), edge(14, 'north', 15)],
      blocked: [],
    };
    const at = (recent: AdventureState['recent']) =>
      playAdventurer(briefFor({ world: {}, exits: west(13), state: { map: moved, recent } }));
    const { action, thinking } = at([]);
    expect(action).not.toBe('west');
    expect(thinking).toContain('leads elsewhere each time');
    const waits = Array.from({ length: 7 }, () =>
      makeMove({
        command: 'wait',
        effect: false,
        moved: false,
        from: 12,
        to: 12,
        thinking: String(thinking),
      }),
    );
    expect(at(waits).action).toBe('west');
  });
});

describe('names and clothes', () => {
  it('are shortened to what the story understands', () => {
    const world = {
      'examine red curtain': { text: "You can't see any such thing." },
      'open red curtain': { text: "You can't see any such thing." },
      'open curtain': { reading: { visible: [CURTAIN, CUP] } },
    };
    expect(actionIn({ here: [CURTAIN], world })).toBe('open curtain');
  });

  it('are put on, once', () => {
    const world = { 'wear gloves': { text: 'You put on the gloves.', effect: true } };
    const { progress } = makeAdventure();
    expect(actionIn({ held: [GLOVES], world })).toBe('wear gloves');
    const state = { progress: { ...progress, effective: ['L12 wear gloves'] } };
    const { thinking } = playAdventurer(briefFor({ held: [GLOVES], world, state }));
    expect(thinking).not.toContain('can be worn');
  });
});

describe('danger and other lives', () => {
  const lives = (last: object, now: object) => [
    { n: 1, turn: 0, turns: 30, deaths: 1, score: 0, best: 0, end: 'died' as const, ...last },
    { n: 2, turn: 30, turns: 2, deaths: 0, score: 0, best: 0, end: null, ...now },
  ];
  const death = { text: `The roof falls in. ${DIED}`, effect: true };
  const DOOM = Object.fromEntries(['wait', 'look', 'inventory', 'z'].map((command) => [command, death]));

  it('leads into shelter where anything else kills', () => {
    const world = { ...DOOM, jump: death, 'open chest': { text: 'It opens.', effect: true } };
    const words = { 'enter chest': { text: 'You are in the chest.', effect: true } };
    const brief = briefFor({ here: [CHEST], world: { ...world, 'open chest': death, ...words } });
    expect(playAdventurer({ ...brief, vocabulary: [...VOCABULARY, 'enter'] }).action).toBe('enter chest');
  });

  it('is not put off for ever by what takes no time', () => {
    const world = { ...DOOM, inventory: {} };
    const thinking = 'Anything else would be deadly just now.';
    const recent = Array.from({ length: 4 }, () => makeMove({ command: 'jump', effect: false, thinking }));
    expect(actionIn({ world })).toBe('inventory');
    expect(actionIn({ world, state: { recent } })).not.toMatch(/inventory|jump/);
  });

  it('make it wait where the story begins, when the last life was short', () => {
    const world = { examine: {} };
    const exits = [{ direction: 'north', to: { id: 13, name: 'Hall' }, text: 'Hall', deadly: false }];
    const map = {
      rooms: [12, 13].map((id) => ({ id, name: 'A room', firstTurn: 1, visits: 2 })),
      edges: [{ from: 12, direction: 'north', to: 13, how: 'walked' as const, turn: 1 }],
      blocked: [],
    };
    const state = { map, episodes: lives({}, {}) };
    expect(playAdventurer(briefFor({ world, exits, state })).thinking).toContain('this time I wait');
    const long = { map, episodes: lives({ turns: 200 }, {}) };
    expect(playAdventurer(briefFor({ world, exits, state: long })).thinking).not.toContain('this time');
  });

  it('make it do again what worked here, when nothing else is left', () => {
    const note = makeNote({ text: '"turn box" worked here: It hums.' });
    const thoughts = { L12: { text: 'Ideas tried here: all, as of change 7.', turn: 20, world: 7 } };
    const world = { 'turn box': { text: 'It hums.', effect: true } };
    const state = { notes: [note], thoughts, episodes: lives({ turns: 200 }, {}) };
    const progress = { ...makeAdventure().progress, effective: ['L12 turn box'] };
    expect(actionIn({ here: [BOX], world, state: { ...state, progress } })).toBe('turn box');
    const old = { ...state, progress, episodes: lives({ turns: 200 }, { turn: 10 }) };
    expect(actionIn({ here: [BOX], world, state: old })).not.toBe('turn box');
  });
});

describe('a danger that was met before', () => {
  const lives = [
    { n: 1, turn: 0, turns: 60, deaths: 1, score: 0, best: 0, end: 'died' as const },
    { n: 2, turn: 60, turns: 2, deaths: 0, score: 0, best: 0, end: null },
  ];
  const death = { text: `The machine rolls over you. ${DIED}` };
  const later = (command: string) => [command, 'wait', 'wait', 'wait'].join(', ');

  it('is foreseen a few moments ahead, and what stops it is done, whatever shows of it', () => {
    const commands = ['wait', 'examine', 'look', 'inventory', 'jump', 'z'];
    const world = Object.fromEntries(
      commands.flatMap((command) => [
        [later(command), death],
        [`${later(command)}, wait`, death],
      ]),
    );
    const state = { episodes: lives };
    const brief = briefFor({ world, state });
    const { action } = playAdventurer({ ...brief, vocabulary: [...VOCABULARY, 'lie', 'wait'] });
    expect(action).toBe('lie down');
    const { thinking } = playAdventurer({ ...brief, state: { ...brief.state, episodes: lives.slice(0, 1) } });
    expect(thinking).not.toContain('deadly');
  });
});

describe('somebody who attacks', () => {
  const text = 'A hall. The troll swings its club at you, and misses!';
  const recent = [makeMove({ command: 'east', text })];
  const gone = { text: 'The troll dies.', effect: true, reading: { visible: [] } };

  it('is struck back at where that helps', () => {
    const scenario = { held: [SWORD], here: [TROLL], state: { recent } };
    const beaten = { 'attack troll with sword': gone };
    expect(actionIn({ ...scenario, world: beaten })).toBe('attack troll with sword');
    expect(
      actionIn({ ...scenario, world: { 'attack troll with sword': { text: 'You miss.' } } }),
    ).not.toMatch(/^attack/);
    const calm = [makeMove({ command: 'east', text: 'A hall. The troll sleeps.' })];
    expect(actionIn({ ...scenario, world: beaten, state: { recent: calm } })).not.toMatch(/^attack/);
  });
});

describe('what is in the way', () => {
  const shut: Exit[] = [{ direction: 'up', to: null, text: 'The pod door is closed.', deadly: false }];
  const vocabulary = [...VOCABULARY, 'open', 'push'];

  it('is opened, though that shows in nothing but the way', () => {
    const world = {
      'open door, up': { text: 'Crag', moved: true, reading: { location: { id: 14, name: 'Crag' } } },
    };
    const { action, thinking } = playAdventurer({ ...briefFor({ world, exits: shut }), vocabulary });
    expect(action).toBe('open door');
    const recent = [makeMove({ command: 'open door', effect: false, thinking: String(thinking) })];
    const on = { ...world, up: world['open door, up'] };
    expect(actionIn({ world: on, state: { recent } })).toBe('up');
  });

  it('is left as it is where the way opens by itself', () => {
    const there = { text: 'Crag', moved: true, reading: { location: { id: 14, name: 'Crag' } } };
    const world = { 'open door, up': there, 'wait, up': there };
    expect(playAdventurer({ ...briefFor({ world, exits: shut }), vocabulary }).action).not.toBe('open door');
  });
});

describe('what goes on while something holds the player', () => {
  const exits: Exit[] = [
    { direction: 'up', to: null, text: 'You are in the web. Get out of it first.', deadly: false },
  ];
  const look = { text: 'Pod (You are in the web.)' };
  const vocabulary = [...VOCABULARY, 'stand', 'wait'];
  const actions = (text: string, recent: AdventureState['recent'] = []) => {
    const world = {
      look,
      wait: { text },
      stand: { text: 'You stand up.', effect: true },
      'stand, up': { moved: true },
    };
    const thoughts = { L12: { text: 'Tried from in there: all, as of change 7.', turn: 20, world: 7 } };
    return playAdventurer({ ...briefFor({ world, exits, state: { recent, thoughts } }), vocabulary }).action;
  };

  it('is waited for as long as the story has more to tell', () => {
    const text = 'Time passes. The pod slides down its tube as explosions shake the ship above it.';
    expect(actions(text)).toBe('wait');
    expect(actions(text, [makeMove({ command: 'wait', effect: false, text })])).toBe('stand');
    expect(actions('Time passes.')).toBe('stand');
  });
});

describe('what happens while it waits', () => {
  it('makes everything at hand worth another look', () => {
    const world = { 'open door': { reading: { visible: [CUP] } } };
    const door = thing(15, 'door');
    const thinking = 'Everything at hand here is tried. There is nothing left to try.';
    const waited = (text: string) => makeMove({ command: 'wait', effect: false, text, thinking, turn: 31 });
    const thoughts = {
      L12: { text: `${thinking} Ideas tried here: all, as of change 7.`, turn: 31, world: 7 },
    };
    const state = (text: string) => ({ recent: [waited(text)], thoughts });
    const event = 'Time passes. With a rumble, the door at the far end of the room comes unstuck.';
    expect(actionIn({ here: [door], world, state: state(event) })).toBe('open door');
    expect(actionIn({ here: [door], world, state: state('Time passes.') })).not.toBe('open door');
  });
});

describe('what the story asks', () => {
  it('gets a yes when somebody says it, and the other answer in another life', () => {
    const text = '"Look, kid, you want my help or not? Answer yes or no?"';
    const world = { look: { text } };
    const ask = (episodes: AdventureState['episodes']) =>
      playAdventurer(briefFor({ world, state: { story: makeStory({ text }), episodes } })).action;
    const life = (n: number) => ({ n, turn: n, turns: 9, deaths: 0, score: 0, best: 0, end: null });
    expect(ask([life(1)])).toBe('yes');
    expect(ask([life(1), life(2)])).toBe('no');
  });

  it('is answered: a key, or yes and no', () => {
    const brief = briefFor({ world: {} });
    const story = (over: Parameters<typeof makeStory>[0]) => ({
      ...brief,
      state: { ...brief.state, story: makeStory(over) },
    });
    expect(playAdventurer(story({ awaits: 'key', text: 'Press any key.' })).action).toBe('enter');
    expect(playAdventurer(story({ text: 'The tale goes on.\n[Hit RETURN to continue]' })).action).toBe('');
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
