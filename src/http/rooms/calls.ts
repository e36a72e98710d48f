import { z } from 'zod';
import { cutPrompt } from '../../base/prompt-parts';
import { type CountTokens, loadTokenizer } from '../../base/tokens';
import {
  type CallDetails,
  callDetails,
  callPage,
  callQuery,
  type Message,
  type PromptPartSize,
} from '../../contract/calls';
import { callId, parseCallId } from '../../contract/ids';
import { fail, ok, type Result } from '../../contract/problems';
import { listCalls } from '../../storage/index-queries';
import { searchCalls } from '../../storage/search-calls';
import { type App, answers, routeApp } from '../middleware/http';
import { callRoom, roomClient } from '../middleware/room-client';

/** `/v1/calls`: lists come from the index, single calls from their room. */
export function mountCalls(app: App): void {
  const route = routeApp(app, 'calls', { who: 'key', scopes: ['read', 'experiments', 'room'] });
  route(
    'GET /v1/calls',
    'listCalls',
    'List model calls',
    {
      room: ({ query }) => query('room'),
      description:
        'Newest first, without prompts and answers. The list may be a few moments old; deleting a room deletes its calls.',
      query: callQuery,
      200: answers(callPage, 'A page of calls'),
    },
    (c, { query }) => {
      const { tenant } = c.get('principal');
      if (query.inside === undefined) return listCalls(c.get('db'), tenant, query);
      return searchCalls({ db: c.get('db'), bucket: c.env.BUCKET }, tenant, query);
    },
  );
  route(
    'GET /v1/calls/{id}',
    'readCall',
    'Get a model call',
    {
      room: ({ path }) => path.split('/')[3]?.split('.')[0],
      description:
        'Includes the prompt, the raw answer and how it was interpreted. `parts` has the number of tokens of each part of the prompt.',
      params: z.object({ id: callId.describe('Id of the call') }),
      200: answers(callDetails, 'The call'),
    },
    async (c, { params: { id } }): Promise<Result<CallDetails>> => {
      const ref = parseCallId(id);
      if (!ref) return fail({ code: 'not_found', what: 'call', id });
      const call = await callRoom(roomClient(c, ref.room), (room) => room.readCall(ref.round, ref.n), 'safe');
      if (!call.ok) return call;
      return ok({ ...call.value, parts: sizeParts(call.value.messages, await loadTokenizer()) });
    },
  );
}

/** Counts the tokens of each part of a prompt. */
function sizeParts(messages: readonly Message[], count: CountTokens): PromptPartSize[] {
  const sizeText = (message: number, text: string): PromptPartSize[] =>
    cutPrompt(text).map(({ title, body }) => ({
      ...{ message, title },
      tokens: count(title === '' ? body : `# ${title}\n${body}`),
    }));
  return messages.flatMap(({ content }, at) =>
    typeof content === 'string'
      ? sizeText(at, content)
      : content.flatMap((part) => (part.type === 'text' ? sizeText(at, part.text) : [])),
  );
}
