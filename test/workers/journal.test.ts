import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { Journal } from '../../durable-objects/lib/room/journal';
import { Ledger } from '../../durable-objects/lib/room/ledger';
import { migrate, ROOM_MIGRATIONS } from '../../durable-objects/lib/room/schema';
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
    const run = async () => {
      runs();
      await fetching;
      return 'answer';
    };
    const during = async () => {
      fetches();
      await running;
      return [draft('fetched')];
    };
    const decide = (answer: string) => `${answer}, decided`;
    const rule = { decide, events: (decision: string) => [draft(decision)], during };
    const made = await journal.step('ask', 'call', null, run, rule);
    expect(made).toEqual({ decision: 'answer, decided', replayed: false });
    expect(textsOf(arrived)).toEqual(['fetched', 'answer, decided']);
    expect(storage.sql.exec('SELECT 1 FROM ledger').toArray()).toHaveLength(1);

    const again = openJournal(storage);
    const never = () => Promise.reject(new Error('done already'));
    const replayed = await again.journal.step('ask', 'call', null, never, { decide, during: never });
    expect(replayed).toEqual({ decision: 'answer, decided', replayed: true });
    expect(textsOf(again.arrived)).toEqual(['fetched', 'answer, decided']);
  });
});

it('stores nothing of a step when what is fetched meanwhile breaks, and closes it', async () => {
  await inRoom('journal broken', async (storage) => {
    const { journal, arrived } = openJournal(storage);
    const step = journal.step('ask', 'call', null, async () => 'answer', {
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
    const ask = (question: string) =>
      openJournal(storage).journal.step('ask', 'call', question, async () => 'answer', rule);
    await ask('Who?');
    await expect(ask('Where?')).rejects.toMatchObject({ failure: { code: 'conflict' }, retry: 'restart' });
    expect(await ask('Who?')).toEqual({ decision: 'answer', replayed: true });
  });
});
