import {
  redirect,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { HandOverList } from '~/components/colleague/handover-list';
import { CheckedForm } from '~/components/form/checked-form';
import { CheckboxField, SelectField } from '~/components/form/choice-fields';
import { FormActions, HiddenFields, SubmitButton } from '~/components/form/submit';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/feedback';
import { describeCounts, handOver } from '~/domain/handover/handover.commands.server';
import { previewHandOver } from '~/domain/handover/handover.queries.server';
import { handOverSchema } from '~/domain/handover/handover.schema';
import { assertAdministrator } from '~/domain/actor/administrator.server';
import { listExaminers } from '~/domain/user/user.queries.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toColleagues, toInfo } from '~/lib/addresses/personal';
import { idField } from '~/lib/zod';
import styles from '~/styles/accounts.css?url';
import memberStyles from '~/styles/members.css?url';

export const links: LinksFunction = () => [styles, memberStyles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `移交${data?.from.name ?? ''} - 考评` }];

const LIST = toColleagues();

/** `?id=` is the teacher whose banks, exams and classes go to somebody else. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  assertAdministrator(actor);
  const id = idField()
    .catch(0)
    .parse(new URL(request.url).searchParams.get('id') ?? 0);
  if (id === 0 || id === actor.id) throw redirect(LIST);
  const preview = await previewHandOver(id);
  const receivers = (await listExaminers()).filter((one) => one.id !== id);
  return { ...preview, receivers };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  assertAdministrator(actor);
  const answer = await answerForm(await readTexts(request), handOverSchema, (input) =>
    handOver(actor, input, requestTime(request)),
  );
  if (!answer.ok) return answer.problem;
  const { from, to, counts } = answer.value;
  return redirectWithFlash(request, LIST, `已把${from}的${describeCounts(counts)}移交给${to}`);
}

export default function HandOverPage() {
  const { from, counts, examNames, classNames, mark, receivers } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const isEmpty = Object.values(counts).every((count) => count === 0);
  return (
    <>
      <PageHeader
        title={`移交：${from.name}`}
        purpose={`把${from.name}（${from.account}）的题库、考试、阅卷、班级和资源交给另一位教师；要么全部移交，要么什么都不变。`}
        crumbs={[{ label: '个人中心', href: toInfo() }, { label: '同事', href: LIST }, { label: '移交' }]}
      />
      <Card title="会移交的内容" padded={false}>
        <HandOverList counts={counts} examNames={examNames} classNames={classNames} />
      </Card>
      <Card title="交给谁" className="section">
        {isEmpty ? <Note>没有需要移交的内容，可以直接停用账号。</Note> : null}
        {counts.runningExams > 0 ? (
          <Note tone="warn">
            其中有 {counts.runningExams} 场考试已发布、还没结束：学生不受影响，监考和评分由接手的教师负责。
          </Note>
        ) : null}
        <CheckedForm schema={handOverSchema} problem={problem}>
          <HiddenFields values={{ fromId: from.id, mark }} />
          <SelectField
            name="toId"
            label="接手的教师"
            placeholder="请选择教师"
            width="m"
            options={receivers.map(({ id, name, account }) => ({ value: id, label: `${name}（${account}）` }))}
          />
          {from.isDisabled ? null : (
            <CheckboxField
              name="disables"
              label={`移交后停用${from.name}的账号`}
              hint="不能再登录，所有登录立即退出；以后还可以启用"
              defaultChecked
            />
          )}
          <FormActions>
            <SubmitButton busyText="正在移交…">确认移交</SubmitButton>
            <ButtonLink to={LIST}>取消</ButtonLink>
          </FormActions>
        </CheckedForm>
      </Card>
    </>
  );
}

export { RouteError as ErrorBoundary };
