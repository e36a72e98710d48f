import { z } from 'zod';
import { type Event, OWNER } from '../../contract/events/events';
import { describeIssues, type Failure, fail, ok, type Result } from '../../contract/problems';
import { type Round, type Telemetry, type TurnAccepted, turnInput } from '../../contract/rounds';
import type { Scene, SceneSeen } from '../../contract/scenes';
import { toProblem } from '../../contract/to-problem';
import type { RawInput } from '../../room/actions';
import type { SceneApi } from '../../room/rpc';
import { ROUND_WAIT } from '../../scene/actions/rounds';
import { viewerFor } from '../auth/authenticate';
import { MAX_BODY } from '../middleware/body';
import { type App, type AppContext, answers, buildReceipt, routeApp, sceneParams } from '../middleware/http';
import { callRoom, type RoomClient, sceneClient } from '../middleware/room-client';
import { awaitResult } from '../rooms/actions';
import { socketOpener } from '../rooms/follow';
import { readSceneView } from '../scenes/scenes';
import {
  type ChatCompletion,
  type ChatUsage,
  chatCompletion,
  chatError,
  chatRequest,
  type FinishReason,
  modelList,
  toChatError,
} from './shapes';
import { type ChatWish, formatLine, readWish } from './wish';

/** Maximum duration of a reply, in milliseconds. */
const WAIT_MS = 300_000;
const HEARTBEAT_MS = 15_000;
/** Rounds read to find out if a chat repeats itself. */
const ROUNDS_READ = 10;

const ERRORS = { errors: { ...answers(chatError, "An error of OpenAI's API") } };

/**
 * `/v1/scenes/{id}/openai`: base URL for clients of OpenAI's chat completions, with the token of a seat as their key. A chat is a
 * view of the scene from that seat: its last message is a turn, and its history changes nothing.
 */
export function mountOpenAi(app: App): void {
  const route = routeApp(app, 'openai', { who: 'player', scopes: ['room'] });
  route(
    'GET /v1/scenes/{id}/openai/models',
    'listChatModels',
    "List a scene's characters as models",
    {
      description:
        '`scene` lets the director choose who answers; the id of a character addresses that character.',
      ...{ params: sceneParams, who: 'seat', scopes: ['read', 'room'] },
      ...ERRORS,
      200: answers(modelList, "OpenAI's list of models"),
    },
    async (c, { params: { id } }) => {
      const scene = await readSceneView(c, id);
      if (!scene.ok) return scene;
      const { title, cast, createdAt } = scene.value;
      const created = toSeconds(Date.parse(createdAt));
      const all = [{ id: 'scene', name: title }, ...cast];
      const data = all.map(({ id, name }) => ({
        ...{ id, object: 'model' as const, created, owned_by: 'proscenium', name },
      }));
      return ok({ object: 'list' as const, data });
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
      json: chatRequest,
      maxBody: 2 * MAX_BODY,
      refuses: [404, 409],
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
      const scene = await readSceneView(c, id);
      if (!scene.ok) return scene;
      const self = findSelf(scene.value);
      if (!self.ok) return self;
      const door = { c, id, client: sceneClient(c, id), self: `persona:${self.value}` };
      const rounds = await perform<{ items: Round[] }>(door, 'listRounds', {
        query: { cursor: null, limit: ROUNDS_READ },
      });
      if (!rounds.ok) return rounds;
      const wish = readWish(json.messages, rounds.value.items, door.self);
      if (!wish)
        return fail({ code: 'invalid', errors: [{ pointer: '/messages', message: 'has no user message' }] });
      const model = json.model ?? 'scene';
      const to = scene.value.cast.some((member) => member.id === model) ? [model] : [];
      const turn = await startTurn(door, wish, { to, personaId: self.value });
      if (!turn.ok) return turn;
      const created = toSeconds(Date.now());
      const frame = { id: `chatcmpl-${id}-${turn.value.inputSeq}-${created}`, created, model };
      if (json.stream)
        return streamReply(door, turn.value, frame, json.stream_options?.include_usage === true);
      const lines: string[] = [];
      const end = await followTurn(door, turn.value, c.req.raw.signal, (line) => lines.push(line));
      if (!end.ok) return end;
      const message = { role: 'assistant' as const, content: lines.join('\n\n'), refusal: null };
      const { finish_reason, usage } = end.value;
      return ok<ChatCompletion>({
        ...{ ...frame, object: 'chat.completion' },
        choices: [{ index: 0, message, logprobs: null, finish_reason }],
        usage,
      });
    },
  );
}

/** A request at the door. */
interface Door {
  c: AppContext;
  id: string;
  client: RoomClient<SceneApi>;
  /** Actor of the seat, such as `persona:ada`. */
  self: string;
}

/** Persona of the caller: of the seat, or for a key the first one. */
function findSelf(scene: Scene | SceneSeen): Result<string> {
  const persona = 'you' in scene ? scene.you.persona : scene.personas[0]?.id;
  if (persona) return ok(persona);
  const needs = 'the token of a seat that plays a persona';
  return fail({ code: 'forbidden', needs, fix: 'Ask the owner of the scene for an invitation to play.' });
}

async function perform<T>(
  { c, client }: Door,
  name: string,
  input: { params?: object; query?: object; body?: unknown },
  as: 'caller' | 'owner' = 'caller',
): Promise<Result<T>> {
  const raw = { params: {}, query: {}, body: undefined, ...input } as RawInput;
  const receipt = input.body === undefined ? null : await buildReceipt(c);
  const viewer = as === 'owner' ? OWNER : viewerFor(c.get('principal'));
  const repeat = receipt || name.startsWith('list') || name.startsWith('read') ? 'safe' : 'once';
  const result = await callRoom(client, (room) => room.perform(name, raw, receipt, viewer), repeat);
  return result as Result<T>;
}

type Turn = TurnAccepted & { after: number };

async function startTurn(
  door: Door,
  wish: ChatWish,
  by: { to: string[]; personaId: string },
): Promise<Result<Turn>> {
  if (wish.kind === 'again') {
    const { n, status, inputs, events } = wish.round;
    const last = inputs.at(-1)?.seq ?? 0;
    // A client that lost the connection asks again: it gets the reply that is being written.
    if (status === 'running')
      return ok({ inputSeq: last, round: n, status, after: Math.min(last, ...events) });
    // Replaying is the owner's right, except for a round that only answers this seat.
    const retry = await perform<TurnAccepted & { after?: number }>(
      door,
      'retryRound',
      { params: { n } },
      'owner',
    );
    return retry.ok ? ok({ ...retry.value, after: retry.value.after ?? retry.value.inputSeq }) : retry;
  }
  const said = wish.kind === 'say' ? { type: 'user', text: wish.text } : { type: 'continuation' };
  const body = turnInput.safeParse({ ...said, ...by });
  if (!body.success) {
    const errors = describeIssues(body.error.issues, 'json');
    return fail({ code: 'invalid', errors: errors.map((error) => ({ ...error, pointer: '/messages' })) });
  }
  const turn = await perform<TurnAccepted>(door, 'takeTurn', { body: body.data });
  return turn.ok ? ok({ ...turn.value, after: turn.value.inputSeq }) : turn;
}

interface ReplyEnd {
  finish_reason: FinishReason;
  usage: ChatUsage;
}

/**
 * Follows a turn to the end of its round. If the signal ends first, the round goes on without the reader.
 *
 * @param onLine called with each line that the seat hears
 */
async function followTurn(
  door: Door,
  { after, ...state }: Turn,
  reader: AbortSignal,
  onLine: (line: string) => void,
): Promise<Result<ReplyEnd>> {
  const { c, id, client, self } = door;
  const signal = AbortSignal.any([reader, AbortSignal.timeout(WAIT_MS)]);
  const open = socketOpener(client, viewerFor(c.get('principal')), id);
  let failure: Failure | null = null;
  const onEach = ({ kind, actor, payload }: Event) => {
    if (kind === 'round.failed') failure = payload.failure;
    if ((kind === 'character.spoke' || kind === 'player.spoke') && actor !== self)
      onLine(formatLine(payload));
  };
  const outcome = await awaitResult(ROUND_WAIT, state, { after, open, signal, onEach });
  if (!outcome.ok) return outcome;
  if (failure) return fail(failure);
  const usage = await readUsage(door, outcome.value.state.round);
  return ok({ finish_reason: outcome.value.isOver ? 'stop' : 'length', usage });
}

/** Tokens of all calls of a round. The sums are the owner's, but tell no more than the length of prompts. */
async function readUsage(door: Door, round: number | null): Promise<ChatUsage> {
  const telemetry = await perform<Telemetry>(door, 'readTelemetry', {}, 'owner');
  const prompts = telemetry.ok ? telemetry.value.prompts.filter((prompt) => prompt.round === round) : [];
  const prompt_tokens = prompts.reduce((sum, { promptTokens }) => sum + promptTokens, 0);
  const completion_tokens = prompts.reduce((sum, { completionTokens }) => sum + completionTokens, 0);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

/**
 * Streams a reply. A line is sent once it is complete, because a line being written may still be replaced.
 */
function streamReply(
  door: Door,
  turn: Turn,
  frame: { id: string; created: number; model: string },
  includeUsage: boolean,
): Response {
  const encoder = new TextEncoder();
  const reader = new AbortController();
  const either = AbortSignal.any([door.c.req.raw.signal, reader.signal]);
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => {
        if (!either.aborted) controller.enqueue(encoder.encode(text));
      };
      const send = (data: object) => write(`data: ${JSON.stringify(data)}\n\n`);
      const chunk = (delta: object, finish_reason: FinishReason | null = null) => ({
        ...{ ...frame, object: 'chat.completion.chunk' },
        choices: [{ index: 0, delta, logprobs: null, finish_reason }],
        ...(includeUsage && { usage: null }),
      });
      heartbeat = setInterval(() => write(': waiting\n\n'), HEARTBEAT_MS);
      send(chunk({ role: 'assistant', content: '' }));
      let isFirst = true;
      const onLine = (line: string) => {
        send(chunk({ content: isFirst ? line : `\n\n${line}` }));
        isFirst = false;
      };
      const finish = (end: Result<ReplyEnd>) => {
        clearInterval(heartbeat);
        if (either.aborted) return;
        if (end.ok) {
          const { finish_reason, usage } = end.value;
          send(chunk({}, finish_reason));
          if (includeUsage) send({ ...frame, object: 'chat.completion.chunk', choices: [], usage });
          write('data: [DONE]\n\n');
        } else send(toChatError(toProblem(end.failure)));
        controller.close();
      };
      // Not awaited: a stream whose start does not return delivers nothing.
      void followTurn(door, turn, either, onLine).then(finish, (error: unknown) => {
        console.error('chat stream failed', error);
        finish(fail({ code: 'internal', reference: frame.id }));
      });
    },
    cancel() {
      clearInterval(heartbeat);
      reader.abort();
    },
  });
  return new Response(body, {
    headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' },
  });
}

const toSeconds = (ms: number): number => Math.floor(ms / 1000);
