import { describe, expect, it } from 'vitest';
import { createMemoryRun, playOneTurn } from '../../test/support/explore-run';
import { analysis, eventsOf, type LabState, scriptModel, shown, suggest } from '../../test/support/lab-game';
import { fieldsOf } from '../../test/support/loose-events';
import type { GameAction } from '../contract/agents';
import { NO_MASK } from '../contract/frame';
import type { DriverOutcome } from '../runs/games/driver';
import { planReplay } from './way-back';

/**
 * A session that counts steps to the right: every fourth completes a level. Options make it get lost or go
 * another way.
 */
function makeSession() {
  let at: LabState | null = null;
  const sent: string[] = [];
  const faults = { lose: false, drift: 0, doubt: false };
  const show = (anew = false): DriverOutcome => ({
    ...shown(at ?? {}),
    ...(anew && { anew: true as const }),
  });
  const driver = {
    afterCut: 'doubted' as const,
    begin: (): DriverOutcome => {
      const anew = at === null && sent.length > 0;
      sent.push('RESET');
      at = { first: 0, second: 0, level: at?.level ?? 0 };
      return show(anew);
    },
    act: (_: unknown, { id }: GameAction): DriverOutcome => {
      if (faults.lose) {
        faults.lose = false;
        at = null;
        return { kind: 'refused', message: 'no such session', gone: true };
      }
      if (!at) throw new Error('nothing was begun');
      sent.push(id);
      if (faults.doubt) {
        faults.doubt = false;
        return { kind: 'doubt', message: 'lost' };
      }
      if (id === 'ACTION1' || id === 'ACTION5') at = { ...at, first: at.first + 1 + faults.drift };
      if (id === 'ACTION2') at = { ...at, first: Math.max(0, at.first - 1) };
      if (id === 'ACTION3') at = { first: 0, second: 0, level: at.level + 1 };
      return show();
    },
  };
  return { driver, sent, faults };
}

function createRun(targets: number[], actions = 40) {
  const session = makeSession();
  const answers = targets.map((n) => suggest(`ACTION${n}` as 'ACTION1'));
  const room = createMemoryRun({
    game: 'arc3:lab-1',
    budgets: { actions, calls: 200 },
    answer: scriptModel(answers, [analysis()]),
  });
  const play = () => playOneTurn(room, {}, () => session.driver);
  const replayed = () => eventsOf(room, 'game.replayed').map(({ payload }) => fieldsOf(payload));
  return { ...session, room, play, replayed };
}

describe('a run whose session was lost', () => {
  it('comes back to where it was: the levels in full, the one that stands without its detours', async () => {
    const { room, play, sent, faults, replayed } = createRun([1, 3, 1, 2, 5, 4, 1, 4, 4]);
    for (let n = 0; n < 6; n += 1) await play();
    expect(room.state.game).toMatchObject({ level: 1 });
    const stood = room.state.game?.cells;
    faults.lose = true;
    await play();
    const before = sent.length;
    await play();
    // ACTION1 and ACTION2 of the second level undid each other; ACTION4 had no effect.
    const back = ['RESET', 'ACTION1', 'ACTION3', 'ACTION5'];
    expect(sent.slice(before, before + 4)).toEqual(back);
    expect(sent).toHaveLength(before + 5);
    expect(replayed()).toEqual([{ sent: 3, of: 3, stopped: null }]);
    const [last] = eventsOf(room, 'game.replayed');
    const arrived = room.ledger.findLast(
      (event) => event.kind === 'frame.captured' && event.seq < (last?.seq ?? 0),
    );
    expect(fieldsOf(arrived?.payload ?? {}).cells).toBe(stood);
    expect(room.state).toMatchObject({ game: { level: 1 }, used: { actions: 6 + 3 + 1 } });
    const roles = eventsOf(room, 'action.executed').map(({ payload }) => fieldsOf(payload).role);
    expect(roles.filter((role) => role === 'replay')).toHaveLength(3);
    // Replayed actions add no observations.
    const observed = Object.values(room.state.knowledge.actions).flatMap(({ observations }) => observations);
    expect(observed).toHaveLength(roles.filter((role) => role === 'target').length);
  });

  it('stops where the game shows another board, says so, and goes on from there', async () => {
    const { room, play, faults, replayed } = createRun([1, 1, 1, 4, 5]);
    for (let n = 0; n < 3; n += 1) await play();
    faults.lose = true;
    await play();
    faults.drift = 1;
    await play();
    expect(replayed()).toEqual([{ sent: 1, of: 3, stopped: 'frame' }]);
    expect(room.state).toMatchObject({ failed: null, status: 'running', used: { actions: 5 } });
  });

  it('is lost again on the way, and comes back all the same', async () => {
    const { room, play, faults, replayed, driver } = createRun([1, 1, 1, 4, 5, 5]);
    for (let n = 0; n < 3; n += 1) await play();
    faults.lose = true;
    await play();
    const act = driver.act;
    let calls = 0;
    driver.act = (snapshot, action) => {
      calls += 1;
      if (calls === 2) faults.lose = true;
      return act(snapshot, action);
    };
    await play();
    expect(replayed()).toEqual([{ sent: 1, of: 3, stopped: 'refused' }]);
    await play();
    expect(replayed().at(-1)).toEqual({ sent: 3, of: 3, stopped: null });
    expect(room.state.game).toMatchObject({ level: 0, refused: false });
  });

  it('begins from the beginning where its budget has no more than the way takes', async () => {
    const { room, play, faults, replayed } = createRun([1, 1, 1, 4, 5], 6);
    for (let n = 0; n < 3; n += 1) await play();
    faults.lose = true;
    await play();
    await play();
    expect(replayed()).toEqual([{ sent: 0, of: 3, stopped: 'budget' }]);
    expect(room.state.used.actions).toBe(4);
  });

  it('leaves out an action in doubt, and what came before the level began again', async () => {
    const { room, play, faults } = createRun([1, 1, 1, 1]);
    await play();
    faults.doubt = true;
    await play();
    await play();
    const keys = (of: readonly { action: GameAction }[]) => of.map(({ action }) => action.id);
    const lost = {
      kind: 'game.reset' as const,
      actor: 'game',
      payload: {
        reason: 'session_lost' as const,
        snapshot: {},
        state: 'NOT_FINISHED' as const,
        level: 0,
        available: [],
        inDoubt: false,
        note: null,
      },
    };
    const at = { seq: 900, at: '2026-01-01T00:00:00.000Z', audience: ['*'] };
    expect(keys(planReplay([...room.ledger, { ...lost, ...at }], NO_MASK))).toEqual([
      'ACTION1',
      'ACTION1',
      'ACTION1',
    ]);
    const again = { ...lost, ...at, payload: { ...lost.payload, reason: 'game_over' as const } };
    expect(planReplay([...room.ledger, again, { ...lost, ...at }], NO_MASK)).toEqual([]);
    // A run that never lost its session has no way back.
    expect(planReplay(room.ledger, NO_MASK)).toEqual([]);
  });
});
