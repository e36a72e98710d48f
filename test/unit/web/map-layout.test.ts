import { describe, expect, it } from 'vitest';
import type { MapView } from '../../../src/contract/adventures';
import { layOutMap } from '../../../web/src/adventure/map-layout';
import { crosses, routeWays, spotBox } from '../../../web/src/adventure/map-routes';

type Way = [from: string, direction: string, to: string, how?: 'walked' | 'probed'];

function mapOf(ways: Way[], others: Partial<MapView> = {}): MapView {
  const ids = [...new Set(ways.flatMap(([from, , to]) => [from, to]))];
  return {
    here: ids[0] ?? null,
    places: ids.map((id) => ({ id, name: id, firstTurn: 1, visits: 1 })),
    ways: ways.map(([from, direction, to, how = 'walked']) => ({ from, direction, to, how, turn: 1 })),
    blocked: [],
    unexplored: [],
    mermaid: '',
    ...others,
  };
}

const cellsOf = (map: MapView) =>
  Object.fromEntries(layOutMap(map).spots.map(({ id, col, row }) => [id, [col, row]]));

describe('the layout of a map', () => {
  it('puts places where the directions say', () => {
    const cells = cellsOf(
      mapOf([
        ['a', 'east', 'b'],
        ['b', 'north', 'c'],
        ['a', 'southwest', 'd'],
      ]),
    );
    expect(cells).toEqual({ a: [0, 0], b: [1, 0], c: [1, -1], d: [-1, 1] });
  });

  it('gives every place a cell of its own', () => {
    const ways = Array.from({ length: 60 }, (_, i): Way => {
      const direction = ['north', 'up', 'enter door', 'in', 'out', 'south', 'down'][i % 7] ?? 'north';
      return [`p${Math.floor(i / 5)}`, direction, `p${i + 1}`];
    });
    const { spots } = layOutMap(mapOf(ways));
    expect(new Set(spots.map(({ floor, col, row }) => `${floor} ${col} ${row}`)).size).toBe(spots.length);
  });

  it('puts a place beside the cell that is taken, where no way to it passes the one in that cell', () => {
    const cells = cellsOf(
      mapOf([
        ['a', 'east', 'b'],
        ['b', 'south', 'c'],
        ['c', 'west', 'd'],
        ['a', 'south', 'e'],
      ]),
    );
    expect(cells.d).toEqual([0, 1]);
    expect(cells.e).toEqual([-1, 1]);
  });

  it('keeps what stands where it is when the map grows', () => {
    const ways: Way[] = [
      ['a', 'east', 'b'],
      ['b', 'south', 'c'],
      ['c', 'down', 'd'],
    ];
    const before = cellsOf(mapOf(ways));
    const after = cellsOf(mapOf([...ways, ['d', 'south', 'e'], ['b', 'east', 'f']]));
    expect(after).toMatchObject(before);
  });

  it('keeps the cells free of places that are not shown yet', () => {
    const whole = mapOf([
      ['a', 'east', 'b'],
      ['a', 'south', 'c'],
      ['c', 'east', 'd'],
    ]);
    const seen = { ...whole, places: whole.places.filter(({ id }) => id !== 'b') };
    const { spots, passages } = layOutMap(seen, whole);
    expect(spots.map(({ id, col, row }) => [id, col, row])).toEqual([
      ['a', 0, 0],
      ['c', 0, 1],
      ['d', 1, 1],
    ]);
    expect(passages.map(({ to }) => to.id)).toEqual(['c', 'd']);
  });

  it('believes a way that was walked rather than one that was only tried, and leaves the latter out', () => {
    const map = mapOf([
      ['a', 'out', 'b', 'probed'],
      ['a', 'down', 'b'],
      ['b', 'in', 'a', 'probed'],
    ]);
    const { a, b } = cellsOf(map);
    expect(b).toEqual(a);
    expect(layOutMap(map).spots.map(({ floor }) => floor)).toEqual([0, -1]);
    expect(layOutMap(map).passages.map(({ direction }) => direction)).toEqual(['down']);
  });

  it('puts what is up or down on another floor, in the same cell', () => {
    const { spots, floors } = layOutMap(
      mapOf([
        ['hall', 'up', 'attic'],
        ['hall', 'down', 'cellar'],
        ['cellar', 'north', 'cave'],
        ['cave', 'up', 'yard'],
        ['hall', 'north', 'yard'],
      ]),
    );
    expect(floors).toEqual([1, 0, -1]);
    expect(spots.map(({ id, floor, col, row }) => [id, floor, col, row])).toEqual([
      ['hall', 0, 0, 0],
      ['attic', 1, 0, 0],
      ['cellar', -1, 0, 0],
      ['cave', -1, 0, -1],
      ['yard', 0, 0, -1],
    ]);
  });

  it('keeps every cell and floor while a story of two floors grows in all directions', () => {
    const ways: Way[] = [
      ['a', 'north', 'b'],
      ['b', 'up', 'c'],
      ['c', 'west', 'd'],
      ['a', 'west', 'e'],
      ['e', 'northwest', 'f'],
      ['d', 'down', 'g'],
    ];
    let before: Record<string, number[]> = {};
    for (let n = 1; n <= ways.length; n += 1) {
      const { spots } = layOutMap(mapOf(ways.slice(0, n)));
      const after = Object.fromEntries(spots.map(({ id, floor, col, row }) => [id, [floor, col, row]]));
      expect(after).toMatchObject(before);
      before = after;
    }
  });

  it('puts places without a known way below the others', () => {
    const places = ['a', 'b', 'z'].map((id) => ({ id, name: id, firstTurn: 1, visits: 1 }));
    const cells = cellsOf(mapOf([['a', 'south', 'b']], { places }));
    expect(cells.z?.[1]).toBeGreaterThan(cells.b?.[1] ?? 0);
  });

  it('is nothing for a map of nothing', () =>
    expect(layOutMap(mapOf([]))).toEqual({ spots: [], passages: [], stubs: [], floors: [] }));
});

describe('the ways of a map', () => {
  it('draws a way there and back as one, walked when either was', () => {
    const { passages } = layOutMap(
      mapOf([
        ['a', 'east', 'b'],
        ['b', 'west', 'a', 'probed'],
        ['b', 'up', 'c', 'probed'],
      ]),
    );
    expect(passages.map(({ direction, back, how }) => [direction, back, how])).toEqual([
      ['east', 'west', 'walked'],
      ['up', null, 'probed'],
    ]);
  });

  it('pairs the directions that belong together where two ways join the same places', () => {
    const { passages } = layOutMap(
      mapOf([
        ['a', 'east', 'b'],
        ['a', 'up', 'b'],
        ['b', 'down', 'a'],
        ['b', 'west', 'a'],
      ]),
    );
    expect(passages.map(({ direction, back }) => [direction, back])).toEqual([
      ['east', 'west'],
      ['up', 'down'],
    ]);
  });

  it('knows the ways whose lines do not show their directions', () => {
    const { passages } = layOutMap(
      mapOf([
        ['a', 'north', 'b'],
        ['b', 'west', 'a'],
        ['a', 'east', 'c'],
        ['c', 'west', 'a'],
        ['c', 'up', 'd'],
        ['a', 'south', 'e'],
        ['e', 'east', 'b'],
      ]),
    );
    expect(passages.map(({ direction, back, isBent }) => [direction, back, isBent])).toEqual([
      ['north', 'west', true],
      ['east', 'west', false],
      ['up', null, true],
      ['south', null, false],
      ['east', null, true],
    ]);
  });

  it('bends a way that would pass another place', () => {
    const { passages } = layOutMap(
      mapOf([
        ['a', 'east', 'b'],
        ['b', 'east', 'c'],
        ['a', 'east', 'c'],
      ]),
    );
    expect(passages.map(({ to, isBent }) => [to.id, isBent])).toEqual([
      ['b', false],
      ['c', false],
      ['c', true],
    ]);
  });

  it('marks ways that are blocked, that are shut now, and that nobody tried', () => {
    const { passages, stubs } = layOutMap(
      mapOf([['a', 'east', 'b']], {
        blocked: [
          { from: 'a', direction: 'east', text: 'The tide is in.', how: 'walked', turn: 2 },
          { from: 'a', direction: 'west', text: 'A wall.', how: 'probed', turn: 2 },
        ],
        unexplored: [
          { place: 'b', direction: 'north' },
          { place: 'a', direction: 'east' },
        ],
      }),
    );
    expect(passages[0]?.isShut).toBe(true);
    expect(stubs.map(({ spot, direction, kind }) => [spot.id, direction, kind])).toEqual([
      ['b', 'north', 'unexplored'],
      ['a', 'west', 'probed'],
    ]);
  });

  it('is drawn from whatever names a story gives its ways', () => {
    const { passages } = layOutMap(
      mapOf([
        ['a', '__proto__', 'b'],
        ['b', 'constructor', 'a'],
        ['a', 'in', 'a'],
      ]),
    );
    expect(passages).toHaveLength(1);
  });
});

/** The exits around the house of Zork I, in a possible order of discovery. */
const HOUSE: Way[] = [
  ['West of House', 'north', 'North of House'],
  ['North of House', 'south', 'West of House'],
  ['West of House', 'south', 'South of House'],
  ['South of House', 'west', 'West of House'],
  ['West of House', 'west', 'Forest'],
  ['Forest', 'east', 'Forest Path'],
  ['North of House', 'west', 'West of House'],
  ['North of House', 'north', 'Forest Path'],
  ['North of House', 'east', 'Behind House'],
  ['Behind House', 'north', 'North of House'],
  ['Behind House', 'south', 'South of House'],
  ['South of House', 'east', 'Behind House'],
  ['Behind House', 'east', 'Clearing'],
  ['Clearing', 'west', 'Behind House'],
  ['South of House', 'south', 'Deep Forest'],
  ['Forest', 'south', 'Deep Forest'],
  ['Deep Forest', 'north', 'Clearing'],
  ['Deep Forest', 'northwest', 'South of House'],
  ['Clearing', 'south', 'Deep Forest'],
  ['Clearing', 'east', 'Canyon View'],
  ['Canyon View', 'northwest', 'Clearing'],
  ['Canyon View', 'west', 'Deep Forest'],
  ['Clearing', 'north', 'Dense Forest'],
  ['Dense Forest', 'west', 'Forest Path'],
  ['Dense Forest', 'south', 'Clearing'],
  ['Behind House', 'west', 'Kitchen'],
  ['Kitchen', 'east', 'Behind House'],
  ['Kitchen', 'west', 'Living Room'],
  ['Living Room', 'east', 'Kitchen'],
  ['Forest Path', 'north', 'Grating Clearing'],
  ['Grating Clearing', 'east', 'Dense Forest'],
  ['Grating Clearing', 'west', 'Forest'],
];

describe('the lines of a map', () => {
  const random = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const DIRECTIONS = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'in', 'up'];
  const tangle = (seed: number): Way[] => {
    const next = random(seed);
    const any = (most: number) => Math.floor(next() * most);
    return Array.from({ length: 60 }, (_, i): Way => {
      const direction = DIRECTIONS[any(DIRECTIONS.length)] ?? 'north';
      return [`p${any(i / 3 + 1)}`, direction, `p${i % 2 === 0 ? any(i / 3 + 1) : Math.ceil(i / 3)}`];
    });
  };

  it.each([
    ['around a house with paths that lead back', HOUSE],
    [
      'along a row with a way past its middle',
      [...HOUSE.slice(0, 1), ['a', 'east', 'b'], ['b', 'east', 'c'], ['a', 'east', 'c']],
    ],
    ...[1, 2, 3, 4, 5, 6].map((seed): [string, Way[]] => [`of a tangle, number ${seed}`, tangle(seed)]),
  ] as [string, Way[]][])('pass no place %s', (_, ways) => {
    const layout = layOutMap(mapOf(ways));
    const falseWays = layout.floors.flatMap((floor) =>
      routeWays(layout, floor).flatMap(({ passage, line }) =>
        layout.spots
          .filter((spot) => spot.floor === floor)
          .filter((spot) => {
            const margin = spot === passage.from || spot === passage.to ? -1 : 1;
            return line.slice(1).some((end, i) => crosses(line[i] ?? end, end, spotBox(spot), margin));
          })
          .map((spot) => `${passage.from.id} ${passage.direction} ${passage.to.id} passes ${spot.id}`),
      ),
    );
    expect(falseWays).toEqual([]);
  });

  it('have the directions that they do not show as labels on them', () => {
    const layout = layOutMap(mapOf(HOUSE));
    for (const { passage, line, labels } of routeWays(layout, 0)) {
      expect(labels).toHaveLength(!passage.isBent ? 0 : passage.back === null ? 1 : 2);
      for (const { at } of labels) {
        const spot = { x: at.x - 1, y: at.y - 1, width: 2, height: 2 };
        expect(line.slice(1).some((end, i) => crosses(line[i] ?? end, end, spot, 0))).toBe(true);
      }
    }
  });
});
