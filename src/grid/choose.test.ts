import { describe, expect, it } from 'vitest';
import { suggest } from '../../test/support/lab-game';
import type { ActionId, GameAction, Suggestion } from '../contract/agents';
import type { ActionKnowledge, ActionStatus } from '../contract/run-knowledge';
import { pickAction, type Situation, validateSuggestion } from './choose';
import { unobservedAction } from './knowledge';

const to = (...ids: ActionId[]): GameAction[] => ids.map((id) => ({ id }));

const known = (status: ActionStatus, extra: Partial<ActionKnowledge> = {}): ActionKnowledge => {
  const seen = { turn: 1 } as ActionKnowledge['observations'][number];
  return { ...unobservedAction(), status, observations: status === 'unobserved' ? [] : [seen], ...extra };
};

const situation = (extra: Partial<Situation> = {}): Situation => ({
  stateKey: 's0',
  available: ['ACTION1', 'ACTION2', 'ACTION3'],
  actions: { ACTION1: known('verified'), ACTION2: known('testing'), ACTION3: known('testing') },
  tried: {},
  places: [],
  board: { rows: 10, cols: 10 },
  actionsLeft: 100,
  ...extra,
});

describe('a suggestion', () => {
  it('is taken as it is when nothing speaks against it', () =>
    expect(validateSuggestion(situation(), suggest('ACTION2', ['ACTION1']))).toEqual({
      choice: { target: { id: 'ACTION2' }, setup: to('ACTION1'), reason: 'because' },
      dropped: [],
      refusals: [],
      lacksPlace: false,
    }));

  it('loses setup actions whose effects were not predicted, or that are not offered', () => {
    const { choice, dropped } = validateSuggestion(
      situation(),
      suggest('ACTION2', ['ACTION3', 'ACTION1', 'ACTION7']),
    );
    expect(choice.setup).toEqual(to('ACTION1'));
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

  it('ends the run with a null target', () =>
    expect(validateSuggestion(situation(), suggest(null, ['ACTION1']))).toMatchObject({
      choice: { target: null, setup: [] },
      refusals: [],
    }));
});

describe('a click', () => {
  const places = [
    { x: 3, y: 4 },
    { x: 7, y: 1 },
  ];
  const clicking = (extra: Partial<Situation> = {}) =>
    situation({
      available: ['ACTION1', 'ACTION6'],
      actions: { ACTION1: known('verified'), ACTION6: known('testing') },
      places,
      ...extra,
    });
  const at = (x: number | null, y: number | null): Suggestion => ({
    ...suggest('ACTION6'),
    target_x: x,
    target_y: y,
  });

  it('goes where it is told, on the board', () => {
    expect(validateSuggestion(clicking(), at(9, 0)).choice.target).toEqual({ id: 'ACTION6', x: 9, y: 0 });
    expect(validateSuggestion(clicking(), at(10, 0)).refusals[0]).toMatchObject({ pointer: '/target_x' });
  });

  it('goes to an object it did not go to in this state, when no place is given', () => {
    expect(validateSuggestion(clicking(), at(null, null)).choice.target).toMatchObject(places[0] ?? {});
    const tried = { s0: { 'ACTION6@3,4': 's0' } };
    expect(validateSuggestion(clicking({ tried }), at(null, null)).choice.target).toMatchObject(
      places[1] ?? {},
    );
    expect(validateSuggestion(clicking({ tried }), at(3, 4)).refusals[0]?.message).toContain('ACTION6@7,1');
  });

  it('is tried at every object before a repeat is picked', () => {
    const tried = { s0: { ACTION1: 's0', 'ACTION6@3,4': 's0' } };
    expect(pickAction(clicking({ tried })).target).toEqual({ id: 'ACTION6', x: 7, y: 1 });
  });

  it('goes to places that were never clicked first, on whatever board, until a click had an effect', () => {
    const tried = { elsewhere: { 'ACTION6@3,4': 's0' } };
    expect(pickAction(clicking({ tried })).target).toEqual({ id: 'ACTION6', x: 7, y: 1 });
    const effective = { ACTION1: known('verified'), ACTION6: { ...known('testing'), attempts: 1 } };
    expect(pickAction(clicking({ tried, actions: effective })).target).toMatchObject(places[0] ?? {});
  });

  it('is set up with its place or not at all, and a place is dropped from every other action', () => {
    const verified = clicking({ actions: { ACTION1: known('testing'), ACTION6: known('verified') } });
    const { choice, dropped } = validateSuggestion(verified, {
      ...suggest('ACTION1'),
      target_x: 1,
      target_y: 1,
      setup_sequence: ['ACTION6', { action: 'ACTION6', x: 2, y: 3 }, { action: 'ACTION6', x: 99, y: 3 }],
    });
    expect(choice).toMatchObject({ target: { id: 'ACTION1' }, setup: [{ id: 'ACTION6', x: 2, y: 3 }] });
    expect(choice.target).not.toHaveProperty('x');
    expect(dropped).toHaveLength(3);
  });
});

describe("the service's own pick", () => {
  it('takes an action that was never observed first', () => {
    const actions = { ...situation().actions, ACTION3: known('unobserved') };
    expect(pickAction(situation({ actions }))).toMatchObject({ target: { id: 'ACTION3' }, setup: [] });
  });

  it('then the one nearest to verification that is untried here', () => {
    const actions = { ...situation().actions, ACTION3: known('testing', { streak: 2, attempts: 3 }) };
    expect(pickAction(situation({ actions }))).toMatchObject({ target: { id: 'ACTION3' } });
    const tried = { s0: { ACTION3: 's0' } };
    expect(pickAction(situation({ actions, tried }))).toMatchObject({ target: { id: 'ACTION2' } });
  });

  it('walks known transitions of verified actions to a state with something untried', () => {
    const tried = {
      s0: { ACTION1: 's1', ACTION2: 's0', ACTION3: 's0' },
      s1: { ACTION1: 's2', ACTION2: 's1', ACTION3: 's1' },
      s2: { ACTION2: 's2' },
    };
    expect(pickAction(situation({ tried }))).toMatchObject({
      target: { id: 'ACTION3' },
      setup: to('ACTION1', 'ACTION1'),
    });
  });

  it('steps into the unknown with a verified action when no known state has anything new', () => {
    const tried = { s0: { ACTION2: 's0', ACTION3: 's0' } };
    expect(pickAction(situation({ tried }))).toMatchObject({ setup: to('ACTION1') });
  });

  it('repeats on the way to something new when no verified action leads there', () => {
    const actions = { ACTION2: known('testing'), ACTION3: known('testing') };
    const tried = { s0: { ACTION2: 's1', ACTION3: 's0' }, s1: { ACTION2: 's1' } };
    expect(pickAction(situation({ available: ['ACTION2', 'ACTION3'], actions, tried }))).toMatchObject({
      target: { id: 'ACTION2' },
      setup: [],
    });
  });

  it('takes no settled action while another is open, and none when none is offered', () => {
    const actions = { ...situation().actions, ACTION2: known('exhausted') };
    expect(pickAction(situation({ actions }))).toMatchObject({ target: { id: 'ACTION3' } });
    expect(pickAction(situation({ available: [] }))).toMatchObject({ target: null });
  });
});
