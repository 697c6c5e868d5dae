import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { toQuestion } from '~/domain/question-bank/question.queries.server';
import { toSnapshot } from '~/domain/question-bank/question.rules';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import type { Actor } from '~/domain/user/user.rules';
import { getOwnExam, listExamItems, type ExamItemView, type ExamView } from './exam.queries.server';
import type { ExamDraft, WizardExam } from './wizard.rules';

/** An item as the wizard lists it. */
export type WizardItem = ExamItemView & {
  /** The question was deleted from its bank since: the paper keeps its text. */
  isGone: boolean;
  /** The question is also shared with students, who may have seen it. */
  isSharedWithStudents: boolean;
};

/** An own exam with its items and the drafts of its steps. */
export type WizardView = ExamView & WizardExam & { items: WizardItem[] };

/** An own exam as the wizard needs it; until publication its items say what their questions say now. */
export async function getWizardExam(actor: Actor, id: number): Promise<WizardView> {
  const exam = await getOwnExam(actor, id);
  const { draft } = await db().selectFrom('exams').select('draft').where('id', '=', id).executeTakeFirstOrThrow();
  const items = await listExamItems(id);
  const questionIds = items.flatMap((item) => item.questionId ?? []);
  const [current, shared] = [await readSnapshots(questionIds), await findSharedWithStudents(questionIds)];
  return {
    ...exam,
    draft: draft === null ? {} : fromJson<ExamDraft>(draft),
    items: items.map((item) => {
      const snapshot = current.get(item.questionId ?? 0);
      return {
        ...item,
        snapshot: exam.status === 'draft' ? inExam(snapshot ?? item.snapshot, exam) : item.snapshot,
        isGone: snapshot === undefined,
        isSharedWithStudents: shared.has(item.questionId ?? 0),
      };
    }),
  };
}

/** The questions as they are now, without those deleted. Asks no rights: they were checked when put in. */
async function readSnapshots(ids: number[]): Promise<Map<number, QuestionSnapshot>> {
  if (ids.length === 0) return new Map();
  const rows = await db()
    .selectFrom('questions')
    .selectAll()
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, toSnapshot(toQuestion(row))]));
}

async function findSharedWithStudents(ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db()
    .selectFrom('shares')
    .select('question_id')
    .distinct()
    .where('question_id', 'in', ids)
    .where('audience', 'in', ['students', 'class'])
    .execute();
  return new Set(rows.map((row) => row.question_id));
}

/** A question as this exam shows it: the oral one carries the exam's own key points, pictures, audio and times. */
function inExam(
  snapshot: QuestionSnapshot,
  exam: Pick<ExamView, 'keyPoints' | 'imageIds' | 'musicFileId' | 'settings'>,
): QuestionSnapshot {
  if (snapshot.bank !== 'oral') return snapshot;
  const { prepSeconds, recordSeconds } = exam.settings;
  return {
    ...snapshot,
    keyPoints: exam.keyPoints,
    imageIds: exam.imageIds,
    body: {
      ...snapshot.body,
      musicUrl: exam.musicFileId,
      prepSeconds: prepSeconds || snapshot.body.prepSeconds,
      answerSeconds: recordSeconds || snapshot.body.answerSeconds,
    },
  };
}

/** The names of the actor's exam categories, for suggestions. */
export async function listExamCategories(actor: Actor): Promise<string[]> {
  const rows = await db()
    .selectFrom('directories')
    .select('name')
    .where('bank', '=', 'exam')
    .where('owner_id', '=', actor.id)
    .orderBy('position')
    .orderBy('name')
    .execute();
  return rows.map((row) => row.name);
}
