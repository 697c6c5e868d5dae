import { db } from '~/db/db.server';
import { getExamView, type ExamView } from '~/domain/exam/exam.queries.server';
import { PART_LABELS, partsOf, type Part } from '~/domain/exam/parts.rules';
import { sendMessages } from '~/domain/message/message.commands.server';
import { toSharing } from '~/lib/addresses/scoring';
import { awaitingCount, countAwaiting, countOpenPapers } from './awaiting.queries.server';

type Teacher = { id: number; name: string };

const TITLE = '阅卷老师的账号已停用：';
const DEALT_WITH = '这件事已经过去：没有答卷再等账号停用的老师评。';

const goneText = ({ name }: Teacher) => `${name}老师的账号停用了，`;

function bodyOf(teacher: Teacher, part: Part, count: number): string {
  return `${goneText(teacher)}${PART_LABELS[part]}有 ${count} 份答卷还在等这位老师评。请在“分卷”里改请别的老师。`;
}

/** How many papers of a part wait for one of its examiners and for nobody who could mark them instead. */
async function countWaiting(exam: ExamView, part: Part, teacher: Teacher): Promise<number> {
  const own = (await countAwaiting(teacher, [exam.id])).get(`${exam.id}.${part}`);
  // Where anybody of several may mark a paper, another will.
  const isAnybodys = exam.settings.markedBy === 'one' && own?.isSharedOut !== true && !own?.isForNamed;
  if (isAnybodys && exam.examinerIds[part].length > 1) return 0;
  const open = (await countOpenPapers([exam.id])).get(`${exam.id}.${part}`) ?? 0;
  return awaitingCount(own, { open, isOwner: false });
}

/** The exams of others in which a teacher is named to mark. */
async function listExamined(teacher: Teacher): Promise<{ exam: ExamView; parts: Part[] }[]> {
  const named = await db()
    .selectFrom('exam_examiners')
    .innerJoin('exams', 'exams.id', 'exam_examiners.exam_id')
    .select('exams.id')
    .distinct()
    .where('exam_examiners.teacher_id', '=', teacher.id)
    .where('exams.owner_id', '!=', teacher.id)
    .where('exams.status', '!=', 'draft')
    .where('exams.deleted_at', 'is', null)
    .execute();
  const found = [];
  for (const { id } of named) {
    const exam = await getExamView(id);
    found.push({ exam, parts: partsOf(exam.testType).filter((one) => exam.examinerIds[one].includes(teacher.id)) });
  }
  return found;
}

/**
 * The account of an examiner is disabled: the owners of exams in which papers wait for them hear of it. Call it inside
 * the transaction that disables it.
 */
export async function tellOwnersOfGone(teacher: Teacher, now: number): Promise<void> {
  for (const { exam, parts } of await listExamined(teacher)) {
    for (const part of parts) {
      const count = await countWaiting(exam, part, teacher);
      if (count === 0) continue;
      const message = { kind: 'score' as const, title: `${TITLE}${exam.name}`, body: bodyOf(teacher, part, count) };
      await sendMessages([exam.ownerId], { ...message, link: toSharing({ examId: exam.id, part }) }, now);
    }
  }
}

/** The account is in use again: nobody has to look for another. Call it inside the transaction that enables it. */
export async function withdrawGone(teacher: Teacher): Promise<void> {
  for (const { exam, parts } of await listExamined(teacher)) await renewGone(exam.id, parts);
}

/**
 * What was told of disabled examiners of these parts says what waits for them still; where nothing does it is taken
 * back, and read it says so. Call it inside the transaction of what may have taken the papers from them.
 */
export async function renewGone(examId: number, parts: readonly Part[]): Promise<void> {
  for (const part of parts) {
    const told = await db()
      .selectFrom('messages')
      .select(['id', 'body', 'read_at'])
      .where('kind', '=', 'score')
      .where('link', '=', toSharing({ examId, part }))
      .where('title', 'like', `${TITLE}%`)
      .where('body', '!=', DEALT_WITH)
      .execute();
    if (told.length === 0) continue;
    const exam = await getExamView(examId);
    const gone = (await listGone(examId, part)).map((teacher) => ({ teacher, count: 0 }));
    for (const one of gone) one.count = await countWaiting(exam, part, one.teacher);
    for (const { id, body, read_at: readAt } of told) {
      const still = gone.find(({ teacher, count }) => count > 0 && body.startsWith(goneText(teacher)));
      const text = still ? bodyOf(still.teacher, part, still.count) : DEALT_WITH;
      if (!still && readAt === null) await db().deleteFrom('messages').where('id', '=', id).execute();
      else if (text !== body) await db().updateTable('messages').set({ body: text }).where('id', '=', id).execute();
    }
  }
}

/** The examiners of a part whose accounts are disabled. */
function listGone(examId: number, part: Part): Promise<Teacher[]> {
  return db()
    .selectFrom('exam_examiners')
    .innerJoin('users', 'users.id', 'exam_examiners.teacher_id')
    .select(['users.id', 'users.name'])
    .where('exam_examiners.exam_id', '=', examId)
    .where('exam_examiners.part', '=', part)
    .where('users.is_disabled', '=', 1)
    .execute();
}
