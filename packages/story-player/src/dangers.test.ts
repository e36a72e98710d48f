import { describe, expect, it } from 'vitest';
import type { Exit } from 'zmachine-story';
import type { AdventureState } from '../../../src/adventure/state-types';
import { makeAdventure, makeMove, makeNote } from '../../../test/support/adventure-sample';
import {
  BOX,
  CHEST,
  commandIn,
  DIED,
  decideOn,
  SWORD,
  TROLL,
  turnFor,
  VOCABULARY,
} from '../../../test/support/kitchen';

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
    const brief = turnFor({ here: [CHEST], world: { ...world, 'open chest': death, ...words } });
    expect(decideOn({ ...brief, vocabulary: [...VOCABULARY, 'enter'] }).command).toBe('enter chest');
  });

  it('is not put off for ever by what takes no time', () => {
    const world = { ...DOOM, inventory: {} };
    const thinking = 'Anything else would be deadly just now.';
    const recent = Array.from({ length: 4 }, () => makeMove({ command: 'jump', effect: false, thinking }));
    expect(commandIn({ world })).toBe('inventory');
    expect(commandIn({ world, state: { recent } })).not.toMatch(/inventory|jump/);
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
    expect(decideOn(turnFor({ world, exits, state })).thinking).toContain('this time I wait');
    const long = { map, episodes: lives({ turns: 200 }, {}) };
    expect(decideOn(turnFor({ world, exits, state: long })).thinking).not.toContain('this time');
  });

  it('make it do again what worked here, when nothing else is left', () => {
    const note = makeNote({ text: '"turn box" worked here: It hums.' });
    const thoughts = { L12: { text: 'Ideas tried here: all, as of change 7.', turn: 20, world: 7 } };
    const world = { 'turn box': { text: 'It hums.', effect: true } };
    const state = { notes: [note], thoughts, episodes: lives({ turns: 200 }, {}) };
    const progress = { ...makeAdventure().progress, effective: ['L12 turn box'] };
    expect(commandIn({ here: [BOX], world, state: { ...state, progress } })).toBe('turn box');
    const old = { ...state, progress, episodes: lives({ turns: 200 }, { turn: 10 }) };
    expect(commandIn({ here: [BOX], world, state: old })).not.toBe('turn box');
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
    const brief = turnFor({ world, state });
    const { command } = decideOn({ ...brief, vocabulary: [...VOCABULARY, 'lie', 'wait'] });
    expect(command).toBe('lie down');
    const { thinking } = decideOn({ ...brief, state: { ...brief.state, episodes: lives.slice(0, 1) } });
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
    expect(commandIn({ ...scenario, world: beaten })).toBe('attack troll with sword');
    expect(
      commandIn({ ...scenario, world: { 'attack troll with sword': { text: 'You miss.' } } }),
    ).not.toMatch(/^attack/);
    const calm = [makeMove({ command: 'east', text: 'A hall. The troll sleeps.' })];
    expect(commandIn({ ...scenario, world: beaten, state: { recent: calm } })).not.toMatch(/^attack/);
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
    return decideOn({ ...turnFor({ world, exits, state: { recent, thoughts } }), vocabulary }).command;
  };

  it('is waited for as long as the story has more to tell', () => {
    const text = 'Time passes. The pod slides down its tube as explosions shake the ship above it.';
    expect(actions(text)).toBe('wait');
    expect(actions(text, [makeMove({ command: 'wait', effect: false, text })])).toBe('stand');
    expect(actions('Time passes.')).toBe('stand');
  });
});
