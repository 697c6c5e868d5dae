import { CheckedForm } from '~/components/form/checked-form';
import { CheckboxField, SelectField } from '~/components/form/choice-fields';
import { HiddenFields, SubmitButton } from '~/components/form/submit';
import { TextField } from '~/components/form/text-fields';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/feedback';
import { basketIntentSchema } from '~/domain/basket/basket.schema';
import type { FormProblem } from '~/http/form-problem';

/** 组成试卷: the basket becomes a new exam's paper, or goes into a draft. */
export function MakeExam({
  drafts,
  requestId,
  written,
  oralTitles,
  problem,
}: {
  drafts: { id: number; name: string }[];
  /** Makes a form sent twice one exam. */
  requestId: string;
  /** What the written part comes to. */
  written: { count: number; points: number };
  /** Of the oral questions in the basket: an exam has one. */
  oralTitles: string[];
  problem: FormProblem | null | undefined;
}) {
  const [first, ...others] = oralTitles;
  return (
    <Card
      title="组成试卷"
      hint={`笔试 ${written.count} 题 ${written.points} 分，按现在的顺序和分值放进考试；之后还可以调整`}
    >
      {first === undefined ? null : (
        <Note>
          口语题“{first}”会作为考试的口语题{others.length > 0 ? `；另外 ${others.length} 道口语题不会放进去` : ''}。
          选中的草稿已有口语题时，保留原来的。
        </Note>
      )}
      <CheckedForm schema={basketIntentSchema} intent="exam" problem={problem} className="mt-4">
        <HiddenFields values={{ requestId }} />
        <div className="row2">
          <SelectField
            name="examId"
            label="放进"
            placeholder="新的考试"
            options={drafts.map((draft) => ({ value: draft.id, label: `草稿：${draft.name}` }))}
          />
          <TextField name="name" label="新考试的名称" optional maxLength={40} />
        </div>
        <div className="row mt-4">
          <CheckboxField name="empty" value="1" label="组卷后清空试题篮" />
          <span className="push">
            <SubmitButton busyText="正在组卷…">组成试卷</SubmitButton>
          </span>
        </div>
      </CheckedForm>
    </Card>
  );
}
