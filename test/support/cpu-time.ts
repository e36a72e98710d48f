/** CPU milliseconds of a call in this thread, independent of the load of the machine. */
export function cpuTime(act: () => void): number {
  const before = process.threadCpuUsage();
  act();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
