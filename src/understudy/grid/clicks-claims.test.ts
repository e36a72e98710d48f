import { describe, expect, it } from 'vitest';
import { predict } from '../../../test/support/check-claims';
import { draw } from '../../../test/support/transitions';
import type { GameAction } from '../../contract/agents';
import { readClaims, writeClaims } from '../../grid/claims/words';

const NO_CONTEXT = { mask: new Set<number>(), history: [] };

function foretell(definition: string, before: string, x: number, y: number): string {
  const claims = readClaims(definition);
  if (!claims) throw new Error(`not readable: ${definition}`);
  const action: GameAction = { id: 'ACTION6', x, y };
  const prediction = predict(claims, draw(before), action, NO_CONTEXT);
  return prediction.kind === 'board' ? prediction.cells.replaceAll('/', ' ') : prediction.kind;
}

const switching = (where: string): string => `Recolours blue to red, red to blue in ${where}.`;

/** Lamps of one cell, three in a row and three rows, with ground between them. */
const LAMPS = '9.9.8 ..... 8.9.9 ..... 9.8.8';

describe('claims about what a click takes part of', () => {
  it.each([
    ['the clicked object', '9.9.8 ..... 8.8.9 ..... 9.8.8'],
    [
      'the clicked object and the next of its size above, below, left and right',
      '9.8.8 ..... 9.8.8 ..... 9.9.8',
    ],
    ['the clicked object and the next of its size all around', '8.8.9 ..... 9.8.8 ..... 8.9.9'],
    ['the clicked object and all of its size in its rows', '9.9.8 ..... 9.8.8 ..... 9.8.8'],
    ['the clicked object and all of its size in its columns', '9.8.8 ..... 8.8.9 ..... 9.9.8'],
    ['the clicked object and all of its size in its rows or columns', '9.8.8 ..... 9.8.8 ..... 9.9.8'],
    ['the clicked object and all of its size', '8.8.9 ..... 9.8.8 ..... 8.9.9'],
    ['the clicked object and all else of its colour', '8.8.8 ..... 8.8.8 ..... 8.8.8'],
  ])('switches %s', (where, after) => {
    const definition = switching(where);
    expect(writeClaims(readClaims(definition) ?? [])).toBe(definition);
    expect(foretell(definition, LAMPS, 2, 2)).toBe(after.replaceAll('.', '0'));
  });

  it('takes what hangs together for one thing, whatever its colours, and the ground for none', () => {
    const definition = 'Recolours blue to red in the clicked thing of all its colours.';
    expect(writeClaims(readClaims(definition) ?? [])).toBe(definition);
    expect(foretell(definition, '..... .99.. .77.. ....9', 1, 2)).toBe('00000 08800 07700 00009');
    expect(foretell(definition, '..... .99.. .77.. ....9', 0, 0)).toBe('silent');
  });

  it('says nothing where a thing that takes part has a colour that was never seen there', () => {
    const definition = switching('the clicked object and all of its size in its rows');
    expect(foretell(definition, '9.9.7 .....', 0, 0)).toBe('silent');
    expect(foretell(definition, '9.9.8 .....', 0, 0)).toBe('80809 00000');
  });
});
