import { TextArea } from '~/components/form/text-fields';
import type { KindEditor } from '../editor-parts';

export const short: KindEditor = {
  stemHint: '',
  stemRows: 5,
  keyFields: ({ body, isOwn }) => (
    <TextArea
      name="answer"
      label="参考答案"
      optional
      defaultValue={body?.reference}
      rows={4}
      hint={isOwn ? '简答题由自己对照参考答案自评' : '简答题由老师评分，参考答案供评分时对照'}
    />
  ),
};
