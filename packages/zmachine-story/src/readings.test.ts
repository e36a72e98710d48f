import { describe, expect, it } from 'vitest';
import { buildStory } from '../../../test/support/hostile-stories';
import { openPlayer, openStory, playThrough, playTo } from '../../../test/support/play-story';
import { createPlayer } from './player';
import { parseStatus } from './status-line';
import type { Thing } from './types';

const names = (things: readonly Thing[]): string[] => things.map(({ name }) => name);

describe('a reading', () => {
  it.each([
    ['lab.z3', 'read'],
    ['lab.z5', 'inferred'],
    ['lab.z8', 'inferred'],
  ])('tells where the player is, what they have, and what is around: %s', async (name, confidence) => {
    const [, start, taken, below] = playThrough(await openPlayer(name), ['up', 'take', 'down']).map(
      ({ reading }) => reading,
    );
    expect(start).toMatchObject({
      location: { name: 'Hall' },
      score: 0,
      moves: 1,
      time: null,
      inventory: [{ name: 'coin', holds: [] }],
      confidence: { location: confidence, score: confidence, inventory: 'inferred' },
    });
    expect(names(start?.visible ?? [])).toEqual(['lamp', 'box']);
    expect(taken).toMatchObject({ score: 5, moves: 2, inventory: [{ name: 'lamp' }, { name: 'coin' }] });
    expect(below).toMatchObject({ location: { name: 'Cellar' }, moves: 3 });
    expect(below?.location?.id).not.toBe(start?.location?.id);
  });

  it('tells the time in a story that shows it', async () => {
    const player = await openPlayer('lab-clock.z3');
    expect(playTo(player, ['take', 'wait']).reading).toMatchObject({
      time: '5:02',
      score: null,
      moves: null,
    });
    expect(playTo(player, []).reading.confidence.score).toBe('unknown');
  });

  it('keeps what is in a closed box to itself until the story has named it', async () => {
    const steps = playThrough(await openPlayer('lab.z5'), ['look', 'open', 'look']);
    const pearls = steps.map(({ reading }) => JSON.stringify(reading).includes('pearl'));
    expect(pearls).toEqual([false, false, true, false]);
    const box = steps[2]?.reading.visible.find(({ name }) => name === 'box');
    expect(names(box?.holds ?? [])).toEqual(['pearl']);
  });

  it('leaves out what compilers put into the tree', async () =>
    expect(JSON.stringify(playTo(await openPlayer('lab.z5'), []).reading)).not.toContain('(mark)'));

  it('finds a player without a name among all that moves along, behind a key and a question', async () => {
    const player = await openPlayer('crowd.z5');
    const steps = playThrough(player, ['enter', 'no', 'east', 'drop', 'west']).map(({ reading }) => reading);
    const places = steps.map(({ location }) => location?.name);
    expect(places).toEqual(['Field', 'Field', 'Field', 'Barn', 'Barn', 'Field']);
    expect(steps.map(({ inventory }) => names(inventory))).toEqual([
      ...[['stick'], ['stick'], ['stick'], ['stick']],
      ...[[], []],
    ]);
    expect(names(steps[5]?.visible ?? [])).toEqual(expect.arrayContaining(['dog', 'sky', 'cart']));
    expect(steps[0]).toMatchObject({
      score: null,
      confidence: { location: 'inferred', score: 'unknown', inventory: 'inferred' },
    });
  });

  it('calls a dark room what the story calls it', async () => {
    const inputs = [
      'east',
      'east',
      ...Array.from({ length: 9 }, () => 'wait'),
      'east',
      'open trap',
      'take key',
    ];
    const way = [...inputs, 'west', 'west', 'unlock door with key', 'open door', 'south', 'down'];
    const [lit, dark] = playThrough(await openPlayer('tide-mill.z5'), way)
      .slice(-2)
      .map(({ reading }) => reading.location);
    expect([lit?.name, dark?.name]).toEqual(['Wheelhouse', 'Darkness']);
    expect(playTo(await openPlayer('tide-mill.z3'), way).reading.location).toMatchObject({
      name: 'Wheel Pit',
    });
  });

  it('keeps the place when the player gets up', async () => {
    const steps = playThrough(await openPlayer('seat.z5'), ['up', 'east', 'west']);
    const places = steps.map(({ reading }) => reading.location?.name);
    expect(places).toEqual(['Bedroom', 'Bedroom', 'Landing', 'Bedroom']);
    expect(new Set(steps.map(({ reading }) => reading.location?.id)).size).toBe(2);
    expect(names(steps[1]?.reading.visible ?? [])).toEqual(expect.arrayContaining(['bed', 'rug']));
  });

  it('finds the only room of a story', async () => {
    const steps = playThrough(await openPlayer('seat-alone.z5'), ['wait', 'up', 'east']);
    const places = steps.map(({ reading }) => reading.location?.name);
    expect(places).toEqual(['Bedroom', 'Bedroom', 'Bedroom', 'Bedroom']);
    expect(names(steps[0]?.reading.inventory ?? [])).toEqual(['pin']);
  });

  it('reads the place from the status line where no object is the player', async () => {
    const steps = playThrough(await openPlayer('seat-unseen.z5'), ['up', 'east', 'north']);
    const places = steps.map(({ reading }) => reading.location?.name ?? null);
    // Two rooms are called Twin, so the room is ambiguous.
    expect(places).toEqual(['Bedroom', 'Bedroom', 'Landing', null]);
    expect(steps[3]?.reading.confidence.location).toBe('unknown');
  });

  it('does not pretend to know a place or a player in a story without them', async () => {
    const { reading } = createPlayer(await openStory(buildStory())).start('seed');
    expect(reading).toMatchObject({
      location: null,
      inventory: [],
      visible: [],
      confidence: { location: 'unknown', inventory: 'unknown' },
    });
  });

  it('finds the player of our own story in every version', async () => {
    for (const name of ['tide-mill.z3', 'tide-mill.z4', 'tide-mill.z5', 'tide-mill.z8']) {
      const steps = playThrough(await openPlayer(name), ['east', 'north', 'open tin', 'take matches']);
      const rooms = steps.map(({ reading }) => reading.location?.name);
      expect(rooms).toEqual(['Lane End', 'Mill Yard', 'Kitchen', 'Kitchen', 'Kitchen']);
      expect(names(steps[0]?.reading.inventory ?? [])).toEqual(['letter']);
      expect(names(steps[4]?.reading.inventory ?? [])).toEqual(['matches', 'letter']);
    }
  });
});

it.each([
  [[' Hall                 Score: 5  Moves: 12'], { room: 'Hall', score: 5, moves: 12, time: null }],
  [[' At End Of Road    Score: 36    Moves: 0'], { room: 'At End Of Road', score: 36, moves: 0, time: null }],
  [['  Dark Cave      -10/212'], { room: 'Dark Cave', score: -10, moves: 212, time: null }],
  [['Dark Cave 10/212'], { room: 'Dark Cave', score: 10, moves: 212, time: null }],
  [['Library', 'Score: 3   Turns: 9'], { room: 'Library', score: 3, moves: 9, time: null }],
  [['Quay           9:05 pm'], { room: 'Quay', score: null, moves: null, time: '21:05' }],
  [['Quay           12:30 AM'], { room: 'Quay', score: null, moves: null, time: '0:30' }],
  [
    [' 9:01 am      Quay East         Rating:0'],
    { room: 'Quay East', score: null, moves: null, time: '9:01' },
  ],
  [['Quay   Time: 14:30'], { room: 'Quay', score: null, moves: null, time: '14:30' }],
  [['Only a title'], { room: 'Only a title', score: null, moves: null, time: null }],
  [[''], { room: '', score: null, moves: null, time: null }],
  [[], { room: '', score: null, moves: null, time: null }],
])('a status line is understood: %j', (upper, status) => expect(parseStatus(upper)).toEqual(status));

describe('a reading with trials', () => {
  const readAfter = async (name: string, inputs: readonly string[]) => {
    const player = await openPlayer(name);
    let step = player.start('seed');
    for (const input of inputs) step = player.perform(step.snapshot, input).step;
    return step;
  };

  it.each(['tide-mill.z3', 'tide-mill.z4', 'tide-mill.z5', 'tide-mill.z8'])(
    'says the highest score, and who agrees on what: %s',
    async (name) => {
      const { reading } = await readAfter(name, ['east', 'north', 'open tin', 'take matches']);
      expect(reading).toMatchObject({
        location: { name: 'Kitchen' },
        maximum: 50,
        confidence: { location: 'read', score: 'read', inventory: 'read' },
        sources: { inventory: ['tree', 'trial'], visible: ['tree', 'trial'] },
      });
      expect(reading.sources?.location).toContain('trial');
      expect(reading.sources?.score).toContain('trial');
      expect(names(reading.inventory)).toEqual(['matches', 'letter']);
    },
  );

  it('lists nothing here that the story does not name', async () => {
    const player = await openPlayer('lab.z5');
    const start = player.start('seed');
    // The hall's text names only the ghost; the tree also has a lamp and a box there.
    expect(names(start.reading.visible)).toEqual(['ghost']);
    expect(names(player.play(start.snapshot, 'wait').reading.visible)).toEqual(
      expect.arrayContaining(['lamp', 'box']),
    );
  });

  it('keeps what lies in a closed thing to itself, and says what the story says of things', async () => {
    const way = ['east', 'north', 'up', 'take lantern', 'down', 'south', 'east'];
    const waits = Array.from({ length: 12 }, () => 'wait');
    const atTrap = await readAfter('tide-mill.z5', [...way, ...waits, 'east']);
    expect(atTrap.reading.location?.name).toBe('Eel Island');
    expect(JSON.stringify(atTrap.reading.visible)).not.toContain('key');
    const opened = await readAfter('tide-mill.z5', [...way, ...waits, 'east', 'open trap']);
    const trap = opened.reading.visible.find(({ name }) => name === 'eel trap');
    expect(names(trap?.holds ?? [])).toEqual(['iron key']);
  });

  it('is sure only where two readers agree that do not depend on one another', async () => {
    const [seen, unseen] = [await readAfter('seat.z5', []), await readAfter('seat-unseen.z5', [])];
    expect([seen, unseen].map(({ reading }) => reading.sources?.inventory)).toEqual([
      ['tree', 'trial'],
      ['trial'],
    ]);
    expect([seen, unseen].map(({ reading }) => reading.sources?.location)).toEqual([
      ['tree', 'trial'],
      ['status', 'trial'],
    ]);
    expect([seen, unseen].map(({ reading }) => reading.confidence)).toEqual([
      { location: 'read', score: 'unknown', inventory: 'read' },
      { location: 'read', score: 'inferred', inventory: 'inferred' },
    ]);
  });

  it('leaves the story where it stood', async () => {
    const player = await openPlayer('tide-mill.z5');
    const start = player.start('seed');
    const performed = player.perform(start.snapshot, 'east').step;
    expect(performed.snapshot).toEqual(player.play(start.snapshot, 'east').snapshot);
    expect(performed.text).toBe(player.play(start.snapshot, 'east').text);
  });
});
