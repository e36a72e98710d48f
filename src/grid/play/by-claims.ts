import type { Mask } from '../../contract/frame';
import type { ActionKnowledge } from '../../contract/run-knowledge';
import { ANY } from '../claims/board';
import type { Claim } from '../claims/claim';
import { forecast } from '../claims/forecast';
import { readClaims } from '../claims/words';
import type { Transition } from '../transition';
import type { Foretell } from './find-way';
import type { PlayMemory } from './memory';

/**
 * Makes a foreteller of the verified definitions that code can read as claims. What takes back is left out: boards that
 * are only imagined have no past.
 *
 * @param history every transition, oldest first
 * @returns null where no definition can be read
 */
export function foretellByClaims(
  memory: PlayMemory,
  actions: Readonly<Record<string, ActionKnowledge>>,
  history: readonly Transition[],
  mask: Mask,
): Foretell | null {
  const claimsOf = new Map<string, readonly Claim[]>();
  for (const [id, { status, definition }] of Object.entries(actions)) {
    const claims = status === 'verified' ? (readClaims(definition) ?? []) : [];
    if (claims.length > 0 && claims.every(({ kind }) => kind !== 'restore')) claimsOf.set(id, claims);
  }
  if (claimsOf.size === 0) return null;
  return (node, action) => {
    const claims = claimsOf.get(action.id);
    if (!claims) return null;
    const board = memory.boardOf(node);
    const foretold = forecast(claims, board, action, { mask, history });
    if (foretold.kind === 'silent') return null;
    if (foretold.kind === 'nothing') return node;
    const cells = board.cells.slice();
    const own = memory.ownCells(node);
    for (const [cell, colour] of foretold.paint) {
      // Of cells that the mover leaves claims say nothing; the memory knows what is beneath it.
      if (colour === ANY && !own.has(cell)) return null;
      cells[cell] = colour === ANY ? (node.config.board.cells[cell] ?? 0) : colour;
    }
    return memory.imagine({ ...board, cells }, node);
  };
}
