import { itemAt, type Rules, type World } from './toy-rules';

/** Draws the board, packed; with a mark along its lower edge when it flashes. */
export function paint(rules: Rules, world: World, flash: boolean): string {
  const { tile, rim, ink } = rules;
  const board = Array.from({ length: rules.rows }, () => new Array<number>(rules.cols).fill(ink.wall));
  const set = (row: number, col: number, colour: number): void => {
    const line = board[row];
    if (line && col >= 0 && col < rules.cols) line[col] = colour;
  };
  const fill = (place: readonly number[], colour: number, inset = 0): void => {
    for (let y = inset; y < tile - inset; y++) {
      for (let x = inset; x < tile - inset; x++) {
        set(rim + (place[0] ?? 0) * tile + y, rim + (place[1] ?? 0) * tile + x, colour);
      }
    }
  };
  rules.plan.forEach((row, r) => {
    Array.from(row).forEach((mark, c) => {
      if (mark !== '#') fill([r, c], ink.floor);
      if (mark === '*') fill([r, c], ink.thing);
      if (mark === '%') fill([r, c], ink.door, world.open ? Math.floor((tile - 1) / 2) : 0);
      if (mark === 'o') paintItem(rules, world, [r, c], fill, set);
    });
  });
  for (const crate of world.crates) fill(crate, ink.thing, rules.family === 'tilter' ? 0 : tile > 4 ? 1 : 0);
  for (const decoy of world.decoys) fill(decoy, ink.decoy, 1);
  if (!['tilter', 'clicker'].includes(rules.family)) paintAvatar(rules, world, world.at, fill, set);
  if (rules.family === 'twins') fill(world.twin, ink.head, tile > 3 ? 1 : 0);
  if (rules.family === 'crowd') paintAvatar(rules, world, world.twin, fill, set);
  if (flash) for (let x = 0; x < rules.cols; x++) set(rules.rows - 1, x, ink.head);
  if (rules.bar > 0) {
    const left = rules.cols - Math.floor(world.count / rules.bar);
    for (let x = 0; x < rules.cols; x++) set(0, x, x < left ? ink.full : ink.spent);
  }
  return board.map((row) => row.map((colour) => colour.toString(16)).join('')).join('/');
}

type Fill = (place: readonly number[], colour: number, inset?: number) => void;
type Put = (row: number, col: number, colour: number) => void;

function paintItem(rules: Rules, world: World, place: readonly number[], fill: Fill, set: Put): void {
  const i = itemAt(rules, place);
  const colour = rules.cycle[world.items[i] ?? 0] ?? 0;
  fill(place, colour, 1);
  if (rules.family !== 'cursor') return;
  // A notch shows its direction.
  const [top, left] = [
    rules.rim + (place[0] ?? 0) * rules.tile + 1,
    rules.rim + (place[1] ?? 0) * rules.tile + 1,
  ];
  const last = rules.tile - 3;
  const [y, x] = [
    [0, 0],
    [0, last],
    [last, last],
    [last, 0],
  ][world.turns[i] ?? 0] ?? [0, 0];
  set(top + (y ?? 0), left + (x ?? 0), rules.ink.door);
}

function paintAvatar(rules: Rules, world: World, place: readonly number[], fill: Fill, set: Put): void {
  const { tile, rim, ink, shape } = rules;
  const [top, left] = [rim + (place[0] ?? 0) * tile, rim + (place[1] ?? 0) * tile];
  if (shape === 'ring') {
    for (let k = 0; k < tile; k++) {
      set(top, left + k, ink.avatar);
      set(top + tile - 1, left + k, ink.avatar);
      set(top + k, left, ink.avatar);
      set(top + k, left + tile - 1, ink.avatar);
    }
    return;
  }
  fill(place, ink.avatar, shape === 'small' ? 1 : 0);
  if (shape !== 'head') return;
  for (let k = 0; k < tile; k++) {
    const [y, x] = [
      [0, k],
      [k, tile - 1],
      [tile - 1, k],
      [k, 0],
    ][world.face] ?? [0, k];
    set(top + (y ?? 0), left + (x ?? 0), ink.head);
  }
}
