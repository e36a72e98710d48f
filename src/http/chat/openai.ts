import { z } from 'zod';
import { fail, ok, type Result } from '../../contract/problems';
import type { Telemetry } from '../../contract/rounds';
import { toProblem } from '../../contract/to-problem';
import { MAX_BODY } from '../middleware/body';
import { type App, type AppContext, answers, routeApp, sceneParams } from '../middleware/http';
import { readSceneView } from '../scenes/scenes';
import { chatError, toChatError } from './openai-error';
import {
  type ChatModel,
  type ChatUsage,
  chatCompletion,
  chatCompletionRequest,
  chatModel,
  chatModels,
  type FinishReason,
} from './openai-shapes';
import { type ChatSeat, type ChatTurn, followTurn, openChat, perform, startTurn, streamReply } from './turn';
import { formatLine } from './wish';

const ERRORS = { errors: answers(chatError, "An error of OpenAI's API") };

/**
 * `/v1/scenes/{id}/openai`: base URL for clients of OpenAI's chat completions, with the token of a seat as their key. A chat is a
 * view of the scene from that seat: its last message is a turn, and its history changes nothing.
 */
export function mountOpenAi(app: App): void {
  const route = routeApp(app, 'chat', { who: 'player', scopes: ['room'] });
  route(
    'GET /v1/scenes/{id}/openai/models',
    'listChatModels',
    "List a scene's characters as models",
    {
      description:
        '`scene` lets the director choose who answers; the id of a character addresses that character.',
      ...{ params: sceneParams, who: 'seat', scopes: ['read', 'room'] },
      ...ERRORS,
      200: answers(chatModels, "OpenAI's list of models"),
    },
    async (c, { params: { id } }) => {
      const data = await listModels(c, id);
      return data.ok ? ok({ object: 'list' as const, data: data.value }) : data;
    },
  );

  route(
    'GET /v1/scenes/{id}/openai/models/{model}',
    'readChatModel',
    'Get a character of a scene as a model',
    {
      description: 'An entry of the list of models.',
      params: sceneParams.extend({ model: z.string().describe('Id of a character, or `scene`') }),
      ...{ who: 'seat', scopes: ['read', 'room'] },
      ...ERRORS,
      200: answers(chatModel, "OpenAI's model"),
    },
    async (c, { params: { id, model } }) => {
      const data = await listModels(c, id);
      const found = data.ok ? data.value.find((one) => one.id === model) : null;
      const fix = 'Use `scene`, or the id of a character of this scene.';
      return !data.ok ? data : found ? ok(found) : fail({ code: 'not_found', what: 'model', id: model, fix });
    },
  );

  route(
    'POST /v1/scenes/{id}/openai/chat/completions',
    'completeChat',
    'Take a turn as a chat completion',
    {
      description:
        "For chat front ends: base URL `/v1/scenes/{id}/openai`, API key = token of a seat. The last user message becomes a turn of the seat. The reply has all lines that the seat hears until the round ends. The same history again replays the round, if it only answers this seat; a chat that ends with an assistant's message continues the scene. System prompts and changes of the history are ignored.",
      params: sceneParams,
      json: chatCompletionRequest,
      maxBody: 2 * MAX_BODY,
      ...ERRORS,
      200: {
        description: 'The reply; with `stream`, chunks as server-sent events',
        content: {
          'application/json': { schema: chatCompletion },
          'text/event-stream': { schema: z.string() },
        },
      },
    },
    async (c, { params: { id }, json }) => {
      const seat = await openChat(c, id);
      if (!seat.ok) return seat;
      const model = json.model ?? 'scene';
      const to = seat.value.scene.cast.some((member) => member.id === model) ? [model] : [];
      const turn = await startTurn(seat.value, json.messages, to);
      if (!turn.ok) return turn;
      const created = toSeconds(Date.now());
      const frame = { id: `chatcmpl-${id}-${turn.value.inputSeq}-${created}`, created, model };
      if (json.stream)
        return streamCompletion(seat.value, turn.value, frame, json.stream_options?.include_usage === true);
      const lines: string[] = [];
      const end = await followTurn(seat.value, turn.value, c.req.raw.signal, (line) => {
        lines.push(formatLine(line));
      });
      if (!end.ok) return end;
      const message = { role: 'assistant' as const, content: lines.join('\n\n'), refusal: null };
      return ok({
        ...{ ...frame, object: 'chat.completion' as const },
        choices: [{ index: 0 as const, message, logprobs: null, finish_reason: readFinish(end.value) }],
        usage: await readUsage(seat.value, end.value.round),
      });
    },
  );
}

async function listModels(c: AppContext, id: string): Promise<Result<ChatModel[]>> {
  const scene = await readSceneView(c, id);
  if (!scene.ok) return scene;
  const { title, cast, createdAt } = scene.value;
  const frame = {
    object: 'model' as const,
    created: toSeconds(Date.parse(createdAt)),
    owned_by: 'proscenium',
  };
  return ok([{ id: 'scene', name: title }, ...cast].map(({ id, name }) => ({ id, ...frame, name })));
}

const readFinish = ({ isOver }: { isOver: boolean }): FinishReason => (isOver ? 'stop' : 'length');

/** Tokens of all calls of a round. The sums are the owner's, but reveal no more than the length of prompts. */
async function readUsage(seat: ChatSeat, round: number | null): Promise<ChatUsage> {
  const telemetry = await perform<Telemetry>(seat, 'readTelemetry', {}, 'owner');
  const prompts = telemetry.ok ? telemetry.value.prompts.filter((prompt) => prompt.round === round) : [];
  const prompt_tokens = prompts.reduce((sum, { promptTokens }) => sum + promptTokens, 0);
  const completion_tokens = prompts.reduce((sum, { completionTokens }) => sum + completionTokens, 0);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

function streamCompletion(
  seat: ChatSeat,
  turn: ChatTurn,
  frame: { id: string; created: number; model: string },
  includeUsage: boolean,
): Response {
  const head = { ...frame, object: 'chat.completion.chunk' };
  return streamReply(seat, async (send, reader) => {
    const sendChunk = (delta: object, finish_reason: FinishReason | null = null) =>
      send({
        ...head,
        choices: [{ index: 0, delta, logprobs: null, finish_reason }],
        ...(includeUsage && { usage: null }),
      });
    sendChunk({ role: 'assistant', content: '' });
    let isFirst = true;
    const end = await followTurn(seat, turn, reader, (line) => {
      sendChunk({ content: `${isFirst ? '' : '\n\n'}${formatLine(line)}` });
      isFirst = false;
    });
    if (!end.ok) return send(toChatError(toProblem(end.failure)));
    sendChunk({}, readFinish(end.value));
    if (includeUsage) send({ ...head, choices: [], usage: await readUsage(seat, end.value.round) });
    send('[DONE]');
  });
}

const toSeconds = (ms: number): number => Math.floor(ms / 1000);
