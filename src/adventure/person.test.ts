import { describe, expect, it } from 'vitest';
import {
  type AdventureRoom,
  createAdventureRoom,
  giveCommand,
  playOneTurn,
  playTurns,
} from '../../test/support/adventure-run';
import type { Event } from '../contract/events/events';
import { decideRestore, decideSave } from './people';
import { transcript, transcriptText, writeTranscript } from './reporting/transcript';
import { isPlayedByPerson, reduceAdventure, undoTarget } from './state';

const begin = () => createAdventureRoom({ options: { player: 'person' } });
const placeOf = (room: AdventureRoom) => room.state.story?.reading.location?.name;
const type = async (room: AdventureRoom, command: string) => {
  giveCommand(room, command);
  await playOneTurn(room);
};
const eventsOf = (room: AdventureRoom) => (turn: number) =>
  room.ledger.filter((event) => event.turn === turn);
const restore = (room: AdventureRoom, body: { save?: string; turn?: number } = {}) => {
  const decision = decideRestore(room.state, body, eventsOf(room));
  if (!decision.ok) return decision.failure.code;
  room.append(decision.value);
  return 'ok';
};

describe('a story that a person plays', () => {
  it('opens with its text and waits, and asks no model for what is typed', async () => {
    const room = await begin();
    await playOneTurn(room);
    expect(room.state.story?.text).toMatch(/\S/);
    expect(room.state).toMatchObject({ status: 'paused', pause: { reason: 'person' }, used: { turns: 0 } });
    const beginning = placeOf(room);
    await type(room, 'east');
    expect(placeOf(room)).not.toBe(beginning);
    expect(room.state).toMatchObject({ status: 'paused', used: { turns: 1, calls: 0 } });
    expect(room.asks).toEqual([]);
  });

  it('opens in a turn of its own when the first command comes before it, and can be taken back to that', async () => {
    const room = await begin();
    room.append([{ kind: 'run.paused', actor: 'system', payload: { reason: 'asked', detail: '' } }]);
    giveCommand(room, 'east');
    await playTurns(room, 9);
    expect(room.state).toMatchObject({ status: 'paused', rounds: 2, used: { turns: 1 }, given: [] });
    const there = placeOf(room);
    expect(restore(room)).toBe('ok');
    expect(placeOf(room)).not.toBe(there);
    expect(undoTarget(room.state)).toBeNull();
    await type(room, 'east');
    expect(placeOf(room)).toBe(there);
  });

  it('is taken back move by move, and from a save', async () => {
    const room = await begin();
    await playOneTurn(room);
    expect(restore(room)).toBe('conflict');
    const places = [placeOf(room)];
    for (const command of ['east', 'north', 'look']) {
      await type(room, command);
      places.push(placeOf(room));
    }
    const saved = decideSave(room.state, { name: 'here' });
    if (!saved.ok) throw new Error('it was not saved');
    room.append(saved.value);
    for (const place of places.slice(0, -1).reverse()) {
      expect(restore(room)).toBe('ok');
      expect(placeOf(room)).toBe(place);
    }
    expect(undoTarget(room.state)).toBeNull();
    expect(restore(room, { save: 'here' })).toBe('ok');
    expect(placeOf(room)).toBe(places.at(-1));
    expect(restore(room, { save: 'nowhere' })).toBe('not_found');
    expect(restore(room, { turn: 999 })).toBe('not_found');
    await type(room, 'south');
    expect(restore(room)).toBe('ok');
    expect(placeOf(room)).toBe(places.at(-1));
    const again = (room.ledger as Event[]).reduce<typeof room.state | null>(reduceAdventure, null);
    expect(again).toEqual(room.state);
  });

  it('says in its transcript where it was saved, taken back and restored', async () => {
    const room = await begin();
    await playOneTurn(room);
    await type(room, 'east');
    const saved = decideSave(room.state, { name: 'the lane' });
    if (!saved.ok) throw new Error('it was not saved');
    room.append(saved.value);
    await type(room, 'north');
    const [, beginning] = [...transcript(room.ledger)];
    expect(beginning).toMatchObject({ command: 'east' });
    expect(restore(room, { turn: 1 })).toBe('ok');
    expect(restore(room, { save: 'the lane' })).toBe('ok');
    await type(room, 'look');
    const entries = [...transcript(room.ledger)];
    const [start, there] = [entries[0]?.place?.name, beginning?.place?.name];
    expect(entries.map(({ command, restored, saved: name }) => command ?? restored ?? name ?? null)).toEqual([
      ...[null, 'east', 'the lane', 'north'],
      { turn: 1, save: null, file: false, undone: ['east', 'north'] },
      { turn: 2, save: 'the lane', file: false, undone: [] },
      'look',
    ]);
    expect(entries[4]).toMatchObject({ by: 'player', effect: false, place: { name: start } });
    const marks = [
      '[Saved: the lane.]',
      `[Taken back: "east", "north". The story stands at ${start} again.]`,
      `[Restored: the lane. The story stands at ${there} again.]`,
    ];
    for (const mark of marks) expect(transcriptText(room.ledger)).toContain(`\n\n${mark}\n\n`);
    expect(writeTranscript('md', { title: 'A run' }, room.ledger)).toContain('Taken back: "east"');
    expect(writeTranscript('html', { title: 'A run' }, room.ledger)).toContain('Restored: the lane.');
  });

  it('is played on by an agent once its owner says so', async () => {
    const room = await begin();
    await playOneTurn(room);
    room.append([{ kind: 'run.changed', actor: 'system', payload: { player: 'agent' } }]);
    room.append([{ kind: 'run.resumed', actor: 'system', payload: { steps: 1 } }]);
    expect(isPlayedByPerson(room.state)).toBe(false);
    await playOneTurn(room);
    expect(room.asks.length).toBeGreaterThan(0);
  });
});
