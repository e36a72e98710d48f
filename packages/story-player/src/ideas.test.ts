import { describe, expect, it } from 'vitest';
import type { Exit, StoryReading, Thing, Trial } from 'zmachine-story';
import type { AdventureState } from '../../../src/adventure/state-types';
import {
  makeAdventure,
  makeMove,
  makeNote,
  makeReading,
  makeStory,
  thing,
  type World,
} from '../../../test/support/adventure-sample';
import { decideOn, turnFor as kitchenBrief } from '../../../test/support/kitchen';
import { MAX_THOUGHT } from './memory';
import { hasIdeas, listNews, markAll, readNotebook, type TriedCommand, writeNotebook } from './notebook';
import type { Turn } from './types';

const VOCABULARY =
  `look take drop open read examine wait push pull turn search touch climb stand get sit drink ask talk
  unlock put give show point up ulric file cabinet sword stone pebble crate urn bench water north bell city
  cart first second third fourth fifth sixth seventh eighth`.split(/\s+/);

const PEBBLES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'].map((word, i) =>
  thing(60 + i, `${word} pebble`),
);

/** Large enough that a turn cannot try everything. */
const INSTRUCTIONS = 48_000;

/** A place with these things; commands have the effects given in `world`. `typed` records every trial. */
function turnFor(
  world: World,
  state: Partial<AdventureState> = {},
  {
    exits = [],
    typed = [],
    over = {},
  }: { exits?: Exit[]; typed?: string[]; over?: Partial<StoryReading> } = {},
): Turn {
  const here = [thing(2, 'stone'), thing(3, 'pebble'), thing(4, 'crate'), thing(5, 'urn')];
  const scenario = {
    held: [thing(1, 'sword')],
    here,
    exits,
    world,
    over,
    vocabulary: VOCABULARY,
    place: 'Yard',
  };
  const brief = kitchenBrief({ ...scenario, state: { deadly: {}, ...state } });
  const attempt = (commands: readonly string[]): Trial => {
    typed.push(commands.join(', '));
    const trial = brief.attempt(commands);
    return { ...trial, step: { ...trial.step, instructions: INSTRUCTIONS } };
  };
  return { ...brief, attempt };
}

function playTurns(
  world: World,
  turns: number,
  over: Partial<StoryReading> = {},
): readonly [string[], string] {
  const actions: string[] = [];
  let thinking = '';
  for (let turn = 0; turn < turns; turn++) {
    const state = { thoughts: thought(thinking) };
    const brief = turnFor(world, state, { exits: [wall('up', 'You see no way to get there.')], over });
    const answer = decideOn(brief);
    actions.push(answer.command);
    thinking = answer.thinking;
    if (/points|Then:|look up/.test(`${answer.command} ${thinking}`)) break;
  }
  return [actions, thinking];
}

const thought = (text: string, world = makeAdventure().world) => ({ L12: { text, turn: 30, world } });
const wall = (direction: string, text: string): Exit => ({ direction, to: null, text, deadly: false });

it('a search of a place goes on until all that is at hand was tried', () => {
  const world = { 'push urn': { text: 'It slides aside.', effect: true } };
  const brief = turnFor(world, {}, { over: { visible: [...PEBBLES, thing(5, 'urn')] } });
  expect(decideOn(brief).command).toBe('push urn');
});

describe('ideas at a place', () => {
  it('are tried where the turn before ended', () => {
    const [first, second]: [string[], string[]] = [[], []];
    const { thinking } = decideOn(turnFor({}, {}, { typed: first }));
    const count = Number(/Ideas tried here: (\d+)\b/.exec(thinking)?.[1]);
    expect(count).toBeGreaterThan(20);
    decideOn(turnFor({}, { thoughts: thought(thinking) }, { typed: second }));
    const again = second.filter((command) => first.includes(command) && !command.startsWith('examine'));
    // Likely commands are also tried on arrival.
    expect(again.length).toBeLessThan(second.length / 3);
    expect(again).not.toContain('search stone');
    expect(second.length).toBeGreaterThan(30);
  });

  it('are written down so that they can be read again', () => {
    const notebook = {
      here: { allAt: 7, carried: 3, tools: [0, 2] },
      inside: { count: 5, carried: 2, tools: [] },
      changes: ['push stone', 'learn spell, spell urn'],
      tellings: ['ask troll about key'],
      parts: ['point crate at %'],
      chains: 12,
    };
    expect(readNotebook(`Some reason.${writeNotebook(notebook)}`)).toEqual(notebook);
  });

  it('hold what makes the story tell something of its own, for when nothing else is left', () => {
    const push = { text: 'The crate now points at the tall tree beyond the wall.' };
    const names = ['sword', 'stone', 'pebble', 'crate', 'urn'];
    const usual = (name: string) => ({ text: `You turn on the ${name} with all your might and main.` });
    const world = {
      'push crate': push,
      ...Object.fromEntries(names.map((name) => [`turn on ${name}`, usual(name)])),
    };
    const decide = (notes: string) =>
      decideOn(turnFor(world, { thoughts: thought(notes) }, { exits: [wall('north', 'A wall.')] }));
    let thinking = '';
    for (let turns = 0; turns < 12 && !thinking.includes('May tell'); turns++)
      thinking = decide(thinking).thinking;
    expect(readNotebook(thinking).tellings).toEqual(['push crate']);
    const done = 'Everything at hand here is tried. Ideas tried here: all, as of change 7, with 9 things.';
    expect(decide(`${done} May tell something: "push crate".`).command).toBe('push crate');
    expect(decide(done).command).not.toBe('push crate');
  });

  describe('with a thing that can be moved', () => {
    /** Pushing the thing to the bench brings a way up into reach. */
    const reachRoof = (name: string): World => ({
      [`push ${name}`]: { text: `You push the ${name} around the yard without any aim.` },
      [`push ${name} to bench`]: { text: `The ${name} now stands right below the edge of the roof.` },
      [`push ${name} to bench, climb ${name}, up`]: {
        text: 'Roof',
        moved: true,
        reading: { location: { id: 40, name: 'Roof' } },
      },
      look: { text: 'Yard\nA bench stands at the wall.' },
      'examine bench': { text: 'It is made of stone.' },
    });

    it('go on to other things here, and up from where it is then', () => {
      const [actions, thinking] = playTurns(reachRoof('crate'), 8);
      expect(actions).toContain('push crate to bench');
      expect(thinking).toContain('Then: "climb crate, up".');
    });

    it.each([1, 2, 3, 4, 5, 6, 7, 8])('lose none of that, with %i things before it', (before) => {
      const visible = [...PEBBLES.slice(0, before), thing(90, 'cart')];
      const [actions, thinking] = playTurns(reachRoof('cart'), 12, { visible });
      expect(actions).toContain('push cart to bench');
      expect(thinking).toContain('Then: "climb cart, up".');
    });
  });

  it('move a thing that was moved in a direction no further with it', () => {
    const typed: string[] = [];
    const answer = { text: 'The crate rumbles over the stones of the whole yard.' };
    const world = {
      'push crate': answer,
      'push crate north': { text: `${answer.text} It stops at the wall.` },
    };
    let notes = '';
    for (let turn = 0; turn < 6; turn++)
      notes = decideOn(turnFor(world, { thoughts: thought(notes) }, { typed })).thinking;
    expect(typed).toContain('push crate north');
    expect(typed.filter((command) => /north (?:north|to|south)/.test(command))).toEqual([]);
  });

  it('are kept whole in the thoughts of a turn, however much there is to keep', () => {
    const many = new Proxy({} as World, {
      get: (_, command: string) => ({
        text: [...command].map((letter) => `${letter}${letter}${letter}`).join(' '),
        effect: /^(?:touch|search)/.test(command),
      }),
    });
    let notes = '';
    let longest = 0;
    for (let turn = 0; turn < 30; turn++) {
      const brief = turnFor(many, { thoughts: thought(notes) }, { over: { visible: PEBBLES } });
      notes = decideOn(brief).thinking;
      longest = Math.max(longest, notes.length);
    }
    expect(longest).toBeGreaterThan(400);
    expect(longest).toBeLessThanOrEqual(MAX_THOUGHT);
  });

  it('are tried once more with what came into hand while they were tried', () => {
    const marks: TriedCommand[] = [];
    let notes = '';
    for (let turn = 0; turn < 20; turn++) {
      const hasBell = turn > 0;
      const inventory = [thing(1, 'sword'), ...(hasBell ? [thing(9, 'bell')] : [])];
      const progress = { ...makeAdventure().progress, carried: hasBell ? [1, 9] : [1] };
      const brief = turnFor(
        {},
        { thoughts: thought(notes), progress },
        { over: { inventory, visible: PEBBLES } },
      );
      notes = decideOn(brief).thinking;
      marks.push(readNotebook(notes).here);
    }
    expect(marks[0]).toMatchObject({ begun: 1, carried: 0 });
    const endCounts = marks.flatMap((mark) => ('allAt' in mark ? [mark.carried] : []));
    expect([...new Set(endCounts)]).toEqual([1, 2]);
  });

  it('come to what is said to somebody in the middle of it, too', () => {
    const typed: string[] = [];
    const world = { 'ask urn about urn': { text: 'The urn smiles and says that it is only an urn.' } };
    let notes = '';
    for (let turn = 0; turn < 12; turn++)
      notes = decideOn(turnFor(world, { thoughts: thought(notes) }, { typed })).thinking;
    for (const topic of ['sword', 'stone', 'pebble', 'crate'])
      expect(typed).toContain(`ask urn about ${topic}`);
    expect(typed).toContain('give sword to urn');
  });

  it('look up names that were read, in what somebody looks something up in', () => {
    const found = { inventory: [thing(1, 'sword'), thing(9, 'bell')] };
    const world = {
      look: { text: 'Yard\nOn a plate stands the name of one Ulric.' },
      'look up ulric in file cabinet': { text: 'Behind the file is a bell.', reading: found },
    };
    const cabinet = [thing(6, 'file cabinet')];
    const [actions] = playTurns(world, 6, { visible: cabinet });
    expect(actions).toContain('look up ulric in file cabinet');
  });

  it('go where a name that was told may be looked up, and look it up at once', () => {
    const whisper = makeMove({ command: 'wait', text: 'A voice whispers one word: "Ulric."', effect: false });
    const [inArchive, inYard] = [
      makeMove({
        command: 'south',
        from: 12,
        to: 13,
        text: 'Archive\nA file cabinet stands here.',
        moved: true,
      }),
      makeMove({ command: 'north', from: 13, to: 12, text: 'Yard', moved: true }),
    ];
    const rooms = [12, 13].map((id) => ({
      id,
      name: id === 12 ? 'Yard' : 'Archive',
      firstTurn: 1,
      visits: 1,
    }));
    const edges = [{ from: 12, direction: 'south', to: 13, how: 'walked' as const, turn: 29 }];
    const archive = { location: { id: 13, name: 'Archive' } };
    const south: Exit = {
      direction: 'south',
      to: { id: 13, name: 'Archive' },
      text: 'Archive',
      deadly: false,
    };
    const world = { south: { text: 'Archive', moved: true, reading: archive } };
    const decide = (recent: AdventureState['recent']) =>
      decideOn(
        turnFor(
          world,
          {
            ...{ recent, map: { rooms, edges, blocked: [] } },
            thoughts: thought(
              'Everything at hand here is tried. Ideas tried here: all, as of change 7, with 9 things.',
            ),
          },
          { exits: [south] },
        ),
      );
    expect(decide([inArchive, inYard, whisper]).thinking).toContain('a name that was told');
    expect(decide([whisper, inArchive, inYard]).thinking).not.toContain('a name that was told');
    const file = { 'look up ulric in file cabinet': { text: 'You find a key.', effect: true } };
    const there = turnFor(file, { recent: [whisper] }, { over: { visible: [thing(6, 'file cabinet')] } });
    expect(decideOn(there).command).toBe('look up ulric in file cabinet');
  });

  it('use a control by what its name says is written on it', () => {
    const world = { 'push bell': { text: 'It rings far away.', effect: true } };
    const brief = turnFor(world, {}, { over: { visible: [thing(6, 'button labeled "BELL"')] } });
    expect(decideOn(brief).command).toBe('push bell');
  });

  it('are tried one after another where each alone brings nothing', () => {
    const done = 'Everything at hand here is tried. Ideas tried here: all, as of change 7, with 9 things.';
    const scored = { reading: { score: (makeReading().score ?? 0) + 5 } };
    const world = { 'point crate at urn, push stone': scored };
    const decide = (notes: string) =>
      decideOn(turnFor(world, { thoughts: thought(notes) }, { exits: [wall('north', 'A wall.')] }));
    let answer = decide(`${done} Has an answer: "push stone", "point crate at %".`);
    for (let turns = 0; turns < 8 && answer.command !== 'point crate at urn'; turns++)
      answer = decide(answer.thinking);
    expect(answer.command).toBe('point crate at urn');
    expect(answer.thinking).toContain('Then: "push stone".');
    expect(decide(done).command).not.toBe('point crate at urn');
  });

  it('are worth another try with a new thing in hand, and after many changes', () => {
    const state = makeAdventure({ world: 4, progress: { ...makeAdventure().progress, carried: [1] } });
    expect(hasIdeas({ allAt: 3, carried: 1, tools: [] }, state)).toBe(false);
    expect(hasIdeas({ allAt: 3, carried: 0, tools: [] }, state)).toBe(true);
    expect(hasIdeas({ allAt: 3, carried: 1, tools: [] }, { ...state, world: 40 })).toBe(true);
  });

  it('are worth another try with a tool that was not in hand there, though it was before', () => {
    const progress = { ...makeAdventure().progress, carried: [8, 9] };
    const holding = (...inventory: Thing[]): AdventureState =>
      makeAdventure({ world: 4, progress, story: makeStory({ reading: makeReading({ inventory }) }) });
    const without = { allAt: 3, carried: 2, tools: [] };
    expect(hasIdeas(without, holding(thing(9, 'coil of rope')))).toBe(true);
    expect(listNews(without, holding(thing(9, 'coil of rope')))).toEqual([9]);
    expect(hasIdeas(without, holding(thing(8, 'leaflet')))).toBe(false);
    expect(markAll([], holding(thing(9, 'coil of rope')))).toEqual({ allAt: 4, carried: 2, tools: [1] });
    expect(hasIdeas({ ...without, tools: [1] }, holding(thing(9, 'coil of rope')))).toBe(false);
  });

  it('hold a way that is refused but does something', () => {
    const exits = [wall('north', 'The door holds.')];
    const north = { text: 'You push the door. It gives way a little.', effect: true };
    const world = { north, 'north, north': { text: 'Hall', moved: true } };
    expect(decideOn(turnFor(world, {}, { exits })).command).toBe('north');
  });

  it('hold every word of the story where something holds the player', () => {
    const look = { text: 'Yard (in the crate)\nYou see nothing of the city.' };
    const there = { location: { id: 40, name: 'Market' } };
    const world = { look, city: { text: 'Market', moved: true, reading: there } };
    const actions: string[] = [];
    let thoughts = {};
    for (let turn = 0; turn < 8; turn++) {
      const { command, thinking } = decideOn(turnFor(world, { thoughts }));
      actions.push(command);
      thoughts = thought(thinking);
    }
    expect(actions).toContain('city');
  });
});

describe('the player', () => {
  it('gets up where nobody walks anywhere from where it is', () => {
    const exits = [wall('north', "You'll have to get off the bench first.")];
    const world = {
      stand: { text: 'You stand up.', effect: true },
      'stand, north': { text: 'Hall', moved: true },
    };
    expect(decideOn(turnFor(world, {}, { exits })).command).toBe('stand');
  });

  it('drinks when the story says that it is thirsty', () => {
    const recent = [makeMove({ command: 'wait', text: 'You are very thirsty.' })];
    const world = { 'drink water': { text: 'Ah.', effect: true }, 'push stone': { effect: true } };
    expect(decideOn(turnFor(world, { recent })).command).toBe('drink water');
    expect(decideOn(turnFor(world)).command).not.toBe('drink water');
  });

  it('does not propose what the critic was against, until the world changes', () => {
    const world = { 'push stone': { reading: { visible: [thing(9, 'bell')] } } };
    const brief = turnFor(world);
    expect(decideOn(brief).command).toBe('push stone');
    const answer = decideOn({ ...brief, rejected: [{ command: 'push stone', reason: 'No.' }] });
    expect(answer.command).not.toBe('push stone');
    const thoughts = thought(answer.thinking);
    expect(decideOn(turnFor(world, { thoughts })).command).not.toBe('push stone');
    const later = { thoughts, world: makeAdventure().world + 1 };
    expect(decideOn(turnFor(world, later)).command).toBe('push stone');
  });

  it('does first what brought points in another life', () => {
    const notes = [makeNote({ place: 12, text: '"turn pebble" brought 5 points here.' })];
    const scored = { ...makeReading(), score: (makeReading().score ?? 0) + 5 };
    const world = {
      'turn pebble': { reading: { score: scored.score } },
      'take stone': { reading: { inventory: [thing(1, 'sword'), thing(2, 'stone')] } },
    };
    expect(decideOn(turnFor(world, { notes })).command).toBe('turn pebble');
    expect(decideOn(turnFor(world)).command).toBe('take stone');
  });

  it('tries more once it was warned', () => {
    const [calm, warned]: [string[], string[]] = [[], []];
    const { progress } = makeAdventure();
    decideOn(turnFor({}, { progress: { ...progress, warned: [] } }, { typed: calm }));
    decideOn(turnFor({}, { progress: { ...progress, warned: [9] } }, { typed: warned }));
    expect(warned.length).toBeGreaterThan(calm.length + 15);
  });
});
