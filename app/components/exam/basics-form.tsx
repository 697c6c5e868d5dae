import { useState, type FormEvent } from 'react';
import { CheckedForm } from '~/components/form/checked-form';
import { CheckboxGroup } from '~/components/form/choice-fields';
import { DefaultSubmit } from '~/components/form/default-submit';
import { FormOwner, HiddenFields } from '~/components/form/submit';
import { NumberField, TextArea, TextField, TimeField } from '~/components/form/text-fields';
import { Card } from '~/components/ui/card';
import { basicsFormSchema, type FormValues } from '~/domain/exam/exam.schema';
import type { Part } from '~/domain/exam/parts.rules';
import { limitHint, timeline as drawTimeline, type TimelineEntry } from '~/domain/exam/wizard.rules';
import type { FormProblem } from '~/http/form-problem';
import { toClasses } from '~/lib/addresses/members';
import { StepButtons } from './wizard';

/** A form's values as they stand, a repeated name as a list. */
function readForm(form: HTMLFormElement): FormValues {
  const values: FormValues = {};
  new FormData(form).forEach((value, name) => {
    if (typeof value === 'string') values[name] = name in values ? [values[name] ?? []].flat().concat(value) : value;
  });
  return values;
}

export type BasicsFormProps = {
  exam: { id: number | null; version: number; savedAt: string | null };
  requestId: string;
  values: FormValues;
  problem: FormProblem | null | undefined;
  timeline: TimelineEntry[];
  classrooms: { id: number; name: string; studentCount: number }[];
  categories: string[];
};

/** Step 1: name, classes and all times, with the windows drawn beside them. */
export function BasicsForm({ exam, requestId, values, problem, timeline, classrooms, categories }: BasicsFormProps) {
  const text = (name: string) => String(values[name] ?? '');
  const list = (name: string) => [values[name] ?? []].flat();
  // With script the windows are drawn again whenever a field is left; the server draws what was saved.
  const [live, setLive] = useState<FormValues | null>(null);
  const redraw = (event: FormEvent<HTMLFormElement>) => setLive(readForm(event.currentTarget));
  const entries = live ? drawTimeline(live) : timeline;
  const limitOf = (part: Part) => limitHint(live ?? problem?.values ?? values, part) || undefined;
  return (
    <CheckedForm schema={basicsFormSchema} intent="save" problem={problem} onBlur={redraw}>
      <DefaultSubmit name="then" value="next" />
      <FormOwner />
      <HiddenFields values={{ id: exam.id, version: exam.version, requestId }} />
      <datalist id="exam-categories">
        {categories.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="grid-aside">
        <div className="card">
          <div className="card__body">
            <section className="fieldset">
              <h2>名称与对象</h2>
              <TextField
                name="name"
                label="考试名称"
                hint="学生会看到，不超过 40 字"
                width="wide"
                defaultValue={text('name')}
              />
              <TextField
                name="categoryName"
                label="考试类别"
                hint="例如 期中考试、单元测验；可以填新的"
                optional
                width="m"
                list="exam-categories"
                autoComplete="off"
                defaultValue={text('categoryName')}
              />
              <CheckboxGroup
                name="clazzIds"
                label="班级"
                layout="columns"
                defaultValue={list('clazzIds')}
                options={classrooms.map(({ id, name, studentCount }) => ({
                  value: id,
                  label: `${name}（${studentCount} 人）`,
                }))}
                empty={
                  <>
                    还没有您创建或任教的班级，请先到<a href={toClasses()}>班级管理</a>新增。
                  </>
                }
              />
              <CheckboxGroup
                name="testType"
                label="考试部分"
                hint="没有勾选的部分，下面对应的时间不用填"
                defaultValue={list('testType')}
                options={[
                  { value: '0', label: '口语' },
                  { value: '1', label: '笔试（含理论题）' },
                ]}
              />
            </section>
            <section className="fieldset">
              <h2>口语时间</h2>
              <p className="hint">
                写成 2026-11-26 09:00 的样子。开始后学生才能看到试题；限时从学生自己开始算起，留空则只看结束时间。
              </p>
              <div className="fieldrow">
                <TimeField name="oralBeginTime" label="口语开始" hint="" defaultValue={text('oralBeginTime')} />
                <TimeField name="oralEndTime" label="口语结束" hint="" defaultValue={text('oralEndTime')} />
                <NumberField
                  name="oralMinutes"
                  label="口语每人限时"
                  hint={limitOf('oral')}
                  suffix="分钟"
                  defaultValue={text('oralMinutes')}
                />
              </div>
            </section>
            <section className="fieldset">
              <h2>笔试时间</h2>
              <p className="hint">
                写成 2026-11-26 09:00 的样子。上传截止只管手写答案的照片，一般比笔试结束晚 10 到 20
                分钟；不填就和结束时间一样。
              </p>
              <div className="fieldrow">
                <TimeField name="beginTime" label="笔试开始" hint="" defaultValue={text('beginTime')} />
                <TimeField name="endTime" label="笔试结束" hint="" defaultValue={text('endTime')} />
                <TimeField name="uploadEndTime" label="上传截止" hint="" defaultValue={text('uploadEndTime')} />
              </div>
              <div className="fieldrow">
                <NumberField
                  name="writtenMinutes"
                  label="笔试每人限时"
                  hint={limitOf('written')}
                  suffix="分钟"
                  defaultValue={text('writtenMinutes')}
                />
              </div>
            </section>
            <section className="fieldset">
              <h2>成绩与须知</h2>
              <p className="hint">两部分都考时，总分按口语和笔试两个占比折算，两个占比合起来是 100。</p>
              <div className="fieldrow">
                <NumberField name="oralWeight" label="口语占比" defaultValue={text('oralWeight')} />
                <NumberField name="writtenWeight" label="笔试占比" defaultValue={text('writtenWeight')} />
              </div>
              <TextArea
                name="instructions"
                label="考试须知"
                hint="学生开考前看到，例如要带什么、怎样拍照"
                optional
                rows={4}
                defaultValue={text('instructions')}
              />
            </section>
          </div>
          <div className="card__foot row">
            <StepButtons hasBack={false} savedAt={exam.savedAt} />
          </div>
        </div>
        <aside>
          <Card title="时间安排">
            {entries.length === 0 ? (
              <p className="quiet small">勾选考试部分后，这里画出各部分的时间。</p>
            ) : (
              <ol className="timeline">
                {entries.map((entry) => (
                  <li key={entry.title} className={entry.isBad ? 'is-bad' : undefined}>
                    <div>{entry.from === '' ? `至 ${entry.to}` : `${entry.from} 至 ${entry.to}`}</div>
                    <strong>{entry.title}</strong>
                    <span>{entry.note}</span>
                  </li>
                ))}
              </ol>
            )}
            <p className="quiet small">按学校时区（北京时间）。</p>
          </Card>
          <Card title="发布后">
            <ul className="bullets small">
              <li>试题不能再改，时间只能延后</li>
              <li>可以增加班级、给个人补时</li>
              <li>第一位学生开考前可以撤回</li>
            </ul>
          </Card>
        </aside>
      </div>
    </CheckedForm>
  );
}
