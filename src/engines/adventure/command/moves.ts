import type { PayloadOf } from '../../../events/events';
import { cutMiddle, flatten } from '../lines';
import { placeName } from '../map/map';
import { type Move, RECENT_TEXT } from '../state-types';

/** Characters of an answer that is shown, by how long ago it was: the newest whole, the next ones, all others. */
const SHOWN = [Number.POSITIVE_INFINITY, 400, 400, 400] as const;
const SHOWN_LATER = 160;
/** Most characters of a command, and of what the adventurer thought of it. */
const MAX_TYPED = 200;
const MAX_THINKING = 600;

/** A command and what came of it, as a state keeps it. A long answer is cut in its middle. */
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
 * Moves for a prompt, oldest first: `> command`, with turn and place, and what the story answered. The newest is shown
 * as it is, older ones on one line and ever shorter. Where not all fit, the oldest are left out, and it says so.
 */
export function writeMoves(moves: readonly Move[], { maxCharacters }: { maxCharacters: number }): string {
  const kept: string[] = [];
  let left = maxCharacters;
  for (let age = 0; age < moves.length; age++) {
    const move = moves[moves.length - 1 - age];
    if (!move) break;
    const mark = age + 1 < moves.length ? writeLeftOut(moves.length - age - 1).length + 1 : 0;
    const text = writeMove(move, SHOWN[age] ?? SHOWN_LATER, left - mark);
    if (text === '') break;
    kept.unshift(text);
    left -= text.length + 1;
  }
  const out = moves.length - kept.length;
  if (out === 0) return kept.join('\n');
  // The mark alone says nothing worth its place.
  return kept.length === 0 ? '' : [writeLeftOut(out), ...kept].join('\n');
}

const writeLeftOut = (count: number): string => `… ${count} earlier`;

/** A move in at most so many characters; `''` where not even its command fits with a few words of the answer. */
function writeMove(move: Move, shown: number, room: number): string {
  const where = move.from === null ? '' : `, ${placeName(move.from)}`;
  const by = move.by === 'player' ? ', typed by a person' : '';
  const head = `> ${flatten(move.command, MAX_TYPED)} (turn ${move.turn}${where}${by})`;
  const isWhole = shown === Number.POSITIVE_INFINITY;
  const answer = isWhole ? move.text.trim() : flatten(move.text, shown);
  if (head.length > room) return '';
  const left = room - head.length - 1;
  if (answer.length <= left) return answer === '' ? head : `${head}\n${answer}`;
  // Of an older move, nothing rather than a piece.
  return isWhole ? (left < 40 ? head : `${head}\n${cutMiddle(answer, left)}`) : '';
}
