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
import { writeNote as noteEvents } from '../seats';
import { sceneAction } from './scene-room';

const params = { seat: seatId.describe('Id of the seat') };

export const SEAT_ACTIONS = [
  sceneAction({
    name: 'createSeat',
    method: 'post',
    path: '/seats',
    who: 'key',
    summary: 'Make a seat for a player or a spectator; its invitation is shown this once',
    description:
      'Send the invitation to the person, who takes the seat with it. Only its hash is kept: an answer that is repeated under an `Idempotency-Key` has null in its place.',
    body: createSeat,
    answer: { schema: newSeat, about: 'The seat and its invitation', status: 201 },
    run: ({ seats }, { body }) => seats.invite(body),
  }),
  sceneAction({
    name: 'listSeats',
    method: 'get',
    path: '/seats',
    who: 'key',
    summary: 'Seats of the scene, oldest first, those that are over too; and who is there',
    description: 'With the status of each, and whether a socket or stream of it is open.',
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
    summary: 'Give a player another persona',
    description:
      'Its sockets stay open, and are sent from then on what the new persona may know. Two seats never play one persona.',
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
    summary: 'Revoke a seat: its token, its invitation and its sockets end at once',
    description: 'It stays in the list as `revoked`. The persona is free for another seat.',
    params,
    answer: { schema: seat, about: 'The revoked seat' },
    run: ({ seats }, { params }) => seats.revoke(params.seat),
  }),
  sceneAction({
    name: 'renewSeat',
    method: 'post',
    path: '/seats/{seat}/invitation',
    who: 'key',
    summary: 'Another invitation to the same seat; accepted, it takes the place of who sits there',
    description:
      'For a person who has lost the token. The old one works until the new invitation is accepted. Notes and the persona stay with the seat.',
    params,
    body: renewSeat,
    answer: { schema: newSeat, about: 'The seat and its new invitation', status: 201 },
    run: ({ seats }, { params, body }) => seats.renew(params.seat, body),
  }),
];

export const NOTE_ACTIONS = [
  sceneAction({
    name: 'writeNote',
    method: 'post',
    path: '/notes',
    who: 'seat',
    summary: 'Keep a private note: an event that you and the owner see',
    description: 'No model and nobody else reads it. A note of an owner is for owners alone.',
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
