import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { AlreadyImported, ConfirmImport, UploadRoll } from '~/components/member/import-forms';
import { PasswordSlips } from '~/components/member/password-slips';
import { Stepper } from '~/components/ui/stepper';
import { listClassroomOptions } from '~/domain/classroom/classroom.queries.server';
import { storeFile } from '~/domain/file/file.commands.server';
import { MAX_FILE_BYTES } from '~/domain/file/file.rules';
import { issuedSheet } from '~/domain/user/student-export.server';
import { countImported, importStudents, previewImport } from '~/domain/user/student-import.commands.server';
import { importReport } from '~/domain/user/student-import.rules';
import { importStudentsSchema } from '~/domain/user/student.schema';
import type { Actor } from '~/domain/actor/actor.rules';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { readMultipart, readTexts } from '~/http/uploads.server';
import { toStudentImport, toStudents } from '~/lib/addresses/members';
import { AppError, invalid } from '~/lib/errors';
import styles from '~/styles/members.css?url';
import stepStyles from '~/styles/steps.css?url';

const PAGE = toStudentImport();

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'stylesheet', href: stepStyles },
];
export const meta: MetaFunction = () => [{ title: '导入学生 - 考评' }];

/** `?file=<id>` shows what the uploaded spreadsheet would bring; nothing is stored until 确认导入. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { searchParams } = new URL(request.url);
  const classrooms = await listClassroomOptions(actor, 'mine');
  const chosen = importStudentsSchema.safeParse({
    fileId: searchParams.get('file') ?? '',
    classId: searchParams.get('classId') ?? '',
  });
  const { fileId, classId } = chosen.success ? chosen.data : { fileId: undefined, classId: null };
  if (!fileId) return { classrooms, classId, imported: null, preview: null };
  const imported = await countImported(actor, fileId);
  if (imported !== null) return { classrooms, classId, imported, preview: null };
  try {
    return {
      classrooms,
      classId,
      imported,
      preview: { fileId, ...importReport(await previewImport(actor, { fileId, classId })) },
    };
  } catch (error) {
    // Gone after a day, or somebody else's.
    if (error instanceof AppError) throw await redirectWithFlash(request, PAGE, error.message, 'warn');
    throw error;
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  if ((request.headers.get('Content-Type') ?? '').startsWith('multipart/')) return upload(actor, request, now);
  const answer = await answerForm(await readTexts(request), importStudentsSchema, async ({ fileId, classId }) => {
    if (!fileId) throw invalid({ file: '请重新选择要导入的表格' });
    return (await importStudents(actor, { fileId, classId }, now)).students;
  });
  if (!answer.ok) return answer.problem;
  // Passwords are in this answer only: after a redirect they would have to be kept somewhere.
  return { issued: answer.value, sheet: await issuedSheet(answer.value) };
}

/** Keeps the file, reads it once so that what is wrong with it stands at the field, and leads to the preview. */
async function upload(actor: Actor, request: Request, now: number) {
  const form = new FormData();
  const uploaded = await answerForm(form, importStudentsSchema, async () => {
    const uploads = await readMultipart(request, { maxFileBytes: MAX_FILE_BYTES.xlsx, maxFiles: 1, maxFields: 20 });
    // What was chosen beside the file stays chosen after a refusal.
    uploads.form.forEach((value, name) => form.append(name, value));
    try {
      const [file] = uploads.files;
      if (!file) throw invalid({ file: '请选择要导入的表格' });
      const stored = await storeFile(actor, { kind: 'xlsx', path: file.path, name: file.name }, now);
      const classId = Number(uploads.form.get('classId')) || null;
      await previewImport(actor, { fileId: stored.id, classId });
      return new URLSearchParams({ file: stored.id, ...(classId ? { classId: String(classId) } : {}) });
    } catch (error) {
      throw error instanceof AppError && !error.fields
        ? new AppError(error.code, error.message, { file: error.message })
        : error;
    } finally {
      await uploads.discard();
    }
  });
  return uploaded.ok ? redirect(`${PAGE}?${uploaded.value.toString()}`, 303) : uploaded.problem;
}

export default function ImportPage() {
  const { classrooms, classId, imported, preview } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const done = answer && 'issued' in answer ? answer : null;
  const problem = answer && 'fieldErrors' in answer ? answer : null;
  const step = done || imported !== null ? 2 : preview ? 1 : 0;
  return (
    <>
      <PageHeader
        title="导入学生"
        purpose="先核对，再导入：只要有一行有问题，就一个学生也不会导入。"
        crumbs={[{ label: '成员管理' }, { label: '学生管理', href: toStudents() }, { label: '导入学生' }]}
      />
      <Stepper
        steps={[
          { label: '选择表格', href: step === 1 ? PAGE : undefined },
          { label: '核对名单' },
          { label: '发放密码' },
        ]}
        current={step}
        label="导入步骤"
      />
      {done ? (
        <PasswordSlips
          title={`已导入 ${done.issued.length} 名学生，初始密码`}
          slips={done.issued}
          sheet={done.sheet}
          doneHref={toStudents()}
        />
      ) : imported !== null ? (
        <AlreadyImported count={imported} />
      ) : preview ? (
        <ConfirmImport preview={preview} classId={classId} problem={problem} />
      ) : (
        <UploadRoll classrooms={classrooms} classId={classId} problem={problem} />
      )}
    </>
  );
}

export { RouteError as ErrorBoundary };
