import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { Journal } from '../../durable-objects/lib/room/journal';
import { Ledger } from '../../durable-objects/lib/room/ledger';
import { migrate, ROOM_MIGRATIONS } from '../../durable-objects/lib/room/schema';
import { RoundStepContext } from '../../durable-objects/lib/room/step-context';
import type { Event } from '../../src/events/events';
import { makeGateway } from '../../src/model/gateway';
import type { OpenRound, RoomState } from '../../src/room/room-state';
import { type Answer, type Ask, type DecisionRule, RoundFailure } from '../../src/room/step-context';
import { draftWith } from '../support/loose-events';

const OPEN: OpenRound = {
  ...{ n: 1, attempt: 1, version: 'one', inputSeq: 0, inputs: [], seed: 's', startSeq: 0, firstStep: 1 },
  startedAt: '2026-01-01T00:00:00Z',
};
/** Seqs of the events that the context has arrived at. */
type State = RoomState & { seqs: number[] };
const line = z.object({ text: z.string() });
type Line = z.infer<typeof line>;

const REQUEST: Ask<Line> = {
  role: 'character',
  purpose: 'mara speaks',
  brief: { task: 'character', seed: 's' },
  messages: [{ role: 'user', content: 'Speak.' }],
  schema: line,
  schemaName: 'line',
  profile: {
    ...{ provider: 'openai', model: 'm', temperature: 0, maxTokens: 100, maxContextTokens: 8000 },
    ...{ timeoutSeconds: 5, mayEmit: ['say'] },
  },
};

/** A step context on what `storage` holds, as a room that wakes makes it. @param answers of the model, one a call */
function wake(storage: DurableObjectStorage, answers: string[] = []) {
  const calls: string[] = [];
  const complete = async () => {
    const text = answers[calls.length];
    if (text === undefined) throw new Error('no more answers');
    calls.push(text);
    const usage = { promptTokens: 1, completionTokens: 1 };
    return { kind: 'answered' as const, text, reasoning: '', finishReason: 'stop', usage };
  };
  const ledger = new Ledger(storage.sql);
  const host = {
    ...{ storage, ledger, now: () => OPEN.startedAt, publish: () => {}, isCurrent: () => true },
    probe: async () => {},
  };
  const start = { open: OPEN, rounds: 1, head: 0, seqs: [] } as unknown as State;
  const journal = new Journal(host, OPEN, ['speak'], (events) => context.arrive(events));
  const context: RoundStepContext<State> = new RoundStepContext({
    ...{
      tenant: 'demo',
      journal,
      ledger,
      start,
      live: () => start,
      reserve: async () => null,
      tell: () => {},
    },
    gateway: makeGateway({
      providers: { openai: { name: 'openai', complete } },
      sleep: async () => {},
      now: () => 0,
    }),
    reduce: (state, event: Event) => ({ ...state, seqs: [...state.seqs, event.seq] }),
  });
  return { context, calls };
}

/** Notes what is decided, in which state, and what is stored with it. */
function watch(context: RoundStepContext<State>) {
  const decided: { text: string | null; seqs: number[] }[] = [];
  const stored: string[] = [];
  const rule: DecisionRule<Answer<Line>, string, RoundFailure> = {
    decide: (answer) => {
      decided.push({ text: answer.ok ? answer.value.text : null, seqs: context.state.seqs });
      return answer.ok ? `heard: ${answer.value.text}` : new RoundFailure(answer.failure, 'speak');
    },
    events: (decision) => {
      stored.push(decision);
      return [draftWith({ kind: 'state.updated', actor: 'system', round: 1, payload: { text: decision } })];
    },
  };
  return { decided, stored, rule };
}

const inRoom = (name: string, act: (storage: DurableObjectStorage) => Promise<void>) =>
  runInDurableObject(env.SCENES.get(env.SCENES.idFromName(name)), (_room, { storage }) => {
    migrate(storage.sql, ROOM_MIGRATIONS);
    return act(storage);
  });

it('decides once on an answer, whatever calls it took, and once on each replay, which stores nothing', async () => {
  await inRoom('decided once', async (storage) => {
    const first = wake(storage, ['no line at all', '{"text": "Hush."}']);
    const { decided, stored, rule } = watch(first.context);
    expect(await first.context.ask('speak', REQUEST, rule)).toBe('heard: Hush.');
    expect(first.calls).toHaveLength(2);
    // The decision comes before its events, so that a replay decides on the same state.
    expect(decided).toEqual([{ text: 'Hush.', seqs: [] }]);
    expect(stored).toEqual(['heard: Hush.']);
    expect(first.context.state.seqs).toEqual([1]);
    const rows = storage.sql.exec('SELECT seq, step, events FROM ledger').toArray();
    expect(rows).toMatchObject([{ seq: 1, step: 'speak/2' }]);

    const again = wake(storage);
    const replay = watch(again.context);
    expect(await again.context.ask('speak', REQUEST, replay.rule)).toBe('heard: Hush.');
    expect(again.calls).toEqual([]);
    expect(replay.decided).toEqual(decided);
    expect(replay.stored).toEqual([]);
    expect(again.context.state.seqs).toEqual([1]);
    expect(storage.sql.exec('SELECT seq, step, events FROM ledger').toArray()).toEqual(rows);
  });
});

it('throws a failure that was decided on, with the answer stored and no events, and again on a replay', async () => {
  await inRoom('decided to fail', async (storage) => {
    const bad = ['no line', 'no line', 'no line'];
    for (const answers of [bad, []]) {
      const { context } = wake(storage, answers);
      const { decided, stored, rule } = watch(context);
      await expect(context.ask('speak', REQUEST, rule)).rejects.toThrow(RoundFailure);
      expect(decided).toEqual([{ text: null, seqs: [] }]);
      expect(stored).toEqual([]);
      expect(storage.sql.exec('SELECT status FROM steps WHERE status <> ?', 'done').toArray()).toEqual([]);
      expect(storage.sql.exec('SELECT 1 FROM ledger').toArray()).toEqual([]);
    }
  });
});
