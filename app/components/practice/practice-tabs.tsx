import { Tabs } from '~/components/list/tabs';

/** The three pages of practice: choosing, the wrong-question book, progress. */
export function PracticeTabs({
  current,
  wrongCount,
}: {
  current: 'index' | 'wrong' | 'progress';
  wrongCount?: number;
}) {
  return (
    <Tabs
      label="练习"
      current={`/evaluation/${current}`}
      items={[
        { label: '开始练习', href: '/evaluation/index' },
        { label: '错题本', href: '/evaluation/wrong', count: wrongCount },
        { label: '练习记录', href: '/evaluation/progress' },
      ]}
    />
  );
}
