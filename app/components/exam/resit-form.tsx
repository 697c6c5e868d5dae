import { CheckedForm } from '~/components/form/checked-form';
import { RadioGroup } from '~/components/form/choice-fields';
import { useFieldState } from '~/components/form/form-context';
import { FormActions, HiddenFields, SubmitButton } from '~/components/form/submit';
import { TextField, TimeField } from '~/components/form/text-fields';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { Empty, Note } from '~/components/ui/feedback';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import type { ResitPage, ResitRow } from '~/domain/room/resit.queries.server';
import type { ResitWho } from '~/domain/room/resit.schema';
import { resitSchema } from '~/domain/room/resit.schema';
import type { FormProblem } from '~/http/form-problem';

/** Nobody is left of those the page was asked for. */
const NOBODY: Record<ResitWho, string> = {
  '': '没有还要安排补考的学生',
  absent: '没有还要安排的缺考学生',
  failed: '没有还要安排的不及格学生',
  all: '没有还可以安排的学生',
};

/** Whom to let sit a part again, when, and which attempt counts: all in one form. */
export function ResitForm({
  page,
  who,
  suggested,
  requestId,
  problem,
}: {
  page: Pick<ResitPage, 'exam' | 'part' | 'rows'>;
  /** Whom the page was asked for. */
  who: ResitWho;
  /** Times to begin with, as typed. */
  suggested: { beginTime: string; endTime: string };
  requestId: string;
  problem: FormProblem | undefined;
}) {
  const { exam, part, rows } = page;
  if (rows.length === 0) {
    return (
      <Card title="安排补考">
        <Empty title={NOBODY[who]}>
          {who === 'all' ? '都已经安排了补考。' : '要给别的学生补考，点上面的“全部学生”。'}
        </Empty>
      </Card>
    );
  }
  return (
    <Card title="安排补考" hint={`${PART_LABELS[part]}，用同一份试卷`}>
      <CheckedForm schema={resitSchema} intent="grant" problem={problem}>
        <HiddenFields values={{ id: exam.id, part, requestId }} />
        {exam.status === 'released' ? (
          <div className="mb-4">
            <Note tone="warn">
              成绩已经公布，补考的学生可能已经看过答案。安排补考后，他们在补考评分之前看不到这场考试的成绩和答案；评完分马上公布给本人。
            </Note>
          </div>
        ) : null}
        {/* Other students are ticked anew; what was typed for them all stays. */}
        <Students key={who} rows={rows} />
        <div className="fieldrow">
          <TimeField name="beginTime" label="补考开始时间" defaultValue={suggested.beginTime} />
          <TimeField name="endTime" label="补考结束时间" defaultValue={suggested.endTime} />
          {part === 'written' ? (
            <TimeField name="uploadEndTime" label="照片上传截止时间" hint="不填就是补考结束时间" optional />
          ) : null}
        </div>
        <RadioGroup
          name="countedAttempt"
          label="计哪一次"
          hint="对整场考试有效；补考评完分以前，原来的成绩不变，但这些学生看不到"
          options={[
            { value: 'last', label: '以补考为准' },
            { value: 'best', label: '取最高的一次' },
          ]}
          defaultValue={exam.countedAttempt}
        />
        <TextField name="reason" label="说明" hint="学生会在通知和考前说明里看到，例如地点" width="m" maxLength={100} />
        <FormActions>
          <SubmitButton busyText="正在安排…">安排补考并通知学生</SubmitButton>
        </FormActions>
      </CheckedForm>
    </Card>
  );
}

function Students({ rows }: { rows: ResitRow[] }) {
  const field = useFieldState('studentIds');
  const ticked = field.values(
    rows.filter((row) => row.due !== null && row.obstacle === null).map((row) => row.studentId),
  );
  return (
    <fieldset className="field" id={field.id} aria-describedby={field.error ? field.errorId : undefined}>
      <legend className="label">学生</legend>
      {field.error ? (
        <p className="field__error" id={field.errorId}>
          {field.error}
        </p>
      ) : null}
      <table className="table table--tight cards">
        <caption className="vh">可以安排补考的学生</caption>
        <thead>
          <tr>
            <th scope="col" className="table__sel">
              <span className="vh">选择</span>
            </th>
            <th scope="col">姓名</th>
            <th scope="col">学号</th>
            <th scope="col">班级</th>
            <th scope="col">原因</th>
            <th scope="col" className="end">
              得分率
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.studentId}>
              <td className="table__sel">
                <label className="selbox">
                  <input
                    className="sel"
                    type="checkbox"
                    name="studentIds"
                    value={row.studentId}
                    defaultChecked={ticked.has(String(row.studentId))}
                    disabled={row.obstacle !== null}
                    aria-label={`选择${row.name}`}
                  />
                </label>
              </td>
              <th scope="row">{row.name}</th>
              <td className="num" data-label="学号">
                {row.account}
              </td>
              <td data-label="班级">{row.className}</td>
              <td data-label="原因">
                <Reason row={row} />
              </td>
              <td className="end num" data-label="得分率">
                {row.percent === null ? '—' : `${Math.floor(row.percent + 0.5)}%`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </fieldset>
  );
}

function Reason({ row }: { row: ResitRow }) {
  return (
    <>
      {row.due === 'absent' ? <Chip tone="warn">缺考</Chip> : null}
      {row.due === 'failed' ? <Chip tone="bad">不及格</Chip> : null}
      {row.resit?.state === 'missed' ? <Chip tone="line">补考也没有来</Chip> : null}
      {row.obstacle === null ? null : <span className="small quiet">{row.obstacle}</span>}
    </>
  );
}
