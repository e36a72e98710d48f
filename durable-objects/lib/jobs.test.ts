import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ALARM_INTERVAL_MS, earliest, type JobSpec, Jobs, nextAlarm } from './jobs';

describe('the alarm of a job', () => {
  const idle = { dueAt: null, retryAt: null, isRunning: false };

  it('is not needed when there is nothing to do', () => {
    expect(nextAlarm(idle, 1000)).toBeNull();
    expect(nextAlarm({ ...idle, retryAt: 5000, isRunning: true }, 1000)).toBeNull();
  });

  it('beats while the job runs', () =>
    expect(nextAlarm({ ...idle, dueAt: 10, isRunning: true }, 1000)).toBe(1000 + ALARM_INTERVAL_MS));

  it('rings when the job is due, and never in the past', () => {
    expect(nextAlarm({ ...idle, dueAt: 5000 }, 1000)).toBe(5000);
    expect(nextAlarm({ ...idle, dueAt: 10 }, 1000)).toBe(1000);
  });

  it('rings when a postponed job runs again', () => {
    expect(nextAlarm({ ...idle, dueAt: 10, retryAt: 5000 }, 1000)).toBe(5000);
    expect(nextAlarm({ ...idle, dueAt: 9000, retryAt: 5000 }, 1000)).toBe(5000);
  });
});

it('finds the earliest of some times', () => {
  expect(earliest(5000, null, 4000, undefined)).toBe(4000);
  expect(earliest(null, undefined)).toBeNull();
});

describe('the jobs of an object', () => {
  const START = 1_000_000;
  const makeObject = () => {
    const alarms: number[] = [];
    const ctx = { waitUntil: () => {}, storage: { setAlarm: async (at: number) => alarms.push(at) } };
    return { alarms, jobs: new Jobs(ctx as unknown as DurableObjectState) };
  };
  const makeJob = (more: Partial<JobSpec>): JobSpec => ({
    ...{ name: 'test', dueAt: () => null, run: async () => {}, backOff: { firstMs: 1_000, maxMs: 4_000 } },
    ...more,
  });

  beforeEach(() => {
    vi.useFakeTimers({ now: START });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('set the alarm for the one that needs it first, at once, and write none that is not earlier', () => {
    const { jobs, alarms } = makeObject();
    let soonest = START + 700;
    jobs.add(makeJob({ dueAt: () => START + 900 }));
    jobs.add(makeJob({ dueAt: () => soonest }));
    jobs.arm();
    expect(alarms).toEqual([START + 700]);
    soonest = START + 800;
    jobs.arm();
    expect(alarms).toHaveLength(1);
    soonest = START + 600;
    jobs.arm();
    expect(alarms).toEqual([START + 700, START + 600]);
  });

  it('let the alarm rest for a beat when a run may leave something, and start at once when asked', async () => {
    const { jobs, alarms } = makeObject();
    let runs = 0;
    const job = jobs.add(makeJob({ dueAt: (now) => now, mayLeave: true, run: async () => void runs++ }));
    await jobs.ring();
    expect([runs, alarms.at(-1)]).toEqual([1, START + ALARM_INTERVAL_MS]);
    job.startIfDue();
    await job.ended;
    expect(runs).toBe(2);
    expect(Math.min(...alarms)).toBe(START + ALARM_INTERVAL_MS);
  });

  it('leave an alarm that is due alone until it has rung', async () => {
    const { jobs, alarms } = makeObject();
    let due: number | null = START;
    jobs.add(makeJob({ dueAt: () => due }));
    jobs.arm();
    vi.setSystemTime(START + 50);
    jobs.arm();
    expect(alarms).toEqual([START]);
    due = null;
    await jobs.ring();
    expect(alarms).toEqual([START]);
  });

  it('run when they are due, in their order, and not otherwise', async () => {
    const { jobs } = makeObject();
    const ran: string[] = [];
    const run = (name: string) => async () => void ran.push(name);
    jobs.add(makeJob({ dueAt: () => START, run: run('first') }));
    jobs.add(makeJob({ dueAt: () => START + 1, run: run('later') }));
    jobs.add(makeJob({ dueAt: () => START, run: run('second') }));
    await jobs.ring();
    expect(ran).toEqual(['first', 'second']);
  });

  it('do not stop one another: a job that throws is postponed by its back-off, and the log says so', async () => {
    const { jobs, alarms } = makeObject();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const failures: number[] = [];
    const dueAt = (now: number) => now;
    const broken = jobs.add(
      makeJob({
        name: 'outbox',
        dueAt,
        run: async (before) => {
          failures.push(before);
          throw new Error('D1 is down');
        },
      }),
    );
    const other = vi.fn(async () => {});
    jobs.add(makeJob({ dueAt: (now) => (other.mock.calls.length === 0 ? now : null), run: other }));
    await jobs.ring();
    expect(other).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls).toEqual([['outbox postponed 1 s: D1 is down']]);
    expect(broken.retryAt).toBe(START + 1_000);
    expect(alarms.at(-1)).toBe(START + 1_000);
    // An input does not start it before its time.
    jobs.kick();
    expect(failures).toEqual([0]);
    for (const wait of [2_000, 4_000, 4_000]) {
      vi.setSystemTime(broken.retryAt ?? 0);
      await jobs.ring();
      expect(broken.retryAt).toBe(Date.now() + wait);
    }
    expect(failures).toEqual([0, 1, 2, 3]);
  });

  it('count failures anew after a run that went well', async () => {
    const { jobs } = makeObject();
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    let fails = true;
    const job = jobs.add(
      makeJob({
        dueAt: (now) => now,
        run: async () => {
          if (fails) throw new Error('down');
        },
      }),
    );
    await job.start();
    await job.start();
    expect(job.retryAt).toBe(START + 2_000);
    fails = false;
    await job.start();
    expect(job.retryAt).toBeNull();
    fails = true;
    await job.start();
    expect(job.retryAt).toBe(START + 1_000);
  });

  it('run once at a time, and once more when they are started during a run', async () => {
    const { jobs } = makeObject();
    const ends: (() => void)[] = [];
    const run = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
    const job = jobs.add(makeJob({ dueAt: (now) => now, run }));
    const ended = job.start();
    void job.start();
    jobs.kick();
    expect(run).toHaveBeenCalledTimes(1);
    expect(job.isRunning).toBe(true);
    ends.shift()?.();
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2));
    ends.shift()?.();
    await ended;
    expect(run).toHaveBeenCalledTimes(2);
    expect(job.isRunning).toBe(false);
  });

  it('may be started by what they do', async () => {
    const { jobs } = makeObject();
    let left = 3;
    const job = jobs.add(
      makeJob({
        dueAt: (now) => (left > 0 ? now : null),
        run: async () => {
          left -= 1;
          jobs.kick();
        },
      }),
    );
    jobs.kick();
    await job.ended;
    expect(left).toBe(0);
  });

  it('are waited for by the alarm, but for those that take long', async () => {
    const { jobs, alarms } = makeObject();
    let isOver = false;
    let end = () => {};
    jobs.add(
      makeJob({
        dueAt: (now) => now,
        run: () =>
          new Promise<void>((resolve) => {
            end = resolve;
          }),
        isLong: true,
      }),
    );
    jobs.add(
      makeJob({
        dueAt: (now) => (isOver ? null : now),
        run: async () => {
          await Promise.resolve();
          isOver = true;
        },
      }),
    );
    await jobs.ring();
    expect(isOver).toBe(true);
    expect(alarms).toEqual([START + ALARM_INTERVAL_MS]);
    end();
  });

  it('may put off their next step without having failed; an early alarm tries it all the same', async () => {
    const { jobs, alarms } = makeObject();
    let steps = 0;
    const job = jobs.add(
      makeJob({
        dueAt: (now) => now,
        run: async () => {
          steps += 1;
          job.postpone(35_000);
        },
      }),
    );
    await jobs.ring();
    expect(alarms.at(-1)).toBe(START + 35_000);
    jobs.kick();
    expect(steps).toBe(1);
    await jobs.ring();
    expect(steps).toBe(2);
  });
});
