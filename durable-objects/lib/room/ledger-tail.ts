import type { Event } from '../../../src/contract/events/events';
import { readEvents, rowChars } from './packed-payloads';

export type LedgerRow = {
  seq: number;
  round: number;
  step: string | null;
  at: string;
  events: string;
  payloads: ArrayBuffer | null;
};

/**
 * Maximum characters of cached JSON: two history windows of a large scene. Rooms share their isolate's
 * memory.
 */
const MAX_KEPT = 600_000;

/** The row is parsed on first read and then replaced by the events. */
interface KeptRow {
  seq: number;
  round: number;
  chars: number;
  content: Pick<LedgerRow, 'events' | 'payloads'> | readonly Event[];
}

/**
 * Cache of the ledger's newest rows, contiguous up to its head. Every round reads the latest rows; loading
 * and parsing them each time took 10% of a round. Returned events are shared and must not be modified.
 */
export class LedgerTail {
  readonly #most: number;
  /** Oldest first. */
  #rows: KeptRow[] = [];
  #chars = 0;

  constructor(most = MAX_KEPT) {
    this.#most = most;
  }

  /** True if every row with an event after `seq` is cached. */
  reaches(seq: number): boolean {
    const [first] = this.#rows;
    return first !== undefined && first.seq <= seq;
  }

  /** True if all rows of this and later rounds are cached; round numbers never decrease. */
  reachesRound(round: number): boolean {
    const [first] = this.#rows;
    return first !== undefined && first.round < round;
  }

  push(row: LedgerRow): void {
    const keptRow = keep(row);
    this.#rows.push(keptRow);
    this.#chars += keptRow.chars;
    let dropCount = 0;
    for (const { chars } of this.#rows) {
      if (this.#chars <= this.#most) break;
      this.#chars -= chars;
      dropCount += 1;
    }
    if (dropCount > 0) this.#rows.splice(0, dropCount);
  }

  /**
   * Adds older rows (newest first) if they directly precede the cached rows, as many as fit.
   *
   * @param before the newest given row is the last row with a seq below this
   * @param head seq of the ledger's newest event
   */
  extend(rows: readonly LedgerRow[], before: number, head: number): void {
    const [first] = this.#rows;
    if (first ? first.seq !== before : before <= head) return;
    const older: KeptRow[] = [];
    for (const row of rows) {
      const keptRow = keep(row);
      if (this.#chars + keptRow.chars > this.#most) break;
      this.#chars += keptRow.chars;
      older.push(keptRow);
    }
    this.#rows.unshift(...older.reverse());
  }

  drop(after: number): void {
    while (this.#rows.length > 0 && (this.#rows.at(-1)?.seq ?? 0) > after)
      this.#chars -= this.#rows.pop()?.chars ?? 0;
  }

  /** null if not cached. */
  before(seq: number): { seq: number; events: readonly Event[] } | null {
    const row = this.#rows[this.#find(seq) - 1];
    return row ? { seq: row.seq, events: read(row) } : null;
  }

  /** null if not cached. */
  rowEndSeq(seq: number): number | null {
    return this.reaches(seq) ? (this.#rows[this.#find(seq)]?.seq ?? null) : null;
  }

  /** Rows with events after this seq, oldest first. Check {@link reaches} first. */
  *after(seq: number): Generator<readonly Event[]> {
    for (const row of this.#rows.slice(this.#find(seq + 1))) yield read(row);
  }

  /** Rows of a round, oldest first. Check {@link reachesRound} first. */
  roundEvents(round: number): (readonly Event[])[] {
    return this.#rows.filter((row) => row.round === round).map(read);
  }

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

const keep = ({ seq, round, events, payloads }: LedgerRow): KeptRow => ({
  ...{ seq, round, chars: rowChars({ events, payloads }), content: { events, payloads } },
});

function read(row: KeptRow): readonly Event[] {
  if ('events' in row.content) row.content = readEvents(row.content);
  return row.content;
}
