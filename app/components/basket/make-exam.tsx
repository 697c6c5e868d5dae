import { CheckboxField, SelectField } from '~/components/form/choice-fields';
import { HiddenFields } from '~/components/form/submit';
import { TextField } from '~/components/form/text-fields';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/feedback';

/** 组成试卷: the basket becomes a new exam's paper, or goes into a draft. Part of the basket's form: what was changed there goes along. */
export function MakeExam({
  drafts,
  requestId,
  written,
  oralTitles,
  typed,
}: {
  drafts: { id: number; name: string }[];
  /** Makes a form sent twice one exam. */
  requestId: string;
  /** What the written part comes to. */
  written: { count: number; points: number };
  /** Of the oral questions in the basket: an exam has one. */
  oralTitles: string[];
  /** What was typed here before the basket was changed. */
  typed: { name: string; examId: string; isEmptied: boolean };
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
      <HiddenFields values={{ requestId }} />
      <div className="mt-4">
        <div className="row2">
          <SelectField
            name="examId"
            label="放进"
            placeholder="新的考试"
            defaultValue={typed.examId}
            options={drafts.map((draft) => ({ value: draft.id, label: `草稿：${draft.name}` }))}
          />
          <TextField name="name" label="新考试的名称" optional maxLength={40} defaultValue={typed.name} />
        </div>
        <div className="row mt-4">
          <CheckboxField name="empty" value="1" label="组卷后清空试题篮" defaultChecked={typed.isEmptied} />
          <span className="push">
            <Button variant="primary" name="move" value="exam">
              组成试卷
            </Button>
          </span>
        </div>
      </div>
    </Card>
  );
}
