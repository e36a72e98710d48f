import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { Ledger } from '../../durable-objects/lib/room/ledger';
import { LedgerTail } from '../../durable-objects/lib/room/ledger-tail';
import { migrate, ROOM_MIGRATIONS } from '../../durable-objects/lib/room/schema';
import type { EventDraft } from '../../src/contract/events/events';
import { draftWith } from '../support/loose-events';

function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % sides;
  };
}

const inRoom = (name: string, act: (storage: DurableObjectStorage) => void | Promise<void>) =>
  runInDurableObject(env.SCENES.get(env.SCENES.idFromName(name)), async (_room, { storage }) => {
    migrate(storage.sql, ROOM_MIGRATIONS);
    await act(storage);
  });

const draft = (round: number, text: string): EventDraft =>
  draftWith({ kind: 'state.updated', actor: 'system', round, payload: { text } });

function readAll(ledger: Ledger, rounds: number): unknown {
  const { head } = ledger;
  const starts = Array.from({ length: head + 2 }, (_, seq) => seq);
  return {
    head,
    back: starts.map((to) => [...ledger.walkBack(to)].map(({ seq }) => seq)),
    whole: [...ledger.walkBack()],
    pages: starts.flatMap((after) => [1, 3, 500].map((limit) => ledger.page(after, limit))),
    rounds: Array.from({ length: rounds + 2 }, (_, n) => ledger.roundEvents(n)),
  };
}

for (const most of [0, 300, 2000, 100_000]) {
  it(`reads what is stored, whatever is remembered of it (${most} characters)`, async () => {
    await inRoom(`ledger ${most}`, async (storage) => {
      const roll = dice(most + 7);
      let ledger = new Ledger(storage.sql, new LedgerTail(most));
      let round = 0;
      for (let n = 0; n < 60; n += 1) {
        if (roll(4) === 0) round += 1;
        const length = () => (roll(20) === 0 ? 2100 : roll(120));
        const drafts = Array.from({ length: roll(4) }, () => draft(round, 'x'.repeat(length())));
        try {
          storage.transactionSync(() => {
            ledger.append(drafts, round, null, '2026-01-01T00:00:00Z');
            if (roll(6) === 0) throw new Error('rolled back');
          });
        } catch {
          ledger.resetCache();
        }
        if (roll(15) === 0) ledger = new Ledger(storage.sql, new LedgerTail(most));
        if (roll(3) === 0) [...ledger.walkBack(roll(ledger.head + 1))].slice(0, roll(20));
        if (n % 10 === 9) {
          const fresh = new Ledger(storage.sql, new LedgerTail(0));
          expect(readAll(ledger, round)).toEqual(readAll(fresh, round));
        }
      }
      expect(ledger.head).toBeGreaterThan(30);
    });
  });
}

it('goes on where it was when the room writes while somebody reads backwards', async () => {
  await inRoom('ledger walk', (storage) => {
    const ledger = new Ledger(storage.sql, new LedgerTail(600));
    for (let n = 1; n <= 20; n += 1)
      ledger.append([draft(n, 'y'.repeat(50))], n, null, '2026-01-01T00:00:00Z');
    const seen: number[] = [];
    for (const { seq } of ledger.walkBack()) {
      seen.push(seq);
      if (seq > 10) ledger.append([draft(21, 'z'.repeat(50))], 21, null, '2026-01-01T00:00:00Z');
    }
    expect(seen).toEqual(Array.from({ length: 20 }, (_, i) => 20 - i));
  });
});

it('gives out what was stored, not what was handed in', async () => {
  await inRoom('ledger stored', (storage) => {
    const ledger = new Ledger(storage.sql);
    const payload: { words: string[]; nothing?: undefined } = { words: ['as it was'], nothing: undefined };
    const [event] = ledger.append(
      [draftWith({ kind: 'state.updated', actor: 'system', payload })],
      0,
      null,
      '2026-01-01T00:00:00Z',
    );
    payload.words.push('changed later');
    expect([...ledger.walkBack()]).toEqual([{ ...event, payload: { words: ['as it was'] } }]);
    expect([...ledger.walkBack()]).toEqual(ledger.page(0, 10));
  });
});
