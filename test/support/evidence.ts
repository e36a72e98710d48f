import type { ActionKnowledge } from '../../src/contract/run-knowledge';
import { applyVerdict, type Evidence, judge, unobservedAction } from '../../src/grid/knowledge';

/** An observation of an action: an effect on a board of its own, with an inferred rule. */
export const evidence = (turn: number, more: Partial<Evidence> = {}): Evidence => ({
  turn,
  beforeFrame: turn,
  afterFrame: turn + 1,
  click: null,
  diffSummary: '1 pixel changed in region (0,0)-(0,0)',
  hasChanges: true,
  interpretation: 'it changed',
  context: 'somewhere',
  modelSaidEffect: true,
  consistent: null,
  definition: { text: 'ACTION1 turns the dot red.', basis: 'inferred' },
  stateKey: `state ${turn}`,
  excluded: false,
  kindsLeft: 0,
  ...more,
});

/** The knowledge of an action after these observations, in order. */
export const observe = (entries: Partial<Evidence>[], known = unobservedAction()): ActionKnowledge =>
  entries.reduce<ActionKnowledge>(
    (before, entry, i) =>
      applyVerdict(before, judge(before, evidence(i + 1, entry)), '2026-01-01T00:00:00.000Z'),
    known,
  );

export const times = (n: number, entry: Partial<Evidence>) => Array.from({ length: n }, () => entry);
