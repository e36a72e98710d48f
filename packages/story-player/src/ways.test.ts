import type { Move } from 'story-player/memory';
import { describe, expect, it } from 'vitest';
import type { Exit } from 'zmachine-story';
import type { AdventureState, Note } from '../../../src/adventure/state-types';
import { makeMove, makeNote, thing, type World } from '../../../test/support/adventure-sample';
import {
  commandIn,
  DIED,
  decideOn,
  LAMP,
  SWORD,
  TROLL,
  turnFor,
  VOCABULARY,
} from '../../../test/support/kitchen';
import { SEARCHED } from './scene';

describe('ways that are blocked', () => {
  const exits = [{ direction: 'west', to: null, text: 'The troll fends you off.', deadly: false }];

  it('are fought for, as many blows as it takes', () => {
    const blow = 'attack troll with sword';
    const others = 'kill troll with sword, hit troll with sword';
    const world = { [`${blow}, ${others}, west`]: { moved: true } };
    const { command, thinking } = decideOn(turnFor({ held: [SWORD], here: [TROLL], world, exits }));
    expect(command).toBe(blow);
    const recent = [makeMove({ command: blow, effect: false, thinking: thinking })];
    const next = decideOn(turnFor({ held: [SWORD], here: [TROLL], world: {}, exits, state: { recent } }));
    expect(next.command).toBe('kill troll with sword');
  });

  it('are fought for a moment later, where the dice fall better then', () => {
    const later = { 'wait, wait, attack troll with sword, west': { moved: true } };
    const answer = decideOn(turnFor({ held: [SWORD], here: [TROLL], world: later, exits }));
    expect(answer.command).toBe('wait');
    expect(answer.thinking).toContain('Then: "wait, attack troll with sword, west".');
  });

  it('are fought for again where everything was tried: the dice are others', () => {
    const world = { 'attack troll with sword, west': { moved: true } };
    const searched = makeMove({ effect: false, from: 12, to: 12, moved: false, thinking: `${SEARCHED}.` });
    const scenario = { held: [SWORD], here: [TROLL], world, exits, state: { recent: [searched] } };
    expect(commandIn(scenario)).toBe('attack troll with sword');
  });

  it('are not fought for when the fight would be lost, or they open by themselves', () => {
    const blow = 'attack troll with sword';
    const lost = { [`${blow}, west`]: { text: DIED, moved: true } };
    expect(commandIn({ held: [SWORD], here: [TROLL], world: lost, exits })).not.toBe(blow);
    const open = { [`${blow}, west`]: { moved: true }, 'wait, west': { moved: true } };
    expect(commandIn({ held: [SWORD], here: [TROLL], world: open, exits })).not.toBe(blow);
  });

  it('are opened with what fits the lock', () => {
    const world = {
      look: { text: 'There is a door.' },
      'open door': { text: 'It is locked.' },
      'unlock door with key': { effect: true },
    };
    expect(commandIn({ held: [thing(9, 'key')], world })).toBe('unlock door with key');
  });

  it('are opened with what fits a lock of which nothing shows, where they open then', () => {
    const world: World = {
      look: { text: 'There is a door.' },
      'open door': { text: 'It is locked.' },
      'unlock door with key': { text: 'The lock turns.' },
      'unlock door with key, open door': { effect: true },
    };
    const held = [thing(9, 'key')];
    const answer = decideOn(turnFor({ held, world }));
    expect(answer.command).toBe('unlock door with key');
    expect(answer.thinking).toContain('Then: "open door".');
    const refused = { ...world, 'unlock door with key': { text: "The key doesn't fit the lock." } };
    expect(commandIn({ held, world: refused })).not.toBe('unlock door with key');
  });

  it('are gone through with a light, when they lead into the dark', () => {
    const dark = [
      { direction: 'down', to: { id: 13, name: 'Cellar' }, text: 'It is pitch dark.', deadly: false },
    ];
    const world = {
      'turn on lamp': { effect: true },
      'turn on lamp, down': { text: 'Cellar', moved: true },
    };
    expect(commandIn({ held: [LAMP], world, exits: dark })).toBe('turn on lamp');
    expect(commandIn({ held: [], world, exits: dark })).not.toBe('down');
  });
});

describe('where the player goes', () => {
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
    expect(commandIn({ world: {}, exits, state: { map } })).toBe('east');
  });

  it('is home first, with treasures, when home is near', () => {
    const held = [thing(10, 'gold ring')];
    expect(commandIn({ held, world: {}, exits, state: { map, notes: [award] } })).toBe('north');
  });

  it('is not home with what was brought there for nothing', () => {
    const held = [thing(10, 'gold ring')];
    const useless = makeNote({ id: 'M2', place: 14, text: 'Brought here for nothing: gold ring.' });
    expect(commandIn({ held, world: {}, exits, state: { map, notes: [award, useless] } })).toBe('east');
  });

  it('is where a tool was left, once every way is walked; not where another thing was', () => {
    const walked = { ...map, rooms: rooms.filter(({ id }) => id !== 15), edges: map.edges.slice(0, 3) };
    const decide = (name: string): string => {
      const notes = [makeNote({ place: 14, text: `Left here: ${name}.` })];
      return decideOn(turnFor({ world: {}, exits, state: { map: walked, notes } })).thinking;
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
      commandIn({ world: {}, exits, state: { map, notes, recent } });
    expect(decide([left, brought])).toBe('north');
    expect(decide([left])).toBe('east');
    const onWay = 'On the way to L14 Vault: something of worth was left there.';
    expect(decide([left], [makeMove({ from: 13, to: 12, thinking: onWay })])).toBe('north');
  });

  it('is never a way that kills, or one known to be dark without a light', () => {
    const deadly = exits.map((exit) => ({ ...exit, deadly: exit.direction === 'east' }));
    expect(commandIn({ world: {}, exits: deadly, state: { map } })).not.toBe('east');
    const dark = exits.map((exit) => ({ ...exit, text: 'It is pitch dark.' }));
    expect(commandIn({ world: {}, exits: dark, state: { map } })).not.toBe('east');
  });

  it('is another place when it only went to and fro', () => {
    const walk = (from: number, to: number, command: string) =>
      makeMove({ from, to, command, moved: true, thinking: 'On the way.' });
    const recent = [walk(12, 13, 'east'), walk(13, 12, 'west'), walk(12, 13, 'east'), walk(13, 12, 'west')];
    expect(commandIn({ world: {}, exits, state: { map, recent } })).toBe('north');
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
    decideOn(turnFor({ world: {}, exits, state: { map, recent } }));

  it('is taken when it leads to what is new', () => {
    expect(decide(west(14)).command).toBe('west');
  });

  it('is waited at where nothing else leads on, and taken in the end', () => {
    const moved = {
      rooms,
      edges: [edge(12, 'west', 14), edge(13, 'east', 12), edge(14, 'north', 15)],
      blocked: [],
    };
    const at = (recent: AdventureState['recent']) =>
      decideOn(turnFor({ world: {}, exits: west(13), state: { map: moved, recent } }));
    const { command, thinking } = at([]);
    expect(command).not.toBe('west');
    expect(thinking).toContain('leads elsewhere each time');
    const waits = Array.from({ length: 7 }, () =>
      makeMove({
        command: 'wait',
        effect: false,
        moved: false,
        from: 12,
        to: 12,
        thinking: thinking,
      }),
    );
    expect(at(waits).command).toBe('west');
  });
});

describe('what is in the way', () => {
  const shut: Exit[] = [{ direction: 'up', to: null, text: 'The pod door is closed.', deadly: false }];
  const vocabulary = [...VOCABULARY, 'open', 'push'];

  it('is opened, though that shows in nothing but the way', () => {
    const world = {
      'open door, up': { text: 'Crag', moved: true, reading: { location: { id: 14, name: 'Crag' } } },
    };
    const { command, thinking } = decideOn({ ...turnFor({ world, exits: shut }), vocabulary });
    expect(command).toBe('open door');
    const recent = [makeMove({ command: 'open door', effect: false, thinking: thinking })];
    const on = { ...world, up: world['open door, up'] };
    expect(commandIn({ world: on, state: { recent } })).toBe('up');
  });

  it('is left as it is where the way opens by itself', () => {
    const there = { text: 'Crag', moved: true, reading: { location: { id: 14, name: 'Crag' } } };
    const world = { 'open door, up': there, 'wait, up': there };
    expect(decideOn({ ...turnFor({ world, exits: shut }), vocabulary }).command).not.toBe('open door');
  });
});
