import {
  redirect,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { z } from 'zod';
import { SelectField } from '~/components/form/choice-fields';
import { ErrorSummary } from '~/components/form/error-summary';
import { TextField } from '~/components/form/text-fields';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { BulkBar } from '~/components/list/bulk-bar';
import { ConfirmSection } from '~/components/list/confirm-section';
import { FilterBar } from '~/components/list/filter-bar';
import { Pagination } from '~/components/list/pagination';
import { Tabs } from '~/components/list/tabs';
import { MoveConfirm } from '~/components/member/move-confirm';
import { PasswordSlips } from '~/components/member/password-slips';
import { StudentTable } from '~/components/member/student-table';
import { ButtonLink, buttonClass } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { PlusIcon, UploadIcon } from '~/components/ui/icons';
import { DownloadIcon } from '~/components/ui/teacher-icons';
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
import { toStudent, toStudentExport, toStudentImport } from '~/lib/addresses/members';
import { newUuid } from '~/lib/ids.server';
import { optionalId } from '~/lib/zod';
import styles from '~/styles/members.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];
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
  const toDelete = await findStudents(actor, confirmIds(url.searchParams, 'delete'));
  return {
    page,
    filter,
    counts: await countStudentsByScope(actor),
    classrooms: await listClassroomOptions(actor, scope),
    toDelete,
    sittingCount: await countSitting(toDelete.map(({ id }) => id)),
    ...(await readMove(actor, confirmIds(url.searchParams, 'move'))),
    toReset: await findStudents(actor, confirmIds(url.searchParams, 'reset')),
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
  const { page, filter, counts, classrooms } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const location = useLocation();
  const listHref = useListHref();
  const classChoices = classrooms.map(({ id, name, year }) => ({ value: id, label: `${name}（${year}）` }));
  // An archived class is reached from its own page; the next search must not leave it unsaid.
  if (filter.classId !== null && !classrooms.some(({ id }) => id === filter.classId)) {
    classChoices.push({ value: filter.classId, label: page.rows[0]?.className || '所选的班级' });
  }
  const isFiltered = filter.keyword !== '' || filter.classId !== null;
  const issued = answer && 'issued' in answer ? answer : null;
  return (
    <>
      <PageHeader
        title="学生管理"
        purpose="手机号和邮箱只对创建或任教该班的教师显示，也只能由他们更改和导出。"
        crumbs={[{ label: '成员管理' }, { label: '学生管理' }]}
        actions={
          <>
            <ButtonLink to={toStudentImport()}>
              <UploadIcon />
              导入
            </ButtonLink>
            <a
              className={buttonClass()}
              href={toStudentExport({ keyword: filter.keyword || undefined, classId: filter.classId ?? undefined })}
              download
            >
              <DownloadIcon />
              导出
            </a>
            <ButtonLink variant="primary" to={toStudent({ classId: filter.classId ?? undefined })}>
              <PlusIcon />
              新增
            </ButtonLink>
          </>
        }
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
        <FilterBar>
          <TextField
            name="keyword"
            label="姓名或学号"
            defaultValue={filter.keyword}
            className="field--grow"
            maxLength={100}
          />
          <SelectField
            name="classId"
            label="班级"
            placeholder="全部"
            width="m"
            defaultValue={filter.classId}
            options={classChoices}
          />
        </FilterBar>
        {issued ? null : <Confirmation />}
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

/** The list as it stands, without what was asked to confirm. */
function useListHref(): string {
  const location = useLocation();
  const currentPage = new URLSearchParams(location.search).get('currentPage');
  return withParams(location, { confirm: null, ids: null, currentPage });
}

function Confirmation() {
  const { toDelete, toReset, toMove, moveTargets, moveEffects, sittingCount, requestId } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const cancelHref = useListHref();
  const problem = answer && 'fieldErrors' in answer ? answer : null;
  const errors = problem ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} /> : null;
  const ids = (students: { id: number }[]) => students.map(({ id }) => id).join(',');
  if (toDelete.length > 0) {
    const text = (
      <>
        <p>将删除 {namesOf(toDelete)}。删除后不能再登录，学号可以重新使用；已交的答卷、录音和成绩仍保留在考试里。</p>
        {sittingCount > 0 ? <p>其中 {sittingCount} 人正在考试：他们会立即退出，已保存的答案到时由系统收卷。</p> : null}
      </>
    );
    return (
      <ConfirmSection text={text} intent="delete" fields={{ ids: ids(toDelete) }} cancelHref={cancelHref} danger>
        {errors}
      </ConfirmSection>
    );
  }
  if (toMove.length > 0) {
    return (
      <MoveConfirm
        names={namesOf(toMove)}
        ids={ids(toMove)}
        targets={moveTargets}
        effects={moveEffects}
        cancelHref={cancelHref}
        problem={problem}
      />
    );
  }
  if (toReset.length > 0) {
    return (
      <ConfirmSection
        text={
          <p>
            将为 {namesOf(toReset)}{' '}
            生成新的一次性密码。原密码立即失效，已登录的设备会退出；新密码只显示一次，学生登录后须修改。
          </p>
        }
        intent="reset"
        fields={{ ids: ids(toReset), requestId }}
        cancelHref={cancelHref}
      >
        {errors}
      </ConfirmSection>
    );
  }
  return null;
}

function namesOf(students: { name: string }[]): string {
  const shown = students
    .slice(0, 5)
    .map(({ name }) => name)
    .join('、');
  return students.length > 5 ? `${shown} 等 ${students.length} 名学生` : shown;
}

export { RouteError as ErrorBoundary };
