import { always, type BackOff, backOffMs } from '../../src/base/back-off';
import { errorMessage } from '../../src/base/error-message';

/**
 * Time by which the alarm is set ahead while a job runs. The platform evicts idle objects after 70 to 140 s
 * (docs/internals.md#pump-alarm-and-jobs).
 */
export const BEAT_MS = 20_000;

/** A job at one moment. Times are milliseconds since the epoch. */
export interface JobState {
  /** When there is something to do; null: nothing. */
  dueAt: number | null;
  /** The job is postponed to this time; null: it is not. */
  retryAt: number | null;
  isRunning: boolean;
}

/** When a job needs the alarm; null: it does not. A running one may be cut off without a word. */
export function alarmOf({ dueAt, retryAt, isRunning }: JobState, now: number): number | null {
  if (dueAt === null) return null;
  return isRunning ? now + BEAT_MS : Math.max(retryAt ?? dueAt, now);
}

/** The first of these times; null: there is none. */
export function earliest(...times: (number | null | undefined)[]): number | null {
  const dueTimes = times.filter((at) => at != null);
  return dueTimes.length > 0 ? Math.min(...dueTimes) : null;
}

/** A piece of background work of one object. */
export interface JobSpec {
  /** The log names it when it is postponed. */
  name: string;
  /**
   * When there is something to do, in milliseconds since the epoch; null: nothing. It reads what is stored, so that an
   * alarm after an eviction finds the same.
   */
  dueAt(now: number): number | null;
  /**
   * Does it. A throw postpones the job by its back-off and stops no other job.
   *
   * @param failures in a row before this run
   */
  run(failures: number): Promise<void>;
  /** Absent: one beat after every failure. Who retries what is in src/base/back-off.ts. */
  backOff?: BackOff;
  /** The alarm does not wait for it, because it may take minutes. */
  isLong?: true;
  /**
   * A run may leave something that it can't do before something else happens. The alarm then comes one beat later, as it
   * would else ring without a pause.
   */
  mayLeave?: true;
}

/** A job that has an owner. It runs once at a time. */
export class Job {
  readonly #spec: JobSpec;
  readonly #ctx: Pick<DurableObjectState, 'waitUntil'>;
  readonly #arm: () => void;
  #isRunning = false;
  /** The alarm waits for the run: an alarm that is cut off rings again by itself. */
  #isRung = false;
  #again = false;
  #failures = 0;
  /** The alarm comes no sooner, in milliseconds since the epoch: the last run has left something. */
  #restsUntil = 0;
  /** The end of the run under way, or of the last one. It never rejects. */
  ended: Promise<void> = Promise.resolve();
  /** When a postponed job runs again, in milliseconds since the epoch; null: it is not postponed. */
  retryAt: number | null = null;

  /** @param arm called when a run has ended */
  constructor(spec: JobSpec, ctx: Pick<DurableObjectState, 'waitUntil'>, arm: () => void) {
    this.#spec = spec;
    this.#ctx = ctx;
    this.#arm = arm;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** See {@link alarmOf}. */
  alarmAt(now: number): number | null {
    if (this.#isRung) return null;
    const { dueAt } = this.#spec;
    const alarmTime = alarmOf({ dueAt: dueAt(now), retryAt: this.retryAt, isRunning: this.#isRunning }, now);
    return alarmTime === null ? null : Math.max(alarmTime, this.#restsUntil);
  }

  /** Runs it now; during a run, once more after it. @returns the end of the run, which never rejects */
  start(): Promise<void> {
    if (this.#isRunning) this.#again = true;
    else {
      this.ended = this.#run();
      this.#ctx.waitUntil(this.ended);
    }
    return this.ended;
  }

  /** Starts it if there is something to do and it is not postponed. */
  startIfDue(): void {
    const now = Date.now();
    const dueAt = this.#spec.dueAt(now);
    if (dueAt !== null && (this.retryAt ?? dueAt) <= now) void this.start();
  }

  /** For the alarm: tries a postponed job early too. @returns what the alarm waits for */
  async ring(now: number): Promise<void> {
    const dueAt = this.#spec.dueAt(now);
    if (dueAt === null || Math.min(dueAt, this.retryAt ?? dueAt) > now) return;
    this.#isRung = !this.#spec.isLong;
    const run = this.start();
    if (this.#isRung) await run;
  }

  /** Lets the alarm start it no sooner than in so many milliseconds. */
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
      this.#restsUntil = this.#spec.mayLeave ? Date.now() + BEAT_MS : 0;
    } catch (error) {
      this.#failures += 1;
      const waitMs = backOffMs(this.#spec.backOff ?? always(BEAT_MS), this.#failures);
      this.postpone(waitMs);
      console.warn(`${this.#spec.name} postponed ${waitMs / 1000} s: ${errorMessage(error)}`);
    }
    this.#isRunning = false;
    this.#isRung = false;
    this.#arm();
  }
}

/**
 * The jobs of one object, and the single owner of its alarm. It only ever brings the alarm forward: one that rings for
 * nothing is harmless, and every `setAlarm` costs a written row.
 */
export class Jobs {
  readonly #ctx: DurableObjectState;
  readonly #jobs: Job[] = [];
  /** Time at which the alarm rings; null when this instance has set none. One of an earlier instance may ring too. */
  #at: number | null = null;

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx;
  }

  /** An alarm starts jobs in the order in which they were added. */
  add(spec: JobSpec): Job {
    const job = new Job(spec, this.#ctx, () => this.arm());
    this.#jobs.push(job);
    return job;
  }

  /** Starts what is due, and sets the alarm for what comes next. */
  kick(): void {
    for (const job of this.#jobs) job.startIfDue();
    this.arm();
  }

  /** The alarm handler. Starts every job that has something to do, whatever becomes of the others. */
  async ring(): Promise<void> {
    this.#at = null;
    const now = Date.now();
    const ringing = this.#jobs.map((job) => job.ring(now));
    this.arm();
    await Promise.all(ringing);
  }

  /**
   * Sets the alarm for the job that needs it first. It writes without waiting, so that the alarm is stored in the same
   * breath as the input that needs it: an object cut off right after its answer still wakes by itself.
   */
  arm(): void {
    const now = Date.now();
    const earliestTime = earliest(...this.#jobs.map((job) => job.alarmAt(now)));
    // An alarm that is due counts as set until it rings: moving it away from under its own ringing would lose a beat.
    if (earliestTime === null || (this.#at !== null && this.#at <= earliestTime)) return;
    this.#at = earliestTime;
    this.#ctx.waitUntil(this.#ctx.storage.setAlarm(earliestTime));
  }
}
