import { classCalledThen } from '~/domain/classroom/names-then.server';
import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import type { Page } from '~/lib/page';
import { listQuestionRows, type QuestionListInput, type QuestionListRow } from './question-list.queries.server';
import { listSharesByDirectory } from './directory-share.queries.server';
import { getReadableQuestions, listEditableIds } from './question-access.server';
import { BANKS, type Question } from './question.schema';
import { AUDIENCE_LABELS, type Audience, type Share } from './share.rules';

/**
 * Who has these questions, by question and in the order of the audiences: their own shares, then those of the
 * directories they stand in. Asks no rights.
 */
export async function listShares(questionIds: number[]): Promise<Share[]> {
  if (questionIds.length === 0) return [];
  return [...(await listSingleShares(questionIds)), ...(await listSharesByDirectory(questionIds))];
}

async function listSingleShares(questionIds: number[]): Promise<Share[]> {
  const rows = await db()
    .selectFrom('shares')
    .leftJoin('classrooms', 'classrooms.id', 'shares.classroom_id')
    .leftJoin('teaching_groups', 'teaching_groups.id', 'shares.group_id')
    .leftJoin('users', 'users.id', 'shares.teacher_id')
    .select(['shares.question_id', 'shares.audience', 'shares.classroom_id', 'shares.teacher_id', 'shares.group_id'])
    .select(['shares.can_edit', 'shares.created_at'])
    .select(['classrooms.name as classroom_name', 'teaching_groups.name as group_name', 'users.name as teacher_name'])
    .where('shares.question_id', 'in', questionIds)
    .orderBy('shares.question_id')
    .orderBy('shares.audience', 'desc')
    .orderBy('classrooms.name')
    .orderBy('teaching_groups.name')
    .orderBy('users.name')
    .orderBy('shares.id')
    .execute();
  return rows.map((row) => ({
    questionId: row.question_id,
    directory: null,
    audience: row.audience as Audience,
    classroomId: row.classroom_id,
    teacherId: row.teacher_id,
    groupId: row.group_id,
    right: row.can_edit === 1 ? 'edit' : 'view',
    label: row.classroom_name ?? row.group_name ?? row.teacher_name ?? AUDIENCE_LABELS[row.audience as Audience],
    createdAt: row.created_at,
  }));
}

/**
 * Whose each question is that the actor may read, and what they may do with it; of own ones with whom they are shared.
 * @throws AppError not_found
 */
export async function listQuestionRights(actor: Actor, ids: number[]) {
  const questions = await getReadableQuestions(actor, BANKS, ids);
  const owners = await db()
    .selectFrom('users')
    .select(['id', 'name'])
    .where(
      'id',
      'in',
      questions.map((question) => question.ownerId),
    )
    .execute();
  const editable = await listEditableIds(actor, ids);
  const isOwn = (question: Question) => question.ownerId === actor.id;
  const shares = await listShares(questions.filter(isOwn).map((question) => question.id));
  return questions.map((question) => ({
    id: question.id,
    owner: { id: question.ownerId, name: owners.find((owner) => owner.id === question.ownerId)?.name ?? '' },
    right: isOwn(question) ? ('own' as const) : editable.has(question.id) ? ('edit' as const) : ('view' as const),
    shares: shares.filter((share) => share.questionId === question.id),
  }));
}

/** The same as a map from the question. */
export async function sharesByQuestion(questionIds: number[]): Promise<Map<number, Share[]>> {
  const shares = await listShares(questionIds);
  return new Map(questionIds.map((id) => [id, shares.filter((share) => share.questionId === id)]));
}

/** An own exam whose result is not out yet and which holds some of the questions. */
export type OpenExam = { id: number; name: string; questionIds: number[]; classrooms: string[] };

/** The actor's exams that students could see questions of before their time when these are shared with them. */
export async function listOpenExams(actor: Actor, questionIds: number[]): Promise<OpenExam[]> {
  if (questionIds.length === 0) return [];
  const rows = await db()
    .selectFrom('exam_items')
    .innerJoin('exams', 'exams.id', 'exam_items.exam_id')
    .select(['exams.id', 'exams.name', 'exam_items.question_id'])
    .where('exam_items.question_id', 'in', questionIds)
    .where('exams.owner_id', '=', actor.id)
    .where('exams.deleted_at', 'is', null)
    .where('exams.status', '!=', 'released')
    .orderBy('exams.id', 'desc')
    .execute();
  const ids = [...new Set(rows.map((row) => row.id))];
  if (ids.length === 0) return [];
  const classrooms = await db()
    .selectFrom('exam_classrooms')
    .innerJoin('classrooms', 'classrooms.id', 'exam_classrooms.classroom_id')
    .select((eb) => ['exam_classrooms.exam_id', classCalledThen(eb).as('name')])
    .where('exam_classrooms.exam_id', 'in', ids)
    .orderBy('classrooms.name')
    .execute();
  return ids.map((id) => ({
    id,
    name: rows.find((row) => row.id === id)?.name || '未命名的考试',
    questionIds: [...new Set(rows.filter((row) => row.id === id).flatMap((row) => row.question_id ?? []))],
    classrooms: classrooms.filter((row) => row.exam_id === id).map((row) => row.name),
  }));
}

/** How a shared question was used. */
export type ShareUse = { ownExams: number; othersExams: number; copies: number; practices: number };

/** An own question that others have, with how they used it. */
export type MySharedRow = QuestionListRow & ShareUse & { shares: Share[]; since: number };

/** What the actor shared, newest change first, by page. */
export async function listMyShared(actor: Actor, input: Omit<QuestionListInput, 'scope'>): Promise<Page<MySharedRow>> {
  const page = await listQuestionRows(actor, { ...input, scope: 'myShared' });
  const ids = page.rows.map((row) => row.id);
  const [shares, uses] = await Promise.all([sharesByQuestion(ids), countUses(actor, ids)]);
  return {
    ...page,
    rows: page.rows.map((row) => {
      const own = shares.get(row.id) ?? [];
      return {
        ...row,
        ...(uses.get(row.id) ?? { ownExams: 0, othersExams: 0, copies: 0, practices: 0 }),
        shares: own,
        since: Math.min(...own.map((share) => share.createdAt)),
      };
    }),
  };
}

async function countUses(actor: Actor, ids: number[]): Promise<Map<number, ShareUse>> {
  if (ids.length === 0) return new Map();
  const exams = await db()
    .selectFrom('exam_items')
    .innerJoin('exams', 'exams.id', 'exam_items.exam_id')
    .select(['exam_items.question_id', 'exams.id', 'exams.owner_id'])
    .distinct()
    .where('exam_items.question_id', 'in', ids)
    .where('exams.deleted_at', 'is', null)
    .execute();
  const copies = await db()
    .selectFrom('questions')
    .select((eb) => ['copied_from_id', eb.fn.countAll<number>().as('count')])
    .where('copied_from_id', 'in', ids)
    .where('owner_id', '!=', actor.id)
    .groupBy('copied_from_id')
    .execute();
  const practices = await db()
    .selectFrom('practices')
    .select((eb) => ['question_id', eb.fn.countAll<number>().as('count')])
    .where('question_id', 'in', ids)
    .groupBy('question_id')
    .execute();
  return new Map(
    ids.map((id) => {
      const own = exams.filter((row) => row.question_id === id);
      return [
        id,
        {
          ownExams: own.filter((row) => row.owner_id === actor.id).length,
          othersExams: own.filter((row) => row.owner_id !== actor.id).length,
          copies: copies.find((row) => row.copied_from_id === id)?.count ?? 0,
          practices: practices.find((row) => row.question_id === id)?.count ?? 0,
        },
      ];
    }),
  );
}

/** Which of others' questions the actor already has a copy of. */
export async function findCopied(actor: Actor, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db()
    .selectFrom('questions')
    .select('copied_from_id')
    .where('copied_from_id', 'in', ids)
    .where('owner_id', '=', actor.id)
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(rows.flatMap((row) => row.copied_from_id ?? []));
}
