import { formatMinute } from '~/lib/time';
import type { ExtendNotice } from './resume.queries.server';

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
