/** Limits that more than one place must know; `docs/limits.md` lists them with all others. */
export const LIMITS = {
  /** Scenes and runs of a tenant, unless MAX_ROOMS says otherwise. */
  rooms: 10_000,
  /** Sockets of one room, unless MAX_SOCKETS says otherwise. */
  sockets: 1_000,
  /** Most characters a message on a socket may have. */
  message: 1024 * 1024,
} as const;

/** How often one caller may ask, in one instance of the Worker: in the long run, and at once. */
export const RATES = {
  key: { perSecond: 200, burst: 2_000 },
  seat: { perSecond: 20, burst: 200 },
  /** Without a key: what is public, and sockets that a ticket opens. */
  address: { perSecond: 50, burst: 500 },
  /** Deliveries to one hook, whoever sends them. */
  hook: { perSecond: 20, burst: 200 },
  /** Answered with 401; an invitation or a delivery that leads nowhere, too. */
  refused: { perSecond: 1, burst: 30 },
  /** On one socket. */
  message: { perSecond: 20, burst: 100 },
} as const;
