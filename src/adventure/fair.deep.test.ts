import { describe, expect, it } from 'vitest';
import { listCarried } from '../../packages/zmachine-story/src/things';
import type { StoryPlayer, StoryReading } from '../../packages/zmachine-story/src/types';
import {
  type AdventureRoom,
  type AdventureRoomArgs,
  createAdventureRoom,
  makeStoryPlayer,
  playTurns,
  typing,
} from '../../test/support/adventure-run';
import { isDeep } from '../../test/support/depth';
import { UNDERSTUDY } from '../understudy';
import { judgeByText, readText } from './fair/read-text';
import { adventureReport } from './reporting/report/report';
import { adventureView } from './reporting/views';
import { showValidActions, tryCommands } from './try-out';

/** A player that fails on everything except playing. */
function onlyPlays(player: StoryPlayer): StoryPlayer {
  const refuse = () => {
    throw new Error('a fair run asked the story for more than its text');
  };
  return {
    story: player.story,
    get vocabulary(): never {
      return refuse();
    },
    start: player.start,
    play: player.play,
    ...{ perform: refuse, attempt: refuse, read: refuse, changes: refuse, exits: refuse },
    ...{ writeSave: refuse, readSave: refuse },
  };
}

async function openFair(args: AdventureRoomArgs): Promise<AdventureRoom> {
  const room = await createAdventureRoom({ ...args, options: { ...args.options, fair: true } });
  const player = onlyPlays(await makeStoryPlayer());
  Object.assign(room.ports, { player: async () => player });
  return room;
}

const played = (answers: AdventureRoomArgs['answers'] = ({ brief }) => UNDERSTUDY[brief.task]?.(brief)) =>
  openFair({ answers, budgets: { turns: 300 }, seed: 's1' });

const turns = isDeep ? 120 : 30;
const room = await played();
await playTurns(room, turns);

describe('a fair run', () => {
  it('is played by the understudy with the text alone: it comes to places, and scores', () => {
    expect(room.state).toMatchObject({ failed: null, used: { turns } });
    const { map } = room.state;
    expect(map.rooms.filter(({ visits }) => visits > 0).length).toBeGreaterThanOrEqual(isDeep ? 6 : 3);
    expect([...map.edges, ...map.blocked].every(({ how }) => how === 'walked')).toBe(true);
    expect(adventureView(room.state).score.best).toBeGreaterThan(0);
    expect(adventureReport(room.state, room.ledger)).toContain('| Fair |');
  });

  it('switches off what would tell more, and knows what it carries once it was listed', async () => {
    const answers = { adventurer: typing(['east', 'north', 'take tin', 'inventory', 'drop tin']) };
    const room = await openFair({ answers, options: { probe: true, share: true, hints: 'trials' } });
    expect(adventureView(room.state).options).toMatchObject({
      ...{ fair: true, probe: false, share: false, hints: 'none' },
    });
    const carried: (string[] | null)[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      await playTurns(room, 1);
      const { inventory = [], confidence } = room.state.story?.reading ?? {};
      carried.push(confidence?.inventory === 'unknown' ? null : inventory.map(({ name }) => name));
    }
    const listed = ['biscuit tin', 'letter'];
    expect(carried).toEqual([null, null, null, listed, listed]);
    const reading = room.state.story?.reading;
    expect(reading).toMatchObject({ location: { name: 'Kitchen' }, visible: [] });
    expect(reading?.sources).toEqual({
      location: ['status'],
      score: ['status'],
      inventory: ['text'],
      visible: [],
    });
    const prompt = room.asks.findLast(({ ask }) => ask.role === 'adventurer')?.ask.messages.at(-1)?.content;
    expect(prompt).toContain('Inventory when last listed: "biscuit tin", "letter"');
    expect(prompt).not.toMatch(/Ways open from here|tried and taken back/);
  });

  it('refuses what ends the story and what was in vain, by what it remembers', async () => {
    const room = await openFair({
      answers: { adventurer: typing(['up', 'up', 'quit', 'east']) },
      options: { critic: { on: true } },
    });
    await playTurns(room, 3);
    const rejections = room.ledger.flatMap((event) =>
      event.kind === 'critic.rejected' ? [[event.turn, event.payload.reason]] : [],
    );
    expect(rejections[0]).toEqual([2, expect.stringMatching(/^no way up from L1: You can't go that way/)]);
    expect(rejections.some(([turn, why]) => turn === 3 && String(why).includes('the run decides'))).toBe(
      true,
    );
  });

  it('answers a person who asks what a command would do, and no agent', async () => {
    const room = await played({ adventurer: typing(['east', 'north']) });
    await playTurns(room, 2);
    const player = await makeStoryPlayer();
    const eventsOf = (turn: number) => room.ledger.filter((event) => event.turn === turn);
    const ask = (asker: 'person' | 'agent') =>
      tryCommands(room.state, { command: 'open tin' }, eventsOf, player, asker);
    const told = await ask('person');
    expect(told.ok && told.value).toMatchObject({ effect: true, to: { name: 'Kitchen' } });
    expect(await ask('agent')).toMatchObject({ ok: false, failure: { code: 'conflict' } });
    const actions = await showValidActions(room.state, undefined, eventsOf, player, 'person');
    expect(actions.ok && actions.value.items.map(({ command }) => command)).toContain('south');
    expect((await showValidActions(room.state, undefined, eventsOf, player, 'agent')).ok).toBe(false);
  });
});

describe('a text', () => {
  const numbers = new Map<string, number>();
  const numberOf = (name: string) => numbers.get(name) ?? numbers.set(name, numbers.size + 1).size;
  const read = (text: string, command: string | null, before: StoryReading | null = null, line = '') =>
    readText(
      { text, upper: line === '' ? [] : [line], awaits: 'line', notes: [] },
      command,
      before,
      numberOf,
    );

  it('tells the place by its heading where there is no status line, and keeps it otherwise', () => {
    const kitchen = read('Kitchen (on the table)\nA low kitchen.', 'north');
    expect(kitchen.location?.name).toBe('Kitchen');
    const after = read('Taken', 'take tin', kitchen);
    expect(after.location).toEqual(kitchen.location);
    expect(read('A sentence that is no heading.', null).location).toBeNull();
  });

  it('tells the score by the status line, the answer to score, or an announcement', () => {
    const first = read('You wait.', 'wait', null, ' Kitchen          Score: 7  Moves: 3');
    expect([first.score, first.moves]).toEqual([7, 3]);
    const announced = read('Done.\n[Your score has just gone up by twenty-five points.]', 'dig', first);
    expect(announced).toMatchObject({ score: 32, sources: { score: ['text'] } });
    expect(read('[Your score has gone down by 2 points.]', 'dig', announced).score).toBe(30);
    const asked = read('You have so far scored 30 out of a possible 350, in 9 turns.', 'score', announced);
    expect([asked.score, asked.maximum]).toEqual([30, 350]);
    expect(read('Taken.', 'take lamp').confidence.score).toBe('unknown');
  });

  it('lists what is carried, on lines or in a sentence', () => {
    const lines = 'You are carrying:\n  a brass lantern (providing light)\n  two coins';
    expect(listCarried(lines)).toEqual([
      { name: 'brass lantern', note: 'providing light' },
      { name: 'coins', note: null },
    ]);
    const sentence =
      'You are carrying an almanac, a biscuit tin and a letter.\nIn the tin you see some matches.';
    expect(listCarried(sentence)?.map(({ name }) => name)).toEqual(['almanac', 'biscuit tin', 'letter']);
    expect(listCarried('You are empty-handed.')).toEqual([]);
    expect(listCarried("I don't know the word.")).toBeNull();
  });

  it.each([
    ['open tin', 'You open the tin.', true],
    ['open door', 'It is locked.', false],
    ['take table', 'It wouldn’t fit.', false],
    ['take all', 'lamp: Taken.\nbed: That is fixed in place.', true],
    ['take wall', 'A bizarre concept.', false],
    ['get out of bed', 'Very difficult, but you manage it.', true],
    ['examine tin', 'A square tin.', false],
    ['north', 'The wall is thick.', false],
    ['frotz', "I don't know the word.", false],
  ])('of "%s" that answers "%s" tells whether it changed something: %s', (command, text, effect) => {
    const before = read('Kitchen', 'look');
    const seen = { text, upper: [], awaits: 'line' as const, notes: [] };
    expect(judgeByText(seen, command, before, read(text, command, before))).toEqual({ effect, moved: false });
  });

  it('tells of a walk into another place, also of one that has the same name', () => {
    const maze = read('Maze\nAll alike.', 'look');
    const seen = { text: 'Maze\nAll alike.', upper: [], awaits: 'line' as const, notes: [] };
    expect(judgeByText(seen, 'north', maze, read(seen.text, 'north', maze)).moved).toBe(true);
    const wall = { ...seen, text: 'There is a wall there.' };
    expect(judgeByText(wall, 'north', maze, read(wall.text, 'north', maze)).moved).toBe(false);
  });
});
