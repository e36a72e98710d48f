import { describe, expect, it } from 'vitest';
import type { Exit, Thing } from 'zmachine-story';
import type { AdventureState } from '../../../src/adventure/state-types';
import { makeMove, makeNote, makeReading, thing, type World } from '../../../test/support/adventure-sample';
import { decideOn, turnFor as kitchenBrief } from '../../../test/support/kitchen';

const VOCABULARY =
  `look take drop put in wait examine push pull turn pray go up north south gold silver cup crown
  chest lamp rope button red blue open`.split(/\s+/);

const LAMP = thing(1, 'lamp');
const CUP = thing(2, 'gold cup');
const CROWN = thing(3, 'silver crown');
const ROPE = thing(4, 'rope');

const turnFor = (
  world: World,
  things: { held?: Thing[]; here?: Thing[]; exits?: Exit[] },
  state: Partial<AdventureState> = {},
) =>
  kitchenBrief({ ...things, world, vocabulary: VOCABULARY, place: 'Vault', state: { deadly: {}, ...state } });

const score = (makeReading().score ?? 0) + 10;
const shut = (direction: string, text: string): Exit => ({ direction, to: null, text, deadly: false });

describe('treasures', () => {
  const full = { text: 'Your load is too heavy.', effect: false };

  it('are laid down for another one that brings points in hand', () => {
    const world = {
      'take silver crown': full,
      'drop rope, take silver crown': full,
      'drop rope, drop gold cup, take silver crown': {
        reading: { score, inventory: [LAMP, CROWN], visible: [ROPE, CUP] },
      },
    };
    const held = [LAMP, CUP, ROPE];
    const { command, thinking } = decideOn(turnFor(world, { held, here: [CROWN] }));
    expect(command).toBe('drop rope');
    expect(thinking).toContain('Then: "drop gold cup, take silver crown".');
  });

  it('are not laid down for what brings none', () => {
    const reading = { inventory: [LAMP, CROWN], visible: [ROPE, CUP] };
    const world = {
      'take silver crown': full,
      'drop rope, take silver crown': full,
      'drop rope, drop gold cup, take silver crown': { reading },
    };
    const brief = turnFor(world, { held: [LAMP, CUP, ROPE], here: [CROWN] });
    expect(decideOn(brief).command).not.toBe('drop rope');
  });

  it('are brought home by any command that leads there, where a way is refused', () => {
    const edge = { from: 30, to: 31, direction: 'north', how: 'walked' as const };
    const map = {
      rooms: [
        { id: 12, name: 'Vault', firstTurn: 3, visits: 1 },
        { id: 30, name: 'Wood', firstTurn: 1, visits: 1 },
        { id: 31, name: 'Hall', firstTurn: 2, visits: 1 },
      ],
      edges: [{ ...edge, turn: 1 }],
      blocked: [],
    };
    const notes = [makeNote({ place: 31, text: '"put silver crown in chest" brought 5 points here.' })];
    const world = {
      pray: { text: 'Wood', moved: true, reading: { location: { id: 30, name: 'Wood' } } },
    };
    const things = { held: [LAMP, CUP], exits: [shut('up', 'Not with what you are carrying.')] };
    const decide = (over: Partial<AdventureState>): string =>
      decideOn(turnFor(world, things, { map, ...over })).command;
    expect(decide({ notes })).toBe('pray');
    expect(decide({})).not.toBe('pray');
  });
});

describe('things of one name', () => {
  it('are told apart by what the story asks', () => {
    const here = [thing(5, 'buttons'), thing(6, 'buttons')];
    const world = {
      'examine buttons': { text: 'Which buttons do you mean, the red button, or the blue button?' },
      'push blue button': { text: 'A panel slides open.', reading: { visible: [...here, CUP] } },
    };
    const vocabulary = [...VOCABULARY, 'buttons'];
    const brief = { ...turnFor(world, { here }), vocabulary };
    expect(decideOn(brief).command).toBe('push red button');
    const recent = [makeMove({ command: 'push red button', from: 12, to: 12 })];
    expect(decideOn({ ...brief, state: { ...brief.state, recent } }).command).toBe('push blue button');
  });
});

describe('a place that is set out for', () => {
  it('is given up from where it was set out for again and again', () => {
    const room = (id: number, name: string, visits: number) => ({ id, name, firstTurn: 1, visits });
    const rooms = [
      room(12, 'Vault', 1),
      ...[room(30, 'Wood', 1), room(31, 'Moor', 1)],
      ...[room(40, 'Hill', 0), room(41, 'Lake', 0)],
    ];
    const edge = (from: number, to: number, direction: string) => ({
      ...{ from, to, direction, how: 'walked' as const, turn: 1 },
    });
    const edges = [
      ...[edge(12, 30, 'north'), edge(12, 31, 'south')],
      ...[edge(30, 40, 'north'), edge(31, 41, 'south')],
    ];
    const map = { rooms, edges, blocked: [] };
    const exit = (direction: string, id: number, name: string): Exit => ({
      ...{ direction, to: { id, name }, text: name, deadly: false },
    });
    const exits = [exit('north', 30, 'Wood'), exit('south', 31, 'Moor')];
    const world = {
      north: { text: 'Wood', moved: true, reading: { location: { id: 30, name: 'Wood' } } },
      south: { text: 'Moor', moved: true, reading: { location: { id: 31, name: 'Moor' } } },
    };
    const setOut = (): ReturnType<typeof makeMove> =>
      makeMove({
        ...{ from: 12, to: 12, moved: false, effect: false, command: 'look' },
        thinking: 'On the way to L30 Wood: ways from there were never walked.',
      });
    const decide = (times: number): string =>
      decideOn(turnFor(world, { exits }, { map, recent: Array.from({ length: times }, setOut) })).command;
    expect(decide(1)).toBe('north');
    expect(decide(3)).toBe('south');
  });
});
