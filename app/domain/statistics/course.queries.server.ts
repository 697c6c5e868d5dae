import { isMemberOf } from '~/domain/classroom/members-then.server';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { examSettingsSchema } from '~/domain/exam/exam-settings.schema';
import { PARTS, partsOf, type Part } from '~/domain/exam/parts.rules';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import type { Basis, ScoreFigures } from '~/domain/scoring/report/figures.rules';
import { scoreFigures } from '~/domain/scoring/report/scores.rules';

/** Of an exam among others: who has no score is told on the exam's own page. */
export type CourseScores = Omit<ScoreFigures, 'absent' | 'unscored'>;

/** The scores of an exam, of the class that was asked for and of all its classes. */
export type CourseStepScores = { basis: Basis; scores: CourseScores; whole: CourseScores };

/**
 * The scores of many exams, for a term's or a class's course; with `classroomId` 0 of all classes. Of exams that the
 * actor neither owns nor examines nothing; an examiner of one part gets that part. With `basis` of the total or the
 * part alone, where the reader may see it. They are counted by value in the database and need no cache.
 */
export async function listCourseScores(
  actor: Actor,
  input: { examIds: number[]; classroomId: number; basis?: Basis },
): Promise<Map<number, CourseStepScores>> {
  const found = new Map<number, CourseStepScores>();
  const readable = await listReadable(actor, input.examIds, input.basis);
  for (const basis of ['total', ...PARTS] as const) {
    const exams = readable.filter((exam) => exam.basis === basis);
    const ids = exams.map((exam) => exam.id);
    const whole = await countScores(ids, basis, 0);
    const own = input.classroomId === 0 ? whole : await countScores(ids, basis, input.classroomId);
    for (const exam of exams) {
      const of = (scores: Map<number, number[]>) => {
        const { absent, unscored, ...rest } = scoreFigures(
          { scores: scores.get(exam.id) ?? [], absent: 0, unscored: 0 },
          exam.settings,
        );
        void [absent, unscored];
        return rest;
      };
      const figures = of(whole);
      found.set(exam.id, { basis, whole: figures, scores: own === whole ? figures : of(own) });
    }
  }
  return found;
}

async function listReadable(actor: Actor, examIds: number[], wanted?: Basis) {
  if (!isTeacher(actor) || examIds.length === 0) return [];
  const exams = await db()
    .selectFrom('exams')
    .select(['id', 'owner_id', 'test_type', 'settings'])
    .where('id', 'in', examIds)
    .where('status', '!=', 'draft')
    .where('deleted_at', 'is', null)
    .execute();
  const examined = await db()
    .selectFrom('exam_examiners')
    .select(['exam_id', 'part'])
    .where('exam_id', 'in', examIds)
    .where('teacher_id', '=', actor.id)
    .execute();
  return exams.flatMap((exam) => {
    const all = partsOf(exam.test_type);
    const parts = all.filter(
      (part) => exam.owner_id === actor.id || examined.some((one) => one.exam_id === exam.id && one.part === part),
    );
    const isWhole = parts.length === all.length;
    const isReadable = (one: Basis) => (one === 'total' ? isWhole : parts.includes(one));
    const basis = wanted ?? (isWhole ? 'total' : parts[0]);
    return basis && isReadable(basis)
      ? [{ id: exam.id, basis, settings: examSettingsSchema.parse(fromJson<unknown>(exam.settings)) }]
      : [];
  });
}

const COLUMNS = { total: 'total_percent', oral: 'oral_percent', written: 'written_percent' } as const satisfies Record<
  'total' | Part,
  string
>;

/** The scores of each exam in order, of a class or (0) of everybody. */
async function countScores(examIds: number[], basis: Basis, classroomId: number): Promise<Map<number, number[]>> {
  const scores = new Map<number, number[]>();
  if (examIds.length === 0) return scores;
  const column = COLUMNS[basis];
  const rows = await db()
    .selectFrom('results')
    .select((select) => ['exam_id', `${column} as score`, select.fn.countAll<number>().as('count')])
    .where('exam_id', 'in', examIds)
    .where(column, 'is not', null)
    .$if(classroomId !== 0, (query) =>
      query.innerJoin('users', 'users.id', 'results.student_id').where(isMemberOf('results.exam_id', [classroomId])),
    )
    .groupBy(['exam_id', column])
    .orderBy('exam_id')
    .orderBy(column)
    .execute();
  for (const { exam_id, score, count } of rows) {
    let own = scores.get(exam_id);
    if (!own) scores.set(exam_id, (own = []));
    for (let index = 0; index < Number(count); index += 1) own.push(score ?? 0);
  }
  return scores;
}
