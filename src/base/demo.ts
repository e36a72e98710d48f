/**
 * Tenant of the rooms in which somebody without a key tries the stage (docs/people.md#demo). It has no key, and
 * nobody else may have its name: everything in it is deleted a few minutes after it was made.
 */
export const DEMO_TENANT = 'demorooms';

/** Limits of demo rooms. All of them together are what strangers can take of a stage. */
export const DEMO = {
  /** Time that the visitor plays, in milliseconds. */
  seatMs: 120_000,
  /** Time after which the room is deleted, in milliseconds from when it was made. */
  roomMs: 180_000,
  /** Demo rooms of a stage at once. */
  rooms: 20,
  /** Events after which its visitor does no more in a demo room: about a hundred rounds, more than a person plays. */
  events: 2_000,
} as const;
