import { describe, expect, it } from 'vitest';
import { must } from '../../test/support/must';
import {
  eventsOf,
  openScene,
  promptOf,
  type Room,
  scene,
  stateBefore,
  UNDERSTUDY,
} from '../../test/support/play-scene';
import { newScene } from '../contract/create-scene';
import { OWNER } from '../contract/events/events';
import { rollbackRound } from './actions/lines';
import { readTranscript } from './transcript/entries';
import { rollEvents } from './turns';

const roll = (room: Room, notation = '2d6+1') => {
  room.append(must(rollEvents(room.state, { notation, personaId: 'mara' })));
  const event = eventsOf(room, 'dice.rolled').at(-1);
  if (event?.kind !== 'dice.rolled') throw new Error('no roll');
  return event;
};
const transcript = (room: Room) =>
  readTranscript(room.ledger.toReversed(), room.state, OWNER).map(({ name, text }) => `${name}: ${text}`);

describe('a roll of dice', () => {
  it('is public, and a line of the next prompts that no player can write', async () => {
    const room = openScene(scene());
    const { payload, ...event } = roll(room);
    expect(event).toMatchObject({ actor: 'persona:mara', audience: ['*'], round: 0 });
    const sum = payload.dice[0] === undefined ? 0 : payload.dice.reduce((a, b) => a + b, 1);
    expect(payload).toMatchObject({ name: 'Mara', notation: '2d6+1', modifier: 1, total: sum });
    await room.hear('Did I hit?', { 'director.1': { actingCharacters: [{ id: 'ada' }] } });
    for (const step of ['director.1', 'character.1:ada'])
      expect(promptOf(room, step)).toContain(`Dice: Mara rolls 2d6+1: ${payload.total}`);
    expect(transcript(room)[0]).toMatch(/^Mara: \*rolls 2d6\+1: \d \+ \d \+ 1 = \d+\*$/);
  });

  it('differs with every event, and is the same for the same ledger', () => {
    const rolled = Array.from({ length: 2 }, () => {
      const room = openScene(scene());
      return [1, 2, 3].map(() => roll(room, '5d1000').payload.dice.join());
    });
    expect(rolled[0]).toEqual(rolled[1]);
    expect(new Set(rolled[0]).size).toBe(3);
  });

  it('is undone with the round that it follows', async () => {
    const room = openScene(scene());
    for (const text of ['One.', 'Two.']) {
      await room.hear(text, UNDERSTUDY);
      roll(room);
    }
    const rolls = () => transcript(room).filter((line) => line.includes('*rolls')).length;
    const before = room.state.summary.lines;
    expect([rolls(), before]).toEqual([2, transcript(room).length]);
    room.append(must(rollbackRound(room.state, 1, stateBefore(room))));
    expect([rolls(), room.state.summary.lines]).toEqual([1, transcript(room).length]);
  });

  it('needs a persona and an open scene, and has no place in a table game', () => {
    const { state } = openScene(scene());
    const given = { notation: 'd6', personaId: 'mara' };
    expect(rollEvents(state, { notation: 'd6' })).toMatchObject({ failure: { code: 'invalid' } });
    expect(rollEvents(state, { ...given, personaId: 'zed' })).toMatchObject({ failure: { code: 'invalid' } });
    expect(rollEvents({ ...state, status: 'finished' }, given)).toMatchObject({
      failure: { code: 'finished' },
    });
    const table = openScene(newScene.parse({ template: 'bluff' }));
    expect(rollEvents(table.state, { ...given, personaId: 'host' })).toMatchObject({
      failure: { code: 'conflict' },
    });
  });
});
