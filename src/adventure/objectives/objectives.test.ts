import { describe, expect, it } from 'vitest';
import { declare, declaredBy, fold, goal, inTurn, noGoals } from '../../../test/support/objectives';
import { MAX_OBJECTIVE } from '../../contract/adventure-agents';
import { changeObjective, completeObjectives, dropObjective, reorderObjectives } from './change';
import { declareObjective, MAX_ACTIVE, REPEAT_AFTER } from './declare';
import { listActive } from './list';

const KEY = 'find key for brass door at L42';

describe('a declared objective', () => {
  it('is added as it was said, with where, when and by whom', () => {
    const goals = declare(noGoals(7), 'agent', KEY, { priority: 'high', place: 'L42' });
    expect(goals.objectives).toEqual([
      {
        id: 'A1',
        text: KEY,
        source: 'agent',
        priority: 'high',
        parent: null,
        status: 'active',
        turn: 7,
        touched: 7,
        place: 'L42',
        ended: null,
        absorbed: [],
        wordings: [],
      },
    ]);
  });

  it('is one line of plain text, whatever it came as', () => {
    const texts = [
      '  find\n the\tkey  of L42 ',
      '- find the key of L42',
      '1. find the key of L42',
      '"find the key of L42"',
      'find\u0000 the \u202ekey of L42',
    ];
    for (const text of texts)
      expect(declareObjective(noGoals(), declaredBy('agent', text))).toMatchObject({
        kind: 'added',
        payload: { text: 'find the key of L42' },
      });
  });

  it.each(['', ' \n\t ', '...', '"—"', '🙂', '\u0000'])('%j is empty, and nothing is added', (text) => {
    for (const source of ['agent', 'discovered', 'player'] as const) {
      const goals = declare(noGoals(), source, text);
      expect(goals.objectives).toEqual([]);
      expect(goals.declared.refused).toBe(1);
    }
    expect(declareObjective(noGoals(), declaredBy('agent', text)).payload).toMatchObject({ why: 'empty' });
  });

  it('is refused above the most characters, and kept short in the refusal', () => {
    const long = `find ${'x'.repeat(MAX_OBJECTIVE - 5)}`;
    expect(declareObjective(noGoals(), declaredBy('agent', long)).kind).toBe('added');
    const { payload } = declareObjective(noGoals(), declaredBy('player', `${long}x`));
    expect(payload).toMatchObject({ why: 'too_long' });
    expect(payload.text).toHaveLength(MAX_OBJECTIVE);
    const huge = declareObjective(noGoals(), declaredBy('agent', 'word '.repeat(1_000_000)));
    expect(huge.payload).toMatchObject({ why: 'too_long' });
  });

  it.each([
    'explore',
    'Explore the area.',
    'win the game',
    'make progress',
    'continue',
    'continue exploring',
    'explore all unexplored rooms',
    'find items',
    'get more points',
    'solve the puzzle',
    'go on',
    'do it',
    'L42',
  ])('%j is vague, unless a person says it', (text) => {
    expect(declareObjective(noGoals(), declaredBy('agent', text)).payload).toMatchObject({ why: 'vague' });
    expect(declareObjective(noGoals(), declaredBy('discovered', text)).kind).toBe('refused');
    expect(declareObjective(noGoals(), declaredBy('player', text)).kind).toBe('added');
  });

  it.each([
    'find key for brass door at L42',
    'collect treasures for trophy case at L5',
    'solve water puzzle spanning kitchen and basement',
    'collect all treasures',
    'gather tools for repair task',
    'get lamp from L124',
    'explore the house',
    'explore L42',
    'go to L7',
    'win the chess game',
    '打开门',
  ])('%j is not vague', (text) =>
    expect(declareObjective(noGoals(), declaredBy('agent', text)).kind).toBe('added'),
  );

  it('may be one of many, but not of too many from one source', () => {
    let goals = noGoals();
    for (let n = 1; n <= MAX_ACTIVE + 1; n += 1) goals = declare(goals, 'agent', `open door ${n}`);
    expect(goals.objectives).toHaveLength(MAX_ACTIVE);
    expect(declareObjective(goals, declaredBy('agent', 'open the hatch')).payload).toMatchObject({
      why: 'too_many',
    });
    expect(declareObjective(goals, declaredBy('discovered', 'open the hatch')).kind).toBe('added');
  });

  it('gets an id of its source that was never used', () => {
    let goals = declare(noGoals(), 'agent', 'open the hatch');
    goals = declare(goals, 'discovered', 'light the lamp');
    goals = declare(goals, 'player', 'feed the cat');
    goals = fold(goals, 'dropped', { id: 'A1', by: 'service', why: '' });
    goals = declare(goals, 'agent', '');
    goals = declare(goals, 'agent', 'wind the clock');
    expect(goals.objectives.map(({ id }) => id).sort()).toEqual(['A1', 'A2', 'D1', 'P1']);
  });

  it('is a part of an active objective, and of nothing where that is unknown or over', () => {
    let goals = declare(noGoals(), 'player', 'enter the house');
    goals = declare(goals, 'agent', 'unlock the window', { parent: ' p1 ' });
    expect(goal(goals, 'A1').parent).toBe('P1');
    goals = fold(goals, 'completed', { id: 'P1', by: 'keeper', why: '' });
    goals = declare(goals, 'agent', 'light the lamp', { parent: 'P1' });
    goals = declare(goals, 'agent', 'wind the clock', { parent: 'enter the house' });
    expect(['A2', 'A3'].map((id) => goal(goals, id).parent)).toEqual([null, null]);
  });

  it('is a part of what its parent was merged into', () => {
    let goals = declare(noGoals(), 'agent', 'enter the house');
    goals = declare(goals, 'discovered', 'get inside the white house');
    goals = fold(goals, 'merged', { into: 'A1', from: ['D1'], text: null, why: 'one' });
    goals = declare(goals, 'agent', 'unlock the window', { parent: 'D1' });
    expect(goal(goals, 'A2').parent).toBe('A1');
  });
});

describe('a repeated objective', () => {
  it('is not added a second time', () => {
    const goals = declare(declare(noGoals(), 'agent', 'open the trap door'), 'agent', 'Open the trap door.');
    expect(goals.objectives).toHaveLength(1);
    expect(goals.declared).toMatchObject({ agent: 1, refused: 1 });
  });

  it('leaves the first as it is, whichever source repeats it', () => {
    for (const first of ['agent', 'discovered', 'player'] as const)
      for (const second of ['agent', 'discovered', 'player'] as const) {
        const goals = declare(noGoals(), first, KEY, { priority: 'low' });
        const made = declareObjective(goals, declaredBy(second, `${KEY}!`, { priority: 'high' }));
        expect(made).toMatchObject({
          kind: 'refused',
          payload: { why: 'duplicate', of: goals.objectives[0]?.id },
        });
        expect(fold(goals, made.kind, made.payload).objectives).toEqual(goals.objectives);
      }
  });

  it('is found among several declared at once', () => {
    const texts = ['light the lamp', 'wind the clock', 'Light the lamp.', 'feed the cat'];
    let goals = noGoals();
    const made = texts.map((text) => {
      const decision = declareObjective(goals, declaredBy('discovered', text));
      goals = fold(goals, decision.kind, decision.payload);
      return decision;
    });
    expect(made.map(({ kind, payload }) => (kind === 'added' ? payload.id : payload.of))).toEqual([
      'D1',
      'D2',
      'D1',
      'D3',
    ]);
  });

  it('of one just completed is refused for a while, but not to a person', () => {
    let goals = declare(noGoals(5), 'agent', 'open the trap door');
    goals = fold(goals, 'completed', { id: 'A1', by: 'keeper', why: 'it is open' });
    const again = declaredBy('discovered', 'Open the trap door.');
    expect(declareObjective(inTurn(goals, 5 + REPEAT_AFTER), again).payload).toMatchObject({ of: 'A1' });
    expect(declareObjective(inTurn(goals, 6 + REPEAT_AFTER), again).kind).toBe('added');
    expect(declareObjective(goals, { ...again, source: 'player' }).kind).toBe('added');
  });

  it('of one that was dropped comes back from another source only', () => {
    let goals = declare(noGoals(5), 'agent', 'open the trap door');
    goals = fold(goals, 'dropped', { id: 'A1', by: 'service', why: 'untouched' });
    goals = inTurn(goals, 400);
    const kindFor = (source: 'agent' | 'discovered' | 'player') =>
      declareObjective(goals, declaredBy(source, 'open the trap door')).kind;
    expect(kindFor('agent')).toBe('refused');
    expect(kindFor('discovered')).toBe('added');
    expect(kindFor('player')).toBe('added');
  });

  it('of one that a person dropped comes back from a person only', () => {
    let goals = declare(noGoals(5), 'agent', 'open the trap door');
    goals = fold(goals, 'dropped', { id: 'A1', by: 'player', why: 'no' });
    expect(declareObjective(goals, declaredBy('discovered', 'open the trap door')).kind).toBe('refused');
    expect(declareObjective(goals, declaredBy('player', 'open the trap door')).kind).toBe('added');
  });

  it('may come back in the next episode, as the story begins anew', () => {
    let goals = declare(noGoals(5), 'agent', 'open the trap door');
    goals = fold(goals, 'completed', { id: 'A1', by: 'keeper', why: '' });
    const episode = { n: 2, turn: 8, turns: 0, deaths: 0, score: 0, best: 0, end: null };
    goals = { ...inTurn(goals, 9), episodes: [episode] };
    expect(declareObjective(goals, declaredBy('agent', 'open the trap door')).kind).toBe('added');
  });

  it('of what was merged or worded otherwise before is refused too', () => {
    let goals = declare(noGoals(), 'agent', 'find the brass key');
    goals = declare(goals, 'discovered', 'get the key of the brass door');
    const text = 'find the key of the brass door at L42';
    goals = fold(goals, 'merged', { into: 'A1', from: ['D1'], text, why: 'one' });
    for (const again of ['find the brass key', 'get the key of the brass door', text])
      expect(declareObjective(goals, declaredBy('agent', again)).payload).toMatchObject({ of: 'A1' });
    expect(declareObjective(goals, declaredBy('player', 'find the brass key')).kind).toBe('added');
  });
});

describe('an active objective in other words', () => {
  it('is not added a second time, whichever source says it, but by a person', () => {
    const goals = declare(noGoals(), 'agent', 'Find a light source');
    for (const again of ['Look for a lamp or some other light source', 'Get a source of light']) {
      expect(declareObjective(goals, declaredBy('agent', again)).payload).toMatchObject({
        why: 'duplicate',
        of: 'A1',
      });
      expect(declareObjective(goals, declaredBy('discovered', again)).payload).toMatchObject({ of: 'A1' });
      expect(declareObjective(goals, declaredBy('player', again)).kind).toBe('added');
    }
  });

  it('may come back once it ended', () => {
    let goals = declare(noGoals(), 'agent', 'Find a light source');
    goals = fold(goals, 'completed', { id: 'A1', by: 'keeper', why: '' });
    expect(declareObjective(goals, declaredBy('agent', 'Get a source of light')).kind).toBe('added');
  });

  it('makes no list of forty out of what a talkative model declares', () => {
    const said = [
      ['Find a light source', 'Get a source of light', 'Look for a lamp or some other light source'],
      ['Open the oak door', 'Find a way to open the oak door', 'Unlock the oak door'],
      ['Open the north door', 'Figure out how to open the north door', 'Get the north door open'],
      ['Cross the causeway', 'Find a way across the causeway', 'Get across the causeway'],
      ['Find the key for the chest', 'Look for the key to open the chest', 'Locate the key of the chest'],
      ['Give the lamp to the troll', 'Hand the lamp to the troll', 'Give the troll the lamp'],
      ['Take the lamp from the troll', 'Get the lamp from the troll', 'Retrieve the lamp from the troll'],
      ['Explore the cellar', 'Investigate the dark cellar', 'Explore the cellar carefully'],
    ];
    let goals = noGoals();
    for (const round of [0, 1, 2]) for (const one of said) goals = declare(goals, 'agent', one[round] ?? '');
    expect(goals.objectives.length).toBeGreaterThanOrEqual(said.length);
    expect(goals.objectives.length).toBeLessThanOrEqual(said.length + 1);
  });
});

describe('completion', () => {
  const goals = declare(declare(noGoals(), 'agent', 'open the trap door'), 'player', 'light the lamp');

  it.each([
    'A1',
    'a1',
    'A1.',
    '[A1]',
    '**A1**',
    '"A1"',
    'objective A1',
    'A1: open the trap door',
    'A1: it is open now',
    '- A1 [normal] open the trap door (since turn 1)',
    'open the trap door',
    ' Open  the trap door. ',
  ])('goes by id or text: %j', (id) => {
    const { completed, refused } = completeObjectives(goals, [{ id, evidence: '' }], 'adventurer');
    expect([completed.map((one) => one.id), refused]).toEqual([['A1'], []]);
  });

  it('may name several at once', () => {
    const named = [{ id: 'A1, [P1] and A9', evidence: '' }];
    expect(completeObjectives(goals, named, 'adventurer').completed.map(({ id }) => id)).toEqual([
      'A1',
      'P1',
    ]);
  });

  it.each(['A11', 'A1 is not done yet', 'A1: light the lamp', 'A', '1', 'open the door', 'LA1'])(
    'is not read into %j',
    (id) => {
      const { completed, refused } = completeObjectives(goals, [{ id, evidence: '' }], 'adventurer');
      expect([completed, refused.map(({ why }) => why)]).toEqual([[], ['unknown']]);
    },
  );

  it('says by what', () => {
    const named = [
      { id: ' a1', evidence: 'The trap door\nopens.' },
      { id: 'P1', evidence: 'It is lit.' },
      { id: 'A1', evidence: 'again' },
    ];
    expect(completeObjectives(goals, named, 'keeper')).toEqual({
      completed: [
        { id: 'A1', by: 'keeper', why: 'The trap door opens.' },
        { id: 'P1', by: 'keeper', why: 'It is lit.' },
      ],
      refused: [],
    });
  });

  it('of anything else is ignored, and said to be unknown', () => {
    const done = fold(goals, 'completed', { id: 'A1', by: 'keeper', why: '' });
    const named = ['A9', 'open the trap door', 'A1', '', 'A1.'].map((id) => ({ id, evidence: '' }));
    const { completed, refused } = completeObjectives(done, named, 'adventurer');
    expect(completed).toEqual([]);
    expect(refused.map(({ text, why, source }) => [text, why, source])).toEqual([
      ['A9', 'unknown', 'agent'],
      ['open the trap door', 'unknown', 'agent'],
      ['A1', 'unknown', 'agent'],
      ['A1.', 'unknown', 'agent'],
    ]);
    let state = done;
    for (const payload of refused) state = fold(state, 'refused', payload);
    expect(state).toEqual(done);
  });
});

describe('dropping', () => {
  const goals = declare(declare(noGoals(), 'agent', 'open the trap door'), 'player', 'light the lamp');

  it('is for a person, and for agents where no person asked', () => {
    expect(dropObjective(goals, { id: 'a1', by: 'keeper', why: 'no door' })).toEqual({
      ok: true,
      value: { id: 'A1', by: 'keeper', why: 'no door' },
    });
    expect(dropObjective(goals, { id: 'P1', by: 'player', why: '' }).ok).toBe(true);
    for (const by of ['keeper', 'adventurer', 'service'] as const)
      expect(dropObjective(goals, { id: 'P1', by, why: '' })).toMatchObject({
        failure: { code: 'forbidden' },
      });
  });

  it('of what is unknown or over says so', () => {
    const over = fold(goals, 'dropped', { id: 'A1', by: 'player', why: '' });
    const drop = (id: string) => dropObjective(over, { id, by: 'player', why: '' });
    expect(drop('A1')).toMatchObject({ failure: { code: 'conflict' } });
    expect(drop('A7')).toMatchObject({ failure: { code: 'not_found', id: 'A7' } });
  });
});

describe("a person's change", () => {
  let goals = declare(noGoals(), 'agent', 'open the trap door');
  goals = declare(goals, 'agent', 'light the lamp', { parent: 'A1' });
  goals = declare(goals, 'player', 'feed the cat');
  const ids = (of: typeof goals) => listActive(of.objectives).map(({ objective }) => objective.id);

  it('rewords, reorders, and says how important and a part of what', () => {
    const made = changeObjective(goals, 'A2', {
      text: ' light  the oil lamp',
      priority: 'high',
      parent: null,
    });
    if (!made.ok) throw new Error('refused');
    expect(goal(fold(inTurn(goals, 4), 'changed', made.value), 'A2')).toMatchObject({
      text: 'light the oil lamp',
      priority: 'high',
      parent: null,
      touched: 4,
      wordings: [{ turn: 4, text: 'light the lamp' }],
    });
    const order = reorderObjectives(goals, ['p1']);
    expect(order).toMatchObject({ value: { id: 'P1', order: ['P1', 'A1', 'A2'] } });
    if (!order.ok) throw new Error('refused');
    expect(ids(fold(goals, 'changed', order.value))).toEqual(['P1', 'A1', 'A2']);
  });

  it.each([
    [{ text: ' ' }, '/text'],
    [{ text: 'x'.repeat(MAX_OBJECTIVE + 1) }, '/text'],
    [{ parent: 'A2' }, '/parent'],
    [{ parent: 'A1' }, '/parent'],
    [{ parent: 'A9' }, '/parent'],
    [{ order: ['P1', 'P1'] }, '/order/1'],
    [{ order: ['P1', 'A9'] }, '/order/1'],
  ])('%j is refused', (change, pointer) =>
    expect(changeObjective(goals, 'A1', change)).toMatchObject({
      failure: { code: 'invalid', errors: [{ pointer }] },
    }),
  );

  it("to another's words is a conflict; to its own is none", () => {
    expect(changeObjective(goals, 'A1', { text: 'Feed the cat.' })).toMatchObject({
      failure: { code: 'conflict' },
    });
    expect(changeObjective(goals, 'P1', { text: 'Feed the cat.' }).ok).toBe(true);
  });

  it('of what is unknown or over says so', () => {
    const over = fold(goals, 'completed', { id: 'A1', by: 'player', why: '' });
    expect(changeObjective(over, 'A1', {})).toMatchObject({ failure: { code: 'conflict' } });
    expect(changeObjective(over, 'X1', {})).toMatchObject({ failure: { code: 'not_found' } });
    expect(reorderObjectives(over, [])).toMatchObject({ failure: { code: 'invalid' } });
  });
});
