import type { Move } from 'story-player/memory';
import { describe, expect, it } from 'vitest';
import {
  afterBrief,
  criticBrief,
  makeAdventure,
  makeMove,
  makeNote,
  makeObjective,
  makeTrial,
  periodicBrief,
} from '../../test/support/adventure-sample';
import {
  chroniclerAnswer,
  completionAnswer,
  criticAnswer,
  discoveryAnswer,
  extractorAnswer,
  refinementAnswer,
  scholarAnswer,
} from '../contract/adventure-agents';
import { UNDERSTUDY } from './';
import {
  digestRun,
  discoverGoals,
  extractText,
  findCompleted,
  judgeCommand,
  recordTurn,
  refineGoals,
} from './adventure/periodic';

const GOAL = 'find a way west from L12 Kitchen: The pantry is locked';

describe('the understudy as critic', () => {
  const judge = (trial: ReturnType<typeof makeTrial>, over: Parameters<typeof criticBrief>[0] = {}): number =>
    judgeCommand(criticBrief({ attempt: () => trial, ...over })).score;

  it.each([
    ['brings points', makeTrial('Taken.', { effect: true }, { score: 10 }), 1],
    ['leads elsewhere', makeTrial('Garden', { effect: true, moved: true }), 0.6],
    ['changes something', makeTrial('It opens.', { effect: true }), 0.5],
    ['only tells something', makeTrial('A plain table.'), 0],
    ['is not understood', makeTrial("You can't see any such thing."), -0.5],
    ['costs points', makeTrial('Oh dear.', { effect: true }, { score: 0 }), -0.6],
    ['kills', makeTrial('*** You have died ***', { effect: true }), -1],
  ])('is as fond of a command that %s as it should be', (_, trial, score) => {
    expect(judge(trial)).toBe(score);
  });

  it('is against what was in vain here, more so when nothing changed since', () => {
    const trial = makeTrial('Nothing happens.');
    expect(judge(trial, { command: 'take table' })).toBe(-0.7);
    expect(judge(trial, { command: 'push wall' })).toBe(-0.1);
  });
});

describe('the understudy as extractor', () => {
  it('names things of the tree, and directions and dangers of the text', () => {
    const moves = [
      makeMove({ text: 'A path leads north. One more step could be deadly here! All is calm.' }),
    ];
    const found = extractText(afterBrief('extractor', { moves }));
    expect(found.objects).toEqual(['oak table', 'loaf', 'brass lantern']);
    expect(found.exits).toEqual(['north']);
    expect(found.danger).toBe('One more step could be deadly here!');
    expect(found.summary).toBe('A path leads north.');
  });
});

describe('the understudy as keeper', () => {
  it('completes an objective when the map shows the way open', () => {
    const objectives = [makeObjective({ id: 'A7', text: GOAL }), makeObjective()];
    const { map } = makeAdventure();
    const open = {
      ...map,
      blocked: [],
      edges: [...map.edges, { from: 12, direction: 'west', to: 13, how: 'walked' as const, turn: 31 }],
    };
    const closed = afterBrief('completion', { state: makeAdventure({ objectives }) });
    expect(findCompleted(closed).completed).toEqual([]);
    const done = afterBrief('completion', { state: makeAdventure({ objectives, map: open }) });
    expect(findCompleted(done).completed).toEqual([
      { id: 'A7', evidence: 'the way west from L12 Kitchen leads to L13 Garden now' },
    ]);
  });

  it('finds what nobody named, and not what somebody did', () => {
    const none = periodicBrief('discovery', { state: makeAdventure({ objectives: [] }) });
    expect(discoverGoals(none).objectives).toEqual([{ text: GOAL, priority: 'high' }]);
    const named = periodicBrief('discovery', {
      state: makeAdventure({ objectives: [makeObjective({ text: GOAL })] }),
    });
    expect(discoverGoals(named).objectives).toEqual([]);
  });

  it('merges what is one and the same, never a person’s into an agent’s, and drops nothing', () => {
    const objectives = [
      makeObjective({ id: 'A1', text: 'find the lamp' }),
      makeObjective({ id: 'D1', text: 'Find the lamp.', source: 'discovered' }),
      makeObjective({ id: 'P1', text: 'find the lamp!', source: 'player' }),
      makeObjective({ id: 'A2', text: 'open the brass door at L42' }),
    ];
    const refined = refineGoals(periodicBrief('refinement', { state: makeAdventure({ objectives }) }));
    expect(refined.merge).toEqual([{ into: 'A1', from: ['D1'], text: null }]);
    expect(refined.drop).toBeNull();
  });
});

describe('the understudy as scholar', () => {
  it('writes what brought points first, then dangers and what is open', () => {
    const notes = [
      makeNote({ id: 'M1', category: 'success', text: '"open drawer" worked here: It opens.' }),
      makeNote({ id: 'M2', category: 'success', text: '"take cup" brought 4 points here.', turn: 2 }),
      makeNote({ id: 'M3', category: 'danger', text: 'The well is deep.', place: 13 }),
      makeNote({ id: 'M4', category: 'success', text: 'old', correctedBy: 'M1' }),
    ];
    const { knowledge } = digestRun(periodicBrief('scholar', { state: makeAdventure({ notes }) }));
    expect(knowledge.split('\n').filter((line) => line.startsWith('- '))).toEqual([
      '- L12 Kitchen: "take cup" brought 4 points here.',
      '- L12 Kitchen: "open drawer" worked here: It opens.',
      '- L13 Garden: The well is deep.',
      '- find the key for the brass door at L42',
    ]);
    expect(knowledge).toContain('Places visited: 2. Best score: 5.');
  });
});

describe('answers of the understudy', () => {
  it.each([
    [criticAnswer, criticBrief()],
    [extractorAnswer, afterBrief('extractor')],
    [chroniclerAnswer, afterBrief('chronicler')],
    [completionAnswer, afterBrief('completion')],
    [discoveryAnswer, periodicBrief('discovery')],
    [refinementAnswer, periodicBrief('refinement')],
    [scholarAnswer, periodicBrief('scholar')],
  ])('have the shape that is asked for, and don’t change the brief (%#)', (schema, brief) => {
    const before = JSON.stringify(brief);
    const answer = UNDERSTUDY[brief.task]?.(brief);
    expect(schema.parse(answer)).toEqual(answer);
    expect(JSON.stringify(brief)).toBe(before);
  });
});

it('the understudy as chronicler keeps the note of the player, or none', () => {
  const scored = makeMove({ turn: 31, command: 'take cup', score: 9 });
  const keep = (...moves: Move[]) =>
    recordTurn(afterBrief('chronicler', { moves, state: makeAdventure({ recent: moves }) }));
  expect(keep(makeMove({ turn: 30, effect: false }), scored)).toEqual({
    ...{ keep: true, category: 'success', text: '"take cup" brought 4 points here.', corrects: null },
  });
  expect(keep()).toEqual({ keep: false, category: null, text: null, corrects: null });
});
