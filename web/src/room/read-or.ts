/** Reads one event; what a page can't read, as a newer service wrote it, changes nothing and is named in the console. */
export function readOr<T>(unchanged: T, read: () => T): T {
  try {
    return read();
  } catch (problem) {
    console.warn('An event was passed over', problem);
    return unchanged;
  }
}
