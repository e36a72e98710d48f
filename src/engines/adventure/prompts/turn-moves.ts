import { quoteBlock } from '../../../base/quote';
import type { AfterBrief } from '../briefs';
import { cutMiddle } from '../lines';
import { placeName, writePlace } from '../map/map';
import type { AdventureState, Move } from '../state-types';
import { MAX_NAME } from './pieces';
import { quoteShort } from './quote';
import type { Piece } from './window';

/** Shows the moves of a turn to the agents that look back on it. */

/**
 * Returns the place that a turn's lesson belongs to: where its first command was given, not where it led. Null when places
 * can't be read.
 */
export const sourceOf = (moves: readonly Move[]): number | null => moves[0]?.from ?? null;

/** Shows each command with its result. The answer to the newest is whole where it fits. */
export function turnPiece({ state, moves }: AfterBrief): Piece {
  return {
    title: 'The turn that was just played',
    write: (most) => {
      const each = Math.floor(most / Math.max(1, moves.length));
      return moves.map((move) => describeMove(state, move, wholeText(state, move), each)).join('\n');
    },
    weight: 3,
  };
}

/** Returns a move's text: the newest whole from the story, an older one with its beginning and end. */
function wholeText({ recent, story }: AdventureState, move: Move): string {
  const last = recent.at(-1);
  const isNewest = last?.turn === move.turn && last.command === move.command && last.from === move.from;
  return isNewest && story ? story.text : move.text;
}

function describeMove(state: AdventureState, move: Move, text: string, most: number): string {
  const facts = [
    move.died ? 'the player died of it' : '',
    move.moved ? `it led to ${nameOf(state, move.to)}` : '',
    !move.effect && !move.moved ? 'nothing in the world changed' : '',
    move.score === null ? '' : `score after it: ${move.score}`,
    move.by === 'player' ? 'a person typed it' : '',
  ].filter((fact) => fact !== '');
  const head = `${quoteShort(move.command)} at ${nameOf(state, move.from)}${facts.map((fact) => `; ${fact}`).join('')}. The story answered:`;
  return `${head}\n${quoteBlock(cutMiddle(text, Math.max(0, most - head.length))) || '| (nothing)'}`;
}

/** Returns a place by id and name, or a word for one that can't be read. */
export function nameOf({ map }: AdventureState, place: number | null): string {
  const name = map.rooms.find(({ id }) => id === place)?.name;
  return place !== null && name
    ? `${placeName(place)} ${quoteShort(name, MAX_NAME)}`
    : writePlace(map, place);
}
