import { RichText } from '~/components/question/rich-text';
import { Link } from '@remix-run/react';
import { CheckedForm } from '~/components/form/checked-form';
import { CheckboxGroup, RadioGroup } from '~/components/form/choice-fields';
import { ColleaguePicker } from '~/components/form/colleague-picker';
import { FormActions, HiddenFields, IntentButton, SubmitButton } from '~/components/form/submit';
import { PageHeader } from '~/components/layout/page-header';
import { DataTable } from '~/components/list/data-table';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { Empty, Note } from '~/components/ui/feedback';
import type { getDirectorySharePage, getSharePage } from '~/domain/question-bank/share-page.queries.server';
import { AUDIENCE_LABELS, RIGHT_LABELS, RIGHTS } from '~/domain/question-bank/share.rules';
import { shareDirectoryFormSchema, shareFormSchema } from '~/domain/question-bank/share.schema';
import type { FormProblem } from '~/http/form-problem';
import { toBank, toShare } from '~/lib/addresses/banks';
import { toGroups } from '~/lib/addresses/personal';
import { BANK_PLACES } from './bank-places';

type SharePageData = Awaited<ReturnType<typeof getSharePage>> | Awaited<ReturnType<typeof getDirectorySharePage>>;

const OF_QUESTIONS = '教师可以预览、复制到自己的题库或选进考试，也可以和您一起修改；学生可以练习。随时可以取消。';
const OF_DIRECTORY =
  '目录和下级目录里现在和以后的题，教师可以预览、复制到自己的题库或选进考试，也可以和您一起修改。题移出目录，或取消共享，对方当场看不到。';

const SHOWN = 10;

/** The share dialog, a page of its own: which questions, with whom, and who has them now. */
export function SharePage({ data, problem }: { data: SharePageData; problem: FormProblem | undefined }) {
  const { bank, ids, questions, exams, directory } = data;
  const { title } = BANK_PLACES[bank];
  const back = toBank(bank, directory ? { dirId: directory.id } : undefined);
  return (
    <>
      <PageHeader
        title={directory ? `共享目录“${directory.name}”` : '共享'}
        purpose={directory ? OF_DIRECTORY : OF_QUESTIONS}
        crumbs={[{ label: '题库' }, { label: title, href: back }, { label: '共享' }]}
        actions={<ButtonLink to={back}>返回{title}</ButtonLink>}
      />
      {questions.length === 0 && !directory ? (
        <Card>
          <Empty title="还没有选择题目">在{title}的列表里勾选题目，再点“共享”。</Empty>
        </Card>
      ) : (
        <div className="grid-aside">
          <div className="stack">
            <Card title="共享给" id="share">
              {exams.length > 0 ? <OpenExams exams={exams} /> : null}
              <ShareForm data={data} problem={problem} />
            </Card>
            <CurrentShares data={data} />
          </div>
          <Questions data={data} count={directory?.count ?? ids.length} />
        </div>
      )}
    </>
  );
}

function Questions({ data: { directory, questions }, count }: { data: SharePageData; count: number }) {
  return (
    <Card title={directory ? '目录里的题' : '题目'} hint={`${count} 道`}>
      {directory ? <p className="quiet small">{directory.path}，含下级目录</p> : null}
      <ul className="bullets">
        {questions.slice(0, SHOWN).map((question) => (
          <li key={question.id}>
            <span className="quiet num">{question.number}</span> <RichText text={question.title} />
          </li>
        ))}
      </ul>
      {count > SHOWN ? <p className="quiet small">等 {count} 道题</p> : null}
      {count === 0 ? <p className="quiet small">现在还没有题，以后放进来的都会共享。</p> : null}
    </Card>
  );
}

function OpenExams({ exams }: { exams: SharePageData['exams'] }) {
  const names = exams.slice(0, 3).map(({ name, classrooms }) => {
    return `“${name}”${classrooms.length > 0 ? `（${classrooms.join('、')}）` : ''}`;
  });
  return (
    <div className="mb-4">
      <Note tone="warn">
        这些题正用在还没有公布成绩的考试里：{names.join('、')}
        {exams.length > names.length ? ` 等 ${exams.length} 场` : ''}。共享给学生后，学生在考前就能看到题目。
      </Note>
    </div>
  );
}

function ShareForm({ data, problem }: { data: SharePageData; problem: FormProblem | undefined }) {
  const { bank, ids, directory, classrooms, groups, colleagues, targets, asked } = data;
  const hint = (key: string) => {
    const count = targets.find((target) => target.key === key)?.count ?? 0;
    if (count === 0) return undefined;
    const right = targets.find((target) => target.key === key)?.right;
    const what = right === undefined || !/^(group|teacher)-/.test(key) ? '' : `（${right}）`;
    return `${directory || count === ids.length ? '已共享' : `${count} 道题已共享`}${what}`;
  };
  return (
    <CheckedForm
      schema={directory ? shareDirectoryFormSchema : shareFormSchema}
      intent={directory ? 'shareDir' : 'share'}
      problem={problem}
      reloadDocument
    >
      {/* Asked for anew by 查找, the page is the same one. */}
      <HiddenFields values={directory ? { bank, dirId: directory.id } : { bank, ids: ids.join(',') }} />
      <CheckboxGroup
        name="groupIds"
        label="教研组"
        hint="您所在的教研组，组里每位老师都能用"
        optional
        layout="list"
        defaultValue={asked?.groupIds}
        options={groups.map(({ id, name, members }) => ({
          value: id,
          label: name,
          hint: hint(`group-${id}`) ?? `${members} 人`,
        }))}
        empty={
          <>
            您还不在任何教研组里，可以先<Link to={toGroups()}>新建教研组</Link>。
          </>
        }
      />
      <ColleaguePicker label="同事" choices={colleagues} hintOf={(id) => hint(`teacher-${id}`)} />
      <RadioGroup
        name="right"
        label="教研组和同事可以"
        hint={`可查看：预览、复制、选进考试。可编辑：还可以直接修改${directory ? '里面的题' : ids.length > 1 ? '这些题' : '这道题'}，谁改了什么都有记录。`}
        defaultValue={asked?.right ?? 'view'}
        options={RIGHTS.map((right) => ({ value: right, label: RIGHT_LABELS[right] }))}
      />
      <CheckboxGroup
        name="audience"
        label="全体"
        optional
        defaultValue={asked?.audience}
        options={(directory ? (['teachers'] as const) : (['teachers', 'students'] as const)).map((audience) => ({
          value: audience,
          label: AUDIENCE_LABELS[audience],
          hint: hint(audience),
        }))}
      />
      {directory ? (
        <p className="quiet small mt-2">目录只共享给老师；要给学生练习，请在列表里勾选题目再共享。</p>
      ) : (
        <CheckboxGroup
          name="classIds"
          label="班级"
          hint="您创建或任教的班级"
          optional
          layout="columns"
          defaultValue={asked?.classIds}
          options={classrooms.map(({ id, name }) => ({ value: id, label: name, hint: hint(`class-${id}`) }))}
          empty="您还没有创建或任教班级。"
        />
      )}
      <FormActions>
        <SubmitButton busyText="正在共享…">共享</SubmitButton>
      </FormActions>
    </CheckedForm>
  );
}

function CurrentShares({ data: { bank, ids, directory, targets } }: { data: SharePageData }) {
  const intent = directory ? 'revokeDir' : 'revoke';
  const what = directory ? { dirId: directory.id } : { ids: ids.join(',') };
  const own = targets.filter((target) => target.directory === null);
  return (
    <Card
      title="现在共享给"
      padded={false}
      actions={
        own.length > 1 ? (
          <IntentButton intent={intent} fields={what} label="全部取消共享">
            全部取消
          </IntentButton>
        ) : null
      }
    >
      <DataTable
        caption="现在共享给"
        rows={targets}
        rowKey={(target) => target.key}
        columns={[
          {
            key: 'label',
            header: '共享给',
            rowHeader: true,
            cell: (target) => (
              <>
                {target.label}
                {target.directory ? <span className="quiet small">（随目录“{target.directory.name}”）</span> : null}
              </>
            ),
          },
          ...(directory ? [] : [questionsOf(ids.length)]),
          {
            key: 'right',
            header: '权限',
            nowrap: true,
            cell: (target) => (
              <Chip tone={target.right === RIGHT_LABELS.view ? undefined : 'theme'}>{target.right}</Chip>
            ),
          },
          { key: 'since', header: '开始于', nowrap: true, quiet: true, cell: (target) => target.since },
          {
            key: 'actions',
            header: '操作',
            actions: true,
            cell: (target) =>
              target.directory ? (
                <Link to={toShare({ bank, dirId: target.directory.id })}>
                  更改目录的共享<span className="vh">：{target.label}</span>
                </Link>
              ) : (
                <IntentButton
                  intent={intent}
                  fields={{
                    ...{ ...what, audience: target.audience, classId: target.classroomId },
                    ...{ teacherId: target.teacherId, groupId: target.groupId },
                  }}
                  look="link"
                  label={`取消共享：${target.label}`}
                >
                  取消共享
                </IntentButton>
              ),
          },
        ]}
        empty={<Empty title="还没有共享给任何人">勾选上面的对象后点“共享”。</Empty>}
      />
    </Card>
  );
}

type Target = SharePageData['targets'][number];

const questionsOf = (all: number) => ({
  key: 'count',
  header: '题目',
  align: 'end' as const,
  cell: (target: Target) => (target.count === all ? '全部' : `${target.count} / ${all}`),
});
