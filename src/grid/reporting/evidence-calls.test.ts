import { describe, expect, it } from 'vitest';
import { playedRun, recordCalls } from '../../../test/support/explore-run';
import { fieldsOf } from '../../../test/support/loose-events';
import { Unreachable } from '../../../test/support/memory-room';
import { playTroubledRun } from '../../../test/support/troubled-run';
import { callContext as contextSchema } from '../../contract/calls';
import { callContext } from './call-context';
import { turnView } from './views';

const room = await playedRun({ seed: 's1' });
const calls = recordCalls(room);

function contextOf(n: number) {
  const call = calls[n - 1];
  if (!call) throw new Error(`there is no call ${n}`);
  return callContext(room.ledger, call);
}

describe('what a call was about', () => {
  it('of an analysis: the action, both pictures, and the state before and after', () => {
    const context = contextOf(2);
    expect(contextSchema.parse(context)).toEqual(context);
    expect(context).toMatchObject({
      turn: 1,
      targetAction: { id: 'ACTION1' },
      images: [{ frame: 1 }, { frame: 2 }],
      stateBefore: { action_count: 0 },
      stateAfter: { action_count: 1, llm_call_count: 2 },
    });
    expect(context.images[0]?.label).toContain('before ACTION1');
    expect(context.context).toContain('THE GAME AFTER THE ACTION');
    expect(context.context).not.toContain('YOUR TASK');
  });

  it('of a suggestion: what it led to, and the board it was made at', () => {
    const context = contextOf(1);
    expect(context).toMatchObject({ targetAction: { id: 'ACTION1' }, images: [{ frame: 1 }] });
    expect(context.stateAfter).toMatchObject({ llm_call_count: 1, action_count: 0 });
  });

  it('names the frames that were sent, also where boards look alike', () => {
    const still = room.ledger.find(
      ({ kind, payload }) => kind === 'action.analyzed' && payload.hadEffect === false,
    );
    const call = calls.find(({ role, round }) => role === 'analyst' && round === still?.turn);
    const { images } = contextOf(call?.n ?? 0);
    expect(images.map(({ frame }) => frame)).toEqual([
      fieldsOf(still?.payload).beforeFrame,
      fieldsOf(still?.payload).afterFrame,
    ]);
  });

  it('of a call that led to nothing: no action, and the state as it stayed', async () => {
    const broken = await playedRun({
      answer: () => {
        throw new Unreachable('nobody there');
      },
    });
    const [call] = recordCalls(broken);
    if (!call) throw new Error('it was asked');
    expect(callContext(broken.ledger, call)).toMatchObject({
      targetAction: null,
      stateBefore: { action_count: 0 },
      stateAfter: { action_count: 0 },
    });
  });
});

describe('a turn as it is read', () => {
  it('has what was sent, refusals and doubts included', async () => {
    const troubled = await playTroubledRun();
    const views = Array.from({ length: troubled.state.rounds }, (_, i) =>
      turnView(troubled.ledger.filter(({ turn }) => turn === i + 1)),
    );
    const sent = views.flatMap((view) => view.sent);
    expect(sent.filter((event) => event.kind === 'doubt')).toHaveLength(1);
    expect(sent.find((event) => event.kind === 'refused')?.message).toBe('not | now');
    expect(sent.filter(({ kind }) => kind !== 'refused')).toHaveLength(troubled.state.used.actions);
  });

  it('has the place of a click', async () => {
    const clicks = await playedRun({ game: 'dials', seed: 's1', budgets: { actions: 30 } });
    const suggested = clicks.ledger.find(
      ({ kind, payload }) => kind === 'action.suggested' && payload.target === 'ACTION6',
    );
    const view = turnView(clicks.ledger.filter(({ turn }) => turn === suggested?.turn));
    expect(view.target).toBe('ACTION6');
    expect(view.click).toEqual({
      x: fieldsOf(suggested?.payload).targetX,
      y: fieldsOf(suggested?.payload).targetY,
    });
    expect(view.sent.at(-1)?.action).toEqual({ id: 'ACTION6', ...view.click });
  });
});
