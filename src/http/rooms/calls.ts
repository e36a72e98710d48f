import { z } from 'zod';
import { callPage, callQuery, callRecord } from '../../api/calls';
import { callId, parseCallId } from '../../api/ids';
import type { RoomApi } from '../../room/rpc';
import { listCalls } from '../../storage/index-queries';
import { type App, answers, declareRoute, refuse, reply } from '../middleware/http';
import { callRoom, type RoomClient, runClient, sceneClient } from '../middleware/room-client';

const tags = ['calls'];

const listRoute = declareRoute(tags, 'GET /v1/calls', 'listCalls', 'Model calls, newest first', {
  query: callQuery,
  200: answers(callPage, 'A page of calls'),
});
const readRoute = declareRoute(
  tags,
  'GET /v1/calls/{id}',
  'readCall',
  'One call: prompt, raw answer, what was made of it',
  { params: z.object({ id: callId }), 200: answers(callRecord, 'The call') },
);

/** `/v1/calls`: the list comes from the index, one call from its room. */
export function mountCalls(app: App): void {
  app.openapi(listRoute, async (c) => {
    const page = await listCalls(c.env.DB, c.get('principal').tenant, c.req.valid('query'));
    return reply(c, page, 200);
  });
  app.openapi(readRoute, async (c) => {
    const { id } = c.req.valid('param');
    const ref = parseCallId(id);
    if (!ref) return refuse(c, { code: 'not_found', what: 'call', id });
    const client: RoomClient<RoomApi> = ref.room.startsWith('scn_')
      ? sceneClient(c, ref.room)
      : runClient(c, ref.room);
    return reply(c, await callRoom(client, (room) => room.readCall(ref.round, ref.n), 'safe'), 200);
  });
}
