import type { Event } from '../contract/events';
import type { CallStep } from './index-rows';

/** Everything one round (turn) left behind: the unit of storage in R2. */
export interface Bundle {
  room: string;
  round: number;
  events: Event[];
  /** Its calls, as the journal keeps them. */
  steps: CallStep[];
}

/** Everything of one room lies under this prefix. */
export const roomPrefix = (tenant: string, room: string): string => `rooms/${tenant}/${room}/`;

/** R2 key of the bundle of one round (turn). */
export const bundleKey = (tenant: string, room: string, round: number): string =>
  `${roomPrefix(tenant, room)}rounds/${String(round).padStart(6, '0')}.json`;
