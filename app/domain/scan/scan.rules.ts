import type { ExamStatus } from '~/domain/exam/states.rules';

/** Scanned sheets (答题纸) and whose they are. Pure. */

/** In the place of a code: two sheets in one photo, or a copy of another pupil's code on a sheet. */
export const SEVERAL_CODES = 'several codes';

/** Pages in one heap. */
export const MAX_PAGES = 400;
export const MAX_PDF_BYTES = 200 * 1024 * 1024;
export const MAX_PICTURE_BYTES = 30 * 1024 * 1024;
/** Of everything in one heap, counted while it comes. */
export const MAX_HEAP_BYTES = 1024 * 1024 * 1024;

/** A heap that is being read and says nothing for so long is read by nobody any more. */
export const SILENCE_MS = 150_000;

/** Pages that nobody put into a paper stay so long; the page says so. */
export const SCAN_LIFE_MS = 14 * 86_400_000;

/** What stands on the receipt of a paper that was made of sheets. */
export const ON_PAPER = '纸笔作答，老师把答题纸的扫描件放入答卷';

/** Why sheets of an exam cannot be put into papers now; null when they can. */
export function scanObstacle(exam: {
  status: ExamStatus;
  isDrawn: boolean;
  pages: number;
  begun: boolean;
}): string | null {
  if (exam.status === 'draft') return '考试还没有发布，不能放入答题纸。';
  if (exam.status === 'released') return '成绩已经公布，不能再放入答题纸。请先撤回公布。';
  if (exam.pages === 0) return '这场考试没有由老师评分的笔试题，没有答题纸。';
  if (exam.isDrawn) return '这场考试给每名学生各抽题目，纸上的页对不上各人的题，不能放入扫描的答题纸。';
  return exam.begun ? null : '考试还没有开始，不能放入答题纸。';
}

/** Where a student's paper stands before sheets are put into it. */
export type PaperState = 'none' | 'open' | 'handed_in' | 'scored';

export type ScanPage = {
  fileId: string;
  url: string;
  /** The file it came in, with its page there. */
  source: string;
  note: string;
  studentId: number | null;
  page: number | null;
  rotation: number;
  state: 'open' | 'placed' | 'discarded';
};

/** A page in a paper: without names what leads to its picture is left out, which is in the paper by its code. */
export type PlacedPage = Omit<ScanPage, 'fileId' | 'url'> & { fileId: string | null; url: string | null };

/**
 * Whether a student's pages can be put into their paper as they are. `isClosed`: into papers that are there nothing is put
 * any more.
 */
export function isPlaceable({ doubles, paper }: Pick<ScanStudent, 'doubles' | 'paper'>, isClosed: boolean): boolean {
  return doubles.length === 0 && paper !== 'scored' && !(isClosed && paper !== 'none');
}

/**
 * Whether a student's pages are ticked to be placed: theirs who wrote the rest on the screen and handed it in are the
 * ordinary case. Who still writes is not, unless the teacher ticks them.
 */
export function isTicked(student: ScanStudent, isClosed: boolean, isNoneWished: boolean): boolean {
  return isPlaceable(student, isClosed) && !isNoneWished && student.paper !== 'open';
}

type Titled<Page> = { page: Page; title: string };

/** A page by its file, with whose it is; none whose picture is left out. */
export function findPage(scan: ScanOverview, fileId: string): Titled<ScanPage> | null {
  const known = scan.students.flatMap((student): Titled<PlacedPage>[] =>
    [...student.open, ...student.placed].map((page) => ({ page, title: `${student.name}，第 ${page.page ?? '?'} 页` })),
  );
  const others = [...scan.unknown, ...scan.discarded].map((page) => ({ page, title: page.source }));
  const isAsked = (one: Titled<PlacedPage>): one is Titled<ScanPage> => one.page.fileId === fileId;
  return [...known, ...others].find(isAsked) ?? null;
}

type Person = { id: number; name: string; account: string; classroomName: string };

/** What was found of one student. */
export type ScanStudent = Person & {
  paper: PaperState;
  /** By page. */
  open: ScanPage[];
  placed: PlacedPage[];
  /** Pages that are there more than once: none is placed before its teacher has chosen. */
  doubles: number[];
  missing: number[];
};

export type ScanOverview = {
  /** Found and not thrown away. */
  pages: number;
  students: ScanStudent[];
  /** Candidates of whom nothing was found. */
  absent: Person[];
  unknown: ScanPage[];
  discarded: ScanPage[];
};

/**
 * What its owner sees of an exam that is marked without names: of a page in a paper neither picture nor file, which are
 * the same in the paper, and of no paper by name whether it has its result.
 */
export function withoutPlaced({ students, unknown, ...rest }: ScanOverview): ScanOverview {
  return {
    ...rest,
    students: students.map((student) => ({
      ...student,
      paper: student.paper === 'scored' ? 'handed_in' : student.paper,
      placed: student.placed.map((page) => ({ ...page, fileId: null, url: null })),
    })),
    // Of somebody who is no candidate any more.
    unknown: unknown.filter(({ state }) => state !== 'placed'),
  };
}

/** What the pages come to, student by student in the order of the candidates. */
export function overviewOf(
  pages: ScanPage[],
  candidates: Person[],
  papers: ReadonlyMap<number, PaperState>,
  pageCount: number,
): ScanOverview {
  const used = pages.filter(({ state }) => state !== 'discarded');
  const isKnown = ({ studentId, page }: ScanPage) => studentId !== null && page !== null;
  const students = candidates.flatMap((person): ScanStudent[] => {
    const own = used.filter((one) => isKnown(one) && one.studentId === person.id);
    if (own.length === 0) return [];
    own.sort((a, b) => (a.page ?? 0) - (b.page ?? 0));
    const count = (page: number) => own.filter((one) => one.page === page).length;
    const all = Array.from({ length: pageCount }, (_, index) => index + 1);
    return [
      {
        ...person,
        paper: papers.get(person.id) ?? 'none',
        open: own.filter(({ state }) => state === 'open'),
        placed: own.filter(({ state }) => state === 'placed'),
        doubles: all.filter((page) => count(page) > 1),
        missing: all.filter((page) => count(page) === 0),
      },
    ];
  });
  const found = new Set(students.map(({ id }) => id));
  const placedOrKnown = (one: ScanPage) => isKnown(one) && found.has(one.studentId ?? 0);
  return {
    pages: used.length,
    students,
    absent: candidates.filter(({ id }) => !found.has(id)),
    unknown: used.filter((one) => !placedOrKnown(one)),
    discarded: pages.filter(({ state }) => state === 'discarded'),
  };
}

/** 第 1、3 页 */
export const pagesText = (pages: number[]) => `第 ${pages.join('、')} 页`;

/** 1–22、24: numbers in their order, those that follow each other as a range. */
export function numberRanges(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = ranges[ranges.length - 1];
    if (last && number <= last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges
    .map(([from, to]) => (from === to ? `${from}` : to === from + 1 ? `${from}、${to}` : `${from}–${to}`))
    .join('、');
}
