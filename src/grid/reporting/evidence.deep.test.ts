import { describe, expect, it } from 'vitest';
import { isDeep } from '../../../test/support/depth';
import { createMemoryRun, playedRun } from '../../../test/support/explore-run';
import { playTroubledRun } from '../../../test/support/troubled-run';
import { knowledgeReading } from '../../contract/run-knowledge';
import { readRecord } from './evidence';
import { knowledgeView } from './views';

describe('what a run knows, as it is read', () => {
  if (isDeep)
    it('has rules, predictions, counters with what they count towards, the mask and the phase', async () => {
      const room = await playedRun({ game: 'fuel-run', seed: 's1' });
      const view = knowledgeView(readRecord(room.state, room.ledger));
      expect(knowledgeReading.parse(view)).toEqual(view);
      expect(view.needed).toEqual({ streak: 3, attempts: 8, noEffect: 8 });
      expect(view.masked.count).toBe(room.state.hud.length);
      const rows = room.state.hud.map((cell) => Math.floor(cell / 64));
      expect(view.masked.region).toMatchObject({ top: Math.min(...rows), bottom: Math.max(...rows) });
      expect(view.phase).toBe('planning');
      expect(new Set(view.rules.map(({ action }) => action)).size).toBeGreaterThan(1);
      expect(view.actions.ACTION1?.predictions.length).toBeGreaterThan(3);
      expect(Object.keys(view.actions)).toEqual(Object.keys(room.state.knowledge.actions));
    });

  it('is empty before anything was seen', () => {
    const room = createMemoryRun();
    const view = knowledgeView(readRecord(room.state, room.ledger));
    expect(view).toMatchObject({ actions: {}, masked: { count: 0, region: null }, phase: 'exploration' });
  });

  it('tells what went wrong, in order', async () => {
    const room = await playTroubledRun();
    const { troubles } = readRecord(room.state, room.ledger);
    expect(troubles.map(({ kind }) => kind)).toEqual(['doubt', 'refused', 'refused']);
    expect(troubles[0]?.message).toBe('the connection <b>dropped</b>');
  });
});
