import { describe, expect, it } from 'vitest';
import { checkClaims, predict } from '../../../test/support/check-claims';
import { draw, made } from '../../../test/support/transitions';
import type { GameAction } from '../../contract/agents';
import { readDrawing, writeDrawing } from '../../grid/claims/picture';
import { readClaims, writeClaims } from '../../grid/claims/words';
import type { Transition } from '../../grid/transition';

const NO_CONTEXT = { mask: new Set<number>(), history: [] };
const PRESS: GameAction = { id: 'ACTION1' };

function foretell(
  definition: string,
  before: string,
  action: GameAction = PRESS,
  ctx: { mask: Set<number>; history: readonly Transition[] } = NO_CONTEXT,
): string {
  const claims = readClaims(definition);
  if (!claims) throw new Error(`not readable: ${definition}`);
  const prediction = predict(claims, draw(before), action, ctx);
  return prediction.kind === 'board' ? prediction.cells.replaceAll('/', ' ') : prediction.kind;
}

const board = (text: string): string => draw(text).replaceAll('/', ' ');

const SENTENCES = [
  'Moves the blue 4×4 object up by 4 cells when the cells ahead are white or light grey; black or maroon cells ahead stop it.',
  'Moves the blue/red 2×3 object (drawn 998/9.8) down by 1 cell and left by 2 cells when the cells it would cover are white; green cells or the edge ahead stop it. It pushes the orange 2×2 object and the pink 1×1 object ahead over white cells; black cells beyond stop both.',
  'Moves the red/blue 2×2 object (drawn 99/88), however turned, left by 2 cells when the cells ahead are white. It is drawn 98/98 then. It turns even when it is stopped.',
  'Moves every green 1×1 object right by 1 cell when the cells ahead are white; the edge ahead stops it. Leaving aside pink cells, which change by themselves.',
  'Slides the red 1×1 object up by 1 cell and on as far as it goes when the cells ahead are white; black cells ahead stop it.',
  'Moves the yellow 3×3 object (drawn bbb/b.b/bbb) right by 4 cells when the cells it would cover are black. It was only seen to go where something else lies inside it.',
  'Moves the yellow 3×3 object (drawn bbb/b.b/bbb) left to the next thing that fits inside it on white or black cells; with none it stays.',
  'Slides all red, blue or green cells down over white cells as far as they go; black cells or the edge ahead stop them.',
  'Recolours red to blue, blue to green inside the yellow 3×3 object (drawn bbb/b.b/bbb).',
  'On a click on red in black or blue in the edge or green cells: Recolours red to blue in the clicked object. A click on black in the edge does nothing.',
  'Turns what is in the place of the blue/red 2×2 object (drawn 99/98), however turned clockwise.',
  'Turns what is in the 3×3 cells from (1,-4) of the corner of the pink 1×1 object upside down.',
  'Turns all maroon cells white, and white ones maroon where it turned them. Seen while the blue 2×2 object stands on purple cells; with none within 2 cells it does nothing.',
  'Swaps every yellow 2×2 object for a white/yellow 2×2 object (drawn 0b/b0) and every pink 1×2 object for a green 1×2 object, and back. Seen while the blue 2×2 object is within 3 cells of red and green cells.',
  'Restores the board as it was before the last action that changed it.',
  'Restores the board as it was at the start of the level.',
  'On a click on red in black: Puts the yellow 3×3 object (drawn bbb/b.b/bbb) around the clicked object.',
  'On a click on red in black: Turns the clicked red or blue object white, and what was white red.',
  'On a click on green in black: Turns the clicked dark grey rectangle, or the one in the clicked green object, white, and what was white dark grey.',
  'Shows something in passing; the board settles as it was.',
  'Moves the red 1×1 object up by 1 cell when the cells ahead are white. Also seen once: the red 1×1 object at (3,3) vanished (1 pixel changed in region (3,3)-(3,3)) (frame 15). Also seen once: it turned blue.',
];

describe('the sentences of claims', () => {
  it.each(SENTENCES)('reads and writes back: %s', (sentence) => {
    const claims = readClaims(sentence);
    expect(claims).not.toBeNull();
    expect(writeClaims(claims ?? [])).toBe(sentence);
  });

  it('reads several claims of one definition, each with what follows it', () => {
    const both = `${SENTENCES[0]} ${SENTENCES[1]}`;
    const claims = readClaims(both);
    expect(claims?.map((claim) => claim.kind)).toEqual(['move', 'move']);
    expect(claims?.[0]).toMatchObject({ push: null });
    expect(claims?.[1]).toMatchObject({ push: { over: [0] } });
    expect(writeClaims(claims ?? [])).toBe(both);
  });

  it.each([
    '',
    'Moves the hero north.',
    'Changes the board: moves a blue 4×4 object by (0,4) (no rule found yet).',
    'Moves the blue 4×4 object up by 4 cells when the cells ahead are sparkling.',
    `${SENTENCES[0]} And then some.`,
    'Restores the board as it was before the last action that changed it. It turns even when it is stopped.',
  ])('does not read what it could not have written: %s', (text) => {
    expect(readClaims(text)).toBeNull();
  });

  it('reads colours in any order', () => {
    expect(readClaims('A click on red cells or blue cells does nothing.')).toEqual(
      readClaims('A click on blue cells or red cells does nothing.'),
    );
  });
});

describe('what a move foretells', () => {
  const MOVE =
    'Moves the blue 2×2 object right by 2 cells when the cells ahead are white; black cells ahead stop it.';

  it('goes over known ground, and leaves open what it uncovers', () => {
    expect(foretell(MOVE, '...... .99... .99...')).toBe('000000 0??990 0??990');
  });
  it('stays where a colour that stops it lies ahead', () => {
    expect(foretell(MOVE, '...... .99.5. .99...')).toBe('nothing');
  });
  it('is silent about ground nobody met, the edge, and a second object of the kind', () => {
    expect(foretell(MOVE, '...... .99.3. .99...')).toBe('silent');
    expect(foretell(MOVE, '...... ....99 ....99')).toBe('silent');
    expect(foretell(MOVE, '99.... 99.... ...... .99... .99...')).toBe('silent');
    expect(foretell(MOVE, '...... ...... ......')).toBe('silent');
  });
  it('does not take a part of a larger thing for the object', () => {
    expect(foretell(MOVE, '.999.. .999.. ......')).toBe('silent');
  });
  it('finds an object of several colours beside others of its colours', () => {
    const two = 'Moves the red/blue 2×2 object (drawn 99/88) left by 1 cell when the cells ahead are white.';
    expect(foretell(two, '..99. ..888 .....')).toBe('099?0 088?8 00000');
  });

  const PUSH =
    'Moves the blue 1×1 object right by 1 cell when the cells ahead are white; black cells ahead stop it. It pushes the orange 1×1 object ahead over white cells; black or orange cells beyond stop both.';
  it('pushes one thing, not against what stops it, and not over unknown ground', () => {
    expect(foretell(PUSH, '.9c..')).toBe('0?9c0');
    expect(foretell(PUSH, '.9c5.')).toBe('nothing');
    expect(foretell(PUSH, '.9cc.')).toBe('nothing');
    expect(foretell(PUSH, '.9c7.')).toBe('silent');
  });

  it('slides until something known stops it', () => {
    const slide =
      'Slides the red 1×1 object down by 1 cell and on as far as it goes when the cells ahead are white; black cells ahead stop it.';
    expect(foretell(slide, '8. .. .. 5.')).toBe('?0 00 80 50');
    expect(foretell(slide, '8. .. .. ..')).toBe('silent');
  });

  it('turns, and says whether it turns where it is stopped', () => {
    const face =
      'Moves the red/blue 2×2 object (drawn 98/98), however turned, right by 2 cells when the cells ahead are white; black cells ahead stop it. It is drawn 98/98 then.';
    expect(foretell(face, '88... 99...')).toBe('??980 ??980');
    expect(foretell(face, '88.5. 99...')).toBe('silent');
    expect(foretell(`${face} It turns even when it is stopped.`, '88.5. 99...')).toBe('98050 98000');
    expect(foretell(`${face} It does not turn when it is stopped.`, '88.5. 99...')).toBe('nothing');
  });

  it('leaves masked cells alone: they are no ground, and hide no object', () => {
    const ctx = { mask: new Set([3]), history: [] };
    expect(foretell(MOVE, '.99... .99...', PRESS, ctx)).toBe('silent');
  });

  it('two things never end in the same place', () => {
    const two =
      'Moves the blue 1×1 object right by 1 cell when the cells ahead are white. Moves the red 1×1 object left by 1 cell when the cells ahead are white.';
    expect(foretell(two, '9...8')).toBe('?908?');
    expect(foretell(two, '.9.8.')).toBe('silent');
  });
});

describe('what other claims foretell', () => {
  it('lets everything loose slide, one upon the other', () => {
    const fall =
      'Slides all red or blue cells down over white cells as far as they go; black cells or the edge ahead stop them.';
    expect(foretell(fall, '89. ... .5. ...')).toBe(board('... .9. .5. 8..'));
    expect(foretell(fall, '87. ... ...')).toBe(board('.7. ... 8..'));
    expect(foretell(fall, '8.. 7.. ...')).toBe('silent');
  });

  it('recolours and turns what lies inside an outline, and nothing else', () => {
    const ring = 'the yellow 4×4 object (drawn b{4}/b..b/b..b/b{4})';
    const before = 'bbbb88 b89b88 b55b.. bbbb..';
    expect(foretell(`Recolours red to green inside ${ring}.`, before)).toBe(
      board('bbbb88 be9b88 b55b.. bbbb..'),
    );
    expect(foretell(`Turns what is inside ${ring} clockwise.`, before)).toBe(
      board('bbbb88 b58b88 b59b.. bbbb..'),
    );
    expect(foretell(`Recolours pink to green inside ${ring}.`, before)).toBe('silent');
  });

  it('takes back the last change that was not taken back', () => {
    const undo: GameAction = { id: 'ACTION7' };
    const claim = 'Restores the board as it was before the last action that changed it.';
    const history = [made('9..', '.9.'), made('.9.', '..9'), made('..9', '..9'), made('..9', '.9.', undo)];
    const at = (n: number, frame: string) =>
      foretell(claim, frame, undo, { mask: new Set(), history: history.slice(0, n) });
    expect(at(3, '..9')).toBe(board('.9.'));
    expect(at(4, '.9.')).toBe(board('9..'));
    expect(at(0, '9..')).toBe('silent');
  });

  it('toggles back only what it was seen to toggle', () => {
    const claim = 'Turns all maroon cells white, and white ones maroon where it turned them.';
    const history = [made('.d. .d.', '... ...')];
    expect(foretell(claim, '... ...', PRESS, { mask: new Set(), history })).toBe(board('.d. .d.'));
    expect(foretell(claim, '.d. .d.')).toBe('silent');
  });

  it('swaps looks in as many tiles as an area holds', () => {
    const claim = 'Swaps every white/yellow 1×2 object (drawn 0b) for a yellow 1×2 object, and back.';
    expect(foretell(claim, '5bbbb5 50b555')).toBe(board('50b0b5 5bb555'));
  });

  it('speaks only of the clicks it names', () => {
    const claim =
      'On a click on red in white: Recolours red to blue in the clicked object. A click on white cells does nothing.';
    const click = (x: number, y: number): GameAction => ({ id: 'ACTION6', x, y });
    const before = '..... .88.. ....8 55555 58555';
    expect(foretell(claim, before, click(1, 1))).toBe(board('..... .99.. ....8 55555 58555'));
    expect(foretell(claim, before, click(0, 0))).toBe('nothing');
    expect(foretell(claim, before, click(1, 4))).toBe('silent');
    expect(foretell(claim, before, click(9, 9))).toBe('silent');
  });

  it('holds under its condition, does nothing where that is known, and is silent in between', () => {
    const claim =
      'Recolours red to green on the whole board. Seen while the blue 1×1 object touches pink cells; with none within 2 cells it does nothing.';
    expect(foretell(claim, '97.... ...... .....8')).toBe(board('97.... ...... .....e'));
    expect(foretell(claim, '9.7... ...... .....8')).toBe('silent');
    expect(foretell(claim, '9..7.. ...... .....8')).toBe('silent');
  });

  it('says that something shows in passing', () => {
    const claims = readClaims('Shows something in passing; the board settles as it was.') ?? [];
    const flash = { ...made('9.', '9.'), frames: [draw('98'), draw('9.')] };
    expect(checkClaims(claims, flash, NO_CONTEXT)).toBe('fits');
    expect(checkClaims(claims, made('9.', '9.'), NO_CONTEXT)).toBe('contradicts');
  });
});

describe('checking claims', () => {
  const claims =
    readClaims(
      'Moves the blue 1×1 object right by 1 cell when the cells ahead are white; black cells ahead stop it. Leaving aside pink cells, which change by themselves.',
    ) ?? [];

  it('foretells with an exception what it foretells without', () => {
    const move = 'Moves the blue 1×1 object right by 1 cell when the cells ahead are white.';
    const exception = 'Also seen once: nothing changes (frame 3).';
    expect(foretell(`${move} ${exception}`, '.9..')).toBe(foretell(move, '.9..'));
    expect(foretell(exception, '.9..')).toBe('silent');
    expect(readClaims(`On a click on red cells: ${exception}`)).toBeNull();
  });

  it('fits whatever was uncovered, and what is left aside', () => {
    expect(checkClaims(claims, made('.9.. ...7', '.39. ..7.'), NO_CONTEXT)).toBe('fits');
  });
  it('is contradicted by anything else that changes, and by nothing changing', () => {
    expect(checkClaims(claims, made('.9.. ....', '..9. 3...'), NO_CONTEXT)).toBe('contradicts');
    expect(checkClaims(claims, made('.9.. ....', '.9.. ....'), NO_CONTEXT)).toBe('contradicts');
    expect(checkClaims(claims, made('.95. ....', '5.9. ....'), NO_CONTEXT)).toBe('contradicts');
  });
  it('takes no evidence from other levels, doubtful steps and boards of another size', () => {
    const wrong = made('.9..', '9...');
    expect(checkClaims(claims, { ...wrong, levelChanged: true }, NO_CONTEXT)).toBe('silent');
    expect(checkClaims(claims, { ...wrong, certain: false }, NO_CONTEXT)).toBe('silent');
    expect(checkClaims(claims, made('.9..', '9.'), NO_CONTEXT)).toBe('silent');
  });
});

describe('the drawing of an object in a sentence', () => {
  it.each([
    [
      'a ring',
      ['bbbbbbbbbbbb', ...Array<string>(10).fill('b..........b'), 'bbbbbbbbbbbb'],
      'b{12}/b.{10}b×10/b{12}',
    ],
    ['two parts', ['99', '88'], '99/88'],
    ['a long row once', ['111112', '2.....'], '1{5}2/2.{5}'],
  ])('counts long runs of %s, and is read back', (_, rows, written) => {
    const picture = readDrawing(rows.join('/'));
    expect(picture && writeDrawing(picture)).toBe(written);
    expect(readDrawing(written)).toEqual(picture);
  });

  it.each(['', 'b{70}', 'b×65', 'b{2', 'g', '11/1', 'b{0}'])('is none: %j', (text) => {
    expect(readDrawing(text)).toBeNull();
  });
});

describe('a click that picks one of several things', () => {
  const PICKS =
    'Turns the clicked red rectangle, or the one in the clicked green object, blue, and what was blue red.';
  const click = (x: number, y: number): GameAction => ({ id: 'ACTION6', x, y });
  const BOARD = 'eee.eee. e8e.e9e. eee.eee. ......88 ......8.';

  it('picks what lies in the clicked object, and the clicked thing itself', () => {
    const picked = board('eee.eee. e9e.e8e. eee.eee. ......88 ......8.');
    expect(foretell(PICKS, BOARD, click(0, 0))).toBe(picked);
    expect(foretell(PICKS, BOARD, click(1, 1))).toBe(picked);
  });

  it('does nothing where the picked one is clicked again', () => {
    expect(foretell(PICKS, BOARD, click(4, 0))).toBe('nothing');
  });

  it('is silent of a thing that is no rectangle, as two may touch, and of an object with two things in it', () => {
    expect(foretell(PICKS, BOARD, click(6, 3))).toBe('silent');
    expect(foretell(PICKS, 'eeeee e8e8e eeeee ..9..', click(0, 0))).toBe('silent');
    expect(foretell(PICKS.replace('rectangle', 'object'), BOARD, click(6, 3))).not.toBe('silent');
  });
});
