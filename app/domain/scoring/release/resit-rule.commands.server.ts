import type { ExamSettings } from '~/domain/exam/exam-settings.schema';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { listResits } from '~/domain/exam/resit.queries.server';
import { RESIT_RULES, type Resit } from '~/domain/exam/resit.rules';
import { sendMessages } from '~/domain/message/message.commands.server';
import { toExamPreview } from '~/lib/addresses/results';

/** 计哪一次 is one rule for the whole exam, and whoever is to sit again was told it: it changes with a word to them. */

/** The re-sits whose students count on the rule they were told; who missed it has no second mark. */
export async function listPromised(examId: number): Promise<Resit[]> {
  return (await listResits(examId)).filter((resit) => resit.state !== 'missed');
}

/** The students who hear of another rule. */
export async function findRuleChange(exam: ExamView, to: ExamSettings['countedAttempt']): Promise<number[]> {
  if (to === exam.settings.countedAttempt) return [];
  return [...new Set((await listPromised(exam.id)).map((resit) => resit.studentId))];
}

/** `3 名学生接到的补考通知说计较好的一次`. */
export function ruleChangeText(exam: ExamView, studentIds: readonly number[]): string {
  return `${studentIds.length} 名学生接到的补考通知说“考了两次的，${RESIT_RULES[exam.settings.countedAttempt]}”`;
}

/** Tells them; `exam` is as it was before. */
export async function tellRuleChange(
  exam: ExamView,
  to: ExamSettings['countedAttempt'],
  studentIds: number[],
  now: number,
): Promise<void> {
  const body = `计哪一次改了：考了两次的，${RESIT_RULES[to]}。以前的通知说${RESIT_RULES[exam.settings.countedAttempt]}，不再有效。`;
  const link = toExamPreview({ id: exam.id });
  await sendMessages(studentIds, { kind: 'exam', title: `补考安排有变：${exam.name}`, body, link }, now);
}
