import { describe, expect, it } from 'vitest';
import { must } from '../../test/support/must';
import { openScene, promptOf, type Room, scene, stateBefore } from '../../test/support/play-scene';
import { newScene } from '../contract/create-scene';
import { type ShowHandout, showHandout } from '../contract/handouts';
import { rollbackRound } from './actions/lines';
import { handoutEvents, readHandout } from './handouts';

const CANARY = 'vermilion periscope';
const show = (room: Room, body: Partial<ShowHandout>) => {
  const [event] = room.append(
    must(handoutEvents(room.state, showHandout.parse({ title: 'A map', text: CANARY, ...body }))),
  );
  if (event?.kind !== 'handout.shown') throw new Error('no handout');
  return event;
};
const play = async (room: Room) => {
  await room.hear(
    { text: 'What is this?', to: ['ada', 'bo'] },
    { 'director.1': { actingCharacters: [{ id: 'ada' }, { id: 'bo' }] } },
  );
  return ['director.1', 'character.1:ada'].map((step) => promptOf(room, step));
};

describe('a handout', () => {
  it('is in no prompt, unless the cast knows it', async () => {
    const room = openScene(scene());
    for (const to of [undefined, ['mara']]) show(room, { to });
    await play(room);
    for (const { ask } of room.asks) expect(JSON.stringify(ask.messages)).not.toContain(CANARY);

    show(room, { to: ['mara'], knownToCast: true });
    for (const prompt of await play(room)) {
      expect(prompt).toContain(CANARY);
      expect(prompt).toContain('Handout: A map');
    }
  });

  it('is visible to the chosen personas and the owner only', () => {
    const room = openScene(scene());
    const event = show(room, { to: ['mara'], knownToCast: true });
    const viewers = [
      { owner: true, ids: [] },
      { owner: false, ids: ['persona:mara'] },
    ];
    for (const viewer of viewers)
      expect(readHandout(event, viewer, event.seq)).toMatchObject({ ok: true, value: { text: CANARY } });
    for (const ids of [['persona:jo'], ['seat_000000000000'], []])
      expect(readHandout(event, { owner: false, ids }, event.seq)).toMatchObject({
        failure: { code: 'not_found' },
      });
    expect(show(room, {}).audience).toEqual(['*']);
  });

  it('is undone with the round that it follows', async () => {
    const room = openScene(scene());
    await play(room);
    await play(room);
    show(room, { knownToCast: true });
    room.append(must(rollbackRound(room.state, 1, stateBefore(room))));
    for (const prompt of await play(room)) expect(prompt).not.toContain(CANARY);
  });

  it('needs known personas, and has no place in a table game', () => {
    const body = showHandout.parse({ title: 'A map', to: ['mara', 'zed'] });
    expect(handoutEvents(openScene(scene()).state, body)).toMatchObject({
      failure: { code: 'invalid', errors: [{ pointer: '/to/1' }] },
    });
    const table = openScene(newScene.parse({ template: 'bluff' }));
    expect(handoutEvents(table.state, showHandout.parse({ title: 'A map' }))).toMatchObject({
      failure: { code: 'conflict' },
    });
  });
});
