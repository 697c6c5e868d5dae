import {
  redirect,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { z } from 'zod';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { BulkBar } from '~/components/list/bulk-bar';
import { Pagination } from '~/components/list/pagination';
import { Tabs } from '~/components/list/tabs';
import { PasswordSlips } from '~/components/member/password-slips';
import { StudentActions } from '~/components/member/student-actions';
import { StudentConfirm } from '~/components/member/student-confirm';
import { StudentFilter } from '~/components/member/student-filter';
import { StudentTable } from '~/components/member/student-table';
import { Card } from '~/components/ui/card';
import { listClassroomOptions } from '~/domain/classroom/classroom.queries.server';
import { issuedSheet } from '~/domain/user/student-export.server';
import { moveStudents } from '~/domain/user/student-move.commands.server';
import { findMoveEffects } from '~/domain/user/student-move.queries.server';
import { removeStudents, resetStudentPasswords } from '~/domain/room/reset-password.commands.server';
import { countSitting, countStudentsByScope, findStudents, listStudents } from '~/domain/user/student.queries.server';
import { moveStudentsSchema, resetPasswordSchema, studentIdsSchema } from '~/domain/user/student.schema';
import type { Actor } from '~/domain/actor/actor.rules';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { confirmIds, listParams } from '~/http/list-params';
import { withParams } from '~/http/with-params';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toStudentExport } from '~/lib/addresses/members';
import { newUuid } from '~/lib/ids.server';
import { optionalId } from '~/lib/zod';
import listStyles from '~/styles/lists.css?url';
import styles from '~/styles/members.css?url';

export const links: LinksFunction = () => [listStyles, styles].map((href) => ({ rel: 'stylesheet', href }));
export const meta: MetaFunction = () => [{ title: '学生管理 - 考评' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const url = new URL(request.url);
  const filter = listParams(url.searchParams, {
    tab: z.enum(['', 'all']).catch(''),
    classId: optionalId().catch(null).default(null),
  });
  const scope = filter.tab === 'all' ? 'all' : 'mine';
  const page = await listStudents(actor, { ...filter, scope });
  // The last row of the last page was deleted: go to the page that is now the last.
  if (page.rows.length === 0 && page.totalCount > 0) {
    throw redirect(withParams(url, { currentPage: Math.ceil(page.totalCount / page.pageSize) }));
  }
  return {
    page,
    filter,
    counts: await countStudentsByScope(actor),
    classrooms: await listClassroomOptions(actor, scope),
    asked: await readAsked(actor, url.searchParams),
  };
}

/** Whom something is asked about before it is done. */
async function readAsked(actor: Actor, search: URLSearchParams) {
  const toDelete = await findStudents(actor, confirmIds(search, 'delete'));
  return {
    toDelete,
    sittingCount: await countSitting(toDelete.map(({ id }) => id)),
    ...(await readMove(actor, confirmIds(search, 'move'))),
    toReset: await findStudents(actor, confirmIds(search, 'reset')),
    requestId: newUuid(),
  };
}

/** What is asked before students change class. */
async function readMove(actor: Actor, ids: number[]) {
  if (ids.length === 0) return { toMove: [], moveTargets: [], moveEffects: { begun: [], left: [] } };
  const [toMove, moveTargets, moveEffects] = await Promise.all([
    findStudents(actor, ids),
    listClassroomOptions(actor, 'mine'),
    findMoveEffects(ids),
  ]);
  return { toMove, moveTargets, moveEffects };
}

const intents = z.discriminatedUnion('_intent', [
  studentIdsSchema.extend({ _intent: z.literal('delete') }),
  resetPasswordSchema.extend({ _intent: z.literal('reset') }),
  moveStudentsSchema.extend({ _intent: z.literal('move') }),
]);

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const answer = await answerForm(await readTexts(request), intents, async (input) => {
    if (input._intent === 'reset') return { text: '', issued: await resetStudentPasswords(actor, input, now) };
    if (input._intent === 'move') {
      const { moved, className } = await moveStudents(actor, input, now);
      const text = moved === 0 ? `他们已经在「${className}」了` : `已把 ${moved} 名学生转到「${className}」`;
      return { text, issued: null };
    }
    const deleted = await removeStudents(actor, input, now);
    return { text: deleted === 0 ? '这些学生已经删除了' : `已删除 ${deleted} 名学生`, issued: null };
  });
  if (!answer.ok) return answer.problem;
  const { text, issued } = answer.value;
  // Passwords are in this answer only: after a redirect they would have to be kept somewhere.
  if (issued) return { issued, sheet: await issuedSheet(issued) };
  const url = new URL(request.url);
  const back = withParams(url, { confirm: null, ids: null, currentPage: url.searchParams.get('currentPage') });
  return redirectWithFlash(request, back, text);
}

export default function StudentsPage() {
  const { page, filter, counts, classrooms, asked } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const location = useLocation();
  const currentPage = new URLSearchParams(location.search).get('currentPage');
  const listHref = withParams(location, { confirm: null, ids: null, currentPage });
  const isFiltered = filter.keyword !== '' || filter.classId !== null;
  const issued = answer && 'issued' in answer ? answer : null;
  const problem = answer && 'fieldErrors' in answer ? answer : null;
  return (
    <>
      <PageHeader
        title="学生管理"
        purpose="手机号和邮箱只对创建或任教该班的教师显示，也只能由他们更改和导出。"
        crumbs={[{ label: '成员管理' }, { label: '学生管理' }]}
        actions={<StudentActions filter={filter} />}
      />
      {issued ? (
        <PasswordSlips title="重置后的密码" slips={issued.issued} sheet={issued.sheet} doneHref={listHref} />
      ) : null}
      <Card padded={false}>
        <Tabs
          label="学生范围"
          current={filter.tab}
          items={[
            { label: '我的学生', value: '', count: counts.mine },
            { label: '全校学生', value: 'all', count: counts.all },
          ]}
        />
        <StudentFilter filter={filter} classrooms={classrooms} chosenName={page.rows[0]?.className ?? ''} />
        {issued ? null : <StudentConfirm {...asked} cancelHref={listHref} problem={problem} />}
        {page.rows.some((row) => row.canChange) ? (
          <BulkBar
            formId="students"
            unit="人"
            actions={[
              { confirm: 'reset', label: '重置密码' },
              { confirm: 'move', label: '转班' },
              { confirm: 'export', label: '导出', action: toStudentExport(), isDownload: true },
              { confirm: 'delete', label: '删除', variant: 'warn' },
            ]}
          />
        ) : null}
        <StudentTable
          rows={page.rows}
          formId="students"
          isFiltered={isFiltered}
          isAll={filter.tab === 'all'}
          confirmHref={(confirm, id) => withParams(location, { confirm, ids: id, currentPage: page.currentPage })}
        />
        <Pagination page={page} unit="人" />
      </Card>
    </>
  );
}

export { RouteError as ErrorBoundary };
