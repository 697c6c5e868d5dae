import { PART_LABELS } from '~/domain/exam/parts.rules';
import type { OwnPaper } from '~/components/saving/unsent-here';
import type { StudentExam } from '~/domain/scoring/result/student-exams.queries.server';
import { toWrong } from '~/lib/addresses/own';
import { toExamPreview } from '~/lib/addresses/results';
import { toReceipt, toSitting, toStudentExams } from '~/lib/addresses/sitting';
import { toThreads } from '~/lib/addresses/works';
import { UNSENT_MAX_AGE_MS } from '~/lib/stored-values';
import { formatMinute } from '~/lib/time';
import type { AwaitItem } from './awaits';

/** What a student's home page lists, from what the queries found. */

/** What waits for the student, each with its count and the way there. */
export function studentAwaits(exams: StudentExam[], counts: { replies: number; wrong: number }): AwaitItem[] {
  const stepsOf = (...steps: string[]) =>
    exams.filter((exam) => exam.parts.some((part) => steps.includes(part.step))).length;
  const exam = toStudentExams();
  return [
    { label: '现在可以考的', count: stepsOf('start', 'continue'), unit: '场', href: exam },
    { label: '要上传照片的', count: stepsOf('upload'), unit: '场', href: exam },
    { label: '老师的新回复', count: counts.replies, unit: '条', href: toThreads() },
    { label: '错题本里的题', count: counts.wrong, unit: '道', href: toWrong() },
  ];
}

const STEP_LABELS: Partial<Record<StudentExam['parts'][number]['step'], string>> = {
  start: '开始考试',
  continue: '继续考试',
  upload: '上传照片',
};

/** The part whose clock runs before those that wait to be begun; of two, the one that is over first. */
function underWayFirst(a: StudentExam['parts'][number], b: StudentExam['parts'][number]): number {
  const rank = (part: StudentExam['parts'][number]) => (part.step === 'continue' ? (part.until ?? 0) : Infinity);
  return Math.sign(rank(a) - rank(b)) || 0;
}

/** The exams that are open, coming and released last. */
export function studentLists(exams: StudentExam[], timeZone: string) {
  return {
    open: exams
      .filter((exam) => exam.group === 'running' || exam.group === 'uploading')
      .map((exam) => ({
        id: exam.id,
        name: exam.name,
        steps: [...exam.parts].sort(underWayFirst).flatMap(({ part, step, until, isResit }) => {
          const label = STEP_LABELS[step];
          if (!label) return [];
          const deadline =
            until === null
              ? ''
              : `，${step === 'start' ? '现在开始的话，' : ''}${formatMinute(until, timeZone).slice(5)} 截止`;
          const isUnderWay = step === 'continue';
          return [
            {
              label,
              text: `${PART_LABELS[part]}${isResit ? '补考' : ''}${isUnderWay ? '正在进行' : ''}${deadline}`,
              endsAt: isUnderWay ? until : null,
              href: isUnderWay ? toSitting(part, { id: exam.id }) : toExamPreview({ id: exam.id }),
            },
          ];
        }),
      })),
    coming: exams
      .filter((exam) => exam.group === 'upcoming')
      .map((exam) => ({
        id: exam.id,
        name: exam.name,
        beginsAt: Math.min(...exam.parts.map((part) => part.beginsAt)),
        parts: exam.parts.map(({ part }) => PART_LABELS[part]).join('、'),
      })),
    released: exams
      .filter((exam) => exam.group === 'released')
      .slice(0, 5)
      .map(({ id, name, resat, totalPercent, missing, grade, thresholds }) => ({
        id,
        name,
        resat,
        totalPercent,
        missing,
        grade,
        thresholds,
      })),
  };
}

/** The student's papers that a browser may still keep something of: those that are open or were so lately. */
export function ownPapers(exams: StudentExam[], now: number): OwnPaper[] {
  return exams.flatMap(({ id, name, parts }) =>
    parts.flatMap(({ part, step, attempt }): OwnPaper[] => {
      if (!attempt || now - Math.max(attempt.deadlineAt, attempt.submittedAt ?? 0) > UNSENT_MAX_AGE_MS) return [];
      const isOpen = step === 'continue';
      const href = isOpen ? toSitting(part, { id }) : toReceipt({ id, part });
      return [{ attemptId: attempt.id, label: `《${name}》${PART_LABELS[part]}`, href, isOpen }];
    }),
  );
}
