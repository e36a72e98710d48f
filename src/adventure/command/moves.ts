import type { PayloadOf } from '../../contract/events/events';
import { cutMiddle, flatten } from '../lines';
import { placeName } from '../map/map';
import { type Move, RECENT_TEXT } from '../state-types';

/** Characters shown of a reply, by age from the newest; older moves show {@link SHOWN_LATER}. */
const SHOWN = [Number.POSITIVE_INFINITY, 400, 400, 400] as const;
const SHOWN_LATER = 160;
/** In characters. */
const MAX_TYPED = 200;
const MAX_THINKING = 600;

/** A command and its result as stored in the state. Cuts the middle of a long reply. */
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
 * Writes moves for a prompt, oldest first: `> command`, turn and place, then the reply. The newest reply is complete,
 * older ones get shorter and fit one line. If not all moves fit, drops the oldest and says how many.
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
  // The marker alone is not worth a line.
  return blocks.length === 0 ? '' : [writeLeftOut(out), ...blocks].join('\n');
}

const writeLeftOut = (count: number): string => `… ${count} earlier`;

/** Writes a move in at most `room` characters; `''` if the command and some of the reply don't fit. */
function writeMove(move: Move, shown: number, room: number): string {
  const where = move.from === null ? '' : `, ${placeName(move.from)}`;
  const by = move.by === 'player' ? ', typed by a person' : '';
  const head = `> ${flatten(move.command, MAX_TYPED)} (turn ${move.turn}${where}${by})`;
  const isWhole = shown === Number.POSITIVE_INFINITY;
  const answer = isWhole ? move.text.trim() : flatten(move.text, shown);
  if (head.length > room) return '';
  const roomForAnswer = room - head.length - 1;
  if (answer.length <= roomForAnswer) return answer === '' ? head : `${head}\n${answer}`;
  // Drop an older move instead of truncating it.
  return isWhole ? (roomForAnswer < 40 ? head : `${head}\n${cutMiddle(answer, roomForAnswer)}`) : '';
}
