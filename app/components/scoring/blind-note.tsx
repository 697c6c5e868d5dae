import { Note } from '~/components/ui/feedback';

/** Why marks do not stand beside names yet; nothing where they do. */
export function BlindNote({ left, isMarker }: { left: number; isMarker: boolean }) {
  const leftText = left > 0 ? `还有 ${left} 份答卷没有评完。` : '';
  if (isMarker) {
    return (
      <Note>
        匿名评阅：{leftText}
        您自己也评，公布以前还可以改分，所以公布以前这里不按姓名列出评分进度和分数；按答卷号的在“答卷”里。
      </Note>
    );
  }
  if (left === 0) return null;
  return <Note>匿名评阅：{leftText}全部评完以前，这里不按姓名列出评分进度和分数。</Note>;
}
