import { Link, useLocation } from '@remix-run/react';
import { SelectField } from '~/components/form/choice-fields';
import { BulkBar } from '~/components/list/bulk-bar';
import { ConfirmSection } from '~/components/list/confirm-section';
import { DataTable } from '~/components/list/data-table';
import { FilterBar } from '~/components/list/filter-bar';
import { Pagination } from '~/components/list/pagination';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import { sealedText } from '~/domain/exam/blind.rules';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';
import { OWN_SCORE_WORDS } from '~/domain/scoring/paper/share-out.rules';
import type { PaperExaminer, ScoringRow } from '~/domain/scoring/paper/paper-rows.queries.server';
import type { ShareOutView, ShareRow } from '~/domain/scoring/sharing-out/share-out.queries.server';
import { SCORING_STATE_WORDS } from '~/domain/scoring/paper/scoring.rules';
import type { FormProblem } from '~/http/form-problem';
import { withParams } from '~/http/with-params';
import { paperHref } from './papers-table';

const FORM = 'share-papers';

/** Which paper is whose; one can be given to somebody else, and those in arbitration to an arbiter. */
export function SharePapers({
  view,
  filter,
}: {
  view: ShareOutView;
  filter: { classId: number; examinerId: number; show: string };
}) {
  const location = useLocation();
  return (
    <Card title="逐份查看" hint={papersHint(view)} padded={false} id="papers">
      {view.isByCode ? <p className="card__body small quiet">{byCodeText(view)}</p> : null}
      <FilterBar keep={['examId', 'part', 'way']} label="筛选答卷">
        <SelectField
          name="show"
          label="答卷"
          width="s"
          defaultValue={filter.show}
          placeholder="全部"
          options={[
            ...(view.isSharedOut || filter.show === 'open'
              ? [{ value: 'open', label: `没分出去（${view.open}）` }]
              : []),
            { value: 'arbitration', label: `待仲裁（${view.contested}）` },
          ]}
        />
        <SelectField
          name="examinerId"
          label="阅卷老师"
          width="s"
          defaultValue={filter.examinerId === 0 ? '' : filter.examinerId}
          placeholder="全部老师"
          options={view.loads.map((one) => ({ value: one.id, label: one.name }))}
        />
        {view.isByCode ? null : (
          <SelectField
            name="classId"
            label="班级"
            width="s"
            defaultValue={filter.classId === 0 ? '' : filter.classId}
            placeholder="全部班级"
            options={view.classes.filter((one) => one.id !== 0).map((one) => ({ value: one.id, label: one.name }))}
          />
        )}
      </FilterBar>
      {view.contested > 0 && !view.isLocked ? (
        <BulkBar formId={FORM} unit="份" label="待仲裁的答卷" actions={[{ confirm: 'arbiter', label: '请人仲裁' }]} />
      ) : null}
      <DataTable
        caption="答卷和阅卷老师"
        rows={view.list.rows}
        rowKey={(row) => row.attemptId ?? `s${row.studentId}`}
        selectable={
          view.contested > 0 && !view.isLocked
            ? {
                formId: FORM,
                label: (row) => `选择 ${row.studentName}`,
                when: (row) => row.attemptId !== null && row.settlement === 'arbitration',
              }
            : undefined
        }
        empty={
          view.sealed === null ? (
            <Empty title="没有符合条件的答卷">换个条件再查，或点“重置”。</Empty>
          ) : (
            <Empty title="答卷还没有列出来">全部考完以后再来。</Empty>
          )
        }
        columns={[
          {
            key: 'name',
            header: view.isByCode ? '答卷' : '姓名',
            rowHeader: true,
            isName: true,
            cell: (row) => (
              <>
                {row.studentName}
                {row.number >= RESIT_NUMBER ? <span className="small quiet">（补考）</span> : null}
              </>
            ),
          },
          ...(view.isByCode
            ? []
            : [{ key: 'class', header: '班级', isName: true, cell: (row: ShareRow) => row.className }]),
          {
            key: 'state',
            header: '状态',
            nowrap: true,
            cell: (row) => (
              <>
                <Chip tone={row.state === 'arbitration' ? 'bad' : row.state === 'scored' ? 'good' : 'line'}>
                  {SCORING_STATE_WORDS[row.state]}
                </Chip>
                {row.settlement === 'owner' ? <span className="small quiet"> 请您裁定</span> : null}
              </>
            ),
          },
          {
            key: 'examiners',
            header: '阅卷老师',
            cell: (row) => <People of={row} kind="examiner" none={unsharedText(view)} />,
          },
          {
            key: 'arbiter',
            header: '仲裁',
            cell: (row) => <People of={row} kind="arbiter" none={row.settlement === 'arbitration' ? '还没请人' : ''} />,
          },
          {
            key: 'actions',
            header: '操作',
            actions: true,
            cell: (row) => (
              <>
                {view.isLocked || (row.isByCode && !view.isMarkedByCode) ? null : (
                  <Link
                    to={withParams(location, {
                      ...(row.isByCode ? { code: row.attemptId, paper: null } : { paper: row.studentId }),
                      ...{ confirm: null, ids: null },
                    })}
                    preventScrollReset
                  >
                    改派给别人<span className="vh">：{row.studentName}</span>
                  </Link>
                )}
                {row.attemptId === null ? null : (
                  <Link to={paperHref(row.attemptId, 0)}>
                    打开<span className="vh">：{row.studentName}</span>
                  </Link>
                )}
              </>
            ),
          },
        ]}
      />
      <Pagination page={view.list} unit={view.isByCode ? '份' : '名学生'} />
    </Card>
  );
}

/** What can be done to single papers that are marked without names, and what cannot yet. */
function byCodeText({ sealed, isMarkedByCode }: ShareOutView): string {
  if (sealed !== null) return sealedText(sealed.until);
  return isMarkedByCode
    ? '匿名评阅：答卷按答卷号列出，改派、请人仲裁也按答卷号。'
    : '匿名评阅：答卷按答卷号列出。还没有老师动手评，要换请用上面的“怎样分”重新分；动手评了以后可以按答卷号改派。';
}

/** Whose a paper is that was given to nobody. */
function unsharedText({ isSharedOut, marksAll, isByCode, isMarkedByCode }: ShareOutView): string {
  if (isByCode && !isMarkedByCode) return '动手评了以后列出';
  if (isSharedOut) return '没分出去';
  return marksAll ? '每位阅卷老师' : '谁先评就是谁';
}

/** A re-sit is a paper of its own and goes to who marks the student's other one: one row for both. */
function papersHint({ papers, students, isByCode }: ShareOutView): string {
  const more = papers - students;
  if (isByCode) return `共 ${papers} 份${more === 0 ? '' : `，其中补考 ${more} 份`}`;
  return more === 0 ? `共 ${papers} 份` : `共 ${papers} 份，其中补考 ${more} 份，和这名学生原来的一份列在同一行`;
}

function People({ of: row, kind, none }: { of: ScoringRow; kind: PaperExaminer['kind']; none: string }) {
  const people = row.examiners.filter((one) => one.kind === kind);
  if (people.length === 0) return <span className="quiet">{none}</span>;
  return (
    <ul className="share__people">
      {people.map((one) => (
        <li key={one.id}>
          {one.name} <span className="small quiet">{OWN_SCORE_WORDS[one.score]}</span>
        </li>
      ))}
    </ul>
  );
}

/** One student's papers, or one by its code, to somebody else. */
export function ReassignForm({
  view,
  problem,
  cancelHref,
}: {
  view: ShareOutView;
  problem: FormProblem | undefined;
  cancelHref: string;
}) {
  const { chosen } = view;
  if (!chosen || view.isLocked) return null;
  const options = view.examiners.map((one) => ({ value: one.id, label: one.name }));
  // A final score keeps its examiner, also one who is no longer named.
  for (const load of view.loads) {
    if (chosen.examinerIds.includes(load.id) && !options.some((one) => one.value === load.id)) {
      options.push({ value: load.id, label: load.name });
    }
  }
  const value = (name: 'first' | 'second', index: number) =>
    problem ? String(problem.values[name] ?? '') : (chosen.examinerIds[index] ?? '');
  return (
    <ConfirmSection
      title={chosen.attemptId === null ? `${chosen.name}的答卷由谁评` : `${chosen.name}由谁评`}
      text={
        chosen.fixedIds.length > 0
          ? '已提交评分的老师要保留。不想用他的评分，请打开答卷，在“裁定”里决定以谁的评分为准。'
          : '只选一位就由一位老师评；两位都选，就各自评一遍。'
      }
      intent="reassign"
      fields={{
        ...{ examId: view.exam.id, part: view.part },
        ...(chosen.attemptId === null ? { studentId: chosen.studentId } : { attemptId: chosen.attemptId }),
      }}
      cancelHref={cancelHref}
      confirmLabel="保存"
    >
      <Problem of={problem} />
      <SelectField
        name="first"
        label="第一位"
        width="s"
        defaultValue={value('first', 0)}
        placeholder="不分"
        options={options}
      />
      <SelectField
        name="second"
        label="第二位"
        width="s"
        defaultValue={value('second', 1)}
        placeholder="不需要"
        options={options}
      />
    </ConfirmSection>
  );
}

/** 请人仲裁: who scores the chosen papers a third time. */
export function ArbiterForm({
  view,
  ids,
  problem,
  cancelHref,
}: {
  view: ShareOutView;
  ids: number[];
  problem: FormProblem | undefined;
  cancelHref: string;
}) {
  if (ids.length === 0 || view.isLocked) return null;
  const { exam, part, teachers } = view;
  const marked = new Set(
    view.contestedPapers.filter((paper) => ids.includes(paper.attemptId)).flatMap((paper) => paper.markedIds),
  );
  return (
    <ConfirmSection
      title={`请谁仲裁这 ${ids.length} 份答卷`}
      text="仲裁老师看不到前两位的评分，独立评分后与较近的一份取平均。评过其中任何一份的老师不在下面。"
      intent="arbiter"
      fields={{ examId: exam.id, part, ids }}
      cancelHref={cancelHref}
    >
      <Problem of={problem} />
      <SelectField
        name="arbiterId"
        label="仲裁老师"
        hint="不是阅卷老师的，只会看到请他仲裁的答卷。"
        options={teachers.filter((one) => !marked.has(one.id)).map((one) => ({ value: one.id, label: one.name }))}
      />
    </ConfirmSection>
  );
}

/** What a form in the dialog was refused for. */
function Problem({ of }: { of: FormProblem | undefined }) {
  if (!of) return null;
  const sentence = Object.values(of.fieldErrors)[0] ?? of.message;
  return (
    <p className="error" role="alert">
      {sentence}
    </p>
  );
}
