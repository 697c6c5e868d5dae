import { isObjective } from '~/domain/exam/objective.queries.server';
import { classroomThen } from '~/domain/classroom/members-then.server';
import { classNameThen, studentNameThen } from '~/domain/classroom/names-then.server';
import { db } from '~/db/db.server';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { isExamOwner } from '~/domain/exam/people.rules';
import type { Part } from '~/domain/exam/parts.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { blindName, seesNames } from '~/domain/exam/blind.rules';
import { isOutForAttempt, listReleasedStudents } from '~/domain/exam/released.queries.server';
import { listPaperScores } from '../settling/paper-scores.queries.server';
import { getScoringExam } from '../paper/papers.queries.server';
import { countScoresByRubric, currentRubric } from '../marking/rubric.queries.server';
import type { RubricVersion } from '../marking/rubric.rules';
import { settlePaper, studentResult } from '../paper/settle.rules';
import { isAnyReleased } from '~/domain/exam/states.rules';

export type PageSettingView = {
  exam: ExamView;
  isOwner: boolean;
  /** What decides results can be changed. */
  isOpen: boolean;
  /** Its keys mark all of it: results may be released at once. */
  isObjective: boolean;
  /** The parts the reader scores, each with its rubric in force and how many final scores older versions gave. */
  parts: { part: Part; rubric: RubricVersion; outdated: number }[];
};

/**
 * 评分设置 for whoever scores in the exam; only its owner changes it.
 * @throws AppError not_found
 */
export async function getPageSetting(actor: Actor, examId: number): Promise<PageSettingView> {
  const { exam, parts } = await getScoringExam(actor, examId);
  const isOwner = isExamOwner(actor, exam);
  return {
    exam,
    isOwner,
    isOpen: isOwner && !isAnyReleased(exam),
    isObjective: await isObjective(exam.id),
    parts: await Promise.all(
      parts.map(async (part) => {
        const rubric = await currentRubric(exam, part);
        const counts = await countScoresByRubric(exam.id, part);
        const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
        return { part, rubric, outdated: all - (counts.get(rubric.id) ?? 0) };
      }),
    ),
  };
}

/** What results follow from beside the scores. */
export type ResultSettings = {
  oralWeight: number;
  writtenWeight: number;
  arbitrationLimit: number;
  countedAttempt: 'last' | 'best';
  markedBy: 'all' | 'one';
};

export type SettingEffect = {
  /** Students whose total changes, most first. */
  rows: { studentId: number; name: string; className: string; before: number | null; after: number | null }[];
  /** Papers that become settled, or wait again. */
  settlements: number;
};

/** Whose results other settings would change. Asks no rights; names are as the owner sees them while marking. */
export async function previewResults(exam: ExamView, next: ResultSettings): Promise<SettingEffect> {
  const attempts = await db()
    .selectFrom('attempts')
    .innerJoin('users', 'users.id', 'attempts.student_id')
    .leftJoin('classrooms', (join) => join.on('classrooms.id', '=', classroomThen(exam.id)))
    .select(['attempts.id', 'attempts.student_id'])
    .select([studentNameThen(exam.id).as('name'), classNameThen(exam.id).as('class_name')])
    .where('attempts.exam_id', '=', exam.id)
    .orderBy('users.account_key')
    .orderBy('attempts.number')
    .execute();
  const papers = (
    await listPaperScores(
      attempts.map((one) => one.id),
      { markedBy: next.markedBy },
    )
  ).map((paper) => ({
    ...paper.attempt,
    after: settlePaper(paper, next.arbitrationLimit),
  }));
  const students = new Map(attempts.map((one) => [one.student_id, one]));
  const papersOf = new Map<number, typeof papers>();
  for (const paper of papers) papersOf.set(paper.studentId, [...(papersOf.get(paper.studentId) ?? []), paper]);
  const out = await listReleasedStudents(exam.id);
  const rows = [...students].flatMap(([studentId, student]) => {
    const own = papersOf.get(studentId) ?? [];
    const before = studentResult(exam, own).total;
    const settled = own.map(({ part, number, after }) => ({ part, number, percent: after.percent }));
    const after = studentResult({ testType: exam.testType, settings: next, ...next }, settled).total;
    if (before === after) return [];
    const isNamed = seesNames(exam, { isOwner: true, view: 'marking', isOut: out.has(studentId) });
    const name = isNamed ? student.name : blindName(student.id);
    return [{ studentId, name, className: isNamed ? (student.class_name ?? '') : '', before, after, isNamed }];
  });
  const changeOf = (row: (typeof rows)[number]) =>
    row.before === null || row.after === null ? 1000 : Math.abs(row.after - row.before);
  // By their codes: of the same change the place in the class list would tell whose they are.
  const hidden = rows.filter((row) => !row.isNamed).sort((a, b) => (a.name < b.name ? -1 : 1));
  const ordered = [...rows.filter((row) => row.isNamed), ...hidden].sort((a, b) => changeOf(b) - changeOf(a));
  return {
    rows: ordered.map(({ isNamed: _isNamed, ...row }) => row),
    settlements: papers.filter((paper) => paper.after.settlement !== paper.settlement).length,
  };
}

/**
 * How many papers are handed in and marked without names now: before the release all, after it those of re-sits. Asks
 * no rights.
 */
export async function countMarkedBlind(exam: Pick<ExamView, 'id' | 'settings'>): Promise<number> {
  if (!exam.settings.isBlind) return 0;
  const { total } = await db()
    .selectFrom('attempts')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('exam_id', '=', exam.id)
    .where('state', '!=', 'in_progress')
    .where((where) => where.not(isOutForAttempt()))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Why an exam cannot be marked without names now: sheets were read with the head that has them. '' where none were. */
export async function findNamedSheets(exam: Pick<ExamView, 'id' | 'settings'>): Promise<string> {
  if (exam.settings.isBlind) return '';
  const reading = await db()
    .selectFrom('scan_heaps')
    .select('id')
    .where('exam_id', '=', exam.id)
    .where('state', '=', 'reading')
    .executeTakeFirst();
  if (reading) return '正在读答题纸，读完以后再打开匿名评阅。';
  const { total } = await db()
    .selectFrom('scan_pages')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('exam_id', '=', exam.id)
    .where('state', 'in', ['open', 'placed'])
    .executeTakeFirstOrThrow();
  if (Number(total) === 0) return '';
  return (
    `这场考试读过 ${total} 页答题纸，页眉上有姓名，打开匿名评阅也遮不住。` +
    '请先在“扫描答题纸”里撤销放入、删除这些页，打开匿名评阅以后再上传一次。'
  );
}
