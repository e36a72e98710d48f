import { sleep } from './support';

/** Work in slices: yields after each, so that the driver can run other tasks. */
export type Work<T> = Generator<undefined, T, undefined>;

/** Runs all slices synchronously. */
export function finish<T>(work: Work<T>): T {
  for (;;) {
    const slice = work.next();
    if (slice.done) return slice.value;
  }
}

/** Runs work: synchronously if one slice is enough, else with pauses. */
export type Driver = <T>(work: Work<T>) => T | Promise<T>;

/**
 * Opens a driver for one machine. Pauses after every slice and serializes work, because the machine has only one state.
 * @param pause resolves in a later task, so that other requests are served
 */
export function openDriver(pause: () => Promise<void> = () => sleep(0)): Driver {
  let busy: Promise<void> | null = null;
  const goOn = async <T>(work: Work<T>): Promise<T> => {
    for (;;) {
      await pause();
      const slice = work.next();
      if (slice.done) return slice.value;
    }
  };
  const queue = <T>(result: Promise<T>): Promise<T> => {
    const end = result.then(
      () => {},
      () => {},
    );
    busy = end;
    void end.then(() => {
      if (busy === end) busy = null;
    });
    return result;
  };
  return (work) => {
    if (busy) return queue(busy.then(() => goOn(work)));
    const slice = work.next();
    return slice.done ? slice.value : queue(goOn(work));
  };
}
