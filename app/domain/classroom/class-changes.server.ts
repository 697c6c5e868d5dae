/** Who came to a class, or from one to another; said to the areas above, whose exams are a class's (registerClassChanges). */

/** `from` null: the account is new, or was in no class. */
export type ClassChange = { studentId: number; from: number | null; to: number | null };

type Tell = (changes: ClassChange[], now: number) => Promise<void>;
let tell: Tell = () => Promise.resolve();

/** Said by the area of exams: what a student is told who has other exams now. */
export function registerClassChanges(whenChanged: Tell): void {
  tell = whenChanged;
}

/** Students are in another class now. Call it inside the transaction that put them there. */
export async function tellOfClassChanges(changes: ClassChange[], now: number): Promise<void> {
  const moved = changes.filter(({ from, to }) => from !== to);
  if (moved.length > 0) await tell(moved, now);
}
