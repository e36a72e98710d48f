import { sleep } from './support';

/** Work of the machine in slices: it yields after each one, so that its driver can let others go first. */
export type Work<T> = Generator<undefined, T, undefined>;

/** Does all slices at once. */
export function finish<T>(work: Work<T>): T {
  for (;;) {
    const slice = work.next();
    if (slice.done) return slice.value;
  }
}

/** Finishes work: at once where one slice is enough, else after pauses. */
export type Driver = <T>(work: Work<T>) => T | Promise<T>;

/**
 * Opens a driver for the work of one machine. It pauses after every slice, and does one work at a time: the next one would
 * find the machine in the middle of the first.
 *
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
