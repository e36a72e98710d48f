import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { Journal } from '../../durable-objects/lib/room/journal';
import { Ledger } from '../../durable-objects/lib/room/ledger';
import { migrate, ROOM_MIGRATIONS } from '../../durable-objects/lib/room/schema';
import { listRoundCalls } from '../../durable-objects/lib/room/step-rows';
import type { Json } from '../../src/base/json';
import type { Event, EventDraft } from '../../src/contract/events/events';
import type { OpenRound } from '../../src/room/room-state';
import { draftWith, fieldsOf } from '../support/loose-events';
import { loadedRoom, roomParts } from '../support/room-parts';

const OPEN: OpenRound = {
  ...{ n: 1, attempt: 1, version: 'one', inputSeq: 0, inputs: [], seed: 's', startSeq: 0, firstStep: 1 },
  startedAt: '2026-01-01T00:00:00Z',
};
const draft = (text: string): EventDraft =>
  draftWith({ kind: 'state.updated', actor: 'system', round: 1, payload: { text } });
const question = (content: string): Json => ({ role: 'director', messages: [{ role: 'user', content }] });
const textsOf = (events: Event[]) => events.map(({ payload }) => fieldsOf(payload).text);

/** A journal on `storage`, like after a restart of the room. */
function openJournal(storage: DurableObjectStorage) {
  const arrived: Event[] = [];
  const parts = roomParts(storage, { engine: { stepNames: ['ask'] } });
  const room = loadedRoom({ ledger: new Ledger(storage.sql) });
  return { journal: new Journal(parts, room, OPEN, (events) => arrived.push(...events)), arrived };
}

const inRoom = (name: string, act: (storage: DurableObjectStorage) => Promise<void>) =>
  runInDurableObject(env.SCENES.get(env.SCENES.idFromName(name)), (_room, { storage }) => {
    migrate(storage.sql, ROOM_MIGRATIONS);
    return act(storage);
  });

it('runs a step and what is fetched meanwhile at once, and stores both in one row', async () => {
  await inRoom('journal at once', async (storage) => {
    const { journal, arrived } = openJournal(storage);
    // Each waits for the other to begin: in sequence, neither would end.
    let [runs, fetches] = [() => {}, () => {}];
    const running = new Promise<void>((resolve) => {
      runs = resolve;
    });
    const fetching = new Promise<void>((resolve) => {
      fetches = resolve;
    });
    const fetched = 'fetched '.repeat(500);
    const run = async () => {
      runs();
      await fetching;
      return 'answer';
    };
    const during = async () => {
      fetches();
      await running;
      return [draft(fetched)];
    };
    const decide = (answer: string) => `${answer}, decided`;
    const rule = { decide, events: (decision: string) => [draft(decision)], during };
    const made = await journal.step('ask', 'call', question('Who?'), run, rule);
    expect(made).toEqual({ decision: 'answer, decided', replayed: false });
    expect(textsOf(arrived)).toEqual([fetched, 'answer, decided']);
    // The large payload is packed.
    const row = storage.sql.exec<{ events: string; bytes: number }>(
      'SELECT events, length(payloads) AS bytes FROM ledger',
    );
    const { events, bytes } = row.one();
    expect(events.length + bytes).toBeLessThan(600);

    const again = openJournal(storage);
    const never = () => Promise.reject(new Error('done already'));
    const replayRule = { decide, during: never };
    const replayed = await again.journal.step('ask', 'call', question('Who?'), never, replayRule);
    expect(replayed).toEqual({ decision: 'answer, decided', replayed: true });
    expect(JSON.stringify(again.arrived)).toBe(JSON.stringify(arrived));
  });
});

it('stores nothing of a step when what is fetched meanwhile breaks, and closes it', async () => {
  await inRoom('journal broken', async (storage) => {
    const { journal, arrived } = openJournal(storage);
    const step = journal.step('ask', 'call', question('Who?'), async () => 'answer', {
      decide: (answer) => answer,
      events: () => [draft('x')],
      during: () => Promise.reject(new Error('broken')),
    });
    await expect(step).rejects.toThrow('broken');
    expect(arrived).toEqual([]);
    expect(storage.sql.exec('SELECT status FROM steps').toArray()).toEqual([{ status: 'discarded' }]);
  });
});

it('fails a replayed step that asks something else, and keeps its result', async () => {
  await inRoom('journal mismatch', async (storage) => {
    const rule = { decide: (answer: string) => answer };
    const ask = (text: string) =>
      openJournal(storage).journal.step('ask', 'call', question(text), async () => 'answer', rule);
    await ask('Who?');
    await expect(ask('Where?')).rejects.toMatchObject({ failure: { code: 'conflict' }, retry: 'restart' });
    expect(await ask('Who?')).toEqual({ decision: 'answer', replayed: true });
  });
});

it('stores the lines of prompts once, and replays every step on them after an interruption', async () => {
  await inRoom('journal prompts', async (storage) => {
    const rule = { decide: (answer: string) => answer };
    const shared = Array.from({ length: 40 }, (_, n) => `Ada: line ${n} of the conversation`).join('\n');
    const ask = (journal: Journal, key: string, text = shared) =>
      journal.step(key, 'call', question(`${text}\nYou are ${key}.`), async () => key, rule);
    const first = openJournal(storage).journal;
    await ask(first, 'ask:ada');
    await ask(first, 'ask:bo');
    // The restarted journal replays both and stores a new prompt in full.
    const second = openJournal(storage).journal;
    for (const key of ['ask:ada', 'ask:bo'])
      expect(await ask(second, key)).toEqual({ decision: key, replayed: true });
    await ask(second, 'ask:cy');
    await ask(second, 'ask:dee');
    const sizes = storage.sql.exec('SELECT length(prompt) AS size FROM steps ORDER BY n').toArray();
    expect(sizes.map(({ size }) => Number(size) > 1000)).toEqual([true, false, true, false]);
    const intents = listRoundCalls(storage.sql, OPEN.n).map(({ intent }) => JSON.parse(intent));
    const keys = ['ask:ada', 'ask:bo', 'ask:cy', 'ask:dee'];
    expect(intents).toEqual(keys.map((key) => question(`${shared}\nYou are ${key}.`)));
    const third = openJournal(storage).journal;
    await expect(ask(third, 'ask:bo', `${shared}!`)).rejects.toMatchObject({ failure: { code: 'conflict' } });
  });
});
