import { z } from 'zod';
import { answererKind } from '../../base/answerer';
import { digits } from '../../contract/digits';
import type { Event, EventDraft, EventOf, PayloadOf } from '../../contract/events/events';
import { currentWords, readAlternatives } from '../../contract/events/fold/edits';
import { withRoundAudience } from '../../contract/events/fold/hidden';
import { NO_HIDDEN_LINES } from '../../contract/events/fold/hidden-lines';
import { fail, ok, type Result } from '../../contract/problems';
import {
  chooseAlternative,
  editedLine,
  editLine as editLineBody,
  lineVisibility as lineVisibilityAnswer,
  nextSpeaker,
  rewriteLine as rewriteLineBody,
  scene,
} from '../../contract/scenes';
import { NEEDS_PLAYER } from '../../contract/seats';
import { withinRow } from '../../room/row-limit';
import { recordBefore } from '../reduce';
import { chooseNextSpeaker } from '../round/next-speaker';
import { characterId, findMember, isUndone, type SceneState, type Seat } from '../state';
import { guardWords } from '../table/state';
import { refuseFinished } from '../turns';
import { acceptedView, roundView, sceneView } from '../views';
import { ROUND_ANSWER } from './rounds';
import { sceneAction } from './scene-room';

export interface FoundLine {
  seq: number;
  event: Event | undefined;
  /** False if its round was rolled back. */
  isLive: boolean;
}

interface RoundHistory {
  page(after: number, limit: number): Event[];
  /** All events from a seq on, read lazily. */
  walk(from: number): Iterable<Event>;
  roundEvents(n: number): Event[];
}

/**
 * Finds the entry at a seq. It is live while it waits for its round, and while its round is not rolled back.
 */
export function findLine(state: SceneState, past: RoundHistory, seq: number): FoundLine {
  const event = eventAt(past, seq);
  const round = roundOfLine(past, seq);
  if (!event || round === null || round === 0) return { seq, event, isLive: event !== undefined };
  const all = { ...state, hiddenLines: NO_HIDDEN_LINES };
  const { status, inputs, lines } = roundView(all, past.roundEvents(round), round);
  const isLive = status !== 'rolledback' && [...inputs, ...lines].some((line) => line.seq === seq);
  return { seq, event, isLive };
}

const eventAt = (past: Pick<RoundHistory, 'page'>, seq: number): Event | undefined =>
  past.page(seq - 1, 1).find((one) => one.seq === seq);

/** null if there is no such line, or it waits for a round. */
export function roundOfLine(past: Pick<RoundHistory, 'page' | 'walk'>, seq: number): number | null {
  const event = eventAt(past, seq);
  return event ? readRound(event, past.walk(seq + 1)) : null;
}

/** The round of an event: its own, or for an input the round that answers it; null while it waits. */
function readRound(event: Event, after: Iterable<Event>): number | null {
  if (event.round !== undefined) return event.round;
  for (const { kind, round, payload } of after) {
    if (kind === 'round.started' && payload.inputs.includes(event.seq)) return round ?? null;
  }
  return null;
}

/** The owner's actions on lines and rounds. Each rule returns the events of an action, or a failure. */

/**
 * Replaces the text of a line, of a character or a player. Prompts no longer contain the old text; summaries
 * and memories made from it are removed and rebuilt.
 */
export function editLine(state: SceneState, line: FoundLine, text: string): Result<EventDraft[]> {
  const target = checkLine(state, line);
  if (!target.ok) return target;
  const { table } = state;
  // Also after the game, because a rollback can reopen it.
  if (table && guardWords(table).leaks(text)) {
    const message = 'contains a dealt word';
    return fail({ code: 'invalid', errors: [{ pointer: '/text', message }] });
  }
  const payload: PayloadOf<'line.edited'> = { seq: target.value.seq, text, by: 'owner' };
  // A hidden input that waits stays hidden; a visible line is sent again.
  const isHidden = state.queue.some((input) => input.hidden && input.seq === target.value.seq);
  const { actor, audience } = isHidden ? target.value : withRoundAudience(target.value);
  return ok([{ kind: 'line.edited', actor, audience, payload }]);
}

const MAX_ALTERNATIVES = 50;

/**
 * Regenerates a character's line as an alternative, or continues it, in a round of its own. Refused for clues
 * of a table game, because the others have answered them.
 *
 * @param direction guidance for the character only
 */
function rewriteLine(
  state: SceneState,
  line: FoundLine,
  type: 'regenerate' | 'continue',
  direction?: string,
): Result<EventDraft[]> {
  const target = checkLine(state, line);
  if (!target.ok) return target;
  const { seq, actor } = target.value;
  if (state.status === 'finished') return refuseFinished(state);
  if (state.table) {
    const detail = `line ${seq} is a clue that others have already heard`;
    return fail({ code: 'conflict', detail, fix: 'retry the round, or roll back to the previous one' });
  }
  if (!findMember(state, characterId(actor))) {
    const detail = `line ${seq} is not a character's line`;
    return fail({
      code: 'conflict',
      detail,
      fix: "edit it instead; only characters' lines can be regenerated",
    });
  }
  const { texts = [] } = readAlternatives(state.edits).get(seq) ?? {};
  if (type === 'regenerate' && texts.length >= MAX_ALTERNATIVES) {
    const detail = `line ${seq} has ${texts.length} alternatives; the maximum is ${MAX_ALTERNATIVES}`;
    return fail({ code: 'conflict', detail, fix: 'choose or edit one of them' });
  }
  const text = direction === undefined || direction.trim() === '' ? {} : { text: direction.trim() };
  const payload: PayloadOf<'round.requested'> = { type, to: [], line: seq, ...text };
  return ok([{ kind: 'round.requested', actor: 'system', audience: ['owner'], payload }]);
}

export const regenerateLine = (
  state: SceneState,
  line: FoundLine,
  direction?: string,
): Result<EventDraft[]> => rewriteLine(state, line, 'regenerate', direction);
export const continueLine = (state: SceneState, line: FoundLine, direction?: string): Result<EventDraft[]> =>
  rewriteLine(state, line, 'continue', direction);

export function chooseWording(state: SceneState, line: FoundLine, index: number): Result<EventDraft[]> {
  const target = checkLine(state, line);
  if (!target.ok) return target;
  const { seq, actor, audience } = target.value;
  const { texts } = readAlternatives(state.edits).get(seq) ?? { texts: [null] };
  if (index >= texts.length) {
    const message = `line ${seq} has ${texts.length} alternatives: 0 to ${texts.length - 1}`;
    return fail({ code: 'invalid', errors: [{ pointer: '/index', message }] });
  }
  return ok([{ kind: 'line.chosen', actor, audience, payload: { seq, index } }]);
}

/**
 * True if a seat may choose among the alternatives of a line: the owner allows it, and the line answers this
 * player.
 *
 * @param actors authors of the inputs of the line's round
 */
export function checkWordingChoice(
  { settings }: Pick<SceneState, 'settings'>,
  seat: Pick<Seat, 'role' | 'persona'>,
  { event }: FoundLine,
  actors: readonly string[],
): Result<null> {
  if (seat.role === 'spectator') return fail(NEEDS_PLAYER);
  const forbid = (needs: string, fix: string) => fail({ code: 'forbidden', needs, fix });
  if (!settings.playersChoose) {
    const fix = 'Ask the owner of the scene to set "playersChoose", or to choose for you.';
    return forbid('an API key of the owner', fix);
  }
  const own = `persona:${seat.persona}`;
  const isHeard = event?.audience.some((who) => who === '*' || who === own);
  if (isHeard && actors.includes(own)) return ok(null);
  return forbid('a line that answers yours', 'Choose among alternatives of lines in rounds that answer you.');
}

/** Hides a line from prompts and from everyone except the owner, or deletes it; the ledger keeps its text. */
export function hideLine(
  state: SceneState,
  line: FoundLine,
  mark: 'hidden' | 'deleted',
): Result<EventDraft[]> {
  const target = findWords(state, line);
  if (!target.ok) return target;
  const { seq, actor, audience } = withRoundAudience(target.value);
  const conflict = (detail: string, fix: string) => fail({ code: 'conflict', detail, fix });
  if (state.table)
    return conflict(`line ${seq} is a clue that others have already heard`, 'roll back its round');
  if (state.queue.some((input) => input.seq === seq))
    return conflict(
      `line ${seq} is queued for the next round`,
      'wait until the round is over, or edit the line',
    );
  if (state.hiddenLines[seq] === mark) return ok([]);
  const payload: PayloadOf<'line.hidden'> = { seqs: [seq], ...(mark === 'deleted' && { deleted: true }) };
  return ok([{ kind: 'line.hidden', actor, audience, payload }]);
}

/** Shows a hidden or deleted line again. The event contains its text, for people who never received it. */
export function showLine(state: SceneState, line: FoundLine): Result<EventDraft[]> {
  const target = findWords(state, line);
  if (!target.ok) return target;
  const { seq, actor, audience, round, kind, payload: said } = withRoundAudience(target.value);
  if (state.hiddenLines[seq] === undefined) return ok([]);
  const payload: PayloadOf<'line.shown'> = {
    ...{ seq, name: said.name, text: currentWords(state.edits).get(seq) ?? said.text },
    ...(kind === 'character.spoke' ? { kind: said.kind, ...answererKind(said) } : { kind: 'say' }),
    ...(round !== undefined && { round }),
  };
  return ok([{ kind: 'line.shown', actor, audience, payload }]);
}

const lineVisibility = ({ hiddenLines }: SceneState, seq: number) => ({
  seq,
  visibility: hiddenLines[seq] ?? ('shown' as const),
});

type LineText = EventOf<'character.spoke'> | EventOf<'player.spoke'>;

function checkLine(state: SceneState, line: FoundLine): Result<LineText> {
  const target = findWords(state, line);
  const mark = state.hiddenLines[line.seq];
  if (!target.ok || mark === undefined) return target;
  return fail({
    ...{ code: 'conflict', detail: `line ${line.seq} is ${mark}` },
    fix: `restore it first: POST …/lines/${line.seq}/show`,
  });
}

function findWords(state: SceneState, { seq, event, isLive }: FoundLine): Result<LineText> {
  const isLine = event?.kind === 'character.spoke' || event?.kind === 'player.spoke';
  if (!event || !isLine) return fail({ code: 'not_found', what: 'line', id: String(seq) });
  if (!isLive) {
    const detail = `line ${seq} was rolled back`;
    return fail({ code: 'conflict', detail, fix: 'choose a line that was not rolled back' });
  }
  return requireIdle(state, event);
}

function requireIdle<T>(state: SceneState, value: T): Result<T> {
  if (!state.open) return ok(value);
  const detail = `round ${state.open.n} is running`;
  return fail({ code: 'conflict', detail, fix: 'wait until it ends, or cancel it' });
}

/**
 * Rolls the scene back to the end of round `n`; 0: to its beginning. Restores cast, moods, world, trackers,
 * summaries and memories, and drops waiting inputs. The ledger keeps everything.
 *
 * @param at finds the state before a round began, and the seq of its start
 */
export function rollbackRound(
  state: SceneState,
  n: number,
  at: (round: number) => { before: SceneState; startSeq: number } | null,
): Result<EventDraft[]> {
  const idle = requireIdle(state, null);
  if (!idle.ok) return idle;
  if (n > state.rounds) return fail({ code: 'not_found', what: 'round', id: String(n) });
  if (n > 0 && isUndone(state, n)) {
    const detail = `round ${n} was itself rolled back`;
    return fail({ code: 'conflict', detail, fix: 'choose a round that was not rolled back' });
  }
  const live: number[] = [];
  for (let k = n + 1; k <= state.rounds; k += 1) if (!isUndone(state, k)) live.push(k);
  const [first] = live;
  const start = first === undefined ? null : at(first);
  if (first === undefined || !start) {
    const detail = `nothing happened after round ${n}`;
    return fail({ code: 'conflict', detail, fix: 'choose an earlier round' });
  }
  // One event per round, so that a reader of a single round's events sees that it is undone.
  const drafts = live.toReversed().map((round): EventDraft => {
    return { kind: 'round.rolledback', actor: 'system', round, payload: { fromSeq: start.startSeq } };
  });
  // The earlier state contains everyone's intentions, so only the owner may read it.
  const payload: PayloadOf<'round.rolledback'> = {
    fromSeq: start.startSeq,
    undone: [first, state.rounds],
    restored: recordBefore(start.before, first),
  };
  return ok([
    ...drafts,
    { kind: 'round.rolledback', actor: 'system', audience: ['owner'], round: first, payload },
  ]);
}

const lineParams = { seq: digits(z.int().positive()).describe('Seq of the line') };

export const LINE_ACTIONS = [
  sceneAction({
    name: 'callNext',
    method: 'post',
    path: '/next-speaker',
    who: 'key',
    summary: 'Choose the next speaker',
    description:
      'Sets the only character that acts in the next round, or the characters that do not act. Applies to one round and replaces an earlier choice. If the character is absent, it enters the scene.',
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
    summary: 'Edit a line',
    description:
      'Prompts and transcripts use the new text from now on; the ledger keeps the old one. Does not play a round.',
    params: lineParams,
    body: editLineBody,
    answer: { schema: editedLine, about: 'The edited line' },
    run: (room, { params: { seq }, body: { text } }) =>
      room.accept(
        (state) => editLine(state, findLine(state, room.ledger, seq), text),
        (_, [edited]) => ({ seq, actor: edited?.actor ?? '', text }),
      ),
  }),
  ...(
    [
      ['hideLine', 'post', '/lines/{seq}/hide', 'Hide a line', 'hidden'],
      ['deleteLine', 'delete', '/lines/{seq}', 'Delete a line', 'deleted'],
      ['showLine', 'post', '/lines/{seq}/show', 'Show a hidden or deleted line', null],
    ] as const
  ).map(([name, method, path, summary, mark]) =>
    sceneAction({
      ...{ name, method, path, summary, who: 'key', repeat: 'safe', params: lineParams },
      description:
        "Hidden lines are not included in prompts, and only the owner can read them. Deleted lines are also removed from the owner's transcripts; the ledger keeps them. Does not play a round.",
      answer: { schema: lineVisibilityAnswer, about: 'Visibility of the line' },
      run: (room, { params: { seq } }) =>
        room.accept(
          (state) => {
            const line = findLine(state, room.ledger, seq);
            return mark === null ? showLine(state, line) : hideLine(state, line, mark);
          },
          (state) => lineVisibility(state, seq),
        ),
    }),
  ),
  sceneAction({
    name: 'regenerateLine',
    method: 'post',
    path: '/lines/{seq}/regenerate',
    who: 'key',
    summary: 'Regenerate a line',
    description:
      "Writes a new version of a character's line, and keeps the old one as an alternative. The line must be within `historyWindow`. The character sees the lines before it; `direction` is a note for this version. The latest version is chosen automatically.",
    params: lineParams,
    body: rewriteLineBody.default({}),
    ...ROUND_ANSWER,
    run: (room, { params: { seq }, body }) =>
      room.accept(
        (state) => regenerateLine(state, findLine(state, room.ledger, seq), body?.direction),
        (state, [event]) => acceptedView(state, event?.seq ?? 0),
      ),
  }),
  sceneAction({
    name: 'continueLine',
    method: 'post',
    path: '/lines/{seq}/continue',
    who: 'key',
    summary: 'Continue a line',
    description: "Extends a character's line. The line must be within `historyWindow`.",
    params: lineParams,
    body: rewriteLineBody.default({}),
    ...ROUND_ANSWER,
    run: (room, { params: { seq }, body }) =>
      room.accept(
        (state) => continueLine(state, findLine(state, room.ledger, seq), body?.direction),
        (state, [event]) => acceptedView(state, event?.seq ?? 0),
      ),
  }),
  sceneAction({
    name: 'chooseAlternative',
    method: 'post',
    path: '/lines/{seq}/choose',
    who: 'player',
    summary: 'Choose an alternative of a line',
    description:
      'Everyone and every prompt sees the chosen alternative. Players can choose for lines that answer them, if `settings.playersChoose` is on.',
    params: lineParams,
    body: chooseAlternative,
    answer: { schema: editedLine, about: 'The line with the chosen alternative' },
    repeat: 'safe',
    run: (room, { params: { seq }, body: { index } }) => {
      const lineOf = (state: SceneState) => findLine(state, room.ledger, seq);
      if (room.seat) {
        const line = lineOf(room.state);
        const { round } = line.event ?? {};
        const inputs = round ? roundView(room.state, room.ledger.roundEvents(round), round).inputs : [];
        const may = checkWordingChoice(
          room.state,
          room.seat,
          line,
          inputs.map(({ actor }) => actor),
        );
        if (!may.ok) return may;
      }
      return room.accept(
        (state) => chooseWording(state, lineOf(state), index),
        (state, [chosen]) => {
          const { event } = lineOf(state);
          const stored = event && 'text' in event.payload ? String(event.payload.text) : '';
          return { seq, actor: chosen?.actor ?? '', text: currentWords(state.edits).get(seq) ?? stored };
        },
      );
    },
  }),
  sceneAction({
    name: 'rollBack',
    method: 'post',
    path: '/rounds/{n}/rollback',
    who: 'key',
    summary: 'Roll back to a round',
    description:
      'Restores lines, cast, moods, world, trackers, summaries and memories as of the end of a round; 0 restores the beginning. The ledger keeps everything.',
    params: { n: digits(z.int().nonnegative()).describe('Number of the round') },
    answer: { schema: scene, about: 'The scene' },
    run: (room, { params: { n } }) => {
      return room.accept(
        (state) => withinRow(rollbackRound(state, n, room.stateBefore), 'world of the scene'),
        sceneView,
      );
    },
  }),
];
