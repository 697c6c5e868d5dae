import { useSearchParams } from '@remix-run/react';
import { CheckedForm } from '~/components/form/checked-form';
import { SelectField } from '~/components/form/choice-fields';
import { FieldError } from '~/components/form/field-error';
import { FormActions, FormOwner, HiddenFields, SubmitButton } from '~/components/form/submit';
import { fieldId, useFormState } from '~/components/form/form-context';
import { NumberField, TextArea } from '~/components/form/text-fields';
import { ButtonLink } from '~/components/ui/button';
import { Note } from '~/components/ui/feedback';
import type { ShownItem } from '~/domain/question-bank/import-shown.rules';
import { MENDED_KINDS, importIntentSchema } from '~/domain/question-bank/import.schema';
import { optionKey } from '~/domain/question-bank/question.rules';
import { KIND_LABELS } from '~/domain/question-bank/question.schema';
import type { FormProblem } from '~/http/form-problem';
import { keptList } from './form-rows';

const LEAST_OPTIONS = 4;
/** As many as the form may send; a file may have more than a question takes, and none is lost here. */
const MOST_OPTIONS = 20;

const KINDS = MENDED_KINDS.map((kind) => ({
  value: kind,
  label: KIND_LABELS[kind],
}));

/** The form of the question that is being mended; there is one at a time. */
export const MEND_FORM = 'mend';

/** Mends a question before it is stored: its kind, text, options, key and points. */
export function MendForm({
  item,
  importId,
  again,
  problem,
  isRestored,
}: {
  item: ShownItem;
  importId: string;
  again: string;
  problem: FormProblem | null | undefined;
  /** The problem is what was typed when the session had ended. */
  isRestored: boolean;
}) {
  const [search] = useSearchParams();
  const back = new URLSearchParams(search);
  back.delete('edit');
  const draft = item.draft;
  if (!draft) return null;
  return (
    <CheckedForm
      schema={importIntentSchema}
      id={MEND_FORM}
      intent="mend"
      formKey={`mend${item.position}`}
      problem={problem}
    >
      <FormOwner />
      {isRestored ? <Note>登录过期前没有保存的内容已恢复，请核对后保存。</Note> : null}
      <HiddenFields values={{ id: importId, position: item.position, again }} />
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
      <OptionTexts options={draft.options} />
      <TextArea
        name="answer"
        label="答案"
        className="mt-4"
        rows={2}
        defaultValue={draft.answer}
        hint="选择题写字母，如 AC；判断题写“正确”或“错误”；填空题每空一行，几种写法用 | 分开"
      />
      <TextArea name="analysis" label="解析" className="mt-4" rows={2} defaultValue={draft.analysis} optional />
      <NumberField
        name="points"
        label="分值"
        className="mt-4"
        defaultValue={pointsOf(draft.more)}
        hint="留空按题型的默认分值"
        suffix="分"
        decimal
        optional
      />
      <FormActions>
        <SubmitButton>改好，列入导入</SubmitButton>
        <ButtonLink to={`?${back.toString()}#q${item.position}`}>取消</ButtonLink>
      </FormActions>
    </CheckedForm>
  );
}

const pointsOf = ({ points }: Record<string, unknown>) =>
  typeof points === 'number' || typeof points === 'string' ? points : '';

/** One text for each option, each with its own error, as they were sent last time. */
function OptionTexts({ options }: { options: string[] }) {
  const { kept, errors, idPrefix } = useFormState();
  const texts = keptList(kept, 'optionText', options);
  const rows = Math.min(MOST_OPTIONS, Math.max(LEAST_OPTIONS, kept ? texts.length : texts.length + 1));
  return (
    <fieldset className="mt-4" id={fieldId(idPrefix, 'optionText')}>
      <legend className="label">选项（单选、多选题）</legend>
      <FieldError id={`${fieldId(idPrefix, 'optionText')}-error`} text={errors.optionText} />
      {Array.from({ length: rows }, (_, index) => {
        const name = `optionText.${index}`;
        const id = fieldId(idPrefix, name);
        const error = errors[name];
        const text = texts[index] ?? '';
        const Text = text.includes('\n') ? 'textarea' : 'input';
        return (
          <div key={index} className={`field mt-2${error ? ' field--error' : ''}`}>
            <FieldError id={`${id}-error`} text={error} />
            <div className="row">
              <span className="mr-2" aria-hidden="true">
                {optionKey(index)}
              </span>
              <Text
                className="input min-w-0 flex-1"
                id={id}
                name="optionText"
                defaultValue={text}
                aria-label={`选项 ${optionKey(index)}`}
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? `${id}-error` : undefined}
              />
            </div>
          </div>
        );
      })}
    </fieldset>
  );
}
