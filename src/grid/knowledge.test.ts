import { describe, expect, it } from 'vitest';
import { observe, times } from '../../test/support/evidence';
import type { ActionKnowledge, Prediction } from '../contract/run-knowledge';
import {
  addPredictions,
  applyPredictions,
  applyUpdates,
  countStreak,
  type Definition,
  type Evidence,
  emptyKnowledge,
  offerActions,
  readUpdates,
  reviewAction,
  unobservedAction,
} from './knowledge';

const AT = '2026-01-01T00:00:00.000Z';
const RULES: Definition = { text: 'ACTION1 turns the dot red.', basis: 'inferred' };
const WORDS: Definition = { text: 'it paints', basis: 'words' };
const STATED: Definition = { text: 'ACTION1 turns the dot red.', basis: 'stated', stated: { version: 1 } };

/** A prediction by a letter: r(ight), p(artial), w(rong), s(ilent); `_` before it: without effect. */
function predicted(letters: string, click = false): Prediction[] {
  const results = { r: 'right', p: 'partial', w: 'wrong', s: 'silent' } as const;
  return [...letters.matchAll(/(_?)([rpws])/g)].map(([, still, letter], i) => ({
    turn: i + 1,
    beforeFrame: i + 1,
    afterFrame: i + 2,
    click: click ? { x: i, y: 0 } : null,
    stateKey: `state ${i}`,
    effect: still === '',
    predicted: 'it turns red',
    happened: 'it turned red',
    result: results[letter as keyof typeof results],
  }));
}

/** An action that was executed once with effect, and then predicted. */
function predict(letters: string, definition: Definition = RULES, verifyAfter?: number): ActionKnowledge {
  const known = observe([{ definition }]);
  const predictions = predicted(letters);
  return applyPredictions(known, predictions, addPredictions(known, predictions, null, verifyAfter), {
    turn: 9,
    at: AT,
  });
}

const nothing: Partial<Evidence> = { hasChanges: false, modelSaidEffect: false, definition: null };

describe('a streak', () => {
  it('counts effects that were predicted right, and nothing that had no effect', () => {
    expect(countStreak(predicted('srr'))).toBe(2);
    expect(countStreak(predicted('s_r_rr_r'))).toBe(1);
  });

  it('starts again after a wrong prediction, with or without effect, and then needs one more', () => {
    expect(['srrrrrrrrwrrr', 'srrrrrrrr_wrr'].map((row) => countStreak(predicted(row)))).toEqual([2, 1]);
  });

  it('counts tentative rules only if they predict more in a row', () => {
    const tentative = predicted('srrrrr').map((one) => ({ ...one, tentative: true as const }));
    expect([countStreak(tentative), countStreak(tentative, 5)]).toEqual([0, 5]);
  });

  it('ends with an effect that was not, or not wholly, predicted; the longest one counts', () => {
    expect(countStreak(predicted('srrsrr'))).toBe(2);
    expect(countStreak(predicted('srrprrr'))).toBe(3);
    expect(countStreak(predicted('srrrrsr'))).toBe(4);
  });

  it('needs 80 % of what was said of the last ten effects to be right', () => {
    expect(countStreak(predicted('ssssrrr'))).toBe(3);
    expect(countStreak(predicted('swrrr'))).toBe(0);
    expect(countStreak(predicted('swrrrr'))).toBe(3);
    expect(countStreak(predicted('swwrrrrrrr'))).toBe(0);
  });

  it('counts each board once, and each place of a click', () => {
    const [silent, ...right] = predicted('srrr');
    const sameBoard = right.map((one) => ({ ...one, stateKey: 'state 1' }));
    expect(countStreak([silent, ...sameBoard] as Prediction[])).toBe(1);
    expect(countStreak(predicted('srrr', true))).toBe(3);
    const again = { ...predicted('sr')[1], result: 'silent' } as Prediction;
    expect(countStreak([...predicted('srrr'), again])).toBe(3);
    expect(countStreak([...predicted('srrr'), { ...again, result: 'wrong' }])).toBe(0);
    const samePlace = predicted('srrr', true).map((one) => ({ ...one, click: { x: 1, y: 1 } }));
    expect(countStreak(samePlace)).toBe(1);
  });
});

describe('verification', () => {
  it('follows from three effects in a row that the rules predicted, or as many as the run asks for', () => {
    expect(predict('srr')).toMatchObject({ status: 'testing', streak: 2 });
    expect(predict('srrr')).toMatchObject({ status: 'verified', streak: 3 });
    expect(predict('srrr', RULES, 5)).toMatchObject({ status: 'testing', streak: 3 });
    expect(predict('srrrrr', RULES, 5)).toMatchObject({ status: 'verified', streak: 5 });
  });

  it('ends with a wrong prediction', () =>
    expect(predict('srrrw')).toMatchObject({ status: 'testing', streak: 0 }));

  it('never follows from words, whatever is predicted or the model says', () => {
    const known = predict('srrrrrrrr', WORDS);
    expect(known).toMatchObject({ status: 'testing', streak: 0, basis: 'words' });
    expect(observe(times(8, { consistent: true, definition: WORDS }), known)).toMatchObject({
      status: 'unverified',
      attempts: 8,
    });
  });

  it('comes at once when a model adopts the inferred rules that had predicted what was in words', () => {
    const known = predict('srrr', WORDS);
    expect(observe([{ definition: RULES }], known)).toMatchObject({ status: 'verified', basis: 'inferred' });
  });

  it('counts a stated rule only from when it was stated, and again from each revision', () => {
    const known = observe([{ definition: STATED }], predict('srrr'));
    expect(known).toMatchObject({ status: 'testing', streak: 0, predictions: [], stated: { version: 1 } });
    const again = observe([{ definition: { ...STATED, stated: { version: 2 } } }], predict('srrr', STATED));
    expect(again).toMatchObject({ status: 'testing', streak: 0, predictions: [] });
    expect(predict('srrr', STATED)).toMatchObject({ status: 'verified' });
  });

  it('goes on while inferred rules are refined; each text is kept', () => {
    const known = predict('srrr');
    const [next] = predicted('r').map((one) => ({ ...one, stateKey: 'state 9', afterFrame: 99 }));
    const refined = addPredictions(
      known,
      next ? [next] : [],
      'ACTION1 turns the dot red, unless it is blue.',
    );
    expect(refined).toMatchObject({ status: 'verified', definition: expect.stringContaining('unless') });
    const stored = applyPredictions(known, [], refined, { turn: 10, at: AT });
    expect(stored.definitions.map(({ turn }) => turn)).toEqual([1, 10]);
  });

  it('is not given where there is no definition', () => {
    const known = observe([{ definition: null }]);
    expect(addPredictions(known, predicted('srrr'), null)).toMatchObject({ status: 'testing', streak: 0 });
  });
});

describe('an action that is not verified', () => {
  it('is given up after eight effects, after twelve if one was predicted', () => {
    expect(observe(times(7, {}))).toMatchObject({ status: 'testing', attempts: 7 });
    expect(observe(times(8, {}))).toMatchObject({ status: 'unverified', attempts: 8 });
    const known = { ...unobservedAction(), predictions: predicted('srw') };
    expect(observe(times(11, {}), known)).toMatchObject({ status: 'testing' });
    expect(observe(times(12, {}), known)).toMatchObject({ status: 'unverified' });
  });

  it('is exhausted after eight boards without effect, unverified if it once had one', () => {
    expect(observe(times(7, nothing))).toMatchObject({ status: 'testing', noEffect: 7 });
    expect(observe(times(8, nothing))).toMatchObject({ status: 'exhausted', noEffect: 8 });
    const once = observe([{ stateKey: 'another' }]);
    expect(observe(times(8, nothing), once)).toMatchObject({ status: 'unverified', attempts: 1 });
  });

  it('needs different boards: repeats on one leave it unverified', () => {
    const known = observe(times(9, { ...nothing, stateKey: 'one' }));
    expect(known).toMatchObject({ status: 'unverified', noEffect: 1, repeats: 8 });
  });

  it('is clicked on every kind of object, or sixteen times, before it is given up', () => {
    const left = { ...nothing, kindsLeft: 2 };
    expect(observe(times(15, left))).toMatchObject({ status: 'testing', noEffect: 15 });
    expect(observe([...times(8, left), { ...nothing, kindsLeft: 0 }])).toMatchObject({ status: 'exhausted' });
    expect(observe(times(16, left))).toMatchObject({ status: 'unverified' });
    expect(observe(times(15, { kindsLeft: 1 }))).toMatchObject({ status: 'testing', attempts: 15 });
  });

  it('is settled if it ends the game every time', () => {
    const over: Partial<Evidence> = { excluded: true, event: 'game_over' };
    expect(observe(times(7, over))).toMatchObject({ status: 'testing', attempts: 0 });
    expect(observe(times(8, over))).toMatchObject({ status: 'unverified', attempts: 0 });
  });
});

describe('an observation', () => {
  it('counts for nothing if it completed a level, and is kept', () => {
    const known = observe([{}, { excluded: true, event: 'level' }, {}]);
    expect(known).toMatchObject({ attempts: 2, noEffect: 0 });
    expect(known.observations.map(({ counted }) => counted)).toEqual([true, false, true]);
  });

  it('has no effect on an empty diff, and keeps what the model said', () => {
    const [seen] = observe([{ hasChanges: false }]).observations;
    expect(seen).toMatchObject({ hadEffect: false, modelSaidEffect: true });
  });

  it('replaces the definition if it had an effect, and never erases it', () => {
    expect(observe([{}, { definition: null }]).definition).toBe(RULES.text);
    expect(observe([{}, { definition: WORDS }])).toMatchObject({ definition: 'it paints', basis: 'words' });
    expect(observe([{}, { ...nothing, definition: WORDS }]).definition).toBe(RULES.text);
    expect(observe([{}, { definition: WORDS }]).observations[1]?.redefined).toBe(true);
  });

  it('keeps words that only changed in spelling', () => {
    const respelled = { ...WORDS, text: ' It  paints. ' };
    const known = observe([{ definition: WORDS }, { definition: respelled }]);
    expect(known.observations[1]?.redefined).toBe(false);
    expect(known.definition).toBe('it paints');
  });

  it('is judged again under a larger mask: what a bar did is no effect, and boards become one', () => {
    const known = predict('srrr');
    const reviewed = Object.fromEntries(
      [2, 3, 4, 5].map((frame) => [frame, { stateKey: 'one', hasChanges: false, diffSummary: 'none' }]),
    );
    expect(reviewAction(known, reviewed)).toMatchObject({ status: 'testing', streak: 0, attempts: 0 });
  });
});

describe('the environment', () => {
  const start = emptyKnowledge().environment;

  it('takes a plain string for a rule', () =>
    expect(readUpdates(['red stays put', ' '])).toEqual([
      { kind: 'rule', name: 'red stays put', text: 'red stays put', confidence: 0.5 },
    ]));

  it('finds an entry again by its name, follows the newest text and tells its history', () => {
    const door = { kind: 'object', name: 'Door', text: 'a red bar', confidence: 0.4 } as const;
    const once = applyUpdates(start, [door], 1);
    const same = applyUpdates(once, [{ ...door, name: ' door' }], 2);
    const more = applyUpdates(same, [{ ...door, text: 'it opens', confidence: 0.8 }], 3);
    expect(same).toBe(once);
    expect(more.objects).toEqual([
      {
        kind: 'object',
        name: 'Door',
        text: 'it opens',
        confidence: 0.8,
        firstSeenTurn: 1,
        observations: ['a red bar', 'it opens'],
      },
    ]);
    expect(more.history).toEqual([
      'turn 1: object "Door" added (confidence 0.40): a red bar',
      'turn 3: object "Door" revised (confidence 0.80): it opens',
    ]);
  });

  it('knows only the actions that were offered', () => {
    const knowledge = offerActions(offerActions(emptyKnowledge(), ['ACTION1']), ['ACTION1', 'ACTION6']);
    expect(Object.keys(knowledge.actions)).toEqual(['ACTION1', 'ACTION6']);
  });
});
