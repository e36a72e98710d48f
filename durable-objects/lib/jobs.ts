import { alwaysRetry, type BackOff, backOffMs } from '../../src/base/back-off';
import { errorMessage } from '../../src/base/error-message';

/**
 * The alarm is set this far ahead while a job runs. The platform evicts idle objects after 70 to 140 s
 * (docs/internals.md#pump-alarm-and-jobs).
 */
export const ALARM_INTERVAL_MS = 20_000;

/** Times are milliseconds since the epoch. */
export interface JobState {
  /** When work is due; null: none. */
  dueAt: number | null;
  /** null: not postponed. */
  retryAt: number | null;
  isRunning: boolean;
}

/**
 * When the job needs the alarm; null: never. A running job needs it too, because an eviction ends it without
 * notice.
 */
export function nextAlarm({ dueAt, retryAt, isRunning }: JobState, now: number): number | null {
  if (dueAt === null) return null;
  return isRunning ? now + ALARM_INTERVAL_MS : Math.max(retryAt ?? dueAt, now);
}

/** The earliest of the times; null: none. */
export function earliest(...times: (number | null | undefined)[]): number | null {
  const dueTimes = times.filter((at) => at != null);
  return dueTimes.length > 0 ? Math.min(...dueTimes) : null;
}

export interface JobSpec {
  /** Shown in the log when the job is postponed. */
  name: string;
  /**
   * When work is due, in milliseconds since the epoch; null: none. Read it from storage, so that an alarm
   * after an eviction gets the same answer.
   */
  dueAt(now: number): number | null;
  /**
   * Does the work. An error postpones this job by its back-off and does not affect other jobs.
   *
   * @param failures consecutive failures before this run
   */
  run(failures: number): Promise<void>;
  /** Absent: one alarm interval after each failure. src/base/back-off.ts lists who retries what. */
  backOff?: BackOff;
  /** May take minutes, so the alarm does not await it. */
  isLong?: true;
  /**
   * The job may finish with work left that it cannot do yet. Delay the next alarm by one interval to avoid a
   * busy loop.
   */
  mayLeave?: true;
}

/** Runs a job, one run at a time. */
export class Job {
  readonly #spec: JobSpec;
  readonly #ctx: Pick<DurableObjectState, 'waitUntil'>;
  readonly #arm: () => void;
  #isRunning = false;
  /** The alarm handler awaits this run, so the platform retries it if the object is evicted. */
  #isRung = false;
  #again = false;
  #failures = 0;
  /** Earliest next alarm after a run that left work, in milliseconds since the epoch. */
  #restsUntil = 0;
  /** Settles with the current or last run; never rejects. */
  ended: Promise<void> = Promise.resolve();
  /** In milliseconds since the epoch; null: not postponed. */
  retryAt: number | null = null;

  /** @param arm called after each run */
  constructor(spec: JobSpec, ctx: Pick<DurableObjectState, 'waitUntil'>, arm: () => void) {
    this.#spec = spec;
    this.#ctx = ctx;
    this.#arm = arm;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  alarmAt(now: number): number | null {
    if (this.#isRung) return null;
    const { dueAt } = this.#spec;
    const alarmTime = nextAlarm(
      { dueAt: dueAt(now), retryAt: this.retryAt, isRunning: this.#isRunning },
      now,
    );
    return alarmTime === null ? null : Math.max(alarmTime, this.#restsUntil);
  }

  /** Runs the job now, or once more after the current run. @returns the end of the run; never rejects */
  start(): Promise<void> {
    if (this.#isRunning) this.#again = true;
    else {
      this.ended = this.#run();
      this.#ctx.waitUntil(this.ended);
    }
    return this.ended;
  }

  startIfDue(): void {
    const now = Date.now();
    const dueAt = this.#spec.dueAt(now);
    if (dueAt !== null && (this.retryAt ?? dueAt) <= now) void this.start();
  }

  /**
   * Called by the alarm; also retries a postponed job that is due before the back-off ends. @returns settles
   * when the alarm may return
   */
  async ring(now: number): Promise<void> {
    const dueAt = this.#spec.dueAt(now);
    if (dueAt === null || Math.min(dueAt, this.retryAt ?? dueAt) > now) return;
    this.#isRung = !this.#spec.isLong;
    const run = this.start();
    if (this.#isRung) await run;
  }

  postpone(ms: number): void {
    this.retryAt = Date.now() + ms;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      do {
        this.#again = false;
        this.retryAt = null;
        await this.#spec.run(this.#failures);
        this.#failures = 0;
      } while (this.#again);
      this.#restsUntil = this.#spec.mayLeave ? Date.now() + ALARM_INTERVAL_MS : 0;
    } catch (error) {
      this.#failures += 1;
      const waitMs = backOffMs(this.#spec.backOff ?? alwaysRetry(ALARM_INTERVAL_MS), this.#failures);
      this.postpone(waitMs);
      console.warn(`${this.#spec.name} postponed ${waitMs / 1000} s: ${errorMessage(error)}`);
    }
    this.#isRunning = false;
    this.#isRung = false;
    this.#arm();
  }
}

/**
 * The jobs of one object, and the only owner of its alarm. Alarms are only moved forward in time: a needless
 * alarm is harmless, but each `setAlarm` costs a row write.
 */
export class Jobs {
  readonly #ctx: DurableObjectState;
  readonly #jobs: Job[] = [];
  /** Time of the alarm; null if this instance has set none. An earlier instance's alarm may fire too. */
  #at: number | null = null;

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx;
  }

  /** Alarms start jobs in the order they were added. */
  add(spec: JobSpec): Job {
    const job = new Job(spec, this.#ctx, () => this.arm());
    this.#jobs.push(job);
    return job;
  }

  kick(): void {
    for (const job of this.#jobs) job.startIfDue();
    this.arm();
  }

  /** A failing job does not stop others. */
  async ring(): Promise<void> {
    this.#at = null;
    const now = Date.now();
    const ringing = this.#jobs.map((job) => job.ring(now));
    this.arm();
    await Promise.all(ringing);
  }

  /**
   * Sets the alarm for the earliest job. Does not await the write, so that it is stored atomically with the
   * input that needs it: an object evicted right after its response still wakes up.
   */
  arm(): void {
    const now = Date.now();
    const earliestTime = earliest(...this.#jobs.map((job) => job.alarmAt(now)));
    // Keep an alarm that is already due: moving it would delay it by an interval.
    if (earliestTime === null || (this.#at !== null && this.#at <= earliestTime)) return;
    this.#at = earliestTime;
    this.#ctx.waitUntil(this.#ctx.storage.setAlarm(earliestTime));
  }
}
