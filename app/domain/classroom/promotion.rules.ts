/** 升级: what a class is called a year later. Grades as Chinese schools write them. */

const DIGITS = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/** The rows of grades in which one follows the other; the last of a row leaves the school. */
const COURSES: { prefix: string; from: number; to: number; suffix: string }[] = [
  { prefix: '', from: 1, to: 6, suffix: '年级' },
  { prefix: '', from: 7, to: 9, suffix: '年级' },
  { prefix: '初', from: 1, to: 3, suffix: '' },
  { prefix: '高', from: 1, to: 3, suffix: '' },
  { prefix: '职高', from: 1, to: 3, suffix: '' },
  { prefix: '中职', from: 1, to: 3, suffix: '' },
];

export type Promotion = {
  /** The grade a year later; the same where it does not change with the year, '' when the class leaves. */
  grade: string;
  name: string;
  /** up: a year higher; leaves: it was the last year; same: the grade stays (中职 2026级, none). */
  kind: 'up' | 'leaves' | 'same';
};

type Read = { course: (typeof COURSES)[number]; year: number; isArabic: boolean };

/** Reads a grade: 高一, 高1, 高一年级, 七年级, 7年级, 初二 …; null for any other text, such as 2026级. */
function readGrade(text: string): Read | null {
  const plain = text.normalize('NFKC').replace(/\s+/g, '');
  const match = /^(初|高|职高|中职)?([一二三四五六七八九1-9])(年级)?$/.exec(plain);
  if (!match) return null;
  const [, prefix = '', digit = '', suffix = ''] = match;
  const isArabic = /[1-9]/.test(digit);
  const year = isArabic ? Number(digit) : DIGITS.indexOf(digit) + 1;
  // 一 alone is no grade; 高一年级 is 高一.
  if (prefix === '' && suffix === '') return null;
  const course = COURSES.find((one) => one.prefix === prefix && year >= one.from && year <= one.to);
  return course ? { course, year, isArabic } : null;
}

function writeGrade({ course, isArabic }: Read, year: number, model: string): string {
  const digit = isArabic ? String(year) : (DIGITS[year - 1] ?? '');
  const hasSuffix = course.suffix !== '' || model.normalize('NFKC').replace(/\s+/g, '').endsWith('年级');
  return `${course.prefix}${digit}${hasSuffix ? '年级' : ''}`;
}

/**
 * What a class is called a year later. The grade moves up; where the class's name begins with its grade (高一（3）班,
 * 七年级2班, 初二3班) the name follows. A class of an entry year (旅游2601班, 2026级) keeps its name.
 */
export function promote(classroom: { grade: string; name: string }): Promotion {
  const grade = readGrade(classroom.grade);
  const inName = gradeInName(classroom.name);
  const read = grade ?? inName?.read ?? null;
  if (!read) return { grade: classroom.grade, name: classroom.name, kind: 'same' };
  if (read.year >= read.course.to) return { grade: '', name: classroom.name, kind: 'leaves' };
  const next = grade ? writeGrade(read, read.year + 1, classroom.grade) : classroom.grade;
  // A name that says another year than the grade is not touched: nobody knows which is right.
  const follows = inName && inName.read.year === read.year && inName.read.course === read.course;
  const name = follows
    ? writeGrade(inName.read, inName.read.year + 1, inName.text) + classroom.name.slice(inName.text.length)
    : classroom.name;
  return { grade: next, name, kind: 'up' };
}

/** The grade that a class's name begins with. */
function gradeInName(name: string): { text: string; read: Read } | null {
  // 高11班 is a number of its own, 高一1班 and 高1年级 are not.
  const match =
    /^(?:(?:初|高|职高|中职)\s*(?:[一二三四五六七八九](?:年级)?|[1-9](?:年级|(?![0-9０-９])))|[一二三四五六七八九1-9]\s*年级)/.exec(
      name,
    );
  const text = match?.[0];
  const read = text ? readGrade(text) : null;
  return text && read ? { text, read } : null;
}
