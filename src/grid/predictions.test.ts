import { describe, expect, it } from 'vitest';
import { playedRun } from '../../test/support/explore-run';
import {
  adoptRule,
  eventsOf,
  labFrame,
  makeLabGame,
  scriptModel,
  suggest,
} from '../../test/support/lab-game';
import { playTroubledRun } from '../../test/support/troubled-run';
import type { Event, EventDraft, PayloadOf } from '../contract/events/events';
import type { StepContext } from '../room/step-context';
import { readTransitions } from './history';
import { checkPredictions } from './predictions';
import { type RunState, reduceRun } from './state';

/** ACTION1 moves the first marker and ACTION2 the second; ACTION3 completes a level. */
const lab = makeLabGame(({ first, second, level }, { id }) => {
  if (id === 'ACTION1') return { to: { first: first + 1 } };
  if (id === 'ACTION2') return { to: { second: second + 2 } };
  return id === 'ACTION3' ? { to: { level: level + 1 } } : {};
});

const room = await playedRun(
  {
    game: 'lab',
    answer: scriptModel(
      [
        ...['1', '2', '1', '1', '4', '2', '1', '1', '1', '1', '1'].map((n) =>
          suggest(`ACTION${n}` as 'ACTION1'),
        ),
        suggest('ACTION2', ['ACTION1', 'ACTION1']),
        suggest('ACTION3'),
        suggest('ACTION1'),
      ],
      [adoptRule],
    ),
  },
  { lab },
);

const isCheck = (event: Event) => event.kind === 'predictions.checked';
const predictionsOf = (events: readonly Event[]) =>
  events.filter(isCheck).flatMap(({ payload }) => (payload as PayloadOf<'predictions.checked'>).predictions);

/** Checks predictions in a room that has only these events, as after a crash. */
async function checkAfter(events: readonly Event[]): Promise<PayloadOf<'predictions.checked'> | null> {
  // A copy, because learned models are cached by object.
  const ledger = structuredClone([...events]);
  let state: RunState | null = null;
  for (const event of ledger) state = reduceRun(state, event);
  const drafts: EventDraft[] = [];
  const ctx = {
    state,
    past: () => ledger.toReversed(),
    played: () => [],
    commit: async (_: string, made: EventDraft[]) => drafts.push(...made),
  } as unknown as StepContext<RunState>;
  await checkPredictions(ctx, false);
  return (drafts[0]?.payload ?? null) as PayloadOf<'predictions.checked'> | null;
}

describe('predictions', () => {
  it('are recorded once for each execution that is evidence, setup included', () => {
    const executed = readTransitions(room.ledger).filter(({ levelChanged }) => !levelChanged);
    expect(executed.some(({ role }) => role === 'setup')).toBe(true);
    expect(predictionsOf(room.ledger).map(({ afterFrame }) => afterFrame)).toEqual(
      executed.map(({ afterFrame }) => afterFrame),
    );
  });

  it('come true, and are silent about what was never tried', () => {
    const results = predictionsOf(room.ledger).map(({ action, result }) => `${action} ${result}`);
    expect(results.filter((one) => one === 'ACTION1 right').length).toBeGreaterThan(3);
    expect(results.filter((one) => one.endsWith('wrong'))).toEqual([]);
    expect(results[0]).toBe('ACTION1 silent');
  });

  it('are made before the outcome is seen: another outcome changes the result alone', async () => {
    const elsewhere = labFrame({ first: 40, second: 40, level: 0 });
    let compared = 0;
    for (const [at, event] of room.ledger.entries()) {
      const shown = room.ledger[at - 1];
      if (!isCheck(event) || shown?.kind !== 'frame.captured') continue;
      const falsified = { ...shown, payload: { ...shown.payload, cells: elsewhere } } as Event;
      const [was] = predictionsOf([event]).slice(-1);
      const is = (await checkAfter([...room.ledger.slice(0, at - 1), falsified]))?.predictions.at(-1);
      expect(is?.predicted).toBe(was?.predicted);
      if (was?.result === 'right') {
        expect(is?.result).toBe('wrong');
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(1);
  });

  it('are the same after a cut, from the ledger alone, and are not made twice', async () => {
    for (const [at, event] of room.ledger.entries()) {
      if (!isCheck(event)) continue;
      expect(await checkAfter(room.ledger.slice(0, at))).toEqual(event.payload);
      expect(await checkAfter(room.ledger.slice(0, at + 1))).toBeNull();
    }
  });

  it('are not made of a board that nobody is certain of', async () => {
    const troubled = await playTroubledRun();
    const uncertain = readTransitions(troubled.ledger).filter(({ certain }) => !certain);
    expect(uncertain.length).toBeGreaterThan(0);
    const checked = new Set(predictionsOf(troubled.ledger).map(({ afterFrame }) => afterFrame));
    for (const { afterFrame } of uncertain) expect(checked.has(afterFrame)).toBe(false);
    expect(eventsOf(troubled, 'predictions.checked').length).toBeGreaterThan(0);
  });
});
