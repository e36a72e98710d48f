import { findHole } from '../../engines/grid/claims/area';
import { type Claim, isSameShift, isStill, type MoveClaim, NO_SCOPE } from '../../engines/grid/claims/claim';
import { judgeGround, stepOf } from '../../engines/grid/claims/move';
import { isSamePicture } from '../../engines/grid/claims/picture';
import { sorted } from '../../engines/grid/claims/words';
import { NO_MASK } from '../../engines/grid/frame/frame';
import type { Case, Evidence } from './cases';
import { asidesBeside, type Gait, type Gear, type Track } from './gait';
import { groundAhead } from './gait-grounds';
import type { Proposal } from './infer';

/** Claims that an action moves one of the avatars, with what else moves then; the likeliest avatar first. */
export function proposeMoves(cases: readonly Case[], { gaits }: Evidence): Proposal[] {
  const id = cases[0]?.seen.transition.action.id ?? '';
  const own = new Set(cases.map(({ seen }) => seen));
  const alone = asidesBeside({ gaits });
  return gaits
    .flatMap((gait, rank) => {
      const gear = gait.gears.get(id);
      // What lives by itself is moved by no action.
      if (gait.avatar.picture.cells.every((colour) => colour < 0 || alone.includes(colour))) return [];
      if (!gear || !(gait.tracks.get(id) ?? []).some(({ seen }) => own.has(seen))) return [];
      const along = gait.partners.flatMap((partner): Claim[] => {
        const other = partner.gears.get(id);
        return other ? [pickMove(partner, other, gear.slides)] : [];
      });
      const asides: Claim[] =
        gait.asides.length > 0 ? [{ ...NO_SCOPE, kind: 'aside', colours: gait.asides }] : [];
      return variants(gait, gear).map(({ claim, cost }) => ({
        claims: [claim, ...along, ...asides],
        cost: cost + rank / 20 + asides.length / 10 + along.length / 10 + (gait.push ? 0.2 : 0),
      }));
    })
    .concat(gaits.flatMap((gait) => proposeHops(gait, gait.tracks.get(id) ?? [])));
}

/** Claims that an outline hops to the next thing, for what was always moved the same way. */
function proposeHops(gait: Gait, tracks: readonly Track[]): Proposal[] {
  const moves = tracks.filter(({ by }) => !isStill(by));
  const first = moves[0];
  if (!first || gait.avatar.every || !isHollow(gait)) return [];
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
    who: gait.avatar.picture,
    by: step,
    over: sorted(over),
    stays,
  });
  const still = tracks.some((track) => isStill(track.by) && track.seen.changed.length === 0);
  return [{ claims: [claim(false)], cost: 1.6 }, ...(still ? [{ claims: [claim(true)], cost: 1.5 }] : [])];
}

const isHollow = (gait: Gait): boolean => findHole(gait.avatar.picture) !== null;

/** The likeliest variant, for one that moves along: it goes on, or just so far, as the first one does. */
function pickMove(gait: Gait, gear: Gear, slides: boolean): MoveClaim {
  const move = makeMove(gait, gear, 'way');
  const far = gear.slides && !slides && gear.unsure ? firstShift(gait, move) : null;
  return far ? { ...move, by: far, slides: false } : move;
}

/**
 * Whether something that other actions move at the same time may be moved by this one too: it never was, but it never
 * stood free on all sides either.
 */
export function isPartnerUnsure(
  claims: readonly Claim[],
  cases: readonly Case[],
  gaits: readonly Gait[],
): boolean {
  const move = claims[0];
  const id = cases[0]?.seen.transition.action.id ?? '';
  if (move?.kind !== 'move') return false;
  const gait = gaits.find(({ avatar }) => isSamePicture(avatar.picture, move.who) && !avatar.every);
  return (gait?.partners ?? []).some((partner) => {
    if (partner.gears.has(id)) return false;
    const ways = [...partner.gears.values()].map(({ by }) => by);
    return !(partner.tracks.get(id) ?? []).some(
      (track) => isStill(track.by) && standsFree(partner, track, ways),
    );
  });
}

/** Whether known ground lies ahead every way an object is moved, and the opposite ways. */
function standsFree(gait: Gait, { seen, from }: Track, ways: readonly Gear['by'][]): boolean {
  return ways
    .flatMap(({ rows, cols }) => [
      { rows, cols },
      { rows: -rows, cols: -cols },
    ])
    .every((by) => {
      const ground = groundAhead(seen.before, from.picture, from, by, 'way', NO_MASK);
      return judgeGround(ground, gait.grounds.way) === 'free';
    });
}

function variants(gait: Gait, gear: Gear): { claim: MoveClaim; cost: number }[] {
  const hollow = isHollow(gait);
  const way = makeMove(gait, gear, 'way');
  const place = makeMove(gait, gear, 'place');
  if (gear.slides) {
    // Not told apart from going so far: the first distance seen, or on and on.
    const far = gear.unsure ? firstShift(gait, way) : null;
    const fixed = { by: far ?? gear.by, slides: false };
    if (hollow) return far ? [{ claim: { ...place, ...fixed, framing: 'seen' }, cost: 0.9 }] : [];
    return [{ claim: way, cost: 1 }, ...(far ? [{ claim: { ...way, ...fixed }, cost: 1.3 }] : [])];
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
function firstShift(gait: Gait, claim: MoveClaim): Gear['by'] | null {
  const way = stepOf(claim.by).step;
  for (const tracks of gait.tracks.values()) {
    for (const { by } of tracks) {
      if (!isStill(by) && isSameShift(stepOf(by).step, way)) return by;
    }
  }
  return null;
}

function makeMove(gait: Gait, gear: Gear, reach: MoveClaim['reach']): MoveClaim {
  return {
    ...NO_SCOPE,
    kind: 'move',
    who: gait.avatar.picture,
    turned: gait.avatar.turned,
    every: gait.avatar.every,
    by: gear.by,
    slides: gear.slides,
    reach,
    ...gait.grounds[reach],
    face: gear.face,
    turnsStopped: gear.turnsStopped,
    framing: 'no',
    push: gait.push,
  };
}
