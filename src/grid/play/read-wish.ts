import type { ActionId, GameAction } from '../../contract/agents';
import { MAX_EXPLORE_STEPS, MAX_WISH_STEPS, type Wish, type WishAnswer } from '../../contract/wishes';
import { CLICK, type Refusal } from '../choose';
import { describeObject } from '../frame/components';
import { nameAction } from '../phrases';
import { actionKey, readActionKey } from '../transition';
import { kindOf, MAX_OBJECT, type Node } from './config';
import { comesTo, enters, type Foretell, findWay, type Search, type Way } from './find-way';
import type { PlayMemory } from './memory';

/** Default number of planner actions if a wish has no `steps`. */
const DEFAULT_STEPS = 10;

/** A wish and the way to it; a null `way` leaves each action to the planner. */
export interface Granted {
  wish: Wish;
  way: Way | null;
}

export interface WishPlace {
  memory: PlayMemory;
  node: Node;
  available: readonly ActionId[];
  /** Keys of actions that the game refused on this board. */
  barred: readonly string[];
  foretell: Foretell;
}

type Reading = { ok: true; granted: Granted } | { ok: false; wish: Wish; refusals: Refusal[] };

/** Parses a model's wish and searches for the way to it. A refusal has the reason and an alternative. */
export const readWish = (answer: WishAnswer, place: WishPlace): Reading => grantWish(takeWish(answer), place);

export function grantWish(wish: Wish, place: WishPlace): Reading {
  const refuse = (pointer: string, message: string): Reading => ({
    ok: false,
    wish,
    refusals: [{ pointer, message }],
  });
  switch (wish.kind) {
    case 'explore':
      return { ok: true, granted: { wish, way: null } };
    case 'actions':
      return readActions(wish, place, refuse);
    case 'to':
    case 'touch':
      return readPlace(wish, place, refuse);
  }
}

const clampSteps = (steps: number | null): number =>
  Math.max(1, Math.min(MAX_EXPLORE_STEPS, steps ?? DEFAULT_STEPS));

/** Drops fields that this kind of wish does not use. */
function takeWish(answer: WishAnswer): Wish {
  const { wish: kind, row, col, object_row: objectRow, object_col: objectCol, actions, steps } = answer;
  if (kind === 'explore') return { kind, steps: clampSteps(steps) };
  if (kind === 'actions') {
    const keys = (actions ?? []).map((one) => {
      if (typeof one === 'string') return one;
      const { action: id, x, y } = one;
      return id === CLICK && x !== null && y !== null ? actionKey({ id, x, y }) : id;
    });
    return { kind, actions: keys };
  }
  const cell = { ...(row !== null && { row }), ...(col !== null && { col }) };
  if (kind === 'to' || objectRow === null || objectCol === null) return { kind, ...cell };
  return { kind, ...cell, objectRow, objectCol };
}

type Refuse = (pointer: string, message: string) => Reading;

function readActions(wish: Wish, { node, available, barred }: WishPlace, refuse: Refuse): Reading {
  const { rows, cols } = node.config.board;
  const keys = wish.actions ?? [];
  if (keys.length === 0) return refuse('/actions', '`actions` lists no action');
  if (keys.length > MAX_WISH_STEPS)
    return refuse('/actions', `a wish has at most ${MAX_WISH_STEPS} actions, got ${keys.length}`);
  const actions = keys.map(readActionKey);
  for (const [n, action] of actions.entries()) {
    const fault = findFault(action, available, { rows, cols });
    if (fault !== null) return refuse(`/actions/${n}`, fault);
  }
  const [first] = actions;
  if (first && barred.includes(actionKey(first)))
    return refuse('/actions/0', `the game refused ${nameAction(first)} on this board`);
  return { ok: true, granted: { wish, way: { actions, isForetold: false } } };
}

function findFault(
  { id, x, y }: GameAction,
  available: readonly ActionId[],
  { rows, cols }: { rows: number; cols: number },
): string | null {
  if (!available.includes(id)) return `${id} is not offered now; the game offers ${available.join(', ')}`;
  if (id !== CLICK) return null;
  if (x === undefined || y === undefined)
    return `${CLICK} needs a place: {"action": "${CLICK}", "x": a column, "y": a row}`;
  return x < 0 || y < 0 || x >= cols || y >= rows
    ? `x ${x}, y ${y} lies outside the board: x is 0 to ${cols - 1}, y is 0 to ${rows - 1}`
    : null;
}

function readPlace(wish: Wish, place: WishPlace, refuse: Refuse): Reading {
  const { memory, node, available, barred, foretell } = place;
  const { rows, cols } = node.config.board;
  const { kind, row, col, objectRow, objectCol } = wish;
  if (row === undefined || col === undefined)
    return refuse(row === undefined ? '/row' : '/col', `\`${kind}\` needs row and col`);
  if (!isOn(row, col, rows, cols))
    return refuse(
      '/row',
      `(${row},${col}) lies outside the board: rows 0 to ${rows - 1}, columns 0 to ${cols - 1}`,
    );
  const cell = row * cols + col;
  const own = new Set(node.mover?.cells);
  const isOther =
    objectRow !== undefined && objectCol !== undefined && !own.has(objectRow * cols + objectCol);
  if (isOther) return readTouch(wish, place, refuse);
  // If no mover is known, a click touches the object.
  if (own.size === 0 && kind === 'touch' && available.includes(CLICK)) {
    const click = { id: CLICK, x: col, y: row };
    return barred.includes(actionKey(click))
      ? refuse('/row', `the game refused ${nameAction(click)} on this board`)
      : { ok: true, granted: { wish, way: { actions: [click], isForetold: false } } };
  }
  if (own.size === 0)
    return refuse('/wish', 'the controlled object is not known yet; list `actions` instead, or explore');
  if (own.has(cell)) return refuse('/row', `(${row},${col}) is a cell of the controlled object now`);
  const isTouch = kind === 'touch';
  const goal = enters(memory, isTouch ? cellsOfObject(node, cell) : [cell], isTouch);
  const search = findWay(memory, node, available, goal, foretell);
  if (search.way) return { ok: true, granted: { wish, way: search.way } };
  return refuse('/row', `no way to (${row},${col}) is known${describeNearest(search)}`);
}

/** A wish that an object other than the mover touches something. */
function readTouch(wish: Wish, place: WishPlace, refuse: Refuse): Reading {
  const { memory, node, available, foretell } = place;
  const { config } = node;
  const { rows, cols } = config.board;
  const { row = 0, col = 0, objectRow = 0, objectCol = 0 } = wish;
  if (!isOn(objectRow, objectCol, rows, cols))
    return refuse('/object_row', `(${objectRow},${objectCol}) lies outside the board`);
  const object = config.components[config.owner[objectRow * cols + objectCol] ?? 0];
  const cells = cellsOfObject(node, row * cols + col);
  if (!object || object.size > MAX_OBJECT * rows * cols)
    return refuse('/object_row', `(${objectRow},${objectCol}) is ground, not an object`);
  if (cells.some((one) => object.cells.includes(one)))
    return refuse('/object_row', 'both cells are of the same object');
  const goal = comesTo(kindOf(object), cells);
  if (goal.isMet(node)) return refuse('/row', 'the two touch already');
  const search = findWay(memory, node, available, goal, foretell);
  if (search.way?.isForetold) return { ok: true, granted: { wish, way: search.way } };
  const name = describeObject(object);
  const why = search.isCut ? ', as far as the planner looked' : '';
  return refuse(
    '/object_row',
    `no way is known to bring the ${name} at (${object.top},${object.left}) there${why}; go to a cell beside it, or list \`actions\``,
  );
}

const isOn = (row: number, col: number, rows: number, cols: number): boolean =>
  row >= 0 && col >= 0 && row < rows && col < cols;

/** Cells of the object at a cell; for ground, the cell alone. */
function cellsOfObject({ config }: Node, cell: number): readonly number[] {
  const object = config.components[config.owner[cell] ?? 0];
  return object && object.size <= MAX_OBJECT * config.board.cells.length ? object.cells : [cell];
}

/** Describes how near the search came, as an alternative for the model. */
function describeNearest({ nearest: { mover }, isCut }: Search): string {
  if (!mover) return '';
  const { at, look } = mover;
  return `${isCut ? ', as far as the planner looked' : ''}; the nearest position of the controlled object (${look.rows}×${look.cols} cells) has its top left corner at (${at})`;
}
