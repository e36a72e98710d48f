import { memoizeObject } from '../../base/memoize';
import { NO_MASK } from '../../contract/frame';
import { type Board, countColours, isSameShift, isStill, type Shift } from '../../grid/claims/board';
import type { Seen } from '../../grid/claims/check';
import type { Claim, FallClaim, MoveClaim } from '../../grid/claims/claim';
import { forecastFall } from '../../grid/claims/fall';
import { judgeGround, stepOf } from '../../grid/claims/move';
import { isSamePicture, type Picture } from '../../grid/claims/picture';
import { type ClaimContext, NO_SCOPE } from '../../grid/claims/scope';
import { sorted } from '../../grid/claims/words';
import type { Proposal } from './cases';
import { type Case, casesOf, type Evidence } from './cases';
import { groundAhead } from './motion/grounds';
import { asidesBeside } from './motion/motion';
import type { Gear, Limit, Motion, Track } from './motion/types';

/** Claims that an action moves one of the avatars, with what else moves then; the likeliest avatar first. */
export function proposeMoves(cases: readonly Case[], { motions }: Evidence): Proposal[] {
  const id = cases[0]?.seen.transition.action.id ?? '';
  const own = new Set(cases.map(({ seen }) => seen));
  const alone = asidesBeside({ motions });
  return motions
    .flatMap((motion, rank) => {
      const gear = motion.gears.get(id);
      // What lives by itself is moved by no action.
      if (motion.avatar.picture.cells.every((colour) => colour < 0 || alone.includes(colour))) return [];
      if (!gear || !(motion.tracks.get(id) ?? []).some(({ seen }) => own.has(seen))) return [];
      const along = motion.partners.flatMap((partner): Claim[] => {
        const other = partner.gears.get(id);
        return other ? [pickMove(partner, other, gear.slides, partner.limits.get(id))] : [];
      });
      const asides: Claim[] =
        motion.asides.length > 0 ? [{ ...NO_SCOPE, kind: 'aside', colours: motion.asides }] : [];
      return variants(motion, gear, isHollow(motion) ? undefined : motion.limits.get(id)).flatMap(
        ({ claim, cost: ownCost }) => {
          const cost = ownCost + rank / 20 + asides.length / 10;
          const full = { claims: [claim, ...along, ...asides], cost: cost + along.length / 10 };
          if (!claim.push && along.length === 0) return [full];
          // What went along was perhaps not pushed, and no part of what the action does.
          const alone = [{ ...claim, push: null }, ...asides];
          return [
            { ...full, cost: full.cost + (claim.push ? 0.2 : 0) },
            { claims: alone, cost: cost + 0.4 },
            ...(claim.push && along.length > 0 ? [{ claims: [claim, ...asides], cost: cost + 0.5 }] : []),
          ];
        },
      );
    })
    .concat(motions.flatMap((motion) => proposeHops(motion, motion.tracks.get(id) ?? [])));
}

/** Claims that an outline hops to the next thing, for what was always moved the same way. */
function proposeHops(motion: Motion, tracks: readonly Track[]): Proposal[] {
  const moves = tracks.filter(({ by }) => !isStill(by));
  const first = moves[0];
  if (!first || motion.avatar.every || !isHollow(motion)) return [];
  const { step } = stepOf(first.by);
  if (!moves.every(({ by }) => isSameShift(stepOf(by).step, step))) return [];
  const over = new Set<number>();
  for (const { seen, from, by } of moves) {
    for (const colour of groundAhead(seen.before, from.picture, from, by, 'place', NO_MASK).counts.keys())
      over.add(colour);
  }
  const claim = (stays: boolean): Claim => ({
    ...NO_SCOPE,
    kind: 'hop',
    who: motion.avatar.picture,
    by: step,
    over: sorted(over),
    stays,
  });
  const still = tracks.some((track) => isStill(track.by) && track.seen.changed.length === 0);
  return [{ claims: [claim(false)], cost: 1.6 }, ...(still ? [{ claims: [claim(true)], cost: 1.5 }] : [])];
}

const isHollow = ({ avatar }: Motion): boolean => isOutline(avatar.picture);

/** Says whether some cells that are no part of a picture are shut in by it: a cross has none, a frame has. */
const isOutline = memoizeObject(({ rows, cols, cells }: Picture): boolean => {
  const outside = new Set<number>();
  const queue: number[] = [];
  const take = (row: number, col: number): void => {
    const i = row * cols + col;
    if (row < 0 || col < 0 || row >= rows || col >= cols || (cells[i] ?? 0) >= 0 || outside.has(i)) return;
    outside.add(i);
    queue.push(i);
  };
  for (let row = 0; row < rows; row++) for (const col of [0, cols - 1]) take(row, col);
  for (let col = 0; col < cols; col++) for (const row of [0, rows - 1]) take(row, col);
  for (const i of queue) {
    const [row, col] = [Math.floor(i / cols), i % cols];
    for (const [down, right] of [
      [-1, 0],
      [1, 0],
      [0, -1],
      [0, 1],
    ] as const)
      take(row + down, col + right);
  }
  return cells.some((colour, i) => colour < 0 && !outside.has(i));
});

/** The likeliest variant, for one that moves along: it goes on, or just so far, as the first one does. */
function pickMove(motion: Motion, gear: Gear, slides: boolean, limit?: Limit): MoveClaim {
  const move = makeMove(motion, gear, 'way', limit);
  const far = gear.slides && !slides && gear.unsure ? firstShift(motion, move) : null;
  return far ? { ...move, by: far, slides: false } : move;
}

/**
 * Says whether something that other actions move at the same time may be moved by this one too: it never was, but it never
 * stood free on all sides either.
 */
export function isPartnerUnsure(
  claims: readonly Claim[],
  cases: readonly Case[],
  motions: readonly Motion[],
): boolean {
  const move = claims[0];
  const id = cases[0]?.seen.transition.action.id ?? '';
  if (move?.kind !== 'move') return false;
  const motion = motions.find(({ avatar }) => isSamePicture(avatar.picture, move.who) && !avatar.every);
  return (motion?.partners ?? []).some((partner) => {
    if (partner.gears.has(id)) return false;
    const ways = [...partner.gears.values()].map(({ by }) => by);
    return !(partner.tracks.get(id) ?? []).some(
      (track) => isStill(track.by) && standsFree(partner, track, ways),
    );
  });
}

/** Says whether known ground lies ahead every way an object is moved, and the opposite ways. */
function standsFree(motion: Motion, { seen, from }: Track, ways: readonly Gear['by'][]): boolean {
  return ways
    .flatMap(({ rows, cols }) => [
      { rows, cols },
      { rows: -rows, cols: -cols },
    ])
    .every((by) => {
      const ground = groundAhead(seen.before, from.picture, from, by, 'way', NO_MASK);
      return judgeGround(ground, motion.grounds.way) === 'free';
    });
}

function variants(motion: Motion, gear: Gear, limit?: Limit): { claim: MoveClaim; cost: number }[] {
  const hollow = isHollow(motion);
  const way = makeMove(motion, gear, 'way', limit);
  const place = makeMove(motion, gear, 'place', limit);
  if (gear.slides) {
    // Not told apart from going so far: the first distance seen, or on and on.
    const far = gear.unsure ? firstShift(motion, way) : null;
    const oneStep = { by: far ?? gear.by, slides: false };
    if (hollow) return far ? [{ claim: { ...place, ...oneStep, framing: 'seen' }, cost: 0.9 }] : [];
    return [{ claim: way, cost: 1 }, ...(far ? [{ claim: { ...way, ...oneStep }, cost: 1.3 }] : [])];
  }
  return [
    // What an outline passes on the way lies inside it as well: only its place says something.
    ...(hollow ? [] : [{ claim: way, cost: 1 }]),
    { claim: place, cost: 1.1 },
    { claim: { ...place, framing: 'seen' }, cost: hollow ? 0.9 : 4 },
    { claim: { ...place, framing: 'only' }, cost: hollow ? 1.15 : 3 },
    ...(gear.unsure && !hollow ? [{ claim: { ...way, slides: true }, cost: 1.4 } as const] : []),
  ];
}

/** The one distance an action was seen to move by. */
function firstShift(motion: Motion, claim: MoveClaim): Gear['by'] | null {
  const way = stepOf(claim.by).step;
  for (const tracks of motion.tracks.values()) {
    for (const { by } of tracks) {
      if (!isStill(by) && isSameShift(stepOf(by).step, way)) return by;
    }
  }
  return null;
}

function makeMove(motion: Motion, gear: Gear, reach: MoveClaim['reach'], limit?: Limit): MoveClaim {
  return {
    ...NO_SCOPE,
    kind: 'move',
    who: motion.avatar.picture,
    turned: motion.avatar.turned,
    every: motion.avatar.every,
    by: gear.by,
    slides: gear.slides,
    reach,
    ...motion.grounds[reach],
    face: gear.face,
    turnsStopped: gear.turnsStopped,
    framing: 'no',
    push: motion.push,
    ...(motion.avatar.open && { open: true }),
    ...limit,
  };
}

const WAYS: readonly Shift[] = [
  { rows: -1, cols: 0 },
  { rows: 1, cols: 0 },
  { rows: 0, cols: -1 },
  { rows: 0, cols: 1 },
];

/** What is remembered of one study: the colours that ever changed, and what was found of each action. */
interface Memory {
  changed: ReadonlySet<number>;
  claims: Map<string, FallClaim[]>;
}

const memoryOf = memoizeObject(
  (evidence: Evidence): Memory => ({ changed: changedColours(evidence), claims: new Map() }),
);

/** Claims that everything loose slides one way; what any of them met stops the others as well. */
export function findFalls(cases: readonly Case[], evidence: Evidence): FallClaim[] {
  const id = cases[0]?.seen.transition.action.id ?? '';
  const ids = [...new Set(evidence.seens.map(({ transition }) => transition.action.id))];
  const { claims, changed } = memoryOf(evidence);
  // Of clicks, these may be the ones on some sites only: that is not what is remembered of the action.
  const own = findOwnFalls(cases, changed);
  if (own.length === 0) return own;
  claims.set(id, own);
  for (const other of ids)
    if (!claims.has(other)) claims.set(other, findOwnFalls(casesOf(other, evidence), changed));
  const all = [...claims.values()].flatMap((found) => (found.length === 1 ? found : []));
  const stops = sorted(all.flatMap((claim) => claim.stops));
  const edge = all.some((claim) => claim.edge);
  return own.map((claim) => ({
    ...claim,
    stops: sorted([...claim.stops, ...stops]),
    edge: claim.edge || edge,
  }));
}

/** Colours that cells ever changed from or to, in the order in which they first did. */
function changedColours({ seens }: Evidence): Set<number> {
  const colours = new Set<number>();
  for (const { before, after, changed: cells } of seens) {
    for (const cell of cells) colours.add(before.cells[cell] ?? 0).add(after.cells[cell] ?? 0);
  }
  return colours;
}

/**
 * Claims that everything loose slides one way. The ground is the most widespread colour that changed places with
 * others; loose is whatever else ever changed on this run; all other colours are tried as what stops it, and kept as
 * far as they were met.
 */
function findOwnFalls(cases: readonly Case[], changed: ReadonlySet<number>): FallClaim[] {
  const effective = cases.filter(({ seen }) => seen.changed.length > 0);
  const first = effective[0];
  if (!first) return [];
  const counts = countColours(first.seen.before);
  const floor = [...changed].sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0))[0];
  if (floor === undefined || changed.size < 2) return [];
  const loose = sorted([...changed].filter((colour) => colour !== floor));
  const others = [...counts.keys()].filter((colour) => counts[colour] !== 0 && !changed.has(colour));
  return WAYS.flatMap((by) => {
    const claim: FallClaim = {
      ...NO_SCOPE,
      kind: 'fall',
      by,
      loose,
      over: [floor],
      stops: others,
      edge: true,
    };
    const metColours = new Set<number>();
    for (const one of effective) {
      const ends = endsOf(claim, one);
      if (!ends) return [];
      for (const end of ends) metColours.add(end);
    }
    // Only what was really met at the end of a slide.
    return [
      { ...claim, stops: others.filter((colour) => metColours.has(colour)), edge: metColours.has(EDGE) },
    ];
  });
}

/**
 * Says whether things that slide as far as they go were never seen to go further than they are long: then they may as well
 * go one step each.
 */
export function isFallUntested(claims: readonly Claim[], cases: readonly Case[]): boolean {
  return claims.some((claim) => claim.kind === 'fall' && !cases.some(({ seen }) => slidesFar(claim, seen)));
}

/** Says whether a row of loose cells went further, in the way of a claim, than it is long. */
function slidesFar({ by, loose }: FallClaim, { before, after }: Seen): boolean {
  const isAlong = by.cols !== 0;
  const [lines, length] = isAlong ? [before.rows, before.cols] : [before.cols, before.rows];
  const cellAt = (line: number, k: number): number =>
    isAlong ? line * before.cols + k : k * before.cols + line;
  for (let line = 0; line < lines; line++) {
    const placesOn = ({ cells }: Board): number[] =>
      Array.from({ length }, (_, k) => k).filter((k) => loose.includes(cells[cellAt(line, k)] ?? -1));
    const [from, to] = [placesOn(before), placesOn(after)];
    if (from.length !== to.length) continue;
    let start = 0;
    for (const [i, k] of from.entries()) {
      if (i > 0 && k !== (from[i - 1] ?? 0) + 1) start = i;
      const isEnd = from[i + 1] !== k + 1;
      if (isEnd && Math.abs((to[i] ?? k) - k) > i - start + 1) return true;
    }
  }
  return false;
}

const EDGE = -1;
const ENDS = new WeakMap<Seen, Map<string, ReadonlySet<number> | null>>();

/**
 * What stands ahead of loose cells where they came to rest, by colour, the edge as {@link EDGE}; null when a claim does
 * not account for what happened. Remembered, as every study of a run asks for the same.
 */
function endsOf(claim: FallClaim, { seen, ctx }: Case): ReadonlySet<number> | null {
  const memory = ENDS.get(seen) ?? new Map<string, ReadonlySet<number> | null>();
  ENDS.set(seen, memory);
  const { by, loose, over, stops } = claim;
  const key = [by.rows, by.cols, loose, over, stops].join(';');
  const cachedEnds = memory.get(key);
  if (cachedEnds !== undefined) return cachedEnds;
  const ends = fitsExactly(claim, seen, ctx) ? lookAtEnds(claim, seen, ctx) : null;
  memory.set(key, ends);
  return ends;
}

function fitsExactly(claim: FallClaim, seen: Seen, ctx: ClaimContext): boolean {
  const foretold = forecastFall(claim, seen.before, ctx);
  if (foretold.kind !== 'board' || foretold.paint.size !== seen.changed.length) return false;
  return seen.changed.every((cell) => foretold.paint.get(cell) === seen.after.cells[cell]);
}

function lookAtEnds({ by, loose }: FallClaim, { after }: Seen, { mask }: ClaimContext): Set<number> {
  const ends = new Set<number>();
  for (let cell = 0; cell < after.cells.length; cell++) {
    if (!loose.includes(after.cells[cell] ?? 0) || mask.has(cell)) continue;
    const [row, col] = [Math.floor(cell / after.cols) + by.rows, (cell % after.cols) + by.cols];
    const ahead = row * after.cols + col;
    const isOut = row < 0 || col < 0 || row >= after.rows || col >= after.cols;
    ends.add(isOut || mask.has(ahead) ? EDGE : (after.cells[ahead] ?? 0));
  }
  return ends;
}
