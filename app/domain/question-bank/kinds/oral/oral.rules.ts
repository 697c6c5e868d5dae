import { roundHalfUp } from '~/lib/bands';
import { derivedTitle } from '../../question-name.rules';
import type { OralBody } from '../../question.schema';
import type { KindRules } from '../kind.schema';

/** 口语: read or spoken aloud and recorded. */
export const oral: KindRules<OralBody> = {
  clean: () => ({}),
  insteadOfText: () => '录音',
  mark: () => null,
  keyRows: () => [],
  answerColumns: () => ['录音（条）', '计分录音（秒）', '限时'],
  answerCells: (_, { takes }) => {
    const chosen = takes.find((take) => take.isChosen);
    const over = chosen && chosen.overSeconds > 0 ? `超时 ${chosen.overSeconds} 秒` : '';
    return [takes.length, chosen ? roundHalfUp(chosen.durationMs / 1000, 1) : null, over];
  },
  keyCell: ({ keyPoints }) => keyPoints.join('、'),
  fileFields: ({ examContent, isPlay, prepSeconds, answerSeconds, analyzer = [] }, withAnswers) => {
    const analysed = withAnswers && analyzer.length > 0 ? { analyzer } : {};
    return { examContent, isPlay, prepSeconds, answerSeconds, ...analysed };
  },
  paperRows: ({ prepSeconds, answerSeconds, isPlay }) => [
    ['准备时间', `${prepSeconds} 秒`],
    ['录音时长', `${answerSeconds} 秒`],
    ['自动播放', isPlay ? '是' : '否'],
  ],
  typedFields: ({ stem, more }) => ({ ...more, title: more.title ?? derivedTitle(stem), examContent: stem }),
};
