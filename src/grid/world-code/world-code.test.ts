import { describe, expect, it } from 'vitest';
import { answerAsUnderstudy, createMemoryRun, playOneTurn } from '../../../test/support/explore-run';
import { eventsOf } from '../../../test/support/lab-game';
import type { MemoryRoom } from '../../../test/support/memory-room';
import type { ActionId } from '../../contract/agents';
import type { PayloadOf } from '../../contract/events/events';
import type { ResolvedProfile } from '../../contract/profiles';
import type { CreateRun } from '../../contract/runs';
import { UNDERSTUDY_PROFILE } from '../../model/understudy-profile';
import type { Ask } from '../../room/step-context';
import type { BuiltinGame, GameStep } from '../../runs/games/game';
import { wantsTurn } from '../../runs/state';
import { readTransitions } from '../history';
import type { RunState } from '../state';

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
const maze: BuiltinGame = {
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

/** Moves the blue cell, unless a wall is ahead. */
const RIGHT = `
function step(board, { id }) {
  const [down, right] = { ACTION1: [-1, 0], ACTION2: [1, 0], ACTION3: [0, -1], ACTION4: [0, 1] }[id] ?? [0, 0];
  const row = board.findIndex((line) => line.includes(9));
  const col = board[row].indexOf(9);
  if (board[row + down][col + right] !== 1) return board;
  board[row][col] = 1;
  board[row + down][col + right] = 9;
  return board;
}`;
/** The same for eight steps of an attempt, then nothing moves. */
const TIRES = `${RIGHT.replace('function step', 'function move')}
const step = (board, action, memory) =>
  memory === 8 ? { board, memory } : { board: move(board, action), memory: (memory ?? 0) + 1 };`;
const STILL = 'const step = (board) => board;';

const MODEL = { ...UNDERSTUDY_PROFILE, provider: 'fake', maxContextTokens: 32_000 };

interface Options {
  actions?: number;
  explore?: CreateRun['explore'];
  world?: CreateRun['world'];
  analyst?: ResolvedProfile;
  write?: () => string;
}

/** A run whose analyst writes these programs, one after the other, and the last one from then on. */
function openRun(
  programs: readonly string[],
  { actions = 26, world = 'code', analyst = MODEL, explore, write }: Options = {},
): MemoryRoom<RunState> {
  let written = 0;
  return createMemoryRun({
    game: 'maze',
    world,
    profiles: { explorer: UNDERSTUDY_PROFILE, analyst },
    budgets: { actions },
    ...(explore && { explore }),
    answer: (ask: Ask<unknown>) =>
      ask.purpose === 'world_program'
        ? { source: write?.() ?? programs[Math.min(written++, programs.length - 1)] }
        : answerAsUnderstudy(ask),
  });
}
type Room = MemoryRoom<RunState>;

const revisionsOf = (room: Room) =>
  eventsOf(room, 'world.revised').map(({ payload }) => payload as PayloadOf<'world.revised'>);

const lossesOf = (payload: object): number => (payload as PayloadOf<'predictions.checked'>).world?.wrong ?? 0;

/** A program that stores every recorded board by a hash, and the cells that changed. */
function tableOf(room: Room): string {
  const table: Record<string, number[]> = {};
  for (const { before, frames, action } of readTransitions(room.ledger)) {
    const [from, to] = [before.replaceAll('/', ''), (frames.at(-1) ?? before).replaceAll('/', '')];
    let hash = 0;
    for (const digit of from) hash = (hash * 31 + Number.parseInt(digit, 16)) % 1_000_003;
    table[`${hash} ${action.id}`] = [...to].flatMap((digit, cell) =>
      digit === from[cell] ? [] : [cell, Number.parseInt(digit, 16)],
    );
  }
  return `const TABLE = ${JSON.stringify(table)};
    function step(board, { id }) {
      let hash = 0;
      for (const row of board) for (const cell of row) hash = (hash * 31 + cell) % 1000003;
      const changes = TABLE[hash + ' ' + id] ?? [];
      for (let i = 0; i < changes.length; i += 2) board[Math.floor(changes[i] / 9)][changes[i] % 9] = changes[i + 1];
      return board;
    }`;
}

/** Plays until a condition holds, or the run is over. */
async function playUntil(room: Room, isMet: () => boolean): Promise<void> {
  while (wantsTurn(room.state) && !isMet()) await playOneTurn(room, { maze });
}

describe('a run whose analyst writes the world as a program', () => {
  it('accepts a program that reproduces everything recorded, and verifies actions by what it predicts', async () => {
    const room = openRun([RIGHT]);
    await playUntil(room, () => room.state.world?.program?.accepted === true);
    const [revision] = revisionsOf(room);
    expect(revision).toMatchObject({ outcome: 'accepted', purpose: 'first', misses: [] });
    expect(revision?.fits).toBe(revision?.transitions);
    const { actions } = room.state.knowledge;
    for (const { action } of revision?.actions ?? [])
      expect(actions[action]).toMatchObject({ basis: 'code', streak: 0, predictions: [] });
    await playUntil(room, () => false);
    const { program } = room.state.world ?? {};
    expect(program).toMatchObject({ accepted: true, wrong: 0, source: RIGHT.trim() });
    expect(program?.right).toBeGreaterThan(0);
    const verified = Object.values(room.state.knowledge.actions).filter(
      ({ status, basis }) => status === 'verified' && basis === 'code',
    );
    expect(verified.length).toBeGreaterThan(0);
  });

  it('refutes a wrong program with a counterexample in words, and accepts its revision', async () => {
    const room = openRun([STILL, RIGHT]);
    await playUntil(room, () => room.state.world?.program?.accepted === true);
    const [first, second] = revisionsOf(room);
    expect(first).toMatchObject({ outcome: 'refuted', purpose: 'first', actions: [] });
    expect(first?.misses[0]?.text).toMatch(
      /It happened: .*moved.* The program gave: nothing changes\. 2 cells differ/s,
    );
    expect(second).toMatchObject({ outcome: 'accepted', purpose: 'counterexample' });
    const prompts = room.asks.filter(({ ask }) => ask.purpose === 'world_program');
    expect(JSON.stringify(prompts[1]?.ask.messages)).toContain('The program gave: nothing changes');
  });

  it('takes a surprise for a counterexample, and goes back to the rules of code', async () => {
    const room = openRun([TIRES, RIGHT]);
    const rejected = () =>
      eventsOf(room, 'predictions.checked').filter(({ payload }) => lossesOf(payload) > 0);
    await playUntil(room, () => rejected().length > 0);
    const [first] = revisionsOf(room);
    expect(first?.outcome).toBe('accepted');
    const [check] = rejected();
    if (!check) throw new Error('no prediction was wrong');
    const { actions, world } = check.payload as PayloadOf<'predictions.checked'>;
    expect(world?.misses).toHaveLength(1);
    expect(actions.map(({ basis }) => basis)).not.toContain('code');
    expect(actions.length).toBeGreaterThan(0);
    // The same turn has it revised.
    expect(revisionsOf(room).at(-1)).toMatchObject({ purpose: 'counterexample', outcome: 'accepted' });
    const prompt = room.asks.findLast(({ ask }) => ask.purpose === 'world_program')?.ask.messages;
    expect(JSON.stringify(prompt)).toContain(JSON.stringify(world?.misses[0]?.text).slice(1, 60));
  });

  it('never verifies a program that stores boards', async () => {
    const room: Room = openRun([], { actions: 30, write: () => tableOf(room) });
    let wasAccepted = 0;
    await playUntil(room, () => {
      const known = Object.values(room.state.knowledge.actions);
      expect(known.filter(({ basis, status }) => basis === 'code' && status === 'verified')).toEqual([]);
      if (room.state.world?.program?.accepted) wasAccepted += 1;
      return false;
    });
    expect(wasAccepted).toBeGreaterThan(3);
  });

  it('keeps what the rules predicted while a program that is refuted stood in for them', async () => {
    const room: Room = openRun([], { actions: 24, write: () => tableOf(room) });
    const first = new Map<string, unknown>();
    await playUntil(room, () => {
      for (const [id, { basis, aside, predictions }] of Object.entries(room.state.knowledge.actions)) {
        const [own] = (basis === 'code' ? aside : predictions) ?? [];
        if (basis === 'code' && !first.has(id) && own) first.set(id, own);
        if (first.has(id)) expect(own).toEqual(first.get(id));
      }
      return false;
    });
    expect(first.size).toBeGreaterThan(0);
  });

  it('replaces an accepted program that is long by a shorter one that fits, and not by a longer one', async () => {
    const long = `${RIGHT}\n${'// The block moves one tile at a time.\n'.repeat(40)}`;
    const shorter = openRun([long, RIGHT]);
    await playUntil(shorter, () => revisionsOf(shorter).length > 1);
    expect(revisionsOf(shorter).map(({ purpose, outcome }) => [purpose, outcome])).toEqual([
      ['first', 'accepted'],
      ['shorter', 'accepted'],
    ]);
    expect(shorter.state.world?.program?.source).toBe(RIGHT.trim());
    const longer = openRun([long, `${long}// And no more.`]);
    await playUntil(longer, () => revisionsOf(longer).length > 1);
    expect(revisionsOf(longer)[1]).toMatchObject({ purpose: 'shorter', outcome: 'longer', actions: [] });
    expect(longer.state.world?.program).toMatchObject({ accepted: true, source: long.trim() });
  });

  it('asks a model that fits nothing less and less often, and never fails a turn for it', async () => {
    const room = openRun(['function step() { for (;;); }'], { actions: 24 });
    await playUntil(room, () => false);
    expect(eventsOf(room, 'turn.failed')).toEqual([]);
    const turns = revisionsOf(room).length / 2;
    expect(turns).toBeGreaterThan(2);
    expect(turns).toBeLessThan(8);
    expect(room.state.world?.program?.misses[0]?.text).toContain('it ran for too long');
  });

  it('asks for no program without the option, or of the understudy', async () => {
    for (const room of [
      openRun([RIGHT], { world: 'rules', actions: 10 }),
      openRun([RIGHT], { analyst: UNDERSTUDY_PROFILE, actions: 10 }),
    ]) {
      await playUntil(room, () => false);
      expect(room.asks.filter(({ ask }) => ask.purpose === 'world_program')).toEqual([]);
      expect(room.state.world).toBeUndefined();
    }
  });
});
