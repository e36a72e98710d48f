/**
 * How often a room with an open round wakes itself. The platform evicts idle rooms after 70 to 140 s
 * (docs/durability.md#pump-and-alarm).
 */
export const BEAT_MS = 20_000;

/** What may need the room's one alarm; times are milliseconds since the epoch, null for "nothing". */
interface AlarmNeeds {
  now: number;
  roundOpen: boolean;
  /** When the outbox wants to try again. */
  outboxAt: number | null;
  /** When the room wants to look at something of its own. Absent: never. */
  timerAt?: number | null;
  /** When the tenant is to be told what the room spent. Absent: never. */
  settleAt?: number | null;
  /** The room is being erased. */
  erasing: boolean;
}

/** When the alarm should ring next; null when nothing needs it. */
export function nextAlarm(needs: AlarmNeeds): number | null {
  const times: number[] = [];
  if (needs.erasing) times.push(needs.now);
  if (needs.roundOpen) times.push(needs.now + BEAT_MS);
  if (needs.timerAt != null) times.push(Math.max(needs.timerAt, needs.now));
  if (needs.settleAt != null) times.push(Math.max(needs.settleAt, needs.now));
  if (needs.outboxAt !== null) times.push(Math.max(needs.outboxAt, needs.now));
  return times.length > 0 ? Math.min(...times) : null;
}

/**
 * The single owner of the room's alarm. It only ever brings the alarm forward: one that rings for nothing is
 * harmless, and every `setAlarm` costs a written row. `arm` writes without waiting, so that the alarm is stored in
 * the same breath as the input that needs it: a room cut off right after its answer still wakes by itself.
 */
export class Alarms {
  readonly #ctx: DurableObjectState;
  /** When the alarm rings; null when this life has set none. One from an earlier life may ring too. */
  #at: number | null = null;

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx;
  }

  /** Call first in the alarm handler: the alarm has rung, and none is set. */
  rang(): void {
    this.#at = null;
  }

  arm(needs: AlarmNeeds): void {
    const wanted = nextAlarm(needs);
    if (wanted === null) return;
    // One that is due counts as set until it rings: moving it away from under its own ringing would lose a beat.
    if (this.#at !== null && this.#at <= wanted) return;
    this.#at = wanted;
    this.#ctx.waitUntil(this.#ctx.storage.setAlarm(wanted));
  }
}
