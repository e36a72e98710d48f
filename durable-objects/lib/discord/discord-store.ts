import type { Interaction, Member } from '../../../src/discord/interaction';

/** Tables of a Discord application, as append-only migrations. Single values are in `meta`. */
export const DISCORD_MIGRATIONS: readonly string[] = [
  `CREATE TABLE channels (
     channel TEXT PRIMARY KEY,
     server TEXT NOT NULL,
     parent TEXT,                  -- the channel that a thread is in; null: it is no thread
     room TEXT NOT NULL,
     bound_at TEXT NOT NULL,
     webhook TEXT NOT NULL,        -- id of the webhook that tells it
     webhook_token TEXT NOT NULL,  -- a secret
     cursor INTEGER NOT NULL,      -- events of the room up to here are in messages, or need none
     told_round INTEGER NOT NULL,  -- the last round of which a line was told
     is_open INTEGER NOT NULL,     -- 1: a round is being played
     look_at INTEGER,              -- when to look for new events, milliseconds since the epoch; null: when told
     busy_until INTEGER NOT NULL,  -- an input may begin a round until then
     last_message TEXT NOT NULL,   -- id of the last message that is known to be there
     paused TEXT,                  -- why nothing is sent; null: it is
     registered INTEGER NOT NULL   -- 1: the index knows of it
   ) WITHOUT ROWID;
   CREATE TABLE members (
     room TEXT NOT NULL,
     member TEXT NOT NULL,
     channel TEXT NOT NULL,
     seat TEXT NOT NULL,
     credential TEXT NOT NULL,     -- SHA-256 of the seat's token, which is kept nowhere
     avatar TEXT,                  -- address of the member's picture
     token TEXT,                   -- of the last command that was answered: a secret
     token_until INTEGER NOT NULL,
     PRIMARY KEY (room, member)
   ) WITHOUT ROWID;
   CREATE TABLE messages (
     n INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given again: Discord knows a repeat by it
     name TEXT NOT NULL UNIQUE,    -- tells a message that was made before
     lane TEXT NOT NULL,           -- id of the channel, or of the member, to whom they go in this order
     room TEXT NOT NULL,
     member TEXT,                  -- to whom in private; null: into the channel
     body TEXT NOT NULL,           -- JSON
     is_open INTEGER NOT NULL,     -- 1: it was sent, and no answer has come
     tries INTEGER NOT NULL
   );
   CREATE INDEX messages_by_lane ON messages (lane, n);
   CREATE TABLE lanes (lane TEXT PRIMARY KEY, next_at INTEGER NOT NULL) WITHOUT ROWID;
   CREATE TABLE interactions (
     id TEXT PRIMARY KEY,
     body TEXT,                    -- JSON: the command with its token; null once it is over
     room TEXT NOT NULL,           -- id that a scene gets which it makes
     answer TEXT,                  -- what the member is answered; null: it is not done yet
     tries INTEGER NOT NULL,
     next_at INTEGER,              -- when to go on; null: it is over
     at INTEGER NOT NULL
   ) WITHOUT ROWID;
   CREATE INDEX interactions_due ON interactions (next_at) WHERE next_at IS NOT NULL;
   CREATE TABLE portraits (
     key TEXT PRIMARY KEY,         -- part of a public address
     room TEXT NOT NULL,
     character TEXT NOT NULL,
     item TEXT,                    -- the item of the library whose picture it is; null: none
     UNIQUE (room, character)
   ) WITHOUT ROWID;
   CREATE TABLE log (n INTEGER PRIMARY KEY, at TEXT NOT NULL, what TEXT NOT NULL);`,
];

export interface ChannelRow {
  channel: string;
  server: string;
  parent: string | null;
  room: string;
  bound_at: string;
  webhook: string;
  webhook_token: string;
  cursor: number;
  told_round: number;
  is_open: number;
  look_at: number | null;
  busy_until: number;
  last_message: string;
  paused: string | null;
  registered: number;
}

export interface MemberRow {
  room: string;
  member: string;
  channel: string;
  seat: string;
  credential: string;
  avatar: string | null;
  token: string | null;
  token_until: number;
}

export interface MessageRow {
  n: number;
  name: string;
  lane: string;
  room: string;
  member: string | null;
  body: string;
  is_open: number;
  tries: number;
}

/** A command that must still run, or whose answer must be sent. */
export interface OpenInteraction {
  id: string;
  command: Interaction;
  room: string;
  answer: string | null;
  tries: number;
  at: number;
}

export interface NewMessage {
  name: string;
  lane: string;
  room: string;
  member: string | null;
  body: object;
}

/**
 * How long interaction ids are remembered. Discord also signs a timestamp, which is checked more strictly.
 */
const INTERACTION_TTL_MS = 24 * 3600 * 1000;
const MAX_LOG_ROWS = 50;
/** The lane for Discord's global rate limit. */
const ALL = '';

type Row<T> = T & Record<string, SqlStorageValue>;

/** All methods are synchronous, so callers can combine them in one transaction. */
export class DiscordStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Stores a command to run from `dueAt` on. @returns false for a duplicate */
  storeInteraction(command: Interaction, room: string, dueAt: number, now: number): boolean {
    this.#sql.exec('DELETE FROM interactions WHERE at < ? AND next_at IS NULL', now - INTERACTION_TTL_MS);
    const { rowsWritten } = this.#sql.exec(
      'INSERT OR IGNORE INTO interactions VALUES (?, ?, ?, NULL, 0, ?, ?)',
      ...[command.id, JSON.stringify(command), room, dueAt, now],
    );
    return rowsWritten > 0;
  }

  dueInteractions(now: number, limit: number): OpenInteraction[] {
    return this.#sql
      .exec<Row<Omit<OpenInteraction, 'command'> & { body: string }>>(
        `SELECT id, body, room, answer, tries, at FROM interactions
         WHERE next_at <= ? AND body IS NOT NULL ORDER BY at LIMIT ?`,
        now,
        limit,
      )
      .toArray()
      .map(({ body, id, room, answer, tries, at }) => ({
        ...{ id, room, answer, tries, at },
        command: JSON.parse(body) as Interaction,
      }));
  }

  /** null: no open command. */
  nextInteractionAt(): number | null {
    return this.#sql.exec<{ at: number | null }>('SELECT min(next_at) AS at FROM interactions').one().at;
  }

  answer(id: string, answer: string, now: number): void {
    this.#sql.exec(
      'UPDATE interactions SET answer = ?, tries = 0, next_at = ? WHERE id = ?',
      answer,
      now,
      id,
    );
  }

  postponeInteraction(id: string, tries: number, at: number): void {
    this.#sql.exec('UPDATE interactions SET tries = ?, next_at = ? WHERE id = ?', tries, at, id);
  }

  /** Keeps the id against duplicates, but deletes the command and its token. */
  endInteraction(id: string): void {
    this.#sql.exec('UPDATE interactions SET body = NULL, next_at = NULL WHERE id = ?', id);
  }

  channels(): ChannelRow[] {
    return this.#sql.exec<Row<ChannelRow>>('SELECT * FROM channels ORDER BY bound_at, channel').toArray();
  }

  channel(id: string): ChannelRow | null {
    return this.#first<Row<ChannelRow>>('SELECT * FROM channels WHERE channel = ?', id);
  }

  bind(row: ChannelRow): void {
    const { channel, server, parent, room, bound_at, webhook, webhook_token } = row;
    // Drop unsent messages of an earlier scene.
    this.#sql.exec('DELETE FROM messages WHERE lane = ? AND room <> ?', channel, room);
    this.#sql.exec(
      'INSERT OR REPLACE INTO channels VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[channel, server, parent, room, bound_at, webhook, webhook_token],
      ...[row.cursor, row.told_round, row.is_open, row.look_at, row.busy_until],
      ...[row.last_message, row.paused, row.registered],
    );
  }

  setRegistered(channel: string): void {
    this.#sql.exec('UPDATE channels SET registered = 1 WHERE channel = ?', channel);
  }

  isRegistered(): boolean {
    return this.#sql.exec('SELECT 1 FROM channels WHERE registered = 0 LIMIT 1').toArray().length === 0;
  }

  pause(channel: string, reason: string): void {
    this.#sql.exec('UPDATE channels SET paused = ?, look_at = NULL WHERE channel = ?', reason, channel);
  }

  resume(channel: string, webhook: { id: string; token: string }, now: number): void {
    this.#sql.exec(
      'UPDATE channels SET paused = NULL, webhook = ?, webhook_token = ?, look_at = ? WHERE channel = ?',
      ...[webhook.id, webhook.token, now, channel],
    );
    this.#sql.exec('DELETE FROM lanes WHERE lane = ?', channel);
  }

  /** Schedules a read of the room. @param busyUntil poll until then; 0: only read stored events */
  scheduleRead(room: string, now: number, busyUntil = 0): void {
    this.#sql.exec(
      `UPDATE channels SET look_at = ?1, busy_until = max(busy_until, ?2) WHERE room = ?3 AND paused IS NULL`,
      now,
      busyUntil,
      room,
    );
  }

  dueChannels(now: number): ChannelRow[] {
    return this.#sql
      .exec<Row<ChannelRow>>('SELECT * FROM channels WHERE look_at <= ? AND paused IS NULL', now)
      .toArray();
  }

  nextLookAt(): number | null {
    return this.#sql
      .exec<{ at: number | null }>('SELECT min(look_at) AS at FROM channels WHERE paused IS NULL')
      .one().at;
  }

  /**
   * Stores the read position. Keeps a notification that arrived meanwhile. @param seen `look_at` before the
   * read
   */
  storeReadPosition(
    { channel, room }: Pick<ChannelRow, 'channel' | 'room'>,
    at: { cursor: number; told_round: number; is_open: number },
    seen: number | null,
    next: number | null,
  ): void {
    this.#sql.exec(
      `UPDATE channels SET cursor = ?1, told_round = ?2, is_open = ?3,
         look_at = CASE WHEN look_at IS ?4 THEN ?5 ELSE look_at END WHERE channel = ?6 AND room = ?7`,
      ...[at.cursor, at.told_round, at.is_open, seen, next, channel, room],
    );
  }

  setLastMessage(channel: string, message: string): void {
    this.#sql.exec('UPDATE channels SET last_message = ? WHERE channel = ?', message, channel);
  }

  addMessage({ name, lane, room, member, body }: NewMessage): void {
    this.#sql.exec(
      'INSERT OR IGNORE INTO messages (name, lane, room, member, body, is_open, tries) VALUES (?, ?, ?, ?, ?, 0, 0)',
      ...[name, lane, room, member, JSON.stringify(body)],
    );
  }

  /** The first message of each lane that may send now; skips paused channels. */
  dueMessages(now: number): MessageRow[] {
    if (this.#waitOf(ALL) > now) return [];
    return this.#sql
      .exec<Row<MessageRow>>(
        `SELECT * FROM messages WHERE n IN (SELECT min(n) FROM messages GROUP BY lane)
           AND lane NOT IN (SELECT lane FROM lanes WHERE next_at > ?)
           AND lane NOT IN (SELECT channel FROM channels WHERE paused IS NOT NULL) ORDER BY n LIMIT 6`,
        now,
      )
      .toArray();
  }

  /** null: no message is scheduled. */
  nextMessageAt(): number | null {
    const { at } = this.#sql
      .exec<{ at: number | null }>(
        `SELECT min(coalesce(lanes.next_at, 0)) AS at FROM messages LEFT JOIN lanes ON lanes.lane = messages.lane
         WHERE messages.lane NOT IN (SELECT channel FROM channels WHERE paused IS NOT NULL)`,
      )
      .one();
    return at === null ? null : Math.max(at, this.#waitOf(ALL));
  }

  waiting(lane: string): number {
    return this.#sql.exec<{ n: number }>('SELECT count(*) AS n FROM messages WHERE lane = ?', lane).one().n;
  }

  /** Call before sending. */
  openMessage(n: number): void {
    this.#sql.exec('UPDATE messages SET is_open = 1, tries = tries + 1 WHERE n = ?', n);
  }

  /** The message was definitely not delivered. */
  closeMessage(n: number): void {
    this.#sql.exec('UPDATE messages SET is_open = 0 WHERE n = ?', n);
  }

  dropMessage(n: number): void {
    this.#sql.exec('DELETE FROM messages WHERE n = ?', n);
  }

  /** Blocks a lane until a time. @param lane null: all lanes */
  hold(lane: string | null, until: number): void {
    this.#sql.exec(
      'INSERT INTO lanes VALUES (?1, ?2) ON CONFLICT (lane) DO UPDATE SET next_at = max(next_at, ?2)',
      lane ?? ALL,
      until,
    );
  }

  release(lane: string): void {
    this.#sql.exec('DELETE FROM lanes WHERE lane = ?', lane);
  }

  #waitOf(lane: string): number {
    return this.#first<{ next_at: number }>('SELECT next_at FROM lanes WHERE lane = ?', lane)?.next_at ?? 0;
  }

  #first<T extends Record<string, SqlStorageValue>>(query: string, ...bound: string[]): T | null {
    return this.#sql.exec<T>(query, ...bound).toArray()[0] ?? null;
  }

  members(room: string): MemberRow[] {
    return this.#sql.exec<Row<MemberRow>>('SELECT * FROM members WHERE room = ?', room).toArray();
  }

  member(room: string, member: string): MemberRow | null {
    return this.#first<Row<MemberRow>>('SELECT * FROM members WHERE room = ? AND member = ?', room, member);
  }

  seat(
    room: string,
    channel: string,
    { id, avatar }: Member,
    seat: { id: string; credential: string },
  ): void {
    this.#sql.exec(
      `INSERT INTO members VALUES (?1, ?2, ?3, ?4, ?5, ?6, NULL, 0)
       ON CONFLICT (room, member) DO UPDATE SET channel = ?3, seat = ?4, credential = ?5, avatar = ?6`,
      ...[room, id, channel, seat.id, seat.credential, avatar],
    );
  }

  /** Stores an interaction token that can send the member private messages. */
  setToken(member: string, token: string, until: number): void {
    this.#sql.exec('UPDATE members SET token = ?, token_until = ? WHERE member = ?', token, until, member);
    this.release(member);
  }

  /** A character's public portrait; null: not looked up yet. */
  portrait(room: string, character: string): { key: string; item: string | null } | null {
    return this.#first('SELECT key, item FROM portraits WHERE room = ? AND character = ?', room, character);
  }

  addPortrait(key: string, room: string, character: string, item: string | null): void {
    this.#sql.exec('INSERT OR IGNORE INTO portraits VALUES (?, ?, ?, ?)', key, room, character, item);
  }

  findPortrait(key: string): string | null {
    return (
      this.#first<{ item: string | null }>('SELECT item FROM portraits WHERE key = ?', key)?.item ?? null
    );
  }

  addLogRow(what: string): void {
    const at = new Date().toISOString();
    const { n } = this.#sql
      .exec<{ n: number }>('INSERT INTO log (at, what) VALUES (?, ?) RETURNING n', at, what)
      .one();
    this.#sql.exec('DELETE FROM log WHERE n <= ?', n - MAX_LOG_ROWS);
  }

  listLogRows(): { at: string; what: string }[] {
    return this.#sql.exec<{ at: string; what: string }>('SELECT at, what FROM log ORDER BY n DESC').toArray();
  }
}
