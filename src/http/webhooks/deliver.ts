import { z } from 'zod';
import { deliveryAnswer, hookId, MAX_DELIVERY } from '../../api/hooks';
import { fail } from '../../api/problems';
import { DELIVERY_HEADERS } from '../../api/webhook-messages';
import { type App, type AppContext, answers, routesOf } from '../middleware/http';
import { callRoom, hookReceiverClient } from '../middleware/room-client';

/** The headers that carry signatures; a hook gets no others of a stranger's request. */
const HEADERS = ['content-type', ...new Set(Object.values(DELIVERY_HEADERS).flatMap(Object.keys))];
/** Longest header that is handed on; a longer one counts as missing. */
const MAX_HEADER = 2_000;

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** `POST /v1/hooks/{id}/deliver`: the one address without a key. The hook itself looks at the signature. */
export function mountDeliver(app: App): void {
  routesOf(app, 'hooks')(
    'POST /v1/hooks/{id}/deliver',
    'deliverToHook',
    'A delivery: signed as the hook wants it; it becomes a turn once, however often it comes',
    {
      params: z.object({ id: hookId }),
      200: answers(
        deliveryAnswer,
        'It has come before and is answered alike; or a greeting; or Slack or Discord',
      ),
      202: answers(deliveryAnswer, 'The turn is placed'),
    },
    async (c, { params: { id } }) => {
      const type = c.req.header('Content-Type') ?? '';
      // Only Slack sends forms; a hook of another kind finds no JSON in one.
      if (!JSON_TYPE.test(type) && !(FORM_TYPE.test(type) && c.req.header('X-Slack-Signature')))
        return fail({ code: 'unsupported_media', got: type || 'none', want: 'application/json' });
      const bytes = await c.req.arrayBuffer();
      if (bytes.byteLength > MAX_DELIVERY)
        return fail({ code: 'too_large', what: 'delivery', limit: MAX_DELIVERY });
      // What is no UTF-8 is changed by reading it, and so fits no signature any more.
      const delivery = { headers: pickHeaders(c), body: new TextDecoder().decode(bytes) };
      // A delivery without an id of its own must not be placed twice.
      const answer = await callRoom(hookReceiverClient(c.env, id), (hook) => hook.deliver(delivery), 'once');
      return answer.ok ? c.json(answer.value.body, answer.value.status) : answer;
    },
  );
}

function pickHeaders(c: AppContext): Record<string, string> {
  const headers = HEADERS.flatMap((name) => {
    const value = c.req.header(name);
    return value !== undefined && value.length <= MAX_HEADER ? [[name, value]] : [];
  });
  return Object.fromEntries(headers);
}
