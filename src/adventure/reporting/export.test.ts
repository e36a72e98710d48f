import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AdventureRoom,
  createAdventureRoom,
  giveCommand,
  listTyped,
  playedAdventure,
  playToEnd,
  playTurns,
  recordCalls,
} from '../../../test/support/adventure-run';
import { TO_DEATH, TO_THE_END } from '../../../test/support/tide-mill-walk';
import { reduceAdventure } from '../state';
import type { AdventureState } from '../state-types';
import { exportAdventure } from './export';
import { adventureReport } from './report/report';
import { transcriptText } from './transcript';

const exportOf = (room: AdventureRoom) =>
  new Map(
    [...exportAdventure(room.state, room.ledger, recordCalls(room))].map(({ path, text = '' }) => [
      path,
      text,
    ]),
  );
const linesOf = (text = '') => text.trim().split('\n');

let room: AdventureRoom;
let files: Map<string, string>;
beforeAll(async () => {
  room = await createAdventureRoom({
    commands: TO_THE_END,
    answers: {
      chronicler: ({ state }) => ({ keep: state.rounds === 4, category: 'note', text: 'Matches!' }),
      scholar: () => ({ knowledge: 'The key is in the eel trap.' }),
    },
  });
  await playToEnd(room);
  files = exportOf(room);
});
const parse = (path: string) => JSON.parse(files.get(path) ?? 'null');

describe('an export', () => {
  it('has these files', () => {
    const others = [...files.keys()].filter((path) => !path.startsWith('calls/'));
    expect(others).toEqual([
      'run.json',
      'transcript.txt',
      'transcript.jsonl',
      'objectives.json',
      'map.json',
      'map.mmd',
      'memories.json',
      'knowledge.md',
      'report.md',
      'report.html',
      'events.jsonl',
    ]);
  });

  it('has every call once, under its turn', () => {
    const calls = [...files.keys()].filter((path) => path.startsWith('calls/'));
    expect(calls).toHaveLength(room.asks.length);
    expect(calls.every((path) => /^calls\/\d{4}-\d+\.json$/.test(path))).toBe(true);
    const first = parse('calls/0001-1.json');
    expect(first).toMatchObject({ turn: 1, agent: 'adventurer', purpose: 'next_command' });
    expect(first.prompt[1].text).toContain('Lane End');
  });

  it('names the run, its story file and its seed, so that it can be played again', () =>
    expect(parse('run.json')).toMatchObject({
      kind: 'adventure',
      game: 'tide-mill',
      seed: 'seed',
      storyFile: room.state.config.story,
      finishReason: 'won',
      score: { best: 50 },
    }));

  it('has what was set, found and remembered', () => {
    expect(parse('objectives.json').report).toMatchObject({ active: 0 });
    expect(parse('map.json').places.map(({ id }: { id: string }) => id)).toContain('L9');
    expect(files.get('map.mmd')?.startsWith('flowchart LR\n')).toBe(true);
    expect(parse('memories.json').memories).toMatchObject([{ id: 'M1', place: 'L9', text: 'Matches!' }]);
    expect(files.get('knowledge.md')).toBe('The key is in the eel trap.\n');
    expect(files.get('report.md')).toBe(adventureReport(room.state, room.ledger));
    expect(files.get('report.html')).toContain('<svg');
  });

  it('rebuilds the run from its ledger file', () => {
    const state = linesOf(files.get('events.jsonl'))
      .map((line) => JSON.parse(line))
      .reduce<AdventureState | null>(reduceAdventure, null);
    expect(state).toEqual(room.state);
  });

  it('can be made of a run that has not begun', async () => {
    const fresh = exportOf(await createAdventureRoom());
    expect(fresh.get('transcript.txt')).toBe('');
    expect(fresh.get('knowledge.md')).toBe('Nothing was written.\n');
  });

  it('is the same twice', () => expect([...exportOf(room)]).toEqual([...files]));
});

describe('a transcript', () => {
  it('has every command as it was typed, and what the story answered', () => {
    const typed = linesOf(files.get('transcript.txt')).flatMap((line) =>
      line.startsWith('> ') ? line.slice(2) : [],
    );
    expect(typed).toEqual(listTyped(room));
    expect(files.get('transcript.txt')).toContain('> take matches\nTaken.');
  });

  it('begins with the story and ends with how it ended', () => {
    const lines = linesOf(files.get('transcript.txt'));
    expect(lines[0]).toBe('=== Episode 1 ===');
    expect(lines).toContain('THE TIDE MILL');
    expect(lines.at(-1)).toBe('=== Episode 1 ended, score 50: the player won ===');
  });

  it('tells episodes apart', async () => {
    const twice = await createAdventureRoom({
      commands: [...TO_DEATH, 'east'],
      options: { episodes: 2, critic: { on: false } },
      budgets: { turns: TO_DEATH.length + 1 },
    });
    await playToEnd(twice);
    const text = transcriptText(twice.ledger);
    expect(text.match(/^===.*===$/gm)).toEqual([
      '=== Episode 1 ===',
      '=== Episode 1 ended, score 10: the player died ===',
      '=== Episode 2 ===',
      '=== Episode 2 ended, score 0: its turns or a budget were used up ===',
    ]);
  });

  it('says in its lines who typed what, where, and with which score', async () => {
    const mixed = await playedAdventure(1, { commands: ['east'] });
    giveCommand(mixed, 'north');
    await playTurns(mixed, 1);
    const [start, first, second] = linesOf(exportOf(mixed).get('transcript.jsonl')).map((line) =>
      JSON.parse(line),
    );
    expect(start).toMatchObject({ command: null, by: 'system', place: { id: 'L5' } });
    expect(first).toMatchObject({ command: 'east', by: 'adventurer', place: { id: 'L7' }, score: 0 });
    expect(second).toMatchObject({ command: 'north', by: 'player', thinking: null });
  });

  it('holds nothing that would move a terminal', async () => {
    const plain = await playedAdventure(1);
    const hostile = plain.ledger.map((event) => {
      if (event.kind !== 'command.executed') return event;
      const story = { ...event.payload.story, text: '\u001b[2Jgone\r\nline\u0007' };
      return { ...event, payload: { ...event.payload, story } };
    });
    expect(transcriptText(hostile)).toContain('> wait\n[2Jgone\nline\n');
  });
});
