/** Limits used in several places; `docs/operate.md` lists all limits. */
export const LIMITS = {
  /** Scenes and runs per tenant; MAX_ROOMS overrides it. */
  rooms: 10_000,
  /** Sockets per room; MAX_SOCKETS overrides it. */
  sockets: 1_000,
  /** Characters per socket message. */
  message: 1024 * 1024,
} as const;

/** Quota of one seat. All seats together leave a reserve of sockets and waiting inputs for owners. */
export const SHARES = {
  /** Fraction of sockets and waiting inputs reserved for owners. */
  reserve: 0.1,
  /** Sockets of one seat, including streams and waiting requests. */
  sockets: 10,
  /** Fraction of the sockets that all shared seats may use. */
  forMany: 0.5,
  /** Inputs of one seat that wait for a round or are in the open one. */
  waiting: 100,
  /** Notes of one seat and their total characters. */
  notes: { count: 2_000, characters: 2_000_000 },
  /** Bytes per socket message and per request body. */
  message: 64 * 1024,
  /** Extra characters charged per line or note. */
  written: 200,
} as const;

/** Rate limits per caller and Worker instance: average and burst. */
export const RATES = {
  key: { perSecond: 200, burst: 2_000 },
  seat: { perSecond: 20, burst: 200 },
  /** Requests without a key: public pages, and sockets opened with a ticket. */
  address: { perSecond: 50, burst: 500 },
  /** Deliveries to one hook, from all senders. */
  hook: { perSecond: 20, burst: 200 },
  demo: { perSecond: 1 / 60, burst: 3 },
  /** Requests answered with 401, including unknown invitations and deliveries. */
  refused: { perSecond: 1, burst: 30 },
  /** Messages per owner's socket; for a seat, on all its sockets together. */
  message: { perSecond: 20, burst: 100 },
  bytes: { perSecond: 64 * 1024, burst: 512 * 1024 },
  /** Rejected messages before their socket is closed. */
  unheard: { perSecond: 10, burst: 200 },
  /** Tickets created and sockets opened by one seat. */
  opened: { perSecond: 2, burst: 100 },
  written: { perSecond: 500, burst: 64_000 },
} as const;
