/**
 * Tenant of the demo rooms, which need no key (docs/people.md#demo). It has no key and its name is reserved,
 * because its data is deleted a few minutes after creation.
 */
export const DEMO_TENANT = 'demorooms';

/** Limits of demo rooms; together they bound the use by anonymous visitors. */
export const DEMO = {
  /** Play time of the visitor, in milliseconds. */
  seatMs: 120_000,
  /** Lifetime of the room, in milliseconds from creation. */
  roomMs: 180_000,
  /** Maximum number at a time. */
  rooms: 20,
  /** Maximum events per demo room: about a hundred rounds, more than a person plays. */
  events: 2_000,
} as const;
