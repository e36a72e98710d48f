import type { Event } from '../../contract/events/events';
import type { EndedWish, Wish } from '../../contract/wishes';
import { nameAction } from '../phrases';
import { readActionKey } from '../transition';

/**
 * Text of a wish: `to (3,4)`, `touch (9,9) with the object at (3,4)`, `ACTION1, ACTION2` or `explore for 10
 * actions`.
 */
export function describeWish({ kind, row, col, objectRow, objectCol, actions, steps }: Wish): string {
  const at = `(${row ?? '?'},${col ?? '?'})`;
  switch (kind) {
    case 'to':
      return `to ${at}`;
    case 'touch':
      return objectRow === undefined
        ? `touch ${at}`
        : `touch ${at} with the object at (${objectRow},${objectCol ?? '?'})`;
    case 'actions':
      return (actions ?? []).map((key) => nameAction(readActionKey(key))).join(', ') || 'no actions';
    case 'explore':
      return `explore for ${steps ?? 'some'} ${steps === 1 ? 'action' : 'actions'}`;
  }
}

export interface PastWish {
  turn: number;
  text: string;
  expectation: string;
  /** Empty if unknown. */
  outcome: string;
}

const END_WORDS: Readonly<Record<EndedWish['end'], string>> = {
  reached: 'reached',
  done: 'done',
  surprise: 'interrupted',
  level: 'the level ended',
  game_over: 'game over',
  stopped: 'interrupted',
};

/** For example `interrupted after 2 actions; ACTION1 changed nothing, so the rest was skipped`. */
export const describeEndedWish = ({ end, done, detail }: EndedWish): string =>
  `${END_WORDS[end]} after ${done} ${done === 1 ? 'action' : 'actions'}; ${detail}`;

/**
 * Earlier wishes and their outcomes, oldest first.
 *
 * @param suggested earlier `action.suggested` events, oldest first
 * @param ended outcome of the last wish, which no event has yet
 */
export function listWishes(suggested: readonly Event[], ended: EndedWish | null): PastWish[] {
  const wishes: PastWish[] = [];
  const end = (one: EndedWish | null | undefined) => {
    const wish = wishes.findLast(({ turn }) => turn === one?.turn);
    if (wish && one)
      wish.outcome = [wish.outcome, describeEndedWish(one)].filter((text) => text !== '').join('; ');
  };
  for (const event of suggested) {
    if (event.kind !== 'action.suggested') continue;
    const { wish, wishEnded, decision, refusals, calls, play } = event.payload;
    end(wishEnded);
    if (!play || !wish || calls === 0) continue;
    const why = refusals.map(({ message }) => message).join('; ');
    const turn = event.turn ?? 0;
    if (decision === 'accepted')
      wishes.push({ turn, text: wish.text, expectation: wish.expectation ?? '', outcome: '' });
    else if (decision === 'refused')
      wishes.push({ turn, text: wish.text, expectation: '', outcome: `refused: ${why}` });
    else
      wishes.push({
        ...{ turn, text: 'no possible wish', expectation: '' },
        outcome: `${why}; the planner explored instead`,
      });
  }
  end(ended);
  return wishes;
}

/** For example `turn 12: to (3,4): reached after 5 actions; …`. */
export const describePastWish = ({ turn, text, outcome }: PastWish): string =>
  `turn ${turn}: ${text}${outcome === '' ? '' : `: ${outcome}`}`;
