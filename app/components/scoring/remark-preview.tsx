import { CheckedForm } from '~/components/form/checked-form';
import { SubmitButton } from '~/components/form/submit';
import { TextField } from '~/components/form/text-fields';
import { DataTable } from '~/components/list/data-table';
import { Pagination } from '~/components/list/pagination';
import { AnswerKey } from '~/components/question/question-review';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Empty, Note } from '~/components/ui/feedback';
import { CORRECTION_LABELS } from '~/domain/exam/correction.rules';
import type { RemarkPreview as Preview } from '~/domain/scoring/correction/remark-page.queries.server';
import { beforeAfterText, type RemarkInput, type RemarkSummary } from '~/domain/scoring/correction/remark.rules';
import { applyRemarkSchema } from '~/domain/scoring/correction/remark.schema';
import type { FormProblem } from '~/http/form-problem';
import { remarkHref } from './remark-list';

/** Who changes by how much, and the question. */
export function RemarkPreview({
  preview,
  examId,
  input,
  problem,
}: {
  preview: Preview;
  examId: number;
  input: RemarkInput;
  problem: FormProblem | null | undefined;
}) {
  const { rows, kind, item, summary } = preview;
  const isByKey = kind !== 'credit' && item.snapshot.bank === 'theory';
  return (
    <>
      <Card title={`预览：${CORRECTION_LABELS[kind]}`} hint={summaryText(summary, rows.totalCount)}>
        {isByKey ? <AnswerKey question={{ ...item.snapshot, keyPoints: [] }} /> : null}
        <Consequences preview={preview} />
        <CheckedForm schema={applyRemarkSchema} intent="apply" problem={problem}>
          <input type="hidden" name="examId" value={examId} />
          <input type="hidden" name="itemId" value={item.id} />
          <input type="hidden" name="expected" value={preview.expected} />
          <AskedFields input={input} />
          <TextField
            name="reason"
            label="原因"
            hint="记入操作记录，成绩已公布的学生会在消息里看到"
            maxLength={200}
            required
            autoComplete="off"
          />
          <div className="formactions">
            <SubmitButton busyText="正在更正…">确认更正</SubmitButton>
            <ButtonLink to={remarkHref(examId, item.id)}>取消</ButtonLink>
          </div>
        </CheckedForm>
      </Card>
      <Card title="变化的学生" padded={false}>
        <DataTable
          caption="成绩有变化的学生"
          rows={rows.rows}
          rowKey={(row) => row.attemptId}
          empty={<Empty title="没有学生的成绩会变" />}
          columns={[
            {
              key: 'name',
              header: '姓名',
              rowHeader: true,
              isName: true,
              cell: (row) => `${row.name}${row.number > 1 ? `（第 ${row.number} 次）` : ''}`,
            },
            { key: 'account', header: '学号', nowrap: true, cell: (row) => <span className="num">{row.account}</span> },
            { key: 'class', header: '班级', isName: true, cell: (row) => row.className },
            {
              key: 'points',
              header: '本题得分',
              align: 'end',
              nowrap: true,
              cell: (row) => beforeAfterText(row.points),
            },
            { key: 'part', header: '部分得分率', align: 'end', nowrap: true, cell: (row) => beforeAfterText(row.part) },
            { key: 'total', header: '总分', align: 'end', nowrap: true, cell: (row) => beforeAfterText(row.total) },
            {
              key: 'grade',
              header: '等级',
              nowrap: true,
              cell: (row) => (row.grade ? `${row.grade.before} → ${row.grade.after}` : ''),
            },
          ]}
        />
        <Pagination page={rows} unit="份" />
      </Card>
    </>
  );
}

function summaryText({ raised, lowered }: RemarkSummary, changed: number): string {
  return changed === 0 ? '没有学生的成绩会变' : `${raised} 人加分，${lowered} 人减分`;
}

function Consequences({ preview: { summary, unsettled, reopened, waiting, kept, told } }: { preview: Preview }) {
  const { gradeUp, gradeDown, nowPass, nowFail } = summary;
  const sentences = [
    ...(gradeUp + gradeDown > 0 ? [`等级上升 ${gradeUp} 人，下降 ${gradeDown} 人。`] : []),
    ...(nowPass + nowFail > 0 ? [`变为及格 ${nowPass} 人，变为不及格 ${nowFail} 人。`] : []),
    ...(unsettled > 0 ? [`另有 ${unsettled} 份还没评完的答卷，本题也会按更正后的计分。`] : []),
    ...(waiting > 0
      ? [
          `有 ${waiting} 份交了、还没有成绩的答卷，这道题本来不用评，撤销后要由老师评；其中有补考的，阅卷老师会收到消息。`,
        ]
      : []),
    ...(kept > 0
      ? [`有 ${kept} 份答卷更正后几位老师的评分远近变了：已经定下的分仍按原来算数的评分，不用再仲裁或裁定。`]
      : []),
    ...(told > 0 ? [`其中 ${told} 人的成绩已经公布：成绩保持公布，他们会收到消息。`] : []),
  ];
  return (
    <>
      {sentences.length > 0 ? (
        <ul className="bullets">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ) : null}
      {reopened > 0 ? (
        <Note tone="warn">
          有 {reopened} 份评分是在全员给分期间提交的，老师没有给这道题打分：撤销后它们变回草稿，要重新评这道题。
        </Note>
      ) : null}
    </>
  );
}

/** What was asked for, sent along; blanks by their place. */
function AskedFields({ input }: { input: RemarkInput }) {
  const lists = { keys: input.keys, sets: input.sets, blanks: input.blanks, more: input.more };
  return (
    <>
      <input type="hidden" name="kind" value={input.kind} />
      {Object.entries(lists).flatMap(([name, values]) =>
        values.map((value, index) => <input key={`${name}.${index}`} type="hidden" name={name} value={value} />),
      )}
    </>
  );
}
