import type { Shift } from './board';
import type { CycleClaim } from './cycle';
import type { DrawClaim } from './draw';
import type { HighlightClaim } from './highlight';
import type { PickClaim } from './pick';
import type { Picture } from './picture';
import type { PlateClaim } from './plate';
import type { RewindClaim } from './rewind';
import type { RingClaim } from './ring';
import type { Area, Scope, TurnWay } from './scope';
import type { ScrollClaim } from './scroll';
import type { SquaresClaim } from './squares';
import type { SteerClaim } from './steer';
import type { WrapClaim } from './wrap';

/**
 * A statement about an action that code can check. It holds only what its sentence says (`words.ts` writes and reads
 * it). From a frame, and for some kinds from the history, it predicts the next board or says that it cannot. Colours
 * are numbers 0…15, ascending lists without repeats.
 */
export type Claim =
  | MoveClaim
  | HopClaim
  | FallClaim
  | RecolourClaim
  | DrawClaim
  | TurnClaim
  | ToggleClaim
  | SwapClaim
  | PassClaim
  | SteerClaim
  | RingClaim
  | CycleClaim
  | ScrollClaim
  | WrapClaim
  | PickClaim
  | HighlightClaim
  | PlateClaim
  | SquaresClaim
  | RewindClaim
  | RestoreClaim
  | SelectClaim
  | FlashClaim
  | IdleClaim
  | AsideClaim
  | ExceptionClaim;

/** An object moves by a fixed shift over some colours; others stop it. */
export interface MoveClaim extends Scope {
  kind: 'move';
  who: Picture;
  /** The object may also be drawn turned or mirrored. */
  turned: boolean;
  /** Every such object moves, each by itself; otherwise exactly one must be on the board. */
  every: boolean;
  /** Shift of one move, or of one step when the object slides. */
  by: Shift;
  /** The object goes on until something stops it. */
  slides: boolean;
  /** Cells that decide whether it can move: all on the way, or only those it would cover in the end. */
  reach: 'way' | 'place';
  over: number[];
  stops: number[];
  /** The edge of the board (or masked cells) is known to stop it. */
  edge: boolean;
  /** Picture of the object after this action; null: unchanged. */
  face: Picture | null;
  /** The object takes `face` even when it is stopped; null: not known. */
  turnsStopped: boolean | null;
  /**
   * Says whether an outline moves only to places where something that is not in `over` lies inside it. `only`:
   * nowhere else; `seen`: not known to go anywhere else, nor past such a place.
   */
  framing: 'no' | 'seen' | 'only';
  push: Push | null;
  /** It speaks of boards where no move claim right before it finds its object; of all boards when it stands alone. */
  otherwise?: true;
  /**
   * The row or column that its foremost cells never leave in the way it goes, though nothing is seen there: it is
   * stopped where it would go beyond.
   */
  limit?: number;
  /** The same, but for where it was never seen beyond: nothing is said of what happens there. */
  seenTo?: number;
  /** Nothing is said of where these colours are near the object, before it moves or after it. */
  unless?: Surroundings;
  /** Nothing is said of what shows through the object, or lies beside it within its box, where it was and where it goes. */
  open?: true;
}

/** Colours beside an object: at most `within` cells away straight up, down, left or right of its box. */
export interface Surroundings {
  within: number;
  colours: number[];
}

/** An outline moves on to the next thing that lies inside it as the one it left did. */
export interface HopClaim extends Scope {
  kind: 'hop';
  who: Picture;
  /** One cell. */
  by: Shift;
  /** Colours that it may lie on. */
  over: number[];
  /** It is known to stay where it is when there is no such thing. */
  stays: boolean;
}

/** Objects that a moving object pushes ahead of it, by the same shift. */
export interface Push {
  what: Picture[];
  over: number[];
  stops: number[];
  edge: boolean;
}

/** Everything loose slides one way until something else stops it. */
export interface FallClaim extends Scope {
  kind: 'fall';
  /** One cell. */
  by: Shift;
  loose: number[];
  over: number[];
  stops: number[];
  edge: boolean;
}

/**
 * Cells of some colours change colour by a map, to -1 where it is not known to which. Colours that are not in the map stay, if
 * they are on the board.
 */
export interface RecolourClaim extends Scope {
  kind: 'recolour';
  area: Area;
  map: [from: number, to: number][];
}

/** The content of an area is turned or mirrored in place. */
export interface TurnClaim extends Scope {
  kind: 'turn';
  area: Area;
  way: TurnWay;
}

/** Cells change from one colour to a second, and back to the first. */
export interface ToggleClaim extends Scope {
  kind: 'toggle';
  from: number;
  to: number;
}

/** Things that have two looks change to the other one, wherever they are. */
export interface SwapClaim extends Scope {
  kind: 'swap';
  pairs: [Picture, Picture][];
}

/** Of several things one is drawn as the chosen one; the next one, in a fixed order, becomes it. */
export interface PassClaim extends Scope {
  kind: 'pass';
  /** In the order in which they are chosen, each as it looks when it is not chosen, and when it is. */
  things: [plain: Picture, chosen: Picture][];
  /** The first one was seen to follow the last one. */
  closed: boolean;
}

/** The board becomes what it was before the last action that changed it, or at the start of the level. */
export interface RestoreClaim extends Scope {
  kind: 'restore';
  what: 'last' | 'start';
}

/** An outline moves to the click: around the object there. */
export interface SelectClaim extends Scope {
  kind: 'select';
  who: Picture;
}

/** Something shows during the animation; the board settles unchanged. */
export interface FlashClaim extends Scope {
  kind: 'flash';
}

/** A click on these sites does nothing. */
export interface IdleClaim {
  kind: 'idle';
  click: number[];
  when: null;
}

/** Cells of these colours change after any action; nothing is predicted for them. */
export interface AsideClaim {
  kind: 'aside';
  colours: number[];
  click: null;
  when: null;
}

/** One execution that went otherwise than the other claims say. It predicts nothing. */
export interface ExceptionClaim {
  kind: 'exception';
  /** A part of a sentence: no full stop at its end, and none before a capital letter. */
  what: string;
  /** Number of the frame after that execution; null: not known. */
  frame: number | null;
  click: null;
  when: null;
}

/** Says whether a claim may be tied to a click and to a condition. */
export const isScoped = (claim: Claim): claim is Exclude<Claim, IdleClaim | AsideClaim | ExceptionClaim> =>
  claim.kind !== 'idle' && claim.kind !== 'aside' && claim.kind !== 'exception';

/** What follows from where the moves of the same definition take things: it is foretold after them. */
export type ReactionClaim = HighlightClaim | PlateClaim;
export const isReaction = (claim: Claim): claim is ReactionClaim =>
  claim.kind === 'highlight' || claim.kind === 'plate';

/** Says whether a claim is about clicks on tiles. */
export const isOfTiles = (claim: Claim): boolean => 'area' in claim && claim.area.of === 'tile';
