import { type Box, cellsOf, isStill } from '../../grid/claims/board';
import { isLeftAside } from '../../grid/claims/check';
import type { Claim } from '../../grid/claims/claim';
import { cellsAt, keyOf, type Picture, takePicture } from '../../grid/claims/picture';
import { type Counter, findLast, type RewindClaim } from '../../grid/claims/rewind';
import { NO_SCOPE } from '../../grid/claims/scope';
import { sorted } from '../../grid/claims/words';
import type { Case, Evidence, Proposal } from './cases';
import { groupCells } from './infer-highlights';
import { findPlates } from './infer-plates';
import { asidesBeside, mainMotion } from './motion/motion';
import type { Track } from './motion/types';
import { isOver } from './trials';

/** Places from which the object must have come back before that is a rule. */
const LEAST_PLACES = 2;
const MAX_COUNTERS = 5;

/** Claims that an action takes the avatar back to one place from wherever it is; counters may go on then. */
export function findRewinds(cases: readonly Case[], evidence: Evidence): Proposal[] {
  const motion = mainMotion(evidence);
  const id = cases[0]?.seen.transition.action.id ?? '';
  if (!motion || motion.avatar.every || motion.avatar.turned) return [];
  const own = new Set(cases.filter(({ seen }) => !isOver(seen)).map(({ seen }) => seen));
  const tracks = (motion.tracks.get(id) ?? []).filter(({ seen }) => own.has(seen));
  const moves = tracks.filter(({ by }) => !isStill(by));
  const home = moves[0]?.to;
  const places = new Set(moves.map(({ from }) => `${from.top},${from.left}`));
  if (!home || places.size < LEAST_PLACES) return [];
  if (!moves.every(({ to }) => to.top === home.top && to.left === home.left)) return [];
  const plates = findPlates(evidence);
  const apart = plates.flatMap(({ free, place }) => cellsOnBoard(free, place, tracks));
  const { counters, strays } = findCounters(tracks, apart);
  const ownColours = [...motion.grounds.place.over, ...motion.avatar.picture.cells];
  const byThemselves = strays.length > 0 ? colourOf(strays, tracks, ownColours, evidence) : [];
  if (!byThemselves) return [];
  const claim: RewindClaim = {
    ...NO_SCOPE,
    kind: 'rewind',
    who: motion.avatar.picture,
    at: { top: home.top, left: home.left },
    counters,
    once: false,
  };
  const colours = sorted([...asidesBeside(evidence), ...byThemselves]);
  const rest: Claim[] = [
    ...plates,
    ...(colours.length > 0 ? [{ ...NO_SCOPE, kind: 'aside', colours } as const] : []),
  ];
  return [
    { claims: [claim, ...rest], cost: 2.6 },
    ...(isOnce(cases, id) ? [{ claims: [{ ...claim, once: true }, ...rest], cost: 2.5 }] : []),
  ];
}

const cellsOnBoard = (
  picture: Picture,
  at: { top: number; left: number },
  [track]: readonly Track[],
): number[] => (track ? cellsAt(picture, at, track.seen.before) : []);

/** Other actions with which a thing must have changed as well to be left aside. */
const LEAST_ELSEWHERE = 2;

/**
 * The one colour that all cells changed from or to, if it changes with other actions as well; null when there is none.
 *
 * @param own colours of the object and of its ground
 */
function colourOf(
  strays: readonly number[],
  tracks: readonly Track[],
  own: readonly number[],
  { seens }: Evidence,
): number[] | null {
  const id = tracks[0]?.seen.transition.action.id;
  const pairs = tracks.flatMap(({ seen, rest }) => {
    const restCells = new Set(rest);
    return strays.flatMap((cell) =>
      restCells.has(cell) ? [[seen.before.cells[cell], seen.after.cells[cell]]] : [],
    );
  });
  const colour = (pairs[0] ?? []).find(
    (one) => one !== undefined && !own.includes(one) && pairs.every((pair) => pair.includes(one)),
  );
  if (colour === undefined) return null;
  const elsewhere = seens.filter(
    (seen) =>
      seen.transition.action.id !== id && seen.changed.some((cell) => isLeftAside(seen, cell, [colour])),
  );
  return elsewhere.length >= LEAST_ELSEWHERE ? [colour] : null;
}

/** Says whether it did nothing right after itself, or before all else, and was seen there. */
function isOnce(cases: readonly Case[], id: string): boolean {
  const idle = cases.filter(({ ctx }) => {
    const last = findLast(ctx.history, id, ctx);
    return last === 'itself' || last === 'nothing';
  });
  return idle.length > 0 && idle.every(({ seen }) => seen.changed.length === 0);
}

/**
 * Finds places that changed with the object's going back, each from look to look in turn, and cells that changed in no such
 * way.
 */
function findCounters(
  tracks: readonly Track[],
  apart: readonly number[],
): { counters: Counter[]; strays: number[] } {
  const leftOut = new Set(apart);
  const changes = tracks.filter(({ seen }) => seen.changed.length > 0);
  const cols = changes[0]?.seen.before.cols ?? 1;
  const cells = new Set(changes.flatMap(({ rest }) => rest.filter((cell) => !leftOut.has(cell))));
  const counters: Counter[] = [];
  const strays: number[] = [];
  for (const box of groupCells([...cells], cols)) {
    const inBox = cellsOf(box, cols).filter((cell) => cells.has(cell));
    const counter = counters.length < MAX_COUNTERS ? readCounter(changes, inBox, box) : null;
    if (counter) counters.push(counter);
    else strays.push(...inBox);
  }
  return { counters, strays };
}

function readCounter(changes: readonly Track[], cells: readonly number[], box: Box): Counter | null {
  const next = new Map<string, Picture>();
  for (const { seen } of changes) {
    const [from, to] = [takePicture(seen.before, cells, box), takePicture(seen.after, cells, box)];
    const other = next.get(keyOf(from));
    if (other && keyOf(other) !== keyOf(to)) return null;
    next.set(keyOf(from), to);
  }
  return followLooks(next, box);
}

/** Follows looks from one to the next until they come round; null when they do not. */
function followLooks(
  next: ReadonlyMap<string, Picture>,
  { top, left }: { top: number; left: number },
): Counter | null {
  const [start] = next.values();
  const looks: Picture[] = [];
  for (
    let look = start;
    look && !looks.some((one) => keyOf(one) === keyOf(look ?? one));
    look = next.get(keyOf(look))
  )
    looks.push(look);
  const last = looks.at(-1);
  const round = last && next.get(keyOf(last));
  const comesRound = start && round && keyOf(round) === keyOf(start);
  return comesRound && looks.length === next.size && looks.length > 1
    ? { place: { top, left }, looks }
    : null;
}
