import { describe, expect, it } from 'vitest';
import { checkClaims, predict } from '../../../test/support/check-claims';
import { draw, made } from '../../../test/support/transitions';
import type { GameAction } from '../../contract/agents';
import { readClaims, writeClaims } from '../../grid/claims/words';
import type { Transition } from '../../grid/transition';

const PRESS: GameAction = { id: 'ACTION1' };

/** What a definition foretells of a board, its rows parted by spaces; or that it foretells nothing, or is silent. */
function foretell(definition: string, before: string, history: readonly Transition[] = []): string {
  const claims = readClaims(definition);
  if (!claims) throw new Error(`not readable: ${definition}`);
  const prediction = predict(claims, draw(before), PRESS, { mask: new Set<number>(), history });
  return prediction.kind === 'board' ? prediction.cells.replaceAll('/', ' ') : prediction.kind;
}

const BLUE = 'Moves the blue 1×1 object right by 1 cell when the cells ahead are white or red.';
const LIT = `${BLUE} Every red 1×1 object that is then right at the right of the blue 1×1 object is drawn 7, and only there.`;
const PLATE = `${BLUE} While something covers the red 1×1 object at (0,1), the 1×2 cells at (1,1) are drawn 00, and 77 otherwise.`;
const FAR = `${BLUE} While something covers the red 1×1 object at (0,3), the 1×2 cells at (1,1) are drawn 00, and 77 otherwise.`;
const ALIVE = 'Leaving aside green cells, which change by themselves.';

const BACK = 'Takes the blue 1×1 object back to (0,0)';
const COUNTED = `${BACK}, and turns the 1×2 cells at (1,0) into the next of 57 > 75, and round`;
const ONCE = `${COUNTED}; right after itself, or with nothing done before, it does nothing.`;

describe('the sentences of what follows from a move', () => {
  it.each([
    LIT,
    LIT.replace('right at the right of', 'right beside'),
    LIT.replace('right at the right of the blue', 'right above the white/blue').replace(
      '1×1 object is drawn',
      '1×2 object (drawn 09) is drawn',
    ),
    PLATE,
    `${PLATE} ${ALIVE}`,
    `${BACK}.`,
    `${COUNTED}, and the 2×1 cells at (0,7) into the next of 1/2 > 2/1 > 3/3, and round.`.replace(
      ', and round, and the',
      ', and the',
    ),
    ONCE,
  ])('reads and writes back: %s', (sentence) => {
    expect(writeClaims(readClaims(sentence) ?? [])).toBe(sentence);
  });

  it('does not read looks of two sizes', () => {
    expect(readClaims(LIT.replace('drawn 7', 'drawn 77'))).toBeNull();
    expect(readClaims(PLATE.replace('and 77', 'and 777'))).toBeNull();
  });
});

describe('what is lit beside an object', () => {
  it('is lit where the object comes to stand before it', () => {
    expect(foretell(LIT, '9.8')).toBe('?97');
  });

  it('goes out where the object is no more', () => {
    expect(foretell(LIT, '9.. 7..')).toBe('?90 800');
  });

  it('stays as it is at another side, or further away', () => {
    expect(foretell(LIT, '9... .8.8')).toBe('?900 0808');
  });

  it('is not foretold where only a part of it is beside the object', () => {
    expect(foretell(LIT.replaceAll('1×1', '2×1').replace('drawn 7', 'drawn 7/7'), '9.. 9.8 ..8')).toBe(
      'silent',
    );
  });

  it('is not foretold where the object is drawn otherwise', () => {
    const turned = LIT.replace('of the blue 1×1 object', 'of the pink 1×2 object');
    expect(foretell(turned, '9.. 7..')).toBe('silent');
    expect(foretell(turned, '9.. 8..')).toBe('?90 800');
  });
});

describe('what a plate changes', () => {
  it('changes when an object comes onto the mark, and back when it leaves', () => {
    expect(foretell(PLATE, '98. .77')).toBe('?90 000');
    expect(foretell(PLATE, '.9. .00')).toBe('0?9 077');
  });

  it('stays while the object is elsewhere', () => {
    expect(foretell(FAR, '9..8 .77.')).toBe('?908 0770');
  });

  it('is left open while something is about that moves by itself', () => {
    expect(foretell(`${FAR} ${ALIVE}`, '9..8 e77.')).toBe('?908 e??0');
    expect(foretell(`${PLATE} ${ALIVE}`, '98. e77')).toBe('?90 e00');
  });

  it('says nothing of a board without it', () => {
    expect(foretell(PLATE, '9.. .55')).toBe('?90 055');
  });
});

describe('what taking an object back foretells', () => {
  const MOVED = made('9.. 57.', '.9. 57.', { id: 'ACTION4' });
  const DONE = made('.9. 75.', '9.. 57.', PRESS, 2);

  it('is one place, from wherever it is, and the next look of each counter', () => {
    expect(foretell(`${COUNTED}.`, '..9 57.')).toBe('90? 750');
    expect(foretell(`${BACK}.`, '... 9..')).toBe('900 ?00');
  });

  it('is not known where the object is there already, unless something else was done since', () => {
    expect(foretell(`${COUNTED}.`, '9.. 57.')).toBe('silent');
    expect(foretell(`${COUNTED}.`, '9.. 57.', [DONE, MOVED])).toBe('900 750');
    expect(foretell(`${BACK}.`, '9.. 57.', [DONE, MOVED])).toBe('silent');
  });

  it('depends, where it is there, on what was done last, where that is known', () => {
    expect(foretell(ONCE, '9.. 57.')).toBe('nothing');
    expect(foretell(ONCE, '9.. 57.', [DONE])).toBe('nothing');
    expect(foretell(ONCE, '9.. 57.', [DONE, MOVED])).toBe('900 750');
  });

  it('is silent where a counter shows what nobody saw', () => {
    expect(foretell(`${COUNTED}.`, '..9 55.')).toBe('silent');
  });
});

describe('what is left aside', () => {
  const judge = (after: string) =>
    checkClaims(readClaims(`${BLUE} ${ALIVE}`) ?? [], made('9..... .e.... eae... .e....', after, PRESS), {
      mask: new Set<number>(),
      history: [],
    });

  it('is a thing of such a colour, with a mark of another colour within it', () => {
    expect(judge('.9.... ....e. ...eae ....e.')).toBe('fits');
  });

  it('is no mark that is not within such a thing', () => {
    expect(judge('.9...a .e.... eae... .e....')).toBe('contradicts');
  });
});
