import { Tabs } from '~/components/list/tabs';
import { toProgress, toWrong } from '~/lib/addresses/own';
import { toPractice } from '~/lib/addresses/practice';

const PAGES = { index: toPractice(), wrong: toWrong(), progress: toProgress() };

/** The three pages of practice: choosing, the wrong-question book, progress. */
export function PracticeTabs({ current, wrongCount }: { current: keyof typeof PAGES; wrongCount?: number }) {
  return (
    <Tabs
      label="练习"
      current={PAGES[current]}
      items={[
        { label: '开始练习', href: PAGES.index },
        { label: '错题本', href: PAGES.wrong, count: wrongCount },
        { label: '练习记录', href: PAGES.progress },
      ]}
    />
  );
}
