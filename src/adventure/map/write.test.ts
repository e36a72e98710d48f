import { newMemory, remember, type StoryMap, walkedOnly } from 'story-player/memory';
import { describe, expect, it } from 'vitest';
import { type MoveArgs, makeExit, makeMove, ROUND_MOVES, walk } from '../../../test/support/adventure-moves';
import { mapView } from '../../contract/adventures';
import { renderMap, renderMermaid, viewMap } from './write';

/** The map after these moves, one per turn. */
const fold = (moves: MoveArgs[]): StoryMap =>
  moves.reduce((memory, move, i) => remember(memory, makeMove(move), i + 1), newMemory()).map;
const EMPTY = newMemory().map;

const ROUND = fold(ROUND_MOVES);

describe('a map in a prompt', () => {
  it('is empty without a place', () => {
    expect(renderMap(EMPTY, null, { maxCharacters: 500 })).toBe('');
  });

  const text = renderMap(ROUND, 3, { maxCharacters: 4_000 });

  it('names each way from here with where it leads, was shut, or was never tried', () => {
    expect(text.split('\n').slice(0, 4)).toEqual([
      'Ways from L3 Place 3:',
      '- south → L2 Place 2',
      '- up: blocked, "The hatch is nailed shut."',
      '- north, northeast, east, southeast, southwest, west, northwest, down: never tried',
    ]);
  });

  it('has walls that say the same in one line, and leaves them out elsewhere', () => {
    const wall = (direction: string) => makeExit(direction, null, { text: 'No way.' });
    const walls = ['north', 'east', 'south', 'west', 'up'].map(wall);
    const map = fold([
      { ...walk(1, 'down', 2), exits: [...walls, makeExit('out', null, { text: 'It is nailed shut.' })] },
      { ...walk(2, 'in', 3), exits: [wall('down'), makeExit('out', 2)] },
    ]);
    const [here, there] = [2, 3].map((place) => renderMap(map, place, { maxCharacters: 4_000 }).split('\n'));
    expect(here).toContain('- north, east, south, west, up: blocked, "No way."');
    expect(here).toContain('- out: blocked, "It is nailed shut."');
    expect(there).toContain('- L2 Place 2: in → L3; out blocked');
  });

  it('names the nearest unexplored ways with their path, then all places', () => {
    expect(text).toContain(
      '- L2 Place 2: northeast, east, southeast, southwest, west, northwest, up, down (path: south)',
    );
    expect(text).toContain('- L1 Place 1: north → L2; east → L4');
    expect(text.indexOf('- L2 Place 2: north →')).toBeLessThan(text.indexOf('- L4 Place 4: north →'));
  });

  it('tells deadly ways, ways that were open once, and places never visited', () => {
    const map = fold([
      walk(1, 'north', 2),
      {
        ...walk(2, 'south', 1),
        exits: [
          makeExit('north', null, { text: 'Shut.' }),
          makeExit('down', null, { deadly: true, text: '' }),
          makeExit('up', 7),
        ],
      },
    ]);
    const lines = renderMap(map, 1, { maxCharacters: 4_000 }).split('\n');
    expect(lines).toContain('- north: blocked, "Shut." (it led to L2 Place 2)');
    expect(lines).toContain('- down: deadly');
    expect(lines).toContain('- up → L7 Place 7 (not visited)');
    expect(lines).toContain('- L7 Place 7: not visited');
    expect(renderMap(walkedOnly(map), 1, { maxCharacters: 4_000 })).not.toContain('L7');
  });

  it('never takes more characters than it may, and says what it left out', () => {
    const whole = text.length;
    for (let max = 0; max <= whole; max += 7) {
      const cut = renderMap(ROUND, 3, { maxCharacters: max });
      expect(cut.length).toBeLessThanOrEqual(max);
      if (cut !== '') expect(cut).toMatch(/… \d+ more$/);
    }
    expect(renderMap(ROUND, 3, { maxCharacters: whole })).toBe(text);
  });
});

describe('a map on a page', () => {
  it('is what the contract says', () => {
    const view = viewMap(ROUND, 3);
    expect(mapView.parse(view)).toEqual(view);
    expect(view.here).toBe('L3');
    expect(viewMap(EMPTY, null)).toMatchObject({ here: null, places: [], mermaid: 'flowchart LR' });
  });

  it('is drawn with one arrow for each pair of places and kind', () => {
    const map = fold([
      walk(1, 'north', 2),
      walk(1, 'enter gate', 2),
      { from: 2, exits: [makeExit('up', 3)] },
    ]);
    expect(renderMermaid(map).split('\n')).toEqual([
      'flowchart LR',
      '  L1["L1"]',
      '  L2["L2 Place 2"]',
      '  L3("L3 Place 3")',
      '  L1 -->|"north, enter gate"| L2',
      '  L2 -.->|"up"| L3',
    ]);
  });

  it('is drawn without anything a name could break it with', () => {
    const name = '"]; click L1 "javascript:x" <b>`#|{}';
    const drawn = renderMermaid(fold([{ from: 1, name }]));
    expect(drawn.split('\n')).toHaveLength(2);
    expect(drawn.slice(drawn.indexOf('["') + 2, -2)).toMatch(/^(?:[\p{L}\p{N} .,'-]|#\d+;)*$/u);
  });
});
