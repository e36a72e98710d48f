import { type Event, OWNER } from '../../contract/events/events';
import { describeIssues, type Failure, fail, ok, type Result } from '../../contract/problems';
import { type Round, type RoundRetried, type TurnAccepted, turnInput } from '../../contract/rounds';
import type { Scene, SceneSeen } from '../../contract/scenes';
import type { RawInput } from '../../room/actions';
import type { SceneApi } from '../../room/rpc';
import { ROUND_WAIT } from '../../scene/actions/rounds';
import { viewerFor } from '../auth/authenticate';
import { type AppContext, buildReceipt } from '../middleware/http';
import { callRoom, type RoomClient, sceneClient } from '../middleware/room-client';
import { awaitResult } from '../rooms/actions';
import { socketOpener } from '../rooms/follow';
import { readSceneView } from '../scenes/scenes';
import { type ChatMessage, type HeardLine, readWish } from './wish';

/** Maximum duration of a reply, in milliseconds. */
const WAIT_MS = 300_000;
const HEARTBEAT_MS = 15_000;
/** Rounds read to find out if a chat repeats itself. */
const ROUNDS_READ = 10;
/** Events read to find a line that waits. */
const EVENTS_READ = 200;

/** A seat at which a chat sits. */
export interface ChatSeat {
  c: AppContext;
  id: string;
  client: RoomClient<SceneApi>;
  scene: Scene | SceneSeen;
  persona: string;
}

/** Finds the persona of a caller: of the seat, or for a key the first one. */
export async function openChat(c: AppContext, id: string): Promise<Result<ChatSeat>> {
  const seen = await readSceneView(c, id);
  if (!seen.ok) return seen;
  const scene = seen.value;
  const persona = 'you' in scene ? scene.you.persona : scene.personas[0]?.id;
  if (persona) return ok({ c, id, client: sceneClient(c, id), scene, persona });
  const needs = 'the token of a seat that plays a persona';
  return fail({ code: 'forbidden', needs, fix: 'Ask the owner of the scene for an invitation to play.' });
}

/** An accepted turn. Its reply begins with `lines`, and goes on after the event `after`. */
export type ChatTurn = TurnAccepted & { after: number; lines: Round['lines'] };

/** Carries out the wish at the end of a chat. */
export async function startTurn(
  seat: ChatSeat,
  messages: readonly ChatMessage[],
  to: string[] = [],
): Promise<Result<ChatTurn>> {
  const query = { cursor: null, limit: ROUNDS_READ };
  const rounds = await perform<{ items: Round[] }>(seat, 'listRounds', { query });
  if (!rounds.ok) return rounds;
  const { persona } = seat;
  const wish = readWish(messages, rounds.value.items, `persona:${persona}`);
  if (wish.kind === 'again') {
    const { n, status, inputs, lines, events } = wish.round;
    // A client that lost the connection asks again: it gets the reply that is being written, or was.
    const isRetry = Number(seat.c.req.header('X-Stainless-Retry-Count')) > 0;
    if (status === 'running' || (status === 'completed' && isRetry && lines.length > 0)) {
      const inputSeq = inputs.at(-1)?.seq ?? 0;
      return ok({ inputSeq, round: n, status, after: Math.max(inputSeq, ...events), lines });
    }
    const retry = await perform<RoundRetried>(seat, 'retryRound', { params: { n } });
    if (!retry.ok) return retry;
    // A failed round goes on after the lines that it already has.
    const round = await perform<Round>(seat, 'readRound', { params: { n } });
    if (!round.ok) return round;
    const { after } = retry.value;
    return ok({ ...retry.value, lines: round.value.lines.filter(({ seq }) => seq < after) });
  }
  const detail = wish.kind === 'say' ? findNoLine(wish.text) : null;
  if (detail !== null)
    return fail({
      code: 'invalid',
      detail,
      errors: [{ pointer: '/messages', message: 'must end with a line' }],
    });
  const waiting = wish.kind === 'say' ? await findWaiting(seat, wish.text) : ok(null);
  if (!waiting.ok) return waiting;
  if (waiting.value !== null)
    return ok({ inputSeq: waiting.value, round: null, status: 'queued', after: waiting.value, lines: [] });
  const said = wish.kind === 'say' ? { type: 'user', text: wish.text } : { type: 'continuation' };
  const body = turnInput.safeParse({ ...said, to, personaId: persona });
  if (!body.success) {
    const errors = describeIssues(body.error.issues, 'json');
    return fail({ code: 'invalid', errors: errors.map((error) => ({ ...error, pointer: '/messages' })) });
  }
  const turn = await perform<TurnAccepted>(seat, 'takeTurn', { body: body.data });
  return turn.ok ? ok({ ...turn.value, after: turn.value.inputSeq, lines: [] }) : turn;
}

/** Explains why a text is no line. Open WebUI's requests for titles, tags and follow-up questions begin like this. */
const findNoLine = (text: string): string | null =>
  text === ''
    ? 'The last message has no text. Pictures and files cannot be sent to a scene.'
    : text.startsWith('### Task:')
      ? 'This is a background task of the chat front end, not a line of the scene. Turn off such tasks there, or give them another model.'
      : null;

/** Seq of a line of the seat with this text that still waits for its round, so that asking again does not repeat it. */
async function findWaiting(seat: ChatSeat, text: string): Promise<Result<number | null>> {
  const { c, client, scene, persona } = seat;
  if (scene.queued === 0) return ok(null);
  const query = { after: Math.max(0, scene.head - EVENTS_READ), limit: EVENTS_READ };
  const page = await callRoom(client, (room) => room.events(query, viewerFor(c.get('principal'))), 'safe');
  if (!page.ok) return page;
  const { events } = page.value;
  const last = events.findLast(
    ({ kind, actor }) => kind === 'player.spoke' && actor === `persona:${persona}`,
  );
  const isAnswered = events.some(
    ({ kind, payload }) => kind === 'round.started' && payload.inputs.includes(last?.seq ?? 0),
  );
  return ok(last?.kind === 'player.spoke' && last.payload.text === text && !isAnswered ? last.seq : null);
}

/**
 * Follows a turn to the end of its round. If the signal ends first, the round goes on without the reader.
 *
 * @param onLine called with each line that the seat hears
 * @returns the round, and whether it ended; or the cause of its failure
 */
export async function followTurn(
  { c, id, client, persona }: ChatSeat,
  { after, lines, ...state }: ChatTurn,
  reader: AbortSignal,
  onLine: (line: HeardLine) => void,
): Promise<Result<{ round: number | null; isOver: boolean }>> {
  const self = `persona:${persona}`;
  const heard = lines.filter(({ actor }) => actor !== self);
  heard.forEach(onLine);
  const signal = AbortSignal.any([reader, AbortSignal.timeout(WAIT_MS)]);
  const open = socketOpener(client, viewerFor(c.get('principal')), id);
  let failure: Failure | null = null;
  let hasLine = heard.length > 0;
  const onEach = ({ kind, seq, actor, payload }: Event) => {
    // An earlier round may have failed and gone on.
    if (kind === 'round.started') failure = null;
    if (kind === 'round.failed') failure = payload.failure;
    if (kind === 'round.completed' && !hasLine && payload.actors.length === 0 && payload.skipped.length > 0)
      failure = NO_LINE;
    if ((kind === 'character.spoke' || kind === 'player.spoke') && actor !== self) {
      hasLine = true;
      onLine({ seq, name: payload.name, text: payload.text });
    }
  };
  const outcome = await awaitResult(ROUND_WAIT, state, { after, open, signal, onEach });
  if (!outcome.ok) return outcome;
  return failure ? fail(failure) : ok({ round: outcome.value.state.round, isOver: outcome.value.isOver });
}

const NO_LINE: Failure = {
  code: 'model_failed',
  purpose: 'play the round',
  detail: 'the model gave no usable line',
  fix: 'Send the same messages again to replay the round.',
};

export async function perform<T>(
  { c, client }: ChatSeat,
  name: string,
  input: { params?: object; query?: object; body?: unknown },
  as: 'caller' | 'owner' = 'caller',
): Promise<Result<T>> {
  const raw = { params: {}, query: {}, body: undefined, ...input } as RawInput;
  const receipt = input.body === undefined ? null : await buildReceipt(c);
  const viewer = as === 'owner' ? OWNER : viewerFor(c.get('principal'));
  const repeat = receipt || /^(?:list|read)/.test(name) ? 'safe' : 'once';
  const result = await callRoom(client, (room) => room.perform(name, raw, receipt, viewer), repeat);
  return result as Result<T>;
}

/**
 * Streams a reply as server-sent events. A line is sent once it is complete, because a line that is being written may still be
 * replaced.
 *
 * @param play sends the events, until the promise it returns resolves
 */
export function streamReply(
  seat: ChatSeat,
  play: (write: (data: object | '[DONE]') => void, reader: AbortSignal) => Promise<void>,
): Response {
  const encoder = new TextEncoder();
  const cancelled = new AbortController();
  const reader = AbortSignal.any([seat.c.req.raw.signal, cancelled.signal]);
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => {
        if (!reader.aborted) controller.enqueue(encoder.encode(text));
      };
      heartbeat = setInterval(() => write(': waiting\n\n'), HEARTBEAT_MS);
      const send = (data: object | string) =>
        write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
      // Not awaited: a stream whose start does not return delivers nothing.
      void play(send, reader)
        .catch((error: unknown) => console.error('chat stream failed', error))
        .finally(() => {
          clearInterval(heartbeat);
          if (!reader.aborted) controller.close();
        });
    },
    cancel() {
      clearInterval(heartbeat);
      cancelled.abort();
    },
  });
  return new Response(body, {
    headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' },
  });
}
