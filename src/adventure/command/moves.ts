import type { PayloadOf } from '../../contract/events/events';
import { cutMiddle, flatten } from '../lines';
import { placeName } from '../map/map';
import { type Move, RECENT_TEXT } from '../state-types';

/** Characters of an answer that are shown, by age: the newest whole, the next ones, all others. */
const SHOWN = [Number.POSITIVE_INFINITY, 400, 400, 400] as const;
const SHOWN_LATER = 160;
/** Most characters of a command, and of the adventurer's thoughts on it. */
const MAX_TYPED = 200;
const MAX_THINKING = 600;

/** Returns a command and its result as a state keeps them. A long answer is cut in its middle. */
export function toMove(done: PayloadOf<'command.executed'>, turn: number): Move {
  const { command, by, from, to, story, effect, moved, died, thinking } = done;
  return {
    turn,
    command,
    by,
    from,
    to,
    text: cutMiddle(story.text, RECENT_TEXT),
    effect,
    moved,
    score: story.reading.score,
    died,
    thinking: thinking === null ? null : cutMiddle(thinking, MAX_THINKING),
  };
}

/**
 * Writes moves for a prompt, oldest first: `> command`, with turn and place, and the story's answer. The newest answer is
 * shown whole, older ones on one line and ever shorter. The oldest moves are dropped when not all fit, and a line says so.
 */
export function writeMoves(moves: readonly Move[], { maxCharacters }: { maxCharacters: number }): string {
  const blocks: string[] = [];
  let remaining = maxCharacters;
  for (let age = 0; age < moves.length; age++) {
    const move = moves[moves.length - 1 - age];
    if (!move) break;
    const mark = age + 1 < moves.length ? writeLeftOut(moves.length - age - 1).length + 1 : 0;
    const text = writeMove(move, SHOWN[age] ?? SHOWN_LATER, remaining - mark);
    if (text === '') break;
    blocks.unshift(text);
    remaining -= text.length + 1;
  }
  const out = moves.length - blocks.length;
  if (out === 0) return blocks.join('\n');
  // The mark alone says nothing worth its place.
  return blocks.length === 0 ? '' : [writeLeftOut(out), ...blocks].join('\n');
}

const writeLeftOut = (count: number): string => `… ${count} earlier`;

/** Writes a move in at most so many characters; `''` when its command and a few words of the answer don't fit. */
function writeMove(move: Move, shown: number, room: number): string {
  const where = move.from === null ? '' : `, ${placeName(move.from)}`;
  const by = move.by === 'player' ? ', typed by a person' : '';
  const head = `> ${flatten(move.command, MAX_TYPED)} (turn ${move.turn}${where}${by})`;
  const isWhole = shown === Number.POSITIVE_INFINITY;
  const answer = isWhole ? move.text.trim() : flatten(move.text, shown);
  if (head.length > room) return '';
  const roomForAnswer = room - head.length - 1;
  if (answer.length <= roomForAnswer) return answer === '' ? head : `${head}\n${answer}`;
  // Of an older move, nothing rather than a piece.
  return isWhole ? (roomForAnswer < 40 ? head : `${head}\n${cutMiddle(answer, roomForAnswer)}`) : '';
}
