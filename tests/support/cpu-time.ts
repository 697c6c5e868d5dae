/** Milliseconds of processor time that `run` took of this process: a loaded machine takes no more of it. */
export function cpuTimeOf(run: () => unknown): number {
  const begun = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}
