import { Note } from '~/components/ui/feedback';

/** Why marks do not stand beside names yet; nothing where they do. */
export function BlindNote({ left }: { left: number }) {
  if (left === 0) return null;
  return <Note>匿名评阅：还有 {left} 份答卷没有评完。全部评完以前，这里不按姓名列出评分进度和分数。</Note>;
}
