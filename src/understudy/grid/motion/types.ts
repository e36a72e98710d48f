import type { Shift } from '../../../grid/claims/board';
import type { Seen } from '../../../grid/claims/check';
import type { MoveClaim, Push } from '../../../grid/claims/claim';
import type { Picture, Sighting } from '../../../grid/claims/picture';

/** Colours an avatar may go over, those that stop it, and whether the edge of the board does. */
export interface Grounds {
  over: number[];
  stops: number[];
  edge: boolean;
}

/** An object that actions move: what it looks like, and what is known of how it gets about, whatever the action. */
export interface Avatar {
  picture: Picture;
  /** It was seen drawn turned or mirrored. */
  turned: boolean;
  /** All that look so are meant, not the only one. */
  every: boolean;
  /** How often it was seen to move, and by how many different actions. */
  times: number;
  actions: number;
  /** Leaves open what shows through it: that was seen to change as it went. */
  open?: true;
  /** Other looks that it was seen to take on, as one that faces the way it goes does. */
  looks?: readonly Picture[];
}

/** The avatar in one transition. */
export interface Track {
  seen: Seen;
  from: Sighting;
  to: Sighting;
  by: Shift;
  /** Changed cells that the avatar's own going does not account for; cells left aside are left out. */
  rest: number[];
}

/** How one action moves the avatar. */
export interface Gear {
  /** Of one move; of one step when it slides. */
  by: Shift;
  slides: boolean;
  face: Picture | null;
  turnsStopped: boolean | null;
  /** Whether everything seen so far is as if it went on until it was stopped, or only so far: not told apart yet. */
  unsure: boolean;
}

/** A row or column that foremost cells did not go beyond: `limit` where it was stopped there, `seenTo` where it never came. */
export type Limit = Pick<MoveClaim, 'limit' | 'seenTo'>;

/** Tracks by action. */
export type Tracks = ReadonlyMap<string, Track[]>;
export type Gears = ReadonlyMap<string, Gear>;

/** The avatar followed through everything that was seen. */
export interface Motion {
  avatar: Avatar;
  tracks: Tracks;
  /** The first track of each transition. */
  sightings: ReadonlyMap<Seen, Track>;
  gears: Gears;
  asides: number[];
  push: Push | null;
  grounds: Record<MoveClaim['reach'], Grounds>;
  /** By action: the row or column that it never went beyond, as nothing is seen there that stops it. */
  limits: ReadonlyMap<string, Limit>;
  /** Others that the same actions move at the same time. */
  partners: Motion[];
}
