import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { viewerOf } from '../auth/authenticate';
import { parseInvitation } from '../auth/seats';
import { sceneId } from '../contract/ids';
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
} from '../contract/seats';
import { type App, answers, idempotencyHeader, jsonBody, makeReceipt, problemAnswer, refuse } from './http';
import { ask, reachScene, reachSceneOf } from './remote';

const tags = ['seats'];
const params = z.object({ id: sceneId });
const seatParams = z.object({ id: sceneId, seat: seatId });

const creation = createRoute({
  method: 'post',
  path: '/v1/scenes/{id}/seats',
  operationId: 'createSeat',
  summary: 'Make a seat for a player or a spectator; its invitation is shown this once',
  tags,
  request: { params, headers: idempotencyHeader, body: jsonBody(createSeat) },
  responses: { 201: answers(newSeat, 'The seat and its invitation'), default: problemAnswer },
});
const listRoute = createRoute({
  method: 'get',
  path: '/v1/scenes/{id}/seats',
  operationId: 'listSeats',
  summary: 'Seats of the scene, oldest first, those that are over too; and who is there',
  tags,
  request: { params },
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
  request: { params, headers: idempotencyHeader, body: jsonBody(writeNote) },
  responses: { 201: answers(noteWritten, 'The note'), default: problemAnswer },
});

/** Seats of scenes, invitations to them, and what people on them note. */
export function mountSeats(app: App): void {
  app.openapi(creation, async (c) => {
    const body = c.req.valid('json');
    const receipt = await makeReceipt(c);
    const door = reachScene(c, c.req.valid('param').id);
    const made = await ask(door, (room) => room.createSeat(body, receipt), receipt ? 'safe' : 'once');
    return made.ok ? c.json(made.value, 201) : refuse(c, made.failure);
  });
  app.openapi(listRoute, async (c) => {
    const seats = await ask(reachScene(c, c.req.valid('param').id), (room) => room.listSeats(), 'safe');
    return seats.ok ? c.json({ items: seats.value, next: null }, 200) : refuse(c, seats.failure);
  });
  app.openapi(changeRoute, async (c) => {
    const { id, seat: which } = c.req.valid('param');
    const body = c.req.valid('json');
    const changed = await ask(reachScene(c, id), (room) => room.changeSeat(which, body), 'safe');
    return changed.ok ? c.json(changed.value, 200) : refuse(c, changed.failure);
  });
  app.openapi(revokeRoute, async (c) => {
    const { id, seat: which } = c.req.valid('param');
    const revoked = await ask(reachScene(c, id), (room) => room.revokeSeat(which), 'safe');
    return revoked.ok ? c.json(revoked.value, 200) : refuse(c, revoked.failure);
  });
  app.openapi(renewRoute, async (c) => {
    const { id, seat: which } = c.req.valid('param');
    const body = c.req.valid('json');
    const receipt = await makeReceipt(c);
    const door = reachScene(c, id);
    const made = await ask(door, (room) => room.renewSeat(which, body, receipt), receipt ? 'safe' : 'once');
    return made.ok ? c.json(made.value, 201) : refuse(c, made.failure);
  });
  app.openapi(acceptRoute, async (c) => {
    const body = c.req.valid('json');
    const place = parseInvitation(body.invitation);
    if (!place) {
      const errors = [{ pointer: '/invitation', message: 'is no invitation; copy it whole' }];
      return refuse(c, { code: 'invalid', errors });
    }
    const receipt = await makeReceipt(c);
    const door = reachSceneOf(c.env, place.tenant, place.scene);
    const taken = await ask(door, (room) => room.acceptSeat(body, receipt), receipt ? 'safe' : 'once');
    return taken.ok ? c.json(taken.value, 201) : refuse(c, taken.failure);
  });
  app.openapi(noteRoute, async (c) => {
    const body = c.req.valid('json');
    const receipt = await makeReceipt(c);
    const viewer = viewerOf(c.get('principal'));
    const door = reachScene(c, c.req.valid('param').id);
    const kept = await ask(door, (room) => room.note(body, receipt, viewer), receipt ? 'safe' : 'once');
    return kept.ok ? c.json(kept.value, 201) : refuse(c, kept.failure);
  });
}
