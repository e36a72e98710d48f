import type { Mask } from '../frame/frame';
import type { Transition } from '../transition';
import type { Board } from './board';
import type { Picture } from './picture';

/**
 * What can be said about an action so that code can check it. A claim holds nothing but what its sentence says
 * (words.ts writes and reads it); together with a frame, and for a few with what happened before, it foretells the
 * next board or says that it cannot. Colours are numbers 0…15, ascending lists without repeats.
 */
export type Claim =
  | MoveClaim
  | HopClaim
  | FallClaim
  | RecolourClaim
  | TurnClaim
  | ToggleClaim
  | SwapClaim
  | RestoreClaim
  | SelectClaim
  | FlashClaim
  | IdleClaim
  | AsideClaim;

/** Rows down and columns right; negative is up and left. */
export interface Shift {
  rows: number;
  cols: number;
}

export const isStill = (by: Shift): boolean => by.rows === 0 && by.cols === 0;
export const isSameShift = (a: Shift, b: Shift): boolean => a.rows === b.rows && a.cols === b.cols;

/**
 * What a click meets: the colour of the object, and the colour around it, in one number. {@link NO_COLOUR} around it
 * stands for the edge of the board, {@link ANY_COLOUR} for whatever is there.
 */
export const siteOf = (colour: number, around: number): number => colour * 18 + around;
export const NO_COLOUR = 16;
export const ANY_COLOUR = 17;
export const readSite = (site: number): { colour: number; around: number } => ({
  colour: Math.floor(site / 18),
  around: site % 18,
});

/** What a claim needs besides its effect. */
interface Scope {
  /** Only a click on one of these sites does it; null when it is no click, or wherever it falls. */
  click: number[] | null;
  when: Condition | null;
}

/** Whatever is clicked, wherever it happens. */
export const NO_SCOPE = { click: null, when: null } as const satisfies Scope;

/** An object goes by so much, over some colours; others stop it. */
export interface MoveClaim extends Scope {
  kind: 'move';
  who: Picture;
  /** The object may also be drawn turned or mirrored. */
  turned: boolean;
  /** Every such object goes, each by itself; otherwise there must be exactly one on the board. */
  every: boolean;
  /** Of one move; of one of its steps when it slides. */
  by: Shift;
  /** Goes on until something stops it. */
  slides: boolean;
  /** What decides: the cells all the way, or only those it would cover in the end. */
  reach: 'way' | 'place';
  over: number[];
  stops: number[];
  /** The edge of the board (or the masked cells) is known to stop it. */
  edge: boolean;
  /** How it is drawn after this action; null: as it was. */
  face: Picture | null;
  /** Whether it is drawn that way even when it is stopped; null: not known. */
  turnsStopped: boolean | null;
  /**
   * An outline that goes where something that is not `over` lies inside it. `only`: nowhere else; `seen`: not known
   * to go anywhere else, nor past such a thing.
   */
  framing: 'no' | 'seen' | 'only';
  push: Push | null;
}

/** An outline goes on to the next thing that lies inside it as the one it left did. */
export interface HopClaim extends Scope {
  kind: 'hop';
  who: Picture;
  /** One cell. */
  by: Shift;
  /** What it may lie on. */
  over: number[];
  /** It is known to stay where it is when there is no such thing. */
  stays: boolean;
}

/** What the object shoves ahead of it, by the same shift. */
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

/** Where an effect takes place. */
export type Area =
  | { of: 'board' }
  | { of: 'object'; picture: Picture }
  | { of: 'inside'; picture: Picture }
  | { of: 'beside'; picture: Picture; at: Shift; rows: number; cols: number }
  | { of: 'clicked' };

/** Cells of some colours take others, by a map. Colours that are not in it are not spoken of (on the board: stay). */
export interface RecolourClaim extends Scope {
  kind: 'recolour';
  area: Area;
  map: [from: number, to: number][];
}

export const TURNS = ['clockwise', 'anticlockwise', 'by half', 'left to right', 'upside down'] as const;
export type TurnWay = (typeof TURNS)[number];

/** What lies in an area is turned or mirrored in place. */
export interface TurnClaim extends Scope {
  kind: 'turn';
  area: Area;
  way: TurnWay;
}

/** Cells of one colour take another, and back where they had the first. */
export interface ToggleClaim extends Scope {
  kind: 'toggle';
  from: number;
  to: number;
}

/** Things that have two looks take the other one, wherever they are. */
export interface SwapClaim extends Scope {
  kind: 'swap';
  pairs: [Picture, Picture][];
}

/** The board becomes what it was before the last action that changed it, or at the start of the level. */
export interface RestoreClaim extends Scope {
  kind: 'restore';
  what: 'last' | 'start';
}

/** An outline goes where the click fell: around the object there. */
export interface SelectClaim extends Scope {
  kind: 'select';
  who: Picture;
}

/** Something shows during the animation; the board settles as it was. */
export interface FlashClaim extends Scope {
  kind: 'flash';
}

/** A click on these sites does nothing. */
export interface IdleClaim {
  kind: 'idle';
  click: number[];
  when: null;
}

/** Cells of these colours change whatever the action: nothing is said about them. */
export interface AsideClaim {
  kind: 'aside';
  colours: number[];
  click: null;
  when: null;
}

export type Relation = 'stands on' | 'touches' | 'is near';

export interface Condition {
  who: Picture;
  relation: Relation;
  /** How near, in cells; 1 for `touches`, 0 for `stands on`. */
  within: number;
  /** All of them. */
  colours: number[];
  /** It does nothing where none of the colours is this near, in cells; null: it was never tried elsewhere. */
  beyond: number | null;
}

/** What a claim may look at besides the frame. */
export interface ClaimContext {
  /** Cells that nothing is said about. */
  mask: Mask;
  /** What happened before, oldest first; empty when nothing is known. */
  history: readonly Transition[];
  /** For an imagined board: the board that the last imagined action changed. */
  previous?: Board;
}

/** What claims foretell: colours by cell (-1: some colour), nothing else changing. */
export type Forecast =
  | { kind: 'board'; paint: Map<number, number>; flash: boolean }
  | { kind: 'nothing' }
  | { kind: 'silent'; reason: string };

export const silent = (reason: string): Forecast => ({ kind: 'silent', reason });
export const NOTHING: Forecast = { kind: 'nothing' };
