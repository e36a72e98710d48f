import { describe, expect, it } from 'vitest';
import type { ActionKnowledge, Coverage } from '../contract/run-knowledge';
import type { Held } from './coverage';
import {
  applyHeld,
  applyUpdates,
  applyVerdict,
  contradict,
  type Evidence,
  emptyKnowledge,
  type Hold,
  holdAgain,
  judge,
  offerActions,
  readUpdates,
  reviewAction,
  unobservedAction,
} from './knowledge';

/** A definition that code can't read. */
const prose: Hold = () => null;

/** Observe in order; each entry overrides an effective, consistent observation in a state of its own. */
function observe(entries: Partial<Evidence>[], hold = prose): ActionKnowledge {
  return entries.reduce<ActionKnowledge>((known, entry, i) => {
    const evidence: Evidence = {
      turn: i + 1,
      beforeFrame: i + 1,
      afterFrame: i + 2,
      click: null,
      diffSummary: '1 pixel changed in region (0,0)-(0,0)',
      hasChanges: true,
      interpretation: 'it changed',
      context: 'somewhere',
      modelSaidEffect: true,
      consistent: true,
      definition: 'turns it red',
      stateKey: `state ${i}`,
      excluded: false,
      extends: false,
      contradicts: false,
      kindsLeft: 0,
      ...entry,
    };
    return applyVerdict(known, judge(known, evidence, hold), '2026-01-01T00:00:00.000Z');
  }, unobservedAction());
}

const MOVE = 'Moves the blue 2×2 object up by 1 cell when the cells ahead are white.';
const first: Partial<Evidence> = { consistent: null };
const nothing: Partial<Evidence> = {
  hasChanges: false,
  modelSaidEffect: false,
  consistent: null,
  definition: null,
};
const times = (n: number, entry: Partial<Evidence>) => Array.from({ length: n }, () => entry);

describe('verification', () => {
  it('needs three confirmations after the first effective observation', () => {
    expect(observe([first, {}, {}])).toMatchObject({ status: 'testing', streak: 2, attempts: 3 });
    expect(observe([first, {}, {}, {}])).toMatchObject({ status: 'verified', streak: 3, attempts: 4 });
  });

  it('does not take the first effective observation for a confirmation, even when the model says so', () => {
    expect(observe([{}, {}, {}])).toMatchObject({ status: 'testing', streak: 2 });
    expect(observe([nothing, {}, {}, {}])).toMatchObject({ status: 'testing', streak: 2 });
  });

  it('keeps no-effect observations and counts them neither as attempts nor against the streak', () => {
    const known = observe([first, {}, nothing, {}, nothing, {}]);
    expect(known).toMatchObject({ status: 'verified', attempts: 4 });
    expect(known.observations.map((seen) => seen.counted)).toEqual([true, true, false, true, false, true]);
  });

  it('begins again after an inconsistent observation', () => {
    const known = observe([
      first,
      {},
      {},
      { consistent: false, definition: 'turns it blue' },
      { definition: null },
      { definition: null },
    ]);
    expect(known).toMatchObject({ status: 'testing', streak: 2, attempts: 6, definition: 'turns it blue' });
  });

  it('takes nothing from a repeat but that it shows nothing, whatever it did', () => {
    const known = observe([
      { ...first, stateKey: 'a' },
      { stateKey: 'b' },
      { stateKey: 'b' },
      { stateKey: 'a' },
      { stateKey: 'c' },
    ]);
    expect(known).toMatchObject({ status: 'testing', streak: 2, attempts: 3, noEffect: 0 });
    expect(known.observations.map((seen) => seen.counted)).toEqual([true, true, false, false, true]);
  });

  it('stops after eight attempts and calls the action unverified', () => {
    const waver = Array.from({ length: 7 }, (_, i): Partial<Evidence> => ({ consistent: i % 2 === 0 }));
    expect(observe([first, ...waver])).toMatchObject({ status: 'unverified', attempts: 8 });
  });

  it('ends with a contradiction: the streak begins anew, and eight attempts are eight', () => {
    expect(observe([first, {}, {}, {}, { consistent: false }])).toMatchObject({
      status: 'testing',
      streak: 0,
    });
    expect(observe([first, {}, {}, {}, { contradicts: true, ...nothing }])).toMatchObject({
      status: 'testing',
    });
    expect(observe([first, {}, {}, {}, { consistent: false }, {}, {}, {}])).toMatchObject({
      status: 'verified',
      attempts: 8,
    });
    const again = [first, {}, {}, {}, { consistent: false }, {}, {}, { consistent: false }];
    expect(observe(again)).toMatchObject({ status: 'unverified', attempts: 8 });
  });

  it('outlives walls, and what nobody calls a contradiction', () => {
    const later = [nothing, { consistent: null }, { excluded: true }, { ...nothing, consistent: false }];
    expect(observe([first, {}, {}, {}, ...later])).toMatchObject({ status: 'verified', streak: 3 });
  });

  it('ends with another definition, however consistent it is said to be', () => {
    expect(observe([first, {}, {}, {}, { definition: 'turns it blue' }])).toMatchObject({
      status: 'testing',
      streak: 0,
      definition: 'turns it blue',
    });
  });

  it('never comes for a definition that is written anew each turn', () => {
    const rewritten = Array.from(
      { length: 7 },
      (_, i): Partial<Evidence> => ({ definition: `reading ${i}` }),
    );
    expect(observe([first, ...rewritten])).toMatchObject({ status: 'unverified', streak: 0, attempts: 8 });
    expect(observe([first, ...rewritten.slice(0, 3)])).toMatchObject({ status: 'testing', streak: 0 });
  });

  it('does not take another spelling, or other spacing, for another definition', () => {
    const spelt = ['Turns it red.', '  turns  it\nred', 'TURNS IT RED!'].map((definition) => ({
      definition,
    }));
    expect(observe([first, ...spelt])).toMatchObject({ status: 'verified', definition: 'turns it red' });
    const move = 'Moves the blue 2×2 object up by 1 cell when the cells ahead are white or red.';
    const same = move.replace(' 2×2', '  2×2').replace(/\.$/, '');
    const known = observe([{ ...first, definition: move }, { definition: same }, { definition: move }, {}]);
    expect(known.observations.map((one) => one.redefined)).toEqual([true, false, false, true]);
  });

  it('goes on with a definition that only says more', () => {
    const more = { definition: 'turns it red, and blue green', extends: true };
    expect(observe([first, {}, more, { definition: null }])).toMatchObject({
      status: 'verified',
      definition: 'turns it red, and blue green',
    });
  });

  it('is not given where nothing is held', () => {
    const silent = times(4, { definition: null });
    expect(observe(silent)).toMatchObject({ status: 'testing', definition: null });
  });

  it('ends with an execution on the way to another test that it foretold wrong', () => {
    const known = observe([first, {}, {}, {}]);
    const seen = { turn: 9, beforeFrame: 20, afterFrame: 21, predicted: 'up', happened: 'down' };
    const after = contradict(known, seen);
    expect(after).toMatchObject({ status: 'testing', streak: 0, attempts: 4, contradictions: [seen] });
    expect(reviewAction(after, {})).toMatchObject({ status: 'testing' });
  });

  it('counts an observation that completed a level for nothing, and keeps it', () => {
    const known = observe([first, {}, {}, { excluded: true }, { excluded: true, hasChanges: false }]);
    expect(known).toMatchObject({ status: 'testing', streak: 2, attempts: 3, noEffect: 0 });
    expect(known.observations).toHaveLength(5);
  });
});

describe('a definition that was held against everything recorded', () => {
  const covered: Coverage = { effects: 5, foretold: 5, states: 5, since: 4, wrong: 0, exceptions: 0 };
  const held =
    (coverage: Partial<Coverage> = {}): Hold =>
    (definition) => ({
      definition,
      coverage: { ...covered, ...coverage },
      wrong: [],
    });

  it('is verified by its coverage, whatever the streak of the analyst is', () => {
    expect(observe([first, { consistent: null }], held())).toMatchObject({ status: 'verified', streak: 3 });
    expect(observe([first, {}, {}, {}, {}], held({ since: 2 }))).toMatchObject({
      status: 'testing',
      streak: 2,
    });
    expect(observe([first, {}, {}, {}], held({ foretold: 3 }))).toMatchObject({ status: 'testing' });
    expect(observe([first, {}, {}, {}], held({ wrong: 1 }))).toMatchObject({ status: 'testing' });
    expect(observe([first, ...times(10, {})], held({ wrong: 1 }))).toMatchObject({ status: 'testing' });
    expect(observe([first, ...times(11, {})], held({ wrong: 1 }))).toMatchObject({ status: 'unverified' });
  });

  it('has 24 attempts where nothing contradicts it and it foretells effects on three boards', () => {
    const lacking = held({ foretold: 3 });
    expect(observe([first, ...times(22, {})], lacking)).toMatchObject({ status: 'testing', attempts: 23 });
    expect(observe([first, ...times(23, {})], lacking)).toMatchObject({ status: 'unverified', attempts: 24 });
    const few = held({ foretold: 3, states: 2 });
    expect(observe([first, ...times(11, {})], few)).toMatchObject({ status: 'unverified', attempts: 12 });
  });

  it('is not verified while the analyst doubts it, but for an exception', () => {
    expect(observe([first, {}, { consistent: false }], held())).toMatchObject({ status: 'testing' });
    expect(observe([first, {}, { consistent: false }, {}], held())).toMatchObject({ status: 'verified' });
    const named: Hold = (definition, since) => {
      const text = `${MOVE} Also seen once: nothing changes (frame 4).`;
      return {
        ...(held({ exceptions: 1, states: 12, since: 12 })(definition, since) as Held),
        definition: text,
      };
    };
    expect(observe([first, {}, { consistent: false }], named)).toMatchObject({ status: 'verified' });
  });

  it('by the rule of prose where code can not read it, which it says', () => {
    expect(observe([first, {}, {}])).toMatchObject({ status: 'testing', coverage: null });
    expect(observe([first, {}, {}, {}])).toMatchObject({ status: 'verified', coverage: null });
  });

  it('keeps its text through an observation without effect, or that is no evidence, unless that only says more', () => {
    const later = (entry: Partial<Evidence>) =>
      observe([first, { ...entry, definition: 'turns it blue' }]).definition;
    expect(later({})).toBe('turns it blue');
    expect(later(nothing)).toBe('turns it red');
    expect(later({ excluded: true })).toBe('turns it red');
    expect(later({ hasChanges: false, extends: true })).toBe('turns it blue');
  });

  it('is asked about since what last went otherwise, or changed its meaning', () => {
    const asked: number[] = [];
    observe([first, {}, { definition: 'turns it blue' }, {}, { contradicts: true }], (_, since) => {
      asked.push(since);
      return null;
    });
    expect(asked).toEqual([2, 2, 4, 5, 6]);
  });

  it('is held again when more was sent, and told only then', () => {
    const known = observe([first, {}], held());
    expect(holdAgain(known, held())).toBeNull();
    const again = holdAgain(known, held({ wrong: 1 }));
    expect(again).toMatchObject({ status: 'testing', coverage: { wrong: 1 } });
    const after = again && applyHeld(known, again, 9, '2026-01-01T00:00:00.000Z');
    expect(after).toMatchObject({ status: 'testing', definition: 'turns it red' });
    expect(after?.definitions).toHaveLength(1);
  });

  it('is given up earlier where it is prose than where there is none yet', () => {
    const doubted: Partial<Evidence> = { consistent: false };
    expect(observe([first, ...times(7, doubted)])).toMatchObject({ status: 'unverified' });
    const blank: Partial<Evidence> = { consistent: null, definition: null };
    expect(observe(times(11, blank))).toMatchObject({ status: 'testing', attempts: 11 });
    expect(observe(times(12, blank))).toMatchObject({ status: 'unverified', attempts: 12 });
  });

  it('settles an action that ends the game every time', () => {
    const over: Partial<Evidence> = { excluded: true, event: 'game_over', definition: null };
    expect(observe(times(7, over))).toMatchObject({ status: 'testing' });
    expect(observe(times(8, over))).toMatchObject({ status: 'unverified', attempts: 0 });
    expect(observe([...times(8, over), first])).toMatchObject({ status: 'testing' });
  });
});

describe('exhaustion', () => {
  it('gives up an action after eight no-effects in a row', () => {
    expect(observe(times(7, nothing))).toMatchObject({ status: 'testing', noEffect: 7 });
    expect(observe(times(8, nothing))).toMatchObject({ status: 'exhausted', noEffect: 8 });
  });

  it('needs different boards: repeats in the same one leave it unverified', () => {
    const here = { ...nothing, stateKey: 'the only board' };
    expect(observe(times(8, here))).toMatchObject({ status: 'testing', noEffect: 1, repeats: 7 });
    expect(observe(times(9, here))).toMatchObject({ status: 'unverified', noEffect: 1, repeats: 8 });
    expect(observe([...times(5, here), ...times(7, nothing)])).toMatchObject({ status: 'exhausted' });
  });

  it('needs every kind of object to be clicked, or sixteen clicks to be given up', () => {
    const click = (n: number, kindsLeft: number): Partial<Evidence> => ({
      ...nothing,
      stateKey: 'board',
      click: { x: n, y: 0 },
      kindsLeft,
    });
    const clicks = (n: number, left: number) => Array.from({ length: n }, (_, i) => click(i, left));
    expect(observe(clicks(8, 0))).toMatchObject({ status: 'exhausted', noEffect: 8 });
    expect(observe(clicks(8, 2))).toMatchObject({ status: 'testing', noEffect: 8 });
    expect(observe([...clicks(9, 2), click(9, 0)])).toMatchObject({ status: 'exhausted' });
    expect(observe(clicks(16, 2))).toMatchObject({ status: 'unverified' });
  });

  it('of clicks that have an effect is not given up after eight while a kind of object is left, but after sixteen', () => {
    const clicks = (n: number, kindsLeft: number) =>
      Array.from(
        { length: n },
        (_, x): Partial<Evidence> => ({ click: { x, y: 0 }, kindsLeft, consistent: false }),
      );
    expect(observe(clicks(8, 1))).toMatchObject({ status: 'testing', attempts: 8 });
    expect(observe(clicks(8, 0))).toMatchObject({ status: 'unverified' });
    expect(observe(clicks(16, 1))).toMatchObject({ status: 'unverified', attempts: 16 });
  });

  it('does not outlive an effect', () => {
    expect(observe([...times(8, nothing), first])).toMatchObject({ status: 'testing', attempts: 1 });
  });

  it('calls it unverified when it once had an effect', () => {
    expect(observe([...times(4, nothing), first, ...times(7, nothing)])).toMatchObject({ noEffect: 7 });
    expect(observe([...times(4, nothing), first, ...times(8, nothing)])).toMatchObject({
      status: 'unverified',
    });
  });

  it('forces "no effect" on a zero diff, and keeps what the model said', () => {
    const known = observe([{ hasChanges: false, modelSaidEffect: true }]);
    expect(known).toMatchObject({ attempts: 0, noEffect: 1 });
    expect(known.observations[0]).toMatchObject({ hadEffect: false, modelSaidEffect: true });
  });
});

describe('definitions', () => {
  it('are replaced when a new one is given and never erased by null or blank', () => {
    expect(observe([first, { definition: null }, { definition: '  ' }]).definition).toBe('turns it red');
    expect(observe([first, { definition: 'paints it red' }]).definition).toBe('paints it red');
  });
});

describe('the environment', () => {
  const start = emptyKnowledge().environment;

  it('takes a plain string for a rule', () => {
    expect(readUpdates(['red stays put', ' '])).toEqual([
      { kind: 'rule', name: 'red stays put', text: 'red stays put', confidence: 0.5 },
    ]);
  });

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
