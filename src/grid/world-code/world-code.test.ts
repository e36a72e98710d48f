import { describe, expect, it } from 'vitest';
import { HOSTILE_PROGRAMS, maze, RIGHT_PROGRAM } from '../../../test/support/code-world';
import { answerAsUnderstudy, createMemoryRun, playOneTurn } from '../../../test/support/explore-run';
import { eventsOf } from '../../../test/support/lab-game';
import { type MemoryRoom, playMemoryRound } from '../../../test/support/memory-room';
import { foldKnown } from '../../../web/src/run/watch/fold-known';
import type { PayloadOf } from '../../contract/events/events';
import type { ResolvedProfile } from '../../contract/profiles';
import type { ActionKnowledge } from '../../contract/run-knowledge';
import type { CreateRun } from '../../contract/runs';
import { UNDERSTUDY_PROFILE } from '../../model/understudy-profile';
import type { Ask } from '../../room/step-context';
import { checkWorld } from '../../runs/body';
import { shouldPlayTurn } from '../../runs/state';
import { readBoard } from '../frame/board';
import { readTransitions } from '../history';
import { exportRun } from '../reporting/export';
import type { RunState } from '../state';
import { playTurn } from '../turn';
import { withWorld } from './check';
import { MAX_SOURCE, MAX_STEP_TICKS, ProgramError, Sandbox } from './sandbox';
import { type Recorded, replayProgram } from './world';

/** The same for eight steps of an attempt; after that, no cell changes. */
const TIRES = `${RIGHT_PROGRAM.replace('function step', 'function move')}
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

/** A run whose analyst writes these programs in order and then repeats the last one. */
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

const pickKnown = ({ basis, predictions, rulePredictions, status }: Partial<ActionKnowledge> = {}) => ({
  ...{ basis, predictions, rulePredictions, status },
});

async function playUntil(room: Room, isMet: () => boolean): Promise<void> {
  while (shouldPlayTurn(room.state) && !isMet()) await playOneTurn(room, { maze });
}

/** Runs a program on a board of 64 × 64 cells. Returns its result, and its work in interrupt handler calls. */
async function runOnce(source: string): Promise<{ reason: string; ticks: number }> {
  const board = { rows: 64, cols: 64, cells: new Uint8Array(64 * 64) };
  try {
    const sandbox = await Sandbox.load(source);
    const result = sandbox.step(board, { id: 'ACTION1' }, null);
    const { ticks } = sandbox;
    sandbox.dispose();
    return { reason: result.ok ? JSON.stringify(result.memory) : result.reason, ticks };
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error;
    return { reason: error.message, ticks: 0 };
  }
}

describe('the sandbox', () => {
  it.each(Object.entries(HOSTILE_PROGRAMS))(
    'stops %s by count, at the same place each time',
    async (_, source) => {
      const first = await runOnce(source);
      expect(first.reason).toMatch(/ran for too long|too much memory|string too long|20000 items at once/);
      // The limit, plus the few calls needed to load the program.
      expect(first.ticks).toBeLessThanOrEqual(MAX_STEP_TICKS + 4);
      expect(await runOnce(source)).toEqual(first);
    },
  );

  it.each([
    ['Date.now()', "'Date' is not defined"],
    ['Math.random()', 'not a function'],
    ['fetch("https://example.com")', "'fetch' is not defined"],
    ['eval("1")', "'eval' is not defined"],
    ['(function () {}).constructor("return 1")()', 'not a function'],
    ['(async () => {}).constructor("return 1")()', 'not a function'],
    ['new Uint8Array(9)', "'Uint8Array' is not defined"],
    ['/(a+)+$/.test("aaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")', 'RegExp are not supported'],
    ['10n ** 100000n', 'BigInt literals'],
    ['[].values().drop(1)', 'not a function'],
    ['new Set().union(new Set())', 'not a function'],
    ['String.raw({ raw: { length: 1e15 } })', 'not a function'],
    ['[].indexOf.call({ get length() { return 1e15; } })', 'length is not a plain number'],
    ['"a".indexOf({ toString: () => "b" })', 'takes strings only'],
    ['(() => { throw "no player"; })()', 'it threw "no player"'],
    ['Array(1e9)', 'more than 20000 items'],
  ])('has no %s', async (code, reason) =>
    expect((await runOnce(`function step(board) { return [${code}]; }`)).reason).toContain(reason),
  );

  it('says what is wrong with a board, or that there is no function', async () => {
    const reasonOf = async (body: string) => (await runOnce(`function step(board) { ${body} }`)).reason;
    expect(await reasonOf('')).toContain('it returned nothing');
    expect(await reasonOf('return 5;')).toContain('the board is not an array of rows');
    expect(await reasonOf('return board.slice(1);')).toContain('does not have 64 rows');
    expect(await reasonOf('board[3].pop(); return board;')).toContain(
      'row 3 of the board it returned does not have 64 cells',
    );
    expect(await reasonOf('board[3][4] = 16; return board;')).toContain('cell (3,4)');
    expect(await reasonOf('board[3][4] = undefined; return board;')).toContain('cell (3,4)');
    expect(await reasonOf('return { board, memory: "x".repeat(10001) };')).toContain('memory is longer');
    expect((await runOnce('const walk = 1;')).reason).toContain('does not define a function named step');
    expect((await runOnce('function step(')).reason).toContain('SyntaxError');
    expect((await runOnce(`// ${'x'.repeat(MAX_SOURCE)}`)).reason).toContain('longer than');
  });

  it('takes rows of digits, and hands memory on', async () => {
    const sandbox = await Sandbox.load(
      "const step = (board, action, memory) => ({ board: ['0f'], memory: [action, memory] });",
    );
    const board = { rows: 1, cols: 2, cells: Uint8Array.of(1, 2) };
    const result = sandbox.step(board, { id: 'ACTION6', x: 1, y: 0 }, { n: 1 });
    expect(result).toEqual({
      ok: true,
      board: { rows: 1, cols: 2, cells: Uint8Array.of(0, 15) },
      memory: [{ id: 'ACTION6', x: 1, y: 0 }, { n: 1 }],
    });
    sandbox.dispose();
  });
});

describe('a replay', () => {
  const before = { rows: 1, cols: 3, cells: Uint8Array.of(9, 1, 0) };
  const after = { ...before, cells: Uint8Array.of(1, 9, 4) };
  const record = (start: boolean): Recorded => ({
    step: { action: { id: 'ACTION1' }, before, after, start },
    transition: {
      ...{ turn: 3, beforeFrame: 6, afterFrame: 7, action: { id: 'ACTION1' }, role: 'target', level: 0 },
      ...{ before: '910', frames: ['194'], state: 'NOT_FINISHED', levelChanged: false, certain: true },
    },
  });

  it('leaves masked cells out, and tells the difference of the others', async () => {
    const source = 'const step = ([row]) => [[1, 9, row[2]]];';
    expect(await replayProgram(source, [record(true)], new Set([2]))).toMatchObject({ fits: 1, misses: [] });
    const { fits, misses } = await replayProgram(source, [record(true)], new Set());
    expect(fits).toBe(0);
    expect(misses).toMatchObject([{ turn: 3, afterFrame: 7, action: 'ACTION1' }]);
    expect(misses[0]?.text).toContain('1 cell differs (given -> happened): (0,2): white -> dark grey');
  });

  it('starts each attempt with null for a memory', async () => {
    const source = `const step = (board, action, memory) => memory === null
      ? { board: [[1, 9, 4]], memory: 1 } : { board, memory };`;
    expect(await replayProgram(source, [record(true), record(true)], new Set())).toMatchObject({ fits: 2 });
    expect(await replayProgram(source, [record(true), record(false)], new Set())).toMatchObject({ fits: 1 });
  });

  it('keeps three counterexamples, and stops at one that never ends', async () => {
    const all = Array.from({ length: 5 }, () => record(true));
    const still = await replayProgram('const step = (board) => board;', all, new Set());
    expect([still.fits, still.transitions, still.misses.length]).toEqual([0, 5, 3]);
    const endless = await replayProgram('function step() { for (;;); }', all, new Set());
    expect(endless.misses).toHaveLength(1);
  });
});

describe('a run whose analyst writes the world as a program', () => {
  it('accepts a program that reproduces everything recorded, and verifies actions by what it predicts', async () => {
    const room = openRun([RIGHT_PROGRAM]);
    await playUntil(room, () => room.state.world?.program?.accepted === true);
    const [revision] = revisionsOf(room);
    expect(revision).toMatchObject({ outcome: 'accepted', purpose: 'first', misses: [] });
    expect(revision?.fits).toBe(revision?.transitions);
    const { actions } = room.state.knowledge;
    for (const { action } of revision?.actions ?? [])
      expect(actions[action]).toMatchObject({ basis: 'code', streak: 0, predictions: [] });
    await playUntil(room, () => false);
    const { program } = room.state.world ?? {};
    expect(program).toMatchObject({ accepted: true, wrong: 0, source: RIGHT_PROGRAM.trim() });
    expect(program?.right).toBeGreaterThan(0);
    const verified = Object.values(room.state.knowledge.actions).filter(
      ({ status, basis }) => status === 'verified' && basis === 'code',
    );
    expect(verified.length).toBeGreaterThan(0);
  });

  it('refutes a wrong program with a counterexample in words, and accepts its revision', async () => {
    const room = openRun([STILL, RIGHT_PROGRAM]);
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
    const room = openRun([TIRES, RIGHT_PROGRAM]);
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
    // The same turn asks for a revision.
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

  it('refutes a program that counts in a variable, though it fits', async () => {
    const counting = `let calls = 0;\n${RIGHT_PROGRAM.replace('function step', 'function move')}
      const step = (board, action) => ({ board: move(board, action), memory: calls++ });`;
    const room = openRun([counting], { actions: 8 });
    await playUntil(room, () => false);
    expect(revisionsOf(room)[0]).toMatchObject({ outcome: 'refuted', actions: [] });
    expect(revisionsOf(room)[0]?.misses[0]?.text).toContain('called again with the same arguments');
  });

  it('plans on the accepted program, and exports it', async () => {
    const room = openRun([RIGHT_PROGRAM], { actions: 30, explore: 'budget' });
    await playUntil(room, () => room.state.world?.program?.accepted === true);
    const plan = (isAllowed: boolean) =>
      withWorld(room.open('turn.started', room.state.rounds + 1, 'seed'), isAllowed, (world) =>
        world?.predict(readBoard(room.state.game?.cells ?? ''), { id: 'ACTION5' }),
      );
    expect(await plan(true)).toEqual({ kind: 'nothing' });
    expect(await plan(false)).toBeUndefined();
    const files = [...exportRun(room.ledger, [])].flatMap((file) => ('text' in file ? [file] : []));
    expect(files.find(({ path }) => path === 'world.js')?.text).toBe(`${RIGHT_PROGRAM.trim()}\n`);
  });

  it('keeps what the rules predicted while a program that is refuted stood in for them', async () => {
    const room: Room = openRun([], { actions: 24, write: () => tableOf(room) });
    const first = new Map<string, unknown>();
    await playUntil(room, () => {
      for (const [id, known] of Object.entries(room.state.knowledge.actions)) {
        const { basis, rulePredictions, predictions } = known;
        const [own] = (basis === 'code' ? rulePredictions : predictions) ?? [];
        if (basis === 'code' && !first.has(id) && own) first.set(id, own);
        if (first.has(id)) expect(own).toEqual(first.get(id));
      }
      return false;
    });
    expect(first.size).toBeGreaterThan(0);
  });

  it('replaces an accepted program that is long by a shorter one that fits, and not by a longer one', async () => {
    const long = `${RIGHT_PROGRAM}\n${'// The block moves one tile at a time.\n'.repeat(40)}`;
    const shorter = openRun([long, RIGHT_PROGRAM]);
    await playUntil(shorter, () => revisionsOf(shorter).length > 1);
    expect(revisionsOf(shorter).map(({ purpose, outcome }) => [purpose, outcome])).toEqual([
      ['first', 'accepted'],
      ['shorter', 'accepted'],
    ]);
    expect(shorter.state.world?.program?.source).toBe(RIGHT_PROGRAM.trim());
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

  it('runs no program where the operator does not allow it, whatever a ledger brings', async () => {
    expect(checkWorld({ world: 'code' }, false)).toMatchObject({ ok: false, failure: { code: 'conflict' } });
    for (const allowed of [
      checkWorld({ world: 'code' }, true),
      checkWorld({ world: 'rules' }, false),
      checkWorld({}, false),
    ])
      expect(allowed.ok).toBe(true);
    const room = openRun([RIGHT_PROGRAM]);
    await playUntil(room, () => room.state.world?.program?.accepted === true);
    const count = revisionsOf(room).length;
    await playMemoryRound(room, 'turn', 'seed', (ctx) =>
      playTurn(ctx, { builtin: { maze }, remote: null, worldCode: false }),
    );
    expect(room.state.world?.program).toMatchObject({ accepted: false, right: 0 });
    expect(room.state.world?.program?.misses[0]?.text).toContain('switched off (WORLD_CODE)');
    expect(Object.values(room.state.knowledge.actions).map(({ basis }) => basis)).not.toContain('code');
    expect(revisionsOf(room)).toHaveLength(count);
  });

  it('shows at each step what the run knew, on the page as in the run itself', async () => {
    const room = openRun([TIRES, RIGHT_PROGRAM], { actions: 18 });
    await playUntil(room, () => {
      const { actions, world } = foldKnown(room.ledger);
      expect(world).toEqual(room.state.world?.program ?? null);
      for (const [id, known] of Object.entries(room.state.knowledge.actions))
        expect({ id, ...pickKnown(known) }).toEqual({ id, ...pickKnown(actions[id]) });
      return false;
    });
    expect(revisionsOf(room).length).toBeGreaterThan(1);
  });

  it('asks for no program without the option, or of the understudy', async () => {
    for (const room of [
      openRun([RIGHT_PROGRAM], { world: 'rules', actions: 10 }),
      openRun([RIGHT_PROGRAM], { analyst: UNDERSTUDY_PROFILE, actions: 10 }),
    ]) {
      await playUntil(room, () => false);
      expect(room.asks.filter(({ ask }) => ask.purpose === 'world_program')).toEqual([]);
      expect(room.state.world).toBeUndefined();
    }
  });
});
