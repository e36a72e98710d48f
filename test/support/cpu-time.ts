/** CPU milliseconds that a call takes in this thread: the load of the machine does not count. */
export function cpuTime(act: () => void): number {
  const before = process.threadCpuUsage();
  act();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
