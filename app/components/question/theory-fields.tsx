import { RadioGroup } from '~/components/form/choice-fields';
import { FieldGroup, HintAndError } from '~/components/form/field';
import { fieldId, useFieldState, useFormState } from '~/components/form/form-context';
import { TextArea } from '~/components/form/text-fields';
import { Card } from '~/components/ui/card';
import { formatBlankLine, optionKey } from '~/domain/question-bank/question.rules';
import type { TheoryBody, TheoryKind, TheoryQuestion } from '~/domain/question-bank/question.schema';
import { FormRows, keptList } from './form-rows';
import { RICH_HINT } from '~/domain/question-bank/rich-text.rules';
import { AudioFields, PictureFields } from './question-form';
import { JUDGE_OPTIONS } from './question-view';
import { RowError } from './written-fields';

const MAX_OPTIONS = 10;
const LEAST_OPTIONS = 4;

const STEM_HINTS: Partial<Record<TheoryKind, string>> = {
  cloze: `要填的地方写 ____（两个以上下划线），例如：紫禁城始建于明永乐____年。${RICH_HINT}`,
  judge: `写成一句可以判断对错的话。${RICH_HINT}`,
};

/** What a theory question of a kind asks and what is right. */
/** `isOwn`: a student's own question, in words for students. */
export function TheoryFields({
  kind,
  question,
  isOwn = false,
}: {
  kind: TheoryKind;
  question: TheoryQuestion | null;
  isOwn?: boolean;
}) {
  const body = question?.body;
  return (
    <>
      <Card title="题目">
        <div className="stack">
          <TextArea
            name="stem"
            label="题干"
            defaultValue={body?.stem}
            rows={kind === 'short' ? 5 : 3}
            hint={STEM_HINTS[kind] ?? RICH_HINT}
          />
          <PictureFields imageIds={question?.imageIds ?? []} />
          <AudioFields
            musicUrl={body?.musicUrl}
            hint={isOwn ? '听力题的录音，作答时可以播放' : '听力题的录音，学生作答时可以播放'}
          />
          <AnswerFields kind={kind} body={body} isOwn={isOwn} />
        </div>
      </Card>
      <Card title="讲评" hint={isOwn ? '作答以后才显示' : '学生在公布成绩后才能看到'}>
        <TextArea name="analysis" label="解析" optional defaultValue={body?.analysis} rows={4} />
      </Card>
      <input type="hidden" name="kind" value={kind} />
    </>
  );
}

function AnswerFields({ kind, body, isOwn }: { kind: TheoryKind; body: TheoryBody | undefined; isOwn: boolean }) {
  switch (kind) {
    case 'single':
    case 'multiple':
      return <OptionRows isMultiple={kind === 'multiple'} body={body} />;
    case 'judge':
      return (
        <RadioGroup
          name="answer"
          label="正确答案"
          defaultValue={body?.keys[0]}
          options={JUDGE_OPTIONS.map((option) => ({ value: option.key, label: option.text }))}
        />
      );
    case 'cloze':
      return (
        <TextArea
          name="answer"
          label="各空答案"
          defaultValue={body?.blanks.map(formatBlankLine).join('\n')}
          rows={4}
          hint="每空一行，按顺序；一空有几种写法时用 | 或 ／ 分开，例如：四|4。全角半角、首尾空格不影响评分"
        />
      );
    case 'short':
      return (
        <TextArea
          name="answer"
          label="参考答案"
          optional
          defaultValue={body?.reference}
          rows={4}
          hint={isOwn ? '简答题由自己对照参考答案自评' : '简答题由老师评分，参考答案供评分时对照'}
        />
      );
  }
}

function OptionRows({ isMultiple, body }: { isMultiple: boolean; body: TheoryBody | undefined }) {
  const { kept, errors, idPrefix } = useFormState();
  const answer = useFieldState('answer');
  const texts = keptList(kept, 'optionText', body?.options.map((option) => option.text) ?? []);
  const right = answer.values(body?.keys ?? []);
  return (
    <FieldGroup
      name="options"
      label="选项与正确答案"
      hint={`在正确的选项前${isMultiple ? '打勾，可以有几个' : '选中圆点，只有一个'}；空行会忽略`}
    >
      <HintAndError field={answer} />
      <FormRows
        id="optionRows"
        sent={texts.length}
        least={LEAST_OPTIONS}
        most={MAX_OPTIONS}
        addLabel="加一个选项"
        row={(index) => {
          const key = optionKey(index);
          const name = `options.${index}`;
          const error = errors[name];
          return (
            <>
              {error ? <RowError id={`${fieldId(idPrefix, name)}-error`} text={error} /> : null}
              <div className="optrow">
                <input
                  type={isMultiple ? 'checkbox' : 'radio'}
                  id={index === 0 ? answer.id : `${answer.id}-${key}`}
                  name="answer"
                  value={key}
                  defaultChecked={right.has(key)}
                  aria-label={`${key} 是正确答案`}
                />
                <b aria-hidden="true">{key}</b>
                <input
                  className="input"
                  id={index === 0 ? fieldId(idPrefix, 'options') : fieldId(idPrefix, name)}
                  name="optionText"
                  defaultValue={texts[index] ?? ''}
                  aria-label={`选项 ${key}`}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error ? `${fieldId(idPrefix, name)}-error` : undefined}
                  maxLength={500}
                />
              </div>
            </>
          );
        }}
      />
    </FieldGroup>
  );
}
