import { PART_LABELS } from '~/domain/exam/parts.rules';
import type { ExamRow } from '~/domain/exam/exam-list.queries.server';
import type { OpenResits } from '~/domain/exam/resit.queries.server';
import type { PartProgress, ScoreExamRow } from '~/domain/scoring/marking/score-exams.queries.server';
import { toModeration } from '~/lib/addresses/interaction';
import { toNews } from '~/lib/addresses/personal';
import { toPapers, toScoring } from '~/lib/addresses/scoring';
import { toThreads } from '~/lib/addresses/works';
import type { AwaitItem } from './awaits';
import type { Todo } from './todo-list';

/** What a teacher's home page lists, from what the queries found. */

/** What waits for the teacher, each with its count and the way there. */
export function teacherAwaits(
  found: { scoring: ScoreExamRow[]; marked: ScoreExamRow[]; works: number; questions: number; requests: number },
  now: number,
): AwaitItem[] {
  const { scoring, marked, works, questions, requests } = found;
  const parts = scoring.flatMap((exam) => exam.parts.map((part) => ({ ...part, examId: exam.id })));
  const toArbitrate = sum(parts.map((part) => part.toArbitrate));
  const toDecide = sum(parts.map((part) => part.toDecide));
  const unshared = sum(parts.map((part) => part.unshared));
  const overdue = scoring.filter(
    (exam) => isOverdue(exam, now) && (exam.awaitsMe > 0 || (exam.isOwner && exam.done < exam.total)),
  );
  return [
    { label: '待我评分', count: sum(parts.map(toScoreOf)), unit: '份', href: whereWaits(parts, toScoreOf) },
    { label: '待我仲裁', count: toArbitrate, unit: '份', href: whereWaits(parts, (part) => part.toArbitrate) },
    { label: '等我仲裁或裁定', count: toDecide, unit: '份', href: whereWaits(parts, (part) => part.toDecide) },
    { label: '等我分卷', count: unshared, unit: '份', href: toScoring() },
    {
      label: '公布了还没评完的',
      count: sum(scoring.flatMap((exam) => exam.parts.map((part) => part.left))),
      unit: '份',
      href: toScoring(),
    },
    {
      label: '评完待公布',
      count: marked.filter(isToRelease).length,
      unit: '场',
      href: toScoring({ status: 'done' }),
    },
    { label: '阅卷已过期限', count: overdue.length, unit: '场', href: toScoring() },
    { label: '待审作品和评论', count: works, unit: '条', href: toModeration() },
    { label: '待回复提问', count: questions, unit: '条', href: toThreads({ state: 'waiting' }) },
    { label: '密码申请', count: requests, unit: '条', href: toNews({ type: 'password', isRead: 0 }) },
  ];
}

/** Papers that wait for the reader's own mark; the others wait to be arbitrated or decided. */
const toScoreOf = (part: PartProgress) => Math.max(0, part.awaitsMe - part.toArbitrate - part.toDecide);

/** Where the papers wait: of a single part its list, else the list of exams. */
function whereWaits(parts: (PartProgress & { examId: number })[], count: (part: PartProgress) => number): string {
  const waiting = parts.filter((part) => count(part) > 0);
  const [only] = waiting;
  return only && waiting.length === 1 ? toPapers({ examId: only.examId, part: only.part, state: 'mine' }) : toScoring();
}

/** All is scored, and only its owner can tell it. */
const isToRelease = (exam: ScoreExamRow) => exam.isOwner && exam.total > 0;

const isOverdue = (exam: ScoreExamRow, now: number) => exam.dueAt !== null && exam.dueAt <= now;

/** Of a part that is overdue, what others are late with: for its owner to ask for. */
const lateOf = (exam: ScoreExamRow, part: PartProgress, now: number) =>
  exam.isOwner && isOverdue(exam, now)
    ? Math.max(0, part.total - part.done - part.left - part.awaitsMe - part.unshared)
    : 0;

/** 待办: the first to be done first, those without a day behind them, of these what waits longest first. */
export function todosOf(
  found: { scoring: ScoreExamRow[]; marked: ScoreExamRow[]; resits: OpenResits[]; drafts: ExamRow[] },
  now: number,
): Todo[] {
  const { scoring, marked, resits, drafts } = found;
  const marking = scoring.flatMap((exam): Todo[] =>
    exam.parts
      .filter((part) => part.awaitsMe > 0 || part.unshared > 0 || lateOf(exam, part, now) > 0)
      .map((part) => ({
        kind: 'scoring',
        due: exam.dueAt,
        examId: exam.id,
        name: exam.name,
        part: part.part,
        isOwner: exam.isOwner,
        toScore: toScoreOf(part),
        toArbitrate: part.toArbitrate,
        toDecide: part.toDecide,
        unshared: part.unshared,
        late: lateOf(exam, part, now),
        done: part.done,
        total: part.total,
        mine: part.mine,
        heldAt: part.endsAt,
      })),
  );
  const releasing = marked
    .filter(isToRelease)
    .map(({ id, name }): Todo => ({ kind: 'release', due: null, examId: id, name }));
  const begins = (exam: ExamRow) => exam.parts.flatMap((part) => part.beginsAt ?? []);
  return [
    ...marking.sort((a, b) => heldOf(a) - heldOf(b)),
    ...releasing,
    ...resits.map(({ endsAt, ...resit }): Todo => ({ kind: 'resit', due: endsAt, ...resit })),
    ...drafts.map((exam): Todo => {
      const due = begins(exam).length > 0 ? Math.min(...begins(exam)) : null;
      return { kind: 'draft', due, examId: exam.id, name: exam.name };
    }),
  ].sort((a, b) => (a.due ?? Infinity) - (b.due ?? Infinity) || 0);
}

const heldOf = (todo: Todo) => (todo.kind === 'scoring' ? (todo.heldAt ?? Infinity) : Infinity);

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** An own exam as the home page shows it; who needs looking after is found afterwards. */
export function toDashboardExam(exam: ExamRow) {
  return {
    id: exam.id,
    name: exam.name,
    isDraft: exam.status === 'draft',
    classNames: exam.classNames,
    studentCount: exam.studentCount,
    parts: exam.parts.map(({ part, ...progress }) => ({ part, label: PART_LABELS[part], problems: 0, ...progress })),
  };
}
