import { z } from 'zod';
import { fail, ok, type Result } from '../../../api/problems';
import {
  editedLine,
  editLine as editLineBody,
  type NextSpeaker,
  nextSpeaker,
  scene,
} from '../../../api/scenes';
import type { Event, EventDraft, PayloadOf } from '../../../events/events';
import { asHeard } from '../../../events/fold/hidden';
import { withinRow } from '../../../room/row-limit';
import { stopAutonomy } from '../autonomy';
import { type FoundLine, findLine } from '../find-line';
import { keepBefore } from '../reduce';
import { findMember, isUndone, type SceneState } from '../state';
import { guardWords } from '../table/state';
import { refuseFinished } from '../turns';
import { acceptedView, sceneView } from '../views';
import { ROUND_ANSWER } from './round-answer';
import { sceneAction } from './scene-room';

/** What its owner does to a scene by hand: each function gives the events of it, or says why it can't be. */

/**
 * Whom the next round calls on, and whom it passes over. Takes the place of what was said before.
 *
 * @returns `invalid` for names of nobody, and for one who is both called and passed over; `conflict` in a table game
 */
export function chooseNextSpeaker(state: SceneState, { character, skip }: NextSpeaker): Result<EventDraft[]> {
  if (state.table) {
    const detail = 'everybody plays in turn in a table game';
    return fail({ code: 'conflict', detail, fix: 'call on someone in a scene with a director' });
  }
  const known = state.castOrder.join(', ');
  const errors = [
    ...(character === null ? [] : [{ id: character, pointer: '/character' }]),
    ...skip.map((id, index) => ({ id, pointer: `/skip/${index}` })),
  ].flatMap(({ id, pointer }) =>
    findMember(state, id) ? [] : [{ pointer, message: `there is no character "${id}"; there is ${known}` }],
  );
  if (character !== null && skip.includes(character)) {
    errors.push({ pointer: '/skip', message: `${character} is called and passed over at once` });
  }
  if (errors.length > 0) return fail({ code: 'invalid', errors });
  const payload: PayloadOf<'cast.called'> = { next: character, skip: [...new Set(skip)] };
  return ok([{ kind: 'cast.called', actor: 'system', audience: ['owner'], payload }]);
}

/**
 * Another text for a line, of a character or a player. Whoever speaks from now on has never heard the old one;
 * summaries and memories that were made of it stay as they are.
 */
export function editLine(state: SceneState, line: FoundLine, text: string): Result<EventDraft[]> {
  const found = checkLine(state, line);
  if (!found.ok) return found;
  const { table } = state;
  // Also when the game is over: it may be rolled back.
  if (table && guardWords(table).leaks(text)) {
    const message = 'it says a word that was dealt';
    return fail({ code: 'invalid', errors: [{ pointer: '/text', message }] });
  }
  const payload: PayloadOf<'line.edited'> = { seq: found.value.seq, text, by: 'owner' };
  // A line that waits hidden stays so; one that was told is told anew.
  const isHidden = state.queue.some((input) => input.hidden && input.seq === found.value.seq);
  const { actor, audience } = isHidden ? found.value : asHeard(found.value);
  return ok([{ kind: 'line.edited', actor, audience, payload }]);
}

/** Have a character's line spoken anew: a round of its own. A clue of a table game stands: others have answered it. */
export function regenerateLine(state: SceneState, line: FoundLine): Result<EventDraft[]> {
  const found = checkLine(state, line);
  if (!found.ok) return found;
  const { seq, actor } = found.value;
  if (state.status === 'finished') return refuseFinished(state);
  if (state.table) {
    const detail = `line ${seq} is a clue: the others have heard it`;
    return fail({ code: 'conflict', detail, fix: 'retry the round, or roll back to the one before' });
  }
  const id = actor.startsWith('character:') ? actor.slice('character:'.length) : '';
  if (!findMember(state, id)) {
    const detail = `line ${seq} is not a character's`;
    return fail({ code: 'conflict', detail, fix: 'edit it; only what a model says can be said anew' });
  }
  const payload: PayloadOf<'round.requested'> = { type: 'regenerate', to: [], line: seq };
  return ok([{ kind: 'round.requested', actor: 'system', audience: ['owner'], payload }]);
}

/** Stop the round being played after its current step; between two rounds, a scene that goes on by itself. */
export function cancelRound(state: SceneState): Result<EventDraft[]> {
  if (state.open) {
    const { n } = state.open;
    return ok([{ kind: 'round.cancelled', actor: 'system', round: n, payload: { n } }]);
  }
  if (state.autonomy) return ok(stopAutonomy(state, 'cancelled'));
  const detail = 'no round is being played';
  return fail({ code: 'conflict', detail, fix: 'there is nothing to cancel' });
}

function checkLine(state: SceneState, { seq, event, isLive }: FoundLine): Result<Event> {
  const isLine = event?.kind === 'character.spoke' || event?.kind === 'player.spoke';
  if (!event || !isLine) return fail({ code: 'not_found', what: 'line', id: String(seq) });
  if (!isLive) {
    const detail = `line ${seq} was taken back`;
    return fail({ code: 'conflict', detail, fix: 'choose a line that still counts' });
  }
  return whenIdle(state, event);
}

function whenIdle<T>(state: SceneState, value: T): Result<T> {
  if (!state.open) return ok(value);
  const detail = `round ${state.open.n} is being played`;
  return fail({ code: 'conflict', detail, fix: 'wait for its end, or cancel it' });
}

/**
 * Take the scene back to the end of round `n`; 0: to its beginning. Cast, moods, world, trackers, summaries and memories
 * are as they were then; what was still waiting is dropped. The ledger keeps everything.
 *
 * @param at finds the state as it was before a round began, and the seq of its start
 */
export function rollBack(
  state: SceneState,
  n: number,
  at: (round: number) => { before: SceneState; startSeq: number } | null,
): Result<EventDraft[]> {
  const idle = whenIdle(state, null);
  if (!idle.ok) return idle;
  if (n > state.rounds) return fail({ code: 'not_found', what: 'round', id: String(n) });
  if (n > 0 && isUndone(state, n)) {
    const detail = `round ${n} was itself rolled back`;
    return fail({ code: 'conflict', detail, fix: 'roll back to a round that still counts' });
  }
  const live: number[] = [];
  for (let k = n + 1; k <= state.rounds; k += 1) if (!isUndone(state, k)) live.push(k);
  const [first] = live;
  const start = first === undefined ? null : at(first);
  if (first === undefined || !start) {
    const detail = `nothing has happened since round ${n}`;
    return fail({ code: 'conflict', detail, fix: 'choose an earlier round' });
  }
  // One event a round, so that whoever reads a round's events finds that it is undone.
  const drafts = live.toReversed().map((round): EventDraft => {
    const payload: PayloadOf<'round.rolledback'> = { fromSeq: start.startSeq };
    return { kind: 'round.rolledback', actor: 'system', round, payload };
  });
  // What was before holds what everybody meant to do, which is between each of them and the owner.
  const payload: PayloadOf<'round.rolledback'> = {
    fromSeq: start.startSeq,
    undone: [first, state.rounds],
    restored: keepBefore(start.before, first),
  };
  drafts.push({
    kind: 'round.rolledback',
    actor: 'system',
    audience: ['owner'],
    round: first,
    payload,
  });
  return ok(drafts);
}

const lineParams = { seq: z.coerce.number().int().positive() };

/** The owner's hand on lines and rounds. */
export const LINE_ACTIONS = [
  sceneAction({
    name: 'callNext',
    method: 'post',
    path: '/next-speaker',
    who: 'key',
    summary: 'Say who acts in the next round, alone, or who does not',
    body: nextSpeaker,
    answer: { schema: scene, about: 'The scene' },
    repeat: 'safe',
    run: (room, { body }) => room.accept((state) => chooseNextSpeaker(state, body), sceneView),
  }),
  sceneAction({
    name: 'editLine',
    method: 'patch',
    path: '/lines/{seq}',
    who: 'key',
    summary: 'Give a line another text',
    params: lineParams,
    body: editLineBody,
    answer: { schema: editedLine, about: 'The line as it says now' },
    run: (room, { params: { seq }, body: { text } }) =>
      room.accept(
        (state) => editLine(state, findLine(state, room.ledger, seq), text),
        (_, [edited]) => ({ seq, actor: edited?.actor ?? '', text }),
      ),
  }),
  sceneAction({
    name: 'regenerateLine',
    method: 'post',
    path: '/lines/{seq}/regenerate',
    who: 'key',
    summary: "Have a character's line spoken anew",
    params: lineParams,
    ...ROUND_ANSWER,
    run: (room, { params: { seq } }) =>
      room.accept(
        (state) => regenerateLine(state, findLine(state, room.ledger, seq)),
        (state, [event]) => acceptedView(state, event?.seq ?? 0),
      ),
  }),
  sceneAction({
    name: 'rollBack',
    method: 'post',
    path: '/rounds/{n}/rollback',
    who: 'key',
    summary: 'Take the scene back to the end of a round; 0: to its beginning',
    description:
      'Lines, cast, moods, world, trackers, summaries and memories are as they were then. The ledger keeps everything.',
    params: { n: z.coerce.number().int().nonnegative() },
    answer: { schema: scene, about: 'The scene' },
    run: (room, { params: { n } }) => {
      const back = room.accept(
        (state) => withinRow(rollBack(state, n, room.stateBefore), 'world of the scene'),
        sceneView,
      );
      if (back.ok) room.forget();
      return back;
    },
  }),
];
