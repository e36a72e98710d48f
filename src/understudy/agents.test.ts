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
  thing,
} from '../../test/support/adventure-sample';
import type { AdventureState } from '../adventure/state-types';
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
  declareGoal,
  discoverGoals,
  findCompleted,
  listGoals,
  readGoal,
  refineGoals,
} from './adventure/goals';
import { digestRun, extractText, judgeCommand, noteTurn } from './adventure/periodic';

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

describe('the understudy as chronicler', () => {
  const keep = (move: Parameters<typeof makeMove>[0], state: Partial<AdventureState> = {}) => {
    const made = makeMove(move);
    const recent = [makeMove({ turn: 30, effect: false, score: 5 }), made];
    return noteTurn(afterBrief('chronicler', { moves: [made], state: makeAdventure({ recent, ...state }) }));
  };

  it('keeps what brought points', () => {
    expect(keep({ command: 'take cup', score: 9 })).toMatchObject({
      keep: true,
      category: 'success',
      text: '"take cup" brought 4 points here.',
    });
  });

  it('keeps a death as a danger', () => {
    expect(keep({ command: 'jump', died: true, text: 'You fall. *** You have died ***' })).toMatchObject({
      category: 'danger',
      text: '"jump" was deadly here: You fall. *** You have died ***',
    });
  });

  it('keeps what had an effect, but not that something was taken', () => {
    expect(keep({ command: 'open drawer' })).toMatchObject({ category: 'success' });
    expect(keep({ command: 'take loaf' }).keep && keep({ command: 'take loaf' }).category).not.toBe(
      'success',
    );
  });

  it('never says of a refusal that it worked, though something was taken first', () => {
    const text = "(first taking the loaf)\nYou can't put that in the drawer.";
    expect(keep({ command: 'put loaf in drawer', text }).category).not.toBe('success');
  });

  it('never says of a refusal that it worked, though its second sentence says why', () => {
    const text = 'Gnome just wearing dress and slipper. Him not even have pockets for hiding thing in.';
    expect(keep({ command: 'open slipper', text }).category).not.toBe('success');
  });

  it('keeps the steps of a dial as one, whatever it was turned with', () => {
    const turned = (month: string) => `The calendar is turned to ${month} and a picture of some daisies.`;
    const notes = [makeNote({ text: `"turn daisy calendar" worked here: ${turned('July')}` })];
    const next = { command: 'turn daisy calendar', text: turned('August') };
    const withWrench = {
      command: 'turn daisy calendar with steel wrench',
      text: `(The wrench seems unnecessary, so you use bare hands.)\n${turned('May')}`,
    };
    for (const move of [next, withWrench]) {
      expect(keep(move)).toMatchObject({ category: 'success' });
      expect(keep(move, { notes }).category).not.toBe('success');
    }
    const other = { command: 'open daisy calendar', text: 'A key falls out of the calendar.' };
    expect(keep(other, { notes })).toMatchObject({ category: 'success' });
  });

  it('keeps where something was left', () => {
    expect(keep({ command: 'drop gold cup' })).toMatchObject({
      category: 'note',
      text: 'Left here: gold cup.',
    });
  });

  it('keeps why a way is blocked, once', () => {
    const first = keep({ command: 'look', effect: false });
    expect(first).toMatchObject({
      category: 'failure',
      text: 'The way west is blocked: The pantry is locked.',
    });
    const notes = [makeNote({ text: first.text ?? '' })];
    expect(keep({ command: 'look', effect: false }, { notes }).keep).toBe(false);
  });

  it('keeps that a treasure was carried away from a place for things', () => {
    const notes = [makeNote({ text: '"open chest" worked here: You open the chest.' })];
    const { story } = makeAdventure();
    if (!story) throw new Error('the sample has a story');
    const reading = { ...story.reading, inventory: [thing(3, 'gold cup'), thing(4, 'leaflet')] };
    const walk = { command: 'north', from: 12, to: 13, moved: true };
    expect(keep(walk, { notes, story: { ...story, reading } })).toMatchObject({
      category: 'failure',
      text: 'Brought here for nothing: gold cup.',
    });
    expect(keep(walk, { notes: [], story: { ...story, reading } }).text ?? '').not.toContain('nothing');
  });

  it('keeps that a way is dark', () => {
    const exits = [
      { direction: 'down', to: { id: 14, name: 'Cellar' }, text: 'It is pitch dark.', deadly: false },
    ];
    expect(keep({ command: 'look', effect: false }, { exits })).toMatchObject({
      category: 'danger',
      text: 'The way down leads into the dark.',
    });
  });
});

describe('objectives of the understudy', () => {
  it('are declared where a way is blocked for a reason', () => {
    expect(declareGoal(makeAdventure({ objectives: [] }))).toEqual({ text: GOAL, priority: 'high' });
  });

  it('are not declared for what only says that there is no way', () => {
    const { map } = makeAdventure();
    const blocked = map.blocked.map((way) => ({ ...way, text: "You can't go that way." }));
    expect(listGoals(makeAdventure({ map: { ...map, blocked } }))).toEqual([]);
  });

  it('are declared once, whatever became of them', () => {
    const objectives = [makeObjective({ text: GOAL, status: 'dropped' })];
    expect(declareGoal(makeAdventure({ objectives }))).toBeNull();
  });

  it('are declared a few turns apart, and a few at a time', () => {
    const recently = [makeObjective({ turn: 30 })];
    expect(declareGoal(makeAdventure({ objectives: recently }))).toBeNull();
    const many = Array.from({ length: 6 }, (_, i) => makeObjective({ id: `A${i + 1}` }));
    expect(declareGoal(makeAdventure({ objectives: many }))).toBeNull();
  });

  it('are done when the map shows the way open', () => {
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

  it('tell their way by their own wording only', () => {
    expect(readGoal(GOAL)).toEqual({ kind: 'way', what: 'west', place: 12, reason: 'the pantry is locked' });
    expect(readGoal('find the key')).toBeNull();
  });
});

describe('obstacles of the understudy', () => {
  const goalsOf = (...recent: Parameters<typeof makeMove>[0][]): string[] => {
    const { map } = makeAdventure();
    const moves = recent.map((move) => makeMove({ effect: false, ...move }));
    return listGoals(makeAdventure({ recent: moves, map: { ...map, blocked: [] } })).map(({ text }) => text);
  };

  it.each([
    [
      { command: 'open the old chest', text: 'It seems to be locked.' },
      'unlock the old chest at L12 Kitchen: It seems to be locked',
    ],
    [
      { command: 'take bell', text: "The bell is out of reach. You can't get it." },
      'get at the bell at L12 Kitchen: The bell is out of reach',
    ],
    [
      { command: 'push boulder', text: 'You need something to lever the boulder with.' },
      'find out how to push boulder at L12 Kitchen: You need something to lever the boulder with',
    ],
    [
      { command: 'wait', text: 'The cook asks you to fetch a spoon. The clock ticks.' },
      'do what is asked at L12 Kitchen: The cook asks you to fetch a spoon',
    ],
  ])('are named: %j', (move, goal) => {
    expect(goalsOf(move)).toEqual([goal]);
  });

  it.each([
    { command: 'take spoon', text: 'Taken.', effect: true },
    { command: 'open gate', text: "I don't know the word gate." },
    { command: 'north', text: "You can't go that way." },
    { command: 'trample flowers', text: "There's no need to trample on the flowers by the gate." },
    { command: 'read almanac', text: 'The river is too wide to cross without a boat.' },
  ])('are none of what worked, or was not understood: %j', (move) => {
    expect(goalsOf(move)).toEqual([]);
  });

  it('are one, from whichever side they were met', () => {
    const { map } = makeAdventure();
    const fence = (from: number, direction: string, text = 'The fence blocks your way.') => ({
      ...{ from, direction, text, how: 'walked' as const, turn: 5, world: 3 },
    });
    const find = (...blocked: ReturnType<typeof fence>[]) =>
      discoverGoals(
        periodicBrief('discovery', {
          state: makeAdventure({ objectives: [], map: { ...map, blocked }, recent: [] }),
        }),
      ).objectives?.length;
    expect(find(fence(12, 'west'), fence(12, 'south'))).toBe(1);
    expect(find(fence(12, 'west'), fence(13, 'west'))).toBe(1);
    expect(find(fence(12, 'west'), fence(99, 'west'))).toBe(1);
    const crowd = (who: string) => `A surge of ${who} blocks your path.`;
    expect(find(fence(12, 'west', crowd('angry nannies')), fence(99, 'south', crowd('lost tourists')))).toBe(
      1,
    );
    const locked = 'The door is locked.';
    expect(find(fence(12, 'west', locked), fence(13, 'west', locked))).toBe(1);
    expect(find(fence(12, 'west', locked), fence(99, 'west', locked))).toBe(2);
    expect(find(fence(12, 'west'), fence(12, 'south', 'The gate is locked.'))).toBe(2);
  });

  it('are not overcome by what happened before they were set', () => {
    const unlock = makeObjective({
      id: 'A1',
      text: 'unlock the chest at L12 Kitchen: It is locked',
      turn: 31,
    });
    const complete = (turn: number, text: string) =>
      findCompleted(
        afterBrief('completion', {
          state: makeAdventure({
            objectives: [unlock],
            recent: [makeMove({ turn, command: 'unlock chest with key', text })],
          }),
        }),
      ).completed?.map(({ id }) => id);
    expect(complete(31, 'The chest opens.')).toEqual([]);
    expect(complete(32, 'The chest opens.')).toEqual(['A1']);
    expect(complete(32, "(first taking the key)\nIt doesn't fit the lock.")).toEqual([]);
  });

  it('are not passed by coming from the other side: the way is still shut from here', () => {
    const { map } = makeAdventure();
    const south = makeObjective({
      id: 'A1',
      text: 'find a way south from L13 Garden: A hedge is in the way',
    });
    const walked = (turn: number) => ({ from: 12, direction: 'north', to: 13, how: 'walked' as const, turn });
    const complete = (turn: number) =>
      findCompleted(
        afterBrief('completion', {
          state: makeAdventure({
            objectives: [south],
            map: { ...map, blocked: [], edges: [walked(turn)] },
          }),
        }),
      ).completed?.length;
    expect(complete(2)).toBe(0);
    expect(complete(20)).toBe(0);
  });
});

describe('the understudy as keeper', () => {
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
