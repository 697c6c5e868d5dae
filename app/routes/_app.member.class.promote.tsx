import {
  redirect,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { CheckedForm } from '~/components/form/checked-form';
import { FormActions, HiddenFields, SubmitButton } from '~/components/form/submit';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { PromoteTable } from '~/components/member/promote-table';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/feedback';
import { findClassrooms } from '~/domain/classroom/classroom.queries.server';
import { promote } from '~/domain/classroom/promotion.rules';
import { promoteClassrooms } from '~/domain/classroom/school-year.commands.server';
import { promoteSchema } from '~/domain/classroom/school-year.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toClasses } from '~/lib/addresses/members';
import { idList } from '~/lib/zod';
import styles from '~/styles/accounts.css?url';
import memberStyles from '~/styles/members.css?url';

export const links: LinksFunction = () => [styles, memberStyles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction = () => [{ title: '升级 - 考评' }];

const LIST = toClasses();

/** `?ids=` are the classes; what the next year would make of each is a suggestion the teacher edits. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const ids = idList('', { min: 0 }).safeParse(new URL(request.url).searchParams.getAll('ids')).data ?? [];
  const found = (await findClassrooms(actor, ids)).filter(({ canChange, isArchived }) => canChange && !isArchived);
  if (found.length === 0) throw redirect(LIST);
  const rows = found
    .sort((a, b) => b.year - a.year || a.name.localeCompare(b.name, 'zh-CN', { numeric: true }))
    .map(({ id, name, grade, year, studentCount }) => ({
      ...{ id, name, grade, year, studentCount },
      next: promote({ name, grade }),
    }));
  return { rows };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const answer = await answerForm(await readTexts(request), promoteSchema, (rows) =>
    promoteClassrooms(actor, rows, requestTime(request)),
  );
  if (!answer.ok) return answer.problem;
  const text = answer.value === 0 ? '没有班级需要更改' : `已升级 ${answer.value} 个班级`;
  return redirectWithFlash(request, LIST, text);
}

export default function PromotePage() {
  const { rows } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const leaving = rows.filter((row) => row.next.kind === 'leaves');
  return (
    <>
      <PageHeader
        title="升级"
        purpose="新学年开始时，把班级的年级和名称改成下一年的；学生、考试和成绩都跟着班级，不受影响。"
        crumbs={[{ label: '成员管理' }, { label: '班级管理', href: LIST }, { label: '升级' }]}
      />
      <CheckedForm schema={promoteSchema} problem={problem}>
        <Card title="核对后确认" hint={`${rows.length} 个班级`} padded={false}>
          {leaving.length > 0 ? (
            <div className="card__body">
              <Note tone="warn">
                {leaving.map((row) => row.name).join('、')}已经是最高年级，没有勾选。请回到班级管理办理“毕业”。
              </Note>
            </div>
          ) : null}
          <HiddenFields
            values={Object.fromEntries(
              rows.flatMap((row) => [
                [`wasGrade.${row.id}`, row.grade],
                [`wasName.${row.id}`, row.name],
              ]),
            )}
          />
          <PromoteTable rows={rows} />
        </Card>
        <FormActions>
          <SubmitButton busyText="正在升级…">确认升级</SubmitButton>
          <ButtonLink to={LIST}>取消</ButtonLink>
        </FormActions>
      </CheckedForm>
    </>
  );
}

export { RouteError as ErrorBoundary };
