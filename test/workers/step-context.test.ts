import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { Ledger } from '../../durable-objects/lib/room/ledger';
import { migrate, ROOM_MIGRATIONS } from '../../durable-objects/lib/room/schema';
import { RoundStepContext } from '../../durable-objects/lib/room/step-context';
import { ok } from '../../src/contract/problems';
import { createCapabilityMemory } from '../../src/model/capability';
import type { Provider } from '../../src/model/provider';
import type { OpenRound, RoomState } from '../../src/room/room-state';
import { type Answer, type CallIntent, type DecisionRule, RoundFailure } from '../../src/room/step-context';
import { ask, gatewayTo, reply } from '../support/asks';
import { draftWith } from '../support/loose-events';
import { loadedRoom, roomParts } from '../support/room-parts';

const OPEN: OpenRound = {
  ...{ n: 1, attempt: 1, version: 'one', inputSeq: 0, inputs: [], seed: 's', startSeq: 0, firstStep: 1 },
  startedAt: '2026-01-01T00:00:00Z',
};
/** Seqs of the events in the context's state. */
type State = RoomState & { seqs: number[] };
const line = z.object({ text: z.string() });
type Line = z.infer<typeof line>;

const REQUEST = ask(line, { role: 'character' });

/**
 * A step context on `storage`, like after a restart of the room. @param answers of the model, one per call
 */
function wake(
  storage: DurableObjectStorage,
  answers: string[] = [],
  reserve: (intent: CallIntent) => Promise<null> = async () => null,
  followsSchema = false,
) {
  const calls: string[] = [];
  const complete: Provider['complete'] = async ({ onChunk }) => {
    const text = answers[calls.length];
    if (text === undefined) throw new Error('no more answers');
    calls.push(text);
    for (const letter of onChunk ? text : '') {
      onChunk?.(letter);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    return reply(text);
  };
  const ledger = new Ledger(storage.sql);
  const capability = createCapabilityMemory();
  const memory = capability.of('demo', 'openai', 'm');
  memory.recordExactness(true);
  if (followsSchema) memory.keepConstraint('json_schema', false, true);
  const parts = roomParts<State>(storage, {
    engine: {
      stepNames: ['speak', 'cue', 'answer'],
      reduce: (state, event) => ({ ...(state ?? start), seqs: [...(state ?? start).seqs, event.seq] }),
    },
    deps: {
      gateway: gatewayTo({ name: 'openai', showsSchema: true, complete }, { capability }),
      prices: { currency: 'EUR', models: new Map(), fallback: null },
    },
  });
  const start = { open: OPEN, rounds: 1, head: 0, seqs: [] } as unknown as State;
  const room = loadedRoom<State>({
    ledger,
    address: { tenant: 'demo', id: 'scn_1' },
    state: start,
    atStart: () => start,
    roundSignals: () => ({ gone: new AbortController().signal, due: new AbortController().signal }),
    meter: { reserve: async (intent) => ok(await reserve(intent)) },
  });
  const context = new RoundStepContext(parts, room, OPEN);
  return { context, calls };
}

/** Records decisions with their states, and the stored events. */
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

it.each([true, false])(
  'replays the prompt that it sent, with or without the answer format, whatever is known of the model (%s)',
  async (followsSchema) => {
    await inRoom(`sent prompt ${followsSchema}`, async (storage) => {
      const first = wake(storage, ['{"text": "Hush."}'], undefined, followsSchema);
      await first.context.ask('speak', REQUEST, watch(first.context).rule);
      const [step] = storage.sql.exec<{ prompt: string }>('SELECT prompt FROM steps').toArray();
      expect(step?.prompt.includes('OUTPUT FORMAT')).toBe(!followsSchema);
      const again = wake(storage, [], undefined, !followsSchema);
      expect(await again.context.ask('speak', REQUEST, watch(again.context).rule)).toBe('heard: Hush.');
    });
  },
);

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

const update = (text: string) =>
  draftWith({ kind: 'state.updated', actor: 'system', round: 1, payload: { text } });

/** Two requests: the second starts after `half` of the answer to the first. */
async function askBoth({ context }: ReturnType<typeof wake>) {
  let text = '';
  let isRead = false;
  const fetched: string[] = [];
  const begun: number[][] = [];
  const other: Promise<string>[] = [];
  const rule: DecisionRule<Answer<Line>, string, RoundFailure> = {
    decide: (answer) => (answer.ok ? answer.value.text : new RoundFailure(answer.failure, 'speak')),
    events: (decision) => [update(decision)],
  };
  const decided = await context.ask('speak', REQUEST, {
    ...rule,
    during: async () => {
      fetched.push('memories');
      return [update('memories')];
    },
    early: {
      step: 'cue',
      read: (chunk) => {
        text += chunk;
        if (isRead || !text.includes('half')) return null;
        isRead = true;
        return [update('half')];
      },
      begin: (events) => {
        begun.push(events.map(({ seq }) => seq));
        const request = { ...REQUEST, messages: [{ role: 'user' as const, content: 'Answer.' }] };
        const { decide } = rule;
        other.push(context.ask('answer', request, { decide }));
      },
    },
  });
  const answers = await Promise.all(other);
  await context.commit('answer', [update(answers.join())]);
  return { decided, answers, fetched, begun };
}

const textsOf = (storage: DurableObjectStorage) =>
  storage.sql
    .exec<{ step: string; events: string }>('SELECT step, events FROM ledger ORDER BY seq')
    .toArray()
    .map(({ step, events }) => [
      step,
      (JSON.parse(events) as { payload: { text: string } }[]).map(({ payload }) => payload.text),
    ]);

const WHOLE = '{"text": "half, and the other one of it"}';
const REPLY = '{"text": "Heard."}';

it('commits what is read early of an answer, with what was fetched, before the answer; a replay begins with it', async () => {
  await inRoom('read early', async (storage) => {
    const first = wake(storage, [WHOLE, REPLY]);
    const outcome = await askBoth(first);
    expect(outcome).toEqual({
      decided: 'half, and the other one of it',
      answers: ['Heard.'],
      fetched: ['memories'],
      begun: [[1, 2]],
    });
    const rows = [
      ['cue', ['memories', 'half']],
      ['speak/1', ['half, and the other one of it']],
      ['answer', ['Heard.']],
    ];
    expect(textsOf(storage)).toEqual(rows);

    const again = wake(storage);
    expect(await askBoth(again)).toEqual({ ...outcome, fetched: [] });
    expect(again.calls).toEqual([]);
    expect(textsOf(storage)).toEqual(rows);
    expect(again.context.state.seqs).toEqual(first.context.state.seqs);
  });
});

it('asks again for an answer that was cut off behind its early part, which stays, and begins once', async () => {
  await inRoom('cut off early', async (storage) => {
    await askBoth(wake(storage, [WHOLE, REPLY]));
    // The state of a room that was interrupted during the answer.
    storage.sql.exec("DELETE FROM ledger WHERE step <> 'cue'");
    storage.sql.exec("UPDATE steps SET status = 'open', result = NULL WHERE key = 'speak/1'");
    const again = wake(storage, ['{"text": "half of another answer"}']);
    expect(await askBoth(again)).toEqual({
      decided: 'half of another answer',
      answers: ['Heard.'],
      fetched: [],
      begun: [[1, 2]],
    });
    expect(again.calls).toHaveLength(1);
    expect(textsOf(storage)).toEqual([
      ['cue', ['memories', 'half']],
      ['speak/1', ['half of another answer']],
      ['answer', ['Heard.']],
    ]);
  });
});

it('lets a call wait for which there is no room beside the one that is read early', async () => {
  await inRoom('no room beside', async (storage) => {
    let tries = 0;
    const { context, calls } = wake(storage, [WHOLE, REPLY], async ({ messages }) => {
      if (!JSON.stringify(messages).includes('Answer.')) return null;
      tries += 1;
      const isOver = storage.sql
        .exec("SELECT 1 FROM steps WHERE key = 'speak/1' AND status = 'done'")
        .toArray();
      if (isOver.length > 0) return null;
      throw new RoundFailure({ code: 'conflict', detail: 'spent', fix: 'wait' }, '');
    });
    expect((await askBoth({ context, calls })).answers).toEqual(['Heard.']);
    expect(tries).toBe(2);
  });
});
