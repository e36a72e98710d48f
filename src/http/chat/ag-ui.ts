import { z } from 'zod';
import { toProblem } from '../../contract/to-problem';
import { MAX_BODY } from '../middleware/body';
import { type App, routeApp, sceneParams } from '../middleware/http';
import { followTurn, openChat, startTurn, streamReply } from './turn';
import { chatMessage, formatLine } from './wish';

const runInput = z
  .looseObject({
    threadId: z.string(),
    runId: z.string(),
    messages: z.array(chatMessage).min(1).describe('Only the end of the conversation counts'),
  })
  .meta({ id: 'AgUiRun', description: "AG-UI's `RunAgentInput`. Tools, context and state are ignored" });

/** `/v1/scenes/{id}/ag-ui`: a scene as an agent of the protocol AG-UI 1.0 (docs.ag-ui.com), with the token of a seat. */
export function mountAgUi(app: App): void {
  routeApp(app, 'chat', { who: 'player', scopes: ['room'] })(
    'POST /v1/scenes/{id}/ag-ui',
    'runAgUi',
    'Take a turn as an AG-UI run',
    {
      description:
        'Streams the events of AG-UI: one text message per line that the seat hears, with the speaker in `name` and as `Name: …` in the text. The messages are read as by `…/openai/chat/completions`.',
      params: sceneParams,
      json: runInput,
      maxBody: 2 * MAX_BODY,
      200: {
        description: 'Server-sent events from `RUN_STARTED` to `RUN_FINISHED` or `RUN_ERROR`',
        content: { 'text/event-stream': { schema: z.string() } },
      },
    },
    async (c, { params: { id }, json: { threadId, runId, messages } }) => {
      const seat = await openChat(c, id);
      if (!seat.ok) return seat;
      const turn = await startTurn(seat.value, messages);
      if (!turn.ok) return turn;
      return streamReply(seat.value, async (send, reader) => {
        send({ type: 'RUN_STARTED', threadId, runId });
        const end = await followTurn(seat.value, turn.value, reader, (line) => {
          const messageId = `${id}-${line.seq}`;
          send({ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant', name: line.name });
          send({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta: formatLine(line) });
          send({ type: 'TEXT_MESSAGE_END', messageId });
        });
        const isOver = end.ok && end.value.isOver;
        const problem = isOver ? null : toProblem(end.ok ? TOOK_TOO_LONG : end.failure);
        if (problem === null) send({ type: 'RUN_FINISHED', threadId, runId, outcome: { type: 'success' } });
        else
          send({
            type: 'RUN_ERROR',
            message: `${problem.detail} ${problem.fix ?? ''}`.trim(),
            code: problem.type,
          });
      });
    },
  );
}

const TOOK_TOO_LONG = {
  code: 'unavailable',
  detail: 'The round takes too long.',
  retryAfter: 1,
  fix: 'It goes on. Run again with the same messages to get its reply.',
} as const;
