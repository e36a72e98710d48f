import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json';
import type { Event } from '../../../src/contract/events/events';
import { listSteps } from '../../../src/grid/reporting/replay';
import { boardAt, buildCurve, joinCurves, spreadScores } from '../../../web/src/run/compare/run-curves';
import { changesRun, describeTurn, findShown, foldRun, trimRun } from '../../../web/src/run/fold-run';
import { isDeep } from '../../support/depth';
import { playedRun } from '../../support/explore-run';
import { makeEvent } from '../../support/loose-events';

let seq = 0;
function event(kind: Event['kind'], payload: object = {}, turn?: number): Event {
  seq += 1;
  return makeEvent(kind, payload, { seq, actor: 'game', ...(turn !== undefined && { turn }) });
}
const begin = () => {
  seq = 0;
  return [
    event('run.created'),
    event('turn.started', { n: 1, attempt: 1 }, 1),
    event('game.reset', { reason: 'start', available: ['ACTION1', 'ACTION6'], snapshot: {} }, 1),
    event('frame.captured', { n: 1, label: 'start', cells: '00/09', animation: [], action: null }, 1),
  ];
};
const act = (turn: number, n: number, action: string, cells: string, more: JsonObject = {}) => {
  const [id = '', place] = action.split('@');
  const [x, y] = (place ?? '').split(',').map(Number);
  const click = place === undefined ? {} : { x: x ?? 0, y: y ?? 0 };
  const sent = { action: id, ...click, role: 'target', available: ['ACTION1', 'ACTION6'], inDoubt: false };
  return [
    event('action.executed', { ...sent, ...more }, turn),
    event('frame.captured', { n, label: 'after', cells, animation: ['11/11'], action }, turn),
  ];
};
const learn = (turn: number, action: string, status: string, previousStatus = 'testing') =>
  event('knowledge.updated', { action, verdict: { status }, environment: [], previousStatus }, turn);

describe('the story of a run', () => {
  it('has a frame for each board, with the one before it, what was shown between and the action', () => {
    const { frames, turns } = foldRun([...begin(), ...act(1, 2, 'ACTION6@1,0', '09/00')]);
    expect(frames).toMatchObject([
      { n: 1, before: null, action: null, role: null },
      { n: 2, before: '00/09', action: 'ACTION6@1,0', role: 'target', animation: ['11/11'] },
    ]);
    expect(turns).toMatchObject([{ n: 1, firstFrame: 0, frame: 1 }]);
  });

  it('shows what the last action changed when the same board is captured again', () => {
    const again = event('frame.captured', { n: 3, label: 'after', cells: '09/00', action: null }, 1);
    const { frames } = foldRun([...begin(), ...act(1, 2, 'ACTION1', '09/00'), again]);
    expect(frames[2]).toMatchObject({ before: '00/09', action: 'ACTION1' });
  });

  it('has no action for a frame whose action is in doubt', () => {
    const doubt = event(
      'action.executed',
      { action: 'ACTION1', role: 'target', available: [], inDoubt: true },
      1,
    );
    const reset = event('game.reset', { reason: 'refused', available: [] }, 1);
    const frame = event('frame.captured', { n: 2, label: 'reset', cells: '00/00', action: null }, 1);
    expect(foldRun([...begin(), doubt, reset, frame]).frames[1]).toMatchObject({
      action: null,
      before: null,
    });
  });

  it('marks the turn in which an action was settled for the first time, a level, the end of the game', () => {
    const events = [
      ...begin(),
      ...act(1, 2, 'ACTION1', '09/00'),
      learn(1, 'ACTION1', 'testing'),
      event('turn.completed', { n: 1 }, 1),
      event('turn.started', { n: 2, attempt: 1 }, 2),
      learn(2, 'ACTION1', 'verified'),
      event('level.completed', { level: 1 }, 2),
      event('game.reset', { reason: 'game_over', available: ['ACTION1'] }, 2),
      event('turn.completed', { n: 2 }, 2),
      event('turn.started', { n: 3, attempt: 1 }, 3),
      learn(3, 'ACTION1', 'verified', 'verified'),
      learn(3, 'ACTION6', 'exhausted'),
      event('turn.completed', { n: 3 }, 3),
    ];
    const { turns } = foldRun(events);
    expect(turns.map(({ marks }) => marks.map(({ kind }) => kind))).toEqual([
      [],
      ['verified', 'level', 'over'],
      ['settled'],
    ]);
    expect(turns.map(({ phase }) => phase)).toEqual(['exploration', 'exploration', 'planning']);
    // Without the beginning of the ledger the available actions are unknown.
    expect(foldRun(events.slice(4)).turns.map(({ phase }) => phase)).toEqual([null, null, null]);
  });

  it('has with each frame what was predicted of it, and marks what that settles', () => {
    const prediction = { predicted: 'moves up', happened: 'nothing changes', result: 'wrong' };
    const check = (turn: number, afterFrame: number, status: string) =>
      event(
        'predictions.checked',
        {
          predictions: [{ action: 'ACTION1', turn, afterFrame, ...prediction }],
          actions: [{ action: 'ACTION1', status, streak: 0, definition: 'moves up' }],
        },
        turn,
      );
    const { frames, turns } = foldRun([
      ...begin(),
      ...act(1, 2, 'ACTION1', '09/00'),
      check(1, 2, 'verified'),
      learn(1, 'ACTION1', 'verified', 'verified'),
      event('turn.started', { n: 2, attempt: 1 }, 2),
      event('action.suggested', { target: 'ACTION1', setup: [], reason: '', survey: true }, 2),
      ...act(2, 3, 'ACTION1', '00/09'),
      check(2, 3, 'testing'),
      event('turn.completed', { n: 2 }, 2),
    ]);
    expect(frames.map((frame) => frame.prediction)).toMatchObject([null, prediction, prediction]);
    expect(turns.map(({ marks }) => marks.map(({ text }) => text))).toEqual([
      ['ACTION1 verified'],
      ['ACTION1 no longer verified'],
    ]);
    expect(turns.at(-1)?.phase).toBe('survey');
  });

  it('says that a budget is spent until it is raised or the run goes on', () => {
    const spent = [...begin(), event('budget.exhausted', { budget: 'room', what: 'tokens', limit: 5 })];
    expect(foldRun(spent).spent).toEqual({ whose: 'room', what: 'tokens' });
    expect(foldRun([...spent, event('run.resumed', { steps: null })]).spent).toBeNull();
  });

  if (isDeep)
    it('agrees with the whole run about frames, turns and what was settled', async () => {
      const room = await playedRun({ game: 'fuel-run' });
      const { frames, turns } = foldRun(room.ledger.map(trimRun));
      expect(frames).toHaveLength(room.state.frames);
      expect(turns).toHaveLength(room.state.rounds);
      const settled = Object.entries(room.state.knowledge.actions)
        .filter(([, { status }]) => status !== 'testing')
        .map(([id, { status }]) => `${id} ${status}`);
      const marked = turns.flatMap(({ marks }) => marks.map(({ text }) => text));
      expect(marked.filter((text) => text.startsWith('ACTION')).sort()).toEqual(settled.sort());
      expect(turns.at(-1)?.phase).toBe('planning');
      expect(turns.every(({ frame, firstFrame }) => frame !== null && firstFrame !== null)).toBe(true);
    });
});

describe('a place in a run', () => {
  const story = foldRun([
    ...begin(),
    ...act(1, 2, 'ACTION1', '09/00'),
    event('turn.started', { n: 2, attempt: 1 }, 2),
  ]);
  it('is a frame, or the last frame of a turn, or of the turn before when it has none yet', () => {
    expect(findShown(story, { turn: null, frame: 1 })).toBe(0);
    expect(findShown(story, { turn: 1, frame: null })).toBe(1);
    expect(findShown(story, { turn: 2, frame: null })).toBe(1);
  });
  it('is none when nothing is asked for, or what is not there', () => {
    expect(findShown(story, { turn: null, frame: null })).toBeNull();
    expect(findShown(story, { turn: null, frame: 77 })).toBeNull();
    expect(findShown({ frames: [], turns: [], spent: null }, { turn: 3, frame: 1 })).toBeNull();
  });
});

describe('an event of a run', () => {
  it('is held without the game as it can be gone on with', () => {
    const [, , reset] = begin();
    if (!reset) throw new Error('no reset');
    expect(trimRun(reset).payload).toEqual({ reason: 'start', available: ['ACTION1', 'ACTION6'] });
    const plain = event('turn.completed', { n: 1 }, 1);
    expect(trimRun(plain)).toBe(plain);
  });
  it('makes the run worth reading again when it changes its standing', () => {
    expect(changesRun(event('knowledge.updated'))).toBe(true);
    expect(changesRun(event('frame.captured'))).toBe(false);
  });
});

it('a turn in words says what was tried, what came of it and what happened for the first time', () => {
  const [turn] = foldRun([
    ...begin(),
    event('action.suggested', { target: 'ACTION1', setup: ['ACTION6@1,1'], reason: '' }, 1),
    ...act(1, 2, 'ACTION1', '09/00'),
    event(
      'action.analyzed',
      { analysis: { interpretation: 'It moved up' }, diff: { summary: '' }, hadEffect: true },
      1,
    ),
    learn(1, 'ACTION1', 'verified'),
  ]).turns;
  if (!turn) throw new Error('no turn');
  expect(describeTurn(turn)).toBe(
    'Turn 1 tried ACTION1 after ACTION6@1,1, which had an effect. It moved up. ACTION1 verified.',
  );
});

it('reads each field at its place: a game that uses the same names changes nothing', () => {
  const inside = { x: 3, y: 4, action: 'ACTION5', role: 'setup', state: 'WIN', inDoubt: true, cells: 'ff' };
  const [turn] = foldRun([
    ...begin(),
    event(
      'action.suggested',
      {
        target: 'ACTION1',
        setup: [],
        reason: '',
        suggestion: { reasoning: 'To see.', expected_information_gain: 'Much.', target: 'ACTION7' },
      },
      1,
    ),
    event(
      'action.executed',
      { action: 'ACTION1', role: 'target', state: 'NOT_FINISHED', available: [], snapshot: inside },
      1,
    ),
    event('frame.captured', { n: 2, label: 'after', cells: '09', animation: [], action: null }, 1),
    event(
      'action.analyzed',
      {
        analysis: { interpretation: 'It moved.', action_definition: 'Moves up.', had_effect: false },
        diff: { summary: 'one cell' },
        hadEffect: true,
        consistent: null,
      },
      1,
    ),
  ]).turns;
  expect(turn).toMatchObject({
    target: 'ACTION1',
    reasoning: 'To see.',
    expected: 'Much.',
    interpretation: 'It moved.',
    definition: 'Moves up.',
    hadEffect: true,
    diff: 'one cell',
    marks: [],
  });
  const { frames } = foldRun([
    ...begin(),
    event('action.executed', { action: 'ACTION1', role: 'target', available: [], snapshot: inside }, 1),
    event('frame.captured', { n: 2, label: 'after', cells: '09', animation: [], action: null }, 1),
  ]);
  expect(frames.at(-1)).toMatchObject({ action: 'ACTION1', role: 'target' });
});

describe('curves and boards of a run beside another', () => {
  it('count the actions settled after each one that was sent', async () => {
    const room = await playedRun({ game: 'corridor' });
    const steps = listSteps(room.ledger);
    const curve = buildCurve(steps);
    expect(curve.sent.at(-1)).toBe(room.state.used.actions);
    const settled = Object.values(room.state.knowledge.actions).filter(({ status }) => status !== 'testing');
    expect(curve.reached.at(-1)).toBe(settled.length);
    const short = { sent: [0, 1], reached: [0, 0] };
    const [x, a, b] = joinCurves(short, curve);
    expect(x).toEqual(curve.sent);
    expect([a[1], a[2], b.at(-1)]).toEqual([0, null, settled.length]);

    expect(boardAt(steps, 1)).toMatchObject({ cells: steps[0]?.cells, before: null });
    expect(boardAt(steps, 2)).toMatchObject({ cells: steps[1]?.cells, before: steps[0]?.cells });
    expect(boardAt(steps, 9_999)?.cells).toBe(steps.at(-1)?.cells);
    expect(boardAt([], 1)).toBeNull();
  });

  it('have the score of a story at every move, from the first that was read to the last', () => {
    const points: [number, number][] = [
      [2, 0],
      [4, 10],
      [5, 10],
    ];
    expect(spreadScores(points)).toEqual({ sent: [0, 1, 2, 3, 4, 5], reached: [null, null, 0, 0, 10, 10] });
    expect(spreadScores([])).toEqual({ sent: [0], reached: [null] });
  });
});
