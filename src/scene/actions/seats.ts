import { z } from 'zod';
import { digits } from '../../contract/digits';
import { handout, showHandout } from '../../contract/handouts';
import { ok } from '../../contract/problems';
import {
  changeSeat,
  createSeat,
  newSeat,
  noteWritten,
  renewSeat,
  seat,
  seatId,
  seatPage,
  writeNote,
} from '../../contract/seats';
import { handoutEvents, readHandout } from '../handouts';
import { writeNote as noteEvents } from '../seats';
import { sceneAction } from './scene-room';

const params = { seat: seatId.describe('Id of the seat') };

export const SEAT_ACTIONS = [
  sceneAction({
    name: 'createSeat',
    method: 'post',
    path: '/seats',
    who: 'key',
    summary: 'Create a seat',
    description:
      'Creates a seat for a player or spectator. Send the invitation, which is shown only once, to the person, who accepts it to take the seat. We store only its hash: repeating the request with the same `Idempotency-Key` returns null instead.',
    body: createSeat,
    answer: { schema: newSeat, about: 'The seat and its invitation', status: 201 },
    run: ({ seats }, { body }) => seats.invite(body),
  }),
  sceneAction({
    name: 'listSeats',
    method: 'get',
    path: '/seats',
    who: 'key',
    summary: 'List seats',
    description:
      'Returns all seats of the scene, oldest first, including expired and revoked ones, and whether their holders are present.',
    answer: { schema: seatPage, about: 'The seats' },
    run: ({ seats }) => {
      const items = seats.list();
      return items.ok ? ok({ items: items.value, next: null }) : items;
    },
  }),
  sceneAction({
    name: 'changeSeat',
    method: 'patch',
    path: '/seats/{seat}',
    who: 'key',
    summary: 'Assign a persona to a seat',
    description:
      'Its sockets stay open, and from now on receive the view of the new persona. Only one seat can play a persona.',
    params,
    body: changeSeat,
    answer: { schema: seat, about: 'The changed seat' },
    run: ({ seats }, { params, body }) => seats.change(params.seat, body),
  }),
  sceneAction({
    name: 'revokeSeat',
    method: 'delete',
    path: '/seats/{seat}',
    who: 'key',
    summary: 'Revoke a seat',
    description:
      'Its token and invitation become invalid, and its sockets close immediately. The seat stays in the list as `revoked`, and its persona is available for another seat.',
    params,
    answer: { schema: seat, about: 'The revoked seat' },
    run: ({ seats }, { params }) => seats.revoke(params.seat),
  }),
  sceneAction({
    name: 'renewSeat',
    method: 'post',
    path: '/seats/{seat}/invitation',
    who: 'key',
    summary: 'Create another invitation to a seat',
    description:
      'For a person who has lost their token. Accepting the new invitation invalidates the old token. Persona and notes stay with the seat.',
    params,
    body: renewSeat,
    answer: { schema: newSeat, about: 'The seat and its new invitation', status: 201 },
    run: ({ seats }, { params, body }) => seats.renew(params.seat, body),
  }),
];

const HANDOUT = { seq: digits(z.int().positive()).describe('Seq of the handout') };

export const HANDOUT_ACTIONS = [
  sceneAction({
    name: 'showHandout',
    method: 'post',
    path: '/handouts',
    who: 'key',
    summary: 'Show a handout',
    description:
      'Shows a text or a picture to everyone or to the players of some personas. Only they and the owner receive the event `handout.shown`. Prompts contain it only with `knownToCast`.',
    body: showHandout,
    answer: { schema: handout, about: 'The handout', status: 201 },
    run: (room, { body }) =>
      room.accept(
        (state) => handoutEvents(state, body),
        (_, [event]) => {
          if (event?.kind !== 'handout.shown') throw new Error('no handout was shown');
          return { seq: event.seq, ...event.payload };
        },
      ),
  }),
  sceneAction({
    name: 'readHandout',
    method: 'get',
    path: '/handouts/{seq}',
    who: 'seat',
    summary: 'Get a handout',
    description: 'Returns 404 for a handout that was not shown to you.',
    params: HANDOUT,
    answer: { schema: handout, about: 'The handout' },
    run: ({ ledger, viewer }, { params: { seq } }) => readHandout(ledger.page(seq - 1, 1)[0], viewer, seq),
  }),
];

export const NOTE_ACTIONS = [
  sceneAction({
    name: 'writeNote',
    method: 'post',
    path: '/notes',
    who: 'seat',
    summary: 'Write a private note',
    description:
      'Visible only to you and the owner, never to models. Notes of an owner are visible only to owners.',
    body: writeNote,
    answer: { schema: noteWritten, about: 'The note', status: 201 },
    run: (room, { body: { text } }) =>
      room.accept(
        (state) => {
          const note = noteEvents(state, room.seat, text);
          const may = note.ok ? room.countWritten({ text }) : note;
          return may.ok ? note : may;
        },
        (_, [event]) => ({ seq: event?.seq ?? 0, text }),
      ),
  }),
];
