import { z } from 'zod';
import { digits } from '../../contract/digits';
import type { Event, EventDraft } from '../../contract/events/events';
import { advanceTurn } from '../../contract/events/fold/progress';
import { slug } from '../../contract/ids';
import { pageQuery } from '../../contract/pages';
import { fail, ok, type Result } from '../../contract/problems';
import {
  approvePlan as approvePlanBody,
  type DiceRoll,
  type DraftLine,
  diceRoll,
  draftLine,
  judgeScene,
  type RollDice,
  rollDice,
  round,
  roundPage,
  type TurnAccepted,
  type TurnInput,
  turnAccepted,
  turnInput,
} from '../../contract/rounds';
import { chooseTry, scene } from '../../contract/scenes';
import { actionTool, type Wait } from '../../room/actions';
import { approvePlan } from '../approval';
import { stopAutonomy } from '../autonomy';
import { judgementEvents } from '../judgement/judgement';
import { seatTurn } from '../seats';
import type { SceneState, Seat } from '../state';
import { isOver as isTableOver } from '../table/state';
import { draftEvents, refuseFinished, rollEvents, turnEvents } from '../turns';
import { retriedView, roundView, sceneView, turnAcceptedView } from '../views';
import { type ActionScene, sceneAction } from './scene-room';

/** True if the event leaves inputs waiting: until the scene is reopened, or a failed round is retried. */
const isHeld = (event: Event): boolean =>
  event.kind === 'round.failed' || (event.kind === 'scene.changed' && event.payload.status === 'finished');

export const ROUND_WAIT: Wait<TurnAccepted> = {
  byDefault: '0',
  about: 'Set to 1 to respond when the round has ended, or after two minutes',
  answers: {
    over: 'With wait=1: the round has ended',
    stored: 'The input is stored, and its round is queued or running',
  },
  begin: ({ after, ...state }) => ({ after: after ?? state.inputSeq, state }),
  advance: advanceTurn,
  waits: ({ status }, event) => status === 'running' || (status === 'queued' && !isHeld(event)),
  isOver: ({ status }) => status !== 'queued' && status !== 'running',
};
export const ROUND_ANSWER = { answer: { schema: turnAccepted, about: '' }, wait: ROUND_WAIT };

/** Stops the current round, or between rounds an autonomous scene. */
export function cancelRound(state: SceneState): Result<EventDraft[]> {
  if (state.open) {
    const { n } = state.open;
    return ok([{ kind: 'round.cancelled', actor: 'system', round: n, payload: { n } }]);
  }
  if (state.autonomy) return ok(stopAutonomy(state, 'cancelled'));
  const detail = 'no round is running';
  return fail({ code: 'conflict', detail, fix: 'there is nothing to cancel' });
}

const number = { n: digits(z.int().positive()).describe('Number of the round') };

/** Stores an input; the pace of the scene decides when its round begins. */
function submitTurn(room: ActionScene, body: TurnInput): Result<TurnAccepted> {
  const { viewer, receipt, seat } = room;
  const turn = seat ? seatTurn(seat, body) : ok(body);
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
  as: slug.optional().describe('Id of your persona. Required if the scene has several'),
};

const TURN_TOOLS = [
  actionTool({
    name: 'say',
    title: 'Say a line',
    description:
      'Say or do something in the scene that everyone present can hear and see. The characters then respond in a round, and you get its lines. Write as a person in the story, not as an assistant.',
    args: {
      text: z.string().describe('Speech and actions, at most 8000 characters'),
      to: z
        .array(z.string())
        .optional()
        .describe('Ids of addressed characters, which will answer. Default: the director chooses'),
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
    title: 'Whisper a line',
    description:
      'Say something that only the recipients in `to` can hear. Characters answer with a whisper. If all recipients are people (`persona:<id>`), no character answers.',
    args: {
      text: z.string().describe('Text of the whisper, at most 8000 characters'),
      to: z
        .array(z.string())
        .min(1)
        .describe('Recipients: ids of characters, such as `ada`, or of people, such as `persona:jo`'),
    },
    ofOwner: persona,
    toBody: ({ text, to, as }) => ({
      ...{ type: 'user', text, to, whisper: true },
      ...(as !== undefined && { personaId: as }),
    }),
  }),
  actionTool({
    name: 'pass',
    title: 'Pass',
    description:
      'Let the characters continue without a line from you. If the round waits for all players, this passes your turn.',
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
  summary: 'Send a turn',
  description:
    'Sends a line, continues the scene, or asks for narration. The input is stored first; it starts a round, or waits for one as set by `turnMode`. With `wait=1`, responds when the round has ended; after two minutes, responds with 202 while the round continues. Players speak as their own persona.',
  body: turnInput,
  ...ROUND_ANSWER,
  socket: 'turn',
  tools: TURN_TOOLS,
  run: (room, { body }) => submitTurn(room, body),
});

function submitDraft(room: ActionScene, body: DraftLine): Result<TurnAccepted> {
  const { seat } = room;
  const turn = seat ? seatTurn(seat, { type: 'continuation', to: [], ...body }) : ok(body);
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

function submitRoll(room: ActionScene, body: RollDice): Result<DiceRoll> {
  const { seat } = room;
  const turn = seat ? seatTurn(seat, { type: 'continuation', to: [], personaId: body.personaId }) : ok(body);
  if (!turn.ok) return turn;
  const { personaId } = turn.value as { personaId?: string };
  return room.accept(
    (state) => {
      const roll = rollEvents(state, { ...body, personaId });
      const may = roll.ok ? room.countWritten(body) : roll;
      return may.ok ? roll : may;
    },
    (_, [event]) => {
      if (event?.kind !== 'dice.rolled') throw new Error('no dice were rolled');
      const { personaId: _by, characterId: _for, ...roll } = event.payload;
      return { seq: event.seq, ...roll };
    },
  );
}

/** Events by people, which a replay of the round before them would undo. */
const BY_PEOPLE = /^(?:player\.spoke$|dice\.|handout\.|line\.)/;

/**
 * Replaying a round is the owner's right. Chat front ends do it for a player (src/http/chat): only a round that answers no one
 * else, and only while no one else has acted since.
 */
function checkOwnRound({ state, ledger, countWritten }: ActionScene, seat: Seat, n: number): Result<null> {
  const start = ledger.roundEvents(n).findLast(({ kind }) => kind === 'round.started');
  const inputs = start?.kind === 'round.started' ? start.payload.inputs : [];
  const isOwn = inputs.every((seq) =>
    ['system', `persona:${seat.persona}`].includes(ledger.page(seq - 1, 1)[0]?.actor ?? ''),
  );
  const later = start ? [...ledger.walk(start.seq + 1)] : [];
  if (inputs.length > 0 && isOwn && !state.game && !later.some(({ kind }) => BY_PEOPLE.test(kind)))
    return countWritten({});
  const detail = `round ${n} cannot be replayed from this seat: it answers others too, or someone acted since`;
  return fail({ code: 'conflict', detail, fix: 'say something new, or ask the owner to replay it' });
}

export const ROUND_ACTIONS = [
  takeTurn,
  sceneAction({
    name: 'draftLine',
    method: 'post',
    path: '/drafts',
    who: 'player',
    summary: 'Draft a line',
    description:
      'Suggests a line for a player, visible only to that player as the event `draft.written`. Drafts are not part of the conversation or of prompts; send the text as a turn to use it. Players get drafts for their own persona; owners must name one.',
    body: draftLine.default({}),
    ...ROUND_ANSWER,
    run: (room, { body }) => submitDraft(room, body ?? {}),
  }),
  sceneAction({
    name: 'judgeScene',
    method: 'post',
    path: '/judgements',
    who: 'key',
    summary: 'Judge a scene',
    description:
      'Asks a model to score the scene so far by your criteria. It reads only public lines: no whispers, secrets, thoughts or notes. The result is the event `judge.ruled`, for the owner only. The profile `judge` answers; it defaults to the director. Returns 409 in table games.',
    body: judgeScene,
    ...ROUND_ANSWER,
    run: (room, { body: { criteria } }) =>
      room.accept(
        (state) => judgementEvents(state, criteria),
        (state, [input]) => turnAcceptedView(state, input?.seq ?? 0),
      ),
  }),
  sceneAction({
    name: 'rollDice',
    method: 'post',
    path: '/rolls',
    who: 'player',
    summary: 'Roll dice',
    description:
      'Rolls dice for a persona, or for a present character. Everyone sees the result as the event `dice.rolled`, and characters and the director read it as a line. Starts no round. Players roll as their own persona.',
    body: rollDice,
    answer: { schema: diceRoll, about: 'The roll', status: 201 },
    tools: [
      actionTool({
        name: 'roll_dice',
        title: 'Roll dice',
        description:
          'Roll dice that everyone in the scene sees. Does not start a round: use `say` or `pass` to let the characters respond.',
        args: {
          notation: z
            .string()
            .describe('Dice such as `2d6+1`: up to 20 dice with 2 to 1000 sides, and one modifier'),
          character: z.string().optional().describe('Id of a present character that rolls instead of you'),
        },
        ofOwner: persona,
        toBody: ({ notation, character, as }) => ({
          notation,
          ...(character !== undefined && { characterId: character }),
          ...(as !== undefined && { personaId: as }),
        }),
      }),
    ],
    run: (room, { body }) => submitRoll(room, body),
  }),
  sceneAction({
    name: 'startRound',
    method: 'post',
    path: '/rounds',
    who: 'key',
    summary: 'Start a round',
    description:
      'Starts a round immediately. In `gather` and `manual` mode, it answers all pending inputs. Without inputs, the characters continue on their own.',
    ...ROUND_ANSWER,
    run: (room) => submitTurn(room, { type: 'continuation', to: [] }),
  }),
  sceneAction({
    name: 'listRounds',
    method: 'get',
    path: '/rounds',
    who: 'seat',
    summary: 'List rounds',
    description:
      'Newest first. Each has its lines, who acted and how it ended. Seats get it without plans, audit records and lines that their person could not hear. The latest round may still be running.',
    query: pageQuery.shape,
    answer: { schema: roundPage, about: 'A page of rounds' },
    run: ({ state, ledger, viewer }, { query: { cursor, limit } }) => {
      const from = Math.min(state.rounds, (cursor ?? Number.POSITIVE_INFINITY) - 1);
      const items = [];
      for (let n = from; n > 0 && items.length < limit; n -= 1)
        items.push(roundView(state, ledger.roundEvents(n), n, viewer));
      const last = items.at(-1)?.n ?? 1;
      return ok({ items, next: last > 1 ? String(last) : null });
    },
  }),
  sceneAction({
    name: 'readRound',
    method: 'get',
    path: '/rounds/{n}',
    who: 'seat',
    summary: 'Get a round',
    description: 'Returns its lines, who acted and how it ended; for a failed round, also cause and fix.',
    params: number,
    answer: { schema: round, about: 'The round' },
    run: ({ state, ledger, viewer }, { params: { n } }) =>
      n > state.rounds
        ? fail({ code: 'not_found', what: 'round', id: String(n) })
        : ok(roundView(state, ledger.roundEvents(n), n, viewer)),
  }),
  sceneAction({
    name: 'retryRound',
    method: 'post',
    path: '/rounds/{n}/retry',
    who: 'key',
    summary: 'Retry a round',
    description:
      'Retries a failed round without repeating completed calls. If the last round has ended, replays it from the start. `inputSeq` in the response is the first input of the round.',
    params: number,
    ...ROUND_ANSWER,
    run: (room, { params: { n } }) => {
      const { state, seat } = room;
      if (state.status === 'finished' && (seat || !isTableOver(state))) return refuseFinished(state);
      const may = seat ? checkOwnRound(room, seat, n) : ok(null);
      return may.ok ? room.retry(n, [], retriedView) : may;
    },
  }),
  sceneAction({
    name: 'approvePlan',
    method: 'post',
    path: '/rounds/{n}/approve',
    who: 'key',
    summary: "Approve a round's plan",
    description:
      'Continues the round with the plan that the director proposed (see `settings.approvePlans`), or with the plan in the body. Returns 409 if no plan is waiting.',
    params: number,
    body: approvePlanBody.default({}),
    ...ROUND_ANSWER,
    run: (room, { params: { n }, body }) =>
      room.accept((state) => approvePlan(state, n, body ?? {}), retriedView),
  }),
  sceneAction({
    name: 'chooseTry',
    method: 'post',
    path: '/rounds/{n}/choose',
    who: 'key',
    summary: 'Choose an earlier attempt of a round',
    description:
      'Restores an earlier attempt after `retry` replayed the last round: its lines and changes, without model calls. Alternatives added to its lines are lost. Attempts are the `round.started` events of the round.',
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
    summary: 'Cancel a round',
    description:
      'Stops the current round at once and aborts its model calls. Lines already written stay, and a waiting input starts. Also ends auto-play. Returns 409 if there is nothing to cancel.',
    answer: { schema: scene, about: 'The scene' },
    run: (room) => room.accept(cancelRound, sceneView),
  }),
];
