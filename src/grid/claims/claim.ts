import type { Mask } from '../../contract/frame';
import type { Transition } from '../transition';
import type { Board, Box } from './board';
import type { CycleClaim } from './cycle';
import type { DrawClaim } from './draw';
import type { HighlightClaim } from './highlight';
import type { PickClaim } from './pick';
import type { Picture } from './picture';
import type { PlateClaim } from './plate';
import type { Reach } from './reach';
import type { RewindClaim } from './rewind';
import type { RingClaim } from './ring';
import type { ScrollClaim } from './scroll';
import type { Shown } from './shown';
import type { SquaresClaim } from './squares';
import type { SteerClaim } from './steer';
import type { TileArea } from './tiles';
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

/** Rows down and columns right; negative is up and left. */
export interface Shift {
  rows: number;
  cols: number;
}

export const isStill = (by: Shift): boolean => by.rows === 0 && by.cols === 0;
export const isSameShift = (a: Shift, b: Shift): boolean => a.rows === b.rows && a.cols === b.cols;

/**
 * Packs into one number what a click meets: the object's colour and the colour around it. {@link NO_COLOUR} around it
 * stands for the edge of the board, {@link ANY_COLOUR} for any colour.
 */
export const siteOf = (colour: number, around: number): number => colour * 18 + around;
export const NO_COLOUR = 16;
export const ANY_COLOUR = 17;
export const readSite = (site: number): { colour: number; around: number } => ({
  colour: Math.floor(site / 18),
  around: site % 18,
});

/** Conditions of a claim besides its effect. */
export interface Scope {
  /** Sites that a click must meet; null when the action is no click, or any click will do. */
  click: number[] | null;
  when: Condition | null;
  /** Box of cells that a click must fall in, when the site alone does not say which of several things it is. */
  within?: Box;
  /** What some cell of the board must show. */
  shown?: Shown;
}

/** No conditions: any click, any board. */
export const NO_SCOPE = { click: null, when: null } as const satisfies Scope;

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

/** Area of a board where an effect takes place. */
export type Area =
  | { of: 'board' }
  | { of: 'object'; picture: Picture }
  | { of: 'inside'; picture: Picture }
  | { of: 'beside'; picture: Picture; at: Shift; rows: number; cols: number }
  | { of: 'place'; top: number; left: number; rows: number; cols: number }
  | ClickedArea
  | TileArea;

/** The clicked object; `whole`: all that hangs together with it and is no ground. */
export interface ClickedArea {
  of: 'clicked';
  whole?: true;
  /** Other things that the effect takes place on as well. */
  reach?: Reach;
}

/** Says whether an effect takes place on more than what was clicked. */
export const isWide = (area: Area): boolean => 'reach' in area && area.reach !== undefined;

/**
 * Cells of some colours change colour by a map, to -1 where it is not known to which. Colours that are not in the map stay, if
 * they are on the board.
 */
export interface RecolourClaim extends Scope {
  kind: 'recolour';
  area: Area;
  map: [from: number, to: number][];
}

export const TURNS = ['clockwise', 'anticlockwise', 'by half', 'left to right', 'upside down'] as const;
export type TurnWay = (typeof TURNS)[number];

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

export type Relation = 'stands on' | 'touches' | 'is near';

export interface Condition {
  who: Picture;
  relation: Relation;
  /** Greatest distance in cells; 1 for `touches`, 0 for `stands on`. */
  within: number;
  /** Colours that must all be near. */
  colours: number[];
  /** The action does nothing where none of the colours is this near, in cells; null: never tried elsewhere. */
  beyond: number | null;
}

/** Input of a claim besides the frame. */
export interface ClaimContext {
  /** Cells that no claim speaks of. */
  mask: Mask;
  /** Earlier transitions, oldest first; empty when none is known. */
  history: readonly Transition[];
  /** For an imagined board: the board before the last imagined action that changed it. */
  previous?: Board;
}

/** Prediction of some claims: colours by cell (-1: any colour); all other cells stay. */
export type Forecast =
  | { kind: 'board'; paint: Map<number, number>; flash: boolean }
  | { kind: 'nothing' }
  | { kind: 'silent'; reason: string; missing?: true };

export const silent = (reason: string): Forecast => ({ kind: 'silent', reason });
/** The object that a claim speaks of is not on the board, or is not alone of its kind. */
export const MISSING: Forecast = {
  kind: 'silent',
  reason: 'the object is not on the board, or not alone of its kind',
  missing: true,
};
export const NOTHING: Forecast = { kind: 'nothing' };
