import { db } from '~/db/db.server';
import type { ExamSettings } from '~/domain/exam/exam-settings.schema';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { listReleasedStudents } from '~/domain/exam/released.queries.server';
import { rewriteMessages, sendMessages } from '~/domain/message/message.commands.server';
import { resultPath } from '../settling/tell-result.commands.server';
import { isAnyReleased } from '~/domain/exam/states.rules';

/** What students see of a result, points or grades, changes after they could read it: they are told. */

/** Another way of showing results, and who has been able to read them the way before. */
export type DisplayChange = { to: ExamSettings['resultDisplay']; studentIds: number[] };

/** Null where nothing changes or nobody has read anything. */
export async function findDisplayChange(
  exam: ExamView,
  to: ExamSettings['resultDisplay'],
): Promise<DisplayChange | null> {
  if (to === exam.settings.resultDisplay || !isAnyReleased(exam)) return null;
  const rows = await db().selectFrom('attempts').select('student_id').where('exam_id', '=', exam.id).execute();
  const sat = new Set(rows.map((row) => row.student_id));
  // Who sat nothing reads 缺考 either way.
  const studentIds = [...(await listReleasedStudents(exam.id))].filter((id) => sat.has(id));
  return studentIds.length === 0 ? null : { to, studentIds };
}

const WORDS = { points: '显示分数', grade: '只显示等级' };

/** `36 名学生看到的成绩会改为只显示等级`. */
export function displayChangeText({ to, studentIds }: DisplayChange): string {
  return `${studentIds.length} 名学生看到的成绩会改为${WORDS[to]}`;
}

/** Tells them; where they see grades from now on, no message of theirs says points any more. */
export async function tellDisplayChange(exam: ExamView, { to, studentIds }: DisplayChange, now: number): Promise<void> {
  const about = { kind: 'score' as const, link: resultPath(exam.id) };
  if (to === 'grade') {
    await rewriteMessages(studentIds, about, '成绩更正过。现在成绩只显示等级，点开可以看到现在的结果。', '% 分%');
  }
  const body = `老师把这场考试的成绩改为${WORDS[to]}，点开可以看到。得分本身没有变。`;
  await sendMessages(studentIds, { ...about, title: `成绩显示方式改了：${exam.name}`, body }, now);
}
