import type { GameAction } from '../../contract/agents';
import type { EventOf } from '../../contract/events/events';
import type { Mask } from '../../contract/frame';
import type { EndedWish, FollowedWish, Wish } from '../../contract/wishes';
import { describeHappening } from '../describe-happening';
import { nameAction } from '../phrases';
import { actionKey, readActionKey, type Transition } from '../transition';
import { grantWish, type WishPlace } from './read-wish';

/** The next action of the current wish, or how the wish ended. Both null if there was no wish. */
export interface Continued {
  /** `action` is null if the planner chooses it. */
  next: { wish: FollowedWish; action: GameAction | null } | null;
  ended: EndedWish | null;
}

export interface Newest {
  /** null if the previous turn executed no action. */
  transition: Transition | null;
  /** True if it led to the predicted node; null without a prediction. */
  wasForetold: boolean | null;
  mask: Mask;
  /** True if the wish came true; null if unknown. */
  isMet: (wish: Wish) => boolean | null;
  isOffered: (action: GameAction) => boolean;
}

/**
 * Continues the wish of the previous turn. A plan ends when it is done, when an action had another result
 * than predicted (or no effect, without a prediction), or when the level or the game ended.
 *
 * @param last the newest earlier suggestion
 */
export function continueWish(last: EventOf<'action.suggested'> | null, newest: Newest): Continued {
  const wish = last?.payload.decision === 'refused' ? undefined : last?.payload.wish;
  if (!last || !wish) return { next: null, ended: null };
  const { transition, isOffered } = newest;
  const { turn, text } = wish;
  if (transition?.turn !== last.turn || transition?.role !== 'target') {
    const detail = `${last.payload.target ?? 'its action'} was refused or has an unknown result, or another action came first`;
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
  if (state === 'GAME_OVER') return { end: 'game_over', detail: `${name} ended the game` };
  const isLast = wish.kind === 'explore' ? done >= (wish.steps ?? 0) : wish.left.length === 0;
  if (wish.kind === 'explore')
    return isLast ? { end: 'done', detail: 'all its actions were executed' } : null;
  const happening = describeHappening(transition, mask);
  const lastWords = `the last one, ${name}: ${happening}`;
  if (isMet(wish)) return { end: 'reached', detail: lastWords };
  const isIdle = transition.frames.every((frame) => frame === transition.before);
  if (wasForetold === false)
    return { end: 'surprise', detail: `${name} had an unexpected result: ${happening}` };
  if (isIdle && !isLast)
    return { end: 'surprise', detail: `${name} changed nothing, so the rest was skipped` };
  if (!isLast) return null;
  const isReached = wish.isForetold === true && isMet(wish) === null;
  return { end: isReached ? 'reached' : 'done', detail: lastWords };
}

/** How often to plan another way to the same cell before asking the model. */
const MAX_REPLANS = 2;

/** Plans another way to the same cell after a surprise. null if none is known: then ask the model. */
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
  // Report the first surprise of a wish: later ones often follow from it.
  const surprise = wish.surprise ?? ended.detail;
  return {
    action,
    wish: { ...carried, done: ended.done, left: actionsLeft, isForetold: true, replans, surprise },
  };
}

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
