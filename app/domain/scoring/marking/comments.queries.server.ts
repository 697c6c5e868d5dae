import { classroomThen } from '~/domain/classroom/members-then.server';
import { classNameThen, studentNameThen, withLabels } from '~/domain/classroom/names-then.server';
import { db } from '~/db/db.server';
import { slicesOf } from '~/db/update-many.server';
import { listExamItems, type ExamView } from '~/domain/exam/exam.queries.server';
import { numberEveryPart } from '~/domain/exam/paper-numbers.queries.server';
import { isExamOwner } from '~/domain/exam/people.rules';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import { paperLock } from '~/domain/exam/released.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { pageOf, type Page } from '~/lib/page';
import { blindName, seesNames } from '~/domain/exam/blind.rules';
import type { CommentKind } from './comments.rules';
import type { CommentFilter } from './comments.schema';
import { formatMoment } from './notes.rules';
import { listUnseenPapers } from '../paper/looks.queries.server';
import { getScoringExam } from '../paper/papers.queries.server';

/** One comment of an examiner, or the place where a paper has none. */
export type CommentRow = {
  key: string;
  kind: CommentKind;
  scoreId: number;
  /** The item of an item comment, the position of a note, otherwise 0. */
  place: number;
  version: number;
  attemptId: number;
  part: Part;
  name: string;
  className: string;
  examinerName: string;
  isOwn: boolean;
  /** `第 3 题`, `第 1 题 0:33`; '' on the whole paper. */
  where: string;
  text: string;
  updatedAt: number;
  /** Released: the student reads it, it stays. */
  isLocked: boolean;
};

export type CommentList = Page<CommentRow> & {
  exam: Pick<ExamView, 'id' | 'name' | 'status'>;
  isOwner: boolean;
  isBlind: boolean;
  parts: Part[];
  classes: { id: number; name: string }[];
  examiners: { id: number; name: string }[];
  items: { id: number; label: string }[];
};

/**
 * The comments of an exam: the owner reads everybody's (of a paper that awaits the own score, after it), an examiner
 * their own. Names are hidden while marking is blind.
 * @throws AppError not_found for whoever does not score in it
 */
export async function listComments(
  actor: Actor,
  input: CommentFilter & { currentPage: number; pageSize: number },
): Promise<CommentList> {
  const { exam, parts } = await getScoringExam(actor, input.examId);
  const isOwner = isExamOwner(actor, exam);
  const all = await readScores(exam.id, parts, isOwner ? null : actor.id);
  const unseen = await listUnseenPapers(actor, exam, [...new Set(all.map((score) => score.attempt_id))]);
  const scores = all.filter((score) => score.examiner_id === actor.id || !unseen.has(score.attempt_id));
  const texts = await readTexts(scores.map((score) => score.id));
  const numbers = await itemNumbers(exam);
  const isLocked = await paperLock(exam.id);
  const isOut = (score: (typeof scores)[number]) =>
    isLocked({ studentId: score.student_id, part: score.part, number: score.number });
  const hidden = new Set(
    scores.filter((score) => !seesNames(exam, { isOwner, view: 'marking', isOut: isOut(score) })).map(({ id }) => id),
  );
  const rows = scores.flatMap((score): (CommentRow & Filtered)[] => {
    const isNamed = !hidden.has(score.id);
    const base = {
      scoreId: score.id,
      version: score.version,
      attemptId: score.attempt_id,
      part: score.part as Part,
      name: isNamed ? score.student_name : blindName(score.attempt_id),
      className: isNamed ? (score.class_name ?? '') : '',
      classId: isNamed ? (score.classroom_id ?? 0) : 0,
      examinerId: score.examiner_id,
      examinerName: score.examiner_name,
      isOwn: score.examiner_id === actor.id,
      updatedAt: score.updated_at,
      isLocked: isOut(score),
    };
    const overall = { ...base, key: `overall-${score.id}`, kind: 'overall' as const, place: 0, itemId: 0, where: '' };
    return [
      { ...overall, text: score.comment },
      ...(texts.get(score.id) ?? []).map((one) => ({
        ...base,
        key: `${one.kind}-${score.id}-${one.place}`,
        kind: one.kind,
        place: one.place,
        itemId: one.itemId,
        where: `${numbers.get(one.itemId) ?? ''}${one.atMs === null ? '' : ` ${formatMoment(one.atMs)}`}`,
        text: one.text,
      })),
    ];
  });
  const classes = new Map(rows.flatMap((row) => (row.classId === 0 ? [] : [[row.classId, row.className]])));
  const examiners = new Map(rows.map((row) => [row.examinerId, row.examinerName]));
  const wanted = rows.filter((row) => isWanted(row, input));
  const page = pageOf(wanted, input);
  return {
    ...page,
    rows: page.rows.map(({ classId, examinerId, itemId, ...row }) => {
      void [classId, examinerId, itemId];
      return row;
    }),
    exam: { id: exam.id, name: exam.name, status: exam.status },
    isOwner,
    isBlind: hidden.size > 0 || !seesNames(exam, { isOwner, view: 'marking' }),
    parts,
    classes: await withLabels(
      exam.id,
      [...classes].map(([id, name]) => ({ id, name })),
    ),
    examiners: [...examiners].map(([id, name]) => ({ id, name })),
    items: [...numbers].map(([id, label]) => ({ id, label })),
  };
}

type Filtered = { classId: number; examinerId: number; itemId: number };

function isWanted(row: CommentRow & Filtered, filter: CommentFilter): boolean {
  const isBlank = row.text === '';
  if (filter.has === 'without' ? !isBlank || row.kind !== 'overall' : isBlank) return false;
  const keyword = filter.keyword.toLowerCase();
  return (
    (filter.part === null || row.part === filter.part) &&
    (filter.classId === 0 || row.classId === filter.classId) &&
    (filter.examinerId === 0 || row.examinerId === filter.examinerId) &&
    (filter.itemId === 0 || row.itemId === filter.itemId) &&
    (filter.kind === '' || row.kind === filter.kind) &&
    (keyword === '' || row.text.toLowerCase().includes(keyword) || row.name.toLowerCase().includes(keyword))
  );
}

function readScores(examId: number, parts: Part[], examinerId: number | null) {
  let query = db()
    .selectFrom('scores')
    .innerJoin('attempts', 'attempts.id', 'scores.attempt_id')
    .innerJoin('users as student', 'student.id', 'attempts.student_id')
    .innerJoin('users as examiner', 'examiner.id', 'scores.examiner_id')
    .leftJoin('classrooms', (join) => join.on('classrooms.id', '=', classroomThen(examId, 'student')))
    .select(['scores.id', 'scores.attempt_id', 'scores.examiner_id', 'scores.comment', 'scores.version'])
    .select(['scores.updated_at', 'attempts.part', 'attempts.number', 'attempts.student_id'])
    .select(classroomThen(examId, 'student').as('classroom_id'))
    .select([
      studentNameThen('attempts.exam_id', 'student').as('student_name'),
      'examiner.name as examiner_name',
      classNameThen('attempts.exam_id', 'student').as('class_name'),
    ])
    .where('attempts.exam_id', '=', examId)
    .where('attempts.part', 'in', parts)
    .orderBy('scores.updated_at', 'desc')
    .orderBy('scores.id');
  if (examinerId !== null) query = query.where('scores.examiner_id', '=', examinerId);
  return query.execute();
}

type ItemText = {
  kind: 'item' | 'note';
  place: number;
  itemId: number;
  atMs: number | null;
  text: string;
};

/** Item comments and notes by score. */
async function readTexts(scoreIds: number[]): Promise<Map<number, ItemText[]>> {
  const texts = new Map<number, ItemText[]>();
  const add = (scoreId: number, text: ItemText) => texts.set(scoreId, [...(texts.get(scoreId) ?? []), text]);
  for (const ids of slicesOf(scoreIds)) {
    const marks = await db()
      .selectFrom('score_marks')
      .select(['score_id', 'item_id', 'comment'])
      .where('score_id', 'in', ids)
      .where('comment', '!=', '')
      .orderBy('item_id')
      .execute();
    const notes = await db()
      .selectFrom('score_notes')
      .selectAll()
      .where('score_id', 'in', ids)
      .orderBy('position')
      .execute();
    for (const mark of marks) {
      const { score_id: scoreId, item_id: itemId, comment: text } = mark;
      add(scoreId, { kind: 'item', place: itemId, itemId, atMs: null, text });
    }
    for (const note of notes) {
      const { score_id: scoreId, item_id: itemId, at_ms: atMs, position: place, text } = note;
      add(scoreId, { kind: 'note', place, itemId, atMs, text });
    }
  }
  return texts;
}

/** What every item is called here, as in the exports and the statistics. */
async function itemNumbers(exam: ExamView): Promise<Map<number, string>> {
  const items = await listExamItems(exam.id);
  const numbers = await numberEveryPart(exam, items);
  return new Map(
    items.map((item) => {
      const number = numbers.get(item.id) ?? item.position;
      return [item.id, item.part === 'oral' ? `${PART_LABELS.oral} ${number}` : `第 ${number} 题`];
    }),
  );
}
