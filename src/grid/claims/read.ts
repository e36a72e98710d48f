import { colourNumber } from '../../contract/frame';
import type { Shift } from './board';
import { ANY, type Box } from './board';
import { type AsideClaim, type Claim, isScoped, type MoveClaim } from './claim';
import { readCycle } from './cycle';
import { readDraw } from './draw';
import { readHighlight } from './highlight';
import { readPick } from './pick';
import { DRAWING, type Picture, readDrawing, readPicture } from './picture';
import { readPlate } from './plate';
import { REACHES } from './reach';
import { readRewind } from './rewind';
import { readRing } from './ring';
import {
  ANY_COLOUR,
  type Area,
  type ClickedArea,
  NO_COLOUR,
  NO_SCOPE,
  siteOf,
  TURNS,
  type TurnWay,
} from './scope';
import { readScroll } from './scroll';
import { readShown } from './shown';
import { readSquaresClaim } from './squares';
import { readSteer, readSteerTail } from './steer';
import { readTiles } from './tiles';
import { readWrap } from './wrap';
import { ANY_WORDS, OPEN, OTHERWISE, sorted, writeClaims, writeClicked, writeEffect } from './write';

const readColours = (list: string): number[] =>
  sorted(
    list
      .split(/, | or /)
      .map(colourNumber)
      .filter((colour) => colour >= 0),
  );

const readSites = (list: string): number[] =>
  sorted(
    list.split(' or ').map((site) => {
      const plain = /^(.+) cells$/.exec(site);
      if (plain) return siteOf(colourNumber(plain[1] ?? ''), ANY_COLOUR);
      const [colour, around] = site.split(' in ');
      return siteOf(
        colourNumber(colour ?? ''),
        around === 'the edge' ? NO_COLOUR : colourNumber(around ?? ''),
      );
    }),
  );

const SHIFT = '(?:(?:up|down|left|right) by \\d+ cells?)(?: and (?:left|right) by \\d+ cells?)?';

function readShift(text: string): Shift {
  const shift = { rows: 0, cols: 0 };
  for (const [, way, by] of text.matchAll(/(up|down|left|right) by (\d+) cells?/g)) {
    const n = Number(by) * (way === 'up' || way === 'left' ? -1 : 1);
    if (way === 'up' || way === 'down') shift.rows = n;
    else shift.cols = n;
  }
  return shift;
}

const readStopping = (text: string | undefined): { stops: number[]; edge: boolean } => ({
  stops: readColours((text ?? '').replace(/ ?(?:or )?the edge$/, '').replace(/ cells$/, '')),
  edge: /the edge$/.test(text ?? ''),
});

const readWay = (way: string | undefined): Shift => readShift(`${way} by 1 cell`);

/**
 * Reads the claims of a definition, as {@link writeClaims} wrote them. Returns null when any sentence is not a claim:
 * code cannot check such a definition.
 *
 * @example
 * readClaims('A click on red cells does nothing.'); // [{ kind: 'idle', click: [161], when: null }]
 * readClaims('It seems to move something.'); // null
 */
export function readClaims(definition: string | null | undefined): Claim[] | null {
  const text = (definition ?? '').trim();
  if (text === '') return null;
  const claims: Claim[] = [];
  for (const sentence of text.split(/(?<=\.) (?=[A-Z])/)) {
    const last = claims.at(-1);
    if (last && readTail(sentence, last)) continue;
    const claim = readSentence(sentence);
    if (!claim) return null;
    claims.push(claim);
  }
  // What would be written in other words was not understood: a colour nobody knows, a part left out.
  return wordsOf(writeClaims(claims)) === wordsOf(text) ? claims : null;
}

function readSentence(sentence: string): Claim | null {
  const click = /^On a click on ([^:]+?)( within \(\d+,\d+\)-\(\d+,\d+\))?: (.+)$/.exec(sentence);
  const claim = readEffect(click?.[3] ?? sentence);
  if (!claim || !click) return claim;
  return isScoped(claim) ? { ...claim, click: readSites(click[1] ?? ''), ...readWithin(click[2]) } : null;
}

function readWithin(text: string | undefined): { within?: Box } {
  if (text === undefined) return {};
  const [top = 0, left = 0, bottom = 0, right = 0] = (text.match(/\d+/g) ?? []).map(Number);
  return { within: { top, left, bottom, right } };
}

const MOVE = new RegExp(
  `^(Moves|Slides) (every|the) (.+? object(?: \\(drawn ${DRAWING}\\))?)(, however turned,)? (${SHIFT})( and on as far as it goes)? when the cells (ahead|it would cover) are (.+?)(?:; (.+) ahead stops? it)?\\.$`,
);
const FALL =
  /^Slides all (.+?) cells (up|down|left|right) over (.+?) cells as far as they go(?:; (.+) ahead stop them)?\.$/;
const HOP =
  /^Moves the (.+) (up|down|left|right) to the next thing that fits inside it on (.+?) cells(; with none it stays)?\.$/;

function readEffect(text: string): Claim | null {
  const fall = FALL.exec(text);
  if (fall) {
    const [loose, over] = [readColours(fall[1] ?? ''), readColours(fall[3] ?? '')];
    return { ...NO_SCOPE, kind: 'fall', by: readWay(fall[2]), loose, over, ...readStopping(fall[4]) };
  }
  const hop = HOP.exec(text);
  const outline = readPicture(hop?.[1] ?? '');
  if (hop && outline) {
    const stays = hop[4] !== undefined;
    return {
      ...NO_SCOPE,
      kind: 'hop',
      who: outline,
      by: readWay(hop[2]),
      over: readColours(hop[3] ?? ''),
      stays,
    };
  }
  const otherwise = text.startsWith(OTHERWISE);
  const move = MOVE.exec(otherwise ? text.slice(OTHERWISE.length) : text);
  if (move) {
    const claim = readMove(move);
    return claim && otherwise ? { ...claim, otherwise } : claim;
  }
  const recolour = /^Recolours (.+?) ((?:on|in|inside) .+)\.$/.exec(text);
  if (recolour) return readRecolour(recolour[1] ?? '', recolour[2] ?? '');
  const toggle = /^Turns all (.+?) cells (.+?), and (.+) ones (.+) where it turned them\.$/.exec(text);
  if (toggle) {
    const [from, to] = [colourNumber(toggle[1] ?? ''), colourNumber(toggle[2] ?? '')];
    return from < 0 || to < 0 ? null : { ...NO_SCOPE, kind: 'toggle', from, to };
  }
  const swap = /^Swaps every (.+), and back\.$/.exec(text);
  if (swap) return readSwap(swap[1] ?? '');
  const pass = PASS.exec(text);
  if (pass) return readPass(pass[1] ?? '', pass[2] !== undefined);
  const turn = new RegExp(`^Turns what is (.+) (${TURNS.join('|')})\\.$`).exec(text);
  const area = readArea(turn?.[1] ?? '');
  if (turn && area) return { ...NO_SCOPE, kind: 'turn', area, way: turn[2] as TurnWay };
  const select = /^Puts the (.+) around the clicked object\.$/.exec(text);
  const who = readPicture(select?.[1] ?? '');
  if (who) return { ...NO_SCOPE, kind: 'select', who };
  const idle = /^A click on (.+) does nothing\.$/.exec(text);
  if (idle) return { kind: 'idle', click: readSites(idle[1] ?? ''), when: null };
  const aside = /^Leaving aside (.+) cells, which change by themselves\.$/.exec(text);
  if (aside) return { ...NO_SCOPE, kind: 'aside', colours: readColours(aside[1] ?? '') } satisfies AsideClaim;
  const exception = /^Also seen once: (.+?)(?: \(frame (\d+)\))?\.$/.exec(text);
  if (exception) {
    const frame = exception[2] === undefined ? null : Number(exception[2]);
    return { ...NO_SCOPE, kind: 'exception', what: exception[1] ?? '', frame };
  }
  const placeClaim =
    readRing(text, readArea) ??
    readDraw(text, readArea) ??
    readCycle(text) ??
    readScroll(text, readShift) ??
    readWrap(text, readShift) ??
    readSteer(text, readShift) ??
    readPick(text) ??
    readHighlight(text) ??
    readPlate(text) ??
    readSquaresClaim(text) ??
    readRewind(text);
  if (placeClaim) return placeClaim;
  const plain = (
    [{ kind: 'flash' }, { kind: 'restore', what: 'last' }, { kind: 'restore', what: 'start' }] as const
  )
    .map((one): Claim => ({ ...NO_SCOPE, ...one }))
    .find((one) => writeEffect(one) === text);
  return plain ?? null;
}

function readMove([, verb, which, name, turned, by, , reach, over, stop]: RegExpExecArray): MoveClaim | null {
  const who = readPicture(name ?? '');
  if (!who) return null;
  return {
    ...NO_SCOPE,
    kind: 'move',
    who,
    turned: turned !== undefined,
    every: which === 'every',
    by: readShift(by ?? ''),
    slides: verb === 'Slides',
    reach: reach === 'ahead' ? 'way' : 'place',
    over: readColours(over ?? ''),
    ...readStopping(stop),
    face: null,
    turnsStopped: null,
    framing: 'no',
    push: null,
  };
}

const PASS =
  /^Chooses the next one of several things, which is drawn otherwise while it is chosen: (.+?)(, and then the first one again)?\.$/;

function readPass(list: string, closed: boolean): Claim | null {
  const things = list
    .split(', then ')
    .map((thing) => thing.replace(/^the /, '').split(' as the ').map(readPicture));
  const whole = things.flatMap(([plain, chosen]): [Picture, Picture][] =>
    plain && chosen ? [[plain, chosen]] : [],
  );
  return whole.length === things.length ? { ...NO_SCOPE, kind: 'pass', things: whole, closed } : null;
}

function readSwap(text: string): Claim | null {
  const pairs = text.split(' and every ').map((pair) => pair.split(' for a ').map(readPicture));
  const whole = pairs.flatMap(([a, b]): [Picture, Picture][] => (a && b ? [[a, b]] : []));
  return whole.length === pairs.length ? { ...NO_SCOPE, kind: 'swap', pairs: whole } : null;
}

function readRecolour(list: string, where: string): Claim | null {
  const area = readArea(where);
  const pairs = list.split(', ');
  const map = pairs.flatMap((pair): [number, number][] => {
    const [from = '', to = ''] = pair.split(' to ');
    const [was, is] = [colourNumber(from), colourNumber(to)];
    if (was < 0 || (is < 0 && to !== ANY_WORDS)) return [];
    return [[was, to === ANY_WORDS ? ANY : is]];
  });
  if (!area || map.length < pairs.length) return null;
  return { ...NO_SCOPE, kind: 'recolour', area, map };
}

const CLICKED_AREAS: readonly ClickedArea[] = [undefined, ...REACHES].flatMap((reach): ClickedArea[] => {
  const area: ClickedArea = { of: 'clicked', ...(reach && { reach }) };
  return [area, { ...area, whole: true }];
});

function readArea(text: string): Area | null {
  if (text === 'on the whole board') return { of: 'board' };
  const ofClick = CLICKED_AREAS.find((area) => writeClicked(area) === text);
  if (ofClick) return { ...ofClick };
  const tiles = readTiles(text, colourNumber);
  if (tiles) return tiles;
  const picture = (name: string | undefined): Picture | null => readPicture(name ?? '');
  const object = picture(/^in the place of the (.+), however turned$/.exec(text)?.[1]);
  if (object) return { of: 'object', picture: object };
  const inside = picture(/^inside the (.+)$/.exec(text)?.[1]);
  if (inside) return { of: 'inside', picture: inside };
  const numbers = /^in the (\d+)×(\d+) cells at \((\d+),(\d+)\)$/.exec(text)?.map(Number);
  if (numbers) {
    const [, rows, cols, top, left] = numbers;
    return { of: 'place', top: top ?? 0, left: left ?? 0, rows: rows ?? 0, cols: cols ?? 0 };
  }
  const match = /^in the (\d+)×(\d+) cells from \((-?\d+),(-?\d+)\) of the corner of the (.+)$/.exec(text);
  const beside = picture(match?.[5]);
  if (!match || !beside) return null;
  const [, rows, cols, down, right] = match.map(Number);
  const at = { rows: down ?? 0, cols: right ?? 0 };
  return { of: 'beside', picture: beside, at, rows: rows ?? 0, cols: cols ?? 0 };
}

/** Returns the sorted words of a text, because lists may come in any order. */
const wordsOf = (text: string): string =>
  text
    .split(/[\s,;]+/)
    .filter((word) => word !== 'or' && word !== 'and')
    .sort()
    .join(' ');

const WHEN = new RegExp(
  `^Seen while the (.+? object(?: \\(drawn ${DRAWING}\\))?) (stands on|touches|is within (\\d+) cells? of) (.+?) cells(; elsewhere it does nothing|; with none within (\\d+) cells? it does nothing)?\\.$`,
);
const LIMIT =
  /^It (never goes|was never seen to go) (?:above|below|left of|right of) (?:row|column) (\d+)\.$/;
const UNLESS = /^It is not known what happens with (.+?) cells within (\d+) cells? of it\.$/;
const FACE = new RegExp(`^It is drawn (${DRAWING}) then\\.$`);

/** Reads a sentence that adds to the claim before it; false when it does not. */
function readTail(sentence: string, claim: Claim): boolean {
  const shown = isScoped(claim) ? readShown(sentence) : null;
  if (shown && isScoped(claim)) {
    claim.shown = shown;
    return true;
  }
  const when = WHEN.exec(sentence);
  const who = readPicture(when?.[1] ?? '');
  if (when && who && isScoped(claim)) {
    const colours = sorted((when[4] ?? '').split(' and ').map(colourNumber));
    const relation = when[3] !== undefined ? 'is near' : when[2] === 'touches' ? 'touches' : 'stands on';
    const within = relation === 'is near' ? Number(when[3]) : relation === 'touches' ? 1 : 0;
    const beyond = when[6] !== undefined ? Number(when[6]) : when[5] !== undefined ? 0 : null;
    claim.when = { who, relation, within, colours, beyond };
    return colours.every((colour) => colour >= 0);
  }
  if (claim.kind === 'steer') return readSteerTail(sentence, claim);
  return claim.kind === 'move' && readMoveTail(sentence, claim);
}

function readMoveTail(sentence: string, claim: MoveClaim): boolean {
  if (sentence === 'It only goes where something else lies inside it.') claim.framing = 'only';
  else if (sentence === 'It was only seen to go where something else lies inside it.') claim.framing = 'seen';
  else if (sentence === OPEN) claim.open = true;
  else if (sentence === 'It turns even when it is stopped.') claim.turnsStopped = true;
  else if (sentence === 'It does not turn when it is stopped.') claim.turnsStopped = false;
  else {
    const face = readDrawing(FACE.exec(sentence)?.[1] ?? '');
    if (face) {
      claim.face = face;
      return true;
    }
    const limit = LIMIT.exec(sentence);
    if (limit) {
      claim[limit[1] === 'never goes' ? 'limit' : 'seenTo'] = Number(limit[2]);
      return true;
    }
    const unless = UNLESS.exec(sentence);
    if (unless) {
      claim.unless = { within: Number(unless[2]), colours: readColours(unless[1] ?? '') };
      return true;
    }
    const push = /^It pushes the (.+) ahead over (.+?) cells(?:; (.+) beyond stop both)?\.$/.exec(sentence);
    const what = (push?.[1] ?? '').split(' and the ').map(readPicture);
    if (!push || what.some((picture) => picture === null)) return false;
    const over = readColours(push[2] ?? '');
    claim.push = { what: what.flatMap((one) => one ?? []), over, ...readStopping(push[3]) };
  }
  return true;
}
