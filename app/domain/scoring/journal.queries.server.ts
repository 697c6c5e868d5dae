import { listPhotos, listTakes } from '~/domain/attempt/attempt.queries.server';
import { studentNameThen } from '~/domain/exam/names-then.server';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { describeAnswer } from '~/domain/attempt/answer.rules';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import type { KeptOutcome } from '~/domain/attempt/attempt.rules';
import { listPaperItems } from '~/domain/attempt/paper.queries.server';
import { isExamOwner, type Part } from '~/domain/exam/exam.rules';
import type { Actor } from '~/domain/user/user.rules';
import { blindName, seesNames } from './blind.rules';
import { getScorableAttempt } from './scoring-items.queries.server';

/** One version of an answer as it arrived. */
export type JournalRow = {
  id: number;
  receivedAt: number;
  /** Of a refused or conflicting version: the one it was written on top of. */
  revision: number;
  outcome: KeptOutcome | 'conflict';
  /** The answer in words. */
  text: string;
  /** It is what stands for the item now. */
  isCurrent: boolean;
};

export type JournalView = {
  exam: { id: number; name: string };
  attemptId: number;
  part: Part;
  studentName: string;
  items: { id: number; position: number; title: string; rows: JournalRow[] }[];
  /** Recordings and photos are files of their own: how many came, beside the answers. */
  files: { takes: number; photos: number };
};

/**
 * 作答记录: every version of every answer of a paper that ever arrived, kept or not, oldest first.
 * @throws AppError as getScorableAttempt
 */
export async function getJournal(actor: Actor, attemptId: number): Promise<JournalView> {
  const { exam, attempt } = await getScorableAttempt(actor, attemptId);
  const isBlind = !seesNames(exam, { isOwner: isExamOwner(actor, exam), view: 'marking' });
  const { name } = await db()
    .selectFrom('users')
    .select(studentNameThen(exam.id).as('name'))
    .where('id', '=', attempt.studentId)
    .executeTakeFirstOrThrow();
  const versions = await db()
    .selectFrom('answer_journal')
    .selectAll()
    .where('attempt_id', '=', attempt.id)
    .orderBy('id')
    .execute();
  const answers = await db()
    .selectFrom('answers')
    .select(['item_id', 'revision'])
    .where('attempt_id', '=', attempt.id)
    .execute();
  const items = (await listPaperItems(attempt)).map((item) => {
    const current = answers.find((answer) => answer.item_id === item.id)?.revision;
    const rows = versions
      .filter((version) => version.item_id === item.id)
      .map((version) => ({
        id: version.id,
        receivedAt: version.received_at,
        revision: version.revision,
        outcome: version.outcome as JournalRow['outcome'],
        text: describeAnswer(item.snapshot, fromJson<AnswerValue>(version.value)),
        isCurrent: version.revision === current && !['refused', 'conflict'].includes(version.outcome),
      }));
    return { id: item.id, position: item.position, title: item.snapshot.title, rows };
  });
  return {
    exam: { id: exam.id, name: exam.name },
    attemptId: attempt.id,
    part: attempt.part,
    studentName: isBlind ? blindName(attempt.id) : name,
    items: items.filter((item) => item.rows.length > 0),
    files: { takes: (await listTakes(attempt.id)).length, photos: (await listPhotos(attempt.id)).length },
  };
}
