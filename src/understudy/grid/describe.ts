import type { EnvironmentUpdate } from '../../contract/agents';
import { colourName } from '../../contract/frame';
import type { AnalystBrief } from '../../grid/briefs';
import { readBoard } from '../../grid/claims/board';
import type { MoveClaim } from '../../grid/claims/claim';
import { lookAhead } from '../../grid/claims/move';
import { locate, namePicture, type Picture } from '../../grid/claims/picture';
import { listColours, sorted, writeShift } from '../../grid/claims/words';
import { describeObject } from '../../grid/frame/objects';
import { mainMotion } from './motion/motion';
import type { Motion } from './motion/types';
import type { Study } from './study';

/** An object in running text, without its drawing. */
const nameShort = (picture: Picture): string => namePicture(picture).replace(/ \(drawn .*\)$/, '');

const WAYS = [
  ['above it', { rows: -1, cols: 0 }],
  ['below it', { rows: 1, cols: 0 }],
  ['left of it', { rows: 0, cols: -1 }],
  ['right of it', { rows: 0, cols: 1 }],
] as const;

/** Where the object that actions move stood, and the colours next to it; what the board shows if none is known. */
export function describePlace(study: Study, packed: string): string {
  const board = readBoard(packed);
  const motion = study.motions[0];
  const one = motion && locate(board, motion.avatar.picture, motion.avatar.turned, study.mask);
  if (!motion || !one) {
    const reason = motion
      ? 'the object that actions move is not to be told apart'
      : 'nothing was seen to move yet';
    return `A ${board.rows}×${board.cols} board of ${listColours(sorted(board.cells))} cells; ${reason}.`;
  }
  const { rows, cols } = one.picture;
  const around = WAYS.map(([where, by]) => {
    const ground = lookAhead(board, one.picture, one, by, 'place', study.mask);
    return `${where} ${ground.counts.size === 0 ? 'the edge of the board' : listColours(sorted(ground.counts.keys()))}`;
  });
  const place = `rows ${one.top}-${one.top + rows - 1}, columns ${one.left}-${one.left + cols - 1}`;
  return `The ${nameShort(one.picture)} was at ${place}; ${around.join(', ')}.`;
}

/** Why nothing happened, as far as the claims tell. */
export function explainStillness(brief: AnalystBrief, study: Study, before: number): string {
  const { id } = brief.action;
  const claims = study.of(id).claims;
  const move = claims.find((claim): claim is MoveClaim => claim.kind === 'move');
  const board = readBoard(brief.before);
  if (move) {
    const name = nameShort(move.who);
    const one = locate(board, move.who, move.turned, study.mask);
    if (!one) return `The ${name} that ${id} moves is not on the board, or not alone of its kind.`;
    const ground = lookAhead(board, one.picture, one, move.by, move.reach, study.mask);
    const way = writeShift(move.by).replace(/ by \d+ cells?/g, '');
    const suspects = sorted([...ground.counts.keys()].filter((colour) => !move.over.includes(colour)));
    if (suspects.length > 0) {
      return `The ${name} could not move ${way}: ${listColours(suspects)} cells stood in the way.`;
    }
    if (ground.edge) return `The ${name} could not move ${way}: the edge of the board stood in the way.`;
    return `Unexplained: only ${listColours(sorted(ground.counts.keys()))} cells lay ahead, which did not stop it before.`;
  }
  const when = claims.find((claim) => claim.when !== null)?.when;
  if (when) {
    const colours = when.colours.map(colourName).join(' and ');
    return `${id} was only seen to work near ${colours} cells, in relation to the ${nameShort(when.who)}.`;
  }
  if (study.of(id).effects > 0) return `Unknown: ${id} did something elsewhere, but not here.`;
  const times = before + 1;
  return `Unknown: what ${id} does was never seen (${times} ${times === 1 ? 'try' : 'tries'} without effect).`;
}

/** A definition for effects no claim covers. It foretells nothing, and is never called consistent. */
export function describeFallback({ objects }: AnalystBrief): string {
  const parts = [
    ...objects.moved.map((o) => `moves a ${describeObject(o)} by (${o.byRows},${o.byCols})`),
    ...objects.recoloured.map((o) => `turns a ${colourName(o.from)} object ${colourName(o.colour)}`),
    ...objects.appeared.map((o) => `makes a ${describeObject(o)} appear`),
    ...objects.vanished.map((o) => `makes a ${describeObject(o)} vanish`),
    ...objects.resized.map((o) => `resizes a ${colourName(o.colour)} object`),
    ...objects.reshaped.map((o) => `changes the form of a ${colourName(o.colour)} object`),
  ];
  const list = [...new Set(parts)].sort().slice(0, 6);
  return `Changes the board: ${list.join('; ') || 'cells change'} (no rule found yet).`;
}

/** What is known of the world, as far as the movers and their ways tell. */
export function describeWorld(study: Study): EnvironmentUpdate[] {
  const main = mainMotion(study);
  if (!main) return [];
  return [...describeAvatar(main), ...describePush(main), ...describeAsides(main)];
}

function describeAvatar({ avatar, grounds, gears }: Motion): EnvironmentUpdate[] {
  const name = nameShort(avatar.picture);
  const sure = Math.min(0.95, 0.6 + 0.05 * avatar.times);
  const actions = [...gears.keys()].sort().join(', ');
  return [
    { kind: 'object', name, text: `A ${name} that actions can move (${actions}).`, confidence: sure },
    ...grounds.way.over.map(
      (colour): EnvironmentUpdate => ({
        kind: 'relationship',
        name: `${name} over ${colourName(colour)}`,
        text: `The ${name} can move over ${colourName(colour)} cells.`,
        confidence: 0.9,
      }),
    ),
    ...grounds.way.stops.map(
      (colour): EnvironmentUpdate => ({
        kind: 'rule',
        name: `${colourName(colour)} stops ${name}`,
        text: `The ${name} does not move when ${colourName(colour)} cells stand in its way.`,
        confidence: 0.9,
      }),
    ),
  ];
}

function describePush({ avatar, push }: Motion): EnvironmentUpdate[] {
  return (push?.what ?? []).map((picture) => ({
    kind: 'object' as const,
    name: nameShort(picture),
    text: `A ${nameShort(picture)} that the ${nameShort(avatar.picture)} can push.`,
    confidence: 0.9,
  }));
}

const describeAsides = ({ asides }: Motion): EnvironmentUpdate[] =>
  asides.map((colour) => ({
    kind: 'rule',
    name: `${colourName(colour)} changes by itself`,
    text: `${colourName(colour)} cells change whatever the action is.`,
    confidence: 0.7,
  }));
