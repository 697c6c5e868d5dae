import { CheckedForm } from '~/components/form/checked-form';
import { CheckboxGroup, RadioGroup } from '~/components/form/choice-fields';
import { FormActions, HiddenFields, SubmitButton } from '~/components/form/submit';
import { DataTable } from '~/components/list/data-table';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { DescriptionList } from '~/components/ui/facts';
import { Empty, Note } from '~/components/ui/feedback';
import { PHASE_LABELS, scopeLabel, type ExtendScope, type Phase } from '~/domain/exam/times.rules';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import { addClassroomsSchema, extendFormSchema } from '~/domain/room/extend.schema';
import { extendSentences } from '~/domain/room/extend.rules';
import type { ExtendNotice } from '~/domain/room/resume.queries.server';
import { ExtendFields, type MovedEnd } from './extend-fields';
import type { FormProblem } from '~/http/form-problem';
import { formatMinute } from '~/lib/time';

export type AdjustExamProps = {
  exam: { id: number };
  /** Why nothing may be changed any more; null where it may. */
  obstacle: string | null;
  windows: {
    part: Part;
    phase: Phase;
    beginsAt: number;
    endsAt: number;
    uploadEndTime: number | null;
    minutes: number | null;
  }[];
  scopes: ExtendScope[];
  /** What more time opens again and undoes. */
  notice: ExtendNotice;
  students: { id: number; name: string; account: string; classroomName: string }[];
  grants: { studentId: number; name: string; part: Part; extraMinutes: number }[];
  classrooms: { id: number; name: string; studentCount: number }[];
  /** Own classes that are not in the exam yet. */
  addable: { id: number; name: string; studentCount: number }[];
  history: { at: number; actorName: string; text: string }[];
  /** A second click gives no second time. */
  requestId: string;
  problem: FormProblem | null | undefined;
};

/** What may still change after publication: time for all or for some, more classes; and what was changed. */
export function AdjustExam({
  exam,
  obstacle,
  windows,
  scopes,
  notice,
  students,
  grants,
  classrooms,
  addable,
  history,
  requestId,
  problem,
}: AdjustExamProps) {
  const scopeOptions = scopes.map((scope) => ({ value: scope, label: scopeLabel(scope) }));
  const parts = scopeOptions.filter((option) => option.value !== 'upload');
  return (
    <div className="grid-aside">
      <div className="stack">
        {obstacle !== null ? (
          <Note>{obstacle}</Note>
        ) : (
          <>
            <Card title="全体补时" hint="结束时间和每人限时一起延后">
              <ExtendNotes notice={notice} isForAll />
              <CheckedForm schema={extendFormSchema} intent="extendAll" formKey="all" problem={problem}>
                <HiddenFields values={{ id: exam.id, all: '1', requestId: `${requestId}-all` }} />
                <RadioGroup
                  name="scope"
                  label="给哪一部分"
                  hint="笔试包括照片上传；只延长上传时选“照片上传”"
                  options={scopeOptions}
                  defaultValue={scopes[0]}
                />
                <ExtendFields label="补时" ends={notice.early === null ? endsOf(windows) : []} />
                <FormActions>
                  <SubmitButton busyText="正在补时…">给全体补时</SubmitButton>
                </FormActions>
              </CheckedForm>
            </Card>
            <Card title="个人补时" hint="加在学生自己的截止时间上，正在作答的马上生效">
              <ExtendNotes notice={notice} isForAll={false} />
              <CheckedForm schema={extendFormSchema} intent="extendSome" formKey="some" problem={problem}>
                <HiddenFields values={{ id: exam.id, requestId }} />
                <RadioGroup name="scope" label="给哪一部分" options={parts} defaultValue={parts[0]?.value} />
                <CheckboxGroup
                  name="studentIds"
                  label="学生"
                  layout="columns"
                  options={students.map((student) => ({
                    value: student.id,
                    label: student.name,
                    hint: `${student.classroomName} ${student.account}`,
                  }))}
                  empty="班级里还没有学生。"
                />
                <ExtendFields label="补时" ends={[]} />
                <FormActions>
                  <SubmitButton busyText="正在补时…">给选中的学生补时</SubmitButton>
                </FormActions>
              </CheckedForm>
            </Card>
            <Card title="增加班级" hint="新班级的学生马上收到考试通知">
              {addable.length === 0 ? (
                <p className="quiet">您创建或任教的班级都已经在这场考试里。</p>
              ) : (
                <CheckedForm schema={addClassroomsSchema} intent="addClassrooms" formKey="classes" problem={problem}>
                  <HiddenFields values={{ id: exam.id }} />
                  <CheckboxGroup
                    name="clazzIds"
                    label="班级"
                    layout="columns"
                    options={addable.map(({ id, name, studentCount }) => ({
                      value: id,
                      label: `${name}（${studentCount} 人）`,
                    }))}
                  />
                  <FormActions>
                    <SubmitButton>增加班级</SubmitButton>
                  </FormActions>
                </CheckedForm>
              )}
            </Card>
          </>
        )}
      </div>
      <aside>
        <Card title="现在的安排">
          <DescriptionList
            small
            items={[
              ...windows.map(({ part, phase, beginsAt, endsAt, uploadEndTime, minutes }) => ({
                term: PART_LABELS[part],
                detail: (
                  <>
                    <Chip tone={phase === 'ended' ? 'line' : 'theme'}>{PHASE_LABELS[phase]}</Chip>
                    <br />
                    {formatMinute(beginsAt)} 至 {formatMinute(endsAt)}
                    {minutes === null ? null : (
                      <>
                        <br />
                        每人 {minutes} 分钟
                      </>
                    )}
                    {uploadEndTime === null ? null : (
                      <>
                        <br />
                        照片上传到 {formatMinute(uploadEndTime)}
                      </>
                    )}
                  </>
                ),
              })),
              {
                term: '班级',
                detail: classrooms.map(({ name, studentCount }) => `${name}（${studentCount} 人）`).join('、') || '无',
              },
            ]}
          />
        </Card>
        <Card title="个人补时记录" padded={grants.length === 0}>
          {grants.length === 0 ? (
            <p className="quiet small">还没有给个人补时。</p>
          ) : (
            <DataTable
              caption="个人补时记录"
              slim
              rows={grants}
              rowKey={(grant) => `${grant.studentId} ${grant.part}`}
              columns={[
                { key: 'name', header: '学生', rowHeader: true, cell: (grant) => grant.name },
                { key: 'part', header: '部分', cell: (grant) => PART_LABELS[grant.part] },
                { key: 'minutes', header: '补时', align: 'end', cell: (grant) => `${grant.extraMinutes} 分钟` },
              ]}
            />
          )}
        </Card>
        <Card title="操作记录">
          {history.length === 0 ? (
            <Empty title="还没有记录" />
          ) : (
            <ol className="bullets small">
              {history.map((entry) => (
                <li key={`${entry.at} ${entry.text}`}>
                  <span className="quiet num">{formatMinute(entry.at)}</span> {entry.actorName}：{entry.text}
                </li>
              ))}
            </ol>
          )}
        </Card>
      </aside>
    </div>
  );
}

/** What time for all moves. */
function endsOf(windows: AdjustExamProps['windows']): MovedEnd[] {
  return windows.flatMap(({ part, endsAt, uploadEndTime }) => [
    { word: PART_LABELS[part], first: endsAt, last: endsAt },
    ...(uploadEndTime === null ? [] : [{ word: scopeLabel('upload'), first: uploadEndTime, last: uploadEndTime }]),
  ]);
}

/** Before time is given: what it opens again, for whom, and what it undoes. */
function ExtendNotes({ notice, isForAll }: { notice: ExtendNotice; isForAll: boolean }) {
  return extendSentences(notice, isForAll).map((sentence) => (
    <Note key={sentence} tone="warn">
      {sentence}
    </Note>
  ));
}
