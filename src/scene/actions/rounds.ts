import { z } from 'zod';
import { digits } from '../../contract/digits';
import type { Event, EventDraft } from '../../contract/events/events';
import { advanceTurn } from '../../contract/events/fold/progress';
import { slug } from '../../contract/ids';
import { pageQuery } from '../../contract/pages';
import { fail, ok, type Result } from '../../contract/problems';
import {
  type DraftLine,
  draftLine,
  round,
  roundPage,
  type TurnAccepted,
  type TurnInput,
  turnAccepted,
  turnInput,
} from '../../contract/rounds';
import { chooseTry, scene } from '../../contract/scenes';
import { actionTool, type Wait } from '../../room/actions';
import { stopAutonomy } from '../autonomy';
import { turnOfSeat } from '../seats';
import type { SceneState } from '../state';
import { isOver as isTableOver } from '../table/state';
import { draftEvents, refuseFinished, turnEvents } from '../turns';
import { retriedView, sceneView, showRound, turnAcceptedView } from '../views';
import { type ActionScene, sceneAction } from './scene-room';

/** True if the event leaves inputs waiting: until the scene is reopened, or a failed round is retried. */
const isHeld = (event: Event): boolean =>
  event.kind === 'round.failed' || (event.kind === 'scene.changed' && event.payload.status === 'finished');

export const ROUND_WAIT: Wait<TurnAccepted> = {
  byDefault: '0',
  about: '1: answer when the round has ended, or after two minutes',
  answers: {
    over: 'With wait=1: the round has ended',
    stored: 'It is stored, and its round is queued or running',
  },
  begin: ({ after, ...state }) => ({ after: after ?? state.inputSeq, state }),
  advance: advanceTurn,
  waits: ({ status }, event) => status === 'running' || (status === 'queued' && !isHeld(event)),
  isOver: ({ status }) => status !== 'queued' && status !== 'running',
};
export const ROUND_ANSWER = { answer: { schema: turnAccepted, about: '' }, wait: ROUND_WAIT };

/** Stops the current round after its current step, or between rounds an autonomous scene. */
export function cancelRound(state: SceneState): Result<EventDraft[]> {
  if (state.open) {
    const { n } = state.open;
    return ok([{ kind: 'round.cancelled', actor: 'system', round: n, payload: { n } }]);
  }
  if (state.autonomy) return ok(stopAutonomy(state, 'cancelled'));
  const detail = 'no round is being played';
  return fail({ code: 'conflict', detail, fix: 'there is nothing to cancel' });
}

const number = { n: digits(z.int().positive()).describe('Number of the round') };

/** Stores an input; the pace of the scene decides when its round begins. */
function submitTurn(room: ActionScene, body: TurnInput): Result<TurnAccepted> {
  const { viewer, receipt, seat } = room;
  const turn = seat ? turnOfSeat(seat, body) : ok(body);
  if (!turn.ok) return turn;
  const from = receipt?.hops === undefined ? (viewer.owner ? 'owner' : 'seat') : 'hook';
  return room.accept(
    (state) => {
      const events = turnEvents(state, turn.value, from);
      const may = events.ok ? room.countWritten(turn.value) : events;
      if (!may.ok) return may;
      const [input] = events.ok ? events.value : [];
      if (input) room.stopTyping(input.actor);
      return events;
    },
    (state, [input]) => turnAcceptedView(state, input?.seq ?? 0),
  );
}

const persona = {
  as: slug.optional().describe('Id of the persona that does it; needed where there are several'),
};

const TURN_TOOLS = [
  actionTool({
    name: 'say',
    title: 'Say a line',
    description:
      'Say something aloud in the scene, or do something: what you write is what everybody present hears and sees. ' +
      'The characters then answer in a round, and you get what was said. Write as a person in the story does, not as ' +
      'an assistant.',
    args: {
      text: z.string().describe('What is said and done, at most 8000 characters'),
      to: z
        .array(z.string())
        .optional()
        .describe('Ids of characters who are addressed and will answer. Default: the director chooses'),
    },
    ofOwner: persona,
    toBody: ({ text, to = [], as }) => ({
      type: 'user',
      text,
      to,
      ...(as !== undefined && { personaId: as }),
    }),
  }),
  actionTool({
    name: 'whisper',
    title: 'Whisper to somebody',
    description:
      'Say something that only those in `to` hear. A character answers in a whisper. What is whispered to people alone, ' +
      '`persona:<id>`, is heard by them, and no character answers.',
    args: {
      text: z.string().describe('What is whispered, at most 8000 characters'),
      to: z
        .array(z.string())
        .min(1)
        .describe('Who hears it: ids of characters, e.g. `ada`, or of other people, e.g. `persona:jo`'),
    },
    ofOwner: persona,
    toBody: ({ text, to, as }) => ({
      ...{ type: 'user', text, to, whisper: true },
      ...(as !== undefined && { personaId: as }),
    }),
  }),
  actionTool({
    name: 'pass',
    title: 'Say nothing and let the scene go on',
    description:
      'Let the characters go on without a line of yours. Where everybody is asked before a round begins, it says that ' +
      'you pass this time.',
    args: {},
    ofOwner: persona,
    toBody: ({ as }) => ({ type: 'continuation', to: [], ...(as !== undefined && { personaId: as }) }),
  }),
];

export const takeTurn = sceneAction({
  name: 'takeTurn',
  method: 'post',
  path: '/turns',
  who: 'player',
  summary: 'Say something, or let the scene go on',
  description:
    'The input is stored before it is answered. It starts a round, or waits for one as `turnMode` says. With `wait=1` the answer comes when the round is over; after two minutes it is 202, and the round goes on. A player speaks as its own persona.',
  body: turnInput,
  ...ROUND_ANSWER,
  socket: 'turn',
  tools: TURN_TOOLS,
  run: (room, { body }) => submitTurn(room, body),
});

function submitDraft(room: ActionScene, body: DraftLine): Result<TurnAccepted> {
  const { seat } = room;
  const turn = seat ? turnOfSeat(seat, { type: 'continuation', to: [], ...body }) : ok(body);
  if (!turn.ok) return turn;
  const { personaId } = turn.value as { personaId?: string };
  const wish: DraftLine = { ...body, ...(personaId !== undefined && { personaId }) };
  return room.accept(
    (state) => {
      const may = room.countWritten(wish);
      return may.ok ? draftEvents(state, wish) : may;
    },
    (state, [input]) => turnAcceptedView(state, input?.seq ?? 0),
  );
}

export const ROUND_ACTIONS = [
  takeTurn,
  sceneAction({
    name: 'draftLine',
    method: 'post',
    path: '/drafts',
    who: 'player',
    summary: 'Have a line drafted for a player, which only that player reads (`draft.written`)',
    description:
      'A draft is no line: nobody else reads it, and it enters no prompt. A player has drafts of its own persona, an owner names one. Send the text as a turn to say it.',
    body: draftLine.default({}),
    ...ROUND_ANSWER,
    run: (room, { body }) => submitDraft(room, body ?? {}),
  }),
  sceneAction({
    name: 'startRound',
    method: 'post',
    path: '/rounds',
    who: 'key',
    summary: 'Begin a round now, with all that waits for one; else the scene goes on',
    description:
      'In `gather` and `manual` it ends the waiting: the round answers all inputs that are there. With none, the characters go on by themselves.',
    ...ROUND_ANSWER,
    run: (room) => submitTurn(room, { type: 'continuation', to: [] }),
  }),
  sceneAction({
    name: 'listRounds',
    method: 'get',
    path: '/rounds',
    who: 'seat',
    summary: 'Timelines of the rounds, newest first',
    description:
      'A timeline has the lines of a round, who acted in it and how it ended. A seat reads it without plans, records and what its person did not hear. The newest round may still be being played.',
    query: pageQuery.shape,
    answer: { schema: roundPage, about: 'A page of rounds' },
    run: ({ state, ledger, viewer }, { query: { cursor, limit } }) => {
      const from = Math.min(state.rounds, (cursor ?? Number.POSITIVE_INFINITY) - 1);
      const items = [];
      for (let n = from; n > 0 && items.length < limit; n -= 1)
        items.push(showRound(state, ledger.ofRound(n), n, viewer));
      const last = items.at(-1)?.n ?? 1;
      return ok({ items, next: last > 1 ? String(last) : null });
    },
  }),
  sceneAction({
    name: 'readRound',
    method: 'get',
    path: '/rounds/{n}',
    who: 'seat',
    summary: 'Timeline of one round',
    description:
      'Its lines, who acted in it, and how it ended; of a failed round also the cause and the fix.',
    params: number,
    answer: { schema: round, about: 'The round' },
    run: ({ state, ledger, viewer }, { params: { n } }) =>
      n > state.rounds
        ? fail({ code: 'not_found', what: 'round', id: String(n) })
        : ok(showRound(state, ledger.ofRound(n), n, viewer)),
  }),
  sceneAction({
    name: 'retryRound',
    method: 'post',
    path: '/rounds/{n}/retry',
    who: 'key',
    summary: 'Try a failed round again; what it had finished is kept',
    description:
      'Calls that were answered are not made again. Of the last round, when it has ended, it plays everything anew. `inputSeq` of the answer is the first input of the round.',
    params: number,
    ...ROUND_ANSWER,
    run: ({ state, retry }, { params: { n } }) =>
      state.status === 'finished' && !isTableOver(state) ? refuseFinished(state) : retry(n, [], retriedView),
  }),
  sceneAction({
    name: 'chooseTry',
    method: 'post',
    path: '/rounds/{n}/choose',
    who: 'key',
    summary: 'Have an earlier try of the last round count again',
    description:
      'After `retry` played it anew. Its lines, and what they changed, are as they were; no model is asked. Other wordings that its lines had got are gone. The tries are the `round.started` of the round.',
    params: number,
    body: chooseTry,
    ...ROUND_ANSWER,
    run: ({ state, retry }, { params: { n }, body: { attempt } }) =>
      state.status === 'finished' && !isTableOver(state)
        ? refuseFinished(state)
        : retry(n, [], retriedView, attempt),
  }),
  sceneAction({
    name: 'cancelRound',
    method: 'post',
    path: '/cancel',
    who: 'key',
    summary: 'Stop the round being played after its current step',
    description:
      'Lines that were said stay. It also ends a scene that goes on by itself. With nothing to stop it is refused.',
    answer: { schema: scene, about: 'The scene' },
    run: (room) => room.accept(cancelRound, sceneView),
  }),
];
