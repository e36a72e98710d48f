import { describe, expect, it } from 'vitest';
import { predict } from '../../../test/support/check-claims';
import { draw, made } from '../../../test/support/transitions';
import type { GameAction } from '../../contract/agents';
import { readClaims, writeClaims } from '../../grid/claims/words';
import type { Transition } from '../../grid/transition';

const PRESS: GameAction = { id: 'ACTION1' };

/** Two figures: a red cross of 3×3 cells and a blue bar of 1×3; a black cell in the middle of the chosen one. */
const CROSS =
  'the red 3×3 object (drawn .8./888/.8.), when chosen the red/black 3×3 object (drawn .8./858/.8.)';
const BAR = 'the blue 1×3 object, when chosen the blue/black 1×3 object (drawn 959)';
const MOVE = `Moves the chosen one of several figures that may cover each other right by 1 cell: ${CROSS}; then ${BAR}. It goes over white cells.`;
const NEXT = `Chooses the next one of several figures that may cover each other: ${CROSS}; then ${BAR}; then the first one again.`;
const EDGE = 'What marks it as chosen never leaves the board.';
const OVER = 'Number 2 covers number 1.';

function foretell(
  definition: string,
  before: string,
  history: Transition[] = [],
  masked: number[] = [],
): string {
  const claims = readClaims(definition);
  if (!claims) throw new Error(`not readable: ${definition}`);
  const prediction = predict(claims, draw(before), PRESS, { mask: new Set(masked), history });
  return prediction.kind === 'board' ? prediction.cells.replaceAll('/', ' ') : prediction.kind;
}

describe('claims about figures that cover each other', () => {
  it.each([
    MOVE,
    NEXT,
    `${MOVE} ${EDGE} ${OVER} Number 1 covers number 2 while it is chosen.`,
    `${NEXT} ${OVER}`,
  ])('reads and writes back: %s', (sentence) => {
    const claims = readClaims(sentence);
    expect(claims).not.toBeNull();
    expect(writeClaims(claims ?? [])).toBe(sentence);
  });

  it.each([
    MOVE.replace('right by 1 cell', 'away'),
    `${MOVE} Number 3 covers number 1.`,
    MOVE.replace('(drawn 959)', '(drawn 9.9)'),
    MOVE.replace(BAR, 'the blue 1×3 object, when chosen the blue 1×3 object'),
  ])('does not read what it could not have written: %s', (text) => {
    expect(readClaims(text)).toBeNull();
  });

  it('moves the chosen one, and leaves open what was never seen beneath it', () => {
    expect(foretell(MOVE, '.8.... 858... .8.... ..999.')).toBe('0?8000 ?85800 0?8000 009990');
  });

  it('brings back what was seen where the figure goes away', () => {
    const before = made('78.... 858... .8.... ..999.', '7.8... .858.. ..8... ..999.');
    expect(foretell(MOVE, '7.8... .858.. ..8... ..999.', [before])).toBe('700800 0?8580 000800 009990');
  });

  it('knows a figure by what shows of it, and what of it comes from beneath the other or from beyond the edge', () => {
    const covered = '..8... .999.. ..8... ......';
    expect(foretell(`${MOVE} ${OVER}`, covered)).toBe('00?800 099980 00?800 000000');
    expect(foretell(`${MOVE} ${OVER}`, '8..... 58.... 8..... ...999')).toBe('?80000 858000 ?80000 000999');
  });

  it('says nothing where it is not known which one covers the other', () => {
    const meeting = '.8.... 858... .8.... 999...';
    expect(foretell(MOVE, meeting.replace('999...', '...999'))).not.toBe('silent');
    expect(foretell(MOVE, '.8.... 858999 .8.... ......')).toBe('silent');
    expect(foretell(`${MOVE} ${OVER}`, '.8.... 858999 .8.... ......')).toBe('0?8000 ?85999 0?8000 000000');
    const whileChosen = 'Number 2 covers number 1 while it is chosen.';
    expect(foretell(`${MOVE} ${whileChosen}`, '.8.... 858999 .8.... ......')).toBe('silent');
  });

  it('says nothing where it never went over what lies ahead', () => {
    expect(foretell(MOVE, '.87... 858... .8.... ..999.')).toBe('silent');
    expect(foretell(MOVE.replace('over white', 'over white or pink'), '.87... 858... .8.... ..999.')).toBe(
      '0?8000 ?85800 0?8000 009990',
    );
  });

  it('stops at the edge once that was seen, and says nothing before', () => {
    const atEdge = '.....8 999.85 .....8 ......';
    expect(foretell(MOVE, atEdge)).toBe('silent');
    expect(foretell(`${MOVE} ${EDGE}`, atEdge)).toBe('nothing');
  });

  it('passes the mark on, seen or not', () => {
    expect(foretell(NEXT, '.8.... 858... .8.... ..999.')).toBe('080000 888000 080000 009590');
    expect(foretell(NEXT, '.8.... 888... .8.... ..959.')).toBe('080000 858000 080000 009990');
    // The bar lies on the middle of the cross: by its own mark it is known that the cross is the chosen one.
    expect(foretell(`${NEXT} ${OVER}`, '..8... .999.. ..8... ......')).toBe('008000 095900 008000 000000');
    // Where both marks are in one cell, it might be that of either.
    expect(foretell(`${NEXT} ${OVER}`, '..8... .959.. ..8... ......')).toBe('silent');
  });

  it('says nothing where a figure is missing or might be in two places', () => {
    expect(foretell(MOVE, '.8.... 858... .8.... ......')).toBe('silent');
    expect(foretell(MOVE, '.8.... 858... 999... ..999.')).toBe('silent');
  });
});
