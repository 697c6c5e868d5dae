import { TextArea } from '~/components/form/text-fields';
import { formatBlankLine } from '~/domain/question-bank/kinds/cloze/blank-line.rules';
import type { KindEditor } from '../editor-parts';

export const cloze: KindEditor = {
  stemHint: '要填的地方写 ____（两个以上下划线），例如：紫禁城始建于明永乐____年。',
  stemRows: 3,
  keyFields: ({ body }) => (
    <TextArea
      name="answer"
      label="各空答案"
      defaultValue={body?.blanks.map(formatBlankLine).join('\n')}
      rows={4}
      hint="每空一行，按顺序；一空有几种写法时用 | 或 ／ 分开，例如：四|4。全角半角、首尾空格不影响评分"
    />
  ),
};
