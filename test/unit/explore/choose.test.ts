import { describe, expect, it } from 'vitest';
import type { ActionId, Suggestion } from '../../../src/contract/agents';
import type { ActionKnowledge, ActionStatus } from '../../../src/contract/runs';
import { pickAction, type Situation, validateSuggestion } from '../../../src/explore/choose';
import { unseenAction } from '../../../src/explore/knowledge';

const suggest = (target: ActionId | null, setup: ActionId[] = []): Suggestion => ({
  current_board_assessment: '',
  reasoning: 'because',
  target_action: target,
  setup_sequence: setup,
  expected_information_gain: '',
});

const known = (status: ActionStatus, extra: Partial<ActionKnowledge> = {}): ActionKnowledge => {
  const seen = { turn: 1 } as ActionKnowledge['observations'][number];
  return { ...unseenAction(), status, observations: status === 'unseen' ? [] : [seen], ...extra };
};

const situation = (extra: Partial<Situation> = {}): Situation => ({
  stateKey: 's0',
  available: ['ACTION1', 'ACTION2', 'ACTION3'],
  actions: { ACTION1: known('verified'), ACTION2: known('testing'), ACTION3: known('testing') },
  tried: {},
  actionsLeft: 100,
  ...extra,
});

describe('a suggestion', () => {
  it('is taken as it is when nothing speaks against it', () => {
    expect(validateSuggestion(situation(), suggest('ACTION2', ['ACTION1']))).toEqual({
      choice: { target: 'ACTION2', setup: ['ACTION1'], reason: 'because' },
      dropped: [],
      refusals: [],
    });
  });

  it('loses setup actions that are not verified or not offered', () => {
    const { choice, dropped } = validateSuggestion(
      situation(),
      suggest('ACTION2', ['ACTION3', 'ACTION1', 'ACTION7']),
    );
    expect(choice.setup).toEqual(['ACTION1']);
    expect(dropped.map((drop) => drop.action)).toEqual(['ACTION3', 'ACTION7']);
  });

  it('is refused when its target is not offered', () => {
    const { refusals } = validateSuggestion(situation(), suggest('ACTION7'));
    expect(refusals[0]).toMatchObject({ pointer: '/target_action' });
    expect(refusals[0]?.message).toContain('ACTION1, ACTION2, ACTION3');
  });

  it('is refused when it repeats a pair while an untried one can be reached', () => {
    const here = situation({ tried: { s0: { ACTION2: 's0' } } });
    expect(validateSuggestion(here, suggest('ACTION2')).refusals[0]?.message).toContain('ACTION3');
    expect(validateSuggestion(here, suggest('ACTION3')).refusals).toEqual([]);
  });

  it('is refused when its setup leads back to a state where the target was executed', () => {
    const tried = { s0: { ACTION1: 's1', ACTION2: 's0' }, s1: { ACTION2: 's1' } };
    expect(validateSuggestion(situation({ tried }), suggest('ACTION2', ['ACTION1'])).refusals).toHaveLength(
      1,
    );
  });

  it('may repeat when nothing untried can be reached', () => {
    const tried = { s0: { ACTION1: 's0', ACTION2: 's0', ACTION3: 's0' } };
    expect(validateSuggestion(situation({ tried }), suggest('ACTION2')).refusals).toEqual([]);
  });

  it('must fit the action budget', () => {
    const { refusals } = validateSuggestion(
      situation({ actionsLeft: 2 }),
      suggest('ACTION2', ['ACTION1', 'ACTION1']),
    );
    expect(refusals[0]).toMatchObject({ pointer: '/setup_sequence' });
  });

  it('ends the run with a null target', () => {
    expect(validateSuggestion(situation(), suggest(null, ['ACTION1']))).toMatchObject({
      choice: { target: null, setup: [] },
      refusals: [],
    });
  });
});

describe("the service's own pick", () => {
  it('takes an action that was never observed first', () => {
    const actions = { ...situation().actions, ACTION3: known('unseen') };
    expect(pickAction(situation({ actions }))).toMatchObject({ target: 'ACTION3', setup: [] });
  });

  it('then the one nearest to verification that is untried here', () => {
    const actions = { ...situation().actions, ACTION3: known('testing', { streak: 2, attempts: 3 }) };
    expect(pickAction(situation({ actions }))).toMatchObject({ target: 'ACTION3' });
    const tried = { s0: { ACTION3: 's0' } };
    expect(pickAction(situation({ actions, tried }))).toMatchObject({ target: 'ACTION2' });
  });

  it('walks known transitions of verified actions to a state with something untried', () => {
    const tried = {
      s0: { ACTION1: 's1', ACTION2: 's0', ACTION3: 's0' },
      s1: { ACTION1: 's2', ACTION2: 's1', ACTION3: 's1' },
      s2: { ACTION2: 's2' },
    };
    expect(pickAction(situation({ tried }))).toMatchObject({
      target: 'ACTION3',
      setup: ['ACTION1', 'ACTION1'],
    });
  });

  it('steps into the unknown with a verified action when no known state has anything new', () => {
    const tried = { s0: { ACTION2: 's0', ACTION3: 's0' } };
    expect(pickAction(situation({ tried }))).toMatchObject({ setup: ['ACTION1'] });
  });

  it('repeats on the way to something new when no verified action leads there', () => {
    const actions = { ACTION2: known('testing'), ACTION3: known('testing') };
    const tried = { s0: { ACTION2: 's1', ACTION3: 's0' }, s1: { ACTION2: 's1' } };
    expect(pickAction(situation({ available: ['ACTION2', 'ACTION3'], actions, tried }))).toMatchObject({
      target: 'ACTION2',
      setup: [],
    });
  });

  it('takes no settled action while another is open, and none when none is offered', () => {
    const actions = { ...situation().actions, ACTION2: known('exhausted') };
    expect(pickAction(situation({ actions }))).toMatchObject({ target: 'ACTION3' });
    expect(pickAction(situation({ available: [] }))).toMatchObject({ target: null });
  });
});
