import { ANSWERS_SHOWN } from '~/components/question/answers-shown';
import { useFormState } from '~/components/form/form-context';
import { TextArea } from '~/components/form/text-fields';
import { Card } from '~/components/ui/card';
import { hasLetteredOptions } from '~/domain/question-bank/kinds/kind-facts.rules';
import type { TheoryKind, TheoryQuestion } from '~/domain/question-bank/question.schema';
import { RICH_HINT } from '~/components/question/rich-hint';
import { EDITORS } from './kinds/editors';
import { keptList } from './form-rows';
import { KEY_POINT_HINT, KeyPointField } from './key-point-field';
import { AudioFields, PictureFields } from './question-form';

/** What a theory question of a kind asks and what is right. `isOwn`: a student's own, in words for students. */
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
  const { kept } = useFormState();
  const editor = EDITORS[kind];
  return (
    <>
      <Card title="题目">
        <div className="stack">
          <TextArea
            name="stem"
            label="题干"
            defaultValue={body?.stem}
            rows={editor.stemRows}
            hint={`${editor.stemHint}${RICH_HINT}`}
          />
          <PictureFields imageIds={question?.imageIds ?? []} />
          <AudioFields
            musicUrl={body?.musicUrl}
            hint={isOwn ? '听力题的录音，作答时可以播放' : '听力题的录音，学生作答时可以播放'}
          />
          {editor.keyFields({ body, isOwn })}
        </div>
      </Card>
      <Card title="讲评" hint={isOwn ? '作答以后才显示' : ANSWERS_SHOWN}>
        <div className="stack">
          <TextArea name="analysis" label="解析" optional defaultValue={body?.analysis} rows={4} />
          {isOwn ? null : <KeyPointField keyPoints={question?.keyPoints} hint={KEY_POINT_HINT} />}
        </div>
      </Card>
      <input type="hidden" name="kind" value={kind} />
      {/* Options typed while it was a choice, should it become one again. */}
      {hasLetteredOptions(kind)
        ? null
        : keptList(kept, 'optionText', []).map((text, index) => (
            <input key={index} type="hidden" name="optionText" value={text} />
          ))}
    </>
  );
}
