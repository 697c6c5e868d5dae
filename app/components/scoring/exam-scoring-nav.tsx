import { Tabs } from '~/components/list/tabs';

/** The pages of one exam's scoring. */
export type ScoringPage =
  'papers' | 'list' | 'classes' | 'share' | 'consistency' | 'comments' | 'remark' | 'settings' | 'audit';

type Entry = { page: ScoringPage; label: string; href: (examId: number) => string; isForOwner: boolean };

const at =
  (path: string, more = '') =>
  (examId: number) =>
    `/examination/${path}?examId=${examId}${more}`;

/** In the order shown: 答卷 · 成绩单 · 班级成绩 · 分卷 · 一致性 · 评语 · 复核改分 · 设置 · 操作记录. */
const ENTRIES: Entry[] = [
  { page: 'papers', label: '答卷', href: at('scoreexamination/scorelist'), isForOwner: false },
  { page: 'list', label: '成绩单', href: at('scoreexamination/scorelist', '&part=total'), isForOwner: true },
  { page: 'classes', label: '班级成绩', href: at('scoreexamination/classscorelist'), isForOwner: true },
  { page: 'share', label: '分卷', href: at('scoreexamination/share'), isForOwner: true },
  { page: 'consistency', label: '一致性', href: at('scoreexamination/consistency'), isForOwner: true },
  { page: 'comments', label: '评语', href: at('scoreexamination/comments'), isForOwner: false },
  { page: 'remark', label: '复核改分', href: at('scoreexamination/remark'), isForOwner: true },
  { page: 'settings', label: '设置', href: at('scoreexamination/page_setting'), isForOwner: false },
  { page: 'audit', label: '操作记录', href: (examId) => `/users/audit?examId=${examId}`, isForOwner: true },
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
