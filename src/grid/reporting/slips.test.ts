import { describe, expect, it } from 'vitest';
import { createMemoryRun, playedRun, playOneTurn, playToEnd } from '../../../test/support/explore-run';
import { analysis, eventsOf, labFrame, makeLabGame, suggest } from '../../../test/support/lab-game';
import { decide } from '../../../test/support/memory-port';
import { Slip } from '../../../test/support/memory-room';
import { foldRun } from '../../../web/src/run/fold-run';
import { analysis as analysisSchema, suggestion } from '../../contract/agents';
import { createGateway } from '../../model/gateway';
import type { Ask, CallPort } from '../../room/step-context';
import { shouldPlayTurn } from '../../runs/state';
import { turnView } from './views';

const lab = makeLabGame((at, { id }) => (id === 'ACTION1' ? { to: { first: at.first + 1 } } : {}));

/** Returns the gateway's result for these answers (one per call) and the number of calls. */
async function ask(schema: Ask<unknown>['schema'], answers: object[], more: Partial<Ask<unknown>> = {}) {
  let calls = 0;
  const gateway = createGateway({
    providers: {
      openai: {
        name: 'openai',
        complete: async () => {
          const text = JSON.stringify(answers[Math.min(calls, answers.length - 1)]);
          calls += 1;
          const usage = { promptTokens: 1, completionTokens: 1 };
          return { kind: 'answered', text, reasoning: '', finishReason: 'stop', usage };
        },
      },
    },
    sleep: async () => {},
    now: () => 0,
  });
  const port: CallPort = {
    tenant: 'demo',
    async call(_step, _intent, run, rule) {
      return { decision: rule.decide(await run()), replayed: false };
    },
  };
  const answer = await gateway.ask(
    port,
    'suggest',
    {
      role: 'explorer',
      purpose: 'next_action_suggestion',
      brief: { task: 'explorer', seed: 's' },
      messages: [{ role: 'user', content: 'What next?' }],
      schema,
      schemaName: 'x',
      profile: {
        ...{ provider: 'openai', model: 'm', temperature: 0, maxTokens: 800, maxContextTokens: 8000 },
        ...{ timeoutSeconds: 5, mayEmit: [] },
      },
      ...more,
    },
    { decide },
  );
  return { answer, calls };
}
const target = (said: unknown) => ({ ...suggest('ACTION1'), target_action: said });

describe('an ordinary slip of a model', () => {
  it.each([
    [2, 'ACTION2'],
    ['2', 'ACTION2'],
    ['action2', 'ACTION2'],
    ['Action 2', 'ACTION2'],
    ['ACTION_2', 'ACTION2'],
    ['ACTION2 (left)', 'ACTION2'],
    ['ACTION2: move left, 3 cells', 'ACTION2'],
    ['null', null],
  ])('%j as an action is read, and costs no second call', async (said, meant) => {
    const { answer, calls } = await ask(suggestion, [target(said)]);
    expect([answer.ok && (answer.value as { target_action: unknown }).target_action, calls]).toEqual([
      meant,
      1,
    ]);
  });

  it.each(['UP', 'ACTION8', 12, 0, 'ACTION1 or ACTION2', 'ACTION12', '2.5'])(
    '%j as an action is asked for once more, and is never guessed',
    async (said) => {
      expect(await ask(suggestion, [target(said), target('ACTION3')])).toMatchObject({
        answer: { ok: true, value: { target_action: 'ACTION3' }, rung: 'retried' },
        calls: 2,
      });
      expect(await ask(suggestion, [target(said)])).toMatchObject({
        answer: { ok: false, answered: true },
        calls: 2,
      });
      // A request that is already the second attempt is not repeated.
      expect(await ask(suggestion, [target(said)], { isLast: true })).toMatchObject({
        answer: { ok: false },
        calls: 1,
      });
    },
  );

  it('in the setup is read alike, and a place that is missing there is null', async () => {
    const { answer } = await ask(suggestion, [
      {
        ...suggest('ACTION1'),
        setup_sequence: [1, 'Action 2', { action: '3' }, { action: 'ACTION6', x: 1, y: 2 }],
      },
    ]);
    expect(answer.ok && answer.value).toMatchObject({
      setup_sequence: [
        'ACTION1',
        'ACTION2',
        { action: 'ACTION3', x: null, y: null },
        { action: 'ACTION6', x: 1, y: 2 },
      ],
    });
  });

  it.each([
    [95, 0.95, 1],
    ['95%', 0.95, 1],
    [0.4, 0.4, 1],
    // Ambiguous: 7 of 10 or 7 of 100.
    [7, 0.5, 2],
    [950, 0.5, 2],
  ])('a confidence of %j is %d after %i calls', async (said, meant, most) => {
    const second = { ...analysis(), confidence: 0.5 };
    const { answer, calls } = await ask(analysisSchema, [{ ...analysis(), confidence: said }, second]);
    expect([answer.ok && (answer.value as { confidence: number }).confidence, calls]).toEqual([meant, most]);
  });
});

describe('a turn without a usable answer', () => {
  const unusable = (): never => {
    throw new Error('/target_action: expected one of "ACTION1", got "UP"');
  };

  it('of the explorer goes on with what the service picks, which the events and the page say', async () => {
    const room = createMemoryRun({
      game: 'lab',
      answer: ({ role }) => (role === 'explorer' ? unusable() : analysis()),
    });
    await playOneTurn(room, { lab });
    expect(eventsOf(room, 'action.suggested').map(({ payload }) => payload)).toMatchObject([
      {
        ...{
          step: 'suggest',
          suggestion: null,
          fallback: true,
          decision: 'service',
          target: 'ACTION1',
          setup: [],
        },
        refusals: [{ pointer: '', message: expect.stringContaining('"UP"') }],
        reason: expect.stringMatching(/^Nothing usable was answered\. /),
        calls: 1,
      },
    ]);
    expect(room.state).toMatchObject({ failed: null, unanswered: 1, used: { actions: 1, calls: 2 } });
    expect(room.state.knowledge.actions.ACTION1?.observations).toMatchObject([
      { counted: true, excluded: false },
    ]);
    const turn = turnView(room.ledger.filter((event) => event.turn === 1));
    expect(turn).toMatchObject({
      status: 'completed',
      target: 'ACTION1',
      suggestion: { decision: 'service' },
    });
    expect(foldRun(room.ledger).turns[0]?.overruled).toMatch(/Nothing usable was answered/);
  });

  it('of an explorer with a slip goes on for as long as there is something to learn, and says so', async () => {
    const room = await playedRun(
      {
        game: 'lab',
        budgets: { actions: 6 },
        answer: ({ role }) => {
          if (role !== 'explorer') return analysis();
          throw new Slip('/target_action', 'expected one of "ACTION1", got "UP"');
        },
      },
      { lab },
    );
    expect(room.state).toMatchObject({ status: 'finished', unanswered: 0, used: { actions: 6 } });
    const suggested = eventsOf(room, 'action.suggested').map(({ payload }) => payload);
    expect(suggested).toHaveLength(6);
    expect(suggested[5]).toMatchObject({
      ...{ slip: true, fallback: true, decision: 'service' },
      refusals: [{ pointer: '/target_action', message: expect.stringContaining('"UP"') }],
      reason: expect.stringMatching(/^The answer has a slip, so the service picks\. /),
    });
    expect(foldRun(room.ledger).turns[5]?.overruled).toMatch(/The answer has a slip/);
  });

  it('of the analyst keeps what was seen, and counts it for nothing', async () => {
    const room = createMemoryRun({
      game: 'lab',
      answer: ({ role }) => (role === 'explorer' ? suggest('ACTION1') : unusable()),
    });
    await playOneTurn(room, { lab });
    expect(eventsOf(room, 'action.analyzed')[0]?.payload).toMatchObject({
      ...{ analysis: null, fallback: true, counted: false, consistent: null, diff: { hasChanges: true } },
    });
    expect(room.state.knowledge.actions.ACTION1).toMatchObject({
      ...{ definition: null, streak: 0, attempts: 0, noEffect: 0 },
      observations: [
        { excluded: true, counted: false, interpretation: expect.stringContaining('no usable answer') },
      ],
    });
    expect(room.state.game?.cells).toBe(labFrame({ first: 1, second: 0, level: 0 }));
    expect(room.state).toMatchObject({ status: 'running', failed: null, unanswered: 1 });
    expect(foldRun(room.ledger).turns[0]?.interpretation).toMatch(/was unusable/);
  });

  it('three times in a row pauses the run with the reason; resuming starts the count anew', async () => {
    const room = await playedRun({ game: 'lab', answer: unusable }, { lab });
    expect(room.state).toMatchObject({ status: 'paused', rounds: 3, unanswered: 3, used: { calls: 6 } });
    expect(room.ledger.slice(-2)).toMatchObject([
      { kind: 'turn.completed', payload: { answered: false, paused: true } },
      {
        kind: 'run.paused',
        payload: { reason: 'unanswered', detail: expect.stringMatching(/3 turns in a row/) },
      },
    ]);
    room.append([{ kind: 'run.resumed', actor: 'system', payload: { steps: null } }]);
    expect(room.state).toMatchObject({ unanswered: 0, pause: null });
    await playToEnd(room, { lab });
    expect(room.state).toMatchObject({ status: 'paused', rounds: 6 });
  });

  it('is forgotten with the next usable one', async () => {
    let asked = 0;
    const room = createMemoryRun({
      game: 'lab',
      budgets: { actions: 9 },
      answer: ({ role }) => {
        if (role !== 'explorer') return analysis();
        asked += 1;
        return asked % 3 === 0 ? suggest('ACTION1') : unusable();
      },
    });
    for (let n = 0; n < 8; n++) await playOneTurn(room, { lab });
    expect(shouldPlayTurn(room.state)).toBe(true);
    expect(eventsOf(room, 'run.paused')).toEqual([]);
  });
});
