import type { Event } from '../../contract/events';
import { type Guard, makeGuard } from '../../output/guard/guard';
import type { GameDealt, SceneFinished } from '../payloads';
import type { SceneState } from '../state';

/** What a table game ended with. */
export type Outcome = Pick<SceneFinished, 'reason' | 'winner' | 'scores'>;

/** The word-pair game of a scene, as it stands. */
export interface TableState {
  /** Everybody's word, and the odd one out's. */
  words: [string, string];
  /** Id of the odd one out. */
  odd: string;
  /** Each player's word, by id, in the order in which they play. */
  dealt: Record<string, string>;
  /** Rounds of clues that were completed. */
  round: number;
  /** Null until the game is over. */
  outcome: Outcome | null;
}

/** Whether a game was played to its end: it takes no further turns. */
export const isOver = ({ table }: Pick<SceneState, 'table'>): boolean => (table?.outcome ?? null) !== null;

/** Recognises the dealt words, of both kinds. */
export const guardWords = ({ words }: Pick<TableState, 'words'>): Guard => makeGuard(words);

/** The game after an event of its scene: dealt, one round further, over. Other events change nothing. */
export function reduceTable(state: SceneState, event: Event): SceneState {
  const { table } = state;
  const payload: unknown = event.payload;
  switch (event.kind) {
    case 'game.dealt': {
      // Each player's own event holds one word; the owner's is the deal.
      if (!('dealt' in event.payload)) return state;
      const { words, odd, dealt } = payload as GameDealt;
      return { ...state, table: { words, odd, dealt, round: 0, outcome: null } };
    }
    case 'round.completed':
      return table && !table.outcome ? { ...state, table: { ...table, round: table.round + 1 } } : state;
    case 'run.finished': {
      const { reason, winner, scores } = payload as SceneFinished;
      if (!table) return state;
      const outcome = { reason, winner, scores };
      // The round that ends the game is completed right after this, and counts.
      return { ...state, status: 'finished', table: { ...table, round: table.round + 1, outcome } };
    }
    default:
      return state;
  }
}
