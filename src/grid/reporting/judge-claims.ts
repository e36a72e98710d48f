import type { Mask } from '../../contract/frame';
import { ANY, packPainted } from '../claims/board';
import {
  asidesOf,
  type Check,
  compareForecast,
  isLeftAside,
  type Seen,
  seeTransition,
} from '../claims/check';
import type { AsideClaim, Claim, ExceptionClaim } from '../claims/claim';
import { forecast, forecastShare } from '../claims/forecast';
import type { ClaimContext, Forecast } from '../claims/scope';
import { readClaims, writeClaims } from '../claims/words';
import { listColours } from '../claims/write';
import { diffFrames } from '../frame/diff';
import { compareFrames, describeChanges } from '../frame/objects';
import type { Transition } from '../transition';

/** A claim's forecast for one execution of its action, in words, and whether it came true. */
export interface Judgement {
  predicted: string;
  result: Check;
}

/** One claim of a definition: a sentence with those that belong to it. `judge` is null for prose. */
export interface Statement {
  text: string;
  /** Says what the claim is held against: what changes by itself does so with other actions. */
  about: 'own' | 'others';
  judge: ((transition: Transition, ctx: ClaimContext) => Judgement) | null;
}

/**
 * The claims of a definition, as code can check them. A definition with a sentence that is no claim is prose as a
 * whole: what its other sentences mean beside it is not known.
 *
 * @param changing of the colours that it leaves aside, those that are known to change by themselves; absent: all of them
 */
export function readStatements(definition: string, changing?: readonly number[]): Statement[] {
  const claims = readClaims(definition);
  if (!claims || claims.length === 0) return [{ text: definition, about: 'own', judge: null }];
  const all = claims.flatMap((claim): Claim[] =>
    claim.kind === 'aside' && changing
      ? [{ ...claim, colours: claim.colours.filter((colour) => changing.includes(colour)) }]
      : [claim],
  );
  const exceptions = claims.flatMap((claim) => (claim.kind === 'exception' ? [claim.frame] : []));
  return claims.map((claim): Statement => {
    const text = writeClaims([claim]);
    if (claim.kind === 'aside' && changing)
      return { text, about: 'others', judge: (transition, ctx) => judgeAside(claim, transition, ctx) };
    if (claim.kind === 'exception')
      return { text, about: 'own', judge: (transition) => judgeException(claim, transition) };
    return {
      text,
      about: 'own',
      judge: (transition, ctx) =>
        exceptions.includes(transition.afterFrame)
          ? { predicted: 'nothing: the definition names this as an exception', result: 'silent' }
          : judgeClaim(claim, all, transition, ctx),
    };
  });
}

function judgeException({ frame, what }: ExceptionClaim, { afterFrame }: Transition): Judgement {
  return afterFrame === frame
    ? { predicted: what, result: 'fits' }
    : { predicted: 'nothing: it speaks of another execution', result: 'silent' };
}

/** A claim that some colours change by themselves, on an execution of another action. It never says when. */
function judgeAside({ colours }: AsideClaim, transition: Transition, { mask }: ClaimContext): Judgement {
  const observation = seeTransition(transition, mask);
  const changes = observation?.changed.some((cell) => isLeftAside(observation, cell, colours));
  return { predicted: `${listColours(colours)} cells may change`, result: changes ? 'fits' : 'silent' };
}

/**
 * A definition's claims in a form in which equal ones are equal texts, in any order, its exceptions left out; null for
 * prose.
 */
export function normalizeClaims(definition: string | null): string | null {
  const claims = readClaims(definition)?.filter(({ kind }) => kind !== 'exception');
  if (!claims || claims.length === 0) return null;
  return claims
    .map((claim) => writeClaims([claim]))
    .sort()
    .join(' ');
}

/**
 * The claims of a definition hold at once, each for its part of the board. What changed although none foretold it
 * stands against every one that spoke.
 */
function judgeClaim(
  claim: Claim,
  all: readonly Claim[],
  transition: Transition,
  ctx: ClaimContext,
): Judgement {
  const observation = seeTransition(transition, ctx.mask);
  if (!observation) return { predicted: `nothing: ${whyUnseen(transition)}`, result: 'silent' };
  const asides = asidesOf(all);
  const own = forecastShare(claim, all, observation.before, transition.action, ctx);
  const prediction = describeForecast(own, observation, ctx.mask);
  if (own.kind === 'silent') return { predicted: prediction, result: 'silent' };
  if (all.length === 1) return { predicted: prediction, result: compareForecast(own, observation, asides) };
  const total = forecast(all, observation.before, transition.action, ctx);
  return { predicted: prediction, result: compareShare(own, total, observation, asides) };
}

function compareShare(own: Forecast, total: Forecast, seen: Seen, asides: readonly number[]): Check {
  const whole = compareForecast(total, seen, asides);
  if (whole === 'fits') return 'fits';
  const share = own.kind === 'board' ? own.paint : new Map<number, number>();
  const isAside = (cell: number): boolean => isLeftAside(seen, cell, asides);
  const final = total.kind === 'board' ? total.paint : share;
  for (const cell of share.keys()) {
    const colour = final.get(cell) ?? ANY;
    if (colour !== ANY && seen.after.cells[cell] !== colour && !isAside(cell)) return 'contradicts';
  }
  if (total.kind === 'silent') return share.size > 0 ? 'fits' : 'silent';
  if (seen.changed.some((cell) => !final.has(cell) && !isAside(cell))) return 'contradicts';
  return share.size > 0 ? 'fits' : whole;
}

const whyUnseen = ({ certain, levelChanged }: Transition): string =>
  !certain
    ? 'nobody knows what the board was before'
    : levelChanged
      ? 'the board belongs to another level'
      : 'the board has another size';

function describeForecast(foretold: Forecast, { transition, before, after }: Seen, mask: Mask): string {
  if (foretold.kind === 'silent') return `nothing: ${foretold.reason}`;
  if (foretold.kind === 'nothing') return 'nothing changes';
  if (foretold.paint.size === 0) return 'something shows in passing, and the board settles as it was';
  const paint = new Map(foretold.paint);
  // Where any colour will do, the one that came is no news.
  for (const [cell, colour] of paint) if (colour === ANY) paint.set(cell, after.cells[cell] ?? 0);
  return describeBoards(transition.before, [packPainted(before, paint)], mask);
}

/** Changes of objects that a text names at most. */
const SHOWN_CHANGES = 4;

/** Describes a transition: objects where they tell it, else the cells. */
export function describeHappening({ before, frames, levelChanged, state }: Transition, mask: Mask): string {
  const ownFrames = levelChanged ? frames.slice(0, -1) : frames;
  const parts = [
    ...(ownFrames.length > 0 ? [describeBoards(before, ownFrames, mask)] : []),
    ...(levelChanged ? ['the board of another level followed'] : []),
    ...(state === 'NOT_FINISHED' ? [] : [state === 'WIN' ? 'the game was won' : 'the game was over']),
  ];
  return parts.join('; ');
}

function describeBoards(before: string, frames: readonly string[], mask: Mask): string {
  const diff = diffFrames(before, frames, mask);
  if (!diff.hasChanges) return 'nothing changes';
  const settledFrame = frames.at(-1) ?? before;
  const lines = diff.changed.length > 0 ? describeChanges(compareFrames(before, settledFrame, mask)) : [];
  const more = lines.length - SHOWN_CHANGES;
  const objects = [
    ...lines.slice(0, SHOWN_CHANGES),
    ...(more > 0 ? [`${more} more changes of objects`] : []),
  ];
  return objects.length > 0 ? `${objects.join('; ')} (${diff.summary})` : diff.summary;
}
