import type { ActionId } from '../contract/agents';
import { frameKey } from '../contract/frame';
import { CLICK } from './choose';
import { currentMask, type RunState } from './state';

/** Refusals of an action on one board before it is no longer sent there. */
const MAX_ON_BOARD = 2;
/** Refusals of clicks on one board, at any position, before clicks are no longer sent there. */
const MAX_CLICKS = 4;
/** Boards that refused an action before it is no longer sent at all, unless the game ever executed it. */
const MAX_BOARDS = 3;

type RefusingState = Pick<RunState, 'game' | 'hud' | 'refused' | 'knowledge'>;

const isAction = (id: ActionId, key: string): boolean => key === id || key.startsWith(`${id}@`);

const boardEntry = ({ game, hud, refused }: RefusingState): Readonly<Record<string, number>> =>
  refused[frameKey(game?.cells ?? '', currentMask({ hud }))] ?? {};

/** Counts clicks regardless of position. */
const countOnBoard = (state: RefusingState, id: ActionId): number =>
  Object.entries(boardEntry(state)).reduce((sum, [key, count]) => sum + (isAction(id, key) ? count : 0), 0);

/**
 * True if the game offers an action but refuses it on every board tried: there is no more to learn about it.
 */
export function isNeverAccepted(
  { refused, knowledge }: Pick<RefusingState, 'refused' | 'knowledge'>,
  id: ActionId,
): boolean {
  if ((knowledge.actions[id]?.observations.length ?? 0) > 0) return false;
  const boards = Object.values(refused).filter((here) => Object.keys(here).some((key) => isAction(id, key)));
  return boards.length >= MAX_BOARDS;
}

/**
 * Offered actions to try on this board: preferably ones the game did not refuse here, otherwise ones with few
 * refusals, because a single refusal may be a glitch of the server.
 */
export function listOffered(state: RefusingState): ActionId[] {
  const possible = (state.game?.available ?? []).filter(
    (id) =>
      countOnBoard(state, id) < (id === CLICK ? MAX_CLICKS : MAX_ON_BOARD) && !isNeverAccepted(state, id),
  );
  const fresh = possible.filter((id) => id === CLICK || countOnBoard(state, id) === 0);
  return fresh.length > 0 ? fresh : possible;
}

/**
 * Keys of actions refused on this board that must not be sent here now: refused too often, or other actions
 * come first.
 */
export function listBarred(state: RefusingState): string[] {
  const offeredIds = listOffered(state);
  return Object.entries(boardEntry(state)).flatMap(([key, count]) => {
    const isOffered = offeredIds.some((id) => id !== CLICK && isAction(id, key));
    return count >= MAX_ON_BOARD || !isOffered ? [key] : [];
  });
}

export const isAllRefused = (state: RefusingState): boolean =>
  (state.game?.available.length ?? 0) > 0 && listOffered(state).length === 0;
