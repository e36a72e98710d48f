import { acceptSeat, seatAccepted } from '../../api/seats';
import { parseInvitation } from '../auth/seats';
import { type App, answers, declareRoute, idempotencyHeader, refuse, reply } from '../middleware/http';
import { mutateRoom, sceneClientOf } from '../middleware/room-client';

const tags = ['seats'];

const acceptRoute = declareRoute(
  tags,
  'POST /v1/seats/accept',
  'acceptSeat',
  'Take a seat with an invitation, once; the answer holds its token',
  { headers: idempotencyHeader, json: acceptSeat, 201: answers(seatAccepted, 'The seat and its token') },
);

/** `/v1/seats/accept`: the invitation names its scene. */
export function mountAcceptSeat(app: App): void {
  app.openapi(acceptRoute, async (c) => {
    const body = c.req.valid('json');
    const place = parseInvitation(body.invitation);
    if (!place) {
      const errors = [{ pointer: '/invitation', message: 'is no invitation; copy it whole' }];
      return refuse(c, { code: 'invalid', errors });
    }
    const client = sceneClientOf(c.env, place.tenant, place.scene);
    return reply(c, await mutateRoom(c, client, (room, receipt) => room.acceptSeat(body, receipt)), 201);
  });
}
