import { createRoute } from '@hono/zod-openapi';
import {
  acceptSeat,
  changeSeat,
  createSeat,
  newSeat,
  noteWritten,
  renewSeat,
  seat,
  seatAccepted,
  seatId,
  seatPage,
  writeNote,
} from '../../api/seats';
import { viewerOf } from '../auth/authenticate';
import { parseInvitation } from '../auth/seats';
import {
  type App,
  answers,
  idempotencyHeader,
  jsonBody,
  problemAnswer,
  refuse,
  reply,
  sceneParams,
} from '../middleware/http';
import { ask, reachScene, reachSceneOf, submit } from '../middleware/remote';

const tags = ['seats'];
const seatParams = sceneParams.extend({ seat: seatId });

const creation = createRoute({
  method: 'post',
  path: '/v1/scenes/{id}/seats',
  operationId: 'createSeat',
  summary: 'Make a seat for a player or a spectator; its invitation is shown this once',
  tags,
  request: { params: sceneParams, headers: idempotencyHeader, body: jsonBody(createSeat) },
  responses: { 201: answers(newSeat, 'The seat and its invitation'), default: problemAnswer },
});
const listRoute = createRoute({
  method: 'get',
  path: '/v1/scenes/{id}/seats',
  operationId: 'listSeats',
  summary: 'Seats of the scene, oldest first, those that are over too; and who is there',
  tags,
  request: { params: sceneParams },
  responses: { 200: answers(seatPage, 'The seats'), default: problemAnswer },
});
const changeRoute = createRoute({
  method: 'patch',
  path: '/v1/scenes/{id}/seats/{seat}',
  operationId: 'changeSeat',
  summary: 'Give a player another persona',
  tags,
  request: { params: seatParams, body: jsonBody(changeSeat) },
  responses: { 200: answers(seat, 'The changed seat'), default: problemAnswer },
});
const revokeRoute = createRoute({
  method: 'delete',
  path: '/v1/scenes/{id}/seats/{seat}',
  operationId: 'revokeSeat',
  summary: 'Revoke a seat: its token, its invitation and its sockets end at once',
  tags,
  request: { params: seatParams },
  responses: { 200: answers(seat, 'The revoked seat'), default: problemAnswer },
});
const renewRoute = createRoute({
  method: 'post',
  path: '/v1/scenes/{id}/seats/{seat}/invitation',
  operationId: 'renewSeat',
  summary: 'Another invitation to the same seat; accepted, it takes the place of who sits there',
  tags,
  request: { params: seatParams, headers: idempotencyHeader, body: jsonBody(renewSeat) },
  responses: { 201: answers(newSeat, 'The seat and its new invitation'), default: problemAnswer },
});
const acceptRoute = createRoute({
  method: 'post',
  path: '/v1/seats/accept',
  operationId: 'acceptSeat',
  summary: 'Take a seat with an invitation, once; the answer holds its token',
  tags,
  request: { headers: idempotencyHeader, body: jsonBody(acceptSeat) },
  responses: { 201: answers(seatAccepted, 'The seat and its token'), default: problemAnswer },
});
const noteRoute = createRoute({
  method: 'post',
  path: '/v1/scenes/{id}/notes',
  operationId: 'writeNote',
  summary: 'Keep a private note: an event that you and the owner see',
  tags,
  request: { params: sceneParams, headers: idempotencyHeader, body: jsonBody(writeNote) },
  responses: { 201: answers(noteWritten, 'The note'), default: problemAnswer },
});

/** Seats of scenes, invitations to them, and what people on them note. */
export function mountSeats(app: App): void {
  app.openapi(creation, async (c) => {
    const body = c.req.valid('json');
    const door = reachScene(c, c.req.valid('param').id);
    return reply(c, await submit(c, door, (room, receipt) => room.createSeat(body, receipt)), 201);
  });
  app.openapi(listRoute, async (c) => {
    const seats = await ask(reachScene(c, c.req.valid('param').id), (room) => room.listSeats(), 'safe');
    return seats.ok ? c.json({ items: seats.value, next: null }, 200) : refuse(c, seats.failure);
  });
  app.openapi(changeRoute, async (c) => {
    const { id, seat: which } = c.req.valid('param');
    const body = c.req.valid('json');
    return reply(c, await ask(reachScene(c, id), (room) => room.changeSeat(which, body), 'safe'), 200);
  });
  app.openapi(revokeRoute, async (c) => {
    const { id, seat: which } = c.req.valid('param');
    return reply(c, await ask(reachScene(c, id), (room) => room.revokeSeat(which), 'safe'), 200);
  });
  app.openapi(renewRoute, async (c) => {
    const { id, seat: which } = c.req.valid('param');
    const body = c.req.valid('json');
    const door = reachScene(c, id);
    return reply(c, await submit(c, door, (room, receipt) => room.renewSeat(which, body, receipt)), 201);
  });
  app.openapi(acceptRoute, async (c) => {
    const body = c.req.valid('json');
    const place = parseInvitation(body.invitation);
    if (!place) {
      const errors = [{ pointer: '/invitation', message: 'is no invitation; copy it whole' }];
      return refuse(c, { code: 'invalid', errors });
    }
    const door = reachSceneOf(c.env, place.tenant, place.scene);
    return reply(c, await submit(c, door, (room, receipt) => room.acceptSeat(body, receipt)), 201);
  });
  app.openapi(noteRoute, async (c) => {
    const body = c.req.valid('json');
    const viewer = viewerOf(c.get('principal'));
    const door = reachScene(c, c.req.valid('param').id);
    return reply(c, await submit(c, door, (room, receipt) => room.note(body, receipt, viewer)), 201);
  });
}
