import type { ActionId } from '../../src/contract/agents';
import type { BuiltinGame, GameStep } from '../../src/runs/games/game';

/** A small game, and programs of worlds: a right one, and programs that mean no good. */

const WALLS = [
  '555555555',
  '511111115',
  '511551115',
  '511111115',
  '511115115',
  '511111115',
  '515111115',
  '511111115',
  '555555555',
];
const STEPS: Partial<Record<ActionId, [number, number]>> = {
  ACTION1: [-1, 0],
  ACTION2: [1, 0],
  ACTION3: [0, -1],
  ACTION4: [0, 1],
};
const ACTIONS: ActionId[] = ['ACTION1', 'ACTION2', 'ACTION3', 'ACTION4', 'ACTION5'];

/** A room of 9 × 9 cells, in which a blue cell moves and walls stop it. */
export const maze: BuiltinGame = {
  info: { id: 'maze', title: 'Maze', kind: 'grid', description: '', actions: ACTIONS, rows: 9, cols: 9 },
  start: () => showMaze(3, 3),
  restart: () => showMaze(3, 3),
  act: ({ row, col }, { id }) => {
    const [down, right] = STEPS[id] ?? [0, 0];
    const [to, at] = [Number(row) + down, Number(col) + right];
    return WALLS[to]?.[at] === '1' ? showMaze(to, at) : showMaze(Number(row), Number(col));
  },
};

function showMaze(row: number, col: number): GameStep {
  const board = WALLS.map((line, at) =>
    at === row ? `${line.slice(0, col)}9${line.slice(col + 1)}` : line,
  ).join('/');
  return {
    snapshot: { row, col },
    frames: [board],
    state: 'NOT_FINISHED',
    levelsCompleted: 0,
    availableActions: ACTIONS,
  };
}

/** Moves the blue square of `maze` and `corridor`, unless a wall is ahead. */
export const RIGHT_PROGRAM = `
function step(board, { id }) {
  const [down, right] = { ACTION1: [-1, 0], ACTION2: [1, 0], ACTION3: [0, -1], ACTION4: [0, 1] }[id] ?? [0, 0];
  const row = board.findIndex((line) => line.includes(9));
  const col = board[row].indexOf(9);
  const size = board[row].filter((cell) => cell === 9).length;
  const [to, at] = [row + down * size, col + right * size];
  if (board[to][at] !== 1) return board;
  for (let i = 0; i < size; i++) board[row + i].fill(1, col, col + size);
  for (let i = 0; i < size; i++) board[to + i].fill(9, at, at + size);
  return board;
}`;

const inStep = (body: string): string => `function step(board) { ${body} }`;

const HUGE = 'const huge = [1]; huge.length = 4294967295;';

/** Programs that never end, or take all there is, in loops of their own or in native ones. */
export const HOSTILE_PROGRAMS: Readonly<Record<string, string>> = {
  'an endless loop': inStep('for (;;);'),
  'an endless loop before the function': 'for (;;);',
  'endless recursion in a loop': inStep('const f = () => f() + 1; for (;;) try { f(); } catch {}'),
  'filling arrays': inStep('for (;;) new Array(20000).fill(0);'),
  'filling a long array': inStep('for (;;) Array.prototype.fill.call({ length: 1e15 }, 0);'),
  'searching a long array': inStep('Array.prototype.indexOf.call({ length: 1e15 }, 1);'),
  'a board of endless rows': inStep(`${HUGE} return [huge, huge];`),
  'flattening a list of a long array': inStep(`${HUGE} [[huge]].flat(Infinity);`),
  'mapping to a long array': inStep(`${HUGE} [1].flatMap(() => huge);`),
  'searching a function that claims to be long': inStep(
    'const f = () => 1; Object.defineProperty(f, "length", { value: 1e15 }); Array.prototype.indexOf.call(f, 1);',
  ),
  'a set of a long array': inStep(`${HUGE} new Set(huge.values());`),
  'searching a long text for a long text': inStep(
    'let text = "a"; while (text.length < 100000) text += text; for (;;) text.indexOf(text.slice(0, 50000) + "b");',
  ),
  'repeating strings': inStep('for (;;) "x".repeat(20000);'),
  'padding strings': inStep('for (;;) "x".padEnd(20000, "ab");'),
  sorting: inStep(
    'const a = Array.from({ length: 3000 }, (_, i) => String((i * 7919) % 3001)); for (;;) a.slice().sort();',
  ),
  'joining long texts': inStep('const a = Array(20000).fill("xxxxxxxxxx"); for (;;) a.join("");'),
  'writing a huge JSON': inStep(
    'let a = [1]; for (let i = 0; i < 30; i++) a = [a, a]; for (;;) try { JSON.stringify(a); } catch {}',
  ),
  'hoarding arrays': inStep('const all = []; for (;;) all.push(new Array(1000).fill(all.length));'),
  'hoarding objects': inStep('const all = []; for (;;) all.push({ a: 1, b: [1, 2, 3] });'),
  'a growing map': inStep('const all = new Map(); for (let i = 0; ; i++) all.set(i, i);'),
  'doubling a string': inStep('let s = "x"; for (;;) s += s;'),
  'a getter that never ends': inStep('return { get board() { for (;;); } };'),
  'JSON that never ends': inStep('return { board, memory: { toJSON() { for (;;); } } };'),
};
