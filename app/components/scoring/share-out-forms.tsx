import { Form, Link, useLocation } from '@remix-run/react';
import { CheckedForm } from '~/components/form/checked-form';
import { FieldsForm } from '~/components/form/fields-form';
import { CheckboxField, CheckboxGroup, RadioGroup } from '~/components/form/choice-fields';
import { HiddenFields, SubmitButton, type HiddenValue } from '~/components/form/submit';
import { DataTable } from '~/components/list/data-table';
import { Button, buttonClass } from '~/components/ui/button';
import { Chip } from '~/components/ui/chip';
import { Empty, Note } from '~/components/ui/feedback';
import type { ShareLoad } from '~/domain/scoring/sharing-out/share-loads.rules';
import type { ShareOutView } from '~/domain/scoring/sharing-out/share-out.queries.server';
import type { SharePlanInput, ShareWay } from '~/domain/scoring/sharing-out/share-out-plan.rules';
import { setExaminersSchema } from '~/domain/scoring/sharing-out/share-out.schema';
import type { FormProblem } from '~/http/form-problem';
import { withParams } from '~/http/with-params';

/** How many papers everybody has, where they are counted so of each class. */
export function LoadTable({
  caption,
  loads,
  classes,
}: {
  caption: string;
  loads: ShareLoad[];
  classes: { id: number; name: string }[];
}) {
  return (
    <DataTable
      caption={caption}
      rows={loads}
      rowKey={(load) => load.id}
      empty={<Empty title="还没有阅卷老师">在下面勾选请谁来阅卷；不选时由您自己评。</Empty>}
      columns={[
        {
          key: 'name',
          header: '阅卷老师',
          rowHeader: true,
          isName: true,
          cell: (load) => (
            <>
              {load.name}
              {load.left === '' ? null : (
                <>
                  {' '}
                  <Chip>{load.done > 0 ? `${load.left}，评分保留` : load.left}</Chip>
                </>
              )}
            </>
          ),
        },
        ...classes.map((one) => ({
          key: `c${one.id}`,
          label: one.name,
          header: <span className="long-name">{one.name}</span>,
          align: 'end' as const,
          cell: (load: ShareLoad) => load.byClass[one.id] ?? <span className="quiet">0</span>,
        })),
        { key: 'total', header: '合计', align: 'end', cell: (load) => <strong>{load.total}</strong> },
        { key: 'done', header: '已提交', align: 'end', cell: (load) => load.done },
      ]}
    />
  );
}

/** Who scores the part. */
export function ExaminersForm({ view, problem }: { view: ShareOutView; problem: FormProblem | undefined }) {
  const needsConfirm = (problem?.extra as { needsConfirm?: boolean } | undefined)?.needsConfirm === true;
  const isArbiter = (id: number) => view.teachers.some((one) => one.id === id && one.isArbiter);
  const isOpen = view.examiners.length === 0 || problem?.values._intent === 'examiners';
  return (
    <details className="card__body share__examiners" open={isOpen}>
      <summary>更换阅卷老师</summary>
      <CheckedForm schema={setExaminersSchema} intent="examiners" problem={problem}>
        <HiddenFields values={{ examId: view.exam.id, part: view.part }} />
        <CheckboxGroup
          name="examinerIds"
          label="阅卷老师"
          hint="您自己也可以是其中一位。离开的老师已提交的评分保留，没评完的答卷变成没分出去，两位老师评的归另一位。"
          layout="columns"
          optional
          defaultValue={view.examiners.map((one) => one.id)}
          options={view.teachers.map(({ id, name, account, isArbiter }) => ({
            value: id,
            label: name,
            hint: isArbiter ? `${account}，只仲裁` : account,
          }))}
        />
        {view.examiners.length > 0 ? (
          <CheckboxGroup
            name="arbiterIds"
            label="其中只仲裁的"
            hint="只评请其仲裁的答卷，别的答卷不等他评。提交过评分的老师不能改成只仲裁。"
            layout="columns"
            optional
            defaultValue={view.examiners.filter(({ id }) => isArbiter(id)).map((one) => one.id)}
            options={view.examiners.map(({ id, name }) => ({ value: id, label: name }))}
          />
        ) : null}
        {needsConfirm ? <CheckboxField name="isConfirmed" label="我知道了，仍要更换" /> : null}
        <div className="formactions">
          <SubmitButton variant="default">保存阅卷老师</SubmitButton>
        </div>
      </CheckedForm>
    </details>
  );
}

const SCOPES = [
  { value: 'open', label: '把还没分的分出去', hint: '已经分好的不动' },
  { value: 'all', label: '全部重新分', hint: '已经动手评的仍归原来的老师' },
];

/** How the papers are to be shared out; leads to the preview. */
export function ShareForm({ view, plan, seed }: { view: ShareOutView; plan: SharePlanInput; seed: number }) {
  const { pathname } = useLocation();
  const { way } = plan;
  const examiners = view.examiners.map((one) => ({ value: one.id, label: one.name }));
  return (
    <Form method="get" action={pathname} className="card__body">
      <HiddenFields values={{ examId: view.exam.id, part: view.part, way, preview: 1, seed }} />
      {way === 'class' ? <ClassTable view={view} plan={plan} /> : null}
      {way === 'random' ? (
        <>
          <CheckboxGroup
            name="examinerIds"
            label="在这些老师中随机平均"
            defaultValue={plan.examinerIds.length > 0 ? plan.examinerIds : view.examiners.map((one) => one.id)}
            options={examiners}
          />
          <RadioGroup
            name="perPaper"
            label="每份答卷"
            defaultValue={plan.perPaper}
            options={[
              { value: 1, label: '一位老师评' },
              {
                value: 2,
                label: '两位老师各自评',
                hint: `相差超过 ${view.settings.arbitrationLimit} 分时请第三位仲裁`,
              },
            ]}
          />
        </>
      ) : null}
      {way === 'balance' ? (
        <p className="hint">把份数多的老师还没动手评的答卷，移一些给份数少的老师，其余不动。</p>
      ) : (
        <RadioGroup name="scope" label="分哪些" className="section" defaultValue={plan.scope} options={SCOPES} />
      )}
      <div className="formactions">
        <Button>预览分法</Button>
      </div>
    </Form>
  );
}

function ClassTable({ view, plan }: { view: ShareOutView; plan: SharePlanInput }) {
  const select = (classId: number, className: string, index: 0 | 1, known: number[]) => (
    <select
      className="input input--s"
      name={`c${index + 1}.${classId}`}
      aria-label={`${className}，${index === 0 ? '第一位' : '第二位'}阅卷老师`}
      defaultValue={String(known[index] ?? '')}
    >
      <option value="">{index === 0 ? '不分' : '不需要'}</option>
      {view.examiners.map((one) => (
        <option key={one.id} value={one.id}>
          {one.name}
        </option>
      ))}
    </select>
  );
  const known = (classId: number, now: number[]) => plan.byClass[classId] ?? now;
  return (
    <DataTable
      caption="每个班由谁阅卷"
      tight
      rows={view.classes}
      rowKey={(row) => row.id}
      empty={<Empty title="还没有交上来的答卷">有学生交卷后就可以分。</Empty>}
      columns={[
        { key: 'name', header: '班级', rowHeader: true, cell: (row) => row.name },
        { key: 'papers', header: '答卷', align: 'end', cell: (row) => row.papers },
        { key: 'open', header: '没分', align: 'end', cell: (row) => row.open },
        { key: 'first', header: '第一位', cell: (row) => select(row.id, row.name, 0, known(row.id, row.examinerIds)) },
        {
          key: 'second',
          header: '第二位（双评时）',
          cell: (row) => select(row.id, row.name, 1, known(row.id, row.examinerIds)),
        },
      ]}
    />
  );
}

/** What the share-out would do, and the button that does it. */
export function SharePreview({
  view,
  plan,
  problem,
}: {
  view: ShareOutView;
  plan: SharePlanInput;
  problem: FormProblem | undefined;
}) {
  const location = useLocation();
  const cancelHref = withParams(location, { preview: null });
  if (view.previewProblem) {
    return (
      <section className="card__body" id="preview" role="alert">
        <Note tone="warn">{view.previewProblem.message}</Note>
      </section>
    );
  }
  if (!view.preview) return null;
  const { changes, loads, mark, reopened } = view.preview;
  return (
    <section id="preview" aria-labelledby="preview-title" className="share__preview">
      <div className="card__body">
        <h3 id="preview-title">预览：确认后这样分</h3>
        <ul className="bullets">
          <li>
            {changes.given === 0 && changes.taken === 0
              ? '和现在一样，没有变化。'
              : `${changes.given} 份分给新的老师${changes.taken > 0 ? `，其中 ${changes.taken} 份原来的老师不再评` : ''}。`}
          </li>
          {changes.kept > 0 ? <li>{changes.kept} 份已经动手评的，仍归原来的老师。</li> : null}
          {reopened > 0 ? <li>{reopened} 份已评分的答卷会重新等待新加的老师，之后才有得分。</li> : null}
          {changes.left > 0 ? <li>{changes.left} 份没有分给任何人，只有您能看到。</li> : null}
        </ul>
      </div>
      <LoadTable caption="分完以后每位老师的份数" loads={loads} classes={view.hasClassCounts ? view.classes : []} />
      <div className="card__body">
        <FieldsForm intent="share" problem={problem}>
          <HiddenFields values={{ examId: view.exam.id, part: view.part, mark, ...planFields(plan) }} />
          <div className="row">
            <Link className={buttonClass()} to={cancelHref} preventScrollReset>
              取消
            </Link>
            <SubmitButton busyText="正在分卷…">确认分卷</SubmitButton>
          </div>
        </FieldsForm>
      </div>
    </section>
  );
}

function planFields({ way, scope, perPaper, seed, examinerIds, byClass }: SharePlanInput): Record<string, HiddenValue> {
  const classes = Object.entries(byClass).flatMap(([id, ids]) =>
    ids.map((examiner, index): [string, HiddenValue] => [`c${index + 1}.${id}`, examiner]),
  );
  return { way, scope, perPaper, seed, examinerIds, ...Object.fromEntries(classes) };
}

/** 按班级 · 随机平均 · 均衡份数. */
export const WAY_HINTS: Record<ShareWay, string> = {
  class: '每个班交给一位或两位老师。',
  random: '不看班级，随机分给几位老师，份数一样多。',
  balance: '按现在的分法，只让份数更均匀。',
};
