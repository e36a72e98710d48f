import { colourName } from '../../contract/frame';
import type { Shift } from './board';
import { ANY } from './board';
import type { Claim, MoveClaim, RecolourClaim } from './claim';
import { writeCycle } from './cycle';
import { writeDraw } from './draw';
import { writeHighlight } from './highlight';
import { writePick } from './pick';
import { namePicture, writeDrawing } from './picture';
import { writePlate } from './plate';
import { REACH_WORDS } from './reach';
import { writeRewind } from './rewind';
import { writeRing } from './ring';
import { ANY_COLOUR, type Area, type ClickedArea, type Condition, NO_COLOUR, readSite } from './scope';
import { writeScroll } from './scroll';
import { writeShown } from './shown';
import { writeSquares } from './squares';
import { writeSteer } from './steer';
import { writeTiles } from './tiles';
import { writeWrap } from './wrap';

/** Writes the definition that states these claims; empty for none. */
export const writeClaims = (claims: readonly Claim[]): string => claims.map(writeClaim).join(' ');

/** Writes `black`, `black or maroon`, `black, maroon or green`. */
export function listColours(colours: readonly number[]): string {
  const names = colours.map(colourName);
  const last = names.pop() ?? 'no';
  return names.length > 0 ? `${names.join(', ')} or ${last}` : last;
}

/** Writes `red in black or blue in the edge or green cells`: the clicked colour, and the one around it. */
const listSites = (sites: readonly number[]): string => sites.map(writeSite).join(' or ');

function writeSite(site: number): string {
  const { colour, around } = readSite(site);
  if (around === ANY_COLOUR) return `${colourName(colour)} cells`;
  return `${colourName(colour)} in ${around === NO_COLOUR ? 'the edge' : colourName(around)}`;
}

/** Sorts ascending, without repeats. */
export const sorted = (colours: Iterable<number>): number[] => [...new Set(colours)].sort((a, b) => a - b);

export const countCells = (n: number): string => `${n} ${n === 1 ? 'cell' : 'cells'}`;

/** Writes `up by 4 cells`, `down by 1 cell and left by 2 cells`. */
export function writeShift({ rows, cols }: Shift): string {
  const parts = [
    ...(rows === 0 ? [] : [`${rows < 0 ? 'up' : 'down'} by ${countCells(Math.abs(rows))}`]),
    ...(cols === 0 ? [] : [`${cols < 0 ? 'left' : 'right'} by ${countCells(Math.abs(cols))}`]),
  ];
  return parts.join(' and ');
}

const stopping = ({ stops, edge }: { stops: readonly number[]; edge: boolean }): string => {
  const parts = [...(stops.length > 0 ? [`${listColours(stops)} cells`] : []), ...(edge ? ['the edge'] : [])];
  return parts.join(' or ');
};

function writeClaim(claim: Claim): string {
  const click =
    claim.click && claim.kind !== 'idle'
      ? `On a click on ${listSites(claim.click)}${writeWithin(claim)}: `
      : '';
  return [
    `${click}${writeEffect(claim)}`,
    ...(claim.when ? [writeCondition(claim.when)] : []),
    ...('shown' in claim && claim.shown ? [writeShown(claim.shown)] : []),
  ].join(' ');
}

/** Writes ` within (24,60)-(27,63)`: corners as (row,col), inclusive. */
function writeWithin(claim: Claim): string {
  const box = 'within' in claim ? claim.within : undefined;
  return box ? ` within (${box.top},${box.left})-(${box.bottom},${box.right})` : '';
}

/** Writes the first sentence of a claim, without its click. */
export function writeEffect(claim: Claim): string {
  switch (claim.kind) {
    case 'move':
      return writeMove(claim);
    case 'hop': {
      const stays = claim.stays ? '; with none it stays' : '';
      return `Moves the ${namePicture(claim.who)} ${wayOf(claim.by)} to the next thing that fits inside it on ${listColours(claim.over)} cells${stays}.`;
    }
    case 'fall': {
      const stop = stopping(claim);
      const until = stop === '' ? '' : `; ${stop} ahead stop them`;
      const over = `over ${listColours(claim.over)} cells`;
      return `Slides all ${listColours(claim.loose)} cells ${wayOf(claim.by)} ${over} as far as they go${until}.`;
    }
    case 'recolour':
      return `Recolours ${writeMap(claim.map)} ${writeArea(claim.area)}.`;
    case 'draw':
      return writeDraw(claim, writeArea(claim.area));
    case 'turn':
      return `Turns what is ${writeArea(claim.area)} ${claim.way}.`;
    case 'toggle': {
      const [from, to] = [colourName(claim.from), colourName(claim.to)];
      return `Turns all ${from} cells ${to}, and ${to} ones ${from} where it turned them.`;
    }
    case 'swap': {
      const pairs = claim.pairs.map(([a, b]) => `every ${namePicture(a)} for a ${namePicture(b)}`);
      return `Swaps ${pairs.join(' and ')}, and back.`;
    }
    case 'pass': {
      const things = claim.things.map(
        ([plain, chosen]) => `the ${namePicture(plain)} as the ${namePicture(chosen)}`,
      );
      const turn = claim.closed ? ', and then the first one again' : '';
      return `Chooses the next one of several things, which is drawn otherwise while it is chosen: ${things.join(', then ')}${turn}.`;
    }
    case 'steer':
      return writeSteer(claim, claim.by ? writeShift(claim.by) : '');
    case 'ring':
      return writeRing(claim, writeArea(claim.area));
    case 'cycle':
      return writeCycle(claim);
    case 'scroll':
      return writeScroll(claim, writeShift);
    case 'wrap':
      return writeWrap(claim, writeShift(claim.by));
    case 'pick':
      return writePick(claim);
    case 'highlight':
      return writeHighlight(claim);
    case 'plate':
      return writePlate(claim);
    case 'squares':
      return writeSquares(claim);
    case 'rewind':
      return writeRewind(claim);
    case 'restore':
      return claim.what === 'last'
        ? 'Restores the board as it was before the last action that changed it.'
        : 'Restores the board as it was at the start of the level.';
    case 'select':
      return `Puts the ${namePicture(claim.who)} around the clicked object.`;
    case 'flash':
      return 'Shows something in passing; the board settles as it was.';
    case 'idle':
      return `A click on ${listSites(claim.click)} does nothing.`;
    case 'aside':
      return `Leaving aside ${listColours(claim.colours)} cells, which change by themselves.`;
    case 'exception': {
      const frame = claim.frame === null ? '' : ` (frame ${claim.frame})`;
      return `Also seen once: ${claim.what}${frame}.`;
    }
  }
}

const wayOf = ({ rows, cols }: Shift): string =>
  rows < 0 ? 'up' : rows > 0 ? 'down' : cols < 0 ? 'left' : 'right';

/** Begins the sentence of a move claim that speaks where those before it do not find their objects. */
export const OTHERWISE = 'Otherwise: ';

function writeMove(claim: MoveClaim): string {
  const who = `${claim.every ? 'every' : 'the'} ${namePicture(claim.who)}${claim.turned ? ', however turned,' : ''}`;
  const what = claim.slides
    ? `Slides ${who} ${writeShift(claim.by)} and on as far as it goes`
    : `Moves ${who} ${writeShift(claim.by)}`;
  const where = claim.reach === 'way' ? 'the cells ahead' : 'the cells it would cover';
  const stop = stopping(claim);
  const verb = stop.endsWith('edge') && claim.stops.length === 0 ? 'stops' : 'stop';
  const tail = stop === '' ? '' : `; ${stop} ahead ${verb} it`;
  const push = claim.push;
  return [
    `${claim.otherwise ? OTHERWISE : ''}${what} when ${where} are ${listColours(claim.over)}${tail}.`,
    ...(claim.framing === 'only' ? ['It only goes where something else lies inside it.'] : []),
    ...(claim.framing === 'seen' ? ['It was only seen to go where something else lies inside it.'] : []),
    ...(push
      ? [
          `It pushes the ${push.what.map(namePicture).join(' and the ')} ahead over ${listColours(push.over)} cells${
            stopping(push) === '' ? '' : `; ${stopping(push)} beyond stop both`
          }.`,
        ]
      : []),
    ...(claim.face ? [`It is drawn ${writeDrawing(claim.face)} then.`] : []),
    ...(claim.turnsStopped === true ? ['It turns even when it is stopped.'] : []),
    ...(claim.turnsStopped === false ? ['It does not turn when it is stopped.'] : []),
    ...(claim.open ? [OPEN] : []),
    ...(claim.limit === undefined ? [] : [`It never goes ${writeLimit(claim.limit, claim.by)}.`]),
    ...(claim.seenTo === undefined ? [] : [`It was never seen to go ${writeLimit(claim.seenTo, claim.by)}.`]),
    ...(claim.unless
      ? [
          `It is not known what happens with ${listColours(claim.unless.colours)} cells within ${countCells(claim.unless.within)} of it.`,
        ]
      : []),
  ].join(' ');
}

/** Leaves open what lies within the box of an object and is no part of it. */
export const OPEN = 'What shows through it may change as it goes.';

/** Writes `above row 4`, `right of column 60`. */
const writeLimit = (limit: number, by: Shift): string =>
  by.rows !== 0
    ? `${by.rows < 0 ? 'above' : 'below'} row ${limit}`
    : `${by.cols < 0 ? 'left' : 'right'} of column ${limit}`;

const writeMap = (map: RecolourClaim['map']): string =>
  map.map(([from, to]) => `${colourName(from)} to ${to === ANY ? ANY_WORDS : colourName(to)}`).join(', ');

/** What a colour becomes that went several ways. */
export const ANY_WORDS = 'any colour';

function writeArea(area: Area): string {
  switch (area.of) {
    case 'board':
      return 'on the whole board';
    case 'clicked':
      return writeClicked(area);
    case 'tile':
      return writeTiles(area, colourName);
    case 'place':
      return `in the ${area.rows}×${area.cols} cells at (${area.top},${area.left})`;
    case 'object':
      return `in the place of the ${namePicture(area.picture)}, however turned`;
    case 'inside':
      return `inside the ${namePicture(area.picture)}`;
    case 'beside': {
      const { rows, cols } = area.at;
      return `in the ${area.rows}×${area.cols} cells from (${rows},${cols}) of the corner of the ${namePicture(area.picture)}`;
    }
  }
}

/** Writes the place of an effect that a click gives. */
export const writeClicked = ({ whole, reach }: ClickedArea): string =>
  `in the clicked ${whole ? 'thing of all its colours' : 'object'}${reach ? ` ${REACH_WORDS[reach]}` : ''}`;

function writeCondition(when: Condition): string {
  const near = when.relation === 'is near' ? `is within ${countCells(when.within)} of` : when.relation;
  const colours = when.colours.map(colourName).join(' and ');
  const beyond =
    when.beyond === null
      ? ''
      : when.beyond === 0
        ? '; elsewhere it does nothing'
        : `; with none within ${countCells(when.beyond)} it does nothing`;
  return `Seen while the ${namePicture(when.who)} ${near} ${colours} cells${beyond}.`;
}
