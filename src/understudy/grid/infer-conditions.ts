import { countColours } from '../../grid/claims/board';
import { isMet } from '../../grid/claims/condition';
import { coloursNear } from '../../grid/claims/near';
import { groundUnder } from '../../grid/claims/past';
import { locate } from '../../grid/claims/picture';
import type { ClaimContext, Condition, Relation } from '../../grid/claims/scope';
import type { Case, Evidence } from './cases';
import type { Avatar, Motion } from './motion/types';

/** Lists how an avatar may stand to what makes a difference, nearest first. */
const RELATIONS: readonly Relation[] = ['stands on', 'touches', 'is near'];

/** Part of the board from which on a colour the avatar walks on is just ground. */
const GROUND_PART = 0.12;

/**
 * The conditions, for each avatar the closest, that held wherever something worked; and where it failed, none of their
 * colours was that near. What colour of several it is, and how near it must be, is left open as far as it was not
 * seen.
 */
export function findConditions(
  worked: readonly Case[],
  failed: readonly Case[],
  { motions }: Evidence,
): Condition[] {
  return motions.slice(0, 2).flatMap((motion) => {
    const stride = strideOf(motion);
    const who = motion.avatar.picture;
    const ground = groundColours(worked[0], motions);
    // A part of what moves always touches the rest of it.
    const own = new Set(motions.flatMap(({ avatar }) => avatar.picture.cells));
    for (const relation of RELATIONS) {
      const within = relation === 'stands on' ? 0 : relation === 'touches' ? 1 : stride;
      const common = commonColours(worked, motion.avatar, relation, within);
      const when: Condition = { who, relation, within, colours: [], beyond: null };
      if (failed.length === 0) {
        // Never seen to fail, it may need any of what was always there: all of that is asked for.
        const things = common.filter((colour) => !ground.has(colour) && !own.has(colour));
        if (things.length > 0) return [{ ...when, colours: things }];
        continue;
      }
      const apart = common.filter((colour) => failsWithout(failed, { ...when, colours: [colour] }));
      if (apart.length === 0) continue;
      // It is known to do nothing as far out as none of the colours was near where it failed.
      const beyond = [stride, 1, 0].find((reach) =>
        failed.every(
          ({ seen, ctx }) => isMet({ ...when, colours: apart, beyond: reach }, seen.before, ctx) === false,
        ),
      );
      if (beyond !== undefined) return [{ ...when, colours: apart, beyond }];
    }
    return [];
  });
}

/** Says whether a condition was met in none of the cases. */
const failsWithout = (cases: readonly Case[], when: Condition): boolean =>
  cases.every(({ seen, ctx }) => isMet(when, seen.before, ctx) !== true);

/** Colours that what moves, or a part of it, goes over, and that are all over the board. */
function groundColours(one: Case | undefined, motions: readonly Motion[]): Set<number> {
  if (!one) return new Set();
  const { before } = one.seen;
  const counts = countColours(before);
  const least = GROUND_PART * before.cells.length;
  const over = motions.flatMap(({ grounds }) => grounds.place.over);
  return new Set(over.filter((colour) => (counts[colour] ?? 0) > least));
}

/** Returns how far an avatar gets in one action, at most. */
export const strideOf = (motion: Motion): number =>
  Math.max(1, ...[...motion.gears.values()].map(({ by }) => Math.max(Math.abs(by.rows), Math.abs(by.cols))));

function commonColours(cases: readonly Case[], avatar: Avatar, relation: Relation, within: number): number[] {
  let common: Set<number> | null = null;
  for (const { seen, ctx } of cases) {
    const near = coloursAt(seen, ctx, avatar, relation, within);
    if (!near) return [];
    const shared: Set<number> = common ?? near;
    common = new Set([...shared].filter((colour) => near.has(colour)));
  }
  return [...(common ?? [])].sort((a, b) => a - b);
}

function coloursAt(
  seen: Case['seen'],
  ctx: ClaimContext,
  avatar: Avatar,
  relation: Relation,
  within: number,
): Set<number> | null {
  const one = locate(seen.before, avatar.picture, true, ctx.mask);
  if (!one) return null;
  return relation === 'stands on'
    ? groundUnder(seen.before, one, avatar.picture, ctx.history, ctx.mask)
    : coloursNear(seen.before, one, within, ctx.mask);
}
