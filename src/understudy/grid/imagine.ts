import type { GameAction } from '../../contract/agents';
import { ANY, type Board, commonestColour, isSameSize } from '../../grid/claims/board';
import type { Claim, MoveClaim } from '../../grid/claims/claim';
import { forecast } from '../../grid/claims/forecast';
import { recallCells } from '../../grid/claims/past';
import { cellsAt, locate } from '../../grid/claims/picture';
import type { ClaimContext, Forecast } from '../../grid/claims/scope';
import { type CellChange, keyBoard, keyChanged } from './board-key';
import type { Study } from './study';

/** A board that verified actions are thought to lead to. */
export interface Imagined {
  board: Board;
  key: string;
  setup: GameAction[];
  ctx: ClaimContext;
}

/** Where imagining starts: the board that stands. */
export const imagineHere = (board: Board, study: Study): Imagined => ({
  board,
  key: keyBoard(board, study.mask),
  setup: [],
  ctx: { mask: study.mask, history: study.history },
});

/** What claims foretell for an imagined board. */
export const foresee = (claims: readonly Claim[], from: Imagined, action: GameAction): Forecast =>
  forecast(claims, from.board, action, from.ctx);

/** Where an action is thought to lead; null when its claims do not say, or say that nothing happens. */
function imagine(
  from: Imagined,
  action: GameAction,
  claims: readonly Claim[],
  study: Study,
  ground: Map<number, number>,
): Imagined | null {
  const foretold = foresee(claims, from, action);
  if (foretold.kind !== 'board' || foretold.paint.size === 0) return null;
  const move = claims.find((claim): claim is MoveClaim => claim.kind === 'move');
  const usual =
    move?.over[0] ?? (claims.some(({ kind }) => kind === 'steer') ? commonestColour(from.board) : undefined);
  recall(foretold.paint, move, study, from.board, ground, usual);
  const cells = Uint8Array.from(from.board.cells);
  const changes: CellChange[] = [];
  for (const [cell, painted] of foretold.paint) {
    if (study.mask.has(cell)) continue;
    const old = cells[cell] ?? 0;
    const colour = painted === ANY ? (ground.get(cell) ?? old) : painted;
    changes.push([cell, old, colour]);
    cells[cell] = colour;
  }
  const board = { rows: from.board.rows, cols: from.board.cols, cells };
  return {
    board,
    key: keyChanged(from.board, board, study.mask, changes),
    setup: [...from.setup, action],
    ctx: { mask: study.mask, history: study.history, previous: from.board },
  };
}

/**
 * Boards that actions are thought to lead to, each once, the nearest first; the one that stands is the first.
 *
 * @param actionsFrom what may be done on a board to go on from there; asked after the board was given out
 * @param most boards found after which no more are given out
 */
export function* imagineOn(
  here: Imagined,
  study: Study,
  actionsFrom: (node: Imagined) => readonly GameAction[],
  most = Number.POSITIVE_INFINITY,
): Generator<Imagined, void> {
  const ground = new Map<number, number>();
  const nodes = [here];
  const keys = new Set([here.key]);
  for (const node of nodes) {
    if (nodes.length >= most) return;
    yield node;
    for (const action of actionsFrom(node)) {
      const next = imagine(node, action, study.of(action.id).claims, study, ground);
      if (!next || keys.has(next.key)) continue;
      keys.add(next.key);
      nodes.push(next);
    }
  }
}

/** What lies under an object, from when it was elsewhere; its usual ground where that was never seen. */
function recall(
  paint: ReadonlyMap<number, number>,
  move: MoveClaim | undefined,
  study: Study,
  board: Board,
  ground: Map<number, number>,
  usual: number | undefined,
): void {
  const open = [...paint].flatMap(([cell, colour]) => (colour === ANY && !ground.has(cell) ? [cell] : []));
  if (open.length === 0) return;
  const pushedColours = new Set((move?.push?.what ?? []).flatMap((picture) => picture.cells));
  const hides = (then: Board): ReadonlySet<number> | null => {
    if (!isSameSize(then, board)) return null;
    const one = move && locate(then, move.who, move.turned, study.mask);
    return one ? new Set(cellsAt(one.picture, one, then)) : null;
  };
  const colours = recallCells(open, study.history, hides);
  for (const [i, cell] of open.entries()) {
    const colour = colours[i] ?? ANY;
    const groundColour = colour !== ANY && !pushedColours.has(colour) ? colour : usual;
    if (groundColour !== undefined) ground.set(cell, groundColour);
  }
}
