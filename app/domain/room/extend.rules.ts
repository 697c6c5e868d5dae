import type { ExamStatus } from '~/domain/exam/states.rules';
import { formatMinute } from '~/lib/time';
import type { ExtendNotice } from './resume.queries.server';

/** Why nothing more is given in an exam that is out; null where it can be: its students have the answers in hand. */
export function extendObstacle(exam: { status: ExamStatus; releases: readonly unknown[] }): string | null {
  if (exam.status === 'released') return '成绩已经公布，不能再补时或增加班级。需要时请先撤回公布。';
  return exam.releases.length > 0 ? '有班级的成绩已经公布，不能再补时或增加班级。需要时请先撤回这些班级的公布。' : null;
}

/** What whoever gives more time is told before: what it opens again, for whom, and what it undoes. Pure. */
export function extendSentences({ marked, early }: ExtendNotice, isForAll: boolean): string[] {
  return [
    ...(early === null ? [] : [earlySentence(early, isForAll)]),
    ...(marked === 0
      ? []
      : [
          `${marked === null ? '收上来的答卷如果已经有评分（匿名评阅，这里不说）' : `这里有 ${marked} 份收上来的答卷已经有评分`}：能接着作答的，评分退回成草稿，交卷以后阅卷老师要再评一遍，他们会收到消息。`,
        ]),
  ];
}

function earlySentence({ at, plannedAt }: { at: number; plannedAt: number }, isForAll: boolean): string {
  return isForAll
    ? `这场考试在 ${formatMinute(at)} 提前结束了：补时以后对全体学生重新开放，结束时间从原定的 ${formatMinute(plannedAt)} 起延后。`
    : `这场考试在 ${formatMinute(at)} 提前结束了：只有选中的学生能继续，补时从那时算起；其他学生仍然在那时结束。`;
}
