import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { z } from 'zod';
import { ErrorSummary } from '~/components/form/error-summary';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { ConfirmSection } from '~/components/list/confirm-section';
import { DataTable } from '~/components/list/data-table';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Empty } from '~/components/ui/feedback';
import { PlusIcon } from '~/components/ui/icons';
import { deleteGroup, leaveGroup } from '~/domain/teaching-group/group.commands.server';
import { listGroups } from '~/domain/teaching-group/group.queries.server';
import { groupIdSchema } from '~/domain/teaching-group/group.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { withParams } from '~/http/with-params';
import { toGroup, toGroups } from '~/lib/addresses/personal';
import { idField } from '~/lib/zod';

export const meta: MetaFunction = () => [{ title: '教研组 - 考评' }];

const confirms = z.enum(['', 'leave', 'delete']).catch('');

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { searchParams } = new URL(request.url);
  const groups = await listGroups(actor);
  const asked = confirms.parse(searchParams.get('confirm') ?? '');
  const id = idField().catch(0).parse(searchParams.get('id'));
  const group = groups.find((one) => one.id === id);
  const may = asked === 'delete' ? group?.canManage : group?.isMember && group.maker.id !== actor.id;
  return { groups, me: actor.id, confirm: asked !== '' && group && may ? { asked, id, name: group.name } : null };
}

const intents = z.discriminatedUnion('_intent', [
  groupIdSchema.extend({ _intent: z.literal('leaveGroup') }),
  groupIdSchema.extend({ _intent: z.literal('deleteGroup') }),
]);

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const answer = await answerForm(await readTexts(request), intents, async (input) =>
    input._intent === 'leaveGroup'
      ? `已退出教研组“${(await leaveGroup(actor, input, now)).name}”`
      : `已删除教研组“${(await deleteGroup(actor, input, now)).name}”`,
  );
  if (!answer.ok) return answer.problem;
  return redirectWithFlash(request, toGroups(), answer.value);
}

type Group = Awaited<ReturnType<typeof listGroups>>[number];

export default function GroupsPage() {
  const { groups, me, confirm } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const location = useLocation();
  return (
    <>
      <PageHeader
        title="教研组"
        purpose="把题目共享给一个教研组，组里的老师就都能查看，或和您一起编辑。"
        crumbs={[{ label: '个人中心' }, { label: '教研组' }]}
        actions={
          <ButtonLink to={toGroup()} variant="primary">
            <PlusIcon />
            新建教研组
          </ButtonLink>
        }
      />
      {problem ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} idPrefix="" /> : null}
      <Card padded={false}>
        {confirm ? (
          <ConfirmSection
            text={
              confirm.asked === 'delete'
                ? `将删除教研组“${confirm.name}”：共享给这个组的题，组里的老师不能再看到；已复制的副本和已组卷的考试不变。`
                : `将退出教研组“${confirm.name}”：共享给这个组的题，您不能再看到；您共享给这个组的题不变。`
            }
            intent={confirm.asked === 'delete' ? 'deleteGroup' : 'leaveGroup'}
            fields={{ id: confirm.id }}
            danger={confirm.asked === 'delete'}
            cancelHref={withParams(location, { confirm: null, id: null })}
          />
        ) : null}
        <DataTable
          caption="教研组"
          rows={groups}
          rowKey={(row) => row.id}
          columns={[
            { key: 'name', header: '名称', rowHeader: true, cell: (row: Group) => row.name },
            {
              key: 'maker',
              header: '建组的老师',
              nowrap: true,
              cell: (row: Group) => (row.maker.id === me ? '您' : row.maker.name),
            },
            {
              key: 'members',
              header: '成员',
              cell: (row: Group) => (
                <>
                  <span className="num">{row.members.length}</span> 人<span className="quiet">：{namesOf(row)}</span>
                </>
              ),
            },
            { key: 'actions', header: '操作', actions: true, cell: (row: Group) => <Actions row={row} me={me} /> },
          ]}
          empty={
            <Empty title="您还不在任何教研组里" action={<ButtonLink to={toGroup()}>新建教研组</ButtonLink>}>
              起一个名称，选好同事，就可以在题库里把题共享给全组。
            </Empty>
          }
        />
      </Card>
    </>
  );
}

const SHOWN = 8;

function namesOf({ members }: Group): string {
  const names = members.slice(0, SHOWN).map((member) => member.name);
  return `${names.join('、')}${members.length > SHOWN ? '等' : ''}`;
}

function Actions({ row, me }: { row: Group; me: number }) {
  const which = <span className="vh">：{row.name}</span>;
  return (
    <>
      {row.canManage ? (
        <>
          <Link to={toGroup({ id: row.id })}>名称和成员{which}</Link>
          <Link to={toGroups({ confirm: 'delete', id: row.id })}>删除{which}</Link>
        </>
      ) : null}
      {row.isMember && row.maker.id !== me ? (
        <Link to={toGroups({ confirm: 'leave', id: row.id })}>退出{which}</Link>
      ) : null}
    </>
  );
}

export { RouteError as ErrorBoundary };
