import type { ExamSettings } from '~/domain/exam/exam-settings.schema';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import { RESIT_STATE_LABELS, type ResitState } from '~/domain/exam/resit.rules';
import { gradeWord, roundHalfUp } from '~/lib/bands';

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

/** What a student was last told of a result (`released_…`), and what it is now. */
export type ToldResult = Record<'total_percent' | 'oral_percent' | 'written_percent', number | null> &
  Record<'released_total' | 'released_oral' | 'released_written', number | null>;

/**
 * What is different from what the student was last told, in points or grades as they see it. A re-sit is no
 * correction: of one it also says what there was nothing of before, and what stayed; `isCorrected`: an item was put
 * right while it was still to be sat or marked.
 */
export function changeText(
  result: ToldResult,
  settings: Pick<ExamSettings, 'resultDisplay' | 'passFrom' | 'goodFrom' | 'excellentFrom'>,
  { isResat, isCorrected = false }: { isResat: boolean; isCorrected?: boolean },
): string {
  const isGrade = settings.resultDisplay === 'grade';
  const shown = (percent: number) => (isGrade ? gradeWord(percent, settings) : ` ${roundHalfUp(percent)} 分`);
  const figures = [
    [isGrade ? '等级' : '总分', result.released_total, result.total_percent],
    // Of a part where there was no total to tell.
    ...(result.released_total === null
      ? ([
          [isGrade ? '口语等级' : PART_LABELS.oral, result.released_oral, result.oral_percent],
          [isGrade ? '笔试等级' : PART_LABELS.written, result.released_written, result.written_percent],
        ] as const)
      : []),
  ] as const;
  const moved = figures.filter(([, before, after]) => before !== null && isMoved(before, after));
  const changes = moved.flatMap(([name, before, after]) => {
    const [from, to] = [before === null ? '' : shown(before), after === null ? '待评分' : shown(after)];
    return from === to ? [] : `${name}由${from}改为${to}`;
  });
  // A total says what its parts come to.
  const added = figures.filter(([, before, after]) => before === null && after !== null);
  const news = isResat ? added.slice(0, result.total_percent === null ? 2 : 1) : [];
  const gains = news.map(([name, , after]) => `${name}是${shown(after ?? 0)}`);
  if (!isResat) {
    if (changes.length > 0) return `上次公布以后有改动：${changes.join('，')}。`;
    return moved.length > 0 ? '上次公布以后有改动，等级不变。' : '';
  }
  const since = isCorrected ? '和上次告诉你的相比（其间还更正过题目的答案或得分）' : '和上次告诉你的相比';
  if (changes.length + gains.length > 0) {
    return changes.length > 0 ? `${since}：${[...changes, ...gains].join('，')}。` : `${gains.join('，')}。`;
  }
  return moved.length > 0 ? `${since}，等级不变。` : '';
}

const isMoved = (before: number, after: number | null) => after === null || roundHalfUp(before) !== roundHalfUp(after);
