import type { Event } from '../../contract/events/events';
import type { TableState } from '../state';
import { findMember, type SceneState } from '../state';
import { type Guard, makeGuard } from './guard';

/** Says whether a game is over and takes no further turns. */
export const isOver = ({ table }: Pick<SceneState, 'table'>): boolean => (table?.outcome ?? null) !== null;

/** A player of the game, as everybody calls it. */
export interface Player {
  id: string;
  name: string;
  /** `persona:…` or `character:…`. */
  actor: string;
}

/** Lists the players in their order. */
export const listPlayers = (state: SceneState, { dealt, people }: TableState): Player[] =>
  Object.keys(dealt).map((id) => {
    const persona = people.includes(id) ? state.personas.find((one) => one.id === id) : undefined;
    return persona
      ? { id, name: persona.name, actor: `persona:${id}` }
      : { id, name: findMember(state, id)?.name ?? id, actor: `character:${id}` };
  });

/** The word that a persona was dealt; null: it does not play. */
export const cardOf = (table: TableState | null, persona: string | null): string | null =>
  table && persona !== null && table.people.includes(persona) ? (table.dealt[persona] ?? null) : null;

/** Recognises the dealt words, of both kinds. */
export const guardWords = ({ words }: Pick<TableState, 'words'>): Guard => makeGuard(words);

/** The game after an event of its scene: dealt, one round further, over. Other events change nothing. */
export function reduceTable(state: SceneState, event: Event): SceneState {
  const { table } = state;
  const { kind, payload } = event;
  switch (kind) {
    case 'game.dealt': {
      // Each player's own event holds one word; the owner's is the deal.
      if (!('dealt' in payload)) return state;
      const { words, odd, dealt, people = [] } = payload;
      return { ...state, table: { words, odd, dealt, people, round: 0, outcome: null } };
    }
    case 'round.completed':
      return table && !table.outcome ? { ...state, table: { ...table, round: table.round + 1 } } : state;
    case 'run.finished': {
      if (!table || !('reveal' in payload)) return state;
      const { reason, winner, scores } = payload;
      const outcome = { reason, winner, scores };
      // The round that ends the game is completed right after this, and counts.
      return { ...state, status: 'finished', table: { ...table, round: table.round + 1, outcome } };
    }
    default:
      return state;
  }
}
