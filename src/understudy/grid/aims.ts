import type { ActionId, GameAction } from '../../contract/agents';
import type { ExplorerBrief } from '../../grid/briefs';
import type { triedContexts } from './contexts';
import type { Imagined } from './imagine';
import type { Study } from './study';

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
  /** The same beside a thing near which they say nothing on purpose: to go there again says no more. */
  careful: 3.5,
  /** Each new mark of the board that it lacks to be as varied a test as is asked for. */
  same: 0.2,
  /** It would go beyond where it was ever seen to go, over known ground: as good as a confirmation, and says more. */
  limit: -0.04,
  /** More was learnt since its definition was written, which then says it too. */
  anew: -0.05,
  /** What its claims speak of is not on the board: something else may go in its place. */
  gone: 0.3,
  /** A recolouring that is to be followed further before it can be confirmed often enough. */
  colour: 1,
  /** Another kind of claim foretells the same. */
  rival: 3,
  /** No effect was ever seen, and nothing here is new but the state; it lies on the way of other targets. */
  passing: -0.2,
  /** The same, with nothing else to do. */
  repeat: 4,
  /** A click on what looks like a button, and was never clicked. */
  button: -0.2,
  /** A click on what was not seen to do what is claimed often enough, and on a kind that was never clicked. */
  unproven: -0.1,
  kind: -0.15,
  /** Each click on things of the same kind. */
  clicked: 0.06,
  /** Each click on the board that a repeated one leads to. */
  visit: 0.2,
  /** A ring that is to be followed on, and one that was seen here before. */
  ring: 0.5,
  ringKnown: 1.2,
  /** A ring where its mark never was, and how much the same place is put off for it. */
  ringElsewhere: -0.7,
  ringWaits: 1,
  /** A verified action, to meet what was never met. */
  scout: 3,
} as const;

export type Aim = Exclude<
  keyof typeof WEIGHTS | 'varied',
  | 'same'
  | 'careful'
  | 'newsHere'
  | 'button'
  | 'clicked'
  | 'unproven'
  | 'kind'
  | 'visit'
  | 'ring'
  | 'ringKnown'
  | 'ringElsewhere'
  | 'ringWaits'
>;

export interface Plan {
  target: GameAction;
  setup: GameAction[];
  aim: Aim;
  /** It was executed in this very state before. */
  repeated: boolean;
  cost: number;
}

/** What a choice is searched in. */
export interface Search {
  brief: ExplorerBrief;
  study: Study;
  /** The board that stands. */
  here: Imagined;
  open: ActionId[];
  /** `board key|action key` of everything that was executed. */
  tried: Set<string>;
  contexts: Map<ActionId, ReturnType<typeof triedContexts>>;
  drastic: Set<number>;
  curious: Set<number>;
  /** Recolourings that are to be followed to new colours. */
  chains: Map<ActionId, boolean>;
  best: Plan | null;
}
