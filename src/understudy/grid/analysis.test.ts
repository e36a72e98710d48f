import { describe, expect, it } from 'vitest';
import { made } from '../../../test/support/transitions';
import type { ActionId, Analysis } from '../../contract/agents';
import type { AnalystBrief } from '../../grid/briefs';
import { diffFrames } from '../../grid/frame/diff';
import { compareFrames } from '../../grid/frame/objects';
import { applyVerdict, emptyKnowledge, judge, unobservedAction } from '../../grid/knowledge';
import type { Transition } from '../../grid/transition';
import { analyzeAction } from './analyst';

type Step = [id: ActionId, before: string, after: string];

/** Analyse steps one after the other, as a run does, under masks that may come late; the last analysis of each. */
function analyse(steps: readonly Step[], maskAt: (n: number) => number[] = () => []) {
  const knowledge = emptyKnowledge();
  const history: Transition[] = [];
  const answers: Analysis[] = [];
  for (const [n, step] of steps.entries()) {
    const [id, before, after] = step;
    const transition = made(before, after, { id }, n + 1);
    const mask = maskAt(n);
    const known = knowledge.actions[id] ?? unobservedAction();
    const diff = diffFrames(transition.before, transition.frames, new Set(mask));
    const brief: AnalystBrief = {
      task: 'analyst',
      seed: 's',
      action: transition.action,
      first: known.observations.length === 0,
      before: transition.before,
      after: transition.frames,
      beforeFrame: n + 1,
      afterFrame: n + 2,
      diff,
      animation: [],
      objects: compareFrames(transition.before, transition.frames[0] ?? ''),
      mask,
      game: { state: 'NOT_FINISHED', level: 0 },
      history: () => [...history, transition],
      actions: knowledge.actions,
      environment: knowledge.environment,
      levelCompleted: false,
      levelChanged: false,
    };
    const answer = analyzeAction(brief);
    answers.push(answer);
    const seen = {
      turn: n + 1,
      beforeFrame: n + 1,
      afterFrame: n + 2,
      click: null,
      diffSummary: diff.summary,
      hasChanges: diff.hasChanges,
      interpretation: answer.interpretation,
      context: answer.context_description,
      modelSaidEffect: answer.had_effect,
      consistent: answer.is_consistent_with_previous,
      definition: answer.action_definition,
      stateKey: transition.before,
      excluded: false,
      extends: true,
      contradicts: false,
      kindsLeft: 0,
    };
    const verdict = judge(known, seen, () => null);
    knowledge.actions[id] = applyVerdict(known, verdict, '2026-01-01T00:00:00.000Z');
    history.push(transition);
  }
  return { answers, last: answers.at(-1), actions: knowledge.actions };
}

const RIGHT = 'Moves the blue 1×1 object right by 1 cell when the cells ahead are white';

const WALK: readonly Step[] = [
  ['ACTION1', '9.....', '.9....'],
  ['ACTION1', '.9....', '..9...'],
  ['ACTION1', '..9...', '...9..'],
  ['ACTION1', '...9..', '....9.'],
];
const STOPPED: Step = ['ACTION1', '.....9', '.....9'];

describe('the analyst', () => {
  it('claims what it saw, and calls consistent what was claimed before', () => {
    const { answers, actions } = analyse([STOPPED, ...WALK]);
    const consistent = answers.map((answer) => answer.is_consistent_with_previous);
    expect(consistent).toEqual([null, null, true, true, true]);
    const definition = `${RIGHT}; the edge ahead stops it.`;
    expect(actions.ACTION1).toMatchObject({ status: 'verified', definition });
  });

  it('does not confirm a move for the last time before it was seen to be stopped, or went on for long', () => {
    const before = analyse(WALK);
    expect(before.last?.is_consistent_with_previous).toBe(false);
    expect(before.actions.ACTION1?.status).toBe('testing');
    const long = analyse([...WALK, ['ACTION1', '....9.', '.....9']]);
    expect(long.last?.is_consistent_with_previous).toBe(true);
  });

  it('takes new ground as an extension when all else is as claimed', () => {
    const { last } = analyse([
      ['ACTION1', '9.....', '.9....'],
      ['ACTION1', '.93...', '..9...'],
    ]);
    expect(last?.is_consistent_with_previous).toBe(true);
    expect(last?.action_definition).toContain('the cells ahead are white or mid grey');
  });

  it('contradicted, says so and claims something else', () => {
    const { last } = analyse([
      ['ACTION1', '......... 9........', '......... .9.......'],
      ['ACTION1', '......... .9.......', '.9....... .........'],
    ]);
    expect(last?.is_consistent_with_previous).toBe(false);
    expect(last?.action_definition).not.toContain(RIGHT);
  });

  it('never calls a mere change consistent', () => {
    const noise: Step[] = ['..8..', '3...8', '.7.7.', '8....', '.3.3.', '7..7.'].map((frame, i, all) => [
      'ACTION1',
      frame,
      all[(i + 1) % all.length] ?? frame,
    ]);
    const { answers, actions } = analyse(noise);
    expect(answers.filter((answer) => answer.is_consistent_with_previous)).toEqual([]);
    expect(actions.ACTION1?.status).toBe('testing');
    expect(actions.ACTION1?.definition).toMatch(/no rule found yet/);
  });

  it('looks at the past anew when a mask comes late', () => {
    // A bar above loses a cell each time; from the third step on it is masked.
    const steps: Step[] = [
      ['ACTION1', 'bbbbbb 9.....', 'bbbbb5 .9....'],
      ['ACTION1', 'bbbbb5 .9....', 'bbbb55 ..9...'],
      ['ACTION1', 'bbbb55 ..9...', 'bbb555 ...9..'],
    ];
    const { answers } = analyse(steps, (n) => (n < 2 ? [] : [0, 1, 2, 3, 4, 5]));
    expect(answers[1]?.is_consistent_with_previous).not.toBe(true);
    expect(answers[2]).toMatchObject({ is_consistent_with_previous: true, action_definition: `${RIGHT}.` });
  });

  it('does not give the last confirmation while taking back explains all as well', () => {
    // Each time the object had just come from there.
    const there: Step[] = ['.....9', '....9.', '...9..', '..9...'].map((frame) => [
      'ACTION2',
      frame,
      frame.replace('.9', '9.'),
    ]);
    const back: Step[] = there.map(([, before, after]) => ['ACTION1', after, before]);
    const { actions } = analyse(there.flatMap((step, i) => [step, back[i] ?? step]));
    expect(actions.ACTION1?.attempts).toBe(4);
    expect(actions.ACTION1?.status).toBe('testing');
  });

  it('says that nothing happened where only what lives by itself did', () => {
    // Above, something yellow walks up and down a line of its own; below, the avatar.
    const steps: Step[] = [
      ['ACTION1', 'b..... ...... 9.....', '.b.... ...... .9....'],
      ['ACTION1', '.b.... ...... .9....', 'b..... ...... ..9...'],
      ['ACTION2', 'b..... ...... ..9...', '.b.... ...... .9....'],
      ['ACTION1', '.b.... ...... .9....', 'b..... ...... ..9...'],
      ['ACTION2', 'b..... ...... ..9...', '.b.... ...... .9....'],
      ['ACTION2', '.b.... ...... .9....', 'b..... ...... 9.....'],
      ['ACTION3', 'b..... ...... 9.....', '.b.... ...... 9.....'],
    ];
    const { last } = analyse(steps);
    expect(last).toMatchObject({
      had_effect: false,
      no_effect_reason: 'Only things changed that do so whatever the action is.',
    });
  });

  it('names what grew or shrank in place', () => {
    const { last } = analyse([['ACTION1', '8888.. ......', '888... ......']]);
    expect(last?.objects_involved).toEqual(['red 1×3 object']);
    expect(last?.action_definition).toBe('Changes the board: resizes a red object (no rule found yet).');
  });

  it('says what stood in the way', () => {
    const { last } = analyse([
      ['ACTION1', '9..5..', '.9.5..'],
      ['ACTION1', '.9.5..', '..95..'],
      ['ACTION1', '..95..', '..95..'],
    ]);
    expect(last).toMatchObject({
      had_effect: false,
      no_effect_reason: 'The blue 1×1 object could not move right: black cells stood in the way.',
    });
  });

  it('finds what a conditional action needs', () => {
    const walk: Step[] = [
      ['ACTION1', '9..7... .....dd', '.9.7... .....dd'],
      ['ACTION5', '.9.7... .....dd', '.9.7... .....dd'],
      ['ACTION1', '.9.7... .....dd', '..97... .....dd'],
      ['ACTION5', '..97... .....dd', '..97... .....ee'],
    ];
    const { last } = analyse(walk);
    expect(last?.action_definition).toBe(
      'Recolours maroon to green on the whole board. Seen while the blue 1×1 object touches pink cells; with none within 1 cell it does nothing.',
    );
  });
});
