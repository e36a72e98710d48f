import { describe, expect, it } from 'vitest';
import { playToEnd } from '../../../test/support/explore-run';
import {
  analysis,
  createLab,
  eventsOf,
  type Lab,
  makeLabGame,
  suggest,
} from '../../../test/support/lab-game';
import { fieldsOf } from '../../../test/support/loose-events';
import type { ActionId, Analysis, Suggestion } from '../../contract/agents';
import type { ActionKnowledge } from '../../contract/run-knowledge';

/** docs/runs.md#action-status: what counts as an attempt, what verifies, what gives an action up. */

/**
 * ACTION1 moves the first marker on, unless the second one stands at an odd column; ACTION2 moves the second one.
 * ACTION3 flashes, ACTION4 and ACTION5 do nothing.
 */
const lab = makeLabGame(({ first, second }, { id }) => {
  if (id === 'ACTION1') return second % 2 === 0 ? { to: { first: first + 1 } } : {};
  if (id === 'ACTION2') return { to: { second: second + 1 } };
  return id === 'ACTION3' ? { blink: true } : {};
});

/** What the analyst says: first, consistent, inconsistent, rewritten, no effect, no effect but "consistent". */
const SAYS: Record<string, Partial<Analysis>> = {
  F: { is_consistent_with_previous: null },
  C: {},
  I: { is_consistent_with_previous: false, action_definition: null },
  R: {},
  N: { had_effect: false, is_consistent_with_previous: null, action_definition: null },
  X: { had_effect: false },
};

/** Play ACTION1 once for each letter; before and after an `N` or `X`, ACTION2 shuts and opens its way. */
async function observe(letters: string): Promise<{ room: Lab; known: ActionKnowledge | undefined }> {
  const turns = [...letters].flatMap((letter): [ActionId, string][] =>
    'NX'.includes(letter)
      ? [
          ['ACTION2', 'C'],
          ['ACTION1', letter],
          ['ACTION2', 'C'],
        ]
      : [['ACTION1', letter]],
  );
  const room = createLab(
    turns.map(([action]) => suggest(action)),
    turns.map(([, letter], n) =>
      analysis(letter === 'R' ? { action_definition: `reading ${n}` } : SAYS[letter]),
    ),
  );
  await playToEnd(room, { lab });
  return { room, known: room.state.knowledge.actions.ACTION1 };
}

describe('an action', () => {
  it('that the game offers and nobody tried is unobserved', async () => {
    const { known } = await observe('');
    expect(known).toMatchObject({ status: 'unobserved', attempts: 0, noEffect: 0, observations: [] });
  });

  it.each([
    ['F', 'testing', 0, 1],
    ['FCC', 'testing', 2, 3],
    ['FCCC', 'verified', 3, 4],
    ['FCNCC', 'verified', 3, 4],
    ['FCCICC', 'testing', 2, 6],
    ['FCCICCC', 'verified', 3, 7],
    ['FICICICI', 'unverified', 0, 8],
    ['FCCICCIC', 'unverified', 1, 8],
    ['NFCCC', 'verified', 3, 4],
    ['FCCCI', 'testing', 0, 5],
    ['FCCCICCC', 'verified', 3, 8],
    ['FCCCICCI', 'unverified', 0, 8],
    ['FCCCR', 'testing', 0, 5],
    ['FRRRR', 'testing', 0, 5],
    ['FRRRRRRR', 'unverified', 0, 8],
    ['CCC', 'testing', 2, 3],
    ['FCCXXX', 'testing', 2, 3],
  ])('observed %s is %s, %i of 3, %i attempts', async (letters, status, streak, attempts) => {
    const { known } = await observe(letters);
    expect(known).toMatchObject({ status, streak, attempts });
    expect(known?.observations).toHaveLength(letters.length);
  });

  it('keeps what had no effect among its observations, and counts it for no attempt', async () => {
    const { known } = await observe('FCNCC');
    expect(known?.observations.map(({ counted }) => counted)).toEqual([true, true, false, true, true]);
    expect(known?.observations[2]).toMatchObject({ hadEffect: false, hasChanges: false });
  });

  it('has no attempts after five no-effects, and is not verified by a "consistent" that showed nothing', async () => {
    expect((await observe('NNNNN')).known).toMatchObject({ status: 'testing', attempts: 0, noEffect: 5 });
    expect((await observe('XXX')).known).toMatchObject({ status: 'testing', attempts: 0, streak: 0 });
    expect((await observe('FXXXXXXX')).known).toMatchObject({ status: 'testing', streak: 0, noEffect: 7 });
  });

  it('is exhausted after eight no-effects in a row, unverified when it once had an effect', async () => {
    expect((await observe('NNNNNNNN')).known).toMatchObject({ status: 'exhausted', attempts: 0 });
    expect((await observe('FNNNNNNNN')).known).toMatchObject({ status: 'unverified', attempts: 1 });
    expect((await observe('NNNNFNNNN')).known).toMatchObject({ status: 'testing', noEffect: 4 });
  });

  it('is given up only for no-effects in a row', async () => {
    const { known } = await observe('NNNNNNNFNNNNNNNCNN');
    expect(known).toMatchObject({ status: 'testing', attempts: 2, noEffect: 2 });
  });
});

describe('effect', () => {
  it('is what the model says where something changed, and both are kept', async () => {
    const room = createLab([suggest('ACTION1')], [analysis({ had_effect: false })]);
    await playToEnd(room, { lab });
    expect(room.state.knowledge.actions.ACTION1).toMatchObject({ attempts: 0, noEffect: 1 });
    const [analyzed] = eventsOf(room, 'action.analyzed');
    expect(analyzed?.payload).toMatchObject({
      diff: { hasChanges: true },
      hadEffect: false,
      modelSaidEffect: false,
    });
  });

  it('is none on a zero diff, whatever the model says, and both are kept', async () => {
    const room = createLab([suggest('ACTION5')], [analysis({ had_effect: true })]);
    await playToEnd(room, { lab });
    const known = room.state.knowledge.actions.ACTION5;
    expect(known).toMatchObject({ attempts: 0, noEffect: 1 });
    expect(known?.observations[0]).toMatchObject({ hadEffect: false, modelSaidEffect: true });
  });

  it('may be in the animation alone, and such an action can be verified', async () => {
    const flash: Suggestion[] = [0, 1, 2, 3].flatMap(() => [suggest('ACTION3'), suggest('ACTION2')]);
    const room = createLab(flash);
    await playToEnd(room, { lab });
    expect(room.state.knowledge.actions.ACTION3).toMatchObject({ status: 'verified', attempts: 4 });
    expect(room.state.knowledge.actions.ACTION3?.observations[0]?.diffSummary).toBe(
      'no pixels changed in the settled frame; 1 pixel changed in region (1,63)-(1,63) during the animation',
    );
  });
});

describe('a repeat in the same state', () => {
  it('neither confirms nor counts as an attempt, but towards exhaustion', async () => {
    // Everything is refused but ACTION3, which always flashes in the one state there is.
    const still = makeLabGame((_, { id }) => (id === 'ACTION3' ? { blink: true } : {}), ['ACTION3']);
    const room = createLab(Array.from({ length: 12 }, () => suggest('ACTION3')));
    await playToEnd(room, { lab: still });
    expect(room.state.knowledge.actions.ACTION3).toMatchObject({
      status: 'unverified',
      attempts: 1,
      noEffect: 0,
      repeats: 8,
    });
    expect(room.state).toMatchObject({ finishReason: 'all_actions_settled', used: { actions: 9 } });
  });

  it('is refused while an untried pair can be reached, asked for once more, and then the service picks', async () => {
    const room = createLab([suggest('ACTION5'), suggest('ACTION5'), suggest('ACTION5')]);
    await playToEnd(room, { lab });
    const decided = eventsOf(room, 'action.suggested').map(({ turn, payload }) => [
      turn,
      fieldsOf(payload).decision,
      fieldsOf(payload).target,
    ]);
    expect(decided).toEqual([
      [1, 'accepted', 'ACTION5'],
      [2, 'refused', null],
      [2, 'service', 'ACTION1'],
      [3, 'accepted', null],
    ]);
    expect(JSON.stringify(room.asks[3]?.ask.messages)).toContain(
      'ACTION5 was already executed in this exact state; ACTION1 was never tried here',
    );
  });

  it('is not a repeat once the board is another', async () => {
    const room = createLab([suggest('ACTION5'), suggest('ACTION1'), suggest('ACTION5')]);
    await playToEnd(room, { lab });
    expect(eventsOf(room, 'action.suggested').map(({ payload }) => fieldsOf(payload).decision)).not.toContain(
      'refused',
    );
    expect(room.state.knowledge.actions.ACTION5).toMatchObject({ noEffect: 2 });
  });
});

describe('the definition', () => {
  it('is the newest that was given, with its history; null and blank never erase it', async () => {
    const room = createLab(
      Array.from({ length: 5 }, () => suggest('ACTION1')),
      [
        analysis({ action_definition: null }),
        analysis({ action_definition: 'goes on' }),
        analysis({ action_definition: null }),
        analysis({ action_definition: ' \n' }),
        analysis({ action_definition: 'goes on by one', is_consistent_with_previous: false }),
      ],
    );
    await playToEnd(room, { lab });
    const known = room.state.knowledge.actions.ACTION1;
    expect(known?.definition).toBe('goes on by one');
    expect(known?.definitions.map(({ turn, text }) => [turn, text])).toEqual([
      [2, 'goes on'],
      [5, 'goes on by one'],
    ]);
  });
});

describe('the end of a run', () => {
  it('comes when every action that was ever offered is settled, whichever way', async () => {
    // ACTION1 counts up, ACTION4 does nothing; the other three are never offered.
    const two = makeLabGame(
      ({ first }, { id }) => (id === 'ACTION1' ? { to: { first: first + 1 } } : {}),
      ['ACTION1', 'ACTION4'],
    );
    const both = Array.from({ length: 8 }, () => [suggest('ACTION4'), suggest('ACTION1')]).flat();
    const room = createLab(both, [
      ({ action }) => analysis(action.id === 'ACTION1' ? {} : { had_effect: false }),
    ]);
    await playToEnd(room, { lab: two });
    expect(room.state).toMatchObject({ finishReason: 'all_actions_settled', status: 'finished' });
    const actions = room.state.knowledge.actions;
    expect(Object.keys(actions)).toEqual(['ACTION1', 'ACTION4']);
    expect([actions.ACTION1?.status, actions.ACTION4?.status]).toEqual(['verified', 'exhausted']);
    expect(eventsOf(room, 'run.finished')).toHaveLength(1);
  });
});
