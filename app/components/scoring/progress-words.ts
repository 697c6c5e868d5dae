import type { Progress } from '~/domain/scoring/paper/share-out.rules';

/**
 * How far papers are, for a bar: the reader's own pile where there is one (提交了), else how many have their result
 * (已评分); with a pile both are said, for a paper that several mark has no result after the first.
 */
export function progressProps({ done, total, mine }: Progress, name = '') {
  const settled = `已评分 ${done} / ${total}`;
  return mine
    ? {
        value: mine.done,
        max: mine.total,
        text: `${name}我的 ${mine.done} / ${mine.total}，${settled}`,
        label: `${name}我的 ${mine.total} 份评了 ${mine.done} 份；交来的 ${total} 份已评分 ${done} 份`,
      }
    : { value: done, max: total, text: `${name}${settled}`, label: `${name}已评分 ${done} 份，共交 ${total} 份` };
}
