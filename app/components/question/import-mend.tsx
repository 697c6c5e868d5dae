import { useSearchParams } from '@remix-run/react';
import { SelectField } from '~/components/form/choice-fields';
import { PostForm } from '~/components/form/post-form';
import { FormActions, HiddenFields, SubmitButton } from '~/components/form/submit';
import { TextArea, TextField } from '~/components/form/text-fields';
import { ButtonLink } from '~/components/ui/button';
import type { ShownItem } from '~/domain/question-bank/import-shown.rules';
import { MENDED_KINDS } from '~/domain/question-bank/import.schema';
import { optionKey } from '~/domain/question-bank/question.rules';
import { KIND_LABELS } from '~/domain/question-bank/question.schema';
import type { FormProblem } from '~/http/form-problem';

const MAX_OPTIONS = 10;

const KINDS = MENDED_KINDS.map((kind) => ({
  value: kind,
  label: KIND_LABELS[kind],
}));

/** Mends a question before it is stored: its kind, text, options and key. */
export function MendForm({
  item,
  importId,
  problem,
}: {
  item: ShownItem;
  importId: string;
  problem: FormProblem | null | undefined;
}) {
  const [search] = useSearchParams();
  const back = new URLSearchParams(search);
  back.delete('edit');
  const draft = item.draft;
  if (!draft) return null;
  const rows = Math.min(MAX_OPTIONS, Math.max(4, draft.options.length + 1));
  return (
    <PostForm intent="mend" formKey={`mend${item.position}`} problem={problem}>
      <HiddenFields values={{ id: importId, position: item.position }} />
      <SelectField
        name="kind"
        label="题型"
        placeholder={draft.kind === null ? '请选择' : undefined}
        options={KINDS}
        defaultValue={draft.kind}
      />
      <TextArea
        name="stem"
        label="题干"
        className="mt-4"
        rows={4}
        defaultValue={draft.stem}
        hint="填空题的空写成 ____"
      />
      <fieldset className="mt-4">
        <legend className="label">选项（单选、多选题）</legend>
        {Array.from({ length: rows }, (_, index) => (
          <TextField
            key={index}
            name="optionText"
            label={`选项 ${optionKey(index)}`}
            hideLabel
            className="mt-2"
            defaultValue={draft.options[index] ?? ''}
            placeholder={optionKey(index)}
          />
        ))}
      </fieldset>
      <TextArea
        name="answer"
        label="答案"
        className="mt-4"
        rows={2}
        defaultValue={draft.answer}
        hint="选择题写字母，如 AC；判断题写“正确”或“错误”；填空题每空一行，几种写法用 | 分开"
      />
      <TextArea name="analysis" label="解析" className="mt-4" rows={2} defaultValue={draft.analysis} optional />
      <FormActions>
        <SubmitButton>改好，列入导入</SubmitButton>
        <ButtonLink to={`?${back.toString()}#q${item.position}`}>取消</ButtonLink>
      </FormActions>
    </PostForm>
  );
}
