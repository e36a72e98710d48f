import { fail } from '../../api/problems';
import { acceptSeat, seatAccepted } from '../../api/seats';
import { parseInvitation } from '../auth/seats';
import { type App, answers, idempotencyHeader, routesOf } from '../middleware/http';
import { mutateRoom, sceneClientOf } from '../middleware/room-client';

/** `/v1/seats/accept`: the invitation names its scene. */
export function mountAcceptSeat(app: App): void {
  routesOf(app, 'seats')(
    'POST /v1/seats/accept',
    'acceptSeat',
    'Take a seat with an invitation, once; the answer holds its token',
    { headers: idempotencyHeader, json: acceptSeat, 201: answers(seatAccepted, 'The seat and its token') },
    (c, { json }) => {
      const place = parseInvitation(json.invitation);
      if (!place) {
        const errors = [{ pointer: '/invitation', message: 'is no invitation; copy it whole' }];
        return fail({ code: 'invalid', errors });
      }
      const client = sceneClientOf(c.env, place.tenant, place.scene);
      return mutateRoom(c, client, (room, receipt) => room.acceptSeat(json, receipt));
    },
  );
}
