import { describe, expect, it } from 'vitest';
import type { AdventureKnowledge, MapView, ObjectiveList } from '../../../src/contract/adventures';
import type { StoryState } from '../../../web/src/adventure/fold-adventure';
import {
  hideTried,
  knowledgeBy,
  listTriedPlaces,
  mapBy,
  objectivesBy,
  readsThings,
} from '../../../web/src/adventure/known-by';

const place = (id: string, firstTurn: number, visits = 3) => ({ id, name: id, firstTurn, visits });
const way = (from: string, direction: string, to: string, turn: number) => ({
  ...{ from, direction, to, turn },
  how: 'walked' as const,
});
const MAP: MapView = {
  here: 'L3',
  places: [place('L1', 1), place('L2', 2), place('L3', 5)],
  ways: [way('L1', 'north', 'L2', 2), way('L2', 'east', 'L3', 5)],
  blocked: [{ from: 'L1', direction: 'west', text: 'A wall.', how: 'walked', turn: 4 }],
  unexplored: [
    { place: 'L1', direction: 'south' },
    { place: 'L3', direction: 'up' },
  ],
  mermaid: '',
};

describe('a story as somebody knows it who watches it', () => {
  it('has a map of the places and ways of the turns before, and the others as never tried', () => {
    const seen = mapBy(MAP, 2, null, []);
    expect(seen.places.map(({ id, visits }) => [id, visits])).toEqual([
      // Left by foot: the story began there.
      ['L1', 1],
      ['L2', 0],
    ]);
    expect(seen.ways).toEqual([MAP.ways[0]]);
    expect(seen.blocked).toEqual([]);
    expect(seen.unexplored.map(({ place, direction }) => `${place} ${direction}`).sort()).toEqual([
      'L1 south',
      'L1 west',
      'L2 east',
    ]);
    expect(seen.here).toBeNull();
  });

  it('has objectives that were not ended yet as active, and no later ones', () => {
    const one = (id: string, turn: number, endedIn: number | null) => ({
      ...{ id, turn, text: id, status: endedIn === null ? 'active' : 'completed' },
      ended: endedIn === null ? null : { turn: endedIn, by: 'A', why: '' },
    });
    const list = { items: [one('A1', 1, 2), one('A2', 2, 6), one('A3', 4, null)] };
    const seen = objectivesBy(list as unknown as ObjectiveList, 3);
    expect(seen.items.map(({ id, status }) => [id, status])).toEqual([
      ['A1', 'completed'],
      ['A2', 'active'],
    ]);
  });

  it('has the memories of the turns before, none of which is corrected yet by a later one', () => {
    const note = (id: string, turn: number, correctedBy: string | null) => ({ id, turn, correctedBy });
    const knowledge = {
      ...{ knowledge: 'All of it.', vain: { L1: ['dig'] }, deadly: {} },
      memories: [note('M1', 1, 'M3'), note('M2', 2, null), note('M3', 7, null)],
    } as unknown as AdventureKnowledge;
    const seen = knowledgeBy(knowledge, 3);
    expect(seen.memories.map(({ id, correctedBy }) => [id, correctedBy])).toEqual([
      ['M1', null],
      ['M2', null],
    ]);
    expect(seen.knowledge).toBeNull();
  });

  it('hides from a person who plays what only trials have found, and keeps the ways there as never tried', () => {
    const map: MapView = {
      ...MAP,
      here: 'L1',
      places: [place('L1', 1), place('L2', 2), place('L3', 5, 0), place('L4', 5, 0), place('L5', 5, 0)],
      ways: [
        way('L1', 'north', 'L2', 2),
        { ...way('L2', 'south', 'L1', 2), how: 'probed' },
        { ...way('L2', 'east', 'L3', 5), how: 'probed' },
        { ...way('L1', 'down', 'L4', 5), how: 'probed' },
        { ...way('L3', 'west', 'L2', 5), how: 'probed' },
        way('L2', 'up', 'L5', 5),
      ],
    };
    expect([...listTriedPlaces(map)]).toEqual(['L3', 'L4']);
    const seen = hideTried(map);
    expect(seen.places.map(({ id }) => id)).toEqual(['L1', 'L2', 'L5']);
    expect(seen.ways.map(({ from, to }) => `${from} ${to}`)).toEqual(['L1 L2', 'L2 L1', 'L2 L5']);
    expect(seen.unexplored.map(({ place, direction }) => `${place} ${direction}`)).toEqual([
      'L1 south',
      'L2 east',
      'L1 down',
    ]);
    expect(JSON.stringify(seen)).not.toMatch(/L[34]/);
    expect(hideTried(MAP)).toBe(MAP);
  });

  it('has no things that are known before the first reading, and none in sight where only the text tells', () => {
    const now = {
      place: { id: 'L1', name: 'Hall' },
      confidence: { inventory: 'read' },
    } as unknown as StoryState;
    expect(readsThings(null, false)).toEqual({ inventory: false, visible: false });
    expect(readsThings(now, false)).toEqual({ inventory: true, visible: true });
    expect(readsThings(now, true)).toEqual({ inventory: true, visible: false });
  });
});
