import { isMarkedByHand } from '~/domain/exam/by-hand.rules';
import { classroomThen } from '~/domain/classroom/members-then.server';
import { classNameThen, studentNameThen } from '~/domain/classroom/names-then.server';
import { db } from '~/db/db.server';
import { getOwnExam, listExamItems, type ExamItemView, type ExamView } from '~/domain/exam/exam.queries.server';
import type { Part } from '~/domain/exam/parts.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { blindName, seesNames } from '~/domain/exam/blind.rules';
import { isOutForAttempt } from '~/domain/exam/released.queries.server';
import { currentRubric, rubricOfScore } from './rubric.queries.server';
import { convertMark, type Rubric, type RubricVersion } from './rubric.rules';
import { listUnseenPapers } from '../paper/looks.queries.server';
import type { ItemMark } from './score-form.rules';
import { listScores, type ScoreView } from './scores.queries.server';
import { partPercent } from '../paper/scoring.rules';

/** What a final score of an older version would be by the one in force; `after` null: it must be marked again. */
export type Reapplication = {
  scoreId: number;
  attemptId: number;
  version: number;
  rubricVersion: number;
  examinerId: number;
  examinerName: string;
  before: number | null;
  after: { percent: number; marks: ItemMark[] } | null;
};

/** Every final score of a part given by another version than the one in force. Asks no rights. */
export async function listReapplications(exam: ExamView, part: Part, inForce: RubricVersion): Promise<Reapplication[]> {
  const attempts = await db()
    .selectFrom('attempts')
    .select('id')
    .where('exam_id', '=', exam.id)
    .where('part', '=', part)
    .where((where) =>
      where.exists(
        where
          .selectFrom('scores')
          .select('scores.id')
          .whereRef('scores.attempt_id', '=', 'attempts.id')
          .where('scores.state', '=', 'final')
          .where('scores.rubric_id', 'is distinct from', inForce.id),
      ),
    )
    .orderBy('id')
    .execute();
  const scores = (await listScores(attempts.map((one) => one.id))).filter(
    (score) => score.state === 'final' && score.rubricId !== inForce.id,
  );
  const items = new Map((await listExamItems(exam.id, part)).map((item) => [item.id, item]));
  const versions = new Map<number | null, RubricVersion>();
  for (const id of new Set(scores.map((score) => score.rubricId))) {
    versions.set(id, await rubricOfScore(exam, part, id));
  }
  return scores.flatMap((score): Reapplication[] => {
    const own = versions.get(score.rubricId);
    if (!own) return [];
    return [
      {
        scoreId: score.id,
        attemptId: score.attemptId,
        version: score.version,
        rubricVersion: own.version,
        examinerId: score.examinerId,
        examinerName: score.examinerName,
        before: score.percent,
        after: convertScore(items, score, own.rubric, inForce.rubric),
      },
    ];
  });
}

function convertScore(
  items: Map<number, ExamItemView>,
  score: Pick<ScoreView, 'marks'>,
  from: Rubric,
  to: Rubric,
): Reapplication['after'] {
  const marks: ItemMark[] = [];
  const paper: ExamItemView[] = [];
  for (const mark of score.marks) {
    const item = items.get(mark.itemId);
    if (!item) return null;
    const converted = isMarkedByHand(item.snapshot) ? convertHandMark(item, mark, from, to) : mark;
    if (!converted) return null;
    paper.push(item);
    marks.push(converted);
  }
  const percent = partPercent(paper, new Map(marks.map((mark) => [mark.itemId, mark])));
  return percent === null ? null : { percent, marks };
}

/** Where everybody is credited the full mark, what was given by hand beside it is what converts. */
function convertHandMark(item: ExamItemView, mark: ItemMark, from: Rubric, to: Rubric): ItemMark | null {
  if (item.correction?.kind !== 'credit') return convertMark(item, mark, from, to);
  const given = mark.handPoints ?? null;
  if (given === null) return mark;
  const converted = convertMark(item, { ...mark, points: given }, from, to);
  return converted && { ...converted, points: mark.points, handPoints: converted.points };
}

export type ReapplyRow = Omit<Reapplication, 'after' | 'version' | 'examinerId'> & {
  name: string;
  className: string;
  after: number | null;
  /** What it converts to is not known: it must be marked again. */
  isLeft: boolean;
  /** Another's score of a paper that the owner has not marked yet: no number is shown. */
  isHeldBack: boolean;
};

/** The preview of 按新规则重算 for the owner: those that change first by how much, then those to be marked again. */
export async function previewReapply(
  actor: Actor,
  input: { examId: number; part: Part },
): Promise<{ rubric: RubricVersion; rows: ReapplyRow[] }> {
  const exam = await getOwnExam(actor, input.examId);
  const rubric = await currentRubric(exam, input.part);
  const all = await listReapplications(exam, input.part, rubric);
  const students = await studentsOf(all.map((one) => one.attemptId));
  const unseen = await listUnseenPapers(actor, exam, [...students.keys()]);
  const rows = all.map(({ after, version, examinerId, ...row }): ReapplyRow => {
    void version;
    const student = students.get(row.attemptId);
    const isNamed = seesNames(exam, { isOwner: true, view: 'marking', isOut: student?.isOut });
    const isHeldBack = unseen.has(row.attemptId) && examinerId !== actor.id;
    return {
      ...row,
      before: isHeldBack ? null : row.before,
      after: isHeldBack ? null : (after?.percent ?? null),
      isLeft: after === null,
      isHeldBack,
      name: isNamed ? (student?.name ?? '') : blindName(row.attemptId),
      className: isNamed ? (student?.className ?? '') : '',
    };
  });
  const changeOf = (row: ReapplyRow) =>
    row.isLeft ? -1 : row.after === null ? 0 : Math.abs(row.after - (row.before ?? 0));
  return { rubric, rows: rows.sort((a, b) => changeOf(b) - changeOf(a) || a.scoreId - b.scoreId) };
}

async function studentsOf(
  attemptIds: number[],
): Promise<Map<number, { name: string; className: string; isOut: boolean }>> {
  if (attemptIds.length === 0) return new Map();
  const rows = await db()
    .selectFrom('attempts')
    .innerJoin('users', 'users.id', 'attempts.student_id')
    .leftJoin('classrooms', (join) => join.on('classrooms.id', '=', classroomThen('attempts.exam_id')))
    .select('attempts.id')
    .select((select) => select.case().when(isOutForAttempt()).then(1).else(0).end().as('is_out'))
    .select([studentNameThen('attempts.exam_id').as('name'), classNameThen('attempts.exam_id').as('class_name')])
    .where('attempts.id', 'in', [...new Set(attemptIds)])
    .execute();
  return new Map(
    rows.map((row) => [row.id, { name: row.name, className: row.class_name ?? '', isOut: row.is_out === 1 }]),
  );
}
