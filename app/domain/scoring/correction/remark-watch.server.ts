/** Looks at these papers before they are put right; what it returns is called after, and tells what came of it. */
export type RemarkWatch = (attemptIds: number[]) => Promise<(now: number) => Promise<void>>;

let watches: readonly RemarkWatch[] = [];

/** What the areas above do about corrections; the start says it (registrations). */
export function registerRemarkWatches(all: readonly RemarkWatch[]): void {
  watches = all;
}

/** Lets every watch look at the papers; the returned function has them tell. */
export async function watchRemark(attemptIds: number[]): Promise<(now: number) => Promise<void>> {
  const followUps: Awaited<ReturnType<RemarkWatch>>[] = [];
  for (const watch of watches) followUps.push(await watch(attemptIds));
  return async (now) => {
    for (const followUp of followUps) await followUp(now);
  };
}
