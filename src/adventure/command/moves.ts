import { type Move, placeName } from 'story-player/memory';
import { cutMiddle, flatten } from '../lines';

/** Characters shown of the reply of an older move. */
const SHOWN = 400;
/** Turns between two possible beginnings of a list whose oldest moves are left out, for the same reason. */
const BLOCK = 8;
/** In characters. */
const MAX_TYPED = 200;

/**
 * Writes moves for a prompt, oldest first: `> command`, turn and place, then the reply. The newest reply is complete,
 * older ones get shorter and fit one line. If not all moves fit, drops the oldest and says how many.
 */
export function writeMoves(
  moves: readonly Move[],
  { maxCharacters, isCut = false }: { maxCharacters: number; isCut?: boolean },
): string {
  const texts: string[] = [];
  let remaining = maxCharacters - LEFT_OUT.length - 1;
  for (const [age, move] of moves.toReversed().entries()) {
    const text = writeMove(move, age === 0, remaining);
    if (text === '') break;
    texts.unshift(text);
    remaining -= text.length + 1;
  }
  if (texts.length === moves.length && !isCut) return texts.join('\n');
  const first = moves.length - texts.length;
  const start = moves.findIndex(({ turn }, at) => at >= first && turn % BLOCK === 1);
  const drop = start > first && start - first <= texts.length / 2 ? start - first : 0;
  const shown = texts.slice(drop);
  // The mark alone says nothing worth its place.
  return shown.length === 0 ? '' : [LEFT_OUT, ...shown].join('\n');
}

const LEFT_OUT = '… earlier moves left out';

/** Writes a move in at most `room` characters; `''` if the command and some of the reply don't fit. */
function writeMove(move: Move, isWhole: boolean, room: number): string {
  const where = move.from === null ? '' : `, ${placeName(move.from)}`;
  const by = move.by === 'player' ? ', typed by a person' : '';
  const head = `> ${flatten(move.command, MAX_TYPED)} (turn ${move.turn}${where}${by})`;
  const answer = isWhole ? move.text.trim() : flatten(move.text, SHOWN);
  if (head.length > room) return '';
  const roomForAnswer = room - head.length - 1;
  if (answer.length <= roomForAnswer) return answer === '' ? head : `${head}\n${answer}`;
  // Drop an older move instead of truncating it.
  return isWhole ? (roomForAnswer < 40 ? head : `${head}\n${cutMiddle(answer, roomForAnswer)}`) : '';
}
