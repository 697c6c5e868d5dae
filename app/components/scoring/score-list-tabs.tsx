import { useLocation } from '@remix-run/react';
import { Tabs } from '~/components/list/tabs';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';

/** 口语 · 笔试 · 总成绩: the papers of each part, and for the owner what they come to. */
export function ScoreListTabs({
  parts,
  isOwner,
  current,
}: {
  parts: Part[];
  isOwner: boolean;
  current: Part | 'total';
}) {
  const { pathname, search } = useLocation();
  if (parts.length < 2 && !isOwner) return null;
  // The other tab has columns and states of its own: only whom one looks at stays.
  const to = (part: Part | 'total') => {
    const before = new URLSearchParams(search);
    const next = new URLSearchParams({ examId: before.get('examId') ?? '', part });
    for (const name of ['classId', 'keyword']) if (before.get(name)) next.set(name, before.get(name) ?? '');
    return `${pathname}?${next.toString()}`;
  };
  const tabs: { label: string; part: Part | 'total' }[] = parts.map((part) => ({ label: PART_LABELS[part], part }));
  if (isOwner) tabs.push({ label: '总成绩', part: 'total' });
  return (
    <Tabs label="考试部分" current={to(current)} items={tabs.map(({ label, part }) => ({ label, href: to(part) }))} />
  );
}
