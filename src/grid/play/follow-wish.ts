import type { GameAction } from '../../contract/agents';
import type { EventOf } from '../../contract/events/events';
import type { Mask } from '../../contract/frame';
import type { EndedWish, FollowedWish, Wish } from '../../contract/wishes';
import { describeHappening } from '../describe-happening';
import { nameAction } from '../phrases';
import { actionKey, readActionKey, type Transition } from '../transition';
import { grantWish, type WishPlace } from './read-wish';

/** The next action of the wish of the turns before, or its end. Both null: there was none. */
export interface Continued {
  /** `action` null: the service plans it by itself. */
  next: { wish: FollowedWish; action: GameAction | null } | null;
  ended: EndedWish | null;
}

/** Knowledge of the newest transition. */
export interface Newest {
  /** Null: the turn before did no action. */
  transition: Transition | null;
  /** It led where the planner foretold; null: nothing was foretold. */
  wasForetold: boolean | null;
  mask: Mask;
  /** Says whether what was wished has come about; null: that can't be told. */
  isMet: (wish: Wish) => boolean | null;
  /** Says whether an action may be sent now. */
  isOffered: (action: GameAction) => boolean;
}

/**
 * Says how a wish goes on, from the turn that followed it last. A plan ends when it is done, when an action went otherwise
 * than foretold or, where nothing was foretold, changed nothing, or when the level or the game ended.
 *
 * @param last the newest suggestion of the turns before
 */
export function continueWish(last: EventOf<'action.suggested'> | null, newest: Newest): Continued {
  const wish = last?.payload.decision === 'refused' ? undefined : last?.payload.wish;
  if (!last || !wish) return { next: null, ended: null };
  const { transition, isOffered } = newest;
  const { turn, text } = wish;
  if (transition?.turn !== last.turn || transition?.role !== 'target') {
    const detail = `${last.payload.target ?? 'its action'} was refused or is in doubt, or something else came between`;
    return { next: null, ended: { turn, text, end: 'stopped', done: wish.done, detail } };
  }
  const done = wish.done + 1;
  const end = findEnd(wish, done, transition, newest);
  if (end) {
    const detail = wish.surprise === undefined ? end.detail : `${end.detail}; on the way ${wish.surprise}`;
    return { next: null, ended: { turn, text, done, ...end, detail } };
  }
  const { expectation: _, ...carried } = wish;
  if (wish.kind === 'explore') return { next: { wish: { ...carried, done }, action: null }, ended: null };
  const [key = '', ...left] = wish.left;
  const action = readActionKey(key);
  if (isOffered(action)) return { next: { wish: { ...carried, done, left }, action }, ended: null };
  const detail = `the game does not offer ${nameAction(action)} now`;
  return { next: null, ended: { turn, text, end: 'stopped', done, detail } };
}

function findEnd(
  wish: FollowedWish,
  done: number,
  transition: Transition,
  { wasForetold, mask, isMet }: Newest,
): Pick<EndedWish, 'end' | 'detail'> | null {
  const { state, levelChanged } = transition;
  const name = nameAction(transition.action);
  if (levelChanged) return { end: 'level', detail: `${name} changed the level` };
  if (state === 'GAME_OVER') return { end: 'game_over', detail: `after ${name} the game was over` };
  const isLast = wish.kind === 'explore' ? done >= (wish.steps ?? 0) : wish.left.length === 0;
  if (wish.kind === 'explore') return isLast ? { end: 'done', detail: 'all its actions were done' } : null;
  const happening = describeHappening(transition, mask);
  const lastWords = `the last one, ${name}: ${happening}`;
  if (isMet(wish)) return { end: 'reached', detail: lastWords };
  const isIdle = transition.frames.every((frame) => frame === transition.before);
  if (wasForetold === false)
    return { end: 'surprise', detail: `${name} went otherwise than foretold: ${happening}` };
  if (isIdle && !isLast) return { end: 'surprise', detail: `${name} changed nothing, so the rest was left` };
  if (!isLast) return null;
  const isReached = wish.isForetold === true && isMet(wish) === null;
  return { end: isReached ? 'reached' : 'done', detail: lastWords };
}

/** Times that the way to a cell is looked for anew before the model is asked. */
const MAX_REPLANS = 2;

/**
 * Goes on with a wish in which something went otherwise than foretold, where a way to the same cell is known from here as
 * well. Null: the model is asked.
 */
export function planAgain(
  wish: FollowedWish,
  ended: EndedWish,
  place: WishPlace,
): { wish: FollowedWish; action: GameAction } | null {
  const replans = (wish.replans ?? 0) + 1;
  const isPlace = wish.kind === 'to' || (wish.kind === 'touch' && wish.objectRow === undefined);
  if (ended.end !== 'surprise' || !isPlace || replans > MAX_REPLANS) return null;
  const reading = grantWish(wish, place);
  const way = reading.ok ? reading.granted.way : null;
  const [action, ...rest] = way?.actions ?? [];
  if (!way?.isForetold || !action) return null;
  const { expectation: _, ...carried } = wish;
  const actionsLeft = rest.map(actionKey);
  // The first surprise of a wish is the one that its end tells; later ones often follow from it.
  const surprise = wish.surprise ?? ended.detail;
  return {
    action,
    wish: { ...carried, done: ended.done, left: actionsLeft, isForetold: true, replans, surprise },
  };
}

/** A wish as its first turn follows it. */
export const beginWish = (
  wish: Wish,
  text: string,
  turn: number,
  way: { actions: readonly GameAction[]; isForetold: boolean } | null,
): FollowedWish => ({
  ...wish,
  text,
  turn,
  done: 0,
  left: (way?.actions ?? []).slice(1).map(actionKey),
  ...(way?.isForetold && { isForetold: true as const }),
});
