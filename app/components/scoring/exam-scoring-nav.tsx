import { Tabs } from '~/components/list/tabs';
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
export type ScoringPage =
  'papers' | 'list' | 'classes' | 'share' | 'consistency' | 'comments' | 'remark' | 'settings' | 'audit';

type Entry = { page: ScoringPage; label: string; href: (examId: number) => string; isForOwner: boolean };

/** In the order shown: 答卷 · 成绩单 · 班级成绩 · 分卷 · 一致性 · 评语 · 复核改分 · 设置 · 操作记录. */
const ENTRIES: Entry[] = [
  { page: 'papers', label: '答卷', href: (examId) => toPapers({ examId }), isForOwner: false },
  { page: 'list', label: '成绩单', href: (examId) => toPapers({ examId, part: 'total' }), isForOwner: true },
  { page: 'classes', label: '班级成绩', href: (examId) => toClassResults({ examId }), isForOwner: true },
  { page: 'share', label: '分卷', href: (examId) => toSharing({ examId }), isForOwner: true },
  { page: 'consistency', label: '一致性', href: (examId) => toConsistency({ examId }), isForOwner: true },
  { page: 'comments', label: '评语', href: (examId) => toExamComments({ examId }), isForOwner: false },
  { page: 'remark', label: '复核改分', href: (examId) => toRemark({ examId }), isForOwner: true },
  { page: 'settings', label: '设置', href: (examId) => toPageSetting({ examId }), isForOwner: false },
  { page: 'audit', label: '操作记录', href: (examId) => toAudit({ examId }), isForOwner: true },
];

/** The pages of one exam's scoring as links, on each of them beneath its head; those of the owner for the owner only. */
export function ExamScoringNav({
  examId,
  isOwner,
  current,
}: {
  examId: number;
  isOwner: boolean;
  /** Null on a page that belongs to one of them. */
  current: ScoringPage | null;
}) {
  const entries = ENTRIES.filter((entry) => isOwner || !entry.isForOwner);
  if (entries.length < 2) return null;
  return (
    <div className="mb-4">
      <Tabs
        label="考试评分"
        current={entries.find((entry) => entry.page === current)?.href(examId) ?? ''}
        items={entries.map((entry) => ({ label: entry.label, href: entry.href(examId) }))}
      />
    </div>
  );
}
