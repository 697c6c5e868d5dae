import { Note } from '~/components/ui/feedback';
import { numberRanges } from '~/domain/scan/scan.rules';

/** What becomes of the questions on a sheet that a key marks: said before it is printed and before it is scanned. */
export function KeyedNote({ keyed }: { keyed: number[] }) {
  if (keyed.length === 0) return null;
  return (
    <Note tone="warn">
      扫描只把答题纸的照片放进答卷，给老师评分时看。第 {numberRanges(keyed)}{' '}
      题由答案自动判分，不从照片里读，答题纸上没有它们的位置：没有在系统里作答的学生，这些题按未作答计 0
      分，也不能由老师补填。
    </Note>
  );
}
