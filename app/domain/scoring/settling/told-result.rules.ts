import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import { RESIT_STATE_LABELS, type ResitState } from '~/domain/exam/resit.rules';

/** What a student is told when a result comes out, pure. */

export type OutResult = {
  /** Parts that were not sat. */
  missed: readonly Part[];
  /** Parts that were sat, and are out without a mark. */
  waiting: readonly Part[];
  hasSat: boolean;
  /** The re-sits that are behind the student. */
  resits: readonly { part: Part; state: ResitState }[];
  display: 'points' | 'grade';
};

/** Which part was missed or still waits, and what became of re-sits. */
export function outText({ missed, waiting, hasSat, resits, display }: OutResult): string {
  const named = (parts: readonly Part[]) => parts.map((part) => PART_LABELS[part]).join('、');
  const hasMissedAgain = missed.some((part) => resits.some((one) => one.part === part && one.state === 'missed'));
  const again = hasMissedAgain ? '，补考也没有参加' : '';
  const advice = hasMissedAgain ? '如有特殊情况请联系老师。' : '需要补考请联系老师。';
  const shown = `${display === 'grade' ? '等级' : '得分'}、评语、自己的作答和解析`;
  const after = resitText(resits, missed);
  if (waiting.length > 0) {
    const also = missed.length > 0 ? `，${named(missed)}缺考${again}` : '';
    return `成绩已经公布。你的${named(waiting)}待评分${also}，现在没有总分；点开可以看到自己的作答。评完以后会再通知你。${after}`;
  }
  if (!hasSat) return `成绩已经公布，这场考试你缺考${again}，没有成绩。${advice}`;
  if (missed.length === 0) return `成绩已经公布，点开可以看到${shown}。${after}`;
  return `成绩已经公布。你${named(missed)}缺考${again}，没有总分；点开可以看到其他部分的${shown}。${advice}${after}`;
}

/** Re-sits that were scored, and those that were missed where the first sitting counts. */
function resitText(resits: OutResult['resits'], missed: readonly Part[]): string {
  return resits
    .filter(({ part }) => !missed.includes(part))
    .map(
      ({ part, state }) =>
        `${PART_LABELS[part]}${state === 'done' ? '补考已评分' : `${RESIT_STATE_LABELS.missed}，计第 1 次`}。`,
    )
    .join('');
}
