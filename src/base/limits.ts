/** Limits that more than one place must know; `docs/operate.md` lists them with all others. */
export const LIMITS = {
  /** Scenes and runs of a tenant, unless MAX_ROOMS says otherwise. */
  rooms: 10_000,
  /** Sockets of one room, unless MAX_SOCKETS says otherwise. */
  sockets: 1_000,
  /** Most characters a message on a socket may have. */
  message: 1024 * 1024,
} as const;

/** Part of a scene that one seat may take. All seats together leave a reserve of sockets and waiting inputs to the owners. */
export const SHARES = {
  /** Part of the sockets, and of the inputs that wait, that no seat may take. */
  reserve: 0.1,
  /** Sockets of one seat, streams and requests that wait among them. */
  sockets: 10,
  /** Part of the sockets that all who sit on seats for many may take. */
  forMany: 0.5,
  /** Inputs of one seat that wait for a round. */
  waiting: 100,
  /** Notes of one seat, and the characters of all of them. */
  notes: { count: 2_000, characters: 2_000_000 },
  /** Bytes of one message on a socket, and of the body of one request. */
  message: 64 * 1024,
  /** Characters that a line or a note is counted as having, beside its own. */
  written: 200,
} as const;

/** Rate limits of one caller in one instance of the Worker: in the long run, and at once. */
export const RATES = {
  key: { perSecond: 200, burst: 2_000 },
  seat: { perSecond: 20, burst: 200 },
  /** Requests without a key: public pages, and sockets that a ticket opens. */
  address: { perSecond: 50, burst: 500 },
  /** Deliveries to one hook, whoever sends them. */
  hook: { perSecond: 20, burst: 200 },
  /** Demo rooms that one address asks for. */
  demo: { perSecond: 1 / 60, burst: 3 },
  /** Answered with 401; an invitation or a delivery that leads nowhere, too. */
  refused: { perSecond: 1, burst: 30 },
  /** Messages on one socket of an owner; on all sockets of one seat together. */
  message: { perSecond: 20, burst: 100 },
  /** Bytes of the messages of one seat. */
  bytes: { perSecond: 64 * 1024, burst: 512 * 1024 },
  /** Refused messages, before the socket that they come over is closed. */
  unheard: { perSecond: 10, burst: 200 },
  /** Tickets of one seat, and sockets that it opens. */
  opened: { perSecond: 2, burst: 100 },
  /** Characters of what one seat says and notes. */
  written: { perSecond: 500, burst: 64_000 },
} as const;
