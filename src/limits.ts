/** Limits that more than one place must know; `docs/limits.md` lists them with all others. */
export const LIMITS = {
  /** Scenes and runs of a tenant, unless MAX_ROOMS says otherwise. */
  rooms: 10_000,
  /** Sockets of one room, unless MAX_SOCKETS says otherwise. */
  sockets: 1_000,
} as const;
