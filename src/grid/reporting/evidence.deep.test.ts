import { describe, expect, it } from 'vitest';
import { isDeep } from '../../../test/support/depth';
import { answerAsUnderstudy, createMemoryRun, playToEnd } from '../../../test/support/explore-run';
import type { MemoryRoom } from '../../../test/support/memory-room';
import { playTroubledRun } from '../../../test/support/troubled-run';
import { analysis } from '../../contract/agents';
import { knowledgeReading } from '../../contract/run-knowledge';
import type { Ask } from '../../room/step-context';
import { readTransitions } from '../history';
import type { RunState } from '../state';
import { readRecord, replayClaims } from './evidence';
import { knowledgeView, runView } from './views';

/** What corridor's first action does, as a claim; and the same the wrong way round. */
const TRUE =
  'Moves the blue 4×4 object up by 4 cells when the cells ahead are light grey; black or maroon cells ahead stop it.';
const FALSE = TRUE.replace(' up ', ' down ');

let truthful: Promise<MemoryRoom<RunState>> | undefined;

/** A run whose analyst always gives the true definition; the tests only read it. */
function playTrue(): Promise<MemoryRoom<RunState>> {
  truthful ??= playDefined(() => TRUE);
  return truthful;
}

/** A run whose analyst says of every action what `definition` gives, and otherwise what the understudy says. */
async function playDefined(definition: (turn: number) => string | null): Promise<MemoryRoom<RunState>> {
  let turn = 0;
  const room = createMemoryRun({
    seed: 's2',
    budgets: { actions: 24 },
    answer: (ask: Ask<unknown>) => {
      if (ask.role === 'explorer') turn += 1;
      const answer = answerAsUnderstudy(ask);
      return ask.role === 'analyst'
        ? { ...analysis.parse(answer), action_definition: definition(turn) }
        : answer;
    },
  });
  await playToEnd(room);
  return room;
}

const claimsOf = (room: MemoryRoom<RunState>, id: string) =>
  readRecord(room.state, room.ledger).claims[id] ?? [];

describe('claims held against everything that was seen', () => {
  it('a true one fits every execution, those of setup sequences included', async () => {
    const room = await playTrue();
    const [claim] = claimsOf(room, 'ACTION1');
    const executed = readTransitions(room.ledger).filter(({ action }) => action.id === 'ACTION1');
    expect(claim).toMatchObject({ text: TRUE, checkable: true });
    expect(claim?.cases.map(({ afterFrame }) => afterFrame)).toEqual(executed.map((one) => one.afterFrame));
    expect(claim?.checked).toMatchObject({ fits: executed.length, contradicts: 0, silent: 0 });
  });

  it('a false one is contradicted, with what it foretold and what happened', async () => {
    const [claim] = claimsOf(await playDefined(() => FALSE), 'ACTION1');
    const against = claim?.cases.find(
      ({ result, predicted }) => result === 'contradicts' && predicted !== 'nothing changes',
    );
    expect(against?.predicted).toMatch(/blue 4×4 object at \(\d+,\d+\) moved by \(\+4,0\)/);
    expect(against?.happened).toMatch(/blue 4×4 object at \(\d+,\d+\) moved by \(-4,0\)|nothing changes/);
  });

  it('tells what came true from what was explained in hindsight', async () => {
    const room = await playDefined((turn) => (turn < 8 ? 'Something moves.' : TRUE));
    const [claim] = claimsOf(room, 'ACTION1');
    const since = claim?.sinceTurn ?? 0;
    expect(since).toBeGreaterThanOrEqual(8);
    expect(claim?.cases.some(({ turn, foretold }) => turn <= since && !foretold)).toBe(true);
    expect(claim?.cases.every(({ turn, foretold }) => foretold === turn > since)).toBe(true);
    expect(claim?.checked.foretold).toBeLessThan(claim?.checked.fits ?? 0);
  });

  if (isDeep)
    it('keeps the age of a sentence that a longer definition took over', async () => {
      const more = `${TRUE} A click on red cells does nothing.`;
      const room = await playDefined((turn) => (turn < 8 ? TRUE : more));
      const [first, second] = claimsOf(room, 'ACTION1');
      expect(first).toMatchObject({
        text: TRUE,
        sinceTurn: room.state.knowledge.actions.ACTION1?.definitions[0]?.turn,
      });
      expect(second?.text).toBe('A click on red cells does nothing.');
      expect(second?.sinceTurn).toBeGreaterThan(first?.sinceTurn ?? 0);
      // It speaks of clicks alone: about these executions it says nothing.
      expect(second?.checked).toMatchObject({ fits: 0, contradicts: 0 });
    });

  if (isDeep)
    it('a prose definition is one claim that code does not judge, with what the analyst said', async () => {
      const room = await playDefined(() => 'The hero walks north, more or less. It feels right.');
      const claims = claimsOf(room, 'ACTION1');
      expect(claims).toHaveLength(1);
      expect(claims[0]).toMatchObject({ checkable: false, checked: { fits: 0, contradicts: 0 } });
      const said = room.state.knowledge.actions.ACTION1?.observations.map(({ consistent }) => consistent);
      const heard = claims[0]?.cases.filter(({ role }) => role === 'target').map(({ analyst }) => analyst);
      expect(heard).toEqual(said);
      expect(claims[0]?.cases.every(({ happened }) => happened.length > 0)).toBe(true);
    });

  if (isDeep)
    it('an action that was never defined has no claims', async () => {
      expect(claimsOf(await playDefined(() => null), 'ACTION1')).toEqual([]);
    });

  it('what is uncertain is no evidence', async () => {
    const room = await playTroubledRun();
    const transitions = readTransitions(room.ledger);
    const refresh = transitions.find(({ role }) => role === 'refresh');
    expect(refresh?.certain).toBe(false);
    const state = structuredClone(room.state);
    const known = state.knowledge.actions[refresh?.action.id ?? ''];
    if (known) known.definition = FALSE;
    const [claim] = replayClaims(state, transitions)[refresh?.action.id ?? ''] ?? [];
    const seen = claim?.cases.find(({ role }) => role === 'refresh');
    expect(seen).toMatchObject({
      result: 'silent',
      predicted: 'nothing: nobody knows what the board was before',
    });
  });

  it('judges again when the definition is another', async () => {
    const room = await playTrue();
    const transitions = readTransitions(room.ledger);
    const first = replayClaims(room.state, transitions);
    const known = room.state.knowledge.actions.ACTION1;
    if (!known) throw new Error('ACTION1 was offered');
    const actions = { ...room.state.knowledge.actions, ACTION1: { ...known, definition: FALSE } };
    const changed = { ...room.state, knowledge: { ...room.state.knowledge, actions } };
    const second = replayClaims(changed, transitions);
    expect(first.ACTION1?.[0]?.checked.contradicts).toBe(0);
    expect(second.ACTION1?.[0]?.checked.contradicts).toBeGreaterThan(0);
  });
});

describe('what a run knows, as it is read', () => {
  if (isDeep)
    it('has claims, counters with what they count towards, the mask and the phase', async () => {
      const room = createMemoryRun({ game: 'fuel-run', seed: 's1' });
      await playToEnd(room);
      const view = knowledgeView(readRecord(room.state, room.ledger));
      expect(knowledgeReading.parse(view)).toEqual(view);
      expect(view.needed).toEqual({ streak: 3, attempts: 8, noEffect: 8 });
      expect(view.masked.count).toBe(room.state.hud.length);
      const rows = room.state.hud.map((cell) => Math.floor(cell / 64));
      expect(view.masked.region).toMatchObject({ top: Math.min(...rows), bottom: Math.max(...rows) });
      expect(view.phase).toBe('planning');
      expect(Object.keys(view.actions)).toEqual(Object.keys(room.state.knowledge.actions));
    });

  if (isDeep)
    it('has a streak that goes on to the twelve boards that an exception asks for', async () => {
      const room = createMemoryRun({ seed: 's1' });
      await playToEnd(room);
      const { ACTION1 } = room.state.knowledge.actions;
      if (!ACTION1) throw new Error('ACTION1 was offered');
      const coverage = { effects: 9, foretold: 8, states: 8, since: 7, wrong: 0, exceptions: 1 };
      const actions = { ...room.state.knowledge.actions, ACTION1: { ...ACTION1, coverage } };
      const state = { ...room.state, knowledge: { ...room.state.knowledge, actions } };
      expect(ACTION1.streak).toBe(3);
      expect(runView(state).actions.ACTION1?.streak).toBe(7);
      expect(knowledgeView(readRecord(state, room.ledger)).actions.ACTION1?.streak).toBe(7);
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
