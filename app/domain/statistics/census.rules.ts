import { dayStart } from '~/lib/time';

const DAY_MS = 86_400_000;

/** The days that were typed as a time in the school's zone; what is no day does not bound it. `to` is included. */
export function readPeriod(
  { from, to, category }: { from: string; to: string; category: string },
  timeZone: string,
): { from: number | null; to: number | null; categoryName: string } {
  const end = dayStart(to, timeZone);
  return { from: dayStart(from, timeZone), to: end === null ? null : end + DAY_MS, categoryName: category };
}

/** The classes that exams were set for, each once, by the name it has now: over the years it had several. */
export function listCourseClasses(
  exams: { classes: { id: number; nameNow: string }[] }[],
): { id: number; name: string }[] {
  const byId = new Map(
    exams.flatMap((exam) => exam.classes.map(({ id, nameNow }) => [id, { id, name: nameNow }] as const)),
  );
  return [...byId.values()].sort((a, b) => a.name.localeCompare(b.name, 'zh-CN'));
}

/** The categories that exams have, each once. */
export function listCategories(exams: { categoryName: string }[]): string[] {
  return [...new Set(exams.map((exam) => exam.categoryName).filter((name) => name !== ''))].sort();
}
