import type { GameAction } from '../../api/agents';

/** Verified actions before a target, at most. */
export const MAX_SETUP = 6;

/** What a target is worth trying for. The weights are in actions: what one would walk that far for. */
export const WEIGHTS = {
  /** Its claims foretell an effect in a state where it was not tried. */
  confirm: 0,
  /** It never had an effect, and the avatar meets something it never met when this was tried. */
  news: 0.4,
  /** The same with no way to go: the try is one of those that have to be made, and later the thing is elsewhere. */
  newsHere: -0.3,
  /** It had an effect that no claim covers, in a context like this one. */
  again: 0.6,
  /** Its claims do not say what happens here; where a widespread colour lies ahead, and otherwise. */
  ground: 0.35,
  unknown: 2.5,
  /** A recolouring that is to be followed further before it can be confirmed often enough. */
  colour: 1,
  /** Another kind of claim foretells the same. */
  rival: 3,
  /** No effect was ever seen, and nothing here is new but the state; it lies on the way of other targets. */
  passing: -0.2,
  /** The same, with nothing else to do. */
  repeat: 4,
  /** A verified action, to meet what was never met. */
  scout: 3,
} as const;

export type Aim = Exclude<keyof typeof WEIGHTS, 'newsHere'>;

export interface Plan {
  target: GameAction;
  setup: GameAction[];
  aim: Aim;
  /** It was executed in this very state before. */
  repeated: boolean;
  cost: number;
}
