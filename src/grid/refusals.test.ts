import { describe, expect, it } from 'vitest';
import { createMemoryRun, playToEnd } from '../../test/support/explore-run';
import { eventsOf, type LabState, shown } from '../../test/support/lab-game';
import { fieldsOf } from '../../test/support/loose-events';
import type { ActionId, GameAction } from '../contract/agents';
import type { DriverOutcome } from '../runs/games/driver';
import { listOffered } from './refusals';

/** A remote game that executes some of its offered actions and always refuses the others. */
function makePartly(does: readonly ActionId[], offers: readonly ActionId[]) {
  let at: LabState = { first: 0, second: 0, level: 0 };
  const sent: string[] = [];
  const show = () => shown(at, { availableActions: [...offers] });
  const remote = () => ({
    afterCut: 'doubted' as const,
    begin: (): DriverOutcome => {
      at = { first: 0, second: 0, level: 0 };
      return show();
    },
    act: (_: unknown, { id, x, y }: GameAction): DriverOutcome => {
      sent.push(x === undefined ? id : `${id}@${x},${y}`);
      if (!does.includes(id)) return { kind: 'refused', message: `no ${id} in this game` };
      at = { ...at, first: at.first + 1 };
      return show();
    },
  });
  return { remote, sent };
}

const createRun = () => createMemoryRun({ game: 'arc3:lab-1', budgets: { actions: 200, calls: 400 } });

describe('an action that is offered and always refused', () => {
  it('is sent on three boards at most, and the run ends by what the others taught', async () => {
    const { remote, sent } = makePartly(['ACTION1', 'ACTION2'], ['ACTION1', 'ACTION2', 'ACTION5']);
    const room = createRun();
    await playToEnd(room, {}, 200, remote);
    expect(room.state).toMatchObject({ status: 'finished', finishReason: 'all_actions_settled' });
    const refused = sent.filter((action) => action === 'ACTION5').length;
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThanOrEqual(6);
    const perBoard = eventsOf(room, 'action.refused').length;
    expect(perBoard).toBe(refused);
    expect(listOffered(room.state)).toEqual(['ACTION1', 'ACTION2']);
  });

  it('is sent twice on a board; when there is no other the run pauses with the words of the game, and resuming asks anew', async () => {
    const { remote, sent } = makePartly([], ['ACTION3']);
    const room = createRun();
    await playToEnd(room, {}, 200, remote);
    expect(sent).toEqual(['ACTION3', 'ACTION3']);
    expect(room.state).toMatchObject({ status: 'paused', failed: null, used: { actions: 0 } });
    expect(room.state.pause).toMatchObject({
      reason: 'refused',
      detail: expect.stringMatching(/every action.*this board/),
    });
    room.append([{ kind: 'run.resumed', actor: 'system', payload: { steps: null } }]);
    await playToEnd(room, {}, 200, remote);
    expect(sent).toHaveLength(4);
  });

  it('that is a click is sent to other places, and to no more than four on a board', async () => {
    const { remote, sent } = makePartly([], ['ACTION6']);
    const room = createRun();
    await playToEnd(room, {}, 200, remote);
    const places = new Map<string, number>();
    for (const action of sent) places.set(action, (places.get(action) ?? 0) + 1);
    expect(Math.max(...places.values())).toBeLessThanOrEqual(2);
    expect(sent.length).toBeLessThanOrEqual(4);
    expect(room.state.status).toBe('paused');
  });
});

it('counts no refusal of a session that is gone against the action', async () => {
  let begun = 0;
  const sent: string[] = [];
  const remote = () => ({
    afterCut: 'doubted' as const,
    begin: (): DriverOutcome => {
      begun += 1;
      return begun === 1 ? shown({}) : ({ ...shown({}), anew: true } as DriverOutcome);
    },
    act: (_: unknown, { id }: GameAction): DriverOutcome => {
      sent.push(id);
      return sent.length === 1
        ? { kind: 'refused', message: 'gone', gone: true }
        : shown({ first: sent.length });
    },
  });
  const room = createRun();
  await playToEnd(room, {}, 300, remote);
  expect(room.state.refused).toEqual({});
  expect(fieldsOf(eventsOf(room, 'action.refused')[0]?.payload ?? {})).toMatchObject({ gone: true });
  expect(room.state.status).toBe('finished');
});
