import { describe, expect, it } from 'vitest';
import { orderActors, orderByRest } from './next-speaker';

const names: Record<string, string> = { a: 'ada', b: 'Bo', c: 'Cy', d: 'dee', e: 'Eve' };
const nameOf = (id: string) => names[id] ?? id;
const actor = (id: string, order: number | null = null, priority: number | null = null) => ({
  id,
  order,
  priority,
});
const ids = (groups: { id: string }[][]) => groups.map((group) => group.map(({ id }) => id).join('+'));

describe('the order of actors', () => {
  it('puts an explicit order before any priority', () =>
    expect(ids(orderActors([actor('a', null, 99), actor('b', 2), actor('c', 1)], nameOf))).toEqual([
      'c',
      'b',
      'a',
    ]));

  it('lets those with an equal order act at the same time, in the order given', () =>
    expect(ids(orderActors([actor('c', 1), actor('d', 0), actor('a', 1)], nameOf))).toEqual(['d', 'c+a']));

  it('takes the rest one by one, high priority first, a missing one as 0', () => {
    const actors = [actor('a', null, -1), actor('b'), actor('c', null, 5), actor('d', null, 0.5)];
    expect(ids(orderActors(actors, nameOf))).toEqual(['c', 'd', 'b', 'a']);
  });

  it('breaks ties by name, whatever its case, and then keeps the order given', () => {
    expect(ids(orderActors([actor('d'), actor('c'), actor('a'), actor('b')], nameOf))).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
    expect(ids(orderActors([actor('z2'), actor('z1')], () => 'same'))).toEqual(['z2', 'z1']);
  });

  it('without a director: never spoken first, then least recently spoken, then by name', () => {
    const members = [
      { name: 'Ada', lastSpokeRound: 3 },
      { name: 'cy', lastSpokeRound: null },
      { name: 'Bo', lastSpokeRound: null },
      { name: 'Dee', lastSpokeRound: 1 },
    ];
    expect(orderByRest(members).map(({ name }) => name)).toEqual(['Bo', 'cy', 'Dee', 'Ada']);
  });
});
