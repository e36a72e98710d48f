import { z } from 'zod';
import { callPage, callQuery, callRecord } from '../../api/calls';
import { callId, parseCallId } from '../../api/ids';
import { fail } from '../../api/problems';
import { listCalls } from '../../storage/index-queries';
import { type App, answers, routesOf } from '../middleware/http';
import { callRoom, roomClient } from '../middleware/room-client';

/** `/v1/calls`: the list comes from the index, one call from its room. */
export function mountCalls(app: App): void {
  const route = routesOf(app, 'calls');
  route(
    'GET /v1/calls',
    'listCalls',
    'Model calls, newest first',
    { query: callQuery, 200: answers(callPage, 'A page of calls') },
    (c, { query }) => listCalls(c.env.DB, c.get('principal').tenant, query),
  );
  route(
    'GET /v1/calls/{id}',
    'readCall',
    'One call: prompt, raw answer, what was made of it',
    { params: z.object({ id: callId }), 200: answers(callRecord, 'The call') },
    (c, { params: { id } }) => {
      const ref = parseCallId(id);
      if (!ref) return fail({ code: 'not_found', what: 'call', id });
      return callRoom(roomClient(c, ref.room), (room) => room.readCall(ref.round, ref.n), 'safe');
    },
  );
}
