import { describe, expect, it } from 'vitest';
import { predict } from '../../../test/support/check-claims';
import { draw } from '../../../test/support/transitions';
import type { GameAction } from '../../contract/agents';
import { readClaims, writeClaims } from '../../grid/claims/words';

const NO_CONTEXT = { mask: new Set<number>(), history: [] };
const PRESS: GameAction = { id: 'ACTION1' };

function foretell(definition: string, before: string, action: GameAction = PRESS): string {
  const claims = readClaims(definition);
  if (!claims) throw new Error(`not readable: ${definition}`);
  const prediction = predict(claims, draw(before), action, NO_CONTEXT);
  return prediction.kind === 'board' ? prediction.cells.replaceAll('/', ' ') : prediction.kind;
}

const RING = 'Turns the picture in the 2×2 cells at (1,1) into the next of 99/98 > 89/88 > 98/99 > 99/98.';
const SWITCH =
  'On a click on red in black within (4,4)-(5,6): Turns the picture in the 1×3 cells at (0,0) into the next of 9.8 > 8.9 > 8.9, or of 7.7 > 9.8.';
const BESIDE =
  'Turns the picture, however turned, in the 2×2 cells from (1,0) of the corner of the pink 1×2 object into the next of 90/00 > 99/00.';
const CYCLE =
  'Moves what is in the 1×2 cells at (0,0) > (0,3) > (2,3) on to the next of them, and from the last to the first.';
const SCROLL =
  'Shifts what is in the 2×4 cells at (0,0) left by 1 cell and in the 1×4 cells at (3,1) right by 2 cells; what is at their border goes on there.';
const BELT =
  'Shifts what is in the 4×1 cells at (0,2) down by 1 cell; what leaves them comes in again on the other side.';
const WRAP =
  'Moves the blue 1×2 object and the red 1×1 object right by 2 cells, and from column 4 to column 0.';

const PICK = 'Turns the clicked red object blue, and what was blue red.';

const LAMP =
  'Recolours grey to red on the whole board. Only while the cell at (0,0) is blue; with black or green there it does not.';

describe('claims about places', () => {
  it.each([RING, SWITCH, BESIDE, CYCLE, SCROLL, BELT, WRAP, PICK, LAMP, `${RING} ${SWITCH} ${WRAP}`])(
    'reads and writes back: %s',
    (sentence) => {
      const claims = readClaims(sentence);
      expect(claims).not.toBeNull();
      expect(writeClaims(claims ?? [])).toBe(sentence);
    },
  );

  it.each([
    'Turns the picture in the 2×2 cells at (1,1) into the next of 99/98.',
    'Moves what is in the 1×2 cells at (0,0) on to the next of them, and from the last to the first.',
    'Moves the blue 1×2 object right by 2 cells, and from row 4 to row 0.',
    'Shifts what is in the 2×4 cells at (0,0) left by 1 cell; something else comes in.',
  ])('does not read what it could not have written: %s', (text) => {
    expect(readClaims(text)).toBeNull();
  });

  it('foretells the next picture of a ring, and nothing of one that was never seen', () => {
    expect(foretell(RING, '.... .99. .98.')).toBe('0000 0890 0880');
    expect(foretell(RING, '.... .98. .99.')).toBe('0000 0990 0980');
    expect(foretell(RING, '.... .77. .77.')).toBe('silent');
  });

  it('leaves out cells that are no part of a picture, and knows a last look that stays', () => {
    const click = (x: number, y: number): GameAction => ({ id: 'ACTION6', x, y });
    const place = (looks: string): string => `${looks}5555 5555555 5555555 5555555 5555888 5555888`;
    expect(foretell(SWITCH, place('948'), click(5, 4)).slice(0, 7)).toBe('8495555');
    expect(foretell(SWITCH, place('849'), click(5, 4))).toBe('nothing');
    expect(foretell(SWITCH, place('747'), click(5, 4)).slice(0, 7)).toBe('9485555');
    expect(foretell(SWITCH, place('948'), click(0, 3))).toBe('silent');
  });

  it('turns the next picture as the one that shows, and leaves open what depends on how it is turned', () => {
    expect(foretell(BESIDE, '77.. 9... ....')).toBe('7700 9900 0000');
    expect(foretell(BESIDE, '77.. .9.. ....')).toBe('7700 0900 0900');
    const even = BESIDE.replace('90/00 > 99/00', '99/99 > 90/99');
    expect(foretell(even, '77 99 99')).toBe('77 ?? ??');
  });

  it('moves what lies in places round, one place each', () => {
    expect(foretell(CYCLE, '98.77 ..... ...12')).toBe('12098 00000 00077');
    expect(foretell(CYCLE, '98.98 ..... ...98')).toBe('nothing');
    expect(foretell(CYCLE, '98.98')).toBe('silent');
  });

  it('shifts what boxes hold, and is silent where one would look the same', () => {
    expect(foretell(SCROLL, '1234. 5678. ..... .1234')).toBe('23440 67880 00000 01112');
    expect(foretell(SCROLL, '1234. 5678. ..... .1111')).toBe('silent');
    expect(foretell(BELT, '..1 ..2 ..3 ..4')).toBe('004 001 002 003');
  });

  it('does what it says only with what a cell must show', () => {
    expect(foretell(LAMP, '9.22')).toBe('9088');
    expect(foretell(LAMP, '5.22')).toBe('nothing');
    expect(foretell(LAMP, '3.22')).toBe('silent');
  });

  it('picks the clicked one of several, and no other thing', () => {
    const at = (x: number): GameAction => ({ id: 'ACTION6', x, y: 0 });
    expect(foretell(PICK, '88.9.8', at(1))).toBe('990808');
    expect(foretell(PICK, '88.9.8', at(2))).toBe('silent');
    expect(foretell(PICK, '88.9.8', at(3))).toBe('silent');
    const more = 'Turns the clicked red or green object blue, and what was blue red.';
    expect(foretell(more, 'ee.9.8', at(0))).toBe('990808');
  });

  it('moves objects on, back to the first place from the last, and not from beyond', () => {
    expect(foretell(WRAP, '99....... .8.......')).toBe('??9900000 0?0800000');
    expect(foretell(WRAP, '....99... .....8...')).toBe('9900??000 08000?000');
    expect(foretell(WRAP, '.....99.. ......8..')).toBe('silent');
    expect(foretell(WRAP, '99....... .........')).toBe('silent');
  });
});
