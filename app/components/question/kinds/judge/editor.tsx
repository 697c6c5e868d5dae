import { RadioGroup } from '~/components/form/choice-fields';
import { JUDGE_OPTIONS } from '~/domain/question-bank/kinds/kinds.schema';
import type { KindEditor } from '../editor-parts';

export const judge: KindEditor = {
  stemHint: '写成一句可以判断对错的话。',
  stemRows: 3,
  keyFields: ({ body }) => (
    <RadioGroup
      name="answer"
      label="正确答案"
      defaultValue={body?.keys[0]}
      options={JUDGE_OPTIONS.map((option) => ({ value: option.key, label: option.text }))}
    />
  ),
};
