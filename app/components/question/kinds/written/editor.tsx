import { useSearchParams } from '@remix-run/react';
import { ANSWERS_SHOWN } from '~/components/question/answers-shown';
import { RadioGroup } from '~/components/form/choice-fields';
import { FieldGroup } from '~/components/form/field';
import { fieldId, useFormState } from '~/components/form/form-context';
import { TextArea } from '~/components/form/text-fields';
import { Card } from '~/components/ui/card';
import { ANSWER_BY, ANSWER_BY_LABELS, type WrittenQuestion } from '~/domain/question-bank/question.schema';
import { FormRows, keptList } from '../../form-rows';
import { RICH_HINT } from '~/components/question/rich-hint';
import { KEY_POINT_HINT, KeyPointField } from '../../key-point-field';
import { AudioFields, PictureFields } from '../../question-form';
import { FieldError } from '~/components/form/field-error';

const MAX_ROWS = 10;
const LEAST_ROWS = 3;

/** What a written question asks and how it is marked. */
/** `isOwn`: a student's own question, in words for students. */
export function WrittenFields({ question, isOwn = false }: { question: WrittenQuestion | null; isOwn?: boolean }) {
  const body = question?.body;
  const [asked] = useSearchParams();
  return (
    <>
      <Card title="题目">
        <div className="stack">
          <TextArea name="prompt" label="题目内容" defaultValue={body?.prompt} rows={6} hint={RICH_HINT} />
          <PictureFields imageIds={question?.imageIds ?? []} />
          <AudioFields
            musicUrl={body?.musicUrl}
            hint={isOwn ? '听力题的录音，作答时可以播放' : '听力题的录音，学生作答时可以播放'}
          />
          <RadioGroup
            name="answerBy"
            label="作答方式"
            defaultValue={body?.answerBy ?? asked.get('answerBy') ?? 'both'}
            options={ANSWER_BY.map((value) => ({ value, label: ANSWER_BY_LABELS[value] }))}
          />
        </div>
      </Card>
      <Card title="评分" hint={isOwn ? '作答以后才显示' : ANSWERS_SHOWN}>
        <div className="stack">
          <TextArea name="referenceAnswer" label="参考答案" optional defaultValue={body?.referenceAnswer} rows={4} />
          <FieldGroup
            name="markingPoints"
            label="评分要点"
            optional
            hint="每行一个要点和它的分值；各要点分值之和应等于题目分值，空行会忽略"
          >
            <MarkingPointRows
              texts={body?.markingPoints.map((point) => point.text) ?? []}
              points={body?.markingPoints.map((point) => String(point.points)) ?? []}
            />
          </FieldGroup>
          {isOwn ? null : <KeyPointField keyPoints={question?.keyPoints} hint={KEY_POINT_HINT} />}
        </div>
      </Card>
    </>
  );
}

function MarkingPointRows({ texts, points }: { texts: string[]; points: string[] }) {
  const { kept, errors, idPrefix } = useFormState();
  const shownTexts = keptList(kept, 'markText', texts);
  const shownPoints = keptList(kept, 'markPoints', points);
  return (
    <FormRows
      id="marking"
      sent={shownTexts.length}
      least={LEAST_ROWS}
      most={MAX_ROWS}
      addLabel="加一行"
      row={(index) => {
        const [text, mark] = [`markingPoints.${index}.text`, `markingPoints.${index}.points`];
        const error = errors[text] ?? errors[mark];
        return (
          <>
            <FieldError id={`${fieldId(idPrefix, text)}-error`} text={error} />
            <div className="markrow">
              <input
                className="input"
                id={fieldId(idPrefix, text)}
                name="markText"
                defaultValue={shownTexts[index] ?? ''}
                aria-label={`要点 ${index + 1}`}
                aria-invalid={errors[text] ? true : undefined}
                aria-describedby={error ? `${fieldId(idPrefix, text)}-error` : undefined}
                maxLength={200}
              />
              <span className="suffixed">
                <input
                  className="input input--num"
                  id={fieldId(idPrefix, mark)}
                  name="markPoints"
                  defaultValue={shownPoints[index] ?? ''}
                  aria-label={`要点 ${index + 1} 的分值`}
                  aria-invalid={errors[mark] ? true : undefined}
                  inputMode="decimal"
                />
                <span>分</span>
              </span>
            </div>
          </>
        );
      }}
    />
  );
}
