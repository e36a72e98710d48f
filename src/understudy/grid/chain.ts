import type { ActionId } from '../../api/agents';
import { CLICK } from '../../engines/grid/choose';
import { findSpot } from '../../engines/grid/claims/area';
import type { RecolourClaim } from '../../engines/grid/claims/claim';
import { MAX_ATTEMPTS, STREAK_TO_VERIFY } from '../../engines/grid/knowledge';
import { type Imagined, imagineOn } from './imagine';
import type { Study } from './study';

/** Boards looked at to count what is left to confirm, and how far away. */
const MAX_BOARDS = 40;
const MAX_STEPS = 5;

/**
 * Whether a recolouring is better followed to a colour it was not seen to take yet than confirmed: when the places
 * within reach do not hold enough known colours for the confirmations that are missing.
 *
 * @param steps verified actions that may lead to other places
 * @param counts consistent confirmations, and observations with effect, so far
 */
export function wantsNewColour(
  claim: RecolourClaim,
  here: Imagined,
  steps: readonly ActionId[],
  study: Study,
  counts: { streak: number; attempts: number },
): boolean {
  const map = new Map(claim.map);
  if (claim.map.every(([, to]) => map.has(to))) return false;
  // Early on there are attempts to spare, and a map that is whole says more.
  if (counts.streak === 0 && counts.attempts + STREAK_TO_VERIFY < MAX_ATTEMPTS) return true;
  const places = new Map<string, number>();
  const moves = steps.filter((id) => study.of(id).claims.some(({ kind }) => kind === 'move'));
  const actionsFrom = ({ setup }: Imagined) => (setup.length < MAX_STEPS ? moves.map((id) => ({ id })) : []);
  for (const node of imagineOn(here, study, actionsFrom, MAX_BOARDS)) {
    const spot = findSpot(node.board, claim.area, { id: CLICK }, study.mask);
    if (spot) places.set(`${spot.top},${spot.left}`, countKnown(map, spot.cells, node));
  }
  const known = [...places.values()].reduce((sum, n) => sum + n, 0);
  return known < STREAK_TO_VERIFY - counts.streak;
}

/** How often a place can be recoloured in a known way. */
function countKnown(map: ReadonlyMap<number, number>, cells: readonly number[], node: Imagined): number {
  let colour = cells.map((cell) => node.board.cells[cell] ?? 0).find((one) => map.has(one));
  let count = 0;
  for (; colour !== undefined && map.has(colour) && count < MAX_ATTEMPTS; count++) colour = map.get(colour);
  return count;
}
