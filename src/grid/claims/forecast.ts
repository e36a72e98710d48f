import type { GameAction } from '../../contract/agents';
import { applyTurn, clickedCell, clickedSite, findSpot, pictureIn } from './area';
import { ANY, type Board, type Box, boxOf, findChanged, flood, isSameSize, readBoard } from './board';
import { asidesOf } from './check';
import {
  type Claim,
  isReaction,
  type RecolourClaim,
  type RestoreClaim,
  type SelectClaim,
  type ToggleClaim,
  type TurnClaim,
} from './claim';
import { isMet } from './condition';
import { forecastCycle } from './cycle';
import { forecastDraw } from './draw';
import { forecastFall } from './fall';
import { forecastHighlight } from './highlight';
import { forecastHop } from './hop';
import { forecastMove } from './move';
import { forecastPass } from './pass';
import { findStart, findUndone, settledOf } from './past';
import { forecastPick } from './pick';
import { cellsAt, cellUnder, isOnBoard, locate, paintPicture } from './picture';
import { forecastPlate } from './plate';
import { forecastRewind } from './rewind';
import { forecastRing } from './ring';
import {
  ANY_COLOUR,
  type ClaimContext,
  type Forecast,
  isWide,
  NOTHING,
  readSite,
  silent,
  siteOf,
} from './scope';
import { forecastScroll } from './scroll';
import { isShown } from './shown';
import { forecastSquares } from './squares';
import { forecastSteer } from './steer';
import { forecastSwap } from './swap';
import { findTiles, listOpenCells } from './tiles';
import { forecastWrap } from './wrap';

/**
 * Predicts a board from the claims about one action. All of them hold at once: each predicts its part, and when one
 * that concerns the board is silent, there is no prediction. What follows from where things are after the moves
 * ({@link isReaction}) is predicted after all else.
 */
export function forecast(
  claims: readonly Claim[],
  board: Board,
  action: GameAction,
  ctx: ClaimContext,
): Forecast {
  const after: After = { paint: new Map(), asides: asidesOf(claims) };
  const { paint } = after;
  const inOrder = reactionsLast(claims);
  let [spoke, flash] = [false, false];
  // Whether the move claims so far, of those that speak in turn, did not find their objects.
  let isOpen = true;
  for (const [i, claim] of inOrder.entries()) {
    if (claim.kind === 'aside' || claim.kind === 'exception' || !concerns(claim, board, action)) continue;
    if ((isOtherwise(claim) && !isOpen) || (isReaction(claim) && !spoke)) continue;
    const one = leaveOpen(forecastOne(claim, board, action, ctx, after), claim, board, action, ctx);
    isOpen = one.kind === 'silent' && one.missing === true && isOtherwise(inOrder[i + 1]);
    if (isOpen) continue;
    if (one.kind === 'silent') return one;
    spoke = true;
    if (one.kind === 'nothing') continue;
    flash ||= one.flash;
    for (const [cell, colour] of one.paint) {
      if (colour !== ANY && (paint.get(cell) ?? ANY) !== ANY) return silent('two things would meet');
      paint.set(cell, colour);
    }
  }
  if (!spoke) return silent('no claim speaks of this');
  for (const [cell, colour] of paint) {
    if (colour === board.cells[cell] || ctx.mask.has(cell)) paint.delete(cell);
  }
  return paint.size === 0 && !flash ? NOTHING : { kind: 'board', paint, flash };
}

/**
 * Predicts the part of one of some claims: of what follows from the others, what only it says.
 *
 * @param all the claims of the definition, this one among them
 */
export function forecastShare(
  claim: Claim,
  all: readonly Claim[],
  board: Board,
  action: GameAction,
  ctx: ClaimContext,
): Forecast {
  if (!isReaction(claim)) return forecast([claim], board, action, ctx);
  const whole = forecast(all, board, action, ctx);
  if (whole.kind !== 'board') return whole;
  const others = forecast(
    all.filter((one) => one !== claim),
    board,
    action,
    ctx,
  );
  const share = new Map(
    [...whole.paint].filter(([cell]) => others.kind !== 'board' || !others.paint.has(cell)),
  );
  return share.size === 0 ? NOTHING : { kind: 'board', paint: share, flash: false };
}

/** What is foretold so far, and the colours that are left aside: reactions are foretold from these. */
interface After {
  paint: Map<number, number>;
  asides: readonly number[];
}

const reactionsLast = (claims: readonly Claim[]): readonly Claim[] =>
  claims.some(isReaction)
    ? [...claims.filter((claim) => !isReaction(claim)), ...claims.filter(isReaction)]
    : claims;

/** Leaves open what else a click on a tile may change. */
function leaveOpen(
  foretold: Forecast,
  claim: Claim,
  board: Board,
  action: GameAction,
  { mask }: ClaimContext,
): Forecast {
  const area = 'area' in claim && claim.area.of === 'tile' ? claim.area : null;
  if (!area?.elsewhere || foretold.kind === 'silent') return foretold;
  const { cells = [] } = findSpot(board, area, action, mask) ?? {};
  const paint = new Map(foretold.kind === 'board' ? foretold.paint : []);
  for (const cell of listOpenCells(board, area, cells)) paint.set(cell, ANY);
  return { kind: 'board', paint, flash: false };
}

/** Says whether a claim speaks only where those right before it do not find their objects. */
const isOtherwise = (claim: Claim | undefined): boolean => claim?.kind === 'move' && claim.otherwise === true;

/** Says whether a claim speaks of this action's click. */
export function concerns(claim: Claim, board: Board, action: GameAction): boolean {
  if (!isOnTile(claim, board, action)) return false;
  if (claim.click === null) return true;
  return isWithin(claim, action) && isOfSite(claim, board, action);
}

/** Says whether a click meets a tile of those that a claim is bound to, if any. */
export function isOnTile(claim: Claim, board: Board, action: GameAction): boolean {
  const area = 'area' in claim ? claim.area : undefined;
  if (area?.of !== 'tile') return true;
  const cell = clickedCell(board, action);
  return cell !== null && findTiles(board, area, cell) !== null;
}

/** Says whether a claim speaks of clicks on the kind of object that a click meets. */
export function isOfSite({ click }: Claim, board: Board, action: GameAction): boolean {
  const site = clickedSite(board, action);
  if (click === null || site === null) return click === null;
  return click.includes(site) || click.includes(siteOf(readSite(site).colour, ANY_COLOUR));
}

/** Says whether a click falls in the box that a claim is bound to, if any. */
export function isWithin(claim: Claim, { x = -1, y = -1 }: GameAction): boolean {
  const box = 'within' in claim ? claim.within : undefined;
  return !box || (y >= box.top && y <= box.bottom && x >= box.left && x <= box.right);
}

function forecastOne(
  claim: Claim,
  board: Board,
  action: GameAction,
  ctx: ClaimContext,
  after: After,
): Forecast {
  const isThere = 'shown' in claim && claim.shown ? isShown(claim.shown, board) : true;
  if (isThere === null) return silent('it was never seen with what is shown there');
  if (!isThere) return NOTHING;
  if (claim.when) {
    const isConditionMet = isMet(claim.when, board, ctx);
    if (isConditionMet === null) return silent('it cannot be told whether its condition holds');
    if (!isConditionMet) return NOTHING;
  }
  switch (claim.kind) {
    case 'move':
      return forecastMove(claim, board, ctx);
    case 'hop':
      return forecastHop(claim, board, ctx);
    case 'fall':
      return forecastFall(claim, board, ctx);
    case 'recolour':
      return forecastRecolour(claim, board, action, ctx);
    case 'draw':
      return forecastDraw(claim, board, action, ctx);
    case 'turn':
      return forecastTurn(claim, board, action, ctx);
    case 'toggle':
      return forecastToggle(claim, board, ctx);
    case 'swap':
      return forecastSwap(claim, board, ctx);
    case 'pass':
      return forecastPass(claim, board, ctx);
    case 'steer':
      return forecastSteer(claim, board, ctx);
    case 'ring':
      return forecastRing(claim, board, action, ctx);
    case 'cycle':
      return forecastCycle(claim, board);
    case 'scroll':
      return forecastScroll(claim, board);
    case 'wrap':
      return forecastWrap(claim, board, ctx);
    case 'pick':
      return forecastPick(claim, board, action, ctx);
    case 'highlight':
      return forecastHighlight(claim, board, ctx.mask, after.paint);
    case 'plate':
      return forecastPlate(claim, board, ctx.mask, after.paint, after.asides);
    case 'squares':
      return forecastSquares(claim, board, ctx);
    case 'rewind':
      return forecastRewind(claim, board, action.id, ctx);
    case 'restore':
      return forecastRestore(claim, board, action, ctx);
    case 'select':
      return forecastSelect(claim, board, action, ctx);
    case 'flash':
      return { kind: 'board', paint: new Map(), flash: true };
    case 'idle':
    case 'aside':
    case 'exception':
      return NOTHING;
  }
}

const painted = (paint: Map<number, number>): Forecast =>
  paint.size === 0 ? NOTHING : { kind: 'board', paint, flash: false };

function forecastRecolour(
  claim: RecolourClaim,
  board: Board,
  action: GameAction,
  ctx: ClaimContext,
): Forecast {
  const spot = findSpot(board, claim.area, action, ctx.mask);
  if (!spot) return silent('the place it speaks of is not on the board');
  const map = new Map(claim.map);
  const paint = new Map<number, number>();
  for (const cell of spot.cells) {
    const to = map.get(board.cells[cell] ?? 0);
    if (to !== undefined && !ctx.mask.has(cell)) paint.set(cell, to);
  }
  // Of things beside the clicked one that never were of a colour it is not known whether they change.
  if (isWide(claim.area) && spot.cells.some((cell) => !map.has(board.cells[cell] ?? 0)))
    return silent('what happens with a colour there was never seen');
  // A place with none of its colours was never seen.
  if (paint.size === 0) return silent('none of the colours it speaks of is there');
  return { kind: 'board', paint, flash: false };
}

function forecastTurn(claim: TurnClaim, board: Board, action: GameAction, ctx: ClaimContext): Forecast {
  const spot = findSpot(board, claim.area, action, ctx.mask);
  if (!spot) return silent('the place it speaks of is not on the board');
  const now = pictureIn(board, spot);
  const next = applyTurn(now, claim.way);
  if (next.rows !== now.rows) return silent('the place is not square');
  const paint = new Map<number, number>();
  next.cells.forEach((colour, i) => {
    const cell = cellUnder(next, i, spot, board);
    if (colour !== board.cells[cell]) paint.set(cell, colour);
  });
  return painted(paint);
}

function forecastToggle(claim: ToggleClaim, board: Board, ctx: ClaimContext): Forecast {
  const toggledCells = recallToggled(claim, board, ctx);
  if (!toggledCells) return silent('it was not seen yet what comes back');
  const paint = new Map<number, number>();
  for (let cell = 0; cell < board.cells.length; cell++) {
    if (ctx.mask.has(cell)) continue;
    if (board.cells[cell] === claim.from) paint.set(cell, claim.to);
    else if (board.cells[cell] === claim.to && toggledCells.has(cell)) paint.set(cell, claim.from);
  }
  if (paint.size === 0) return silent('none of the colours it speaks of is there');
  return { kind: 'board', paint, flash: false };
}

/** Lists the cells that were seen to change between the two colours on this level; null when it never happened. */
function recallToggled(claim: ToggleClaim, board: Board, ctx: ClaimContext): Set<number> | null {
  const toggledCells = new Set<number>();
  for (let i = ctx.history.length - 1; i >= 0; i--) {
    const step = ctx.history[i];
    if (!step || step.levelChanged || !step.certain) break;
    const [before, after] = [readBoard(step.before), readBoard(settledOf(step))];
    if (!isSameSize(before, after) || !isSameSize(before, board)) break;
    if (step.before === settledOf(step)) continue;
    for (const cell of findChanged(before, after, ctx.mask)) {
      const [from, to] = [before.cells[cell], after.cells[cell]];
      if ((from === claim.from && to === claim.to) || (from === claim.to && to === claim.from))
        toggledCells.add(cell);
    }
  }
  return toggledCells.size === 0 ? null : toggledCells;
}

function forecastRestore(claim: RestoreClaim, board: Board, action: GameAction, ctx: ClaimContext): Forecast {
  const findPacked = (): string | null =>
    claim.what === 'start' ? findStart(ctx.history) : findUndone(ctx.history, action.id, ctx.mask);
  const then = claim.what === 'last' && ctx.previous ? ctx.previous : readIfAny(findPacked());
  if (!then || !isSameSize(then, board)) return silent('what came before is not known');
  return painted(new Map(findChanged(board, then, ctx.mask).map((cell) => [cell, then.cells[cell] ?? 0])));
}

const readIfAny = (packed: string | null): Board | null => (packed === null ? null : readBoard(packed));

function forecastSelect(claim: SelectClaim, board: Board, action: GameAction, ctx: ClaimContext): Forecast {
  const cell = clickedCell(board, action);
  const one = locate(board, claim.who, false, ctx.mask);
  if (!one || cell === null) return silent('the object is not on the board, or not alone of its kind');
  const { rows, cols } = claim.who;
  const box = findFramed(board, cell, rows, cols);
  if (!box) return silent('what was clicked does not fit inside it');
  const at = { top: (box.top + box.bottom + 1 - rows) / 2, left: (box.left + box.right + 1 - cols) / 2 };
  if (!isOnBoard(claim.who, at, board)) return silent('there is no room for it');
  const paint = new Map<number, number>();
  for (const old of cellsAt(claim.who, one, board)) paint.set(old, ANY);
  paintPicture(paint, claim.who, at, board);
  return painted(paint);
}

/** Number of objects around the clicked one that are examined. */
const MAX_AROUND = 3;

/** Finds the largest object that holds a cell and whose middle allows a frame of this size. */
function findFramed(board: Board, cell: number, rows: number, cols: number): Box | null {
  let framedBox: Box | null = null;
  let at: number | undefined = cell;
  for (let k = 0; k < MAX_AROUND && at !== undefined; k++) {
    const box: Box = boxOf(flood(board, at), board.cols);
    const [high, wide] = [box.bottom - box.top + 1, box.right - box.left + 1];
    if (high > rows || wide > cols) break;
    if ((rows - high) % 2 === 0 && (cols - wide) % 2 === 0) framedBox = box;
    at = box.top > 0 ? (box.top - 1) * board.cols + box.left : undefined;
    // The frame itself is no object inside it.
    if (high === rows && wide === cols) break;
  }
  return framedBox;
}
