import type { Mask } from '../../contract/frame';
import type { Transition } from '../transition';
import type { Board, Box, Shift } from './board';
import type { Picture } from './picture';
import type { Reach } from './reach';
import type { Shown } from './shown';
import type { TileArea } from './tiles';

/** What all claims share: conditions, places, and the forecast that claims make. */

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

export const TURNS = ['clockwise', 'anticlockwise', 'by half', 'left to right', 'upside down'] as const;
export type TurnWay = (typeof TURNS)[number];
