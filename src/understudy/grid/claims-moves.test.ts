import { describe, expect, it } from 'vitest';
import { predict } from '../../../test/support/check-claims';
import { draw } from '../../../test/support/transitions';
import type { GameAction } from '../../contract/agents';
import { readClaims, writeClaims } from '../../grid/claims/words';

const PRESS: GameAction = { id: 'ACTION1' };

/** What a definition foretells of a board, its rows parted by spaces; or that it foretells nothing, or is silent. */
function foretell(definition: string, before: string): string {
  const claims = readClaims(definition);
  if (!claims) throw new Error(`not readable: ${definition}`);
  const prediction = predict(claims, draw(before), PRESS, { mask: new Set<number>(), history: [] });
  return prediction.kind === 'board' ? prediction.cells.replaceAll('/', ' ') : prediction.kind;
}

const BLUE = 'Moves the blue 1×1 object right by 1 cell when the cells ahead are white.';
const CARRY =
  'Moves the red/blue 1×2 object (drawn 98) right by 1 cell when the cells ahead are white. Otherwise: Moves the blue 1×1 object right by 1 cell when the cells ahead are white.';
const CHOOSE =
  'Chooses the next one of several things, which is drawn otherwise while it is chosen: the blue 1×2 object as the white/blue 1×2 object (drawn 90), then the red 1×2 object as the white/red 1×2 object (drawn 80), and then the first one again.';

describe('the sentences of moves and of what is chosen', () => {
  it.each([
    CARRY,
    CHOOSE,
    CHOOSE.replace(', and then the first one again', ''),
    `${BLUE} It never goes right of column 12.`,
    `${BLUE} It was never seen to go right of column 12.`,
    'Moves the blue 1×3 object (drawn 9.9) right by 3 cells when the cells ahead are white. What shows through it may change as it goes.',
    `${BLUE} It never goes right of column 3. It is not known what happens with red or green cells within 1 cell of it.`,
  ])('reads and writes back: %s', (sentence) => {
    expect(writeClaims(readClaims(sentence) ?? [])).toBe(sentence);
  });

  it('does not read a limit that lies across the way', () => {
    expect(readClaims(`${BLUE} It never goes above row 3.`)).toBeNull();
  });
});

describe('what moves that speak in turn foretell', () => {
  it('lets the one speak whose object is there, the first before the others', () => {
    expect(foretell(CARRY, '98.')).toBe('?98');
    expect(foretell(CARRY, '9..')).toBe('?90');
  });

  it('is silent where none of the objects is there', () => {
    expect(foretell(CARRY, '8..')).toBe('silent');
  });

  it('does not turn to the next where the first does not know the ground', () => {
    expect(foretell(CARRY, '985')).toBe('silent');
  });
});

describe('where moves end', () => {
  it('stops where nothing is seen, at a row or column it never leaves', () => {
    expect(foretell(`${BLUE} It never goes right of column 1.`, '9...')).toBe('?900');
    expect(foretell(`${BLUE} It never goes right of column 1.`, '.9..')).toBe('nothing');
  });

  it('says nothing of what lies beyond all that was seen', () => {
    expect(foretell(`${BLUE} It was never seen to go right of column 1.`, '9...')).toBe('?900');
    expect(foretell(`${BLUE} It was never seen to go right of column 1.`, '.9..')).toBe('silent');
  });

  it('says nothing near what makes a difference nobody knows, where it is and where it would go', () => {
    const careful = `${BLUE} It is not known what happens with red cells within 1 cell of it.`;
    expect(foretell(careful, '9...8')).toBe('?9008');
    expect(foretell(careful, '.9.8')).toBe('silent');
    expect(foretell(careful, '89..')).toBe('silent');
  });
});

describe('what shows through what moves', () => {
  const EYES =
    'Moves the blue 1×3 object (drawn 9.9) right by 3 cells when the cells it would cover are white.';

  it('stays as it is, or is left open where the sentence says so', () => {
    expect(foretell(EYES, '989...')).toBe('?8?909');
    expect(foretell(`${EYES} What shows through it may change as it goes.`, '989...')).toBe('???9?9');
  });
});

describe('what choosing the next thing foretells', () => {
  it('draws the chosen one plainly, and the next one as chosen', () => {
    expect(foretell(CHOOSE, '90 88')).toBe('99 80');
    expect(foretell(CHOOSE, '99 80')).toBe('90 88');
  });

  it('is silent where none is chosen, or nobody saw what follows the last one', () => {
    expect(foretell(CHOOSE, '99 88')).toBe('silent');
    expect(foretell(CHOOSE.replace(', and then the first one again', ''), '99 80')).toBe('silent');
  });
});
