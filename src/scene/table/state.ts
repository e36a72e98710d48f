import type { Event } from '../../contract/events/events';
import type { TableState } from '../state';
import { findMember, type SceneState } from '../state';
import { createGuard, type Guard } from './guard';

export const isOver = ({ table }: Pick<SceneState, 'table'>): boolean => (table?.outcome ?? null) !== null;

export interface Player {
  id: string;
  name: string;
  /** `persona:…` or `character:…`. */
  actor: string;
}

export const listPlayers = (state: SceneState, { dealt, people }: TableState): Player[] =>
  Object.keys(dealt).map((id) => {
    const persona = people.includes(id) ? state.personas.find((one) => one.id === id) : undefined;
    return persona
      ? { id, name: persona.name, actor: `persona:${id}` }
      : { id, name: findMember(state, id)?.name ?? id, actor: `character:${id}` };
  });

/** The word that a persona was dealt; null if it does not play. */
export const playerCard = (table: TableState | null, persona: string | null): string | null =>
  table && persona !== null && table.people.includes(persona) ? (table.dealt[persona] ?? null) : null;

export const guardWords = ({ words }: Pick<TableState, 'words'>): Guard => createGuard(words);

export function reduceTable(state: SceneState, event: Event): SceneState {
  const { table } = state;
  const { kind, payload } = event;
  switch (kind) {
    case 'game.dealt': {
      // Each player's own event holds one word; only the owner's has the deal.
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
      // The round that ends the game completes right after this, and counts.
      return { ...state, status: 'finished', table: { ...table, round: table.round + 1, outcome } };
    }
    default:
      return state;
  }
}
