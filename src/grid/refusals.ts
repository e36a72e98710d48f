import type { ActionId } from '../contract/agents';
import { frameKey } from '../contract/frame';
import { CLICK } from './choose';
import { maskOf, type RunState } from './state';

/** Refusals of an action on one board after which it is not sent there again. */
const MAX_ON_BOARD = 2;
/** Refusals of clicks on one board, wherever they went, after which none is sent there. */
const MAX_CLICKS = 4;
/** Boards on which the game refused an action, and never did it, after which it is sent no more at all. */
const MAX_BOARDS = 3;

type Refusing = Pick<RunState, 'game' | 'hud' | 'refused' | 'knowledge'>;

const isOf = (id: ActionId, key: string): boolean => key === id || key.startsWith(`${id}@`);

const boardOf = ({ game, hud, refused }: Refusing): Readonly<Record<string, number>> =>
  refused[frameKey(game?.cells ?? '', maskOf({ hud }))] ?? {};

/** Refusals of an action on this board; of clicks, wherever they went. */
const countHere = (state: Refusing, id: ActionId): number =>
  Object.entries(boardOf(state)).reduce((sum, [key, count]) => sum + (isOf(id, key) ? count : 0), 0);

/** Says whether the game offers an action and refuses it wherever it was sent: it is settled as far as can be. */
export function isNeverDone(
  { refused, knowledge }: Pick<Refusing, 'refused' | 'knowledge'>,
  id: ActionId,
): boolean {
  if ((knowledge.actions[id]?.observations.length ?? 0) > 0) return false;
  const boards = Object.values(refused).filter((here) => Object.keys(here).some((key) => isOf(id, key)));
  return boards.length >= MAX_BOARDS;
}

/**
 * The actions on offer that may be sent on this board: those that the game did not refuse here; failing these, those that it
 * may yet do, as one refusal may be the server's mood.
 */
export function listOffered(state: Refusing): ActionId[] {
  const possible = (state.game?.available ?? []).filter(
    (id) => countHere(state, id) < (id === CLICK ? MAX_CLICKS : MAX_ON_BOARD) && !isNeverDone(state, id),
  );
  const fresh = possible.filter((id) => id === CLICK || countHere(state, id) === 0);
  return fresh.length > 0 ? fresh : possible;
}

/** Keys of the actions that the game refused on this board and that are not sent here again, or not before another. */
export function listBarred(state: Refusing): string[] {
  const offeredIds = listOffered(state);
  return Object.entries(boardOf(state)).flatMap(([key, count]) => {
    const isOffered = offeredIds.some((id) => id !== CLICK && isOf(id, key));
    return count >= MAX_ON_BOARD || !isOffered ? [key] : [];
  });
}

/** Says whether the game offers actions on this board and refused all of them. */
export const isAllRefused = (state: Refusing): boolean =>
  (state.game?.available.length ?? 0) > 0 && listOffered(state).length === 0;
