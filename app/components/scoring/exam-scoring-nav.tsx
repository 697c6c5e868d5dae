import { useLocation } from '@remix-run/react';
import { Tabs } from '~/components/list/tabs';
import type { ScoringHead } from '~/domain/scoring/paper/scoring-head.queries.server';
import { PARTS, type Part } from '~/domain/exam/parts.rules';
import { toAudit } from '~/lib/addresses/personal';
import {
  toClassResults,
  toConsistency,
  toExamComments,
  toPageSetting,
  toPapers,
  toRemark,
  toSharing,
} from '~/lib/addresses/scoring';

/** The pages of one exam's scoring. */
type Entry = { label: string; href: (examId: number, part?: Part) => string; isForOwner: boolean };

/** In the order shown: 答卷 · 成绩单 · 班级成绩 · 分卷 · 一致性 · 评语 · 复核改分 · 设置 · 操作记录. */
const ENTRIES: Entry[] = [
  { label: '答卷', href: (examId, part) => toPapers({ examId, part }), isForOwner: false },
  { label: '成绩单', href: (examId) => toPapers({ examId, part: 'total' }), isForOwner: true },
  { label: '班级成绩', href: (examId) => toClassResults({ examId }), isForOwner: true },
  { label: '分卷', href: (examId, part) => toSharing({ examId, part }), isForOwner: true },
  { label: '一致性', href: (examId, part) => toConsistency({ examId, part }), isForOwner: true },
  { label: '评语', href: (examId) => toExamComments({ examId }), isForOwner: false },
  { label: '复核改分', href: (examId) => toRemark({ examId }), isForOwner: true },
  { label: '设置', href: (examId) => toPageSetting({ examId }), isForOwner: false },
  { label: '操作记录', href: (examId) => toAudit({ examId }), isForOwner: true },
];

/** The pages of one exam's scoring as links, on each of them beneath its head; those of the owner for the owner only. */
export function ExamScoringNav({ id: examId, isOwner }: ScoringHead) {
  const { pathname, search } = useLocation();
  const entries = ENTRIES.filter((entry) => isOwner || !entry.isForOwner);
  // 答卷 and 成绩单 are one address, told apart by its part.
  const shown = new URLSearchParams(search).get('part');
  const isTotal = shown === 'total';
  // Who looks at a part goes on with it.
  const part = PARTS.find((one) => one === shown);
  const here = entries.map((entry) => entry.href(examId, part)).filter((href) => href.split('?')[0] === pathname);
  const current = here[isTotal ? here.length - 1 : 0] ?? '';
  if (entries.length < 2) return null;
  return (
    <div className="mb-4 no-print">
      <Tabs
        label="考试评分"
        current={current}
        items={entries.map((entry) => ({ label: entry.label, href: entry.href(examId, part) }))}
      />
    </div>
  );
}
