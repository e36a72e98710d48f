import { describe, expect, it } from 'vitest';
import { eventWith, fieldsOf } from '../../test/support/loose-events';
import { must } from '../../test/support/must';
import { openScene } from '../../test/support/play-scene';
import { SHARES } from '../base/limits';
import { canSee, redactEvent } from '../room/visibility';
import {
  acceptSeat,
  inviteSeat,
  join,
  recastSeat,
  renewInvitation,
  revokeSeat,
  seatTurn,
  seatView,
  seatViewer,
  writeNote,
} from '../scene/seats';
import type { SeatNote } from '../scene/state';
import { sceneSeen, sceneView } from '../scene/views';
import { NO_HIDDEN_LINES } from './events/fold/hidden-lines';
import { createSeat } from './seats';

const HOUR = 3600 * 1000;
const ID = 'seat_000000000001';
const OTHER = 'seat_000000000002';

/** A scene and its seats; `now` is in milliseconds. */
function openDesk() {
  const room = openScene();
  const invite = (id: string, body: object, now = 0) =>
    inviteSeat(room.state, createSeat.parse({ role: 'player', ...body }), id, now);
  return {
    room,
    invite,
    make: (id: string, body: object, now = 0) => room.append(must(invite(id, body, now))),
    take: (id: string, now = 1) => room.append(must(acceptSeat(room.state, id, 'Frieda', now)).drafts),
    status: (id: string, now: number) => seatView(seatIn(room, id), now).status,
  };
}
function seatIn({ state }: ReturnType<typeof openScene>, id: string) {
  const seat = state.seats[id];
  if (!seat) throw new Error('no such seat');
  return seat;
}

it('is known to everyone while somebody is there, by name, role and persona alone', () => {
  const { room, make, take } = openDesk();
  make(ID, { persona: 'mara', label: 'the neighbour' });
  take(ID);
  expect(sceneView(room.state).people).toEqual([]);
  room.append([join(room.state, seatIn(room, ID))]);
  const there = [{ id: ID, role: 'player', persona: 'mara', name: 'Frieda' }];
  expect(sceneView(room.state).people).toEqual(there);
  expect(sceneSeen(room.state, seatIn(room, ID)).people).toEqual(there);
  room.append(must(revokeSeat(room.state, ID, 4)));
  expect(sceneView(room.state).people).toEqual([]);
});

describe('notes', () => {
  const sit = () => {
    const desk = openDesk();
    desk.make(ID, { persona: 'mara' });
    desk.take(ID);
    const write = (seat: string | null, text: string, more: { noted?: Record<string, SeatNote> } = {}) =>
      writeNote({ ...desk.room.state, ...more }, seat === null ? null : seatIn(desk.room, seat), text);
    return { ...desk, write };
  };

  it('are counted for each seat, and not for owners', () => {
    const { room, write } = sit();
    for (const seat of [ID, null, ID]) room.append(must(write(seat, 'Hm.')));
    expect(room.state.noted).toEqual({ [ID]: { count: 2, characters: 6 } });
  });

  it.each([
    { count: SHARES.notes.count, characters: 0 },
    { count: 1, characters: SHARES.notes.characters - 2 },
  ])('of a seat are refused when it keeps $count of $characters characters', (noted) => {
    const { write } = sit();
    const refused = write(ID, 'Hm.', { noted: { [ID]: noted } });
    expect(refused).toMatchObject({ failure: { code: 'conflict' } });
    expect(JSON.stringify(refused)).toContain(`the limit is ${SHARES.notes.count} notes`);
    expect(write(null, 'Hm.')).toMatchObject({ ok: true });
  });
});

describe('a seat', () => {
  it('is invited, taken once, and revoked', () => {
    const { room, make, take, status } = openDesk();
    make(ID, { persona: 'mara' });
    expect(status(ID, 1)).toBe('invited');
    take(ID);
    expect(status(ID, 2)).toBe('taken');
    expect(acceptSeat(room.state, ID, 'Another', 3)).toMatchObject({ failure: { code: 'conflict' } });
    room.append(must(revokeSeat(room.state, ID, 4)));
    expect(status(ID, 5)).toBe('revoked');
    expect(acceptSeat(room.state, ID, 'Another', 6)).toMatchObject({ failure: { code: 'unauthenticated' } });
    expect(must(revokeSeat(room.state, ID, 7))).toEqual([]);
  });

  it('is not taken with an invitation that is too old, until there is a new one', () => {
    const { room, make, take, status } = openDesk();
    make(ID, { invitationHours: 1 });
    expect(acceptSeat(room.state, ID, 'Late', HOUR)).toMatchObject({ failure: { code: 'unauthenticated' } });
    expect(status(ID, HOUR)).toBe('invitation_expired');
    room.append(must(renewInvitation(room.state, ID, 1, HOUR)));
    take(ID, HOUR + 1);
    expect(status(ID, HOUR + 2)).toBe('taken');
  });

  it('ends when its time is over, and frees its persona', () => {
    const { room, make, take, status, invite } = openDesk();
    make(ID, { persona: 'mara', seatHours: 1 });
    take(ID);
    expect(invite(OTHER, { persona: 'mara' }, 2)).toMatchObject({ failure: { code: 'conflict' } });
    expect(status(ID, HOUR)).toBe('ended');
    expect(must(invite(OTHER, { persona: 'mara' }, HOUR))).toHaveLength(1);
    expect(recastSeat(room.state, ID, 'jo', HOUR)).toMatchObject({ failure: { code: 'conflict' } });
  });

  it('changes hands with a second invitation', () => {
    const { room, make, take } = openDesk();
    make(ID, { persona: 'mara' });
    take(ID);
    room.append([join(room.state, seatIn(room, ID))]);
    room.append(must(renewInvitation(room.state, ID, 1, 2)));
    const { drafts } = must(acceptSeat(room.state, ID, 'Greta', 3));
    expect(drafts.map(({ kind }) => kind)).toEqual(['player.left', 'seat.changed']);
    room.append(drafts);
    expect(seatIn(room, ID)).toMatchObject({ name: 'Greta', present: false });
  });

  it.each([
    [{ role: 'spectator', persona: 'mara' }, 'invalid'],
    [{ persona: 'nobody' }, 'invalid'],
  ])('is not made of %j', (body, code) =>
    expect(openDesk().invite(ID, body)).toMatchObject({ ok: false, failure: { code } }),
  );

  it('speaks as its persona alone, and a spectator not at all', () => {
    const { room, make, take } = openDesk();
    make(ID, { persona: 'mara' });
    take(ID);
    const seat = seatIn(room, ID);
    const say = { type: 'user' as const, text: 'x', to: [] };
    expect(seatTurn(seat, say)).toEqual({ ok: true, value: { ...say, personaId: 'mara' } });
    const forbidden = (fix: string) => ({
      ok: false,
      failure: { code: 'forbidden', fix: expect.stringContaining(fix) },
    });
    expect(seatTurn(seat, { ...say, personaId: 'jo' })).toMatchObject(forbidden('Remove "personaId"'));
    expect(seatTurn(seat, { type: 'narration' })).toMatchObject(forbidden('Ask the owner of the scene'));
    expect(seatTurn({ ...seat, persona: null }, say)).toMatchObject(forbidden('for a persona'));
    expect(seatTurn({ ...seat, role: 'spectator' }, say)).toMatchObject(forbidden('a player seat'));
  });

  it('knows what its persona knows now', () => {
    const { room, make, take } = openDesk();
    make(ID, { persona: 'mara' });
    take(ID);
    const before = seatViewer(seatIn(room, ID));
    room.append(must(recastSeat(room.state, ID, 'jo', 2)));
    const after = seatViewer(seatIn(room, ID));
    const sees = (audience: string[]) => [canSee(audience, before), canSee(audience, after)];
    expect(sees(['persona:mara'])).toEqual([true, false]);
    expect(sees(['persona:jo', 'character:ada'])).toEqual([false, true]);
    expect(sees([ID])).toEqual([true, true]);
    expect(sees(['owner'])).toEqual([false, false]);
  });

  it('is not there in a fork', () => {
    const { room, make } = openDesk();
    make(ID, {});
    room.append([
      { kind: 'scene.changed', actor: 'system', payload: { forkedFrom: { scene: 'scn_1', round: 0 } } },
    ]);
    expect(room.state.seats).toEqual({});
  });

  it('reads the scene without what is the owner’s', () => {
    const { room, make, take } = openDesk();
    make(ID, { persona: 'mara' });
    take(ID);
    const seen = JSON.stringify(sceneSeen(room.state, seatIn(room, ID)));
    for (const hidden of ['G-ADA', 'P-ADA', 'V-ADA', 'notes', 'settings', 'profiles', 'model'])
      expect(seen).not.toContain(hidden);
  });
});

describe('a failed round', () => {
  it('says why to its owner alone', () => {
    const event = eventWith({
      ...{ seq: 1, at: '', kind: 'round.failed' as const, actor: 'system', audience: ['*'] },
      payload: { retry: 'resume', failure: { code: 'model_failed', detail: 'the model gpt-x said no' } },
    });
    expect(redactEvent(event, { owner: true, ids: [] }, NO_HIDDEN_LINES)).toEqual(event);
    const shown = redactEvent(event, { owner: false, ids: [] }, NO_HIDDEN_LINES);
    expect(shown).toMatchObject({ kind: 'round.failed', payload: { failure: { code: 'model_failed' } } });
    expect(JSON.stringify(shown)).not.toContain('gpt-x');
  });

  it('says to everyone that the model was out of reach, and no more than that', () => {
    const failure = {
      code: 'model_unreachable',
      detail: 'http://10.0.0.7 refused sk-secret',
      fix: 'mend it',
    };
    const event = eventWith({
      ...{ seq: 1, at: '', kind: 'round.failed' as const, actor: 'system', audience: ['*'] },
      payload: { retry: 'resume', failure: { ...failure, purpose: 'Ada speaks' } },
    });
    const shown = redactEvent(event, { owner: false, ids: [] }, NO_HIDDEN_LINES);
    expect(fieldsOf(shown?.payload).failure).toEqual({
      code: 'model_unreachable',
      purpose: 'play the round',
      detail: 'the model did not answer',
      fix: 'The owner of the scene can see the reason and retry it.',
    });
  });
});
