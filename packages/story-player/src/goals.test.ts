import { describe, expect, it } from 'vitest';
import { makeAdventure, makeMove, makeObjective } from '../../../test/support/adventure-sample';
import { declareGoal, findGoals, isReached, listGoals, readGoal } from './goals';

const GOAL = 'find a way west from L12 Kitchen: The pantry is locked';

describe('goals', () => {
  it('are declared where a way is blocked for a reason', () => {
    expect(declareGoal(makeAdventure({ objectives: [] }), 32)).toEqual({ text: GOAL, priority: 'high' });
  });

  it('are not declared for what only says that there is no way', () => {
    const { map } = makeAdventure();
    const blocked = map.blocked.map((way) => ({ ...way, text: "You can't go that way." }));
    expect(listGoals(makeAdventure({ map: { ...map, blocked } }))).toEqual([]);
  });

  it('are declared once, whatever became of them', () => {
    const objectives = [makeObjective({ text: GOAL, status: 'dropped' })];
    expect(declareGoal(makeAdventure({ objectives }), 32)).toBeNull();
  });

  it('are declared a few turns apart, and a few at a time', () => {
    const recently = [makeObjective({ turn: 30 })];
    expect(declareGoal(makeAdventure({ objectives: recently }), 32)).toBeNull();
    const many = Array.from({ length: 6 }, (_, i) => makeObjective({ id: `A${i + 1}` }));
    expect(declareGoal(makeAdventure({ objectives: many }), 32)).toBeNull();
  });

  it('tell their way by their own wording only', () => {
    expect(readGoal(GOAL)).toEqual({ kind: 'way', what: 'west', place: 12, reason: 'the pantry is locked' });
    expect(readGoal('find the key')).toBeNull();
  });
});

describe('obstacles', () => {
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
      findGoals(makeAdventure({ objectives: [], map: { ...map, blocked }, recent: [] })).length;
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
      isReached(
        makeAdventure({ recent: [makeMove({ turn, command: 'unlock chest with key', text })] }),
        unlock,
      );
    expect(complete(31, 'The chest opens.')).toBeNull();
    expect(complete(32, 'The chest opens.')).toBe('"unlock chest with key" worked: The chest opens.');
    expect(complete(32, "(first taking the key)\nIt doesn't fit the lock.")).toBeNull();
  });

  it('are not passed by coming from the other side: the way is still shut from here', () => {
    const { map } = makeAdventure();
    const south = makeObjective({
      id: 'A1',
      text: 'find a way south from L13 Garden: A hedge is in the way',
    });
    const walked = (turn: number) => ({ from: 12, direction: 'north', to: 13, how: 'walked' as const, turn });
    const complete = (turn: number) =>
      isReached(makeAdventure({ map: { ...map, blocked: [], edges: [walked(turn)] } }), south);
    expect(complete(2)).toBeNull();
    expect(complete(20)).toBeNull();
  });
});
