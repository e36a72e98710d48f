import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { adventureReport } from '../../../src/engines/adventure/reporting/report/report';
import { adventureView } from '../../../src/engines/adventure/reporting/views';
import { readRecord } from '../../../src/engines/grid/reporting/evidence';
import { reportMarkdown } from '../../../src/engines/grid/reporting/report/report';
import { runView } from '../../../src/engines/grid/reporting/views';
import type { Event } from '../../../src/events/events';
import { UNDERSTUDY } from '../../../src/understudy';
import { createAdventureRoom, playTurns } from '../../support/adventure-run';
import { createMemoryRun, playOneTurn, playToEnd } from '../../support/explore-run';

/** Ledgers as they were written by the code of before sessions were counted, and turns without a usable answer. */
const readLedger = (name: string): Event[] =>
  readFileSync(new URL(`../../fixtures/ledgers/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('a ledger that older code wrote', () => {
  it('of a grid game is folded to what was known, and the run goes on to its end', async () => {
    const room = createMemoryRun({ past: readLedger('grid-run') });
    const { actions } = room.state.knowledge;
    expect(room.state).toMatchObject({
      rounds: 5,
      status: 'running',
      frames: 6,
      used: { actions: 5, calls: 10 },
    });
    expect(
      Object.values(actions).map(({ status, attempts, noEffect }) => [status, attempts, noEffect]),
    ).toEqual([1, 1, 0, 1, 0].map((attempts) => ['testing', attempts, 1 - attempts]));
    expect(JSON.stringify(runView(room.state))).not.toMatch(/undefined|NaN/);
    await playOneTurn(room);
    expect(room.state).toMatchObject({ rounds: 6, failed: null, unanswered: 0, refusals: 0, lost: 0 });
    await playToEnd(room);
    expect(room.state).toMatchObject({ status: 'finished', failed: null, pause: null });
    expect(reportMarkdown(readRecord(room.state, room.ledger))).not.toMatch(/undefined|NaN/);
  });

  it('of an adventure is folded to what was known, and the run goes on', async () => {
    const room = await createAdventureRoom({
      past: readLedger('adventure-run'),
      answers: ({ brief }) => UNDERSTUDY[brief.task]?.(brief),
    });
    expect(room.state).toMatchObject({
      rounds: 8,
      status: 'running',
      used: { turns: 8, calls: 41 },
      world: 4,
      objectives: [{ id: 'A1', status: 'active', text: expect.stringContaining('Mill Yard') }],
    });
    expect(JSON.stringify(adventureView(room.state))).not.toMatch(/undefined|NaN/);
    await playTurns(room, 8);
    expect(room.state).toMatchObject({ rounds: 16, status: 'running', failed: null, used: { turns: 16 } });
    expect(adventureReport(room.state, room.ledger)).not.toMatch(/undefined|NaN/);
  });
});
