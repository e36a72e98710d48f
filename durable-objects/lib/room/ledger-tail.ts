import type { Event } from '../../../src/contract/events/events';

/** A row of the ledger: the events of one commit, as JSON. */
export type LedgerRow = { seq: number; round: number; step: string | null; at: string; events: string };

/** Most characters of JSON that are kept: two history windows of a large scene. Many rooms share the memory of an isolate. */
const MAX_KEPT = 600_000;

/** A row that is kept; its events are read from the stored text when somebody first asks, and then kept instead. */
interface KeptRow {
  seq: number;
  round: number;
  chars: number;
  content: string | readonly Event[];
}

/**
 * The newest rows of a ledger, without a hole up to its head. Every round looks back over the last ones: reading and
 * parsing them again was a tenth of what a round cost. What is given out is what is stored, not what was handed in to be
 * stored; nobody may change it.
 */
export class LedgerTail {
  readonly #most: number;
  /** Oldest first. */
  #rows: KeptRow[] = [];
  #chars = 0;

  /** @param most characters of JSON that are kept */
  constructor(most = MAX_KEPT) {
    this.#most = most;
  }

  /** True when every row with an event after this one is kept. */
  reaches(seq: number): boolean {
    const [first] = this.#rows;
    return first !== undefined && first.seq <= seq;
  }

  /** True when every row of this round, or of a later one, is kept: rounds never fall. */
  reachesRound(round: number): boolean {
    const [first] = this.#rows;
    return first !== undefined && first.round < round;
  }

  /** A row was stored as the newest one. */
  push({ seq, round, events }: LedgerRow): void {
    this.#rows.push({ seq, round, chars: events.length, content: events });
    this.#chars += events.length;
    let dropCount = 0;
    for (const { chars } of this.#rows) {
      if (this.#chars <= this.#most) break;
      this.#chars -= chars;
      dropCount += 1;
    }
    if (dropCount > 0) this.#rows.splice(0, dropCount);
  }

  /**
   * Older rows were read, the newest first. Those that stand right before what is kept are kept as well, as many as
   * there is room for.
   *
   * @param before the newest of them is the last row with a lower seq than this
   * @param head seq of the newest event of the ledger
   */
  extend(rows: readonly LedgerRow[], before: number, head: number): void {
    const [first] = this.#rows;
    if (first ? first.seq !== before : before <= head) return;
    const older: KeptRow[] = [];
    for (const { seq, round, events } of rows) {
      if (this.#chars + events.length > this.#most) break;
      this.#chars += events.length;
      older.push({ seq, round, chars: events.length, content: events });
    }
    this.#rows.unshift(...older.reverse());
  }

  /** Rows after this seq were rolled back, or may have been. */
  drop(after: number): void {
    while (this.#rows.length > 0 && (this.#rows.at(-1)?.seq ?? 0) > after)
      this.#chars -= this.#rows.pop()?.chars ?? 0;
  }

  /** The last row whose last event is before this seq; null when it is not kept. */
  before(seq: number): { seq: number; events: readonly Event[] } | null {
    const row = this.#rows[this.#find(seq) - 1];
    return row ? { seq: row.seq, events: read(row) } : null;
  }

  /** Seq of the last event of the row that holds this one; null when it is not known. */
  endOfRow(seq: number): number | null {
    return this.reaches(seq) ? (this.#rows[this.#find(seq)]?.seq ?? null) : null;
  }

  /** Rows with events after this seq, oldest first. Ask {@link reaches} before. */
  *after(seq: number): Generator<readonly Event[]> {
    for (const row of this.#rows.slice(this.#find(seq + 1))) yield read(row);
  }

  /** Rows of a round, oldest first. Ask {@link reachesRound} before. */
  ofRound(round: number): (readonly Event[])[] {
    return this.#rows.filter((row) => row.round === round).map(read);
  }

  /** Finds the first row whose last event is this one or a later one. */
  #find(seq: number): number {
    let low = 0;
    let high = this.#rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#rows[middle]?.seq ?? 0) < seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function read(row: KeptRow): readonly Event[] {
  if (typeof row.content === 'string') row.content = JSON.parse(row.content) as Event[];
  return row.content;
}
