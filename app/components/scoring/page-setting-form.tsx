import { CheckedForm } from '~/components/form/checked-form';
import { CheckboxField, RadioGroup } from '~/components/form/choice-fields';
import { HiddenFields } from '~/components/form/submit';
import { NumberField, TextArea, TimeField } from '~/components/form/text-fields';
import { DataTable } from '~/components/list/data-table';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/feedback';
import { ExamThresholds, ScoreText } from '~/components/ui/score-text';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import type { SettingQuestion } from '~/domain/scoring/release/page-setting.commands.server';
import type { PageSettingView } from '~/domain/scoring/release/page-setting.queries.server';
import { QUICK_COMMENTS } from '~/domain/scoring/paper/scoring.rules';
import { pageSettingSchema } from '~/domain/scoring/release/page-setting.schema';
import type { FormProblem } from '~/http/form-problem';
import { formatMinute } from '~/lib/time';

/** 评分设置: what decides results, how papers are marked, what students see. Its owner changes it, others read. */
export function PageSettingForm({ view, problem }: { view: PageSettingView; problem: FormProblem | null | undefined }) {
  const { exam, isOwner, isOpen, isObjective } = view;
  const { settings } = exam;
  const question = (problem?.extra ?? null) as SettingQuestion | null;
  const usual = Object.values(QUICK_COMMENTS).flat().join('、');
  return (
    <CheckedForm schema={pageSettingSchema} intent="settings" problem={problem}>
      <HiddenFields values={{ examId: exam.id, version: exam.version, confirm: question?.confirm }} />
      {question ? (
        <ExamThresholds value={settings}>
          <Effect question={question} />
          <Grades question={question} />
        </ExamThresholds>
      ) : null}
      <Card
        foot={
          isOwner ? (
            <div className="row">
              <Button variant="primary">{question ? '确认并保存' : '保存设置'}</Button>
            </div>
          ) : null
        }
      >
        <fieldset disabled={!isOwner}>
          <section className="fieldset">
            <h2>成绩怎么算</h2>
            {isOwner && !isOpen ? <Note>成绩已经公布，这几项要先撤回公布才能改。</Note> : null}
            <fieldset disabled={!isOpen}>
              <div className="fieldrow">
                {exam.testType === 2 ? (
                  <>
                    <NumberField name="oralWeight" label="口语占比" suffix="%" defaultValue={exam.oralWeight} />
                    <NumberField name="writtenWeight" label="笔试占比" suffix="%" defaultValue={exam.writtenWeight} />
                  </>
                ) : null}
                <NumberField
                  name="arbitrationLimit"
                  label="仲裁分差"
                  suffix="分"
                  decimal
                  hint="按百分制比：两位老师相差超过它，就请第三位老师评；三位各评一遍的，取较近的两份平均"
                  defaultValue={settings.arbitrationLimit}
                />
              </div>
              <RadioGroup
                name="markedBy"
                label="一部分有几位阅卷老师时"
                layout="list"
                defaultValue={settings.markedBy}
                options={[
                  { value: 'all', label: '每份由几位老师各评一遍', hint: '都评完才算评完；分过卷的按分卷' },
                  { value: 'one', label: '每份由一位老师评', hint: '谁先评就用谁的分数' },
                ]}
              />
              <RadioGroup
                name="countedAttempt"
                label="同一部分考了几次时"
                defaultValue={settings.countedAttempt}
                options={[
                  { value: 'last', label: '计最后一次' },
                  { value: 'best', label: '计最好的一次' },
                ]}
              />
            </fieldset>
          </section>
          <section className="fieldset">
            <h2>评阅</h2>
            <CheckboxField
              name="isBlind"
              label="匿名评阅"
              hint="评分时不显示姓名、学号和班级，只显示答卷编号；公布以后恢复。成绩单按姓名，答卷全部评完以后才列出分数"
              defaultChecked={settings.isBlind}
            />
            <div className="fieldrow">
              <TimeField
                name="markingDueAt"
                label="阅卷期限"
                optional
                hint="例如 2026-11-26 18:00。到时还没评完，会发消息提醒没评完的老师和您"
                defaultValue={exam.markingDueAt === null ? '' : formatMinute(exam.markingDueAt)}
              />
              <NumberField name="rowsPerPage" label="答卷列表每页行数" defaultValue={settings.rowsPerPage} />
            </div>
            <TextArea
              name="quickComments"
              label="这场考试的常用评语"
              optional
              hint={`每行一条，评分时供每位老师选用。不写就用：${usual}`}
              rows={6}
              width="wide"
              defaultValue={settings.quickComments.join('\n')}
            />
          </section>
          <section className="fieldset">
            <h2>公布和显示</h2>
            <RadioGroup
              name="releaseMode"
              label="公布方式"
              layout="list"
              defaultValue={settings.releaseMode}
              hint={isObjective ? undefined : '试卷里有要老师评分的题，只能手动公布'}
              options={[
                { value: 'manual', label: '手动公布', hint: '评完后由出题老师公布' },
                {
                  value: 'auto',
                  label: '考试结束后自动公布',
                  hint: '全部由答案判分的试卷才可以',
                  disabled: !isObjective,
                },
              ]}
            />
            <div className="fieldrow">
              <NumberField name="passFrom" label="及格线" suffix="分起" decimal defaultValue={settings.passFrom} />
              <NumberField name="goodFrom" label="良好线" suffix="分起" decimal defaultValue={settings.goodFrom} />
              <NumberField
                name="excellentFrom"
                label="优秀线"
                suffix="分起"
                decimal
                defaultValue={settings.excellentFrom}
              />
              <NumberField name="lowFrom" label="低分线" suffix="分以下" decimal defaultValue={settings.lowFrom} />
            </div>
            <RadioGroup
              name="resultDisplay"
              label="学生看到的成绩"
              defaultValue={settings.resultDisplay}
              options={[
                { value: 'points', label: '分数' },
                { value: 'grade', label: '等级' },
              ]}
            />
            <CheckboxField name="showsRank" label="学生能看到自己在班里的名次" defaultChecked={settings.showsRank} />
          </section>
        </fieldset>
      </Card>
    </CheckedForm>
  );
}

const SHOWN = 50;

function Effect({ question: { effect } }: { question: SettingQuestion }) {
  const { rows } = effect;
  if (rows.length === 0) return null;
  return (
    <Card
      title="总分会变的学生"
      hint={rows.length > SHOWN ? `共 ${rows.length} 人，下面是变化最大的 ${SHOWN} 人` : `${rows.length} 人`}
      padded={false}
      className="mb-4"
    >
      <DataTable
        caption="总分会变的学生"
        rows={rows.slice(0, SHOWN)}
        rowKey={(row) => row.studentId}
        slim
        columns={[
          { key: 'name', header: '学生', rowHeader: true, cell: (row) => row.name },
          { key: 'class', header: '班级', cell: (row) => row.className },
          { key: 'before', header: '现在', align: 'end', cell: (row) => <Total value={row.before} /> },
          { key: 'after', header: '保存后', align: 'end', cell: (row) => <Total value={row.after} /> },
        ]}
      />
    </Card>
  );
}

function Grades({ question: { effect } }: { question: SettingQuestion }) {
  const { grades } = effect;
  if (grades.length === 0) return null;
  return (
    <Card
      title="等级会变的学生"
      hint={grades.length > SHOWN ? `共 ${grades.length} 项，下面是前 ${SHOWN} 项` : undefined}
      padded={false}
      className="mb-4"
    >
      <DataTable
        caption="等级会变的学生"
        rows={grades.slice(0, SHOWN)}
        rowKey={(row) => `${row.studentId}.${row.part ?? ''}`}
        slim
        columns={[
          { key: 'name', header: '学生', rowHeader: true, cell: (row) => row.name },
          { key: 'class', header: '班级', cell: (row) => row.className },
          { key: 'of', header: '成绩', cell: (row) => (row.part === null ? '总分' : PART_LABELS[row.part]) },
          { key: 'before', header: '现在', cell: (row) => row.before },
          { key: 'after', header: '保存后', cell: (row) => row.after },
        ]}
      />
    </Card>
  );
}

function Total({ value }: { value: number | null }) {
  return value === null ? <span className="quiet">没有总分</span> : <ScoreText value={value} />;
}
