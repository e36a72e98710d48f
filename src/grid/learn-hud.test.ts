import { describe, expect, it } from 'vitest';
import { playOneTurn, playToEnd } from '../../test/support/explore-run';
import { adoptRule, analysis, createLab, eventsOf, type Lab, suggest } from '../../test/support/lab-game';
import { fieldsOf } from '../../test/support/loose-events';
import type { ActionId } from '../contract/agents';
import type { PayloadOf } from '../contract/events/events';
import { frameKey, packFrame } from '../contract/frame';
import type { BuiltinGame, GameStep } from '../runs/games/game';
import { reduceRun } from './state';

/**
 * 32 × 32 cells: a 3 × 3 block that ACTION1 and ACTION2 move down and to the right, and a bar that loses a
 * column with every action. ACTION3 and ACTION5 have no other effect.
 */
const SIZE = 32;
/** Short, so that it counts as a bar only after other actions move it too. */
const BAR = { top: 29, left: 4, rows: 2, cols: 7 };
type At = { row: number; col: number; turns: number };

function draw({ row, col, turns }: At): string {
  const grid = Array.from({ length: SIZE }, () => Array.from({ length: SIZE }, () => 1));
  const paint = (colour: number, top: number, left: number, rows: number, cols: number) => {
    for (const line of grid.slice(top, top + rows)) line.fill(colour, left, left + cols);
  };
  paint(9, row, col, 3, 3);
  paint(3, BAR.top, BAR.left, BAR.rows, BAR.cols);
  paint(11, BAR.top, BAR.left, BAR.rows, Math.max(0, BAR.cols - turns));
  return packFrame(grid);
}

const show = (at: At): GameStep => ({
  snapshot: at,
  frames: [draw(at)],
  state: 'NOT_FINISHED',
  levelsCompleted: 0,
  availableActions: ['ACTION1', 'ACTION2', 'ACTION3', 'ACTION5'],
});
const lab: BuiltinGame = {
  info: { id: 'lab', title: 'Lab', kind: 'grid', description: '', actions: [], rows: SIZE, cols: SIZE },
  start: () => show({ row: 3, col: 3, turns: 0 }),
  restart: () => show({ row: 3, col: 3, turns: 0 }),
  act: (snapshot, { id }) => {
    const { row, col, turns } = snapshot as At;
    const at = { row, col, turns: turns + 1 };
    if (id === 'ACTION1') return show({ ...at, row: row + 3 });
    return show(id === 'ACTION2' ? { ...at, col: col + 3 } : at);
  },
};

const play = async (...targets: ActionId[]): Promise<Lab> => {
  const room = createLab(targets.map((target) => suggest(target)));
  await playToEnd(room, { lab });
  return room;
};
const knownOf = (room: Lab, id: ActionId) => room.state.knowledge.actions[id];
const isBar = (cell: number): boolean => cell >= BAR.top * SIZE && cell < (BAR.top + BAR.rows) * SIZE;

describe('a bar that moves whatever the action', () => {
  it('is masked as soon as it is known, and what it alone did is no effect', async () => {
    const room = await play('ACTION1', 'ACTION5', 'ACTION2', 'ACTION5', 'ACTION1', 'ACTION3');
    expect(room.state.hud.length).toBeGreaterThan(0);
    expect(room.state.hud.every(isBar)).toBe(true);
    expect(knownOf(room, 'ACTION5')).toMatchObject({ status: 'testing', attempts: 0, noEffect: 2 });
    expect(knownOf(room, 'ACTION3')).toMatchObject({ status: 'testing', attempts: 0, noEffect: 1 });
    const last = eventsOf(room, 'action.analyzed').at(-1);
    expect(last?.payload).toMatchObject({
      diff: { hasChanges: false },
      hadEffect: false,
      modelSaidEffect: true,
    });
    expect(knownOf(room, 'ACTION1')).toMatchObject({ attempts: 2 });
  });

  it('is told to the analyst as no change of the action: the masked cells are not in the diff it reads', async () => {
    const room = await play('ACTION1', 'ACTION5', 'ACTION2', 'ACTION5');
    const analyst = room.asks.filter(({ ask }) => ask.role === 'analyst').at(-1);
    const told = JSON.stringify(analyst?.ask.messages);
    expect(told).toContain('ONLY MASKED CELLS CHANGED: 2 masked cells');
    expect(told).not.toMatch(/NO CHANGES DETECTED|Changed cells/);
  });

  it('does not make two states of one: an action that did nothing but move it was tried there', async () => {
    const room = await play('ACTION1', 'ACTION5', 'ACTION2', 'ACTION5', 'ACTION5', 'ACTION5');
    const decisions = eventsOf(room, 'action.suggested').map(({ payload }) => fieldsOf(payload).decision);
    expect(decisions).toContain('refused');
  });
});

describe('a bar that is known late', () => {
  /** ACTION5 changes only the bar; then ACTION1 and ACTION2 show that every action moves the bar. */
  const verify: ActionId[] = ['ACTION5', 'ACTION5', 'ACTION5', 'ACTION5'];

  it('takes back the effects that rested on it, and judges what was observed and predicted again', async () => {
    const room = createLab(
      [...verify, 'ACTION1', 'ACTION2', 'ACTION1'].map((id) => suggest(id as ActionId)),
      [adoptRule],
    );
    for (let i = 0; i < verify.length; i++) await playOneTurn(room, { lab });
    const before = knownOf(room, 'ACTION5');
    // With a single action, a bar looks like an effect.
    expect(before).toMatchObject({ status: 'testing', attempts: 4 });
    expect(before?.predictions.map(({ effect }) => effect)).toEqual(verify.map(() => true));
    await playToEnd(room, { lab });
    const after = knownOf(room, 'ACTION5');
    expect(after).toMatchObject({ status: 'testing', attempts: 0, streak: 0, noEffect: 1, repeats: 3 });
    expect(after?.observations.map(({ hadEffect, counted }) => [hadEffect, counted])).toEqual(
      verify.map(() => [false, false]),
    );
    expect(after?.predictions.map(({ effect }) => effect)).toEqual(verify.map(() => false));
    expect(new Set(after?.observations.map(({ stateKey }) => stateKey)).size).toBe(1);
    expect(after?.observations.map(({ interpretation }) => interpretation)).toEqual(
      before?.observations.map(({ interpretation }) => interpretation),
    );
  });

  it('renames every state that was tried, so that none is met as new', async () => {
    const room = await play(...verify, 'ACTION1', 'ACTION2', 'ACTION1');
    const mask = new Set(room.state.hud);
    const boards = eventsOf(room, 'frame.captured').map(({ payload }) =>
      frameKey(String(fieldsOf(payload).cells), mask),
    );
    const keys = Object.keys(room.state.tried);
    expect(keys.every((key) => boards.includes(key))).toBe(true);
    for (const here of Object.values(room.state.tried)) {
      for (const to of Object.values(here)) expect(to === null || boards.includes(to)).toBe(true);
    }
    const start = room.state.tried[frameKey(draw({ row: 3, col: 3, turns: 0 }), mask)];
    expect(start).toMatchObject({ ACTION5: expect.any(String), ACTION1: expect.any(String) });
  });

  it('is in the ledger whole: the fold holds no rule, and the payload stays small', async () => {
    const room = await play(...verify, 'ACTION1', 'ACTION2', 'ACTION1');
    const learned = eventsOf(room, 'hud.learned');
    expect(learned.length).toBeGreaterThan(0);
    const sizes = learned.map(({ payload }) => (payload as unknown as PayloadOf<'hud.learned'>).cells.length);
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    let folded: ReturnType<typeof reduceRun> | null = null;
    for (const event of room.ledger) folded = reduceRun(folded, event);
    expect(folded).toEqual(room.state);
    for (const event of learned) expect(JSON.stringify(event).length).toBeLessThan(20_000);
  });

  it('lets the run go on with the action that is open again', async () => {
    const room = createLab(
      [...verify, 'ACTION1', 'ACTION2', 'ACTION1'].map((id) => suggest(id as ActionId)),
      [analysis()],
    );
    await playToEnd(room, { lab });
    expect(room.state.finishReason).toBe('nothing_left_to_test');
    expect(Object.values(room.state.knowledge.actions).map(({ status }) => status)).not.toContain('verified');
  });
});
